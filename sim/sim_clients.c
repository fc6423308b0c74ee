/* sim_clients.c -- see sim.h: players. Each has a token, follows one table at a time, and does at random what people and
 * broken programs do. What it must remember to judge the server is here; judging is sim_laws.c's. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKS = 12, SPARE = 4, KNOWN = 16 }; /* some messages are always possible: hello, open */

/* A message that waits for its answer. */
struct ask {
    char id[ACTION_LEN + 1];
    char *text;
    char table[ID_LEN + 1]; /* where it was done */
    bool used, sent;        /* on this line */
    bool notes;             /* a good answer means that it is stored */
    bool keeps;             /* it is sent again on the next line */
    bool behind;            /* it was sent right behind `open`: its answer comes behind all that was missed */
    int round;              /* which it is meant for, or -1 */
    uint64_t order;         /* when it was sent, among all */
};

struct client {
    int number;
    struct line *line;
    struct node *node;
    char token[96], player[PLAYER_LEN + 1];
    bool greeted, opened; /* hello, open were answered on this line */
    bool opening;         /* open was sent, and what comes is of that table */
    bool caught;          /* what was asked right behind it was answered: all that was missed is there */
    char table[ID_LEN + 1];
    int opened_at; /* events of the table that were stored when open was sent */
    int done;      /* ... when the last of what this client has done was; it is told of that by its next question: */
    int floor;     /* ... so much it knows of */
    struct stands stands;
    uint32_t last;
    uint64_t at;
    char **text; /* what it heard of the table, in order */
    uint32_t *number_of;
    int n, size;
    char *there;
    struct ask ask[ASKS];
    uint32_t ids;
    uint64_t orders, answered; /* messages sent; the last that was answered */
    uint64_t silent;           /* us: when it last heard anything */
    bool again;                /* its line was cut, or not, when all was calm */
    char *line_to_play;
    int round;                  /* of the last `legal`, the one that line is for; -1: none */
    char day_table[ID_LEN + 1]; /* its game of the day; "": it has not begun */
};

static char known[KNOWN][ID_LEN + 1]; /* tables that clients tell one another of */
static int known_n;

const char *sim_client_token(const struct client *c) { return c->token; }
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
                        .floor = c->floor,
                        .stands = c->stands,
                        .last = c->last,
                        .n = c->n,
                        .text = (const char *const *)c->text,
                        .number = c->number_of,
                        .there = c->there,
                        .node = c->node};
    snprintf(h->table, sizeof h->table, "%s", c->table);
    for (int k = 0; k < ASKS; k++) h->waiting += c->ask[k].used && c->ask[k].sent;
}

/* ---- asking ---- */

static struct ask *free_ask(struct client *c)
{
    for (int i = 0; i < ASKS; i++)
        if (!c->ask[i].used) return &c->ask[i];
    return NULL;
}

static void send_ask(struct client *c, struct ask *a)
{
    a->sent = true;
    a->order = ++c->orders;
    sim_say("client %d says %s", c->number, a->text);
    sim_send(c->line, a->text);
}

/* do: a word and members. notes: see struct ask. */
static struct ask *ask(struct client *c, const char *what, bool notes, bool keeps)
{
    struct ask *a = free_ask(c);
    if (!a) return NULL;
    char text[1024];
    *a = (struct ask){.used = true, .notes = notes, .keeps = keeps, .round = -1};
    const char *round = strstr(what, "\"round\":");
    if (round) a->round = atoi(round + 8);
    snprintf(a->id, sizeof a->id, "%d-%u", c->number, ++c->ids);
    snprintf(a->table, sizeof a->table, "%s", c->table);
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":%s}", a->id, what);
    a->text = sim_words(text, strlen(text));
    send_ask(c, a);
    return a;
}

static void hello(struct client *c)
{
    char text[256];
    if (c->token[0]) snprintf(text, sizeof text, "\"hello\",\"v\":2,\"token\":\"%s\"", c->token);
    ask(c, c->token[0] ? text : "\"hello\",\"v\":2", false, false);
}

static void open_table(struct client *c)
{
    char text[256];
    snprintf(text, sizeof text, "\"open\",\"table\":\"%s\",\"last\":%u,\"at\":%llu", c->table, c->last,
             (unsigned long long)(sim_chance(80) ? c->at : 0));
    c->opened_at = sim_store_events(c->table);
    ask(c, text, false, false);
    struct ask *behind = ask(c, sim_chance(50) ? "\"view\"" : "\"legal\"", false, false);
    if (behind) behind->behind = true;
}

