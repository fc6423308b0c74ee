/* sim_clients.c -- see sim.h: players. Each has a token, follows one table at a time, and does at random what people and
 * broken programs do. What it must remember to judge the server is here; judging is sim_laws.c's. */
#include "sim_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LATE = 30 * S }; /* so old may a list be that is told unasked: a turn waits, a server is stopped */

char sim_known[KNOWN][ID_LEN + 1], sim_codes[KNOWN][CODE_LEN + 1];
int sim_known_n;

const char *sim_client_token(const struct client *c) { return c->token; }
struct node *sim_client_node(const struct client *c) { return c->node; }
const char *sim_client_player(int i) { return world.client[i].player; }

static void forget_table(struct client *c)
{
    c->n = 0;
    c->last = 0;
    c->at = 0;
    c->floor = c->done = 0;
    c->round = -1;
    c->line_to_play = NULL;
    c->there = NULL;
    c->stands = (struct stands){.yours = ""};
}

void sim_client_heard(int i, struct heard *h)
{
    const struct client *c = &world.client[i];
    *h = (struct heard){.live = c->line && c->opened,
                        .opened_at = c->opened_at,
                        .asked_at = c->asked_at,
                        .floor = c->floor,
                        .stands = c->stands,
                        .last = c->last,
                        .n = c->n,
                        .text = (const char *const *)c->text,
                        .number = c->number_of,
                        .there = c->there,
                        .node = c->node,
                        .line = c->line};
    snprintf(h->table, sizeof h->table, "%s", c->table);
    for (uint32_t k = 0; c->line && k < c->owed_size; k++)
        if (c->owed[k]) h->waits = k ? "one that it has forgotten" : "one without an id";
    for (int k = 0; k < ASKS; k++)
        if (c->ask[k].used && c->ask[k].sent) h->waits = c->ask[k].text;
}

const struct lobby_told *sim_client_lobby(int i) { return &world.client[i].lobby; }

/* ---- asking ---- */

static struct ask *free_ask(struct client *c)
{
    for (int i = 0; i < ASKS; i++)
        if (!c->ask[i].used) return &c->ask[i];
    return NULL;
}

/* How many answers to this message may still come on this line. */
static int *owed(struct client *c, uint32_t number)
{
    while (number >= c->owed_size) {
        uint32_t n = c->owed_size, size = n ? 2 * n : 256;
        c->owed = realloc(c->owed, size * sizeof *c->owed);
        memset(c->owed + n, 0, (size - n) * sizeof *c->owed);
        c->owed_size = size;
    }
    return &c->owed[number];
}

static void say(struct client *c, uint32_t number, const char *text)
{
    ++*owed(c, number);
    sim_say("client %d says %s", c->number, text);
    sim_send(c->line, text);
}

void sim_say_nameless(struct client *c, const char *text) { say(c, 0, text); }

static uint32_t number_of(const char *id)
{
    const char *dash = strchr(id, '-');
    return dash ? (uint32_t)strtoul(dash + 1, NULL, 10) : 0;
}

/* Has it room for a message that is not always possible? */
static bool has_room(const struct client *c)
{
    int spare = -SPARE;
    for (int i = 0; i < ASKS; i++) spare += !c->ask[i].used;
    return spare > 0;
}

static void send_ask(struct client *c, struct ask *a)
{
    a->sent = true;
    a->order = ++c->orders;
    a->at = world.now;
    say(c, number_of(a->id), a->text);
    if (!a->keeps || !sim_chance(3)) return;
    a->twice = true;
    say(c, number_of(a->id), a->text);
}

struct ask *sim_ask(struct client *c, const char *row, const char *what, bool notes, bool keeps)
{
    struct ask *a = free_ask(c);
    if (!a) return NULL;
    char text[2048];
    bool nowhere = notes && !c->table[0]; /* the next table would be another one than it was meant for */
    *a = (struct ask){.used = true, .row = row, .notes = notes, .keeps = keeps && !nowhere, .round = -1};
    const char *round = strstr(what, "\"round\":");
    if (round && round[8] >= '0' && round[8] <= '9') a->round = atoi(round + 8);
    snprintf(a->id, sizeof a->id, "%d-%u", c->number, ++c->ids);
    snprintf(a->table, sizeof a->table, "%s", c->table);
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":%s}", a->id, what);
    a->text = sim_words(text, strlen(text));
    send_ask(c, a);
    if (strcmp(row, "lobby") == 0 && !strstr(what, "false")) c->wanted = a->order;
    return a;
}

