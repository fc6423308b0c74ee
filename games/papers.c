/* papers.c -- see papers.h. */
#include "papers.h"

#include <string.h>

_Static_assert(sizeof(struct papers) == 24 + sizeof(struct ground) + 8 + 100 + 4, "no hidden padding");
_Static_assert(sizeof(struct papers) % 8 == 0, "sheets follow aligned");

void papers_split(const struct numbers *n, uint64_t eq[16])
{
    uint64_t p0 = n->plane[0], p1 = n->plane[1], p2 = n->plane[2], p3 = n->plane[3];
    uint64_t low[4] = {~p1 & ~p0, ~p1 & p0, p1 & ~p0, p1 & p0};
    uint64_t high[4] = {~p3 & ~p2, ~p3 & p2, p3 & ~p2, p3 & p2};
    for (unsigned v = 0; v < 16; v++) eq[v] = high[v >> 2] & low[v & 3];
}

size_t papers_size(const struct setup *u, size_t sheet)
{
    return (sizeof(struct papers) + u->players * sheet + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN;
}

const char *papers_refuse(const struct setup *u, const char *game)
{
    const char *why = game_refuse_rules(u->rules, PAPERS_RULES);
    if (why) return why;
    return strcmp(sheet_of(u)->game, game) == 0 ? NULL : "The sheet is one of another game. [notation]";
}

void papers_start(struct papers *p, const struct setup *u)
{
    p->head.players = u->players;
    p->head.phase = PHASE_CHANCE;
    p->solo = u->mode == PAPERS_SOLO;
    p->later = (uint8_t)(u->rules - 1);
    p->ground = sheet_of(u)->ground;
}

/* ---- chance: PP-2, PP-3, PP-4 ---- */

static Move roll(unsigned purple, unsigned green, unsigned red) { return move_make(ROLL, purple, green, red); }
static Move hand(unsigned seat, unsigned sheet) { return move_make(HAND, seat, sheet, 0); }

/* The sheets that have not been handed out. */
static struct seats lying(const struct papers *p)
{
    struct seats left = seats_all(p->head.players);
    for (int i = 0; i < p->handed; i++) seats_drop(&left, p->holds[i]);
    return left;
}

/* May the next seat get this sheet? Nobody gets the own one, so the last but one
 * takes the last one's sheet if it is still there. */
static bool may_hold(const struct papers *p, struct seats left, unsigned sheet)
{
    unsigned seat = p->handed, last = p->head.players - 1u;
    if (sheet > last || !seats_has(left, (int)sheet) || sheet == seat) return false;
    return seat + 1 != last || sheet == last || !seats_has(left, (int)last);
}

uint32_t papers_legal(const struct papers *p, Move *out)
{
    uint32_t n = 0;
    if (p->head.phase != PHASE_CHANCE) return 0;
    if (!p->rolled) {
        for (unsigned k = 0; out && k < 216; k++) out[k] = roll(k / 36 + 1, k / 6 % 6 + 1, k % 6 + 1);
        return 216;
    }
    struct seats left = lying(p);
    for (unsigned sheet = 0; sheet < p->head.players; sheet++)
        if (may_hold(p, left, sheet)) {
            if (out) out[n] = hand(p->handed, sheet);
            n++;
        }
    return n;
}

Move papers_nth(const struct papers *p, uint32_t k)
{
    if (!p->rolled) return roll(k / 36 + 1, k / 6 % 6 + 1, k % 6 + 1);
    struct seats left = lying(p);
    for (unsigned sheet = 0;; sheet++)
        if (may_hold(p, left, sheet) && k-- == 0) return hand(p->handed, sheet);
}

const char *papers_objection(const struct papers *p, Move m)
{
    if (p->head.phase != PHASE_CHANCE) return "No dice are due here. [PP-3]";
    if (!p->rolled) {
        unsigned a = move_a(m), b = move_b(m), c = move_space(m);
        if (a < 1 || a > 6 || b < 1 || b > 6 || c < 1 || c > 6 || m != roll(a, b, c))
            return "The three dice have to be rolled here. [PP-3]";
        return NULL;
    }
    if (m != hand(p->handed, move_b(m))) return "The sheets have to be handed out here, one to each seat. [PP-4]";
    if (!may_hold(p, lying(p), move_b(m))) return "Every sheet goes to one seat, and none to its owner. [PP-4]";
    return NULL;
}

/* PP-8: every sum of some number dice; bit 0, the empty sum, is dropped. Without
 * branches: dice cannot be guessed. */
static uint16_t sums(const struct papers *p)
{
    static const uint8_t step[] = {0, 1, 2, 3, 4, 5, 0};
    static const uint16_t penny[] = {0, 0, 0, 0, 0, 0, 0xFFFE};                    /* TEM-5, VAL-2 */
    static const uint16_t most[] = {0, 0xFFFE, 0xFFFE, 0xFFFE, 0xFFFE, 0xFFFE, 0}; /* danger: none */
    unsigned set = 1;
    for (unsigned d = 0; d < DICE; d++) set |= set << step[p->face[d]];
    return (uint16_t)((set | penny[p->face[PURPLE]]) & most[p->face[RED]]);
}

void papers_apply(struct papers *p, Move m)
{
    GAME_ASSERT(p->head.phase == PHASE_CHANCE);
    p->head.moves++;
    if (move_verb(m) == HAND) {
        GAME_ASSERT(p->handed < p->head.players);
        p->holds[p->handed++] = (uint8_t)move_b(m);
    } else {
        p->face[PURPLE] = (uint8_t)move_a(m);
        p->face[GREEN] = (uint8_t)move_b(m);
        p->face[RED] = (uint8_t)move_space(m);
        p->head.round++;
        p->rolled = 1;
        p->numbers = sums(p);
    }
    if (papers_danger(p) && !p->solo && p->handed < p->head.players) return;
    p->head.phase = PHASE_PLAY;
    p->head.acting = seats_all(p->head.players);
}

int papers_draw(const struct papers *p, struct rng *r, Move out[MAX_LINE_MOVES])
{
    if (!p->rolled) {
        out[0] = papers_nth(p, rng_below(r, 216));
        return 1;
    }
    /* A uniform derangement: shuffle until nobody holds the own sheet, which takes e tries on average. */
    uint8_t sheet[MAX_SEATS];
    unsigned n = p->head.players, i;
    do {
        for (i = 0; i < n; i++) sheet[i] = (uint8_t)i;
        for (i = n; i > 1; i--) {
            unsigned j = rng_below(r, i);
            uint8_t t = sheet[i - 1];
            sheet[i - 1] = sheet[j], sheet[j] = t;
            if (sheet[i - 1] == i - 1) break;
        }
    } while (i > 1 || sheet[0] == 0);
    for (i = 0; i < n; i++) out[i] = hand(i, sheet[i]);
    return (int)n;
}

/* ---- words ---- */

static int face(struct words *w, const char *special)
{
    if (words_take(w, special)) return SPECIAL;
    int v = words_number(w, 5);
    return v < 1 ? 0 : v;
}

int papers_read(const struct papers *p, struct words *w, const char *helper, const char *danger, Move *out,
                const char **why)
{
    *why = "Expected `* roll PURPLE GREEN RED` with the faces of this game, or `* pass` with a sheet for every seat. "
           "[PP-2]";
    if (words_take(w, "roll")) {
        int a = face(w, "penny"), b = face(w, helper), c = face(w, danger);
        out[0] = roll((unsigned)a, (unsigned)b, (unsigned)c);
        return a && b && c;
    }
    if (!words_take(w, "pass")) return 0;
    int n = p->head.players;
    for (int i = 0; i < n; i++) {
        int sheet = words_number(w, n);
        if (sheet < 1) return 0;
        out[i] = hand((unsigned)i, (unsigned)sheet - 1);
    }
    return n;
}

static void write_face(unsigned v, const char *special, struct out *o)
{
    out_char(o, ' ');
    if (v == SPECIAL) out_str(o, special);
    else out_int(o, v);
}

int papers_write(const struct papers *p, const Move *m, int n, const char *helper, const char *danger, struct out *o)
{
    if (move_verb(m[0]) == ROLL) {
        out_str(o, "roll");
        write_face(move_a(m[0]), "penny", o);
        write_face(move_b(m[0]), helper, o);
        write_face(move_space(m[0]), danger, o);
        return 1;
    }
    int k = 0;
    out_str(o, "pass");
    for (; k < n && k < p->head.players && move_verb(m[k]) == HAND; k++) {
        out_char(o, ' ');
        out_int(o, move_b(m[k]) + 1);
    }
    return k;
}

/* ---- rounds ---- */

int papers_rows(const struct state *s) { return s->players; }

void papers_space(const struct state *s, unsigned space, struct out *o)
{
    sheet_write_space(&((const struct papers *)(const void *)s)->ground, space, o);
}

char papers_mark(Move m) { return (void)m, '*'; }

Move papers_veil(const struct state *s, int seat, Move m, int viewer)
{
    (void)s;
    return seat == NATURE || seat == viewer ? m : NO_MOVE;
}

/* All that is hidden are moves of this round, and those stay unmade. */
void papers_imagine(struct state *s, int viewer, struct rng *r) { (void)s, (void)viewer, (void)r; }

const char *papers_waiting(const struct papers *p, int seat, const char *over)
{
    if (p->head.phase == PHASE_OVER) return over;
    if (p->head.phase != PHASE_PLAY) {
        if (papers_danger(p)) return "The sheets have to be handed out first. [PP-4]";
        return p->head.round ? "This round is done: the dice come first. [PP-3]" : "The dice come first. [PP-3]";
    }
    if (seat < 0 || seat >= p->head.players || !seats_has(p->head.acting, seat))
        return "This seat has finished its round. [PP-3]";
    return NULL;
}

void papers_next(struct papers *p, bool over)
{
    if (p->handed) memset(p->holds, 0, sizeof p->holds);
    memset(p->face, 0, sizeof p->face);
    p->handed = 0;
    p->rolled = 0;
    p->numbers = 0;
    p->head.phase = over ? PHASE_OVER : PHASE_CHANCE;
}

void papers_unseal(struct papers *p, int seat, unsigned moves)
{
    p->head.moves -= moves;
    seats_add(&p->head.acting, seat);
}

const char *papers_broken(const struct papers *p)
{
    if (seats_any(p->head.acting) != (p->head.phase == PHASE_PLAY)) return "acting disagrees with phase";
    if (p->head.phase == PHASE_FACT) return "a dice game has no facts";
    if (p->head.phase == PHASE_PLAY && !p->rolled) return "somebody acts without dice";
    if (p->rolled != (p->face[PURPLE] != 0)) return "the dice disagree with rolled";
    if (papers_rules(p) > PAPERS_RULES) return "these rules are not known";
    return NULL;
}

/* ---- JSON and text ---- */

static void key_list(struct out *o, const char *key)
{
    out_key(o, key);
    out_char(o, '[');
}

static void show_space(const struct papers *p, unsigned i, struct out *o)
{
    out_comma(o);
    out_char(o, '"');
    sheet_write_space(&p->ground, i, o);
    out_char(o, '"');
}

void papers_show_set(const struct papers *p, const char *key, uint64_t set, struct out *o)
{
    unsigned i;
    key_list(o, key);
    BITS_EACH(i, set) show_space(p, i, o);
    out_char(o, ']');
}

void papers_show_numbers(const struct papers *p, const struct numbers *n, struct out *o)
{
    key_list(o, "numbers");
    for (unsigned i = 0; i < p->ground.spaces; i++) {
        out_comma(o);
        out_int(o, numbers_at(n, i));
    }
    out_char(o, ']');
}

static void show_face(struct out *o, const char *key, unsigned v, const char *special)
{
    if (v == SPECIAL) out_key_str(o, key, special);
    else out_key_int(o, key, v);
}

void papers_show(const struct papers *p, const char *helper, const char *danger, struct out *o)
{
    papers_show_set(p, "spaces", p->ground.all, o);
    out_key(o, "dice");
    if (p->rolled) {
        out_char(o, '{');
        show_face(o, "purple", p->face[PURPLE], "penny");
        show_face(o, "green", p->face[GREEN], helper);
        show_face(o, "red", p->face[RED], danger);
        out_char(o, '}');
    } else {
        out_str(o, "null");
    }
    key_list(o, "holds");
    for (int i = 0; i < p->handed; i++) {
        out_comma(o);
        out_int(o, p->holds[i] + 1);
    }
    out_char(o, ']');
}

const char *const papers_dice[] = {N_("purple"), N_("green"), N_("red")};

void papers_print_dice(const struct papers *p, const char *helper, const char *danger, struct out *o)
{
    const char *const special[] = {N_("penny"), helper, danger};
    out_text(o, N_("dice:"));
    for (unsigned d = 0; d < DICE; d++) {
        out_str(o, d ? "   " : "  ");
        out_text(o, papers_dice[d]);
        out_char(o, ' ');
        if (p->face[d] == SPECIAL) out_text(o, special[d]);
        else out_int(o, p->face[d]);
    }
}

bool papers_print_held(const struct papers *p, int seat, struct out *o)
{
    if (!papers_danger(p) || p->solo || p->handed != p->head.players) return false;
    char owner[8];
    struct out n = {.p = owner, .size = sizeof owner};
    out_int(&n, p->holds[seat] + 1);
    out_end(&n);
    out_char(o, '\n');
    out_fill(o, N_("in your hands, the sheet of seat {n}:"), (const char *const[]){"n", owner, NULL});
    out_char(o, '\n');
    return true;
}

void papers_print_grid(const struct papers *p, const void *sheet,
                       void (*cell)(const struct papers *, const void *, unsigned, struct out *), struct out *o)
{
    out_str(o, "   ");
    for (int c = 0; c < p->ground.cols; c++) {
        out_str(o, "  ");
        out_char(o, (char)('a' + c));
        out_char(o, ' ');
    }
    unsigned i = 0;
    for (int r = 0; r < p->ground.rows; r++) {
        out_str(o, r < 9 ? "\n " : "\n");
        out_int(o, r + 1);
        out_char(o, ' ');
        for (int c = 0; c < p->ground.cols; c++)
            if (i < p->ground.spaces && p->ground.row[i] == r && p->ground.col[i] == c) cell(p, sheet, i++, o);
            else out_str(o, "    ");
    }
    out_char(o, '\n');
}
