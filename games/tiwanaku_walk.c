/* tiwanaku_walk.c -- see tiwanaku.h: how human pawns (TIW-12, TIW-13, COO-5) and
 * Otoma pawns (SOL-6, SOL-7) move. */
#include "tiwanaku.h"

/* Both boards have five rows; a column is the first one moved over. */
static uint64_t column(const struct tiwanaku *t, unsigned c)
{
    return (t->cols == MAP_COLS ? UINT64_C(0x1008040201) : UINT64_C(0x108421)) << c;
}

/* All members shifted one space in a direction; what leaves the board is gone. */
static uint64_t shift(const struct tiwanaku *t, uint64_t set, unsigned way)
{
    switch (way) {
    case UP: return set >> t->cols;
    case DOWN: return set << t->cols & tiw_all(t);
    case LEFT: return (set & ~column(t, 0)) >> 1;
    default: return (set & ~column(t, t->cols - 1u)) << 1;
    }
}

/* Pawns the seat may not meet. */
static uint64_t blockers(const struct tiwanaku *t, int seat)
{
    uint64_t set = t->side[OTOMA].pawns;
    for (int i = 0; i < OTOMA; i++)
        if (i != tiw_owner(t, seat)) set |= t->side[i].pawns;
    return set;
}

/* Everything reached from the spaces entered first, and where one may stop.
 * Passing back over the space left gives nothing new, so it counts as blocked. */
static uint64_t spread(const struct tiwanaku *t, uint64_t entered, uint64_t own, uint64_t blocked)
{
    uint64_t first = column(t, 0), last = column(t, t->cols - 1u), all = tiw_all(t);
    uint64_t reached = 0, edge = entered & ~blocked;
    while (edge) {
        reached |= edge;
        uint64_t on = edge & (t->planted | own); /* may or must go on */
        edge = (on >> t->cols | on << t->cols | (on & ~first) >> 1 | (on & ~last) << 1) & all & ~blocked & ~reached;
    }
    uint64_t ends = reached & ~own;
    return tiw_coop(t) ? ends & ~t->planted : ends; /* COO-5: not on a crop */
}

/* The edge a pawn comes from when it enters in this direction. */
static uint64_t entrance(const struct tiwanaku *t, unsigned way)
{
    uint64_t row = bit(t->cols) - 1;
    switch (way) {
    case UP: return row << (MAP_ROWS - 1) * t->cols;
    case DOWN: return row;
    case LEFT: return column(t, t->cols - 1u);
    default: return column(t, 0);
    }
}

uint64_t walk_enter(const struct tiwanaku *t, int seat)
{
    const struct party *own = &t->side[tiw_owner(t, seat)];
    uint64_t edge = entrance(t, t->way);
    if (!own->supply) return 0;
    if (!tiw_coop(t)) edge = entrance(t, UP) | entrance(t, DOWN) | entrance(t, LEFT) | entrance(t, RIGHT);
    return spread(t, edge, own->pawns, blockers(t, seat));
}

uint64_t walk_move(const struct tiwanaku *t, int seat, unsigned from)
{
    uint64_t own = t->side[tiw_owner(t, seat)].pawns & ~bit(from), here = bit(from), near = 0;
    for (unsigned way = UP; way <= LEFT; way++)
        if (!tiw_coop(t) || way == t->way) near |= shift(t, here, way);
    return spread(t, near, own, blockers(t, seat) | here);
}

unsigned walk_step(unsigned cols, unsigned from, unsigned *way)
{
    unsigned col = from % cols, row = from / cols;
    if (*way == UP && row == 0) { /* off the top */
        if (col == cols - 1) *way = LEFT;
        else col ^= 1, *way = DOWN;
    } else if (*way == DOWN && row == MAP_ROWS - 1) { /* off the bottom */
        if (col == 0) *way = RIGHT;
        else col = ((col - 1) ^ 1) + 1, *way = UP;
    } else if (*way == RIGHT && col == cols - 1) {
        if (row == 0) *way = DOWN;
        else row = ((row - 1) ^ 1) + 1, *way = LEFT;
    } else if (*way == LEFT && col == 0) {
        if (row == MAP_ROWS - 1) *way = UP;
        else row ^= 1, *way = RIGHT;
    } else {
        if (*way == UP) row--;
        if (*way == DOWN) row++;
        if (*way == LEFT) col--;
        if (*way == RIGHT) col++;
    }
    return row * cols + col;
}

unsigned walk_otoma(const struct tiwanaku *t, unsigned from, unsigned way)
{
    if (!tiw_unplaced(t)) return NOWHERE;
    do from = walk_step(t->cols, from, &way); /* each trail is one closed loop through every row and column */
    while (!(tiw_unplaced(t) & bit(from)));
    return from;
}
