/* judge.c -- see judge.h. Each game has quick playouts of its own; any other is played out by the contract
 * alone, the seat by `master` at first sight and the others by `casual`. */
#include "judge.h"

#include "../games/papers.h"
#include "../games/tiwanaku.h"
#include "bot.h"

#include <string.h>

const struct judge_words judge_items[JUDGE_ITEMS] = {
    [ITEM_RUN] = {"run", N_("the longest run")},
    [ITEM_GROUP] = {"group", N_("groups")},
    [ITEM_MUMMY] = {"mummy", N_("mummies")},
    [ITEM_FULL] = {"full", N_("the full sheet")},
    [ITEM_JUNGLE] = {"jungle", N_("jungles")},
    [ITEM_TOWN] = {"town", N_("towns")},
    [ITEM_RANGE] = {"range", N_("mountain ranges")},
    [ITEM_PYRAMID] = {"pyramid", N_("pyramids")},
    [ITEM_STRUCTURE] = {"structure", N_("hut, statue and mine")},
    [ITEM_SNAKE] = {"snake", N_("snakes")},
    [ITEM_LATER] = {"later", N_("what comes later")},
    [ITEM_STONES] = {"stones", N_("terrain found")},
    [ITEM_CROPS] = {"crops", N_("crops named right")},
    [ITEM_WRONG] = {"wrong", N_("crops named wrong")},
    [ITEM_OFFERS] = {"offers", N_("offers")},
    [ITEM_OTHERS] = {"others", N_("points of the others")},
};

static const struct {
    const char *game;
    void (*judge)(const struct judge_question *, void *scratch, struct judge_answer *);
    bool papers;                                     /* its states begin with struct papers */
    int (*ahead)(const struct tiwanaku *, int seat); /* results are so many points ahead; NULL: the own score */
    bool second;                                     /* it has a second opinion */
} judges[] = {
    {"temple", judge_temple, true, NULL, false},
    {"valley", judge_valley, true, NULL, false},
    {"tiwanaku", judge_tiwanaku, false, judge_tiwanaku_ahead, true},
};
enum { JUDGES = sizeof judges / sizeof *judges };

static int find(const struct game *g)
{
    for (int i = 0; i < JUDGES; i++)
        if (strcmp(judges[i].game, g->name) == 0) return i;
    return -1;
}

/* ---- games without playouts of their own ---- */

/* The states of a playout, and scratch memory for the bots. */
struct judge_match {
    struct position now, view;
    _Alignas(STATE_ALIGN) char scratch[THINK_SCRATCH]; /* all that bots are promised */
};
_Static_assert(sizeof(struct judge_match) == JUDGE_SCRATCH, "a table fits into the scratch");

static void move_all(struct judge_match *t, const struct game *g, size_t size, int own, struct rng *r)
{
    static const struct bot_budget glance = {.playouts = 1};
    struct state *s = position_state(&t->now), *view = position_state(&t->view);
    for (int seat = 0; seat < s->players; seat++)
        while (seats_has(s->acting, seat)) {
            memcpy(view, s, size);
            g->redact(view, seat);
            const struct bot *b = seat == own ? &strong_bot : &normal_bot;
            g->apply(s, seat, b->think(g, view, size, seat, &glance, r, t->scratch).move);
        }
}

static int32_t play_out(struct judge_match *t, const struct judge_question *q, const struct judge_way *w, struct rng r)
{
    const struct game *g = q->game;
    struct state *s = position_state(&t->now);
    memcpy(s, q->view, q->size);
    g->imagine(s, q->seat, &r);
    for (int i = 0; i < w->moves; i++) g->apply(s, q->seat, w->move[i]);
    while (s->phase != PHASE_OVER) {
        Move drawn[MAX_LINE_MOVES];
        match_settle(g, s, NULL, NULL);
        if (s->phase == PHASE_PLAY) move_all(t, g, q->size, q->seat, &r);
        if (s->phase != PHASE_CHANCE) continue;
        int n = g->draw(s, &r, drawn);
        for (int i = 0; i < n; i++) g->apply(s, NATURE, drawn[i]);
    }
    return judge_result(g, s, q->whose);
}

static void judge_any(const struct judge_question *q, void *scratch, struct judge_answer *a)
{
    a->playouts = q->playouts;
    for (int k = 0; k < q->ways; k++)
        for (uint32_t i = 0; i < q->playouts; i++)
            a->result[k][i] = play_out(scratch, q, &q->way[k], rng_fork(q->seed, i));
}

/* ---- all games ---- */

int judge_whose(const struct game *g, const struct state *view, int seat)
{
    const struct papers *p = (const struct papers *)(const void *)view;
    int i = find(g);
    return i >= 0 && judges[i].papers && papers_danger(p) && seats_has(view->acting, seat) ? p->holds[seat] : seat;
}

bool judge_has_second(const struct game *g)
{
    int i = find(g);
    return i >= 0 && judges[i].second;
}

bool judge_ahead(const struct game *g)
{
    int i = find(g);
    return i >= 0 && judges[i].ahead;
}

int32_t judge_result(const struct game *g, const struct state *s, int seat)
{
    struct score sc;
    if (judge_ahead(g)) return 100 * judges[find(g)].ahead((const struct tiwanaku *)(const void *)s, seat);
    g->score(s, match_row(g, s, seat), &sc);
    return 100 * sc.total;
}

void judge_ways(const struct judge_question *q, void *scratch, struct judge_answer *a)
{
    int i = find(q->game);
    GAME_ASSERT(q->ways > 0 && q->ways <= JUDGE_WAYS && q->playouts <= JUDGE_PLAYOUTS);
    a->playouts = 0, a->left = 0, a->exact = false;
    memset(a->ends, 0, sizeof a->ends);
    memset(a->item, 0, sizeof a->item);
    if (q->second && !judge_has_second(q->game)) return;
    (i < 0 ? judge_any : judges[i].judge)(q, scratch, a);
}
