/* valley.c -- Valley of Wiraqocha (VAL), the whole game but for the search for
 * discoveries (valley_find.c). What it shares with the Temple is in papers.c.
 *
 * 1. A space is open, or holds a number, a structure or a snake.
 * 2. Everything of the current round can be told from the rest (filled, built,
 *    fresh, got, revealed), so that redact() can unmake it (PP-6).
 * 3. reach and open are functions of the other fields, kept because every legal
 *    move asks for them. */
#include "valley.h"

#include <string.h>

/* PP-1 */
static const struct mode modes[] = {{N_("multi"), 2, MAX_SEATS, 0}, {N_("solo"), 1, 1, VAL_ROUNDS}, {NULL, 0, 0, 0}};
static const struct option options[] = {{NULL, 0, 0, 0}};
static const char *const parts[] = {N_("full"), N_("discoveries"), N_("structures"), N_("snakes"), NULL};
enum { FULL, FOUND, BUILT, SNAKES }; /* parts */
enum { A_FULL_SHEET, A_DISCOVERY, A_STRUCTURE = A_DISCOVERY + DISCOVERIES, A_SNAKE = A_STRUCTURE + STRUCTURES };
static const char *const things[] = {N_("full"), N_("jungle"), N_("town"), N_("range"), N_("pyramid"),
                                     N_("hut"),  N_("statue"), N_("mine"), N_("snake"), NULL};
static const struct number constants[] = {
    {"full", VAL_FULL},
    {"jungle", VAL_JUNGLE},
    {"town", VAL_TOWN},
    {"range", VAL_RANGE},
    {"pyramid", VAL_PYRAMID},
    {"beside", VAL_BESIDE},
    {"nine", NINE},
    {"rounds", VAL_ROUNDS},
    {"eased", VAL_EASED},
    {"pathfinder", VAL_PATHFINDER},
    {"voyager", VAL_VOYAGER},
    {"explorer", VAL_EXPLORER},
    {NULL, 0},
};
static const int worth[DISCOVERIES] = VAL_WORTH;
static const char *const structure_words[] = {"hut", "statue", "mine", NULL};
static const char *const discovery_words[] = {"jungle", "town", "range", "pyramid", NULL};
static const char *const dice_words[] = {"", "p", "g", "pg", "r", "pr", "gr", "pgr", "penny", NULL};

static const struct valley *valley(const struct state *s) { return (const struct valley *)(const void *)s; }

static const char *refuse(const struct setup *u) { return papers_refuse(u, "valley"); }
static size_t size(const struct setup *u) { return papers_size(u, sizeof(struct vsheet)); }

static void start(struct state *s, const struct setup *u)
{
    struct valley *t = (struct valley *)(void *)s;
    memset(s, 0, size(u));
    papers_start(&t->p, u);
    for (int i = 0; i < u->players; i++) {
        struct vsheet *h = &t->sheet[i];
        h->open = t->p.ground.all;
        h->got = NO_SPACE;
        memset(h->structure, NO_SPACE, sizeof h->structure);
    }
}

/* ---- what is possible ---- */

static uint64_t structures(const struct vsheet *h)
{
    uint64_t set = 0;
    for (int k = 0; k < STRUCTURES; k++)
        if (h->structure[k] != NO_SPACE) set |= bit(h->structure[k]);
    return set;
}

/* Where a number or structure may go: VAL-3, VAL-4. Snakes are neither, crossed out or
 * not, and their spaces are never open again (VAL-5). */
static uint64_t fillable(const struct valley *t, const struct vsheet *h)
{
    bool first = (numbers_all(&h->number) | structures(h)) == 0;
    uint64_t near = h->open & (first ? t->p.ground.edge : h->reach);
    return near ? near : h->open;
}

/* Where a snake may go on the sheet held: VAL-6, VAL-13. */
static uint64_t slithery(const struct valley *t, int seat)
{
    const struct vsheet *h = &t->sheet[t->p.holds[seat]];
    uint64_t near = t->p.solo ? h->open & sheet_near(&t->p.ground, h->before) : 0;
    return near ? near : h->open;
}

