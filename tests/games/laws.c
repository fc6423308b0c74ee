/* laws.c -- what core/game.h promises, checked for every game of games.c and for the
 * template null.c, in every mode, along random matches on built-in and random boards.
 * It knows no rules: only the contract, the records and the two JSON texts. What a
 * viewer must not learn is tested further by test_secrets.c.
 *
 * usage: laws [PERCENT]   of the usual number of matches, 100 by default
 *
 * Deterministic. A broken law prints where it broke, with the record so far. */
#include "../kit/json.h"
#include "../kit/playing.h"
#include "laws_tell.h"

#include <limits.h>

extern const struct game null_game;

enum { VIEWERS = 4, HELD = 8192, TEXT = 8 << 20, MOST_MOVES = 1 << 16 };

/* What one viewer holds: a state that only ever saw veiled moves. */
struct client {
    int viewer;
    struct position pos;
    struct event held[HELD]; /* sealed moves of this round, with those the viewer was not told */
    int helds;
};

/* How the players of a match choose. */
enum style { UNIFORM, GREEDY, QUIET, STYLES };

/* The match being played; one at a time. */
static struct run {
    const struct game *g;
    struct head head;
    size_t size;
    struct position now, was; /* the full state, and before the last move */
    struct client client[VIEWERS];
    int clients;
    struct history history;
    uint64_t hash[HISTORY];
    struct rng rng;
    enum style style;
    bool nature_by_nth; /* chance picks among legal() instead of draw() */
    uint32_t rare;      /* expensive checks at one in so many positions */
    uint64_t number;    /* of the match */
} run;

static struct position spare[4];
static Move list[1 << 16], sorted[1 << 16];
static struct out text, again, shape;
static struct reading reading;

static uint64_t positions, lines, views, imagined, commuted, garbage, counted;

static void dump_record(void)
{
    out_reset(&text, TEXT);
    if (run.g == &null_game || run.size == 0) return;
    write_record(&run.head, &run.history, &text);
    if (text.len < 1 << 16) printf("%.*s", (int)text.len, text.p);
}

_Noreturn static void broken_law(int line, const char *what, const char *why)
{
    printf("laws.c:%d: %s, mode %s, %d players, match %llu, move %d: this does not hold: %s%s%s\n", line, run.g->name,
           run.g->modes[run.head.setup.mode].name, run.head.setup.players, (unsigned long long)run.number,
           run.history.n, what, why ? ": " : "", why ? why : "");
    dump_record();
    exit(1);
}

