/* tiwanaku_words.c -- see tiwanaku.h: moves as words (docs/rules/notation.md), the
 * view as JSON, the position as plain text. */
#include "tiwanaku.h"

#include <string.h>

static const char *const terrains[] = {N_("valley"), N_("desert"), N_("forest"), N_("mountain"), NULL};
static const char *const colours[] = {N_("white"),  N_("green"),  N_("blue"), N_("brown"),
                                      N_("purple"), N_("yellow"), NULL};
static const char *const directions[] = {N_("up"), N_("right"), N_("down"), N_("left"), NULL};

/* ---- reading ---- */

static unsigned read_space(const struct tiwanaku *t, struct words *w)
{
    int col, row;
    struct words before = *w;
    if (words_place(w, &col, &row) && col < t->cols && row < MAP_ROWS) return (unsigned)(row * t->cols + col);
    *w = before;
    return NOWHERE;
}

/* `* stack TERRAIN t1 ...` and `* deal N TERRAIN t1 ...` */
static int read_stack(struct words *w, int seat, Move *out)
{
    int terrain = words_pick(w, terrains), n = 0;
    if (terrain < 0 || words_done(w)) return 0;
    while (!words_done(w)) {
        int tile = words_number(w, TILES - 1);
        if (tile < 0 || n == MAX_LINE_MOVES) return 0;
        out[n] =
            tiw_move(TILE, tiw_stack(seat, (unsigned)terrain + 1), (unsigned)tile, (unsigned)n & 63, words_done(w));
        n++;
    }
    return n;
}

static int read_chance(const struct tiwanaku *t, struct words *w, Move *out, const char **why)
{
    *why = "Expected `* first SEAT`, `* stack TERRAIN TILES` or `* deal SEAT TERRAIN TILES`. [notation]";
    if (words_take(w, "first")) {
        int seat = words_number(w, 4);
        out[0] = tiw_move(FIRST, (unsigned)(seat - 1) & 255, 0, 0, 0);
        return seat >= 1;
    }
    bool stack = words_take(w, "stack");
    int seat = stack ? 1 : words_take(w, "deal") ? words_number(w, 4) : 0;
    if (seat < 1) return 0;
    if (stack != tiw_solo(t)) {
        *why = stack ? "Stacks are for solo: a deal was expected. [COO-3]" : "Deals are for coop. [COO-3]";
        return 0;
    }
    return read_stack(w, seat - 1, out);
}

static int read_offer(struct words *w, Move *out)
{
    unsigned levels = 0;
    int last = 0;
    if (words_done(w)) return 0;
    while (!words_done(w)) {
        int level = words_number(w, MAP_LEVELS);
        if (level <= last) return 0;
        levels |= 1u << level;
        last = level;
    }
    *out = tiw_move(OFFER, levels, 0, 0, 0);
    return 1;
}

int tiwanaku_words_read(const struct state *s, int seat, struct words *w, Move out[MAX_LINE_MOVES], const char **why)
{
    static const char *const verbs[] = {"enter", "move",   "take",  "divine", "offer", "end",
                                        "pass",  "choose", "spend", "give",   "next",  NULL};
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)s;
    if (seat == NATURE) return read_chance(t, w, out, why);
    int verb = words_pick(w, verbs), a = 0;
    unsigned from = 0, to = 0;
    if (verb < 0) {
        *why = "Expected an action such as `enter`, `move`, `divine`, `offer` or `end`. [notation]";
        return 0;
    }
    verb += ENTER;
    *why = "Expected a space of the board: a column letter and a row number. [notation]";
    if (verb == MOVE || verb == TAKE || verb == DIVINE || verb == NEXT) from = read_space(t, w);
    if (verb == ENTER || verb == MOVE) to = read_space(t, w);
    if (from == NOWHERE || to == NOWHERE) return 0;
    if (verb == OFFER) {
        *why = "Expected the levels offered, 1 to 5, ascending. [notation]";
        return read_offer(w, out);
    }
    if (verb == DIVINE) {
        *why = "Expected a crop level from 1 to 5. [TIW-16]";
        if ((a = words_number(w, MAP_LEVELS)) < 1) return 0;
    } else if (verb == CHOOSE) {
        *why = "Expected a colour of the Otoma: green, blue, brown, purple or yellow. [SOL-5]";
        if ((a = words_pick(w, colours)) < 1) return 0;
    } else if (verb == SPEND) {
        *why = "Expected valley, desert, forest or mountain. [COO-4]";
        if ((a = words_pick(w, terrains)) < 0) return 0;
    } else if (verb == GIVE) {
        *why = "Expected the number of a seat. [COO-6]";
        if ((a = words_number(w, t->head.players) - 1) < 0) return 0;
    }
    out[0] = tiw_move((unsigned)verb, (unsigned)a, 0, from, to);
    return 1;
}

