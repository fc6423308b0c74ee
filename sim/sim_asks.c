/* sim_asks.c -- see sim.h: what players ask by HTTP, every address, well and badly, and what must hold of the answers: a personal link
 * works once, what was ended stays ended, a card makes one the player it was made for, an answer to a puzzle stays what it was, nobody
 * gets in by the old link of a circle. */
#include "sim_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED = 8, CROWD = 60 };

/* What players tell one another of: each its player's, and how often it is known to have worked. */
struct thing {
    char text[128], player[PLAYER_LEN + 1];
    int worked;
    bool ended; /* nobody may use it any more, and who ended it was told so */
};
static struct {
    struct thing link[SHARED], card[SHARED];
    struct thing circle[SHARED];
    char member[20];
    int links, cards, circles, crowd; /* ... of strangers who came to join */
} known;

void sim_asks_begin(void) { memset(&known, 0, sizeof known); }

static const char *one_of(const char *const *list, uint64_t n) { return list[sim_between(0, n - 1)]; }
#define ONE_OF(list) one_of(list, sizeof(list) / sizeof *(list))

static void get(struct client *c, const char *row, const char *path, const char *query)
{
    sim_request(c, &(struct sim_request){.row = row, .method = "GET", .path = path, .query = query, .json = true});
}

static void post(struct client *c, const char *row, const char *path, const char *body)
{
    sim_request(
        c, &(struct sim_request){.row = row, .method = "POST", .path = path, .query = "", .body = body, .json = true});
}

/* ---- asking ---- */

static const char *some_table(void)
{
    return sim_known_n && sim_chance(90) ? sim_known[sim_between(0, (uint64_t)sim_known_n - 1)] : "aaaaaaaaaaaa";
}

static void ask_tables(struct client *c)
{
    static const char *const bad[] = {"{\"game\":\"chess\"}", "{\"game\":\"temple\",\"id\":\"\"}",
                                      "{\"game\":\"valley\",\"name\":\" \"}"};
    static const char *const good[] = {
        "{\"game\":\"valley\",\"seats\":2,\"public\":true}",
        "{\"game\":\"temple\",\"seats\":2,\"bots\":[\"beginner\"]}",
        "{\"game\":\"tiwanaku\",\"seats\":1,\"board\":{\"size\":\"tiny\",\"grade\":\"fair\"}}",
        "{\"game\":\"tiwanaku\",\"seats\":2,\"board\":{\"size\":\"tiny\",\"grade\":\"tricky\"}}"};
    static const char *const behind[] = {"", "/record", "/view"}, *const row[] = {"GET /api/tables/*",
                                                                                  "GET /api/tables/*/record",
                                                                                  "GET /api/tables/*/view"};
    char path[64];
    uint64_t k = sim_between(0, 2);
    switch (sim_between(0, 4)) {
    case 0: get(c, "GET /api/tables", "/api/tables", ""); return;
    case 1: get(c, "GET /api/tables/mine", "/api/tables/mine", ""); return;
    case 2:
        if (sim_known_n < KNOWN)
            post(c, "POST /api/tables", "/api/tables", sim_chance(70) ? ONE_OF(good) : ONE_OF(bad));
        return;
    default: snprintf(path, sizeof path, "/api/tables/%s%s", some_table(), behind[k]); get(c, row[k], path, "");
    }
}

static const struct thing *some(const struct thing *list, int n)
{
    return &list[sim_between(0, n > SHARED ? SHARED - 1 : n ? (uint64_t)n - 1 : 0)];
}

static const struct thing nowhere = {.text = "nowhere"};

static const struct thing *some_circle(int percent)
{
    return known.circles && sim_chance(percent) ? some(known.circle, known.circles) : &nowhere;
}

/* token: NULL: the client's own. */
static void ask_circle(struct client *c, const char *row, const struct thing *circle, const char *body,
                       const char *token)
{
    sim_request(c, &(struct sim_request){.row = row,
                                         .method = "POST",
                                         .path = "/api/circles",
                                         .query = "",
                                         .body = body,
                                         .json = true,
                                         .token = token,
                                         .thing = circle->text,
                                         .ended = circle->ended});
}