#define LAW(x) ((x) ? (void)0 : broken_law(__LINE__, #x, NULL))
#define LAW_NULL(x)                                                                                                    \
    do {                                                                                                               \
        const char *why_ = (x);                                                                                        \
        if (why_) broken_law(__LINE__, #x, why_);                                                                      \
    } while (0)

static struct state *now(void) { return position_state(&run.now); }
static bool same_state(const struct position *a, const struct position *b)
{
    return memcmp(a->raw, b->raw, run.size) == 0;
}
static struct state *copy(struct position *to, const struct position *from)
{
    memcpy(to->raw, from->raw, run.size);
    return position_state(to);
}

/* ---- legal, nth, objection, words ---- */

static int by_value(const void *a, const void *b)
{
    Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

/* Sentences for people end with the id of the rule, in brackets. */
static void check_sentence(const char *why)
{
    size_t n = strlen(why);
    LAW(n > 10);
    const char *id = strrchr(why, '[');
    LAW(why[n - 1] == ']' && id && id > why && id[-1] == ' ' && (size_t)(why + n - id) > 3);
    LAW(words_utf8(why, n));
}

static void check_objection(const struct state *s, int seat, Move m, uint32_t n)
{
    const char *why = run.g->objection(s, seat, m);
    bool member = n > 0 && bsearch(&m, sorted, n, sizeof m, by_value);
    if ((why == NULL) != member) printf("seat %d, move %016llx\n", seat, (unsigned long long)m);
    LAW((why == NULL) == member);
    if (why) check_sentence(why);
    garbage++;
}

/* Numbers that are no legal moves: noise, almost moves, moves of others. */
static void check_garbage(const struct state *s, int seat, uint32_t n)
{
    struct rng *r = &run.rng;
    check_objection(s, seat, NO_MOVE, n);
    check_objection(s, seat, UINT64_MAX, n);
    for (int i = 0; i < 4; i++) {
        Move noise = rng_next(r), small = 0;
        for (int k = 0; k < 6; k++) small |= (Move)rng_below(r, 20) << 8 * k;
        check_objection(s, seat, noise, n);
        check_objection(s, seat, noise >> rng_below(r, 64), n);
        check_objection(s, seat, small & UINT64_C(0x3f3fffffff), n);
        if (n == 0) continue;
        Move m = sorted[rng_below(r, n)];
        check_objection(s, seat, m ^ UINT64_C(1) << rng_below(r, 64), n);
        check_objection(s, seat, m ^ UINT64_C(1) << rng_below(r, 40), n);
        check_objection(s, seat, m ^ UINT64_C(3) << 8 * rng_below(r, 5), n);
        check_objection(s, seat, m + (Move)rng_below(r, 4), n);
    }
}

/* The move as words, read back. Chance is read by whole lines only, facts never. */
static void check_words(const struct state *s, int seat, const Move *m, int n)
{
    char line[1024];
    Move back[MAX_LINE_MOVES];
    const char *why = NULL;
    struct out o = {.p = line, .size = sizeof line};
    LAW(run.g->write(s, seat, m, n, &o) == n);
    LAW(o.len > 0 && o.len < sizeof line && words_utf8(line, o.len) && words_trim(line, o.len) == o.len);
    struct words w = words_of(line, o.len);
    LAW(run.g->read(s, seat, &w, back, &why) == n && words_done(&w));
    LAW(memcmp(back, m, (size_t)n * sizeof *m) == 0);
    lines++;
}

/* Everything about what one seat may do here. Leaves its moves in list and sorted. */
static uint32_t check_seat(const struct state *s, int seat)
{
    const struct game *g = run.g;
    bool acts = seat == NATURE ? s->phase == PHASE_CHANCE || s->phase == PHASE_FACT
                               : s->phase == PHASE_PLAY && seat >= 0 && seat < s->players && seats_has(s->acting, seat);
    uint32_t n = g->legal(s, seat, NULL);
    LAW(n <= g->max_legal && g->max_legal < sizeof list / sizeof *list);
    LAW((n > 0) == acts);
    list[n] = 0x5eed;
    LAW(g->legal(s, seat, list) == n && list[n] == 0x5eed);
    memcpy(sorted, list, n * sizeof *list);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < n; i++) LAW(sorted[i] != NO_MOVE && (i == 0 || sorted[i - 1] < sorted[i]));
    for (uint32_t i = 0; i < n && i < 48; i++) { /* all of a short list, a sample of a long one */
        uint32_t k = n <= 48 ? i : i == 0 ? n - 1 : rng_below(&run.rng, n);
        LAW(g->nth(s, seat, k) == list[k]);
        LAW_NULL(g->objection(s, seat, list[k]));
        if (seat != NATURE) check_words(s, seat, &list[k], 1);
        else LAW((s->phase == PHASE_CHANCE) == (g->mark(list[k]) == '*'));
    }
    check_garbage(s, seat, n);
    return n;
}

static void check_odd_seats(const struct state *s)
{
    static const int odd[] = {WATCHER, INT_MIN, -3, MAX_SEATS, 127, 128, 255, INT_MAX};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) check_seat(s, odd[i]);
    check_seat(s, s->players);
}

/* ---- positions ---- */

/* What count() gives is well formed, and adds up to score(). */
struct counted {
    int32_t now[MAX_PARTS], then[MAX_PARTS];
    int items;
};