/* ---- writing ---- */

static void name_space(unsigned cols, unsigned i, struct out *o)
{
    out_char(o, (char)('a' + i % cols));
    out_uint(o, i / cols + 1);
}

static void space(const struct tiwanaku *t, unsigned i, struct out *o) { name_space(t->cols, i, o); }

void tiwanaku_words_space(const struct state *s, unsigned i, struct out *o)
{
    space((const struct tiwanaku *)(const void *)s, i, o);
}

static void trail_step(unsigned cols, unsigned at, const char *out, const char *into, struct out *o)
{
    out_comma(o);
    out_str(o, "{\"space\":\"");
    name_space(cols, at, o);
    out_char(o, '"');
    if (out) out_key_str(o, "out", out), out_key_str(o, "into", into);
    out_char(o, '}');
}

bool tiwanaku_words_trail(struct words *w, struct out *o)
{
    struct tiwanaku t = {.cols = (uint8_t)words_number(w, MAP_COLS)};
    if (t.cols != MAP_COLS && t.cols != 5) return false;
    unsigned at = read_space(&t, w), to = read_space(&t, w), way = UP;
    if (at == NOWHERE || to == NOWHERE) return false;
    while (way <= LEFT && !words_take(w, directions[way])) way++;
    if (way > LEFT || !words_done(w)) return false;
    out_char(o, '[');
    trail_step(t.cols, at, NULL, NULL, o);
    for (unsigned i = 0;; i++) {
        unsigned was = way;
        GAME_ASSERT(i < 4u * t.cols * MAP_ROWS); /* all trails are one loop through every space */
        at = walk_step(t.cols, at, &way);        /* only a trail changes the direction */
        trail_step(t.cols, at, way != was ? directions[was] : NULL, directions[way], o);
        if (at == to) {
            out_char(o, ']');
            return true;
        }
    }
}

static void word(const char *text, struct out *o)
{
    out_str(o, text);
    out_char(o, ' ');
}

static int write_stack(const struct tiwanaku *t, const Move *m, int n, struct out *o)
{
    unsigned stack = tiw_a(m[0]);
    int k = 0;
    out_str(o, tiw_solo(t) ? "stack " : "deal ");
    if (!tiw_solo(t)) {
        out_int(o, stack / 4 + 1);
        out_char(o, ' ');
    }
    out_str(o, terrains[stack % 4]);
    do {
        out_char(o, ' ');
        out_int(o, tiw_b(m[k]));
    } while (!tiw_to(m[k++]) && k < n);
    return k;
}

static int write_nature(const struct tiwanaku *t, const Move *m, int n, struct out *o)
{
    unsigned a = tiw_a(*m), to = tiw_to(*m);
    switch (tiw_verb(*m)) {
    case FIRST:
        word("first", o);
        out_int(o, a + 1);
        break;
    case TILE: return write_stack(t, m, n, o);
    case FACT_TERRAIN:
        word("terrain", o);
        space(t, to, o);
        out_char(o, ' ');
        out_str(o, terrains[a - 1]);
        break;
    case FACT_CROP:
        word("crop", o);
        space(t, to, o);
        out_char(o, ' ');
        out_int(o, a);
        break;
    case FACT_ARROW:
        word("arrow", o);
        space(t, to, o);
        out_char(o, ' ');
        word(colours[tile_colour(tiw_b(*m))], o);
        out_str(o, directions[deal_direction(t, tiw_b(*m))]);
        break;
    case FACT_OTOMA:
        word("otoma", o);
        space(t, tiw_from(*m), o);
        out_char(o, ' ');
        space(t, to, o);
        break;
    case FACT_SPENT:
        word("spent", o);
        out_str(o, directions[a]);
        break;
    default: /* FACT_TOP: never in a record */
        word("top", o);
        out_int(o, a / 4 + 1);
        out_char(o, ' ');
        word(terrains[a % 4], o);
        out_int(o, tiw_b(*m));
        break;
    }
    return 1;
}

