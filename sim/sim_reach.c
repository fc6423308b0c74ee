/* sim_reach.c -- see sim.h: what clients have said, and which answers they got. Each message and request has a row here, with
 * the answers that there are to it: another one breaks a law, and one that nobody got is a hole. A hole that is meant stands in a
 * list with its reason. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char *const words[] = {"ok",      "again", "json",  "version", "unknown", "table", "code",
                                    "full",    "seat",  "owner", "started", "waiting", "over",  "turn",
                                    "illegal", "setup", "limit", "space",   "rate",    "store", "link"};
enum { WORDS = sizeof words / sizeof *words };

/* A message: `do`, and what is special about this one. Answers that any message may get are not said again. */
#define SAID "version rate "
#define ANY  SAID "store "
#define AT   ANY "table "
#define DONE AT "ok again "
static const struct row {
    const char *name, *may;
} rows[] = {
    {"hello", "ok version rate store"},
    {"hello token", "ok json unknown version rate store"},
    {"hello cookie", "ok version rate store"},
    {"name", ANY "ok json limit space"},
    {"lobby", ANY "ok json"},
    {"mine", ANY "ok"},
    {"create", ANY "ok again json setup limit space"},
    {"create made", ANY "ok again json setup limit space"},
    {"create own", ANY "ok again json setup limit space"},
    {"open", ANY "ok json table"},
    {"open code", ANY "ok json code"},
    {"shut", AT "ok"},
    {"sit", DONE "json started seat full limit"},
    {"leave", DONE "seat setup limit"},
    {"bot", DONE "json owner started seat limit"},
    {"free", DONE "owner started seat"},
    {"start", DONE "owner started setup"},
    {"turn", DONE "json waiting over seat turn illegal limit"},
    {"turn round", DONE "json waiting over seat turn illegal limit"},
    {"back", DONE "waiting over seat turn limit"},
    {"back round", DONE "waiting over seat turn limit"},
    {"chat", DONE "json seat limit space"},
    {"signal", DONE "json seat limit space"},
    {"mute", DONE "json seat limit"},
    {"replace", DONE "waiting owner setup seat"},
    {"rematch", AT "ok json waiting seat setup limit space"},
    {"view", AT "ok waiting"},
    {"legal", AT "ok waiting"},
    {"record", AT "ok waiting"},
    {"ping", SAID "ok"},
    {"(what there is not)", "unknown rate"},
    {"(no message)", "json rate"},
    {"GET /api/me", "ok rate store"},
    {"POST /api/me name", "ok json limit space rate store"},
    {"POST /api/me link", "ok link limit rate store"},
    {"POST /api/me card", "ok link limit rate store"},
    {"POST /api/me end", "ok json link limit rate store"},
    {"POST /api/link", "ok rate store"},
    {"GET /api/tables", "ok rate store"},
    {"POST /api/tables", "ok json setup limit space rate store"},
    {"GET /api/tables/mine", "ok rate store"},
    {"GET /api/tables/*", "ok table rate store"},
    {"GET /api/tables/*/record", "ok table waiting rate store"},
    {"GET /api/tables/*/view", "ok table waiting rate store"},
    {"GET /api/daily", "ok unknown rate store"},
    {"POST /api/daily game", "ok json setup waiting over unknown limit space rate store"},
    {"POST /api/daily puzzle", "ok json illegal waiting over unknown limit space rate store"},
    {"GET /api/daily/*", "ok json waiting unknown rate store"},
    {"GET /api/daily/*/*", "ok json waiting unknown rate store"},
    {"GET /api/circles", "ok rate store"},
    {"POST /api/circles name", "ok json limit space rate store"},
    {"POST /api/circles join", "ok json unknown full limit space rate store"},
    {"POST /api/circles leave", "ok unknown rate store"},
    {"POST /api/circles rename", "ok json unknown owner rate store"},
    {"POST /api/circles renew", "ok json unknown owner limit space rate store"},
    {"POST /api/circles remove", "ok unknown owner seat rate store"},
    {"GET /api/card", "ok rate store"},
    {"POST /api/card", "ok json limit space rate store"},
    {"POST /api/card end", "ok rate store"},
    {"GET /healthz", "ok store"},
    {"GET /metrics", "ok unknown rate store"},
    {"(no request)", "unknown"},
    {"(POST that is no JSON)", "json rate store"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* What need not be reached here, and why. */
static const struct hole {
    const char *row, *word, *why;
} meant[] = {
    {"hello", "store",
     "one work waits for eight seconds before it is given up, and most clients for three; few worlds are patient"},
    {"hello token", "store", "the same"},
    {"hello cookie", "store", "the same"},
    {"lobby", "store", "the same"},
    {"mine", "store", "the same"},
    {"open", "store", "the same"},
    {"open code", "store", "the same"},
    {"view", "store", "the same"},
    {"legal", "store", "the same"},
    {"record", "store", "the same"},
    {"create own", "store", "the same"},
    {"bot", "store", "the same"},
    {"free", "store", "the same"},
    {"start", "store", "the same"},
    {"back", "store", "the same"},
    {"back round", "store", "the same"},
    {"replace", "store", "the same"},
    {"rematch", "store", "the same"},
    {"GET /api/me", "store", "the same"},
    {"POST /api/me link", "store", "the same"},
    {"POST /api/me card", "store", "the same"},
    {"POST /api/link", "store", "the same"},
    {"GET /api/tables", "store", "the same"},
    {"GET /api/tables/mine", "store", "the same"},
    {"GET /api/tables/*", "store", "the same"},
    {"GET /api/tables/*/record", "store", "the same"},
    {"GET /api/tables/*/view", "store", "the same"},
    {"POST /api/daily puzzle", "store", "the same"},
    {"GET /api/circles", "store", "the same"},
    {"POST /api/circles leave", "store", "the same"},
    {"POST /api/circles rename", "store", "the same"},
    {"POST /api/circles renew", "store", "the same"},
    {"POST /api/circles remove", "store", "the same"},
    {"GET /api/card", "store", "the same"},
    {"POST /api/card end", "store", "the same"},
    {"(POST that is no JSON)", "store", "the same"},
    {"shut", "store", "the table that is open is in memory, but while it is loaded again; then the same"},
    {"GET /metrics", "store",
     "a store that several share is not waited for, and one that a server has alone is always read here"},
    {"bot", "table", "without an open table clients rarely say this; it is as with all others"},
    {"free", "table", "the same"},
    {"replace", "table", "the same"},
    {"back round", "table", "the same"},
    {"rematch", "space", "a database is rarely full when a game has been played to its end"},
    {"POST /api/me end", "limit", "tokens are rarely ended so often in a world"},
    {"turn", "limit", "a seat may act 5000 times, and a world has time for some hundred"},
    {"turn round", "limit", "the same"},
    {"back", "limit", "the same"},
    {"back round", "limit", "the same"},
    {"leave", "limit", "the same"},
    {"bot", "limit", "2000 events are possible before the start, and a world has time for some hundred"},
    {"mute", "limit",
     "at a table 3000 things are said, and a world has time for some hundred; long ones end sooner, but a mute is "
     "short"},
    {"rematch", "json", "nothing of it is read but the name of a seat, and that was good when somebody sat down"},
    {"rematch", "limit", "whoever has played a game to its end here has rarely made all the tables that one may make"},
    {"replace", "ok", "whoever hosts is rarely connected while somebody else is not"},
    {"replace", "again", "the same"},
    {"POST /api/me link", "limit", "there are too few links in a world"},
    {"POST /api/me card", "limit", "there are too few cards in a world"},
    {"create own", "limit", "too few tables have a map of somebody's own, and it is the same as with all others"},
    {"create own", "space", "the same"},
    {"create own", "again", "the same"},
    {"create own", "version", "the same"},
    {"create own", "rate", "the same"},
    {"create made", "rate", "the same"},
    {"create made", "limit", "the same"},
    {"create made", "space", "the same"},
    {"create made", "setup", "maps are wished for well: all that is odd is a row above"},
    {"(no message)", "rate",
     "the line is asked for its rate before anybody reads the message: it is as with all others"},
    {"(what there is not)", "rate", "the same"},
    {"POST /api/daily puzzle", "limit", "few worlds play it, as its positions take long to make"},
    {"POST /api/daily puzzle", "space", "the same"},
    {"POST /api/daily puzzle", "rate", "the same"},
    {"POST /api/circles remove", "rate", "one limit for all requests of a player: the other rows have it"},
    {"POST /api/circles leave", "rate", "the same"},
    {"(POST that is no JSON)", "rate", "the same"},
    {"GET /metrics", "rate", "the same"},
    {NULL, NULL, NULL},
};

static uint32_t (*seen)[WORDS]; /* by all processes */

void sim_reach_begin(void)
{
    seen = mmap(NULL, sizeof *seen * ROWS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (seen == MAP_FAILED) abort();
}

static bool is_in(const char *word, const char *list)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = strstr(p, word)); p += n)
        if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return true;
    return false;
}