static void check_item(void *ctx, const struct item *i)
{
    struct counted *c = ctx;
    int parts = 0, things = 0;
    while (run.g->parts[parts]) parts++;
    while (run.g->things[things]) things++;
    LAW(i->part < parts && i->what < things);
    LAW((i->at & (i->at - 1)) == 0 && !(i->at & i->spaces));
    c->now[i->part] += i->now;
    c->then[i->part] += i->points;
    c->items++;
}

static void check_count(const struct state *s, int row, const struct score *sc)
{
    struct counted c = {{0}, {0}, 0};
    struct number level[MAX_LEVELS];
    int levels = run.g->levels(s, level);
    char name[8];
    struct out o = {.p = name, .size = sizeof name};
    run.g->space(s, 0, &o); /* a short name, or none where there is no board */
    LAW(o.len <= 3);
    run.g->count(s, row, check_item, &c);
    LAW(memcmp(c.now, sc->part, sizeof c.now) == 0);
    if (s->phase == PHASE_OVER) LAW(memcmp(c.then, sc->part, sizeof c.then) == 0);
    if (s->phase == PHASE_OVER) LAW(match_points(run.g, s, row) == sc->total);
    LAW(levels >= 0 && levels <= MAX_LEVELS && (levels == 0 || s->players == 1));
    for (int i = 1; i < levels; i++) LAW(level[i - 1].value < level[i].value || i == 1);
    if (s->phase == PHASE_OVER) LAW(sc->level == level_of(level, levels, sc->total));
    counted += (uint64_t)c.items;
}

static void check_position(const struct state *s)
{
    const struct game *g = run.g;
    struct score sc;
    positions++;
    LAW_NULL(g->broken(s));
    LAW(s->phase <= PHASE_OVER && s->players == run.head.setup.players);
    LAW(seats_any(s->acting) == (s->phase == PHASE_PLAY));
    for (int i = s->players; i < 128; i++) LAW(!seats_has(s->acting, i));
    if (s->phase == PHASE_FACT) LAW(g->legal(s, NATURE, NULL) == 1);
    LAW(g->rows(s) >= 1 && g->rows(s) <= MAX_SEATS + 1);
    for (int i = 0; i < g->rows(s) && i < 4; i++) {
        int sum = 0;
        g->score(s, i, &sc);
        for (int k = 0; g->parts[k]; k++) sum += sc.part[k];
        LAW(strcmp(g->parts[0], "score") == 0 ? sc.total == sc.part[0] : sc.total == sum);
        LAW(s->phase == PHASE_OVER || sc.level == NULL);
        check_count(s, i, &sc);
    }
    if (!one_in(&run.rng, run.rare)) return;
    check_seat(s, NATURE);
    check_odd_seats(s);
    for (int i = 0; i < 3 && i < s->players; i++) check_seat(s, (int)rng_below(&run.rng, s->players));
    if (seats_any(s->acting)) check_seat(s, random_seat(s->acting, s->players, &run.rng));
}

/* Two seats act together: the order between them does not matter, to either. */
static void check_commuting(void)
{
    const struct game *g = run.g;
    struct rng *r = &run.rng;
    if (seats_count(now()->acting) < 2) return;
    int a = random_seat(now()->acting, now()->players, r), b = a;
    while (b == a) b = random_seat(now()->acting, now()->players, r);
    uint32_t choices = g->legal(now(), b, NULL);
    Move x = g->nth(now(), a, rng_below(r, g->legal(now(), a, NULL))), y = g->nth(now(), b, rng_below(r, choices));
    struct state *ab = copy(&spare[0], &run.now), *ba = copy(&spare[1], &run.now);
    g->apply(ab, a, x);
    LAW(g->legal(ab, b, NULL) == choices);
    LAW_NULL(g->objection(ab, b, y));
    g->apply(ab, b, y);
    g->apply(ba, b, y);
    LAW_NULL(g->objection(ba, a, x));
    g->apply(ba, a, x);
    LAW(same_state(&spare[0], &spare[1]));
    LAW(match_hash(g, ab, run.size) == match_hash(g, ba, run.size));
    commuted++;
}

/* ---- who knows what ---- */