/* The sum of this set of dice, or 0 if one of them is used or no number. Dice that are
 * left may cross out a second snake (VAL-7). */
static unsigned sum(const struct valley *t, const struct vsheet *h, unsigned dice)
{
    unsigned total = 0;
    if (dice & h->used) return 0;
    for (unsigned d = 0; d < DICE; d++)
        if (dice >> d & 1) {
            if (t->p.face[d] == SPECIAL) return 0;
            total += t->p.face[d];
        }
    return total;
}

static bool penny(const struct valley *t, const struct vsheet *h)
{
    return t->p.face[PURPLE] == SPECIAL && !(h->used & 1 << PURPLE);
}

static bool dakota(const struct valley *t, const struct vsheet *h)
{
    return t->p.face[GREEN] == SPECIAL && !(h->used & 1 << GREEN);
}

/* VAL-2: is a step owed before anything else? Not on a full sheet (VAL-13). */
static bool owes(const struct vsheet *h) { return h->steps == 0 && h->open != 0; }

/* Everything the seat may do, into the finder. */
static void find_all(struct finder *f, const struct valley *t, int seat)
{
    const struct vsheet *h = &t->sheet[seat];
    if (papers_danger(&t->p)) {
        find_add(f, SNAKE, slithery(t, seat));
        return;
    }
    uint64_t put = fillable(t, h), live = h->snake & ~h->crossed;
    for (unsigned dice = 1; dice < 8; dice++) {
        unsigned v = sum(t, h, dice);
        if (v) find_add(f, move_make(WRITE, dice, v, 0), put);
        if (v == NINE) find_add(f, move_make(CROSS, dice, 0, 0), live);
    }
    if (penny(t, h)) {
        for (unsigned v = 1; v <= 15; v++) find_add(f, move_make(WRITE, PENNY, v, 0), put);
        find_add(f, move_make(CROSS, PENNY, 0, 0), live);
    }
    if (dakota(t, h))
        for (unsigned k = 0; k < STRUCTURES; k++)
            if (h->structure[k] == NO_SPACE) find_add(f, move_make(DRAW, k, 0, 0), put);
    if (f->n > f->want) return; /* found already */
    if (owes(h)) return;
    find_add(f, DONE, 1);
    find_discoveries(f, &t->p.ground, h);
}

static uint32_t legal(const struct state *s, int seat, Move *out)
{
    struct finder f = {.out = out, .want = UINT32_MAX};
    if (seat == NATURE) return papers_legal(&valley(s)->p, out);
    if (papers_acts(s, seat)) find_all(&f, valley(s), seat);
    return f.n;
}

static Move nth(const struct state *s, int seat, uint32_t k)
{
    struct finder f = {.want = k};
    if (seat == NATURE) return papers_nth(&valley(s)->p, k);
    find_all(&f, valley(s), seat);
    return f.got;
}

static const char *object_put(const struct valley *t, const struct vsheet *h, uint64_t space)
{
    if (fillable(t, h) & space) return NULL;
    if (!(h->open & space)) return "The space is not empty. [VAL-3]";
    if ((numbers_all(&h->number) | structures(h)) == 0) return "The first space filled is an edge space. [VAL-4]";
    return "The space must be next to a number or a structure. [VAL-3]";
}

/* Can these dice (or Penny) make this number now? */
static const char *object_dice(const struct valley *t, const struct vsheet *h, unsigned dice, unsigned number)
{
    if (dice == PENNY) return penny(t, h) ? NULL : "Penny was not rolled or is used already. [VAL-2]";
    unsigned v = sum(t, h, dice);
    if (v == 0) return "Each die is used once, and only number faces make a sum. [VAL-2]";
    return v == number ? NULL : "These dice do not make this number. [PP-8]";
}