int tiwanaku_words_write(const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)s;
    unsigned a = tiw_a(*m), from = tiw_from(*m), to = tiw_to(*m);
    if (seat == NATURE) return write_nature(t, m, n, o);
    switch (tiw_verb(*m)) {
    case ENTER:
        word("enter", o);
        space(t, to, o);
        break;
    case MOVE:
        word("move", o);
        space(t, from, o);
        out_char(o, ' ');
        space(t, to, o);
        break;
    case TAKE:
        word("take", o);
        space(t, from, o);
        break;
    case DIVINE:
        word("divine", o);
        space(t, from, o);
        out_char(o, ' ');
        out_int(o, a);
        break;
    case OFFER:
        out_str(o, "offer");
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (a >> v & 1) {
                out_char(o, ' ');
                out_int(o, v);
            }
        break;
    case END: out_str(o, "end"); break;
    case PASS: out_str(o, "pass"); break;
    case CHOOSE:
        word("choose", o);
        out_str(o, colours[a]);
        break;
    case SPEND:
        word("spend", o);
        out_str(o, terrains[a]);
        break;
    case GIVE:
        word("give", o);
        out_int(o, a + 1);
        break;
    default: /* NEXT */
        word("next", o);
        space(t, from, o);
        break;
    }
    return 1;
}

char tiwanaku_words_mark(Move m) { return tiw_verb(m) == FACT_TOP ? '~' : tiw_verb(m) >= FACT_TERRAIN ? '=' : '*'; }

/* ---- JSON ---- */

static void show_set(const struct tiwanaku *t, const char *key, uint64_t set, struct out *o)
{
    unsigned i;
    out_key(o, key);
    out_char(o, '[');
    BITS_EACH(i, set)
    {
        out_comma(o);
        out_char(o, '"');
        space(t, i, o);
        out_char(o, '"');
    }
    out_char(o, ']');
}

static void show_rows(const struct tiwanaku *t, const char *key, const uint8_t *cell, const char *letters,
                      struct out *o)
{
    out_key(o, key);
    out_char(o, '[');
    for (unsigned i = 0; i < (unsigned)t->cols * MAP_ROWS; i++) {
        if (i % t->cols == 0) out_str(o, i ? "\",\"" : "\"");
        out_char(o, letters[cell[i]]);
    }
    out_str(o, "\"]");
}

static void show_terrains(const char *key, const uint8_t n[4], struct out *o)
{
    out_key(o, key);
    out_char(o, '{');
    for (int k = 0; k < MAP_TERRAINS; k++) out_key_int(o, terrains[k], n[k]);
    out_char(o, '}');
}

static void show_side(const struct tiwanaku *t, int i, struct out *o)
{
    const struct party *who = &t->side[i];
    bool scores = i == OTOMA || !tiw_coop(t) || i == 0;
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "colour", i == OTOMA ? "otoma" : colours[i]);
    show_set(t, "pawns", who->pawns, o);
    out_key_int(o, "supply", who->supply);
    if (scores) {
        out_key_int(o, "score", who->score);
        show_terrains("stones", who->stone, o);
        out_key(o, "offerings");
        out_char(o, '[');
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (who->offerings >> v & 1) {
                out_comma(o);
                out_int(o, v);
            }
        out_char(o, ']');
    }
    out_char(o, '}');
}

static void show_tile(const struct tiwanaku *t, const char *key, unsigned tile, struct out *o)
{
    out_key(o, key);
    out_char(o, '{');
    out_key_str(o, "colour", colours[tile_colour(tile)]);
    out_key_str(o, "direction", directions[deal_direction(t, tile)]);
    out_char(o, '}');
}

