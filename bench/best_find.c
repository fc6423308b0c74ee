/* best_find.c -- finds positions with one best place (bots/best.h), and says how sure they are.
 *
 * usage: best_find COUNT FIRST   prints COUNT lines for bots/best_list.c, from seeds behind FIRST (5 minutes for 100)
 *        best_find --check       judges those of best_list.c again with other dice, eight times as many, and by master */
#include "../bots/best.h"
#include "../bots/bot.h"
#include "../games/temple.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GLANCE = 64, MUCH = 4000 };

static _Alignas(STATE_ALIGN) uint8_t scratch[BOT_SCRATCH];
static struct best at;

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static bool is_sure(uint32_t playouts, uint64_t seed, int32_t margin, struct best_way way[BEST_WAYS])
{
    int n = best_judge(&at, playouts, seed, scratch, way);
    if (n < 4 || way[1].lost < margin) return false;
    for (int k = 1; k < n; k++)
        if (way[k].lost <= way[k].noise) return false;
    return true;
}

static bool same(const struct best_way *a, const struct best_way *b)
{
    return a->number == b->number && a->space == b->space;
}

static bool master_agrees(const struct best_way *w, uint32_t seed)
{
    struct rng r = rng_fork(seed, 2);
    struct bot_budget much = {.playouts = MUCH};
    Move m = bot_think(&strong_bot, at.head.game, position_state(&at.at), at.size, 0, &much, &r, scratch).move;
    return move_verb(m) == WRITE && move_a(m) == w->number && move_space(m) == w->space;
}

static void find(int count, uint32_t first)
{
    struct best_way way[BEST_WAYS], again[BEST_WAYS];
    int sure = 0, found = 0;
    uint32_t seed = first;
    for (; found < count; seed++) {
        if (!best_reach(&at, seed, scratch, NULL)) continue;
        if (best_judge(&at, GLANCE, seed, scratch, way) < 4 || way[1].lost < BEST_MARGIN / 2) continue;
        if (!is_sure(BEST_PLAYOUTS, seed * UINT64_C(31), BEST_MARGIN, way)) continue;
        sure++;
        if (!is_sure(8 * BEST_PLAYOUTS, seed * UINT64_C(37), BEST_MARGIN, again) || !same(way, again)) continue;
        if (!master_agrees(again, seed)) continue;
        found++;
        printf("    {%u, %u, %u, %d},\n", seed, again[0].number, again[0].space, again[1].lost);
        fflush(stdout);
    }
    fprintf(stderr, "%d of %u seeds; %d seemed sure, %d of them were not\n", found, seed - first, sure, sure - found);
}

static void check(void)
{
    struct best_way way[BEST_WAYS];
    int good = 0, master = 0;
    clock_t begin = clock();
    for (int i = 0; i < best_count; i++) {
        const struct best_seed *b = &best_list[i];
        struct best_way wanted = {.number = b->number, .space = b->space};
        best_reach(&at, b->seed, scratch, NULL);
        best_judge(&at, 8 * BEST_PLAYOUTS, ~(uint64_t)b->seed, scratch, way);
        good += same(way, &wanted);
        master += master_agrees(&wanted, ~b->seed);
    }
    printf("%d positions: the same by %d playouts with other dice: %d; master with %d playouts: %d (%.0f ms each)\n",
           best_count, 8 * BEST_PLAYOUTS, good, MUCH, master,
           1000.0 * (double)(clock() - begin) / CLOCKS_PER_SEC / best_count);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--check") == 0) return check(), 0;
    if (argc != 3) return fputs("usage: best_find COUNT FIRST | best_find --check\n", stderr), 2;
    find(atoi(argv[1]), (uint32_t)strtoul(argv[2], NULL, 10));
    return 0;
}
