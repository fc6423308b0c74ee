/* temple.c -- Temple of Apikhabou (TEM), the whole game. What it shares with the
 * Valley is in papers.c. Everyone acts at once; a seat changes only its own sheet,
 * and in a mummy round the one it holds.
 *
 * 1. A sheet's space holds a number, a mummy or nothing.
 * 2. `got` is the mummy drawn on this sheet in this round, by the seat that holds it.
 * 3. All sheets have the same number of empty doors and of empty doorless spaces
 *    once a round is over (TEM-6, TEM-10). */
#include "temple.h"

#include <string.h>

/* PP-1 */
static const struct mode modes[] = {{N_("multi"), 2, MAX_SEATS, 0}, {N_("solo"), 1, 1, 0}, {NULL, 0, 0, 0}};
static const struct option options[] = {{NULL, 0, 0, 0}};
enum { RUN, GROUPS, MUMMIES };
static const char *const parts[] = {N_("run"), N_("groups"), N_("mummies"), NULL};
enum { THE_RUN, A_GROUP, AT_REST, AT_LARGE };
static const char *const things[] = {N_("run"), N_("group"), N_("mummy-rest"), N_("mummy-loose"), NULL};
static const struct number constants[] = {
    {"group", TEM_GROUP}, {"rest", TEM_REST},       {"loose", TEM_LOOSE},       {"pathfinder", TEM_PATHFINDER},
    {"nine", NINE},       {"voyager", TEM_VOYAGER}, {"explorer", TEM_EXPLORER}, {NULL, 0},
};

static const struct temple *temple(const struct state *s) { return (const struct temple *)(const void *)s; }

static const char *refuse(const struct setup *u) { return papers_refuse(u, "temple"); }
static size_t size(const struct setup *u) { return papers_size(u, sizeof(struct tsheet)); }

static void start(struct state *s, const struct setup *u)
{
    struct temple *t = (struct temple *)(void *)s;
    memset(s, 0, size(u));
    papers_start(&t->p, u);
    for (int i = 0; i < u->players; i++) t->sheet[i].wrote = t->sheet[i].got = t->sheet[i].last = NO_SPACE;
}

/* ---- what is possible ---- */

static uint64_t empty(const struct temple *t, const struct tsheet *h)
{
    return t->p.ground.all & ~(numbers_all(&h->number) | h->mummy);
}

/* Where a number may go: TEM-3, TEM-4, TEM-6. */
static uint64_t writable(const struct temple *t, const struct tsheet *h)
{
    uint64_t free = empty(t, h), doors = free & t->p.ground.doors;
    return t->p.face[GREEN] == SPECIAL && doors ? doors : free & ~t->p.ground.doors;
}

/* Where a mummy may go on the sheet held: TEM-7, TEM-13. */
static uint64_t haunted(const struct temple *t, int seat)
{
    const struct tsheet *h = &t->sheet[t->p.holds[seat]];
    uint64_t free = empty(t, h) & ~t->p.ground.doors;
    if (t->p.solo && h->last != NO_SPACE && free & t->p.ground.near[h->last]) free &= t->p.ground.near[h->last];
    return free;
}

/* Mummies next to a 9 that are not crossed out. */
static uint64_t beaten(const struct tsheet *h) { return h->mummy & ~h->crossed & h->nine; }

/* Which mummies the owner may cross out now: TEM-8. */
static uint64_t crossable(const struct tsheet *h) { return beaten(h) & ~(h->got == NO_SPACE ? 0 : bit(h->got)); }

static uint32_t legal(const struct state *s, int seat, Move *out)
{
    const struct temple *t = temple(s);
    if (seat == NATURE) return papers_legal(&t->p, out);
    if (!papers_acts(s, seat)) return 0;
    uint64_t cross = crossable(&t->sheet[seat]);
    bool danger = papers_danger(&t->p);
    uint64_t put = danger ? haunted(t, seat) : writable(t, &t->sheet[seat]);
    unsigned numbers = danger ? 1 : bits_count(t->p.numbers), i, v;
    uint32_t n = 0;
    if (!out) return bits_count(cross) + bits_count(put) * numbers;
    BITS_EACH(i, cross) out[n++] = move_make(CROSS, 0, 0, i);
    if (danger) {
        BITS_EACH(i, put) out[n++] = move_make(MUMMY, 0, 0, i);
    } else {
        BITS_EACH(v, t->p.numbers) BITS_EACH(i, put) out[n++] = move_make(WRITE, v, 0, i);
    }
    return n;
}

