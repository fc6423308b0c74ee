/* test_recorded.c -- the bots and the reviews do exactly what is recorded in tests/golden/bots.txt: their moves, reasons and judgements,
 * as one hash for each bot, mode and board. A bot changes on purpose only, after an arena (docs/HACKING.md); then `tools/golden --bots`
 * writes the file anew. So a mistake that merely makes a bot weaker, which no other test can tell, is found.
 * Not here: whether they play well (test_bots.c, GAME_bots), or whether reviews are right (test_review.c).
 *
 * usage: test_recorded FILE     compares with the file, TAP on stdout
 *        test_recorded --write  prints what the file would be */
#include "../../bots/bot.h"
#include "../../bots/review.h"
#include "../kit/playing.h"

enum { LINE = 160, LINES = 400, TEXT = 1 << 20, PLAYOUTS = 8 };

/* Where they play. Tiwanaku's better bots take long to think: only so many of their actions are looked at. */
static const struct place {
    const char *game, *mode, *board;
    int players, actions;
} places[] = {
    {"temple", "solo", "a", 1, 1 << 20},          {"temple", "multi", "b", 2, 1 << 20},
    {"valley", "solo", "b", 1, 1 << 20},          {"valley", "multi", "a", 3, 1 << 20},
    {"tiwanaku", "competitive", "tiny-1", 3, 24}, {"tiwanaku", "competitive", "long-1", 2, 24},
    {"tiwanaku", "solo-hard", "tiny-2", 1, 24},   {"tiwanaku", "coop-normal", "tiny-3", 2, 24},
    {"tiwanaku", "solo-easy", "long-1", 1, 60},   {"tiwanaku", "solo-hard", "tiny-1", 1, 60},
};
enum { PLACES = sizeof places / sizeof *places };

static struct head head;
static struct position pos;
static struct review_event event[HISTORY];
static uint32_t events;
static _Alignas(STATE_ALIGN) uint8_t scratch[(int)BOT_SCRATCH > (int)REVIEW_SCRATCH ? BOT_SCRATCH : REVIEW_SCRATCH];
static char made[LINES][LINE];
static int lines;

static uint64_t fold(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static struct state *now(void) { return position_state(&pos); }

static void act(int seat, Move m)
{
    need(events < HISTORY, "a match is too long");
    event[events++] = (struct review_event){m, seat, 0};
    head.game->apply(now(), seat, m);
}

static void keep(void *ctx, const struct state *s, Move m)
{
    (void)ctx, (void)s;
    event[events++] = (struct review_event){m, NATURE, 0};
}

static void begin(const struct place *p)
{
    const struct game *g = game_find(p->game, strlen(p->game));
    int mode = 0;
    need(g, "a game is missing");
    while (strcmp(g->modes[mode].name, p->mode) != 0) mode++;
    memset(&head, 0, sizeof head);
    head.game = g;
    head.setup.mode = (uint8_t)mode;
    head.setup.players = (uint8_t)p->players;
    setup_new(&head.setup, g);
    need(g->board->builtin(&head.setup.board, g->name, p->board, strlen(p->board)), "a built-in board is missing");
    events = 0;
    g->start(now(), &head.setup);
    match_settle(g, now(), keep, NULL);
}

static void draw(struct rng *r)
{
    Move m[MAX_LINE_MOVES];
    int n = head.game->draw(now(), r, m);
    for (int i = 0; i < n; i++) act(NATURE, m[i]);
}

/* The bot in all seats; what it did and why, folded. */
static uint64_t play(const struct place *p, const struct bot *b, struct rng r)
{
    static const struct bot_budget little = {.playouts = PLAYOUTS};
    struct rng own = rng_fork(rng_next(&r), 0);
    uint64_t h = 0;
    begin(p);
    for (int actions = 0; now()->phase != PHASE_OVER && actions < p->actions;) {
        if (now()->phase == PHASE_CHANCE) {
            draw(&r);
        } else {
            int seat = 0;
            while (!seats_has(now()->acting, seat)) seat++;
            struct thought t =
                bot_think(b, head.game, now(), head.game->size(&head.setup), seat, &little, &own, scratch);
            h = fold(fold(fold(fold(h, t.move), t.why), (uint64_t)t.number), t.spaces);
            act(seat, t.move);
            actions++;
        }
        match_settle(head.game, now(), keep, NULL);
    }
    return h;
}

/* The match that was just played, reviewed for its first seat: its JSON, folded. */
static uint64_t reviewed(void)
{
    static struct out o;
    static struct review review;
    struct review_task task = {&head, event, events, 0, 7, PLAYOUTS};
    uint64_t h = 0;
    out_reset(&o, TEXT);
    review_begin(&review, &task, scratch);
    review_show_head(&review, &o);
    for (int k = 0; k < 6 && review_step(&review); k++) review_show_decision(&review, &o);
    while (review_skip(&review)) continue;
    review_show_end(&review, &o);
    need(o.len <= o.size, "a review is too long");
    for (size_t i = 0; i < o.len; i++) h = fold(h, (uint8_t)o.p[i]);
    return h;
}

static void note(const struct place *p, const char *who, uint64_t h)
{
    need(lines < LINES, "too many lines");
    snprintf(made[lines++], LINE, "%s %s %d %s %s %016llx", p->game, p->mode, p->players, p->board, who,
             (unsigned long long)h);
}

static void make(void)
{
    for (int i = 0; i < PLACES; i++) {
        for (int k = 0; bots[k]; k++)
            note(&places[i], bots[k]->name, play(&places[i], bots[k], rng_fork(41, (uint64_t)i)));
        play(&places[i], &normal_bot, rng_fork(42, (uint64_t)i));
        note(&places[i], "review", reviewed());
    }
}

static int compare(const char *path)
{
    char want[LINE] = "";
    int bad = 0, n = 0;
    FILE *f = fopen(path, "r");
    need(f != NULL, path);
    for (; fgets(want, sizeof want, f); n++) {
        want[strcspn(want, "\n")] = '\0';
        bool same = n < lines && strcmp(want, made[n]) == 0;
        printf("%sok %d - as recorded: %.*s\n", same ? "" : "not ", n + 1, (int)strcspn(want, "\n"), want);
        if (!same)
            printf("# now it is: %s\n# on purpose? `tools/golden --bots` records it anew\n",
                   n < lines ? made[n] : "nothing");
        bad += !same;
    }
    fclose(f);
    if (n != lines) n++, bad++, printf("not ok %d - as many as are recorded: %d\n", n, lines);
    printf("1..%d\n", n);
    return bad != 0;
}

int main(int argc, char **argv)
{
    need(argc == 2, "usage: test_recorded FILE, or --write");
    make();
    if (strcmp(argv[1], "--write") != 0) return compare(argv[1]);
    for (int i = 0; i < lines; i++) puts(made[i]);
    return 0;
}