/* Hands of coop, stacks of solo: how many tiles, and those that are known. */
static void show_stacks(const struct tiwanaku *t, struct out *o)
{
    out_key(o, "stacks");
    out_char(o, '[');
    for (unsigned k = 0; k < STACKS; k++) {
        if (!tiw_tiles_in(t, k)) continue;
        out_comma(o);
        out_char(o, '{');
        if (tiw_coop(t)) out_key_int(o, "seat", k / 4 + 1);
        out_key_str(o, "terrain", terrains[k % 4]);
        out_key_int(o, "tiles", tiw_tiles_in(t, k));
        out_key(o, "known");
        out_char(o, '[');
        for (unsigned i = t->top[k]; i < t->height[k]; i++) {
            if (t->stack[k][i] == UNKNOWN_TILE) continue;
            out_comma(o);
            out_char(o, '{');
            show_tile(t, "arrow", t->stack[k][i], o);
            out_char(o, '}');
        }
        out_str(o, "]}");
    }
    out_char(o, ']');
}

static void show_arrows(const struct tiwanaku *t, struct out *o)
{
    out_key(o, "arrows");
    out_char(o, '{');
    for (unsigned i = 0; i < MAP_SPACES; i++)
        if (t->tile[i]) {
            char name[4];
            struct out w = {.p = name, .size = sizeof name};
            space(t, i, &w);
            out_end(&w);
            show_tile(t, name, t->tile[i] - 1u, o);
        }
    out_char(o, '}');
}

static void show_coop(const struct tiwanaku *t, struct out *o)
{
    show_terrains("common", t->common, o);
    out_key(o, "spent");
    out_char(o, '{');
    for (int k = 0; k < MAP_TERRAINS; k++) {
        out_key(o, terrains[k]);
        out_char(o, '{');
        for (int w = 0; w < 4; w++) out_key_int(o, directions[w], t->spent[k][w]);
        out_char(o, '}');
    }
    out_char(o, '}');
    out_key_str(o, "arrow", t->step == STEP_ACT ? directions[t->way] : NULL);
}

void tiwanaku_words_show(const struct state *s, struct out *o)
{
    static const char *const steps[] = {"setup", "spend", "act",  "divine", "offer", "final", "choose", "next",
                                        "give",  "fact",  "fact", "fact",   "fact",  "fact",  "over"};
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)s;
    out_key_int(o, "columns", t->cols);
    out_key_int(o, "final_level", t->final_level);
    out_key_str(o, "step", steps[t->step]);
    out_key_int(o, "turn", t->step == STEP_SETUP ? 0 : t->turn + 1);
    out_key_int(o, "idle", t->idle);
    out_key_bool(o, "last_offer", turn_last_offer(t));
    show_rows(t, "terrain", t->terrain, ".vdfm", o);
    show_rows(t, "crops", t->crop, ".12345", o);
    show_set(t, "placed", t->placed, o);
    show_set(t, "planted", t->planted, o);
    show_terrains("supply", t->left, o);
    out_key(o, "sides");
    out_char(o, '[');
    for (int i = 0; i < s->players; i++)
        if (tiw_owner(t, i) == i) show_side(t, i, o);
    if (t->otomas) show_side(t, OTOMA, o);
    out_char(o, ']');
    if (tiw_solo(t)) {
        out_key(o, "otoma");
        out_char(o, '{');
        for (int i = 0; i < OTOMA_PAWNS; i++) show_set(t, colours[i + 1], bit(t->otoma[i]), o);
        out_char(o, '}');
        show_arrows(t, o);
        out_key_str(o, "arrow", t->step == STEP_CHOOSE ? directions[t->way] : NULL);
    }
    if (tiw_coop(t)) show_coop(t, o);
    if (t->mode != COMPETITIVE) show_stacks(t, o);
}

/* ---- plain text ---- */

static const char *const animals[] = {N_("condor"), N_("lizard"), N_("llama"), N_("snake"), N_("turtle")};
static const char *const elements[] = {N_("water"),   N_("plant"), N_("mountain"), N_("fire"), N_("sun"),
                                       N_("rainbow"), N_("cloud"), N_("moon"),     N_("star")};

/* The columns that the names of rows take, a blank included. */
static size_t margin(const struct out *o)
{
    struct out none = {.words = o->words};
    size_t most = 0;
    for (unsigned r = 0; r < MAP_ROWS; r++) {
        size_t n = out_text(&none, animals[r]) + 1;
        if (n > most) most = n;
    }
    return most;
}