static Move nth(const struct state *s, int seat, uint32_t k)
{
    const struct temple *t = temple(s);
    if (seat == NATURE) return papers_nth(&t->p, k);
    uint64_t cross = crossable(&t->sheet[seat]);
    if (k < bits_count(cross)) return move_make(CROSS, 0, 0, bits_nth(cross, k));
    k -= bits_count(cross);
    if (papers_danger(&t->p)) return move_make(MUMMY, 0, 0, bits_nth(haunted(t, seat), k));
    uint64_t put = writable(t, &t->sheet[seat]);
    unsigned spaces = bits_count(put);
    return move_make(WRITE, bits_nth16(t->p.numbers, k / spaces), 0, bits_nth(put, k % spaces));
}

static const char *object_write(const struct temple *t, const struct tsheet *h, Move m)
{
    bool lock = t->p.face[GREEN] == SPECIAL, door = t->p.ground.doors & bit(move_space(m));
    if (papers_danger(&t->p)) return "A mummy was rolled: it has to be drawn, no number is written. [TEM-7]";
    if (!(t->p.numbers >> move_a(m) & 1)) return "The dice do not make this number. [PP-8]";
    if (!(empty(t, h) & bit(move_space(m)))) return "The space is not empty. [TEM-2]";
    if (writable(t, h) & bit(move_space(m))) return NULL;
    if (!door) return "The lockpick was rolled: the number goes behind a door. [TEM-4]";
    return lock ? "No door is empty on this sheet. [TEM-6]"
                : "Without the lockpick the space must be doorless. [TEM-3]";
}

static const char *object_mummy(const struct temple *t, int seat, uint64_t space)
{
    const struct tsheet *h = &t->sheet[t->p.holds[seat]];
    if (!papers_danger(&t->p)) return "No mummy was rolled. [TEM-7]";
    if (haunted(t, seat) & space) return NULL;
    if (t->p.ground.doors & space) return "A mummy goes on a doorless space. [TEM-7]";
    if (!(empty(t, h) & space)) return "The space is not empty. [TEM-7]";
    return "The mummy goes next to the space filled in the round before. [TEM-13]";
}

static const char *object_cross(const struct tsheet *h, uint64_t space)
{
    if (crossable(h) & space) return NULL;
    if (!(h->mummy & space)) return "There is no mummy on that space. [TEM-8]";
    if (h->crossed & space) return "That mummy is crossed out already. [TEM-8]";
    if (beaten(h) & space) return "A mummy of this round can be crossed out from the next round on. [TEM-8]";
    return "No 9 stands next to that mummy. [TEM-8]";
}

static const char *objection(const struct state *s, int seat, Move m)
{
    const struct temple *t = temple(s);
    if (seat == NATURE) return papers_objection(&t->p, m);
    const char *why = papers_waiting(&t->p, seat, "The game is over. [TEM-10]");
    if (why) return why;
    unsigned space = move_space(m);
    if (space < t->p.ground.spaces && m == move_make(move_verb(m), move_a(m), 0, space)) {
        if (move_verb(m) == WRITE && move_a(m) < 16) return object_write(t, &t->sheet[seat], m);
        if (move_verb(m) == MUMMY && move_a(m) == 0) return object_mummy(t, seat, bit(space));
        if (move_verb(m) == CROSS && move_a(m) == 0) return object_cross(&t->sheet[seat], bit(space));
    }
    return "This is no move of this game. [notation]";
}

/* ---- making moves ---- */

/* Everyone has acted. */
static void close(struct temple *t)
{
    bool full = (empty(t, &t->sheet[0]) & ~t->p.ground.doors) == 0; /* TEM-10 */
    for (int i = 0; i < t->p.head.players; i++) {
        struct tsheet *h = &t->sheet[i];
        h->last = h->got != NO_SPACE ? h->got : h->wrote;
        h->wrote = h->got = NO_SPACE;
        h->fresh = 0;
        h->steps = 0;
        if (full) h->crossed |= beaten(h); /* TEM-9 */
    }
    papers_next(&t->p, full);
}