static void create(struct client *c)
{
    static const char *const played[] = {"temple", "temple", "temple", "valley", "tiwanaku"};
    const char *game = played[sim_between(0, 4)];
    char text[512];
    int seats = (int)sim_between(1, (uint64_t)world.clients < 4 ? (uint64_t)world.clients : 4);
    const char *some = sim_chance(40) && seats > 1 ? ",\"bots\":[\"beginner\"]" : "";
    const char *speed = sim_chance(60) ? ",\"speed\":{\"kind\":\"live\",\"seconds\":10}" : "";
    const char *mode = strcmp(game, "tiwanaku") != 0 ? ""
                       : seats == 1                  ? ",\"mode\":\"solo-easy\""
                                                     : ",\"board\":{\"name\":\"tiny-1\"}";
    snprintf(text, sizeof text, "\"create\",\"game\":\"%s\",\"seats\":%d,\"name\":\"P%d\",\"public\":%s%s%s%s", game,
             seats, c->number, sim_chance(50) ? "true" : "false", mode, some, speed);
    ask(c, text, false, true);
}

/* ---- playing ---- */

static void lie(struct client *c)
{
    static const char *const lies[] = {"\"turn\",\"lines\":[\"write 9 z9\"]",
                                       "\"turn\",\"lines\":[]",
                                       "\"start\"",
                                       "\"free\",\"seat\":1",
                                       "\"bot\",\"level\":\"beginner\"",
                                       "\"replace\",\"seat\":2",
                                       "\"nothing\"",
                                       "\"open\",\"table\":\"aaaaaaaaaaaa\"",
                                       "\"back\"",
                                       "\"mute\",\"seat\":1,\"on\":true",
                                       "\"hello\",\"v\":1",
                                       "\"turn\",\"lines\":[\"pass\"],\"round\":99"};
    const char *what = lies[sim_between(0, sizeof lies / sizeof *lies - 1)];
    bool opens = strncmp(what, "\"open", 5) == 0;
    if (!opens) ask(c, what, false, false);
}

static void play(struct client *c)
{
    char text[700], round[32];
    bool eager = world.feast && sim_chance(80); /* so that games end */
    switch (eager ? 29 : sim_between(0, 29)) {
    case 0: ask(c, "\"chat\",\"text\":\"hello\"", true, true); break;
    case 1:
        snprintf(text, sizeof text, "\"back\",\"round\":%d", c->round);
        ask(c, c->round >= 0 && sim_chance(50) ? text : "\"back\"", true, true);
        break;
    case 2: lie(c); break;
    case 3: ask(c, "\"view\"", false, false); break;
    case 4: ask(c, "\"record\"", false, false); break;
    case 5: ask(c, sim_chance(50) ? "\"mine\"" : "\"lobby\"", false, false); break;
    case 6: ask(c, sim_chance(50) ? "\"leave\"" : "\"signal\",\"signal\":\"hurry\"", false, true); break;
    case 7: ask(c, "\"rematch\"", false, true); break;
    case 8: ask(c, sim_chance(30) ? "\"replace\",\"seat\":1" : "\"mute\",\"seat\":2,\"on\":true", false, true); break;
    case 9:
        ask(c, "\"sit\"", true, true);
        ask(c, "\"start\"", true, true);
        break;
    default:
        if (!c->line_to_play) {
            ask(c, "\"legal\"", false, false);
            break;
        }
        snprintf(round, sizeof round, ",\"round\":%d", c->round);
        snprintf(text, sizeof text, "\"turn\",\"lines\":[%s]%s", c->line_to_play, sim_chance(50) ? round : "");
        ask(c, text, true, true);
        if (eager || sim_chance(50)) c->line_to_play = NULL;
    }
}

