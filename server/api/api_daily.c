/* api_daily.c -- see api.h: the games of a day. What a day has and how one did, tables for its games, rankings.
 *
 * Nothing that is told before one's own game is over, or the day is over everywhere, depends on the day's secret: but for
 * its promise (daily.h). Of others it is only told how many are done. */
#include "../../games/run.h"
#include "../base/must.h"
#include "api_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 50, PARTS = 8, MANY = 1000, COUNTED_MS = 1000 };

static const char unread[] = "The store could not be read.";

/* ---- a day ---- */

/* What a player has of the parts of a day. */
struct standing {
    struct {
        bool begun;             /* and then: */
        char table[ID_LEN + 1]; /* "": it has none */
        bool over;              /* and then: */
        struct daily_result result;
    } part[PARTS];
};

/* The name of a part; NULL behind the last: the games, and then the puzzle. */
static const char *part_name(int i)
{
    int n = 0;
    while (games[n]) n++;
    return i < n && i < PARTS - 1 ? games[i]->name : i == n ? RUN_PART : NULL;
}

/* Which part is called so? -1: none. */
static int part_of(const char *name)
{
    int i = 0;
    while (part_name(i) && strcmp(part_name(i), name) != 0) i++;
    return part_name(i) && (daily_game(name) || strcmp(name, RUN_PART) == 0) ? i : -1;
}

static int note_standing(void *ctx, const struct store_entry *e)
{
    struct standing *s = ctx;
    const char *name;
    int i = part_of(strrchr(e->list, '/') + 1);
    if (i < 0) return 0;
    if (strncmp(e->list, DAILY_BEGUN, strlen(DAILY_BEGUN)) == 0)
        s->part[i].begun = true, snprintf(s->part[i].table, sizeof s->part[i].table, "%.12s", e->text);
    else s->part[i].over = true, daily_read(e, &s->part[i].result, &name);
    return 0;
}

static int find_standing(struct ask *a, int32_t day, struct standing *s)
{
    char list[STORE_LIST + 1];
    *s = (struct standing){.part = {{.over = false}}};
    if (!a->known) return 0;
    daily_list(DAILY_BEGUN, day, "", list);
    int status = store_entries_of(a->hall->store, a->who.player, list, note_standing, s);
    daily_list(DAILY_RESULTS, day, "", list);
    return status ? status : store_entries_of(a->hall->store, a->who.player, list, note_standing, s);
}

static void show_points(struct out *o, const struct daily_result *d)
{
    out_key_int(o, "points", d->points);
    out_key(o, "against");
    if (d->has_against) out_int(o, d->against);
    else out_str(o, "null");
}

/* Percent: of the others, how many in a hundred did not do better. */
static void show_mine(struct out *o, const struct daily_result *d, const struct store_place *p)
{
    bool crowd = p->all >= DAILY_CROWD;
    uint64_t others = p->all > 1 ? p->all - 1 : 1;
    out_char(o, '{');
    show_points(o, d);
    out_key(o, "place");
    if (crowd) out_uint(o, p->before + 1);
    else out_str(o, "null");
    out_key(o, "of");
    out_uint(o, p->all);
    out_key(o, "percent");
    if (crowd) out_uint(o, 100 * (others - p->before) / others);
    else out_str(o, "null");
    out_char(o, '}');
}

/* How many results there are, for who has none. Of many it may be what it was a second ago: counting takes a while, and anybody
 * may ask. */
static int count_crowd(struct hall *h, const char *list, struct store_place *place)
{
    uint64_t now = uv_now(h->loop);
    struct hall_count_cache *oldest = &h->count_cache[0];
    for (struct hall_count_cache *c = h->count_cache; c < h->count_cache + HALL_COUNT_CACHES; c++) {
        if (now < c->until && strcmp(c->list, list) == 0) {
            place->all = c->all;
            return 0;
        }
        if (c->until < oldest->until) oldest = c;
    }
    int status = store_entry_place(h->store, list, 0, place);
    if (status || place->all < MANY) return status;
    memcpy(oldest->list, list, strlen(list) + 1);
    oldest->until = now + COUNTED_MS;
    oldest->all = place->all;
    return 0;
}