static void ask_me(struct client *c)
{
    static const char *const names[] = {"{\"name\":\"Quri\"}", "{\"name\":\"\"}"};
    static const char *const ends[] = {"{\"end\":true,\"id\":\"end\"}", "{\"end\":true}", "{\"end\":1}",
                                       "{\"end\":true,\"id\":\"\"}"};
    char body[200];
    const struct thing *t;
    switch (sim_between(0, 7)) {
    case 0: get(c, "GET /api/me", "/api/me", ""); return;
    case 1: post(c, "POST /api/me name", "/api/me", ONE_OF(names)); return;
    case 2: post(c, "POST /api/link", "/api/link", "{}"); return;
    case 3:
        t = some(known.link, known.links);
        snprintf(body, sizeof body, "{\"link\":\"%s\"}", t->text);
        sim_request(c, &(struct sim_request){.row = "POST /api/me link",
                                             .method = "POST",
                                             .path = "/api/me",
                                             .query = "",
                                             .body = body,
                                             .json = true,
                                             .thing = t->text});
        return;
    case 4:
        t = some(known.card, known.cards);
        snprintf(body, sizeof body, "{\"card\":\"%s\"}", t->text);
        sim_request(c, &(struct sim_request){.row = "POST /api/me card",
                                             .method = "POST",
                                             .path = "/api/me",
                                             .query = "",
                                             .body = body,
                                             .json = true,
                                             .thing = t->text,
                                             .ended = t->ended});
        return;
    case 5:
        if (sim_chance(30)) post(c, "POST /api/card end", "/api/card", "{\"end\":true}");
        else post(c, "POST /api/card", "/api/card", sim_chance(90) ? "{}" : "{\"end\":7}");
        return;
    case 6: get(c, "GET /api/card", "/api/card", ""); return;
    default:
        if (sim_chance(60))
            sim_request(c, &(struct sim_request){.row = "POST /api/me end",
                                                 .method = "POST",
                                                 .path = "/api/me",
                                                 .query = "",
                                                 .body = ONE_OF(ends),
                                                 .json = true,
                                                 .token = sim_chance(60) || !c->ended[0] ? NULL : c->ended});
    }
}

static void ask_circles(struct client *c)
{
    static const char *const make[] = {"{\"name\":\"Friends\",\"as\":\"Ana\"}", "{\"name\":\"Others\"}",
                                       "{\"name\":\" \"}", "{\"name\":\"Some\",\"as\":\"\"}"};
    const struct thing *t = some_circle(90);
    const char *id = t->text;
    char body[200];
    switch (sim_between(0, 6)) {
    case 0: get(c, "GET /api/circles", "/api/circles", ""); return;
    case 1: post(c, "POST /api/circles name", "/api/circles", ONE_OF(make)); return;
    case 2:
        snprintf(body, sizeof body, "{\"join\":\"%s\"%s}", id, sim_chance(80) ? ",\"as\":\"Bo\"" : ",\"as\":\" \"");
        ask_circle(c, "POST /api/circles join", t, body, NULL);
        return;
    case 3:
        snprintf(body, sizeof body, "{\"leave\":\"%s\"}", id);
        if (sim_chance(30)) ask_circle(c, "POST /api/circles leave", t, body, NULL);
        return;
    case 4:
        snprintf(body, sizeof body, "{\"circle\":\"%s\",\"rename\":\"%s\"}", id, sim_chance(80) ? "Family" : "");
        ask_circle(c, "POST /api/circles rename", t, body, NULL);
        return;
    case 5:
        snprintf(body, sizeof body, "{\"circle\":\"%s\",\"renew\":%s}", id, sim_chance(90) ? "true" : "1");
        ask_circle(c, "POST /api/circles renew", t, body, NULL);
        return;
    default:
        snprintf(body, sizeof body, "{\"circle\":\"%s\",\"remove\":\"%s\"}", id,
                 sim_chance(80) ? known.member : "nobody");
        ask_circle(c, "POST /api/circles remove", t, body, NULL);
    }
}

/* While they come the link may be made new, by whom it is not for strangers. */
void sim_ask_crowd(struct client *c)
{
    const struct thing *t = &known.circle[0];
    char body[100];
    if (!known.circles) return;
    if (known.crowd > 8 && world.seed % 2 && !t->ended && strcmp(t->player, c->player) == 0) {
        snprintf(body, sizeof body, "{\"circle\":\"%.40s\",\"renew\":true}", t->text);
        ask_circle(c, "POST /api/circles renew", t, body, NULL);
    }
    for (int i = 0; i < 4 && known.crowd < CROWD; i++, known.crowd++) {
        snprintf(body, sizeof body, "{\"join\":\"%.40s\",\"as\":\"Bo\"}", t->text);
        ask_circle(c, "POST /api/circles join", t, body, "");
    }
}

static void ask_oddly(struct client *c)
{
    static const char *const paths[] = {"/api/nothing", "/api", "/api/tables/x/y/z"};
    switch (sim_between(0, 5)) {
    case 4:
    case 5:
    case 0: get(c, "GET /healthz", "/healthz", ""); return;
    case 1: get(c, "GET /metrics", "/metrics", ""); return;
    case 2:
        if (sim_chance(50)) get(c, "(no request)", ONE_OF(paths), "");
        else post(c, "(no request)", "/api/daily/2026-11-16", "{}");
        return;
    default:
        sim_request(c, &(struct sim_request){.row = "(POST that is no JSON)",
                                             .method = "POST",
                                             .path = "/api/circles",
                                             .query = "",
                                             .body = sim_chance(50) ? "[]" : "{}",
                                             .json = sim_chance(50)});
    }
}