static const char *object_cross(const struct valley *t, const struct vsheet *h, unsigned dice, uint64_t space)
{
    if (!(h->snake & space)) return "There is no snake on that space. [VAL-2]";
    if (h->crossed & space) return "That snake is crossed out already. [VAL-2]";
    return object_dice(t, h, dice, NINE) ? "Crossing out a snake takes unused dice that make 9, or Penny. [VAL-2]"
                                         : NULL;
}

static const char *object_draw(const struct valley *t, const struct vsheet *h, unsigned k, uint64_t space)
{
    if (!dakota(t, h)) return "Dakota was not rolled or is used already. [VAL-2]";
    if (h->structure[k] != NO_SPACE) return "Each structure is drawn once. [VAL-2]";
    return object_put(t, h, space);
}

static const char *object_reveal(const struct valley *t, const struct vsheet *h, Move m)
{
    unsigned kind = move_a(m);
    uint64_t set = 0;
    for (unsigned k = 0; k < find_size(kind); k++) {
        unsigned i = m >> (24 + 6 * k) & 63;
        if (i >= t->p.ground.spaces) return "This is no move of this game. [notation]";
        set |= bit(i);
    }
    if (bits_count(set) != find_size(kind) || m != find_move(kind, set))
        return "The spaces come once each, in reading order. [notation]";
    if (owes(h)) return "A step with the dice is owed before a discovery. [VAL-2]";
    return find_objection(&t->p.ground, h, kind, set);
}

static const char *object_snake(const struct valley *t, int seat, uint64_t space)
{
    if (!papers_danger(&t->p)) return "No snake was rolled. [VAL-6]";
    if (slithery(t, seat) & space) return NULL;
    if (!(t->sheet[t->p.holds[seat]].open & space)) return "The space is not empty. [VAL-6]";
    return "The snake goes next to a space filled in the round before. [VAL-13]";
}

static const char *objection(const struct state *s, int seat, Move m)
{
    static const char no_move[] = "This is no move of this game. [notation]";
    const struct valley *t = valley(s);
    if (seat == NATURE) return papers_objection(&t->p, m);
    const char *why = papers_waiting(&t->p, seat, "The game is over. [VAL-10]");
    if (why) return why;
    const struct vsheet *h = &t->sheet[seat];
    unsigned verb = move_verb(m), a = move_a(m), b = move_b(m), space = move_space(m);
    if (verb < WRITE || verb > SNAKE) return no_move;
    if (papers_danger(&t->p) && verb != SNAKE)
        return "A snake was rolled: only the snake is drawn in this round. [VAL-6]";
    if (verb == REVEAL) return a < DISCOVERIES && b == 0 ? object_reveal(t, h, m) : no_move;
    if (space >= t->p.ground.spaces || m != move_make(verb, a, b, space)) return no_move;
    switch (verb) {
    case WRITE:
        if (a < 1 || a > PENNY || b < 1 || b > 15) return no_move;
        why = object_dice(t, h, a, b);
        return why ? why : object_put(t, h, bit(space));
    case DRAW: return a < STRUCTURES && b == 0 ? object_draw(t, h, a, bit(space)) : no_move;
    case CROSS: return a >= 1 && a <= PENNY && b == 0 ? object_cross(t, h, a, bit(space)) : no_move;
    case DONE:
        if (m != DONE) return no_move;
        return owes(h) ? "At least one step with the dice is owed. [VAL-2]" : NULL;
    default: return a == 0 && b == 0 ? object_snake(t, seat, bit(space)) : no_move;
    }
}

/* ---- making moves ---- */

static void fill(const struct valley *t, struct vsheet *h, unsigned space)
{
    h->filled |= bit(space);
    h->open &= ~bit(space);
    h->reach |= t->p.ground.near[space];
}

static void reveal(struct vsheet *h, Move m)
{
    unsigned kind = move_a(m);
    unsigned id = ++h->made;
    for (unsigned k = 0; k < find_size(kind); k++) {
        unsigned i = m >> (24 + 6 * k) & 63;
        h->found[kind] |= bit(i);
        for (unsigned p = 0; p < 5; p++) h->group[p] |= (uint64_t)(id >> p & 1) << i;
        if (kind == TOWN) h->towns |= (uint16_t)(1u << numbers_at(&h->number, i));
    }
    h->kinds |= (uint64_t)kind << 2 * (id - 1);
    h->revealed = 1;
}

