/* sim_says.c -- see sim.h: what players say on their lines: every `do`, well and badly, at random. */
#include "sim_client.h"

#include <stdio.h>
#include <string.h>

static const char *one_of(const char *const *list, uint64_t n) { return list[sim_between(0, n - 1)]; }
#define ONE_OF(list) one_of(list, sizeof(list) / sizeof *(list))

/* `"do": ...` with a number of seat at its end. */
static void ask_seat(struct client *c, const char *what, const char *more, bool notes)
{
    char text[128];
    if (sim_chance(10)) snprintf(text, sizeof text, "\"%s\"%s", what, more);
    else snprintf(text, sizeof text, "\"%s\",\"seat\":%d%s", what, (int)sim_between(0, 4), more);
    sim_ask(c, what, text, notes, true);
}

void sim_say_hello(struct client *c)
{
    char text[256];
    bool ended = c->cookie[0] && strcmp(c->cookie, c->token) != 0;
    bool lends = c->token[0] && !(c->cookie[0] && sim_chance(ended ? 50 : 80));
    snprintf(text, sizeof text, "\"hello\",\"v\":2%s,\"token\":\"%s\"",
             sim_chance(50) ? ",\"build\":\"0123456789abcdef\"" : "", c->token);
    struct ask *a = sim_ask(c,
                            lends          ? "hello token"
                            : c->cookie[0] ? "hello cookie"
                                           : "hello",
                            lends ? text : "\"hello\",\"v\":2", false, false);
    if (a) a->own = true;
}

/* Of a kind that is refused. Whoever said hello before stays who they are. */
static void say_odd_hello(struct client *c)
{
    char text[256];
    const struct client *other = &world.client[sim_between(0, (uint64_t)world.clients - 1)];
    switch (sim_between(0, 3)) {
    case 0:
        sim_ask(c, c->cookie[0] ? "hello cookie" : "hello", sim_chance(50) ? "\"hello\",\"v\":1" : "\"hello\"", false,
                false);
        return;
    case 1: sim_ask(c, "hello token", "\"hello\",\"v\":2,\"token\":\"AAAA\"", false, false); return;
    case 2: snprintf(text, sizeof text, "\"hello\",\"v\":3,\"token\":\"%s\"", c->token); break;
    default: snprintf(text, sizeof text, "\"hello\",\"v\":2,\"token\":\"%s\"", c->ended[0] ? c->ended : other->token);
    }
    sim_ask(c, "hello token", text, false, false);
}

/* ---- tables ---- */

static const char *board(bool made, bool own)
{
    static const char *const size[] = {"tiny", "tiny", "tiny", "long"}, *const grade[] = {"gentle", "fair", "tricky",
                                                                                          "fiendish"};
    static const char *const bad[] = {"{\"id\":\"tambo1.tiny.AAAA\"}", "{\"text\":\"no map\"}",
                                      "{\"name\":\"nowhere\"}"};
    static char text[128];
    if (own)
        snprintf(text, sizeof text, ",\"board\":%s", sim_chance(60) ? "{\"id\":\"tiny-gentle-7-g1\"}" : ONE_OF(bad));
    else if (made)
        snprintf(text, sizeof text, ",\"board\":{\"size\":\"%s\",\"grade\":\"%s\"}", ONE_OF(size), ONE_OF(grade));
    else
        snprintf(text, sizeof text, ",\"board\":{\"name\":\"%s-%d\"}", sim_chance(80) ? "tiny" : "long",
                 (int)sim_between(1, 9));
    return text;
}

void sim_say_create(struct client *c)
{
    static const char *const games_of[] = {"temple", "temple", "valley", "tiwanaku", "tiwanaku"};
    static const char *const together[] = {"competitive", "coop-easy", "coop-normal", "coop-expert"}, *const alone[] = {
                                                                                                          "solo-easy",
                                                                                                          "solo-hard"};
    static const char *const speeds[] = {"{\"kind\":\"live\",\"seconds\":10}", "{\"kind\":\"live\",\"seconds\":10}",
                                         "{\"kind\":\"relaxed\"}", "{\"kind\":\"days\",\"days\":1}"};
    static const char *const levels[] = {"beginner", "beginner", "learner", "casual", "regular"};
    static const char *const odd[] = {",\"mode\":\"nothing\"", ",\"options\":{\"final-level\":99}",
                                      ",\"bots\":[\"nobody\"]", ",\"hints\":1", ",\"seats\":0"};
    char text[512];
    const char *game = ONE_OF(games_of);
    int most = world.clients < 4 ? world.clients : 4, seats = world.talk ? most : (int)sim_between(1, (uint64_t)most);
    bool map = strcmp(game, "tiwanaku") == 0, made = map && sim_chance(40), own = map && !made && sim_chance(20);
    struct out o = {.p = text, .size = sizeof text};
    out_str(&o, "\"create\",\"game\":\"");
    out_str(&o, game);
    out_str(&o, "\",\"seats\":");
    out_int(&o, seats);
    out_str(&o, sim_chance(3) ? ",\"name\":\"\\u200b\"" : sim_chance(80) ? ",\"name\":\"Ana\"" : "");
    out_str(&o, sim_chance(50) ? ",\"public\":true" : "");
    if (map) out_str(&o, board(made, own));
    if (map && sim_chance(60))
        out_str(&o, ",\"mode\":\""), out_str(&o, seats > 1 ? ONE_OF(together) : ONE_OF(alone)), out_char(&o, '"');
    if (map && sim_chance(20)) out_str(&o, ",\"fairness\":false,\"options\":{\"final-level\":7}");
    if (sim_chance(10)) out_str(&o, ",\"hints\":false");
    if (seats > 1 && sim_chance(40)) out_str(&o, ",\"bots\":[\""), out_str(&o, ONE_OF(levels)), out_str(&o, "\"]");
    if (sim_chance(70)) out_str(&o, ",\"speed\":"), out_str(&o, ONE_OF(speeds));
    text[o.len] = 0;
    if (sim_chance(8)) snprintf(text, sizeof text, "\"create\",\"game\":\"temple\"%s", ONE_OF(odd)), made = own = false;
    sim_ask(c, made ? "create made" : own ? "create own" : "create", text, false, true);
}

