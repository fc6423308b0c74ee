/* hall_lobby.c -- see hall.h: which tables are in the lobby (the list itself: hall_list.c). Called by hall.c, hall_guests.c and
 * actions.c.
 *
 * 1. An open public table is in the lobby while one of its players is connected, preferably to the table itself.
 *    Otherwise one person with many ids could fill it with tables without players.
 * 2. Whether it is there stands in its row (`listed`), so that lists cost nothing. When the last of its people leaves it
 *    stays for a while: then it is due, and looked at again.
 * 3. A table whose creator is not connected (a script, by HTTP) appears when they connect. */
#include "hall.h"

#include "../base/must.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOKED_AT = 1000, /* rows that are reviewed at once, at most */
    LOBBY_MS = 1000,  /* at most one notice in so many ms */
    LEAVE_MS = 60000, /* a table stays in the lobby so long without its people; and is looked at so often */
};

/* ---- telling ---- */

/* Work of the lobby's own: about a table, or about all of it. */
struct lobby_task {
    struct task task;
    char id[ID_LEN + 1];
};

static void drop_look(struct hall *h, struct task *task, bool lost)
{
    (void)h, (void)lost; /* no client waits for it */
    free(task);
}

static struct lobby_task *post(struct hall *h, void (*run)(struct hall *, struct task *))
{
    struct lobby_task *l = must(calloc(1, sizeof *l));
    l->task = (struct task){.run = run, .drop = drop_look};
    hall_post(h, &h->queue.own, &l->task);
    return l;
}

static void tell(struct hall *h, struct task *task)
{
    struct out *o = hall_out(h);
    (void)task;
    h->lobby_waits = false;
    out_str(o, "{\"t\":\"lobby\",\"tables\":");
    if (hall_list(h, LIST_LOBBY, NULL, o)) {
        hall_lobby_changed(h); /* later, then */
        return;
    }
    out_char(o, '}');
    struct text *t = net_text_new(o->p, o->len);
    for (struct guest *g = h->guests; g; g = g->all_next)
        if (g->lobby) net_conn_send(g->conn, t, 0, false);
    net_text_drop(t);
}

static void rings(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    if (!h->stopping) post(h, tell)->task.reads = true;
}

void hall_lobby_changed(struct hall *h)
{
    bool any = false;
    for (struct guest *g = h->guests; g && !any; g = g->all_next) any = g->lobby;
    if (h->lobby_waits || !any || h->stopping) return;
    h->lobby_waits = true;
    uv_timer_start(&h->lobby_timer, rings, LOBBY_MS, 0);
}

/* ---- which are there ---- */

static bool in_question(const struct room *r) { return r->version && r->status == TABLE_OPEN && r->set.listed; }

/* Is one of its players connected to the table? */
static bool at_table(const struct room *r)
{
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN && hall_is_here(r, r->seat[i].player)) return true;
    return false;
}

/* ... or connected at all? */
static bool is_connected(const struct hall *h, const struct room *r)
{
    for (const struct guest *g = h->guests; g; g = g->all_next)
        if (g->hello && !g->gone && room_seat_of(r, g->who.player) >= 0) return true;
    return false;
}

void hall_lobby_place(struct hall *h, struct room *r, struct store_row *row)
{
    struct room_keeper *k = r->keeper;
    uint64_t now = hall_now(h);
    if (!in_question(r)) return;
    bool here = at_table(r);
    if (here) k->leaves = 0;
    else if (is_connected(h, r)) k->leaves = now + LEAVE_MS;
    row->listed = here || k->leaves > now;
    row->due = row->listed && !here ? k->leaves : 0;
    k->place = here ? PLACE_SHOWN : row->listed ? PLACE_LEAVING : PLACE_HIDDEN;
}

static int no_event(void *ctx, const struct event *e) { return (void)ctx, (void)e, 0; }

/* Where the store has it. */
static int ask_place(struct hall *h, struct room *r)
{
    struct store_row row;
    if (r->keeper->place != PLACE_UNKNOWN) return 0;
    int status = store_load(h->store, r->id, UINT32_MAX, no_event, NULL, &row);
    if (status) return status;
    r->keeper->place = !row.listed ? PLACE_HIDDEN : row.due ? PLACE_LEAVING : PLACE_SHOWN;
    r->keeper->leaves = row.listed ? row.due : 0;
    return 0;
}

static void look(struct hall *h, struct task *task)
{
    int why;
    struct room *r = hall_room(h, ((struct lobby_task *)task)->id, &why);
    if (r) r->keeper->place_posted = false;
    if (!r || !in_question(r) || !hall_lock(h, r)) return;
    if ((hall_ask_elsewhere(h, r) || ask_place(h, r)) && hall_defer(h)) return;
    bool here = at_table(r);
    if (here ? r->keeper->place == PLACE_SHOWN : r->keeper->place >= PLACE_LEAVING) return;
    if (!here) r->keeper->leaves = hall_now(h) + LEAVE_MS; /* somebody just left */
    hall_append(h, r);
}

static void look_at(struct hall *h, const char *id)
{
    struct lobby_task *l = post(h, look);
    memcpy(l->id, id, sizeof l->id);
    l->task.table = l->id;
    l->task.slow = true;
}

void hall_lobby_look(struct hall *h, struct room *r)
{
    if (!in_question(r) || r->keeper->place_posted || h->stopping) return;
    r->keeper->place_posted = true;
    look_at(h, r->id);
}

static int note_row(void *ctx, const struct store_row *row)
{
    if (!row->due) look_at(ctx, row->id);
    return 0;
}

static void review(struct hall *h, struct task *task)
{
    (void)task;
    store_list(h->store, LIST_LOBBY, NULL, 0, LOOKED_AT, note_row, h);
}

void hall_lobby_review(struct hall *h) { post(h, review)->task.reads = true; }