/* The spaces of discovery number id. */
static uint64_t members(const struct vsheet *h, unsigned id)
{
    uint64_t set = ~UINT64_C(0);
    for (unsigned p = 0; p < 5; p++) set &= id >> p & 1 ? h->group[p] : ~h->group[p];
    return set;
}

/* Takes the last discovery back. */
static void unreveal(struct vsheet *h)
{
    uint64_t set = members(h, h->made);
    unsigned kind = h->kinds >> 2 * (h->made - 1) & 3;
    for (unsigned p = 0; p < 5; p++) h->group[p] &= ~set;
    h->found[kind] &= ~set;
    if (kind == TOWN) h->towns &= (uint16_t) ~(1u << numbers_at(&h->number, bits_first(set)));
    h->kinds &= ~(UINT64_C(3) << 2 * (h->made - 1));
    h->made--;
}

/* Does the sheet end the game? VAL-10; solo since rules 2: only when nothing on it can change any more (VAL-13). */
static bool ends(const struct valley *t, const struct vsheet *h)
{
    struct finder f = {.want = 0};
    if (h->open) return false;
    if (!t->p.solo || papers_rules(&t->p) == 1) return true;
    if (h->snake & ~h->crossed) return false;
    find_discoveries(&f, &t->p.ground, h);
    return f.n == 0;
}

static void close(struct valley *t)
{
    bool over = t->p.solo && t->p.head.round == VAL_ROUNDS; /* VAL-13 */
    for (int i = 0; i < t->p.head.players; i++) {
        struct vsheet *h = &t->sheet[i];
        if (t->p.solo) h->before = h->filled | (h->got == NO_SPACE ? 0 : bit(h->got));
        over |= ends(t, h);
        h->filled = h->fresh = 0;
        h->built = h->used = h->steps = h->revealed = 0;
        h->got = NO_SPACE;
    }
    papers_next(&t->p, over);
}

static void apply(struct state *s, int seat, Move m)
{
    struct valley *t = (struct valley *)(void *)s;
    if (seat == NATURE) {
        papers_apply(&t->p, m);
        /* VAL-13: on a full sheet a snake finds no space, and that is the round. */
        if (t->p.solo && papers_danger(&t->p) && !t->sheet[0].open && papers_finish(&t->p, 0)) close(t);
        return;
    }
    struct vsheet *h = &t->sheet[seat], *held = &t->sheet[t->p.holds[seat]];
    unsigned a = move_a(m), space = move_space(m);
    GAME_ASSERT(seats_has(s->acting, seat));
    s->moves++;
    h->steps++;
    switch (move_verb(m)) {
    case WRITE:
        numbers_put(&h->number, space, move_b(m));
        fill(t, h, space);
        h->used |= (uint8_t)(a == PENNY ? 1 << PURPLE : a);
        return;
    case DRAW:
        h->structure[a] = (uint8_t)space;
        h->built |= (uint8_t)(1 << a);
        fill(t, h, space);
        h->used |= 1 << GREEN;
        return;
    case CROSS:
        h->crossed |= bit(space);
        h->fresh |= bit(space);
        h->used |= (uint8_t)(a == PENNY ? 1 << PURPLE : a);
        return;
    case REVEAL: reveal(h, m); break;
    case SNAKE:
        held->snake |= bit(space);
        held->open &= ~bit(space);
        held->got = (uint8_t)space;
        break;
    default: break;
    }
    if (papers_finish(&t->p, seat)) close(t);
}

static int draw(const struct state *s, struct rng *r, Move out[MAX_LINE_MOVES])
{
    return papers_draw(&valley(s)->p, r, out);
}

/* ---- score: VAL-11, VAL-12, VAL-14 ---- */