/* Of tables that there are not, or in a wrong way: what is open stays so. */
static void say_odd_open(struct client *c)
{
    static const char *const odd[] = {"\"open\",\"table\":\"aaaaaaaaaaaa\"", "\"open\"",
                                      "\"open\",\"table\":\"x\",\"last\":-1"};
    static const char *const codes[] = {"\"open\",\"code\":\"zzzzzz\"", "\"open\",\"code\":\"x\"",
                                        "\"open\",\"code\":\"zzzzzz\",\"last\":\"x\""};
    bool code = sim_chance(40);
    sim_ask(c, code ? "open code" : "open", code ? ONE_OF(codes) : ONE_OF(odd), false, false);
}

static void say_shut(struct client *c)
{
    if (sim_ask(c, "shut", "\"shut\"", false, false)) sim_there_leaves(c->line);
}

/* ---- at a table ---- */

static void say_odd_turn(struct client *c)
{
    static const char *const odd[] = {
        "[\"write 9 z9\"]", "[]", "\"pass\"", "[\"pass\"],\"round\":99", "[\"\"],\"round\":\"x\"", "[7],\"round\":1",
        "[],\"round\":2",   "[7]"};
    char text[128];
    snprintf(text, sizeof text, "\"turn\",\"lines\":%s", ONE_OF(odd));
    sim_ask(c, strstr(text, "round") ? "turn round" : "turn", text, false, false);
}

static void say_turn(struct client *c)
{
    char text[700];
    bool round = c->round >= 0 && sim_chance(50);
    struct out o = {.p = text, .size = sizeof text - 1};
    out_str(&o, "\"turn\",\"lines\":[");
    out_str(&o, c->line_to_play);
    out_char(&o, ']');
    if (round) out_key_int(&o, "round", c->round);
    text[o.len] = 0;
    sim_ask(c, round ? "turn round" : "turn", text, true, true);
}

static void say_back(struct client *c)
{
    char text[64];
    int round = sim_chance(80) ? c->round : 99;
    snprintf(text, sizeof text, "\"back\",\"round\":%d", round);
    if (round >= 0 && sim_chance(50)) sim_ask(c, "back round", text, true, true);
    else sim_ask(c, "back", "\"back\"", true, true);
}

static void talk(struct client *c)
{
    static const char *const words[] = {"\"hello\"", "\"hello\"", "\"\"", "7", "\"\\u0007\""};
    static const char *const signals[] = {"hurry", "hurry", "luck", "look c2", "divine", "nonsense"};
    char text[64];
    bool chat = sim_chance(60);
    snprintf(text, sizeof text, chat ? "\"chat\",\"text\":%s" : "\"signal\",\"signal\":\"%s\"",
             chat ? ONE_OF(words) : ONE_OF(signals));
    sim_ask(c, chat ? "chat" : "signal", text, true, true);
}

/* As many bytes as may be said at once. */
static void say_much(struct client *c)
{
    char text[1300];
    struct out o = {.p = text, .size = sizeof text - 1};
    out_str(&o, "\"chat\",\"text\":\"");
    for (int i = 0; i < ROOM_CHAT; i++) out_str(&o, "\xf0\x9f\xa6\x99");
    out_char(&o, '"');
    text[o.len] = 0;
    sim_ask(c, "chat", text, true, true);
}

/* Of a seat where nobody is, as far as it was told. */
static void say_replace(struct client *c)
{
    char text[64], here[8];
    int seat = (int)sim_between(1, 4);
    for (int i = 0; i < 4 && sim_chance(95); i++) {
        const char *seats = c->there ? strstr(c->there, "\"seats\":[") : NULL;
        snprintf(here, sizeof here, "%d", seat);
        if (!seats || !memchr(seats, here[0], strcspn(seats, "]"))) break;
        seat = seat % 4 + 1;
    }
    snprintf(text, sizeof text, "\"replace\",\"seat\":%d", seat);
    sim_ask(c, "replace", text, true, true);
}