/* A game of the day, and what others may ask about it. The answers are judged in sim_client_answer(). */
static void ask_day(struct client *c)
{
    char date[DAY_TEXT], text[128];
    const struct client *other = &world.client[sim_between(0, (uint64_t)world.clients - 1)];
    day_write(world.day, date);
    switch (sim_between(0, 3)) {
    case 0:
        snprintf(text, sizeof text, "/api/daily/%s/temple", date);
        sim_request(c, c->node, "GET", text, "");
        break;
    case 1:
        snprintf(text, sizeof text, "/api/tables/%s/view", other->day_table);
        if (other->day_table[0]) sim_request(c, c->node, "GET", text, "");
        break;
    case 2:
        snprintf(text, sizeof text, "/api/daily/%s", date);
        sim_request(c, c->node, "GET", text, "");
        break;
    default:
        snprintf(text, sizeof text, "{\"day\":\"%s\",\"game\":\"temple\"}", date);
        sim_request(c, c->node, "POST", "/api/daily", text);
    }
}

/* A table whose map is made beside the loop, by request. */
static void ask_made(struct client *c)
{
    sim_request(c, c->node, "POST", "/api/tables",
                "{\"game\":\"tiwanaku\",\"seats\":2,\"board\":{\"size\":\"tiny\",\"grade\":\"gentle\"}}");
}