/* The viewer's own list of moves must not depend on what the viewer cannot know. */
static void check_own_moves(const struct state *seen, int viewer)
{
    const struct game *g = run.g;
    if (viewer < 0) return;
    uint32_t n = g->legal(now(), viewer, NULL);
    if (n == 0) return; /* who has finished may still be shown what it did */
    LAW(g->legal(seen, viewer, sorted) == n);
    g->legal(now(), viewer, list);
    LAW(memcmp(list, sorted, n * sizeof *list) == 0);
}

static void check_imagine(const struct position *seen, int viewer)
{
    const struct game *g = run.g;
    struct state *s = copy(&spare[1], seen);
    g->imagine(s, viewer, &run.rng);
    LAW_NULL(g->broken(s));
    if (s->phase == PHASE_FACT) LAW(g->legal(s, NATURE, NULL) == 1);
    g->redact(s, viewer);
    LAW(same_state(&spare[1], seen));
    imagined++;
}

static void check_redaction(int viewer)
{
    const struct game *g = run.g;
    struct state *seen = copy(&spare[0], &run.now);
    g->redact(seen, viewer);
    LAW_NULL(g->broken(seen));
    if (now()->phase == PHASE_OVER) LAW(same_state(&spare[0], &run.now));
    g->redact(copy(&spare[1], &spare[0]), viewer);
    LAW(same_state(&spare[0], &spare[1]));
    g->redact(position_state(&spare[1]), WATCHER); /* nobody knows less than a watcher */
    g->redact(copy(&spare[2], &run.now), WATCHER);
    LAW(same_state(&spare[1], &spare[2]));
    check_own_moves(seen, viewer);
    views++;
}

static void client_apply(struct client *c, int seat, Move m)
{
    struct state *s = position_state(&c->pos);
    LAW_NULL(run.g->objection(s, seat, m));
    run.g->apply(s, seat, m);
}

/* The round is closed: all that was held back happens, in any order between seats. */
static void client_open(struct client *c)
{
    while (c->helds > 0) {
        int seat = c->held[rng_below(&run.rng, (uint32_t)c->helds)].seat, kept = 0;
        for (int i = 0; i < c->helds; i++)
            if (c->held[i].seat == seat) client_apply(c, seat, c->held[i].move);
            else c->held[kept++] = c->held[i];
        c->helds = kept;
    }
}

/* The move has been made; run.was is the state before it. */
static void client_follow(struct client *c, int seat, Move m)
{
    const struct game *g = run.g;
    Move told = g->veil(position_state(&run.was), seat, m, c->viewer);
    LAW(seat < 0 || seat != c->viewer || told == m);
    LAW((told == NO_MOVE) == (g->sealed && seat >= 0 && seat != c->viewer));
    if (told == NO_MOVE) {
        LAW(seat != NATURE && c->helds < HELD);
        c->held[c->helds++] = (struct event){seat, m};
    } else {
        client_apply(c, seat, told);
    }
    if (!seats_any(now()->acting)) client_open(c);
    if (now()->phase == PHASE_OVER || !one_in(&run.rng, run.rare / 4)) return;
    g->redact(copy(&spare[0], &run.now), c->viewer);
    LAW(same_state(&spare[0], &c->pos));
    views++;
}

/* The hash is one of the whole state: no bit is left out but those beyond the rules. */
static void check_hash(void)
{
    uint64_t hash = match_hash(run.g, now(), run.size);
    size_t size = run.size - run.g->beyond;
    LAW(hash == run.hash[run.history.n - 1]);
    for (int i = 0; i < 4; i++) {
        size_t at = i == 0 ? size - 1 : rng_below(&run.rng, (uint32_t)size);
        copy(&spare[0], &run.now);
        spare[0].raw[at] ^= (uint8_t)(1u << rng_below(&run.rng, 8));
        LAW(match_hash(run.g, position_state(&spare[0]), run.size) != hash);
    }
}

/* ---- JSON and text ---- */