/* `|Wf3  `: pawn, terrain letter, crop; in solo the arrow's colour and direction. */
static void print_space(const struct tiwanaku *t, unsigned i, struct out *o)
{
    char pawn = ' ';
    for (int k = 0; k < OTOMA; k++)
        if (t->side[k].pawns & bit(i)) pawn = "WGBR"[k];
    if (t->side[OTOMA].pawns & bit(i)) pawn = '@';
    for (int k = 0; tiw_solo(t) && k < OTOMA_PAWNS; k++)
        if (t->otoma[k] == i) pawn = "gbrpy"[k];
    bool over = t->step == STEP_OVER; /* nothing is hidden then */
    bool placed = over || t->placed & bit(i), planted = over || t->planted & bit(i);
    bool arrow = t->tile[i] && !planted;
    out_char(o, '|');
    out_char(o, pawn);
    out_char(o, placed ? ".vdfm"[t->terrain[i]] : ' ');
    out_char(o, planted ? (char)('0' + t->crop[i]) : placed ? '?' : ' ');
    out_char(o, arrow ? "wgbrpy"[tile_colour(t->tile[i] - 1u)] : ' ');
    out_char(o, arrow ? "^>v<"[deal_direction(t, t->tile[i] - 1u)] : ' ');
}

/* The names of every second column, then the others, then the letters (TIW-1). */
static void print_columns(const struct tiwanaku *t, struct out *o)
{
    size_t left = margin(o);
    for (unsigned half = 0; half < 2; half++) {
        size_t at = 0;
        for (unsigned c = half; c < t->cols; c += 2) {
            at = out_pad(o, at, left + 3 + 6 * c);
            at += out_text(o, elements[c]);
        }
        out_char(o, '\n');
    }
    out_pad(o, 0, left);
    for (unsigned c = 0; c < t->cols; c++) {
        out_str(o, "   ");
        out_char(o, (char)('a' + c));
        out_str(o, "  ");
    }
    out_char(o, '\n');
}

/* ` v3 d0 f1 m2` behind a word. */
static void print_terrains(const uint8_t n[4], struct out *o)
{
    for (int k = 0; k < 4; k++) {
        out_char(o, ' ');
        out_char(o, "vdfm"[k]);
        out_int(o, n[k]);
    }
}

/* ` W4 G3`: pawns not on the board; in coop of both pairs or all players. */
static void print_supply(const struct tiwanaku *t, int side, struct out *o)
{
    out_str(o, "  ");
    out_text(o, N_("pawns left"));
    for (int i = 0; i < t->head.players; i++) {
        if (tiw_party(t, i) != side || tiw_owner(t, i) != i) continue;
        out_char(o, ' ');
        out_char(o, "WGBR"[i]);
        out_int(o, t->side[i].supply);
    }
}

static void print_side(const struct tiwanaku *t, int i, const char *name, const char *pawns, bool yours, struct out *o)
{
    const struct party *who = &t->side[i];
    size_t at = out_pad(o, out_text(o, name), 7);
    at += out_fill(o, yours ? N_("{name} (you)") : pawns, (const char *const[]){"name", pawns, NULL});
    out_pad(o, at, who->score < 10 ? 17 : who->score < 100 ? 16 : 15);
    out_int(o, who->score);
    out_char(o, ' ');
    out_text(o, N_("points"));
    out_str(o, "  ");
    out_text(o, N_("stones"));
    print_terrains(who->stone, o);
    if (i != OTOMA || tiw_coop(t)) {
        out_str(o, "  ");
        out_text(o, N_("offerings"));
        if (!who->offerings) out_str(o, " -");
    }
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (who->offerings >> v & 1) {
            out_char(o, ' ');
            out_int(o, v);
        }
    if (i != OTOMA) print_supply(t, i, o);
    out_char(o, '\n');
}