static void open_table(struct client *c)
{
    char text[256];
    const char *code = NULL;
    for (int i = 0; i < sim_known_n && sim_chance(30); i++)
        if (strcmp(sim_known[i], c->table) == 0 && sim_codes[i][0]) code = sim_codes[i];
    snprintf(text, sizeof text, "\"open\",\"%s\":\"%s\",\"last\":%u,\"at\":%llu", code ? "code" : "table",
             code ? code : c->table, c->last, (unsigned long long)(sim_chance(80) ? c->at : 0));
    c->opened_at = sim_seen_events(c->table);
    c->asked_at = world.now;
    struct ask *a = sim_ask(c, code ? "open code" : "open", text, false, false);
    if (a) a->own = true;
    sim_there_asks(c->line, c->node, c->player, c->table);
    bool view = sim_chance(50);
    struct ask *behind = sim_ask(c, view ? "view" : "legal", view ? "\"view\"" : "\"legal\"", false, false);
    if (behind) behind->behind = true;
}

void sim_client_becomes(struct client *c, const char *token, const char *player)
{
    bool same = strcmp(c->player, player) == 0;
    sim_say("client %d is %s from now on", c->number, player);
    snprintf(c->token, sizeof c->token, "%s", token);
    snprintf(c->player, sizeof c->player, "%s", player);
    if (c->line) sim_cut(c->line);
    c->line = NULL;
    c->greeted = c->opened = c->opening = false;
    if (same) return;
    for (int i = 0; i < ASKS; i++) c->ask[i].used = false;
    forget_table(c);
    c->table[0] = c->day_table[0] = 0;
    c->puzzle = 0;
}

static void come(struct client *c)
{
    struct node *n = &world.node[sim_between(0, (uint64_t)world.nodes - 1)];
    if (!n->up) return; /* the proxy knows */
    c->node = n;
    c->cookie = ""; /* half of the lines come with one, as those of pages do; also with one of before */
    if (c->token[0] && sim_chance(50))
        c->cookie = sim_words(c->ended[0] && sim_chance(10) ? c->ended : c->token, TOKEN - 1);
    c->line = sim_connect(c, n, c->cookie);
    sim_say("client %d comes to node %d", c->number, n->number);
    memset(c->owed, 0, c->owed_size * sizeof *c->owed);
    c->lobby.is = LOBBY_OFF;
    c->lobby.last = NULL;
    c->asked_lobby = false;
    c->unwanted = c->orders;
    c->greeted = c->opened = c->opening = false;
    c->silent = world.now;
    for (int i = 0; i < ASKS; i++) {
        if (!c->ask[i].keeps) c->ask[i].used = false;
        c->ask[i].sent = false;
    }
    for (int i = (int)sim_between(0, 20); i > 18 && has_room(c); i--) sim_say_early(c);
    sim_say_hello(c);
}

/* What was never answered is said again: with the same id, at the same table. */
static bool repeat(struct client *c)
{
    for (int i = 0; i < ASKS; i++) {
        struct ask *a = &c->ask[i];
        if (!a->used || a->sent) continue;
        if (a->table[0] && strcmp(a->table, c->table) != 0) a->used = false;
        else return send_ask(c, a), true;
    }
    return false;
}

