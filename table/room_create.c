/* room_create.c -- see room.h: what a new table begins with, one event after the other. Which is next follows from the
 * room alone, so the host notes each as any other event. For the server's hall and for the page's host. */
#include "room.h"

#include <string.h>

static bool is_event(struct event *e, enum event_kind kind, int seat, const char *player, const struct out *o)
{
    GAME_ASSERT(o->len < o->size);
    o->p[o->len] = 0;
    e->kind = (uint8_t)kind;
    e->seat = (int16_t)seat;
    e->actor = player;
    e->text = o->p;
    e->n = o->len;
    return true;
}

bool room_create_next(const struct room *r, const struct room_new *t, uint64_t now, struct event *e, struct out *o)
{
    const char *owner = t->set->owner;
    *e = (struct event){.at = now, .actor = "", .action = ""};
    if (!r->version) {
        settings_write(t->set, o);
        is_event(e, EVENT_CREATE, -1, owner, o);
        if (t->action) e->action = t->action;
        return true;
    }
    if (r->status != TABLE_OPEN) return room_next(r, now, e, o);
    for (int i = 0; i < t->people + t->bots; i++) {
        bool bot = i >= t->people;
        int seat = bot ? r->seats - t->bots + i - t->people : i;
        const struct room_sitter *who = &t->sit[i];
        if (r->seat[seat].kind != SEAT_FREE) continue;
        if (bot) out_str(o, bot_names[who->level]), out_str(o, who->name[0] ? " " : "");
        out_str(o, who->name);
        return is_event(e, bot ? EVENT_BOT : EVENT_SIT, seat, bot ? owner : who->player, o);
    }
    if (room_free_seat(r) >= 0) return false;
    const char *why = room_head(r, o);
    GAME_ASSERT(!why);
    return is_event(e, EVENT_START, -1, owner, o);
}