static int levels(const struct state *s, struct number out[MAX_LEVELS])
{
    const struct valley *t = valley(s);
    if (!t->p.solo) return 0;
    int less = VAL_EASED * (int)bits_count(t->sheet[0].snake);
    out[0] = (struct number){"tourist", 0};
    out[1] = (struct number){"pathfinder", VAL_PATHFINDER - less};
    out[2] = (struct number){"voyager", VAL_VOYAGER - less};
    out[3] = (struct number){"explorer", VAL_EXPLORER - less};
    return 4;
}

/* The largest number on these spaces, 0 if none: from the top bit down. Structures are
 * no numbers (VAL-8). */
static int largest(const struct numbers *n, uint64_t spaces)
{
    int v = 0;
    for (int k = 3; k >= 0; k--)
        if (spaces & n->plane[k]) spaces &= n->plane[k], v |= 1 << k;
    return v;
}

/* The spaces that feed a structure that was drawn. */
static uint64_t beside(const struct valley *t, const struct vsheet *h, unsigned k)
{
    return t->p.ground.near[h->structure[k]] & h->found[k];
}

static void score(const struct state *s, int row, struct score *out)
{
    const struct valley *t = valley(s);
    const struct vsheet *h = &t->sheet[row];
    int full = h->open ? 0 : VAL_FULL, discoveries = 0, built = 0, snakes = 0;
    unsigned i;
    for (unsigned k = 0; k < DISCOVERIES; k++) discoveries += worth[k] * (int)(bits_count(h->found[k]) / find_size(k));
    for (unsigned k = 0; k < STRUCTURES; k++)
        if (h->structure[k] != NO_SPACE) built += VAL_BESIDE * (int)bits_count(beside(t, h, k));
    BITS_EACH(i, h->snake & ~h->crossed) snakes -= largest(&h->number, t->p.ground.near[i]);
    int total = full + discoveries + built + snakes;
    *out = (struct score){.total = total, .tie = built, .part = {full, discoveries, built, snakes}};
    if (s->phase != PHASE_OVER) return;
    struct number level[MAX_LEVELS];
    out->level = level_of(level, levels(s, level), total);
}

static void count(const struct state *s, int row, item_fn *fn, void *ctx)
{
    const struct valley *t = valley(s);
    const struct vsheet *h = &t->sheet[row];
    unsigned i;
    if (!h->open) fn(ctx, &(struct item){FULL, A_FULL_SHEET, VAL_FULL, VAL_FULL, 0, 0, 0});
    for (unsigned id = 1; id <= h->made; id++) {
        unsigned kind = h->kinds >> 2 * (id - 1) & 3;
        int16_t points = (int16_t)worth[kind];
        fn(ctx, &(struct item){FOUND, (uint8_t)(A_DISCOVERY + kind), points, points, 0, 0, members(h, id)});
    }
    for (unsigned k = 0; k < STRUCTURES; k++) {
        if (h->structure[k] == NO_SPACE) continue;
        uint64_t fed = beside(t, h, k);
        int16_t points = (int16_t)(VAL_BESIDE * (int)bits_count(fed));
        fn(ctx, &(struct item){BUILT, (uint8_t)(A_STRUCTURE + k), points, points, 0, bit(h->structure[k]), fed});
    }
    BITS_EACH(i, h->snake & ~h->crossed)
    {
        uint64_t near = t->p.ground.near[i];
        int16_t bite = (int16_t)largest(&h->number, near);
        uint64_t at = bite ? near & numbers_equal(&h->number, (unsigned)bite) : 0;
        fn(ctx, &(struct item){SNAKES, A_SNAKE, (int16_t)-bite, (int16_t)-bite, bite, bit(i), at & -at});
    }
}

/* ---- who knows what: PP-6 ---- */