static const struct hole *why_not(const char *row, const char *word)
{
    for (const struct hole *h = meant; h->word; h++)
        if (strcmp(h->word, word) == 0 && strcmp(h->row, row) == 0) return h;
    return NULL;
}

void sim_reached(const char *row, const char *word)
{
    int r = 0, w = 0;
    while (r < ROWS && strcmp(rows[r].name, row) != 0) r++;
    while (w < WORDS && strcmp(words[w], word) != 0) w++;
    if (r == ROWS) sim_broken("%s has no row among what can be said", row);
    if (w == WORDS || !is_in(word, rows[r].may))
        sim_broken("%s is answered with %s, and there is no such answer", row, word);
    __atomic_fetch_add(&seen[r][w], 1, __ATOMIC_RELAXED);
}

/* The table; false: there are holes. */
bool sim_reach_tell(void)
{
    int holes = 0;
    puts("# what was said, and how often it was answered so (none: a hole; -: see below):");
    for (int r = 0; r < ROWS; r++) {
        printf("# %-26s", rows[r].name);
        for (int w = 0; w < WORDS; w++) {
            const struct hole *h = why_not(rows[r].name, words[w]);
            if (!is_in(words[w], rows[r].may)) continue;
            if (seen[r][w]) printf(" %s %u", words[w], seen[r][w]);
            else printf(" %s %s", words[w], h ? "-" : "none");
            holes += !seen[r][w] && !h;
            if (!seen[r][w] && !h) printf("!");
        }
        putchar('\n');
    }
    for (const struct hole *h = meant; h->word; h++) printf("# - %s, %s: %s\n", h->row, h->word, h->why);
    printf("# %d holes\n", holes);
    return !holes;
}