static void come(struct client *c)
{
    struct node *n = &world.node[sim_between(0, (uint64_t)world.nodes - 1)];
    if (!n->up) return; /* the proxy knows */
    c->node = n;
    c->line = sim_connect(c, n);
    c->greeted = c->opened = c->opening = false;
    c->silent = world.now;
    for (int i = 0; i < ASKS; i++) {
        if (!c->ask[i].keeps) c->ask[i].used = false;
        c->ask[i].sent = false;
    }
    hello(c);
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
    if (world.now - c->silent > 3 * S && (!c->greeted || c->opening || (!world.calm && sim_chance(10)))) {
        sim_cut(c->line); /* nobody answers: another try */
        return;
    }
    if (!c->greeted || c->opening) return;
    if (c->table[0] && !c->opened) {
        c->opening = true;
        open_table(c);
        return;
    }
    int spare = -SPARE;
    for (int i = 0; i < ASKS; i++) spare += !c->ask[i].used;
    if (repeat(c) || world.calm || spare <= 0) return;
    if (world.feast && !c->day_table[0]) {
        if (sim_chance(30)) ask_day(c);
        return;
    }
    if (!c->table[0] || sim_chance(1)) {
        bool own = c->day_table[0] && (world.feast || sim_chance(60));
        if (!own && (!known_n || (sim_chance(5) && known_n < KNOWN))) {
            create(c);
            return;
        }
        forget_table(c);
        if (own) snprintf(c->table, sizeof c->table, "%s", c->day_table);
        else
            snprintf(
                c->table, sizeof c->table, "%s",
                known[sim_between(sim_chance(80) && known_n > 1 ? (uint64_t)known_n - 2 : 0, (uint64_t)known_n - 1)]);
        for (int i = 0; i < ASKS; i++)
            if (c->ask[i].table[0]) c->ask[i].used = false;
        c->opened = false;
        return;
    }
    play(c);
    if (sim_chance(1)) sim_request(c, c->node, "GET", "/api/tables/mine", "");
    if (sim_chance(1)) ask_made(c);
    if (sim_chance(c->day_table[0] ? 1 : 5)) ask_day(c);
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

static void learn(const char *id)
{
    for (int i = 0; i < known_n; i++)
        if (strcmp(known[i], id) == 0) return;
    if (known_n < KNOWN) snprintf(known[known_n++], sizeof known[0], "%s", id);
}

static const char *word(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* Refused as meant for another round: it is another. */
static void law_refused(const struct client *c, const struct ask *a)
{
    for (int i = 0; i < sim_store_tables(); i++) {
        const struct room *r = sim_store_mirror(i);
        if (strcmp(r->id, a->table) == 0 && r->status == TABLE_PLAYING && (int)r->now->round == a->round)
            sim_broken("client %d: %s is refused, and the round is that one", c->number, a->text);
    }
}

static void answered(struct client *c, struct ask *a, const json_t *o)
{
    bool ok = json_is_true(json_object_get(o, "ok"));
    const char *error = word(o, "error");
    if (!ok && strcmp(error, "store") == 0 && a->keeps) { /* it said: try again */
        a->sent = false;
        return;
    }
    a->used = false;
    if (strstr(a->text, "\"do\":\"hello\"") && ok) {
        c->greeted = true;
        if (!c->token[0]) snprintf(c->token, sizeof c->token, "%s", word(o, "token"));
        if (c->player[0] && strcmp(c->player, word(o, "player")) != 0) sim_broken("a token became somebody else's");
        snprintf(c->player, sizeof c->player, "%s", word(o, "player"));
    } else if (strstr(a->text, "\"do\":\"open\"")) {
        c->opened = ok;
        c->opening = c->caught = false;
        sim_stands_forget(&c->stands);
        if (!ok && strcmp(error, "store") != 0) sim_broken("client %d: a table cannot be opened: %s", c->number, error);
    } else if (strstr(a->text, "\"do\":\"create\"") && ok) {
        learn(word(o, "table"));
        if (sim_store_made(c->player, a->id) != 1)
            sim_broken("client %d made %d tables by %s", c->number, sim_store_made(c->player, a->id), a->text);
    } else if (strstr(a->text, "\"do\":\"rematch\"") && ok) {
        learn(word(o, "table"));
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
    if (a->behind) c->caught = ok || strcmp(error, "waiting") == 0;
    if (!ok && strncmp(word(o, "text"), "The round is another", 20) == 0) law_refused(c, a);
    if (!ok || !a->notes) return;
    world.acked++;
    if (!sim_store_did(a->table, c->player, a->id))
        sim_broken("client %d was told that %s is done, and the database has nothing of it", c->number, a->text);
    if (strcmp(a->table, c->table) == 0) c->done = sim_store_when(a->table, c->player, a->id);
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
    if (!later && a->order < c->answered)
        sim_broken("client %d: %s is answered after what was said behind it", c->number, a->text);
    if (!later) c->answered = a->order;
}

static void hear(struct client *c, const json_t *o)
{
    const char *re = word(o, "re");
    bool mine = false;
    for (int i = 0; re[0] && i < ASKS; i++)
        if (c->ask[i].used && c->ask[i].sent && strcmp(c->ask[i].id, re) == 0) {
            law_order(c, &c->ask[i]);
            answered(c, &c->ask[i], o);
            mine = true;
            break;
        }
    if (re[0] && !mine) sim_say("client %d: an answer to nothing", c->number);
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
    bool caught = c->opened && c->caught;
    c->silent = world.now;
    sim_law_secret(c->number, text);
    json_array_foreach(all, i, o) hear(c, o);
    json_decref(all);
    if (sim_chance(2)) sim_law_stream(c->number);
    if (c->opened && c->caught && (!caught || sim_chance(2))) sim_law_stands(c->number, false);
}

void sim_client_cut(struct client *c, struct line *l)
{
    if (c->line != l) return;
    sim_say("client %d has lost the line", c->number);
    c->line = NULL;
    c->greeted = c->opened = c->opening = false;
}

/* The table of a game of the day, the same however often one asks. */
static void answered_day(struct client *c, const char *body)
{
    json_t *o = json_loads(body, 0, NULL);
    const char *id = word(o, "table");
    if (c->day_table[0] && strcmp(c->day_table, id) != 0) sim_broken("client %d has two games of a day", c->number);
    snprintf(c->day_table, sizeof c->day_table, "%s", id);
    json_decref(o);
}

void sim_client_answer(struct client *c, const char *path, int status, const char *body)
{
    sim_say("client %d gets %d %s", c->number, status, body);
    sim_law_secret(c->number, body);
    bool day = strncmp(path, "/api/daily", 10) == 0, view = strstr(path, "/view") != NULL;
    if (status == 201 && day) answered_day(c, body);
    else if (status == 201) return;
    else if (status == 200 && strstr(body, "\"rows\"")) sim_law_others(c->number, NULL, "temple", body);
    else if (status == 200 && view) {
        for (int i = 0; i < world.clients; i++)
            if (world.client[i].day_table[0] && strstr(path, world.client[i].day_table))
                sim_law_others(c->number, world.client[i].player, "temple", body);
    } else if (status != 200 && status != 503 && status != 429 && !(status == 409 && day) && !(status == 404 && view))
        sim_broken("client %d gets status %d: %s", c->number, status, body);
}

void sim_clients_begin(void)
{
    known_n = 0;
    world.client = sim_memory(CLIENTS * sizeof *world.client);
    for (int i = 0; i < world.clients; i++) {
        world.client[i].number = i;
        sim_after(sim_between(1, 300) * MS, wake, &world.client[i], 0);
    }
}