static void act(struct client *c)
{
    if (!c->line) {
        come(c);
        return;
    }
    bool last = world.calm && !c->again && world.now > world.calm_at + 60 * S; /* so that who comes back is looked at */
    c->again |= last;
    if (last ? sim_chance(50) : !world.calm && sim_chance(2)) {
        sim_say("client %d: the line is cut", c->number);
        sim_cut(c->line);
        return;
    }
    if (world.now - c->silent > (world.patient ? 12 : 3) * S &&
        (!c->greeted || c->opening || (!world.calm && sim_chance(10)))) {
        sim_cut(c->line); /* nobody answers: another try */
        return;
    }
    if (!c->greeted || c->opening) return;
    if (c->table[0] && !c->opened) {
        c->opening = true;
        open_table(c);
        return;
    }
    if (world.calm && !c->asked_lobby && sim_chance(50)) {
        c->asked_lobby = true;
        sim_ask(c, "lobby", "\"lobby\"", false, false);
    }
    if (world.calm && !c->asked_fresh && world.now > world.calm_at + 140 * S) {
        c->asked_fresh = true;
        sim_request(c,
                    &(struct sim_request){
                        .row = "GET /api/tables", .method = "GET", .path = "/api/tables", .query = "", .json = true});
    }
    if (repeat(c) || world.calm || !has_room(c)) return;
    if (world.feast && !c->day_table[0]) {
        if (sim_chance(30)) sim_ask_day(c);
        return;
    }
    if (!c->table[0] || (!world.talk && sim_chance(1))) {
        bool own = c->day_table[0] && (world.feast || sim_chance(60));
        if (!own && (!sim_known_n || (sim_chance(5) && sim_known_n < KNOWN))) {
            sim_say_create(c);
            return;
        }
        forget_table(c);
        if (own) snprintf(c->table, sizeof c->table, "%s", c->day_table);
        else
            snprintf(
                c->table, sizeof c->table, "%s",
                sim_known[sim_between(!world.talk && sim_chance(80) && sim_known_n > 1 ? (uint64_t)sim_known_n - 2 : 0,
                                      world.talk ? 0 : (uint64_t)sim_known_n - 1)]);
        for (int i = 0; i < ASKS; i++)
            if (c->ask[i].table[0]) c->ask[i].used = false;
        c->opened = false;
        return;
    }
    sim_say_something(c);
    if (sim_chance(world.strict ? 20 : 6)) sim_ask_something(c);
    if (world.crowd) sim_ask_crowd(c);
    if (sim_chance(c->day_table[0] ? 1 : 5)) sim_ask_day(c);
}

static void wake(void *client, uint64_t unused)
{
    struct client *c = client;
    (void)unused;
    act(c);
    sim_after((world.calm ? sim_between(200, 2000) : sim_between(5, 120)) * MS, wake, c, 0);
}

/* ---- hearing ---- */

static void note_heard(struct client *c, uint32_t number, const char *text)
{
    if (c->n == c->size) {
        c->size = c->size ? 2 * c->size : 64;
        c->text = realloc(c->text, (size_t)c->size * sizeof *c->text);
        c->number_of = realloc(c->number_of, (size_t)c->size * sizeof *c->number_of);
    }
    c->text[c->n] = sim_words(text, strlen(text));
    c->number_of[c->n++] = number;
}

void sim_learn(const char *id, const char *code)
{
    for (int i = 0; i < sim_known_n; i++)
        if (strcmp(sim_known[i], id) == 0) return;
    if (sim_known_n == KNOWN) return;
    snprintf(sim_codes[sim_known_n], sizeof sim_codes[0], "%s", code);
    snprintf(sim_known[sim_known_n++], sizeof sim_known[0], "%s", id);
}