static void apply(struct state *s, int seat, Move m)
{
    struct temple *t = (struct temple *)(void *)s;
    if (seat == NATURE) {
        papers_apply(&t->p, m);
        return;
    }
    struct tsheet *h = &t->sheet[seat];
    unsigned space = move_space(m);
    GAME_ASSERT(seats_has(s->acting, seat));
    s->moves++;
    h->steps++;
    if (move_verb(m) == CROSS) {
        h->crossed |= bit(space);
        h->fresh |= bit(space);
        return;
    }
    if (move_verb(m) == WRITE) {
        numbers_put(&h->number, space, move_a(m));
        if (move_a(m) == NINE) h->nine |= t->p.ground.near[space];
        h->wrote = (uint8_t)space;
    } else {
        h = &t->sheet[t->p.holds[seat]];
        h->mummy |= bit(space);
        h->got = (uint8_t)space;
    }
    if (papers_finish(&t->p, seat)) close(t);
}

static int draw(const struct state *s, struct rng *r, Move out[MAX_LINE_MOVES])
{
    return papers_draw(&temple(s)->p, r, out);
}

/* ---- score: TEM-11, TEM-12, TEM-14 ---- */

static int levels(const struct state *s, struct number out[MAX_LEVELS])
{
    if (!temple(s)->p.solo) return 0;
    out[0] = (struct number){"tourist", 0};
    out[1] = (struct number){"pathfinder", TEM_PATHFINDER};
    out[2] = (struct number){"voyager", TEM_VOYAGER};
    out[3] = (struct number){"explorer", TEM_EXPLORER};
    return 4;
}

/* What score() and count() both need of the numbers on a sheet. */
struct number_sets {
    uint64_t eq[17];           /* the spaces of each value */
    uint64_t up[SHEET_SPACES]; /* of each number: the adjacent spaces a run may go on to */
    uint64_t from[17];         /* where a run of so many spaces begins, up to `run`, the longest */
    unsigned three;            /* values with a group, as bits */
    int run;
};

static void find(const struct temple *t, const struct tsheet *h, struct number_sets *f)
{
    uint64_t all = numbers_all(&h->number), longer = 0;
    unsigned i;
    f->eq[16] = 0;
    f->three = 0;
    f->run = 0;
    papers_split(&h->number, f->eq);
    BITS_EACH(i, all)
    {
        unsigned v = numbers_at(&h->number, i);
        uint64_t near = t->p.ground.near[i], same = near & f->eq[v];
        f->three |= (unsigned)((same & (same - 1)) != 0) << v; /* two others beside it: exactly then three or more */
        f->up[i] = near & f->eq[v + 1];
        longer |= (uint64_t)(f->up[i] != 0) << i;
    }
    for (uint64_t from = all; from;) {
        f->from[++f->run] = from;
        from = longer;
        longer = 0;
        BITS_EACH(i, from) longer |= (uint64_t)((f->up[i] & from) != 0) << i;
    }
}

static void score(const struct state *s, int row, struct score *out)
{
    const struct temple *t = temple(s);
    const struct tsheet *h = &t->sheet[row];
    struct number_sets f;
    find(t, h, &f);
    int groups = TEM_GROUP * (int)bits_count(f.three);
    int mummies = TEM_REST * (int)bits_count(h->crossed) + TEM_LOOSE * (int)bits_count(h->mummy & ~h->crossed);
    int total = f.run + groups + mummies;
    *out = (struct score){.total = total, .tie = f.run, .part = {f.run, groups, mummies}};
    if (s->phase != PHASE_OVER) return;
    struct number level[MAX_LEVELS];
    out->level = level_of(level, levels(s, level), total);
}

/* One of the longest runs. */
static uint64_t a_run(const struct number_sets *f)
{
    uint64_t next = f->run ? f->from[f->run] : 0, path = 0;
    for (int left = f->run; left > 0; left--) {
        unsigned i = bits_first(next);
        path |= bit(i);
        if (left > 1) next = f->up[i] & f->from[left - 1];
    }
    return path;
}

/* The largest group of these spaces, all of one value. */
static uint64_t a_group(const struct ground *g, uint64_t set)
{
    uint64_t best = 0;
    while (set) {
        uint64_t part = sheet_connected(g, set & -set, set);
        if (bits_count(part) > bits_count(best)) best = part;
        set &= ~part;
    }
    return best;
}