/* A game of the day, and what others may ask about it. */
static void ask_about_day(struct client *c, const char *date)
{
    static const char *const parts[] = {"temple", "temple", "puzzle", "nothing"};
    const struct client *other = &world.client[sim_between(0, (uint64_t)world.clients - 1)];
    char text[128], query[64] = "";
    switch (sim_between(0, 3)) {
    case 0:
        snprintf(text, sizeof text, "/api/daily/%s/%s", date, ONE_OF(parts));
        if (sim_chance(30)) snprintf(query, sizeof query, "circle=%.40s", some_circle(100)->text);
        get(c, "GET /api/daily/*/*", text, query);
        return;
    case 1:
        snprintf(text, sizeof text, "/api/tables/%s/view", other->day_table);
        if (other->day_table[0]) get(c, "GET /api/tables/*/view", text, "");
        return;
    case 2:
        snprintf(text, sizeof text, "/api/daily/%s", date);
        get(c, "GET /api/daily/*", text, "");
        return;
    default: get(c, "GET /api/daily", "/api/daily", "");
    }
}

static void ask_puzzle(struct client *c, const char *date)
{
    char body[128];
    int at = sim_chance(80) ? c->puzzle : (int)sim_between(0, 8);
    if (sim_chance(20)) snprintf(body, sizeof body, "{\"day\":\"%s\",\"puzzle\":true}", date);
    else if (sim_chance(5))
        snprintf(body, sizeof body, "{\"day\":\"%s\",\"puzzle\":true,\"claim\":\"c3 crop 4\"}", date);
    else
        snprintf(body, sizeof body, "{\"day\":\"%s\",\"puzzle\":true,\"at\":%d,\"claim\":\"%c%d crop %d\"}", date, at,
                 (char)('a' + (char)sim_between(0, 4)), (int)sim_between(1, 5), (int)sim_between(1, 6));
    post(c, "POST /api/daily puzzle", "/api/daily", body);
}

void sim_ask_day(struct client *c)
{
    static const char *const odd[] = {"2023-11-10", "2099-01-01", "x"};
    char date[DAY_TEXT], text[128];
    day_write(world.day, date);
    if (sim_chance(5)) snprintf(date, sizeof date, "%s", ONE_OF(odd));
    if (sim_chance(60)) {
        ask_about_day(c, date);
        return;
    }
    if (world.puzzles && sim_chance(60)) {
        ask_puzzle(c, date);
        return;
    }
    snprintf(text, sizeof text, "{\"day\":\"%s\",\"game\":\"%s\"}", date, sim_chance(95) ? "temple" : "chess");
    post(c, "POST /api/daily game", "/api/daily", text);
}

void sim_ask_something(struct client *c)
{
    switch (sim_between(0, 9)) {
    case 0:
    case 1:
    case 2: ask_tables(c); break;
    case 3:
    case 4:
    case 5: ask_me(c); break;
    case 6:
    case 7:
    case 8: ask_circles(c); break;
    default: ask_oddly(c);
    }
}

/* ---- answers ---- */