static void expect_result_shape(struct out *o)
{
    const struct game *g = run.g;
    out_str(o, "{game,over,rounds,seats[");
    for (int i = 0; i < g->rows(now()); i++) {
        out_str(o, i ? ",{seat,name,total" : "{seat,name,total");
        for (int k = 0; g->parts[k]; k++) {
            out_char(o, ',');
            out_str(o, g->parts[k]);
        }
        out_str(o, ",level,winner}");
    }
    out_str(o, "],hash}");
}

static void check_result(void)
{
    out_reset(&text, TEXT), out_reset(&shape, TEXT), out_reset(&again, TEXT);
    match_result(run.g, now(), run.size, run.head.name, &text);
    LAW(text.len < text.size && json_valid(text.p, text.len, &shape));
    expect_result_shape(&again);
    LAW(shape.len == again.len && memcmp(shape.p, again.p, shape.len) == 0);
    bool win[MAX_SEATS + 1], any = false;
    match_winners(run.g, now(), win);
    for (int i = 0; i < run.g->rows(now()); i++) any |= win[i];
    LAW(any == (now()->phase == PHASE_OVER));
}

/* The view this viewer has of a state, into o. */
static void view_text(const struct position *of, int viewer, struct out *o)
{
    out_reset(o, TEXT);
    match_view(run.g, copy(&spare[0], of), run.g->modes[run.head.setup.mode].name, viewer, run.head.name, o);
    LAW(o->len < o->size && out_end(o));
}

/* From this key on both texts are the same. */
static bool same_from(const char *key)
{
    const char *a = strstr(text.p, key), *b = strstr(again.p, key);
    return a && b && strcmp(a, b) == 0;
}

static void check_view(int viewer)
{
    static const char head[] = "{game,mode,players,viewer,phase,over,round,acting[],names[],scores[{seat,name,total,";
    view_text(&run.now, viewer, &text);
    out_reset(&shape, TEXT);
    LAW(json_valid(text.p, text.len, &shape));
    LAW(shape.len > sizeof head && memcmp(shape.p, head, sizeof head - 1) == 0);
    run.g->redact(copy(&spare[1], &run.now), viewer);
    view_text(&spare[1], viewer, &again);
    LAW(same_from(",\"names\":")); /* only who is ready is told from the full state (PP-6) */
    if (now()->phase == PHASE_OVER) {
        view_text(&run.now, WATCHER, &again);
        LAW(same_from(",\"phase\":")); /* all see the same */
    }
    out_reset(&text, TEXT);
    run.g->print(position_state(&spare[1]), viewer, &text);
    LAW(text.len > 0 && text.len < text.size && words_utf8(text.p, text.len) && text.p[text.len - 1] == '\n');
}

/* All laws about one viewer's knowledge of the present position. */
static void check_viewer(int viewer)
{
    check_redaction(viewer);
    check_view(viewer);
    if (run.g->board == &scenario_kind && !one_in(&run.rng, 30)) return; /* it may take long */
    struct state *seen = copy(&spare[0], &run.now);
    run.g->redact(seen, viewer);
    if (can_imagine(run.g, seen, run.rng)) check_imagine(&spare[0], viewer);
}

/* ---- playing ---- */

/* Makes one legal move, with all the laws about that. */
static void make(int seat, Move m)
{
    const struct game *g = run.g;
    LAW_NULL(g->objection(now(), seat, m));
    copy(&run.was, &run.now);
    g->apply(now(), seat, m);
    LAW(now()->moves == position_state(&run.was)->moves + 1);
    run.hash[run.history.n] = match_hash(g, now(), run.size);
    history_add(&run.history, seat, m);
    LAW(run.history.n < MOST_MOVES);
    for (int i = 0; i < run.clients; i++) client_follow(&run.client[i], seat, m);
    check_position(now());
    if (!one_in(&run.rng, run.rare)) return;
    check_commuting();
    check_viewer(WATCHER);
    check_viewer((int)rng_below(&run.rng, now()->players));
    check_result();
    check_hash();
}