static void count(const struct state *s, int row, item_fn *fn, void *ctx)
{
    const struct temple *t = temple(s);
    const struct tsheet *h = &t->sheet[row];
    uint64_t rest = h->crossed | beaten(h);
    struct number_sets f;
    unsigned i;
    find(t, h, &f);
    if (f.run) {
        int16_t run = (int16_t)f.run;
        uint64_t path = a_run(&f);
        int first = (int)numbers_at(&h->number, bits_first(path & f.from[run]));
        fn(ctx, &(struct item){RUN, THE_RUN, run, run, (int16_t)first, 0, path});
    }
    for (unsigned v = 15; v > 0; v--)
        if (f.three >> v & 1)
            fn(ctx,
               &(struct item){GROUPS, A_GROUP, TEM_GROUP, TEM_GROUP, (int16_t)v, 0, a_group(&t->p.ground, f.eq[v])});
    BITS_EACH(i, h->mummy)
    {
        bool good = rest & bit(i);
        uint64_t nines = t->p.ground.near[i] & f.eq[NINE];
        fn(ctx, &(struct item){MUMMIES, good ? AT_REST : AT_LARGE, good ? TEM_REST : TEM_LOOSE,
                               h->crossed & bit(i) ? TEM_REST : TEM_LOOSE, good ? NINE : 0, bit(i), nines});
    }
}

/* ---- who knows what: PP-6 ---- */

static void redact(struct state *s, int viewer)
{
    struct temple *t = (struct temple *)(void *)s;
    if (s->phase != PHASE_PLAY) return;
    for (int i = 0; i < s->players; i++) {
        if (i == viewer) continue;
        struct tsheet *h = &t->sheet[i], *held = &t->sheet[t->p.holds[i]];
        if (h->wrote != NO_SPACE) numbers_drop(&h->number, bit(h->wrote));
        h->nine = sheet_near(&t->p.ground, numbers_equal(&h->number, NINE));
        h->wrote = NO_SPACE;
        h->crossed &= ~h->fresh;
        h->fresh = 0;
        if (papers_danger(&t->p) && held->got != NO_SPACE) {
            held->mummy &= ~bit(held->got);
            held->got = NO_SPACE;
        }
        papers_unseal(&t->p, i, h->steps);
        h->steps = 0;
    }
}

/* ---- words ---- */

static int read(const struct state *s, int seat, struct words *w, Move out[MAX_LINE_MOVES], const char **why)
{
    const struct temple *t = temple(s);
    if (seat == NATURE) return papers_read(&t->p, w, "lock", "mummy", out, why);
    unsigned verb = 0;
    int number = 0;
    *why = "Expected `write NUMBER SPACE`, `mummy SPACE` or `cross SPACE`. [notation]";
    if (words_take(w, "write")) {
        verb = WRITE;
        number = words_number(w, 15);
        *why = "Expected a number from 1 to 15 to write. [PP-8]";
        if (number < 1) return 0;
    } else if (words_take(w, "mummy")) {
        verb = MUMMY;
    } else if (words_take(w, "cross")) {
        verb = CROSS;
    } else {
        return 0;
    }
    unsigned space = sheet_read_space(&t->p.ground, w);
    *why = "Expected a space of this sheet: a column letter and a row number. [notation]";
    out[0] = move_make(verb, (unsigned)number, 0, space);
    return space != NO_SPACE;
}

static int write(const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    const struct temple *t = temple(s);
    if (seat == NATURE) return papers_write(&t->p, m, n, "lock", "mummy", o);
    out_str(o, move_verb(*m) == WRITE ? "write " : move_verb(*m) == MUMMY ? "mummy " : "cross ");
    if (move_verb(*m) == WRITE) {
        out_int(o, move_a(*m));
        out_char(o, ' ');
    }
    sheet_write_space(&t->p.ground, move_space(*m), o);
    return 1;
}