static int show_part(struct ask *a, int32_t day, const char *part, int i, const struct standing *s, struct out *o)
{
    char list[STORE_LIST + 1];
    struct store_place place = {.all = 0};
    bool over = s->part[i].over;
    daily_list(DAILY_RESULTS, day, part, list);
    int status = day_opens(day) > hall_now(a->hall) ? 0
                 : over ? store_entry_place(a->hall->store, list, s->part[i].result.rank, &place)
                        : count_crowd(a->hall, list, &place);
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "part", part);
    out_key_str(o, "state", over ? "over" : s->part[i].begun ? "begun" : "new");
    out_key_str(o, "table", s->part[i].table[0] ? s->part[i].table : NULL);
    out_key(o, "players");
    out_uint(o, place.all);
    out_key(o, "mine");
    if (over) show_mine(o, &s->part[i].result, &place);
    else out_str(o, "null");
    out_char(o, '}');
    return status;
}

/* The secret, if the day is over; or null. */
static void show_secret(struct ask *a, int32_t day, const uint8_t secret[FAIR_SALT], struct out *o)
{
    bool told = hall_now(a->hall) >= day_closes(day);
    out_key(o, "secret");
    if (told) out_char(o, '"');
    if (told) out_digits(o, secret, FAIR_SALT);
    out_str(o, told ? "\"" : "null");
}

static int show_day(struct ask *a, int32_t day, struct out *o)
{
    char date[DAY_TEXT], promise[FAIR_HEX + 1];
    uint8_t secret[FAIR_SALT];
    struct standing s;
    int status = find_standing(a, day, &s);
    day_write(day, date);
    daily_secret(a->hall->daily, day, secret);
    fair_promise(secret, promise);
    out_char(o, '{');
    out_key_str(o, "day", date);
    out_key(o, "opens");
    out_uint(o, day_opens(day));
    out_key(o, "closes");
    out_uint(o, day_closes(day));
    out_key_str(o, "promise", promise);
    show_secret(a, day, secret, o);
    out_key(o, "parts");
    out_char(o, '[');
    for (int i = 0; !status && part_name(i); i++)
        if (part_of(part_name(i)) == i) status = show_part(a, day, part_name(i), i, &s, o);
    out_str(o, "]}");
    return status;
}

/* There are none here: that has been answered. */
static bool has_days(struct ask *a)
{
    return a->hall->config->daily || api_refuse(a, 404, "unknown", "There are no games of the day here.");
}

/* The day that is meant; false: it has been answered. Those to come are told as far as they are promised. */
static bool read_day(struct ask *a, const char *text, int32_t *day)
{
    if (!has_days(a)) return false;
    if (!text || !day_read(text, strlen(text), day))
        return api_refuse(a, 400, "json", "`day` is a text like 2026-11-16.");
    if (day_opens(*day) > hall_now(a->hall) + DAILY_AHEAD * UINT64_C(86400000))
        return api_refuse(a, 404, "waiting", "This day is too far ahead.");
    return true;
}

bool api_get_daily(struct ask *a)
{
    uint64_t now = hall_now(a->hall);
    struct out *o = hall_out(a->hall);
    int status = 0;
    if (!has_days(a)) return false;
    out_str(o, "{\"now\":");
    out_uint(o, now);
    out_str(o, ",\"days\":[");
    int32_t day = day_of(now) - 2;
    while (day_closes(day) <= now) day++;
    for (; !status && day_opens(day) <= now + DAILY_AHEAD * UINT64_C(86400000); day++) {
        out_comma(o);
        status = show_day(a, day, o);
    }
    out_str(o, "]}");
    return status ? api_refuse_store(a, unread) : api_reply_out(a, 200, o);
}

bool api_get_day(struct ask *a)
{
    int32_t day;
    struct out *o = hall_out(a->hall);
    if (!read_day(a, a->word[0], &day)) return false;
    return show_day(a, day, o) ? api_refuse_store(a, unread) : api_reply_out(a, 200, o);
}

/* ---- beginning ---- */

static bool reply_table(struct ask *a, const char *id)
{
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    out_key_str(o, "table", id);
    out_char(o, '}');
    return api_reply_out(a, 201, o);
}