/* One line of chance: applied, written and read back. */
static void make_line(const Move *m, int n)
{
    copy(&spare[3], &run.now);
    LAW(n >= 1 && n <= MAX_LINE_MOVES);
    for (int i = 0; i < n; i++) {
        LAW(run.g->mark(m[i]) == '*');
        make(NATURE, m[i]);
    }
    check_words(position_state(&spare[3]), NATURE, m, n);
}

/* Are these moves a whole line? A part of one reads back as something else. */
static bool is_line(const struct state *s, const Move *m, int n)
{
    char line[1024];
    Move back[MAX_LINE_MOVES];
    const char *why = NULL;
    struct out o = {.p = line, .size = sizeof line};
    if (run.g->write(s, NATURE, m, n, &o) != n) return false;
    struct words w = words_of(line, o.len);
    return run.g->read(s, NATURE, &w, back, &why) == n && memcmp(back, m, (size_t)n * sizeof *m) == 0;
}

/* Chance by legal() and nth(): lines that draw() would bring in another order. */
static void make_line_by_nth(void)
{
    static struct position before;
    Move m[MAX_LINE_MOVES];
    int n = 0;
    copy(&before, &run.now);
    do {
        LAW(n < MAX_LINE_MOVES && now()->phase == PHASE_CHANCE);
        m[n] = run.g->nth(now(), NATURE, rng_below(&run.rng, run.g->legal(now(), NATURE, NULL)));
        make(NATURE, m[n++]);
    } while (!is_line(position_state(&before), m, n));
}

static void check_draw(void)
{
    Move m[MAX_LINE_MOVES];
    struct state *s = copy(&spare[2], &run.now);
    int n = run.g->draw(s, &run.rng, m);
    LAW(n >= 1 && n <= MAX_LINE_MOVES);
    for (int i = 0; i < n; i++) {
        LAW_NULL(run.g->objection(s, NATURE, m[i]));
        run.g->apply(s, NATURE, m[i]);
    }
}

static void play_chance(void)
{
    Move m[MAX_LINE_MOVES];
    check_draw();
    if (run.nature_by_nth) make_line_by_nth();
    else make_line(m, run.g->draw(now(), &run.rng, m));
}

/* How good this move looks to the style, tried on a copy. */
static int appeal(int seat, Move m)
{
    struct state *s = copy(&spare[0], &run.now);
    struct score sc;
    run.g->apply(s, seat, m);
    if (run.style == QUIET) return s->phase != PHASE_FACT;
    match_settle(run.g, s, NULL, NULL);
    run.g->score(s, match_row(run.g, s, seat), &sc);
    return sc.total;
}

static void play_seat(void)
{
    int seat = random_seat(now()->acting, now()->players, &run.rng), best = INT_MIN;
    uint32_t n = run.g->legal(now(), seat, NULL);
    int tries = run.style == UNIFORM || now()->players > 8 ? 1 : run.style == QUIET ? 16 : 6;
    Move choice = NO_MOVE;
    LAW(n > 0);
    for (int i = 0; i < tries; i++) {
        Move m = run.g->nth(now(), seat, rng_below(&run.rng, n));
        int value = tries == 1 ? 0 : appeal(seat, m);
        if (value > best) best = value, choice = m;
    }
    if (one_in(&run.rng, run.rare / 4)) {
        int viewer = run.g->sealed ? seat : (int)rng_below(&run.rng, now()->players);
        LAW_NULL(laws_tell(run.g, &run.now, run.size, seat, choice, viewer));
    }
    make(seat, choice);
}