/* Unmakes what this seat did in this round. */
static void unmake(struct valley *t, int seat)
{
    struct vsheet *h = &t->sheet[seat], *held = &t->sheet[t->p.holds[seat]];
    if (h->revealed) unreveal(h);
    numbers_drop(&h->number, h->filled);
    for (int k = 0; k < STRUCTURES; k++)
        if (h->built >> k & 1) h->structure[k] = NO_SPACE;
    h->crossed &= ~h->fresh;
    h->open |= h->filled;
    h->reach = sheet_near(&t->p.ground, numbers_all(&h->number) | structures(h));
    h->filled = h->fresh = 0;
    h->built = h->used = h->revealed = 0;
    if (papers_danger(&t->p) && held->got != NO_SPACE) {
        held->snake &= ~bit(held->got);
        held->open |= bit(held->got);
        held->got = NO_SPACE;
    }
    papers_unseal(&t->p, seat, h->steps);
    h->steps = 0;
}

static void redact(struct state *s, int viewer)
{
    if (s->phase != PHASE_PLAY) return;
    for (int i = 0; i < s->players; i++)
        if (i != viewer) unmake((struct valley *)(void *)s, i);
}

/* ---- words ---- */

static const char expected_space[] = "Expected a space of this sheet: a column letter and a row number. [notation]";

static int read_reveal(const struct ground *g, struct words *w, Move *out, const char **why)
{
    static const char *const size_words[] = {
        [JUNGLE] = "A jungle has exactly five spaces. [VAL-9]",
        [TOWN] = "A town has exactly four spaces. [VAL-9]",
        [RANGE] = "A mountain range has exactly three spaces. [VAL-9]",
        [PYRAMID] = "A pyramid has exactly four spaces. [VAL-9]",
    };
    int kind = words_pick(w, discovery_words);
    *why = "Expected `reveal jungle`, `town`, `range` or `pyramid` with its 5, 4, 3 or 4 spaces. [VAL-9]";
    if (kind < 0) return 0;
    *out = move_make(REVEAL, (unsigned)kind, 0, 0);
    for (unsigned k = 0; k < find_size((unsigned)kind); k++) {
        *why = words_done(w) ? size_words[kind] : expected_space;
        unsigned i = sheet_read_space(g, w);
        if (i == NO_SPACE) return 0;
        *out |= (Move)i << (24 + 6 * k);
    }
    *why = size_words[kind];
    return words_done(w);
}

static int read(const struct state *s, int seat, struct words *w, Move out[MAX_LINE_MOVES], const char **why)
{
    const struct valley *t = valley(s);
    if (seat == NATURE) return papers_read(&t->p, w, "dakota", "snake", out, why);
    int a = 0, b = 0;
    unsigned verb;
    if (words_take(w, "reveal")) return read_reveal(&t->p.ground, w, out, why);
    if (words_take(w, "done")) {
        out[0] = DONE;
        return 1;
    }
    if (words_take(w, "write")) {
        verb = WRITE;
        a = words_pick(w, dice_words + 1) + 1;
        b = words_number(w, 15);
        *why = "Expected `write DICE NUMBER SPACE`: dice out of pgr or penny, a number from 1 to 15. [PP-8]";
        if (a < 1 || b < 1) return 0;
    } else if (words_take(w, "draw")) {
        verb = DRAW;
        a = words_pick(w, structure_words);
        *why = "Expected `draw hut`, `statue` or `mine` and a space. [VAL-2]";
        if (a < 0) return 0;
    } else if (words_take(w, "cross")) {
        verb = CROSS;
        a = words_pick(w, dice_words + 1) + 1;
        *why = "Expected `cross DICE SPACE` with dice out of pgr, or penny. [VAL-2]";
        if (a < 1) return 0;
    } else if (words_take(w, "snake")) {
        verb = SNAKE;
    } else {
        *why = "Expected `write`, `draw`, `cross`, `reveal`, `done` or `snake`. [notation]";
        return 0;
    }
    unsigned space = sheet_read_space(&t->p.ground, w);
    *why = expected_space;
    out[0] = move_make(verb, (unsigned)a, (unsigned)b, space);
    return space != NO_SPACE;
}

