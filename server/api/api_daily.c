/* api_daily.c -- see api.h: the games of a day. What a day has and how one did, tables for its games, rankings.
 *
 * Nothing that is told before one's own game is over, or the day is over everywhere, depends on the day's secret: but for
 * its promise (daily.h). Of others it is only told how many are done. */
#include "../../games/run.h"
#include "api_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 50, PARTS = HALL_COUNT_PARTS, DAYS = HALL_COUNT_DAYS, MANY = 1000, COUNTED_MS = 1000 };

static const char unread[] = "The store could not be read.";

/* ---- a day ---- */

/* Days that are told about, and what a player has of their parts. */
struct days {
    int32_t from, to; /* both included */
    struct own_standing {
        bool begun;             /* and then: */
        char table[ID_LEN + 1]; /* "": it has none */
        bool over;              /* and then: */
        struct daily_result result;
        uint64_t before; /* how many did better */
    } own[DAYS][PARTS];
    uint32_t all[DAYS][PARTS]; /* how many results there are */
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

static void note_standing(void *ctx, const struct store_standing *v)
{
    struct days *d = ctx;
    int i = part_of(v->part);
    if (i < 0 || v->day < d->from || v->day > d->to) return;
    struct own_standing *own = &d->own[v->day - d->from][i];
    *own = (struct own_standing){
        .begun = true,
        .over = v->over,
        .result = {.points = v->points, .against = v->against, .has_against = v->has_against},
        .before = v->before,
    };
    snprintf(own->table, sizeof own->table, "%s", v->table);
}

static void note_crowd(void *ctx, int32_t day, const char *part, uint64_t n)
{
    struct days *d = ctx;
    int i = part_of(part);
    if (i >= 0 && day >= d->from && day <= d->to) d->all[day - d->from][i] = (uint32_t)n;
}

/* How many results the parts of these days have. Of many it may be what it was a second ago: counting takes a while, and
 * anybody may ask. */
static int count_crowds(struct hall *h, struct days *d)
{
    uint64_t now = uv_now(h->loop), n = 0;
    struct hall_count_cache *oldest = &h->count_cache[0];
    for (struct hall_count_cache *c = h->count_cache; c < h->count_cache + HALL_COUNT_CACHES; c++) {
        if (now < c->until && c->from == d->from && c->to == d->to) {
            memcpy(d->all, c->all, sizeof d->all);
            return 0;
        }
        if (c->until < oldest->until) oldest = c;
    }
    int status = store_crowds(h->store, d->from, d->to, note_crowd, d);
    for (int i = 0; i < DAYS * PARTS; i++) n += d->all[i / PARTS][i % PARTS];
    if (status || n < MANY) return status;
    *oldest = (struct hall_count_cache){.from = d->from, .to = d->to, .until = now + COUNTED_MS};
    memcpy(oldest->all, d->all, sizeof oldest->all);
    return 0;
}

static int find_days(struct ask *a, int32_t from, int32_t to, struct days *d)
{
    GAME_ASSERT(from <= to && to - from < DAYS);
    *d = (struct days){.from = from, .to = to};
    int status = a->known ? store_standings(a->hall->store, a->who.player, from, to, note_standing, d) : 0;
    return status ? status : count_crowds(a->hall, d);
}

static void show_points(struct out *o, int32_t points, bool has_against, int32_t against)
{
    out_key_int(o, "points", points);
    out_key(o, "against");
    if (has_against) out_int(o, against);
    else out_str(o, "null");
}

/* Percent: of the others, how many in a hundred did not do better. */
static void show_mine(struct out *o, const struct own_standing *own, uint64_t all)
{
    bool crowd = all >= DAILY_CROWD;
    uint64_t others = all > 1 ? all - 1 : 1;
    out_char(o, '{');
    show_points(o, own->result.points, own->result.has_against, own->result.against);
    out_key(o, "place");
    if (crowd) out_uint(o, own->before + 1);
    else out_str(o, "null");
    out_key(o, "of");
    out_uint(o, all);
    out_key(o, "percent");
    if (crowd) out_uint(o, 100 * (others - own->before) / others);
    else out_str(o, "null");
    out_char(o, '}');
}

static void show_part(const char *part, const struct own_standing *own, uint64_t all, struct out *o)
{
    if (own->over && all <= own->before) all = own->before + 1; /* it was counted before */
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "part", part);
    out_key_str(o, "state", own->over ? "over" : own->begun ? "begun" : "new");
    out_key_str(o, "table", own->table[0] ? own->table : NULL);
    out_key(o, "players");
    out_uint(o, all);
    out_key(o, "mine");
    if (own->over) show_mine(o, own, all);
    else out_str(o, "null");
    out_char(o, '}');
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

static void show_day(struct ask *a, const struct days *d, int32_t day, struct out *o)
{
    char date[DAY_TEXT], promise[FAIR_HEX + 1];
    uint8_t secret[FAIR_SALT];
    int at = day - d->from;
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
    for (int i = 0; part_name(i); i++)
        if (part_of(part_name(i)) == i) show_part(part_name(i), &d->own[at][i], d->all[at][i], o);
    out_str(o, "]}");
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
    struct days d;
    if (!has_days(a)) return false;
    int32_t from = day_of(now) - 2, to = day_of(now);
    while (day_closes(from) <= now) from++;
    while (day_opens(to + 1) <= now + DAILY_AHEAD * UINT64_C(86400000)) to++;
    if (find_days(a, from, to, &d)) return api_refuse_store(a, unread);
    out_str(o, "{\"now\":");
    out_uint(o, now);
    out_str(o, ",\"days\":[");
    for (int32_t day = from; day <= to; day++) {
        out_comma(o);
        show_day(a, &d, day, o);
    }
    out_str(o, "]}");
    return api_reply_out(a, 200, o);
}

bool api_get_day(struct ask *a)
{
    int32_t day;
    struct days d;
    struct out *o = hall_out(a->hall);
    if (!read_day(a, a->word[0], &day)) return false;
    if (find_days(a, day, day, &d)) return api_refuse_store(a, unread);
    show_day(a, &d, day, o);
    return api_reply_out(a, 200, o);
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
    (void)h;
    if (!is.error && !again && api_keep_circles(ctx)) is = (struct outcome){.error = "store", .text = unread};
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
    char table[ID_LEN + 1];
    const char *part = api_text(a, "game");
    const struct game *game = part ? daily_game(part) : NULL;
    if (!read_day(a, api_text(a, "day"), &day)) return false;
    if (!part && json_is_true(json_object_get(a->body, RUN_PART))) return is_open(a, day) && api_post_run(a, day);
    if (!game) return api_refuse(a, 400, "setup", "`game` is not the name of a game that is played here.");
    api_introduce(a);
    const struct store_part begun = {.player = a->who.player, .day = day, .part = game->name};
    if (store_gather(a->hall->store)) {
        store_begun_get(a->hall->store, &begun, table);
        actions_gather_daily(a->hall, &a->who, game, day);
        store_fetch(a->hall->store);
    }
    int status = store_begun_get(a->hall->store, &begun, table);
    if (status < 0) return api_refuse_store(a, unread);
    if (status) return reply_table(a, table);
    if (!is_open(a, day)) return false;
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

static void show_row(struct ranking *r, const struct store_result *v, uint64_t place, bool you)
{
    out_comma(r->o);
    out_char(r->o, '{');
    out_key(r->o, "place");
    if (v->missing) out_str(r->o, "null");
    else out_uint(r->o, place);
    out_key_str(r->o, "name", v->name);
    if (v->missing) out_str(r->o, ",\"points\":null,\"against\":null");
    else show_points(r->o, v->points, v->has_against, v->against);
    out_key_bool(r->o, "you", you);
    out_char(r->o, '}');
}

static void rank_row(void *ctx, const struct store_result *v)
{
    struct ranking *r = ctx;
    bool you = r->ask->known && strcmp(v->player, r->ask->who.player) == 0;
    r->n++;
    if (r->n == 1 || v->rank != r->rank) r->place = r->n;
    r->rank = v->rank;
    r->you |= you;
    show_row(r, v, r->place, you);
}

/* One's own result. */
struct own_result {
    struct store_result is;
    char name[STORE_TEXT];
};

static void note_own(void *ctx, const struct store_result *v)
{
    struct own_result *own = ctx;
    snprintf(own->name, sizeof own->name, "%s", v->name);
    own->is = *v;
    own->is.name = own->name;
    own->is.player = NULL;
}

/* The circle that the query names, wherever in it; false: none. */
static bool query_circle(const char *query, char id[API_WORD])
{
    const char *name = "circle=";
    while (*query && strncmp(query, name, strlen(name)) != 0) query += strcspn(query, "&"), query += *query == '&';
    if (!*query) return false;
    query += strlen(name);
    snprintf(id, API_WORD, "%.*s", (int)strcspn(query, "&"), query);
    return true;
}

bool api_get_ranking(struct ask *a)
{
    int32_t day;
    char id[API_WORD];
    const char *part = a->word[1];
    struct store *store = a->hall->store;
    struct own_result own;
    struct out *o = hall_out(a->hall);
    struct ranking r = {.ask = a, .o = o};
    bool circle = query_circle(a->request->query, id);
    if (!read_day(a, a->word[0], &day)) return false;
    if (part_of(part) < 0) return api_refuse(a, 404, "unknown", "There is nothing here.");
    const struct store_part mine = {.player = a->who.player, .day = day, .part = part};
    int over = a->known ? store_result_get(store, &mine, note_own, &own) : 0;
    if (over < 0) return api_refuse_store(a, unread);
    if (!over && hall_now(a->hall) < day_closes(day))
        return api_refuse(a, 409, "waiting", "This is told once your own game of this day is over.");
    out_char(o, '{');
    out_key_str(o, "part", part);
    out_key(o, "rows");
    out_char(o, '[');
    int status = circle ? store_results_circle(store, day, part, id, rank_row, &r)
                        : store_results(store, day, part, ROWS, rank_row, &r);
    if (status) return api_refuse_store(a, unread);
    if (circle && !r.you) return api_refuse(a, 404, "unknown", "You are in no such circle.");
    if (over && !r.you) show_row(&r, &own.is, own.is.before + 1, true); /* behind the first */
    out_str(o, "]}");
    return api_reply_out(a, 200, o);
}