/* The opening position, with and without the secret. */
static void begin(void)
{
    const struct game *g = run.g;
    static struct setup open;
    LAW_NULL(g->refuse(&run.head.setup));
    open = run.head.setup;
    open.rules = 0;
    LAW(g->refuse(&open) != NULL);
    open.rules = (uint8_t)(g->rules + 1);
    LAW(g->refuse(&open) != NULL);
    run.size = g->size(&run.head.setup);
    LAW(run.size % STATE_ALIGN == 0 && run.size >= sizeof(struct state) && run.size <= STATE_MAX);
    memset(run.now.raw, 0xA5, sizeof run.now.raw);
    memset(spare[0].raw, 0x5A, sizeof spare[0].raw);
    g->start(now(), &run.head.setup);
    g->start(position_state(&spare[0]), &run.head.setup);
    LAW(same_state(&run.now, &spare[0]));
    if (run.size < STATE_MAX) LAW(run.now.raw[run.size] == 0xA5);
    LAW(now()->moves == 0 && now()->round == 0);

    open = run.head.setup;
    open.open = true;
    if (g->board) g->board->veil(&open.board);
    int players = now()->players, all = players + 1 < VIEWERS ? players + 1 : VIEWERS;
    for (run.clients = 0; run.clients < all; run.clients++) {
        struct client *c = &run.client[run.clients];
        c->viewer = run.clients == 0  ? WATCHER
                    : all < VIEWERS   ? run.clients - 1
                    : run.clients < 3 ? (run.clients - 1) * (players - 1)
                                      : (int)rng_below(&run.rng, (uint32_t)players);
        c->helds = 0;
        memset(c->pos.raw, 0x77, sizeof c->pos.raw);
        g->start(position_state(&c->pos), &open);
        g->redact(copy(&spare[0], &run.now), c->viewer);
        LAW(same_state(&spare[0], &c->pos));
    }
}

/* ---- when it is over ---- */

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void check_end(void)
{
    const struct game *g = run.g;
    struct score full, seen;
    check_viewer(WATCHER);
    check_viewer(0);
    check_result();
    for (int i = 0; i < run.clients; i++) /* whoever watched knows the result */
        for (int row = 0; row < g->rows(now()); row++) {
            g->score(now(), row, &full);
            g->score(position_state(&run.client[i].pos), row, &seen);
            LAW(full.total == seen.total && full.tie == seen.tie && full.level == seen.level && full.who == seen.who);
            LAW(memcmp(full.part, seen.part, sizeof full.part) == 0);
        }
    g->start(position_state(&spare[0]), &run.head.setup);
    for (int i = 0; i < run.history.n; i++)
        g->apply(position_state(&spare[0]), run.history.e[i].seat, run.history.e[i].move);
    LAW(same_state(&spare[0], &run.now));
    qsort(run.hash, (size_t)run.history.n, sizeof *run.hash, by_hash);
    for (int i = 1; i < run.history.n; i++) LAW(run.hash[i - 1] != run.hash[i]);
}

/* Mixes the seats within each round; the order of one seat's moves stays. */
static void shuffle_rounds(const struct history *from, struct history *to)
{
    static bool done[HISTORY];
    memset(done, 0, sizeof done);
    to->n = 0;
    for (int i = 0, end; i < from->n; i = end) {
        for (end = i + 1; end < from->n && (from->e[end].seat == NATURE) == (from->e[i].seat == NATURE);) end++;
        for (int left = end - i; left > 0; left--) {
            int k = i + (int)rng_below(&run.rng, (uint32_t)(end - i)), first;
            if (from->e[i].seat == NATURE) k = i;
            while (done[k]) k = k + 1 == end ? i : k + 1;
            for (first = i; done[first] || from->e[first].seat != from->e[k].seat;) first++;
            done[first] = true;
            history_add(to, from->e[first].seat, from->e[first].move);
        }
    }
}

static void check_reading(const char *p, size_t n, unsigned disturb)
{
    const struct state *s = record_state(&reading.record);
    LAW_NULL(read_record(&reading, p, n, disturb, &run.rng));
    LAW(reading.record.size == run.size && memcmp(s, run.now.raw, run.size) == 0);
    LAW(match_hash(run.g, s, run.size) == match_hash(run.g, now(), run.size));
}