static void show(const struct state *s, struct out *o)
{
    const struct temple *t = temple(s);
    papers_show(&t->p, "lock", "mummy", o);
    papers_show_set(&t->p, "doors", t->p.ground.doors, o);
    out_key(o, "sheets");
    out_char(o, '[');
    for (int i = 0; i < s->players; i++) {
        const struct tsheet *h = &t->sheet[i];
        out_comma(o);
        out_char(o, '{');
        papers_show_numbers(&t->p, &h->number, o);
        papers_show_set(&t->p, "mummies", h->mummy, o);
        papers_show_set(&t->p, "crossed", h->crossed, o);
        papers_show_set(&t->p, "crossable", crossable(h), o);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void print_cell(const struct papers *p, const void *sheet, unsigned i, struct out *o)
{
    const struct tsheet *h = sheet;
    unsigned v = numbers_at(&h->number, i);
    bool door = p->ground.doors & bit(i);
    out_char(o, door ? '[' : ' ');
    if (v) {
        if (v < 10) out_char(o, ' ');
        out_int(o, v);
    } else {
        out_str(o, h->crossed & bit(i) ? " x" : h->mummy & bit(i) ? " M" : " .");
    }
    out_char(o, door ? ']' : ' ');
}

static void print(const struct state *s, int viewer, struct out *o)
{
    const struct temple *t = temple(s);
    int own = viewer < 0 ? 0 : viewer;
    unsigned v;
    papers_print_grid(&t->p, &t->sheet[own], print_cell, o);
    if (papers_print_held(&t->p, own, o)) papers_print_grid(&t->p, &t->sheet[t->p.holds[own]], print_cell, o);
    out_char(o, '\n');
    out_text(o, N_("[ ] door   M mummy   x crossed out"));
    out_char(o, '\n');
    if (!t->p.rolled) return;
    papers_print_dice(&t->p, N_("lock"), N_("mummy"), o);
    if (t->p.numbers) out_str(o, "   "), out_text(o, N_("makes"));
    BITS_EACH(v, t->p.numbers)
    {
        out_char(o, ' ');
        out_int(o, v);
    }
    out_char(o, '\n');
}

static const char *broken(const struct state *s)
{
    const struct temple *t = temple(s);
    for (int i = 0; i < s->players; i++) {
        const struct tsheet *h = &t->sheet[i];
        if (numbers_all(&h->number) & h->mummy) return "a space holds a number and a mummy";
        if ((numbers_all(&h->number) | h->mummy) & ~t->p.ground.all) return "something is written outside the sheet";
        if (h->crossed & ~h->mummy || h->fresh & ~h->crossed) return "something crossed out is no mummy";
        if (h->mummy & t->p.ground.doors) return "a mummy stands behind a door";
        if (h->nine != sheet_near(&t->p.ground, numbers_equal(&h->number, NINE)))
            return "the spaces next to a 9 are wrong";
        if (s->phase != PHASE_PLAY && (h->fresh || h->steps || h->wrote != NO_SPACE || h->got != NO_SPACE))
            return "a closed round left something open";
        if (s->phase != PHASE_PLAY && bits_count(empty(t, h)) != bits_count(empty(t, &t->sheet[0])))
            return "the sheets are not filled alike";
    }
    return papers_broken(&t->p);
}

const struct game temple_game = {
    .name = "temple",
    .title = "Temple of Apikhabou",
    .round = "round",
    .help = GAME_HELP(N_("Write one number a round. You score 1 for each space of your longest run (4 5 6 ...),\n"
                         "3 for each value with 3 or more together, 2 for a mummy crossed out and -2 for any\n"
                         "other. Neighbours are all 8 spaces around, here and everywhere. With a lock the number\n"
                         "goes in a door. Others draw mummies on your sheet; alone you draw them, next to the\n"
                         "space filled last. Alone: 15 points Pathfinder, 25 Voyager, 30 Explorer.\n\n"
                         "  The dice: purple 1-5 or penny (any number from 1 to 15), green 1-5 or lock, red 1-5\n"
                         "  or mummy.\n\n"
                         "  write 7 e3           write a 7 on e3: the sum of one, two or three dice\n"
                         "  mummy c4             draw the mummy on the sheet you hold (solo: on your own)\n"
                         "  cross c4             cross out a mummy next to a 9 (free, in a later round, before\n"
                         "                       you write)\n")),
    .modes = modes,
    .options = options,
    .board = &sheet_kind,
    .parts = parts,
    .things = things,
    .numbers = constants,
    .max_legal = 15 * SHEET_SPACES,
    .sealed = true,
    .rules = PAPERS_RULES,
    .refuse = refuse,
    .size = size,
    .start = start,
    .legal = legal,
    .nth = nth,
    .objection = objection,
    .apply = apply,
    .draw = draw,
    .rows = papers_rows,
    .score = score,
    .count = count,
    .levels = levels,
    .redact = redact,
    .veil = papers_veil,
    .imagine = papers_imagine,
    .read = read,
    .write = write,
    .mark = papers_mark,
    .space = papers_space,
    .tell = temple_tell,
    .show = show,
    .print = GAME_PRINT(print),
    .broken = broken,
};