static void sit_down(struct client *c)
{
    static const char *const how[] = {"", "", "", ",\"name\":\"Bo\"", ",\"name\":\" \"", ",\"seat\":2", ",\"seat\":9"};
    char text[64];
    snprintf(text, sizeof text, "\"sit\"%s", ONE_OF(how));
    sim_ask(c, "sit", text, true, true);
    if (sim_chance(70)) sim_ask(c, "start", "\"start\"", true, true);
}

static void seats(struct client *c)
{
    static const char *const mutes[] = {",\"on\":true", ",\"on\":true", ",\"on\":false", ",\"on\":1"};
    static const char *const levels[] = {",\"level\":\"beginner\"", ",\"level\":\"casual\"", ",\"level\":\"nobody\""};
    char text[64];
    switch (sim_between(0, 6)) {
    case 0: ask_seat(c, "bot", ONE_OF(levels), true); break;
    case 1: ask_seat(c, "free", "", true); break;
    case 2:
        if (sim_chance(20)) ask_seat(c, "replace", "", true);
        else say_replace(c);
        break;
    case 3: sim_ask(c, "leave", "\"leave\"", false, true); break;
    case 4: sim_ask(c, "rematch", "\"rematch\"", false, true); break;
    case 5: ask_seat(c, "mute", ONE_OF(mutes), true); break;
    default: /* of the first two, where mostly somebody else sits: nobody mutes themselves */
        snprintf(text, sizeof text, "\"mute\",\"seat\":%d%s", (int)sim_between(1, 2), ONE_OF(mutes));
        sim_ask(c, "mute", text, true, true);
    }
}

static void look(struct client *c)
{
    static const char *const what[] = {"view", "record", "mine", "ping", "legal"};
    static const char *const lobby[] = {"\"lobby\"", "\"lobby\",\"on\":true", "\"lobby\",\"on\":false",
                                        "\"lobby\",\"on\":1"};
    char text[32];
    const char *one = ONE_OF(what);
    if (sim_chance(20)) {
        sim_ask(c, "lobby", ONE_OF(lobby), false, false);
        return;
    }
    snprintf(text, sizeof text, "\"%s\"", one);
    sim_ask(c, one, text, false, false);
}

void sim_say_early(struct client *c)
{
    switch (sim_between(0, 9)) {
    case 8:
    case 9: say_odd_turn(c); break;
    case 0: talk(c); break;
    case 1: say_back(c); break;
    case 2: sit_down(c); break;
    case 3: seats(c); break;
    case 4: look(c); break;
    case 5: say_odd_open(c); break;
    case 6: sim_say_create(c); break;
    default:
        if (sim_chance(50)) say_shut(c);
        else sim_ask(c, "name", "\"name\",\"name\":\"Early\"", false, false);
    }
}

static void odd(struct client *c)
{
    static const char *const none[] = {"[]", "{", "{\"do\":\"view\"}", "{\"id\":\"\",\"do\":\"view\"}",
                                       "{\"id\":\"012345678901234567890123456789012\",\"do\":\"mine\"}"};
    static const char *const names[] = {"\"name\",\"name\":\"Chaska\"", "\"name\",\"name\":\"Illa\"",
                                        "\"name\",\"name\":\" \"", "\"name\""};
    switch (sim_between(0, 8)) {
    case 7:
        say_shut(c);
        if (sim_chance(30)) sim_ask(c, "record", "\"record\"", false, false);
        if (sim_chance(30)) say_shut(c);
        break;
    case 8: sim_say_nameless(c, ONE_OF(none)); break;
    case 0:
    case 1: sim_ask(c, "name", ONE_OF(names), false, true); break;
    case 2: say_odd_hello(c); break;
    case 3: say_odd_open(c); break;
    case 4: sim_ask(c, "(what there is not)", "\"nothing\"", false, false); break;
    case 5: sim_say_create(c); break;
    default: say_odd_turn(c);
    }
}

void sim_say_something(struct client *c)
{
    if (world.talk && sim_chance(60)) {
        if (!c->stands.me && !c->stands.began) sim_ask(c, "sit", "\"sit\"", true, true);
        else if (sim_chance(80)) say_much(c);
        else sim_ask(c, "signal", "\"signal\",\"signal\":\"hurry\"", true, true);
        return;
    }
    bool eager = world.feast && sim_chance(80); /* so that games end */
    switch (eager ? 29 : sim_between(0, 29)) {
    case 0:
    case 1: talk(c); break;
    case 2: say_back(c); break;
    case 3: sit_down(c); break;
    case 4:
    case 5: seats(c); break;
    case 6:
    case 7: look(c); break;
    case 8: odd(c); break;
    default:
        if (!c->line_to_play) {
            sim_ask(c, "legal", "\"legal\"", false, false);
            break;
        }
        say_turn(c);
        if (eager || sim_chance(50)) c->line_to_play = NULL;
    }
}