/* The record: read back it is the same match, and written again the same bytes. */
static void check_record(void)
{
    static struct history mixed;
    out_reset(&text, TEXT), out_reset(&again, TEXT);
    write_record(&run.head, &run.history, &text);
    for (unsigned disturb = 0; disturb < 16; disturb += disturb ? 1 + rng_below(&run.rng, 5) : 1) {
        check_reading(text.p, text.len, disturb);
        again.len = 0;
        write_record(&reading.record.head, &reading.history, &again);
        LAW(again.len == text.len && memcmp(again.p, text.p, text.len) == 0);
    }
    if (strcmp(run.g->name, "tiwanaku") == 0) return; /* one seat at a time */
    shuffle_rounds(&run.history, &mixed);
    again.len = 0;
    write_record(&run.head, &mixed, &again);
    check_reading(again.p, again.len, 0);
}

/* The board as text, read back. */
static void check_board(void)
{
    static struct board back;
    const struct board_kind *kind = run.g->board;
    if (!kind) return;
    out_reset(&text, TEXT), out_reset(&again, TEXT);
    kind->write(&run.head.setup.board, &text);
    board_read(&back, kind, text.p, text.len);
    kind->write(&back, &again);
    LAW(text.len == again.len && memcmp(text.p, again.p, text.len) == 0);
}

static void play_match(void)
{
    run.history.n = 0;
    check_board();
    begin();
    check_position(now());
    check_viewer(WATCHER);
    while (now()->phase != PHASE_OVER) {
        if (now()->phase == PHASE_CHANCE) play_chance();
        else if (now()->phase == PHASE_FACT) make(NATURE, run.g->nth(now(), NATURE, 0));
        else play_seat();
    }
    check_end();
    if (run.g != &null_game) check_record(); /* records know only games for players */
}

/* ---- which matches ---- */

/* Numbers of players to sample: small ones often, and those around the words of a seat set. */
static int sample_players(const struct mode *m, uint64_t i, struct rng *r)
{
    static const uint8_t notable[] = {2, 3, 2, 4, 5, 2, 3, 8, 64, 2, 3, 65, 2, 6, 100, 3, 63, 2, 99};
    if (m->max <= 4) return m->min + (int)(i % (uint64_t)(m->max - m->min + 1));
    if (i < sizeof notable) return notable[i];
    return one_in(r, 24) ? m->min + (int)rng_below(r, (uint32_t)(m->max - m->min + 1)) : 2 + (int)rng_below(r, 5);
}

static void play_mode(const struct game *g, int mode, uint64_t count, uint64_t *number)
{
    uint64_t from = positions, moves = 0;
    for (uint64_t i = 0; i < count; i++) {
        run.g = g;
        run.number = ++*number;
        run.rng = rng_fork(20240229, run.number);
        run.size = 0;
        int players = sample_players(&g->modes[mode], i, &run.rng);
        random_setup(&run.head, g, mode, players, &run.rng);
        run.style = (enum style)(i % STYLES);
        run.nature_by_nth = one_in(&run.rng, 3);
        run.rare = (uint32_t)(3 + players) / 2;
        play_match();
        moves += (uint64_t)run.history.n;
    }
    printf("%-10s %-12s %6llu matches %9llu moves %9llu positions\n", g->name, g->modes[mode].name,
           (unsigned long long)count, (unsigned long long)moves, (unsigned long long)(positions - from));
}

int main(int argc, char **argv)
{
    /* matches per mode, in the order of games[] */
    static const uint64_t usual[] = {200, 100, 60};
    uint64_t percent = argc > 1 ? strtoull(argv[1], NULL, 10) : 100, number = 0;
    for (int k = 0; games[k]; k++)
        for (int m = 0; games[k]->modes[m].name; m++)
            play_mode(games[k], m, (usual[k < 3 ? k : 2] * percent + 99) / 100, &number);
    play_mode(&null_game, 0, (200 * percent + 99) / 100, &number);
    printf("%llu positions, %llu views, %llu imagined, %llu orders, %llu lines, %llu objections\n",
           (unsigned long long)positions, (unsigned long long)views, (unsigned long long)imagined,
           (unsigned long long)commuted, (unsigned long long)lines, (unsigned long long)garbage);
    return 0;
}
