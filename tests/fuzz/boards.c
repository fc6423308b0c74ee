/* boards.c -- see boards.h. */
#include "boards.h"

#include "../../games/scenario.h"
#include "../../puzzle/solve.h"

#include <string.h>

static struct position pos;

/* `tambo scenario solve` reads a map without checking it. */
static void solve(const struct board *b)
{
    struct map m = ((const struct scenario *)(const void *)b)->map;
    solve_count(&m, 100, NULL, NULL);
    memset(m.crop, 0, sizeof m.crop);
    solve_count(&m, 100, NULL, NULL);
}

/* One match of a mode that the size of the input picks. */
static void play(const struct game *g, const struct board *b, struct rng *r)
{
    struct head h = {.game = g, .kind = g->board};
    unsigned modes = 0;
    while (g->modes[modes].name) modes++;
    h.setup.mode = (uint8_t)rng_below(r, modes);
    const struct mode *mode = &g->modes[h.setup.mode];
    unsigned most = mode->max < 5 ? mode->max : 5;
    h.setup.players = (uint8_t)(mode->min + rng_below(r, most - mode->min + 1u));
    h.setup.board = *b;
    setup_new(&h.setup, g);
    if (g->refuse(&h.setup)) return;
    size_t size = g->size(&h.setup);
    g->start(position_state(&pos), &h.setup);
    play_on(&h, position_state(&pos), size, 60, r);
}

int fuzz_board(const char *key, const uint8_t *data, size_t size)
{
    static char text[2][8192];
    struct board b, again;
    const struct board_kind *kind = board_kind_find(key, strlen(key));
    const char *why = read_board(kind, data, size, &b);
    if (!why && strcmp(key, "scenario") == 0) solve(&b);
    if (!why) why = kind->check(&b);
    if (why) {
        need(why[strlen(why) - 1] == ']', "the sentence ends with a rule id");
        return 0;
    }
    struct out o = {.p = text[0], .size = sizeof text[0]}, p = {.p = text[1], .size = sizeof text[1]};
    kind->write(&b, &o);
    need(o.len <= o.size, "the text fits");
    need(read_board(kind, (const uint8_t *)o.p, o.len, &again) == NULL, "what is written can be read");
    need(kind->check(&again) == NULL, "... and keeps the rules");
    kind->write(&again, &p);
    need(o.len == p.len && memcmp(o.p, p.p, o.len) == 0, "... and is written the same");
    struct rng r = {size};
    for (size_t i = 0; i < size; i++) r.x = r.x * 31 + data[i];
    for (int i = 0; games[i]; i++)
        if (games[i]->board == kind) play(games[i], &b, &r);
    kind->veil(&b);
    return 0;
}