static const char *word(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static struct thing *find(struct thing *list, const char *text)
{
    for (int i = 0; i < SHARED; i++)
        if (text[0] && strcmp(list[i].text, text) == 0) return &list[i];
    return NULL;
}

static void keep(struct thing *list, int *n, const char *text, const char *player)
{
    struct thing *t = &list[(*n)++ % SHARED];
    *t = (struct thing){.worked = 0};
    snprintf(t->text, sizeof t->text, "%s", text);
    snprintf(t->player, sizeof t->player, "%s", player);
}

/* By a link, a card or an ending one is a player with a new token. */
static void new_token(struct client *c, const struct sim_answer *a, const json_t *o)
{
    bool link = strstr(a->row, "link") != NULL, card = strstr(a->row, "card") != NULL;
    struct thing *t = link ? find(known.link, a->thing) : card ? find(known.card, a->thing) : NULL;
    if (t && strcmp(t->player, word(o, "player")) != 0)
        sim_broken("client %d became another player than %s is for", c->number, t->text);
    if (t && link && t->worked++) sim_broken("the link %s works twice", t->text);
    if (card && a->ended) sim_broken("the card %s was ended, and works", a->thing);
    if (!a->cookie[0] || strcmp(a->token, c->token) != 0) return;
    if (strstr(a->row, "end")) snprintf(c->ended, sizeof c->ended, "%s", c->token);
    sim_client_becomes(c, a->cookie, word(o, "player"));
}

/* Is the answer for who the client still is? If its tokens were ended meanwhile a stranger got it, with a new one. */
static bool is_own(const struct client *c, const struct sim_answer *a)
{
    return strcmp(a->token, c->token) == 0 && !a->cookie[0];
}

/* The table of a game of the day, the same however often one asks. */
static void day_table(struct client *c, const struct sim_answer *a, const char *id)
{
    if (!is_own(c, a)) return;
    if (c->day_table[0] && strcmp(c->day_table, id) != 0) sim_broken("client %d has two games of a day", c->number);
    snprintf(c->day_table, sizeof c->day_table, "%s", id);
}

static void puzzle(struct client *c, const struct sim_answer *a, const json_t *o)
{
    int at = (int)json_integer_value(json_object_get(o, "at"));
    if (!is_own(c, a)) return;
    if ((int)json_array_size(json_object_get(o, "answers")) != at)
        sim_broken("client %d has answered %d positions, and they are not told", c->number, at);
    if (at > c->puzzle) c->puzzle = at;
}

/* Made, or with another id from now on: then the one before leads nowhere. */
static void circle(const struct sim_answer *a, const char *id, const char *player)
{
    bool renewed = strcmp(a->row, "POST /api/circles renew") == 0;
    struct thing *t = find(known.circle, a->thing);
    if (a->ended) sim_broken("the circle %s has another id, and somebody gets in by the old one: %s", a->thing, a->row);
    if (renewed && strcmp(a->thing, id) == 0) sim_broken("the circle %s keeps its id", id);
    if (renewed && t) t->ended = true;
    if (renewed || strcmp(a->row, "POST /api/circles name") == 0) keep(known.circle, &known.circles, id, player);
}

static void circles(const json_t *o)
{
    const json_t *circle, *member;
    size_t i, k;
    json_array_foreach(json_object_get(o, "circles"), i, circle)
        json_array_foreach(json_object_get(circle, "members"), k, member)
            snprintf(known.member, sizeof known.member, "%s", word(member, "member"));
}

/* Made after it was asked for. */
static void lobby(struct client *c, const struct sim_answer *a, const json_t *o)
{
    const json_t *tables = json_object_get(o, "tables");
    sim_law_lobby(c->number, tables, a->asked_at);
    if (!c->asked_fresh) return;
    c->lobby.fresh = json_dumps(tables, JSON_COMPACT);
    c->lobby.fresh_at = a->asked_at;
}

static void went_well(struct client *c, const struct sim_answer *a, const json_t *o)
{
    const char *row = a->row;
    if (strcmp(row, "GET /api/tables") == 0) lobby(c, a, o);
    if (strcmp(row, "POST /api/daily game") == 0) day_table(c, a, word(o, "table"));
    if (strcmp(row, "POST /api/daily puzzle") == 0) puzzle(c, a, o);
    if (strcmp(row, "POST /api/tables") == 0) sim_learn(word(o, "table"), word(o, "code"));
    if (strcmp(row, "GET /api/circles") == 0) circles(o);
    if (strncmp(row, "POST /api/circles", 17) == 0) circle(a, word(o, "circle"), c->player);
    if (strcmp(row, "POST /api/link") == 0 && is_own(c, a)) keep(known.link, &known.links, word(o, "link"), c->player);
    if (strcmp(row, "POST /api/card") == 0 && is_own(c, a)) keep(known.card, &known.cards, word(o, "card"), c->player);
    if (strncmp(row, "POST /api/me", 12) == 0 && strcmp(row, "POST /api/me name") != 0) new_token(c, a, o);
    char today[DAY_TEXT];
    day_write(world.day, today);
    if (strcmp(row, "GET /api/daily/*/*") == 0 && !a->query[0] && strstr(a->path, today))
        sim_law_others(c->number, NULL, strrchr(a->path, '/') + 1, a->body);
    for (int i = 0; strcmp(row, "GET /api/tables/*/view") == 0 && i < world.clients; i++)
        if (world.client[i].day_table[0] && strstr(a->path, world.client[i].day_table))
            sim_law_others(c->number, world.client[i].player, "temple", a->body);
}

void sim_client_answer(struct client *c, const struct sim_answer *a)
{
    json_t *o = json_loads(a->body, 0, NULL);
    bool good = a->status < 400;
    sim_say("client %d gets %d %s", c->number, a->status, a->body);
    sim_law_secret(c->number, a->body);
    sim_reached(a->row, good ? "ok" : a->status == 503 ? "store" : word(o, "error"));
    if (good) went_well(c, a, o);
    json_decref(o);
}
