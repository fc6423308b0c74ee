/* fuzz_moves.c -- the gate for untrusted moves: bytes choose a match, then moves of any
 * seat that are anything at all. objection() must say of each just what legal() says, in
 * the full state and in redacted ones, and what it lets pass must do no harm.
 *
 * Input: game, mode, players, board, option, then commands of one byte and what they need. */
#include "common.h"

#include <string.h>

/* Sheets unlike the built-in ones: full, one space, doors all round, lakes. */
static const char *const odd[] = {
    "tambo-sheet 1\ngame: temple\nname:\ngrid:\n########\n########\n########\n########\n########\n########\n########\n"
    "########\n",
    "tambo-sheet 1\ngame: temple\nname:\ngrid:\n...............#\n",
    "tambo-sheet 1\ngame: temple\nname:\ngrid:\nDDDDD\nD###D\nDDDDD\n",
    "tambo-sheet 1\ngame: valley\nname:\ngrid:\n########\n########\n########\n########\n########\n########\n########\n"
    "########\n",
    "tambo-sheet 1\ngame: valley\nname:\ngrid:\n#\n",
    "tambo-sheet 1\ngame: valley\nname:\ngrid:\nooooo\no###o\no###o\nooooo\n#.#.#\n",
};
enum { ODD = sizeof odd / sizeof *odd };

struct bytes {
    const uint8_t *at, *end;
};

static unsigned next(struct bytes *b) { return b->at < b->end ? *b->at++ : 0; }

static Move next_number(struct bytes *b)
{
    Move m = 0;
    for (int i = 0; i < 8; i++) m |= (Move)next(b) << 8 * i;
    return m;
}

static bool find_board(const struct game *g, unsigned k, struct board *b)
{
    const char *owner, *name, *mine[64];
    unsigned n = 0;
    if (!g->board) return true;
    for (int i = 0; g->board->list(i, &owner, &name); i++)
        if (strcmp(owner, g->name) == 0) mine[n++] = name;
    k %= n + ODD;
    if (k < n) return g->board->builtin(b, g->name, mine[k], strlen(mine[k]));
    const char *text = odd[k - n];
    return read_board(g->board, (const uint8_t *)text, strlen(text), b) == NULL;
}

static bool set_up(struct head *h, struct bytes *b)
{
    unsigned n = 0, modes = 0;
    while (games[n]) n++;
    const struct game *g = h->game = games[next(b) % n];
    while (g->modes[modes].name) modes++;
    unsigned mode = next(b);
    const struct mode *m = &g->modes[mode % modes];
    h->setup.rules = (uint8_t)(1 + mode / modes % g->rules);
    h->setup.mode = (uint8_t)(m - g->modes);
    unsigned players = next(b), more = m->max - m->min;
    if (players < 250) players %= 5; /* large tables are slow and bring little */
    h->setup.players = (uint8_t)(m->min + players % (more + 1));
    if (!find_board(g, next(b), &h->setup.board)) return false;
    for (int i = 0; g->options[i].name; i++)
        h->setup.option[i] = (int16_t)(g->options[i].min + (int)next(b) % (g->options[i].max - g->options[i].min + 1));
    return g->refuse(&h->setup) == NULL;
}

/* The seat a byte means: players, NATURE, and some that do not exist. */
static int seat_of(const struct state *s, unsigned k)
{
    return k >= 250 ? NATURE - 5 + (int)(k - 250) : (int)(k % (s->players + 2u));
}

/* A move that is nearly legal: some bits of a legal one turned. */
static Move near_move(const struct game *g, const struct state *s, int seat, struct bytes *b)
{
    uint32_t n = g->legal(s, seat, NULL), k = next(b); /* one byte a statement: the order counts */
    k |= next(b) << 8;
    Move m = n ? g->nth(s, seat, k % n) : next_number(b);
    for (unsigned turn = next(b) & 3; turn; turn--) m ^= (Move)1 << (next(b) & 63);
    return m;
}

/* line: chance comes in whole lines here (play_on draws them), so one move of it is judged only. */
static void try_move(const struct game *g, struct state *s, int seat, Move m, bool line)
{
    if (!judge(g, s, seat, m) || (line && s->phase == PHASE_CHANCE)) return;
    need(seat == NATURE || (seat >= 0 && seat < s->players), "only seats of the match have legal moves");
    g->apply(s, seat, m);
    const char *why = g->broken(s);
    if (why) broken(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct position full, seen;
    struct bytes b = {data, data + size};
    struct head h = {.game = NULL};
    if (!set_up(&h, &b)) return 0;
    const struct game *g = h.game;
    size_t bytes = g->size(&h.setup);
    struct state *s = position_state(&full), *view = position_state(&seen);
    struct rng r = {size};
    g->start(s, &h.setup);
    while (b.at < b.end) {
        unsigned command = next(&b), what = command & 7;
        int seat = what >= 6 ? NATURE : seat_of(s, next(&b));
        if (what == 0) {
            memcpy(view, s, bytes); /* a client's state: chance and facts may bring much there */
            g->redact(view, seat < 0 || seat >= s->players ? WATCHER : seat);
            for (unsigned k = command >> 3 & 3; k; k--) {
                int who = next(&b) & 1 ? NATURE : seat_of(s, next(&b));
                try_move(g, view, who, near_move(g, view, who, &b), false);
            }
        } else if (what == 1) {
            try_move(g, s, seat, next_number(&b), true);
        } else if (what == 2) {
            probe(g, g->modes[h.setup.mode].name, h.name, s, bytes, &r);
        } else if (what == 7) {
            r.x += command;
            play_on(&h, s, bytes, 1 + (int)(command >> 3 & 7), &r);
        } else {
            try_move(g, s, seat, near_move(g, s, seat, &b), true);
        }
    }
    match_settle(g, s, NULL, NULL);
    return 0;
}