static const char *word(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* Refused as meant for another round: it is another. A round that nobody was told of, and that was only guessed, may have come
 * meanwhile. */
static void law_refused(const struct client *c, const struct ask *a)
{
    if (!a->notes) return;
    for (int i = 0; i < sim_seen_tables(); i++) {
        const struct room *r = sim_seen_mirror(i);
        if (strcmp(r->id, a->table) == 0 && r->status == TABLE_PLAYING && (int)r->now->round == a->round)
            sim_broken("client %d: %s is refused, and the round is that one", c->number, a->text);
    }
}

/* By its cookie alone a client is who it was; or, if that token was ended, a stranger, who gets a token. */
static void law_cookie(const struct client *c, const json_t *o)
{
    bool stranger = word(o, "token")[0] != 0;
    if (strcmp(c->cookie, c->ended) == 0 && !stranger)
        sim_broken("client %d: a cookie that was ended counts", c->number);
    if (strcmp(c->cookie, c->token) == 0 && stranger && !sim_seen_ended(c->player))
        sim_broken("client %d: nobody has ended its cookie, and it is a stranger", c->number);
    if (stranger == (strcmp(c->player, word(o, "player")) == 0))
        sim_broken("client %d: its cookie makes it %s", c->number, word(o, "player"));
}

static void greeted(struct client *c, const struct ask *a, const json_t *o)
{
    bool ok = json_is_true(json_object_get(o, "ok"));
    const char *player = word(o, "player");
    if (a->own && !ok && strcmp(word(o, "error"), "json") == 0) { /* its tokens were ended: it is a stranger */
        sim_client_becomes(c, "", "");
        return;
    }
    if (ok && c->ended[0] && strstr(a->text, c->ended))
        sim_broken("client %d: a token that was ended counts", c->number);
    if (!ok) return;
    if (strcmp(a->row, "hello cookie") == 0) {
        law_cookie(c, o);
        if (word(o, "token")[0]) {
            sim_client_becomes(c, word(o, "token"), player);
            return;
        }
    }
    c->greeted |= a->own;
    if (!c->token[0]) snprintf(c->token, sizeof c->token, "%s", word(o, "token"));
    if (c->player[0] && strcmp(c->player, player) != 0) sim_broken("a token became somebody else's");
    snprintf(c->player, sizeof c->player, "%s", player);
}

static void answered_lobby(struct client *c, const struct ask *a, const json_t *o)
{
    bool ok = json_is_true(json_object_get(o, "ok")), off = strstr(a->text, "false") != NULL;
    if (ok) sim_lobby_told(c->number, &c->lobby, json_object_get(o, "tables"), a->at);
    if (ok) c->lobby.is = off ? LOBBY_OFF : LOBBY_ON;
    if (ok && off) c->unwanted = a->order;
    else if (strcmp(word(o, "error"), "store") == 0) c->lobby.is = LOBBY_UNKNOWN;
}

static void answered(struct client *c, struct ask *a, const json_t *o)
{
    bool ok = json_is_true(json_object_get(o, "ok"));
    const char *error = word(o, "error");
    sim_reached(a->row, !ok ? error : json_is_true(json_object_get(o, "again")) ? "again" : "ok");
    if (!ok && strcmp(error, "store") == 0 && a->keeps) { /* it said: try again */
        a->sent = false;
        return;
    }
    a->used = false;
    if (strncmp(a->row, "hello", 5) == 0) {
        greeted(c, a, o);
    } else if (a->own && strncmp(a->row, "open", 4) == 0) {
        bool passing = strcmp(error, "store") == 0 || strcmp(error, "rate") == 0;
        c->opened = ok;
        c->opening = c->caught = false;
        sim_stands_forget(&c->stands);
        c->there = NULL;
        if (ok) sim_there_opened(c->line);
        if (!ok && !passing) sim_broken("client %d: a table cannot be opened: %s", c->number, error);
    } else if (strcmp(a->row, "shut") == 0 && ok) {
        c->opened = c->caught = false;
        sim_there_gone(c->line);
    } else if (strcmp(a->row, "lobby") == 0) {
        answered_lobby(c, a, o);
    } else if (strncmp(a->row, "create", 6) == 0 && ok) {
        sim_learn(word(o, "table"), word(o, "code"));
        if (sim_seen_made(c->player, a->id) != 1)
            sim_broken("client %d made %d tables by %s", c->number, sim_seen_made(c->player, a->id), a->text);
    } else if (strstr(a->text, "\"do\":\"rematch\"") && ok) {
        sim_learn(word(o, "table"), "");
    } else if (strstr(a->text, "\"do\":\"legal\"") && ok) {
        const json_t *lines = json_object_get(o, "lines");
        size_t n = json_array_size(lines);
        const char *line = n ? json_string_value(json_array_get(lines, sim_between(0, n - 1))) : NULL;
        char text[300];
        if (line && strlen(line) < 250) snprintf(text, sizeof text, "\"%s\"", line);
        c->line_to_play = line && strlen(line) < 250 ? sim_words(text, strlen(text)) : NULL;
        c->round = (int)json_integer_value(json_object_get(o, "round"));
    }
    if (strstr(a->text, "\"do\":\"legal\"") || strstr(a->text, "\"do\":\"view\"")) c->floor = c->done;
    /* Much that was said comes in portions, and answers between them. */
    if (a->behind && !world.talk) c->caught = ok || strcmp(error, "waiting") == 0;
    if (!ok && strncmp(word(o, "text"), "The round is another", 20) == 0) law_refused(c, a);
    if (!ok || !a->notes) return;
    world.acked++;
    if (!sim_seen_did(a->table, c->player, a->id))
        sim_broken("client %d was told that %s is done, and the database has nothing of it", c->number, a->text);
    if (strcmp(a->table, c->table) == 0) c->done = sim_seen_when(a->table, c->player, a->id);
    if (a->round >= 0 && sim_chance(50)) sim_law_round(a->table, c->player, a->id, a->round);
}

/* Something of the table. */
static void told(struct client *c, const json_t *o, const char *text)
{
    const char *type = word(o, "t");
    const json_t *n = json_object_get(o, "n");
    if (strcmp(type, "anew") == 0) {
        if (!c->n || world.shared) sim_broken("client %d has to begin anew", c->number);
        sim_broken("client %d has to begin anew, and no backup was restored", c->number);
    }
    if (strcmp(type, "there") == 0) c->there = sim_words(text, strlen(text));
    sim_stands_hear(&c->stands, o);
    if (!n) return;
    uint32_t number = (uint32_t)json_integer_value(n);
    if (number < c->last) sim_broken("client %d hears number %u after %u", c->number, number, c->last);
    c->last = number;
    c->at = (uint64_t)json_integer_value(json_object_get(o, "at"));
    note_heard(c, number, text);
}

/* Answers come in the order of the messages; but making a map may take a while. */
static void law_order(struct client *c, const struct ask *a)
{
    bool later = strstr(a->text, "\"do\":\"create\"") || strstr(a->text, "\"do\":\"rematch\"");
    if (a->twice) return; /* which of the two is it? */
    if (!later && a->order < c->answered)
        sim_broken("client %d: %s is answered after what was said behind it", c->number, a->text);
    if (!later) c->answered = a->order;
}

/* Not before it was asked for; but before the answer, which waits while the store is away. */
static void told_lobby(struct client *c, const json_t *o)
{
    if (c->wanted <= c->unwanted) sim_broken("client %d is told of the lobby, and has not asked", c->number);
    sim_lobby_told(c->number, &c->lobby, json_object_get(o, "tables"), world.now > LATE ? world.now - LATE : 0);
}

static void hear(struct client *c, const json_t *o)
{
    const char *re = word(o, "re");
    bool mine = false, nameless = strcmp(word(o, "t"), "error") == 0;
    if ((re[0] || nameless) && --*owed(c, number_of(re)) < 0)
        sim_broken("client %d: %s is answered more often than it was said on this line", c->number,
                   re[0] ? re : "(no id)");
    for (int i = 0; re[0] && i < ASKS; i++)
        if (c->ask[i].used && c->ask[i].sent && strcmp(c->ask[i].id, re) == 0) {
            law_order(c, &c->ask[i]);
            answered(c, &c->ask[i], o);
            mine = true;
            break;
        }
    if (nameless) sim_reached("(no message)", word(o, "error"));
    for (int i = 0; re[0] && !mine && i < ASKS; i++) /* it was said twice */
        if (!c->ask[i].used && strcmp(c->ask[i].id, re) == 0)
            sim_reached(c->ask[i].row, json_is_true(json_object_get(o, "again")) ? "again"
                                       : json_is_true(json_object_get(o, "ok"))  ? "ok"
                                                                                 : word(o, "error"));
    if (re[0] && !mine) sim_say("client %d: an answer to nothing", c->number);
    if (strcmp(word(o, "t"), "lobby") == 0) told_lobby(c, o);
    if (re[0] || !c->opened) return;
    char *text = json_dumps(o, JSON_COMPACT | JSON_PRESERVE_ORDER);
    told(c, o, text);
    free(text);
}

void sim_client_hears(struct client *c, struct line *l, const char *text)
{
    if (c->line != l) return;
    sim_say("client %d hears %s", c->number, text);
    json_t *all = json_loads(text, 0, NULL), *o;
    size_t i;
    if (!json_is_array(all)) sim_broken("client %d hears what is no JSON: %s", c->number, text);
    bool caught = c->opened && c->caught;
    c->silent = world.now;
    sim_law_secret(c->number, text);
    json_array_foreach(all, i, o) hear(c, o);
    json_decref(all);
    if (sim_chance(2)) sim_law_stream(c->number);
    if (c->opened && c->caught && (!caught || sim_chance(2))) sim_law_stands(c->number, false);
    if (c->opened && c->caught && !caught) sim_law_there(c->number);
}

void sim_client_cut(struct client *c, struct line *l)
{
    if (c->line != l) return;
    sim_say("client %d has lost the line", c->number);
    c->line = NULL;
    c->greeted = c->opened = c->opening = false;
}

void sim_clients_begin(void)
{
    sim_known_n = 0;
    sim_asks_begin();
    sim_there_begin();
    world.client = sim_memory(CLIENTS * sizeof *world.client);
    for (int i = 0; i < world.clients; i++) {
        world.client[i].number = i;
        world.client[i].cookie = "";
        owed(&world.client[i], 0);
        sim_after(sim_between(1, 300) * MS, wake, &world.client[i], 0);
    }
}