static void created(struct hall *h, void *ctx, struct outcome is, const struct room *r, bool again)
{
    (void)h, (void)again;
    if (is.error) api_refuse_at_last(ctx, is);
    else reply_table(ctx, r->id);
}

/* Is it that day somewhere? False: it has been answered. */
static bool is_open(struct ask *a, int32_t day)
{
    uint64_t now = hall_now(a->hall);
    if (now < day_opens(day)) return api_refuse(a, 409, "waiting", "This day has not begun anywhere yet.");
    return now < day_closes(day) || api_refuse(a, 409, "over", "This day is over everywhere.");
}

bool api_post_daily(struct ask *a)
{
    int32_t day;
    char list[STORE_LIST + 1], table[STORE_TEXT];
    const char *part = api_text(a, "game");
    const struct game *game = part ? daily_game(part) : NULL;
    if (!read_day(a, api_text(a, "day"), &day)) return false;
    if (!part && json_is_true(json_object_get(a->body, RUN_PART))) return is_open(a, day) && api_post_run(a, day);
    if (!game) return api_refuse(a, 400, "setup", "`game` is not the name of a game that is played here.");
    api_introduce(a);
    daily_list(DAILY_BEGUN, day, game->name, list);
    int status = store_entry_get(a->hall->store, list, a->who.player, NULL, table);
    if (status < 0) return api_refuse_store(a, unread);
    if (status) return reply_table(a, table);
    if (!is_open(a, day)) return false;
    if (api_keep_circles(a)) return api_refuse_store(a, unread);
    struct ask *kept = api_keep(a);
    actions_create_daily(a->hall, &kept->who, game, day, created, free, kept);
    return true;
}

/* ---- rankings ---- */

/* A ranking that is being written. */
struct ranking {
    struct ask *ask;
    struct out *o;
    uint64_t n, place; /* rows so far; the place of the last */
    int64_t rank;      /* ... and its rank */
    bool you;          /* one's own was among them */
};

static void show_row(struct ranking *r, const struct store_entry *e, uint64_t place, bool you)
{
    struct daily_result d;
    const char *name;
    daily_read(e, &d, &name);
    out_comma(r->o);
    out_char(r->o, '{');
    out_key(r->o, "place");
    out_uint(r->o, place);
    out_key_str(r->o, "name", name);
    show_points(r->o, &d);
    out_key_bool(r->o, "you", you);
    out_char(r->o, '}');
}

static int rank_row(void *ctx, const struct store_entry *e)
{
    struct ranking *r = ctx;
    bool you = r->ask->known && strcmp(e->player, r->ask->who.player) == 0;
    r->n++;
    if (r->n == 1 || e->rank != r->rank) r->place = r->n;
    r->rank = e->rank;
    r->you |= you;
    show_row(r, e, r->place, you);
    return 0;
}

/* Among everybody: the first, and one's own. */
static int rank_all(struct ranking *r, const char *list, const struct store_entry *own)
{
    struct store_place place;
    int status = store_entries(r->ask->hall->store, list, ROWS, rank_row, r);
    if (status || !own || r->you) return status;
    status = store_entry_place(r->ask->hall->store, list, own->rank, &place);
    if (!status) show_row(r, own, place.before + 1, true);
    return status;
}

/* Somebody of a circle, and the result, if there is one. */
struct friend
{
    char player[PLAYER_LEN + 1], name[ROOM_NAME], text[STORE_TEXT];
    struct store_entry result; /* text NULL: none yet */
};
struct friends {
    struct friend all[CIRCLE_MEMBERS];
    int n;
};

static int note_friend(void *ctx, const struct store_entry *e)
{
    struct friends *f = ctx;
    if (!e->player[0] || f->n == CIRCLE_MEMBERS) return 0;
    snprintf(f->all[f->n].player, sizeof f->all[f->n].player, "%.32s", e->player);
    snprintf(f->all[f->n].name, sizeof f->all[f->n].name, "%.96s", e->text);
    f->n++;
    return 0;
}