/* How many tiles everybody holds, which is public. */
static void print_hands(const struct tiwanaku *t, struct out *o)
{
    size_t n = out_text(o, N_("tiles:")), indent = out_pad(o, n, n + 2);
    out_text(o, N_("common"));
    print_terrains(t->common, o);
    for (int seat = 0; seat < t->head.players; seat++) {
        uint8_t tiles[4];
        for (unsigned k = 0; k < 4; k++) tiles[k] = (uint8_t)tiw_tiles_in(t, tiw_stack(seat, k + 1));
        if (seat == 2) out_char(o, '\n');
        out_pad(o, 0, seat == 2 ? indent : 3);
        out_fill(o, N_("seat {n}"), (const char *const[]){"n", (const char[]){(char)('1' + seat), 0}, NULL});
        print_terrains(tiles, o);
    }
    out_char(o, '\n');
}

/* The viewer's pawns and the arrows on top of the own stacks. */
static void print_own(const struct tiwanaku *t, int viewer, struct out *o)
{
    const char pawn[] = {"WGBR"[tiw_owner(t, viewer)], 0};
    out_fill(o, N_("you: {pawn}   arrows:"), (const char *const[]){"pawn", pawn, NULL});
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) {
        unsigned stack = tiw_stack(viewer, k), tile = t->stack[stack][t->top[stack]];
        if (!tiw_tiles_in(t, stack)) continue;
        out_char(o, ' ');
        out_text(o, terrains[k - 1]);
        out_char(o, ' ');
        out_text(o, tile == UNKNOWN_TILE ? "?" : directions[deal_direction(t, tile)]);
    }
    out_char(o, '\n');
}

/* What the seat whose turn it is has to do. */
static void print_due(const struct tiwanaku *t, struct out *o)
{
    static const char *const due[] = {
        [STEP_SPEND] = N_("spend a tile"),
        [STEP_ACT] = N_("explore or divine"),
        [STEP_DIVINE] = N_("divine on, offer or end"),
        [STEP_OFFER] = N_("offer or end"),
        [STEP_FINAL] = N_("a final divination, or pass"),
        [STEP_CHOOSE] = N_("choose the Otoma pawn that moves, arrow {way}"),
        [STEP_NEXT] = N_("next: the Otoma pawn that moves next"),
        [STEP_GIVE] = N_("give: who gives the tile? {space} is {terrain}"),
    };
    if (t->head.phase != PHASE_PLAY) return;
    const char *text = due[t->step];
    bool coop = t->step == STEP_ACT && tiw_coop(t), gives = t->step == STEP_GIVE;
    if (coop) text = N_("explore or divine, arrow {way}");
    if (t->step == STEP_DIVINE && tiw_solo(t)) text = N_("divine on");
    char where[4] = "";
    struct out name = {.p = where, .size = sizeof where};
    if (gives) space(t, t->space, &name);
    out_end(&name);
    out_text(o, N_("now:"));
    out_char(o, ' ');
    out_fill(o, text,
             (const char *const[]){"way", coop || t->step == STEP_CHOOSE ? directions[t->way] : "", "space", where,
                                   "terrain", gives ? terrains[t->terrain[t->space] - 1] : "", NULL});
    out_char(o, '\n');
}

void tiwanaku_words_print(const struct state *s, int viewer, struct out *o)
{
    static const char *const letters[] = {"W", "G", "B", "R"};
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)s;
    char tiles[32] = "";
    struct out left = {.p = tiles, .size = sizeof tiles};
    print_terrains(t->left, &left);
    out_end(&left);
    print_columns(t, o);
    for (unsigned r = 0; r < MAP_ROWS; r++) {
        out_pad(o, out_text(o, animals[r]), margin(o));
        out_int(o, r + 1);
        for (unsigned c = 0; c < t->cols; c++) print_space(t, r * t->cols + c, o);
        out_str(o, "|\n");
    }
    out_char(o, '\n');
    out_fill(o, N_("still to find: {tiles}   (valley, desert, forest, mountain)"),
             (const char *const[]){"tiles", tiles + 1, NULL});
    out_char(o, '\n');
    for (int i = 0; i < s->players && !tiw_coop(t); i++) print_side(t, i, colours[i], letters[i], i == viewer, o);
    if (tiw_coop(t)) print_side(t, 0, N_("group"), "", false, o);
    if (t->otomas) print_side(t, OTOMA, N_("otoma"), tiw_coop(t) ? "@" : "gbrpy", false, o);
    if (tiw_coop(t)) print_hands(t, o);
    if (tiw_coop(t) && viewer >= 0) print_own(t, viewer, o);
    print_due(t, o);
}