static int write(const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    const struct valley *t = valley(s);
    if (seat == NATURE) return papers_write(&t->p, m, n, "dakota", "snake", o);
    switch (move_verb(*m)) {
    case WRITE:
        out_str(o, "write ");
        out_str(o, dice_words[move_a(*m)]);
        out_char(o, ' ');
        out_int(o, move_b(*m));
        break;
    case DRAW:
        out_str(o, "draw ");
        out_str(o, structure_words[move_a(*m)]);
        break;
    case CROSS:
        out_str(o, "cross ");
        out_str(o, dice_words[move_a(*m)]);
        break;
    case REVEAL:
        out_str(o, "reveal ");
        out_str(o, discovery_words[move_a(*m)]);
        for (unsigned k = 0; k < find_size(move_a(*m)); k++) {
            out_char(o, ' ');
            sheet_write_space(&t->p.ground, *m >> (24 + 6 * k) & 63, o);
        }
        return 1;
    case DONE: out_str(o, "done"); return 1;
    default: out_str(o, "snake"); break;
    }
    out_char(o, ' ');
    sheet_write_space(&t->p.ground, move_space(*m), o);
    return 1;
}

/* ---- JSON and text ---- */

static void show_sheet(const struct valley *t, const struct vsheet *h, struct out *o)
{
    papers_show_numbers(&t->p, &h->number, o);
    papers_show_set(&t->p, "snakes", h->snake, o);
    papers_show_set(&t->p, "crossed", h->crossed, o);
    for (int k = 0; k < STRUCTURES; k++) {
        char space[8];
        struct out w = {.p = space, .size = sizeof space};
        if (h->structure[k] != NO_SPACE) sheet_write_space(&t->p.ground, h->structure[k], &w);
        out_end(&w);
        out_key_str(o, structure_words[k], w.len ? space : NULL);
    }
    out_key(o, "discoveries");
    out_char(o, '[');
    for (unsigned id = 1; id <= h->made; id++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "kind", discovery_words[h->kinds >> 2 * (id - 1) & 3]);
        papers_show_set(&t->p, "spaces", members(h, id), o);
        out_char(o, '}');
    }
    out_char(o, ']');
    out_key_str(o, "used", dice_words[h->used]);
}

