/* train_tiwanaku.c -- finds the weights of bots/tiwanaku_eye.h for playouts, where all sides
 * see the whole map: tries small changes and keeps those that do better in games with the
 * same maps and chance. Prints the weights as C; what is in tiwanaku_think.c came from here.
 * Not part of the tests: it takes minutes.
 *
 * usage: train_tiwanaku competitive|solo-easy|solo-hard|coop-easy|coop-normal|coop-expert [PLAYERS [TRIES [GAMES [SEED]]]] */
#include "../bots/tiwanaku_know.h"
#include "../bots/tiwanaku_think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s (%s:%d)\n", what, file, line);
    abort();
}

enum { MAPS = 400, NUMBERS = sizeof(struct eye_weights) / sizeof(int) };
static struct setup maps[MAPS];
static struct chances chances[MAPS];
static int players;

static const char *const names[NUMBERS] = {"offering",  "claim",    "claim_near", "claim_crop", "claim_keep", "sure",
                                           "sure_solo", "patience", "otoma_crop", "otoma",      "stay",       "supply"};

/* Plays map i; seat k goes by w[k]. The first seat's points ahead, and whether it won. */
static double play(int i, uint64_t seed, const struct eye_weights *const *w, double *won)
{
    static struct tiwanaku t;
    struct rng r = rng_fork(seed, (uint64_t)i);
    struct eye_look l;
    Move m[MAX_LINE_MOVES];
    tiwanaku_game.start(&t.head, &maps[i]);
    while (t.head.phase != PHASE_OVER) {
        if (t.head.phase == PHASE_CHANCE) {
            int n = tiwanaku_game.draw(&t.head, &r, m);
            for (int k = 0; k < n; k++) tiwanaku_game.apply(&t.head, NATURE, m[k]);
        } else if (t.head.phase == PHASE_FACT) {
            tiwanaku_game.apply(&t.head, NATURE, tiwanaku_game.nth(&t.head, NATURE, 0));
        } else {
            int seat = t.turn;
            eye_look(&l, &t, seat, &chances[i], w[seat]);
            tiwanaku_game.apply(&t.head, seat, eye_choose(&l, &r));
        }
    }
    int other = t.mode == COMPETITIVE ? 0 : t.side[OTOMA].score;
    for (int k = 1; t.mode == COMPETITIVE && k < players; k++)
        if (t.side[k].score > other) other = t.side[k].score;
    int ahead = t.side[0].score - other;
    *won = ahead > 0 ? 1 : ahead == 0 && t.mode == COMPETITIVE ? 0.5 : 0;
    return ahead;
}

/* How good the weights are, against others in competitive games: victories in percent, and
 * a little for points ahead. */
static double rate(const struct eye_weights *own, const struct eye_weights *others, int n, uint64_t seed, double *wins)
{
    const struct eye_weights *w[4] = {own, others, others, others};
    double sum = 0, all = 0;
    bool coop = maps[0].mode >= COOP_EASY;
    if (coop) w[1] = w[2] = w[3] = own;
    for (int k = 0; k < n; k++) {
        double won;
        sum += play(k % MAPS, seed + (uint64_t)(k / MAPS), w, &won);
        all += won;
    }
    *wins = 100 * all / n;
    return *wins + sum / n;
}

static void set_up(unsigned mode)
{
    for (int i = 0; i < MAPS; i++) {
        maps[i].mode = (uint8_t)mode;
        maps[i].players = (uint8_t)players;
        setup_new(&maps[i], &tiwanaku_game);
        scenario_make(scenario_in(&maps[i].board), 9, (enum grade)(i % GRADES), 7000 + (uint64_t)i);
        know_all(&chances[i], &scenario_in(&maps[i].board)->map);
    }
}

/* One to three numbers changed. */
static void change(int *w, struct rng *r)
{
    for (int n = 1 + (int)rng_below(r, 3); n; n--) {
        int k = (int)rng_below(r, NUMBERS);
        int step = abs(w[k]) * (int)(5 + rng_below(r, 40)) / 100 + 5;
        w[k] += rng_below(r, 2) ? step : -step;
    }
}

int main(int argc, char **argv)
{
    unsigned mode = 0;
    while (tiwanaku_game.modes[mode].name && (argc < 2 || strcmp(tiwanaku_game.modes[mode].name, argv[1]) != 0)) mode++;
    if (!tiwanaku_game.modes[mode].name) {
        fputs("usage: train_tiwanaku MODE [PLAYERS [TRIES [GAMES [SEED]]]]\n", stderr);
        return 2;
    }
    players = argc > 2 ? atoi(argv[2]) : tiwanaku_game.modes[mode].min;
    int tries = argc > 3 ? atoi(argv[3]) : 200, count = argc > 4 ? atoi(argv[4]) : 800;
    struct rng r = {argc > 5 ? (uint64_t)atoll(argv[5]) : 1};
    struct eye_weights base = tiwanaku_think_seeing(mode), best = base;
    double wins;
    set_up(mode);
    double value = rate(&best, &base, count, 1, &wins);
    fprintf(stderr, "begins with %.2f, wins %.1f %%\n", value, wins);
    for (int i = 0; i < tries; i++) {
        struct eye_weights next = best;
        int numbers[NUMBERS];
        memcpy(numbers, &next, sizeof numbers);
        change(numbers, &r);
        memcpy(&next, numbers, sizeof numbers);
        uint64_t seed = 1 + (uint64_t)(i / 25) * 1000; /* other chance now and then: or it learns the dice */
        if (i % 25 == 0) value = rate(&best, &base, count, seed, &wins);
        double v = rate(&next, &base, count, seed, &wins);
        if (v <= value) continue;
        value = v;
        best = next;
        fprintf(stderr, "%d: %.2f, wins %.1f %%\n", i, value, wins);
    }
    value = rate(&best, &base, 4 * count, 999999, &wins);
    printf("/* %s: %.2f, wins %.1f %% */\n", argv[1], value, wins);
    for (int k = 0; k < NUMBERS; k++) {
        int numbers[NUMBERS];
        memcpy(numbers, &best, sizeof numbers);
        printf("    .%s = %d,\n", names[k], numbers[k]);
    }
    return 0;
}
