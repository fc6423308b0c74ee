/* null.c -- the smallest complete game: the template for a new one, built and
 * tested like the others (tests/games/laws.c) but not offered to players. Five rounds; a
 * die is rolled, every seat takes it or leaves it; the sum counts, but nothing
 * above 15. Rename `struct null` and `null()` too when copying. */
#include "../core/tale.h"

#include <string.h>

enum { RULES = 2, ROUNDS = 5, LIMIT = 15 };
enum { ROLL = 1, TAKE, LEAVE }; /* verbs in bits 0-7; ROLL: the face in bits 8-15 */

struct null {
    struct state head;
    uint8_t sum[4]; /* of each seat */
    uint8_t die;    /* 1-6, 0: not rolled */
    uint8_t later;  /* version of the rules less 1 */
    uint8_t pad[2];
};
_Static_assert(sizeof(struct null) == 32, "no hidden padding, a multiple of STATE_ALIGN");

static const struct mode modes[] = {{"multi", 1, 4, ROUNDS}, {NULL, 0, 0, 0}};
static const struct option options[] = {{NULL, 0, 0, 0}};
static const char *const parts[] = {"sum", NULL};
static const char *const things[] = {"sum", NULL};
static const struct number constants[] = {{"rounds", ROUNDS}, {"limit", LIMIT}, {NULL, 0}};

static const struct null *null(const struct state *s) { return (const struct null *)(const void *)s; }

static const char *refuse(const struct setup *u) { return game_refuse_rules(u->rules, RULES); }
static size_t size(const struct setup *u) { return (void)u, sizeof(struct null); }

static void start(struct state *s, const struct setup *u)
{
    memset(s, 0, sizeof(struct null));
    s->players = u->players;
    s->phase = PHASE_CHANCE;
    ((struct null *)(void *)s)->later = (uint8_t)(u->rules - 1);
}

static bool acts(const struct state *s, int seat)
{
    return s->phase == PHASE_PLAY && seat >= 0 && seat < s->players && seats_has(s->acting, seat);
}

static Move nth(const struct state *s, int seat, uint32_t k)
{
    (void)s;
    return seat == NATURE ? ROLL | (Move)(k + 1) << 8 : TAKE + k;
}

static uint32_t legal(const struct state *s, int seat, Move *out)
{
    uint32_t n = seat == NATURE ? (s->phase == PHASE_CHANCE ? 6 : 0) : acts(s, seat) ? 2 : 0;
    for (uint32_t k = 0; out && k < n; k++) out[k] = nth(s, seat, k);
    return n;
}

static const char *objection(const struct state *s, int seat, Move m)
{
    for (uint32_t k = 0; k < legal(s, seat, NULL); k++)
        if (nth(s, seat, k) == m) return NULL;
    return "This is not possible here. [NULL-1]";
}

static void apply(struct state *s, int seat, Move m)
{
    struct null *g = (struct null *)(void *)s;
    s->moves++;
    if (seat == NATURE) {
        g->die = (uint8_t)(m >> 8);
        s->round++;
        s->phase = PHASE_PLAY;
        s->acting = seats_all(s->players);
        return;
    }
    if (m == TAKE) g->sum[seat] = (uint8_t)(g->sum[seat] + g->die);
    seats_drop(&s->acting, seat);
    if (seats_any(s->acting)) return;
    g->die = 0;
    s->phase = s->round == ROUNDS ? PHASE_OVER : PHASE_CHANCE;
}

static int draw(const struct state *s, struct rng *r, Move out[MAX_LINE_MOVES])
{
    out[0] = nth(s, NATURE, rng_below(r, 6));
    return 1;
}

static int rows(const struct state *s) { return s->players; }

static void score(const struct state *s, int row, struct score *out)
{
    int sum = null(s)->sum[row];
    *out = (struct score){.total = sum > LIMIT ? 0 : sum, .part = {sum > LIMIT ? 0 : sum}};
}

static void count(const struct state *s, int row, item_fn *fn, void *ctx)
{
    struct score sc;
    score(s, row, &sc);
    fn(ctx, &(struct item){.points = (int16_t)sc.total, .now = (int16_t)sc.total});
}

static int levels(const struct state *s, struct number out[MAX_LEVELS]) { return (void)s, (void)out, 0; }

static void redact(struct state *s, int viewer) { (void)s, (void)viewer; /* all is open */ }
static Move veil(const struct state *s, int seat, Move m, int viewer) { return (void)s, (void)seat, (void)viewer, m; }
static void imagine(struct state *s, int viewer, struct rng *r) { (void)s, (void)viewer, (void)r; }

static int read(const struct state *s, int seat, struct words *w, Move out[MAX_LINE_MOVES], const char **why)
{
    (void)s;
    *why = "Expected `* roll FACE`, `take` or `leave`.";
    if (seat == NATURE) {
        int face = words_take(w, "roll") ? words_number(w, 6) : 0;
        out[0] = ROLL | (Move)(face > 0 ? face : 0) << 8;
        return face > 0;
    }
    out[0] = words_take(w, "take") ? TAKE : words_take(w, "leave") ? LEAVE : NO_MOVE;
    return out[0] != NO_MOVE;
}

static int write(const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    (void)s, (void)seat, (void)n;
    out_str(o, *m == TAKE ? "take" : *m == LEAVE ? "leave" : "roll ");
    if ((*m & 255) == ROLL) out_int(o, (int64_t)(*m >> 8));
    return 1;
}

static int tell(const struct deed *d, struct tale *out, int *n)
{
    Move m = d->move[0];
    if ((m & 255) == ROLL) {
        tale_begin(out, NATURE, N_("The die: {n}."), NULL);
        tale_number(out, "n", (int)(m >> 8));
        out->quiet = true;
    } else {
        tale_begin(out, d->seat, m == TAKE ? N_("{who} takes it.") : N_("{who} leaves it."),
                   m == TAKE ? N_("You take it.") : N_("You leave it."));
        tale_seat(out, "who", d->seat);
    }
    *n = 1;
    return 1;
}

static char mark(Move m) { return (void)m, '*'; }
static void space(const struct state *s, unsigned i, struct out *o) { (void)s, (void)i, (void)o; /* no board */ }
static void show(const struct state *s, struct out *o) { out_key_int(o, "die", null(s)->die); }

static void print(const struct state *s, int viewer, struct out *o)
{
    (void)viewer;
    out_str(o, "die: ");
    out_int(o, null(s)->die);
    out_char(o, '\n');
}

static const char *broken(const struct state *s)
{
    if (null(s)->later >= RULES) return "these rules are not known";
    return seats_any(s->acting) == (s->phase == PHASE_PLAY) ? NULL : "acting disagrees with phase";
}

const struct game null_game = {
    .name = "null",
    .title = "Nothing much",
    .round = "round",
    .help = GAME_HELP("Take numbers or leave them; the sum counts, but nothing above 15.\n\n"
                      "  take, leave          the die, or not\n"),
    .modes = modes,
    .options = options,
    .board = NULL,
    .parts = parts,
    .things = things,
    .numbers = constants,
    .max_legal = 6,
    .rules = RULES,
    .refuse = refuse,
    .size = size,
    .start = start,
    .legal = legal,
    .nth = nth,
    .objection = objection,
    .apply = apply,
    .draw = draw,
    .rows = rows,
    .score = score,
    .count = count,
    .levels = levels,
    .redact = redact,
    .veil = veil,
    .imagine = imagine,
    .read = read,
    .write = write,
    .mark = mark,
    .space = space,
    .tell = tell,
    .show = show,
    .print = GAME_PRINT(print),
    .broken = broken,
};