static void show(const struct state *s, struct out *o)
{
    const struct valley *t = valley(s);
    papers_show(&t->p, "dakota", "snake", o);
    papers_show_set(&t->p, "edge", t->p.ground.edge, o);
    out_key(o, "sheets");
    out_char(o, '[');
    for (int i = 0; i < s->players; i++) {
        out_comma(o);
        out_char(o, '{');
        show_sheet(t, &t->sheet[i], o);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void print_cell(const struct papers *p, const void *sheet, unsigned i, struct out *o)
{
    const struct vsheet *h = sheet;
    unsigned v = numbers_at(&h->number, i);
    const char *mark = "  ";
    (void)p;
    for (unsigned k = 0; k < DISCOVERIES; k++)
        if (h->found[k] & bit(i)) mark = &"j\0t\0r\0p"[2 * k];
    for (unsigned k = 0; k < STRUCTURES; k++)
        if (h->structure[k] == i) {
            out_str(o, k == 0 ? " Hu " : k == 1 ? " St " : " Mi ");
            return;
        }
    if (v) {
        if (v < 10) out_char(o, ' ');
        out_char(o, ' ');
        out_int(o, v);
        out_char(o, mark[0]);
        return;
    }
    out_str(o, h->crossed & bit(i) ? "  x " : h->snake & bit(i) ? "  S " : "  . ");
}

static void print(const struct state *s, int viewer, struct out *o)
{
    const struct valley *t = valley(s);
    int own = viewer < 0 ? 0 : viewer;
    papers_print_grid(&t->p, &t->sheet[own], print_cell, o);
    if (papers_print_held(&t->p, own, o)) papers_print_grid(&t->p, &t->sheet[t->p.holds[own]], print_cell, o);
    out_char(o, '\n');
    out_text(o, N_("Hu hut   St statue   Mi mine   S snake   x crossed out"));
    out_char(o, '\n');
    if (t->sheet[own].made) {
        out_text(o, N_("7j 7t 7r 7p: in a jungle, town, range, pyramid"));
        out_char(o, '\n');
    }
    if (!t->p.rolled) return;
    papers_print_dice(&t->p, N_("dakota"), N_("snake"), o);
    if (t->sheet[own].used) out_str(o, "   "), out_text(o, N_("used:"));
    for (unsigned d = 0; d < DICE; d++)
        if (t->sheet[own].used >> d & 1) out_char(o, ' '), out_text(o, papers_dice[d]);
    out_char(o, '\n');
    if (!t->p.solo || t->sheet[own].open) return; /* VAL-13 */
    out_text(o, N_("The sheet is full: `done` will do."));
    out_char(o, '\n');
}

static const char *broken(const struct state *s)
{
    const struct valley *t = valley(s);
    for (int i = 0; i < s->players; i++) {
        const struct vsheet *h = &t->sheet[i];
        uint64_t number = numbers_all(&h->number), built = structures(h), in = 0;
        if (number & h->snake || number & built || h->snake & built) return "a space holds two things";
        if (h->open != (t->p.ground.all & ~(number | built | h->snake))) return "open is not what is empty";
        if (h->reach != sheet_near(&t->p.ground, number | built)) return "reach is not next to what is filled";
        if (h->crossed & ~h->snake || h->fresh & ~h->crossed) return "something crossed out is no snake";
        for (unsigned k = 0; k < DISCOVERIES; k++) {
            if (h->found[k] & (in | ~number)) return "a discovery overlaps another or holds no numbers";
            if (bits_count(h->found[k]) % find_size(k)) return "a discovery has the wrong size";
            in |= h->found[k];
        }
        if (s->phase != PHASE_PLAY && (h->filled || h->steps || h->got != NO_SPACE || h->revealed))
            return "a closed round left something open";
    }
    return papers_broken(&t->p);
}

/* Connected sets of 5 king's moves number at most 638 for each lowest space, of 4
 * at most 110, of 3 at most 20; plus 4 pyramids, and the steps. */
enum { MOST = SHEET_SPACES * (638 + 110 + 20 + 4 + 8 + 16 + 3 + 9) + 1 };

const struct game valley_game = {
    .name = "valley",
    .title = "Valley of Wiraqocha",
    .round = "round",
    .help = GAME_HELP(N_("Fill spaces next to what you have, starting at the edge, with as many dice as you\n"
                         "like. Then reveal a jungle (5 points), a town (6), a range (7) or a pyramid (15). A hut,\n"
                         "a statue and a mine score 2 for each jungle, town and range space beside them. A snake\n"
                         "costs the largest number beside it. A full sheet is worth 7. Neighbours are all 8\n"
                         "spaces around. Alone: 25 rounds, and a snake goes beside a space of the round before;\n"
                         "90 points Pathfinder, 110 Voyager, 130 Explorer, each 4 less per snake drawn.\n\n"
                         "  The dice: purple 1-5 or penny, green 1-5 or dakota, red 1-5 or snake.\n\n"
                         "  write pg 7 e3        write the sum of dice (p purple, g green, r red) on e3\n"
                         "  write penny 12 e3    Penny is any number from 1 to 15\n"
                         "  draw hut e3          Dakota draws a hut, statue or mine, each once\n"
                         "  cross pg e3          cross out a snake: with dice that make 9, or penny\n"
                         "  reveal town e3 e4 f3 f4   a discovery ends your round: jungle (5 spaces, all\n"
                         "                       different), town (4 equal), range (3 of 6 and more),\n"
                         "                       pyramid (a T of 4, 10 and more)\n"
                         "  done                 end your round without a discovery\n"
                         "  snake e3             draw the snake on the sheet you hold (solo: on your own)\n")),
    .modes = modes,
    .options = options,
    .board = &sheet_kind,
    .parts = parts,
    .things = things,
    .numbers = constants,
    .max_legal = MOST,
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
    .tell = valley_tell,
    .show = show,
    .print = GAME_PRINT(print),
    .broken = broken,
};