static int by_rank(const void *one, const void *two)
{
    const struct friend *x = one, *y = two;
    if (!x->result.text != !y->result.text) return x->result.text ? -1 : 1;
    if (!x->result.text) return strcmp(x->player, y->player);
    if (x->result.rank != y->result.rank) return x->result.rank < y->result.rank ? -1 : 1;
    return x->result.at < y->result.at ? -1 : x->result.at > y->result.at;
}

static void show_friends(struct ranking *r, struct friends *f)
{
    qsort(f->all, (size_t)f->n, sizeof *f->all, by_rank);
    for (int i = 0; i < f->n; i++) {
        struct friend *k = &f->all[i];
        bool you = strcmp(k->player, r->ask->who.player) == 0;
        char text[STORE_TEXT];
        struct daily_result d;
        const char *name;
        if (k->result.text) { /* members are called as the circle knows them */
            k->result.player = k->player;
            k->result.text = k->text;
            daily_read(&k->result, &d, &name);
            daily_write(&d, k->name, text);
            k->result.text = text;
            rank_row(r, &k->result);
            continue;
        }
        out_comma(r->o);
        out_str(r->o, "{\"place\":null");
        out_key_str(r->o, "name", k->name);
        out_str(r->o, ",\"points\":null,\"against\":null");
        out_key_bool(r->o, "you", you);
        out_char(r->o, '}');
    }
}

/* 1: done; 0: one is not in that circle. */
static int rank_circle(struct ranking *r, const char *list, const char *id)
{
    struct friends *f = must(calloc(1, sizeof *f));
    char circle[STORE_LIST + 1];
    bool member = false;
    struct store *store = r->ask->hall->store;
    snprintf(circle, sizeof circle, CIRCLE_LIST "%.40s", id);
    int status = store_entries(store, circle, CIRCLE_MEMBERS + 1, note_friend, f);
    for (int i = 0; i < f->n; i++) member |= r->ask->known && strcmp(f->all[i].player, r->ask->who.player) == 0;
    for (int i = 0; !status && member && i < f->n; i++) {
        struct friend *k = &f->all[i];
        int found = store_entry_get(store, list, k->player, &k->result, k->text);
        if (found < 0) status = found;
        if (!found) k->result.text = NULL;
    }
    if (!status && member) show_friends(r, f);
    free(f);
    return status ? status : member;
}

/* The circle that the query names, wherever in it; false: none. */
static bool query_circle(const char *query, char id[STORE_LIST + 1])
{
    const char *name = "circle=";
    while (*query && strncmp(query, name, strlen(name)) != 0) query += strcspn(query, "&"), query += *query == '&';
    if (!*query) return false;
    query += strlen(name);
    snprintf(id, STORE_LIST + 1, "%.*s", (int)strcspn(query, "&"), query);
    return true;
}

bool api_get_ranking(struct ask *a)
{
    int32_t day;
    char list[STORE_LIST + 1], text[STORE_TEXT], id[STORE_LIST + 1];
    struct store_entry own = {.text = NULL};
    struct out *o = hall_out(a->hall);
    struct ranking r = {.ask = a, .o = o};
    bool circle = query_circle(a->request->query, id);
    if (!read_day(a, a->word[0], &day)) return false;
    if (part_of(a->word[1]) < 0) return api_refuse(a, 404, "unknown", "There is nothing here.");
    daily_list(DAILY_RESULTS, day, a->word[1], list);
    int mine = a->known ? store_entry_get(a->hall->store, list, a->who.player, &own, text) : 0;
    if (mine < 0) return api_refuse_store(a, unread);
    if (!mine && hall_now(a->hall) < day_closes(day))
        return api_refuse(a, 409, "waiting", "This is told once your own game of this day is over.");
    out_char(o, '{');
    out_key_str(o, "part", a->word[1]);
    out_key(o, "rows");
    out_char(o, '[');
    int status = circle ? rank_circle(&r, list, id) : rank_all(&r, list, mine ? &own : NULL);
    if (circle && !status) return api_refuse(a, 404, "unknown", "You are in no such circle.");
    if (status < 0) return api_refuse_store(a, unread);
    out_str(o, "]}");
    return api_reply_out(a, 200, o);
}
