/* count.c -- see count.h.
 *
 * 1. A node of a layer is made when all spaces before that of the layer are filled. How
 *    the rest can be filled depends only on its key: key() says what goes into it.
 * 2. Spaces are filled with all of narrow.c's conclusions, so that most dead ends show
 *    soon. Conclusions about the rest are those of the first filling that led to the
 *    node; the others' would follow from the key as well.
 * 3. The ways to a node are those to the nodes before it, by its edges: all = sum of
 *    come. Thinning keeps a node with probability p and then divides by p: come is all
 *    on average, and so is every sum of such numbers. */
#include "count.h"

#include "../core/bits.h"

#include <string.h>

enum { T = MAP_TERRAINS, V = MAP_LEVELS };

static uint64_t add(uint64_t a, uint64_t b) { return a + b < a ? COUNT_MANY : a + b; }

void count_init(struct count *c, void *scratch, size_t size)
{
    char *at = scratch;
    uint32_t most = 64;
    GAME_ASSERT(size >= COUNT_SCRATCH && (uintptr_t)scratch % _Alignof(uint64_t) == 0);
    while (most < UINT32_C(1) << 28 && (size_t)most * 2 * sizeof *c->table <= size / 16) most *= 2;
    memset(c, 0, sizeof *c);
    c->table = scratch;
    c->table_most = most;
    at += most * sizeof *c->table;
    size_t part = (size - most * sizeof *c->table) / 32 / 8 * 8;
    c->open_most = (uint32_t)(9 * part / sizeof *c->here);
    c->node_most = (uint32_t)(6 * part / sizeof *c->nodes);
    c->edge_most = (uint32_t)(8 * part / sizeof *c->edges);
    if (c->open_most > most / 2) c->open_most = most / 2;
    c->here = (struct count_open *)(void *)at;
    c->next = (struct count_open *)(void *)(at + 9 * part);
    c->nodes = (struct count_node *)(void *)(at + 18 * part);
    c->edges = (struct count_edge *)(void *)(at + 24 * part);
    GAME_ASSERT(at + 32 * part <= (char *)scratch + size); /* nothing lies behind what was lent */
}

/* The most of some spaces that can have a crop: one in each block of 2 x 2. */
static uint8_t crop_most(uint64_t spaces)
{
    uint64_t block = grid_space(0, 0) | grid_space(0, 1) | grid_space(1, 0) | grid_space(1, 1);
    int n = 0;
    for (int y = 0; y < MAP_ROWS; y += 2)
        for (int x = 0; x < MAP_COLS; x += 2) n += (block << (y * GRID_ROW + x) & spaces) != 0;
    return (uint8_t)n;
}

/* A region that crosses the boundary: where it meets it, and its crops to the left. */
struct crossing {
    uint64_t spaces;
    unsigned crops;
};

static struct crossing crossing(uint64_t is, const uint64_t has[V], uint64_t space)
{
    struct crossing r = {.spaces = grid_flood(space, is)};
    for (unsigned v = 0; v < V; v++) r.crops |= (unsigned)((has[v] & r.spaces) != 0) << v;
    if (r.crops == (1u << V) - 1) r.spaces = 0; /* full: it does not matter whose it is */
    return r;
}

static int which(const uint64_t *sets, uint64_t space)
{
    int i = 0;
    while (!(sets[i] & space)) i++;
    return i;
}

/* How many tiles are used of each terrain, and how many of each crop are planted, as far
 * as its limit can still be reached. */
static void key_counts(const struct count *c, const struct count_layer *at, const uint64_t is[T], const uint64_t has[V],
                       uint64_t out[2])
{
    const struct narrow_ground *g = c->ground;
    for (int t = 1; t < T && g->totals; t++) out[0] |= (uint64_t)bits_count(is[t]) << (45 + 6 * (t - 1));
    for (int v = 0; v < V; v++) {
        if (g->most[v] == NARROW_NO_LIMIT) continue;
        unsigned planted = bits_count(has[v]), later = at->later[v];
        if (planted + later < g->most[v]) planted = g->most[v] - later; /* too few to matter */
        out[1] |= (uint64_t)planted << (25 + 6 * v);
    }
}

/* What the rest can see of the filled part: for each slot the terrain and crop and which
 * crossing region it belongs to; the crops of those regions; the counts. What makes no
 * difference to the rest is left out, so that more boundaries are alike. */
static void key(const struct count *c, const struct narrow *n, const struct count_layer *at, uint64_t out[2])
{
    uint64_t is[T], has[V], slots = 0, crops = 0;
    struct crossing cross[MAP_ROWS];
    int crossings = 0;
    for (int t = 0; t < T; t++) is[t] = n->terrain[t] & ~at->right;
    for (int v = 0; v < V; v++) has[v] = narrow_crop(n, v) & ~at->right;
    for (int i = 0; i < at->slots; i++) {
        const struct count_slot *slot = &at->slot[i];
        int t = which(is, slot->space), v = which(has, slot->space), k = 0;
        if (slot->side & c->terrain[t]) {
            while (k < crossings && !(cross[k].spaces & slot->space)) k++;
            if (k == crossings) {
                cross[k] = crossing(is[t], has, slot->space);
                crops |= (uint64_t)cross[k].crops << V * k;
                crossings++;
            }
            k++;
        }
        if (!(slot->near & c->terrain[t]))
            for (t = 0; slot->near & c->terrain[t];) t++;
        slots |= (uint64_t)(t | (slot->near & c->crop[v] ? v + 1 : 0) << 2 | k << 5) << 8 * i;
    }
    out[0] = slots;
    out[1] = crops;
    key_counts(c, at, is, has, out);
}

static uint32_t slot_of(const struct count *c, const uint64_t key[2])
{
    uint64_t h = (key[0] ^ key[1] * UINT64_C(0xd1342543de82ef95)) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(h >> 32) & (c->table_size - 1);
}

/* Where a key stands in the table, or the empty place where it belongs. */
static uint32_t find(const struct count *c, const uint64_t key[2])
{
    uint32_t i = slot_of(c, key);
    for (; c->table[i]; i = (i + 1) & (c->table_size - 1)) {
        const uint64_t *k = c->next[c->table[i] - 1].key;
        if (k[0] == key[0] && k[1] == key[1]) break;
    }
    return i;
}

static void table_set(struct count *c, uint32_t size, uint32_t used)
{
    c->table_size = size;
    memset(c->table, 0, size * sizeof *c->table);
    for (uint32_t k = 0; k < used; k++) c->table[find(c, c->next[k].key)] = k + 1;
}

/* The space of layer k is filled: an edge from the parent to the node behind it. */
static void arrive(struct count *c, const struct narrow *n, int k, int pair)
{
    struct count_layer *to = &c->layer[k + 1], *end = to + 1;
    uint64_t seen[2];
    key(c, n, to, seen);
    GAME_ASSERT(end->node - to->node < c->table_size); /* find() ends at an empty place */
    uint32_t at = find(c, seen), used = end->node - to->node;
    bool is_new = !c->table[at];
    if ((is_new && (used == c->open_most || end->node == c->node_most)) || to->edge == c->edge_most) {
        c->over = true;
        return;
    }
    if (is_new) {
        c->next[used] = (struct count_open){*n, {seen[0], seen[1]}};
        c->nodes[end->node++] = (struct count_node){0, 0, 0};
        c->table[at] = used + 1;
    }
    uint32_t node = to->node + c->table[at] - 1;
    c->nodes[node].all = add(c->nodes[node].all, c->nodes[c->parent].come);
    c->edges[to->edge++] = (struct count_edge){c->parent, node, (uint32_t)pair};
    if (is_new && used + 1 > c->table_size / 2 && c->table_size < c->table_most)
        table_set(c, c->table_size * 2, used + 1);
}

static bool spent(struct count *c)
{
    c->over |= c->ground->steps >= c->ground->budget;
    return c->over;
}

/* All crops of the layer's space, whose terrain is t. */
static void fill_crop(struct count *c, const struct narrow *n, int k, int t)
{
    uint64_t space = grid_space(c->layer[k].row, c->layer[k].col);
    bool open = (narrow_open_crops(n) & space) != 0;
    for (int v = 0; v < V; v++) {
        struct narrow next;
        if (!(n->can[t][v] & space)) continue;
        if (!open) {
            arrive(c, n, k, t * V + v);
            return;
        }
        if (spent(c)) return;
        next = *n;
        if (narrow_say_crop(c->ground, &next, space, v)) arrive(c, &next, k, t * V + v);
    }
}

/* All ways to fill it: its terrain, then its crop. */
static void fill(struct count *c, const struct narrow *n, int k)
{
    uint64_t space = grid_space(c->layer[k].row, c->layer[k].col);
    bool open = (narrow_open_terrain(n) & space) != 0;
    for (int t = 0; t < T && !c->over; t++) {
        struct narrow next;
        if (!(n->terrain[t] & space)) continue;
        if (!open) {
            fill_crop(c, n, k, t);
            return;
        }
        if (spent(c)) return;
        next = *n;
        if (narrow_say_terrain(c->ground, &next, space, t)) fill_crop(c, &next, k, t);
    }
}

/* Where less is open there are fewer fillings to begin with. */
static bool more_open_first(const struct narrow_ground *g, const struct narrow *n)
{
    int lean = 0;
    for (int x = 0; x < g->cols; x++)
        lean += (2 * x + 1 - g->cols) * (int)bits_count(narrow_open_terrain(n) & grid_column(x));
    return lean < 0;
}

static void add_slot(struct count_layer *l, int row, int col)
{
    uint64_t space = grid_space(row, col);
    GAME_ASSERT(l->slots < sizeof l->slot / sizeof *l->slot && !(space & l->right));
    l->slot[l->slots++] = (struct count_slot){space, grid_near(space) & l->right, grid_side(space) & l->right};
}

/* The boundary before a space: in each row the last space filled, and the one at the
 * inner corner (which nothing can join any more). Known spaces count as filled when
 * their turn comes. */
static void add_slots(struct count_layer *l, int rows, int x, int before)
{
    for (int y = 0; y < rows; y++) {
        if (y < l->row) add_slot(l, y, l->col);
        else if (x) add_slot(l, y, before);
    }
    if (x && l->row) add_slot(l, l->row - 1, before);
}

/* The order of the open spaces. */
static void plan(struct count *c, const struct narrow *start)
{
    const struct narrow_ground *g = c->ground;
    uint64_t right = g->all, open = narrow_open_terrain(start) | narrow_open_crops(start);
    c->layers = 0;
    memset(c->sure, COUNT_PAIRS, sizeof c->sure);
    for (int x = 0; x < g->cols; x++)
        for (int y = 0; y < g->rows; y++) {
            int col = c->back ? g->cols - 1 - x : x, i = y * g->cols + col;
            uint64_t space = grid_space(y, col);
            struct count_layer *l = &c->layer[c->layers];
            for (int k = 0; k < COUNT_PAIRS && !(open & space); k++)
                if (start->can[k / V][k % V] & space) c->sure[i] = (uint8_t)k;
            if (open & space) {
                memset(l, 0, sizeof *l);
                l->space = (uint8_t)i;
                l->row = (uint8_t)y;
                l->col = (uint8_t)col;
                l->right = right;
                for (int v = 0; v < V; v++) l->later[v] = crop_most(right & c->crop[v]);
                add_slots(l, g->rows, x, c->back ? col + 1 : col - 1);
                c->layers++;
            }
            right &= ~space;
        }
    GAME_ASSERT(!right && c->layers <= MAP_SPACES);
    memset(&c->layer[c->layers], 0, 2 * sizeof c->layer[0]); /* behind the last space: nothing to see */
}

static void begin(struct count *c, struct narrow_ground *g, const struct narrow *start, bool back)
{
    c->ground = g;
    c->back = back;
    for (int t = 0; t < T; t++) c->terrain[t] = start->terrain[t];
    for (int v = 0; v < V; v++) c->crop[v] = narrow_crop(start, v);
    plan(c, start);
    c->here[0].narrow = *start;
    c->nodes[0] = (struct count_node){1, 1, 0};
    c->layer[0].node = c->layer[0].edge = 0;
    c->layer[1].node = 1;
    c->base = 0;
    c->over = c->thinned = false;
    c->scale = 0;
}

/* Carries the nodes of layer k, in here[], on to the next, in next[]. */
static void carry(struct count *c, int k)
{
    struct count_layer *l = &c->layer[k];
    uint64_t before = c->ground->steps, carried = 0;
    l[2].node = l[1].node;
    l[1].edge = l->edge;
    table_set(c, 64, 0);
    for (uint32_t i = l->node; i < l[1].node && !c->over; i++) {
        if (!c->nodes[i].come) continue;
        carried++;
        c->parent = i;
        fill(c, &c->here[i - l->node].narrow, k);
    }
    GAME_ASSERT(l[2].node - l[1].node <= c->open_most && l[2].node <= c->node_most && l[1].edge <= c->edge_most);
    for (uint32_t i = l[1].node; i < l[2].node; i++) c->nodes[i].come = c->nodes[i].all;
    l->cost = carried ? (uint32_t)((c->ground->steps - before) / carried) + 1 : 1;
    l->fan = carried ? (uint32_t)((l[2].node - l[1].node) / carried) + 1 : 1;
}

static void swap(struct count *c)
{
    struct count_open *here = c->here;
    c->here = c->next;
    c->next = here;
}

static bool run(struct count *c, struct narrow_ground *g)
{
    for (; c->base < c->layers; c->base++) {
        const struct count_layer *l = &c->layer[c->base];
        uint64_t nodes = l[1].node - l->node, left = (uint64_t)(c->layers - c->base);
        /* no use beginning what will not end in time: layers stay as large for long */
        if (nodes > 100 && g->steps + nodes * l[-1].cost * (left + 7) / 8 > g->budget) return false;
        carry(c, c->base);
        if (c->over) return false;
        swap(c);
    }
    return true;
}

/* One side may be many times as hard to begin with as the other, and nothing tells which
 * one but trying. */
bool count_run(struct count *c, struct narrow_ground *g, const struct narrow *start)
{
    uint64_t budget = g->budget, part_of = budget / 64;
    bool first = more_open_first(g, start);
    int reached[2];
    for (int k = 0; k < 2; k++) {
        g->budget = part_of < budget - g->steps ? g->steps + part_of : budget;
        begin(c, g, start, first != k);
        if (run(c, g)) return true;
        reached[k] = c->base;
    }
    g->budget = budget;
    begin(c, g, start, first != (reached[1] > reached[0]));
    return run(c, g);
}

/* Numbers in classes: eight for each power of two. */
enum { TOP_CLASS = 61 * 8 + 7, CLASSES = TOP_CLASS + 1 };
static unsigned class_of(uint64_t x)
{
    unsigned top = 63u - (unsigned)__builtin_clzll(x);
    return top < 3 ? (unsigned)x : (top - 2) * 8 + (unsigned)(x >> (top - 3) & 7);
}
static uint64_t class_least(unsigned k) { return k < 8 ? k : (UINT64_C(8) | (k & 7)) << (k / 8 - 1); }

/* The weight below which nodes are thinned so that about `most` remain. */
static uint64_t threshold(const struct count *c, uint32_t from, uint32_t to, uint32_t most)
{
    uint64_t sum[CLASSES] = {0}, small = 0;
    uint32_t many[CLASSES] = {0}, large = to - from;
    for (uint32_t k = from; k < to; k++) {
        GAME_ASSERT(c->nodes[k].all); /* some way leads to each node */
        unsigned at = class_of(c->nodes[k].all);
        sum[at] = add(sum[at], c->nodes[k].all);
        many[at]++;
    }
    unsigned at = 1;
    for (; at < TOP_CLASS && large + small / class_least(at) > most; at++) { /* all below class_least(at) are small */
        small = add(small, sum[at]);
        large -= many[at];
    }
    return class_least(at);
}

/* Uniform in 0..n-1, by rejection. */
static uint64_t below(struct rng *r, uint64_t n)
{
    uint64_t mask = n - 1, x;
    GAME_ASSERT(n);
    for (int s = 1; s < 64; s *= 2) mask |= mask >> s;
    do x = rng_next(r) & mask;
    while (x >= n);
    return x;
}

/* Keeps nodes of at least the threshold, and of the others, in their order, one each
 * time their sum passes it: similar nodes stand together, so that every kind remains. */
static void thin(struct count *c, int layer, uint32_t most, struct rng *r)
{
    uint32_t from = c->layer[layer].node, to = c->layer[layer + 1].node;
    uint64_t least = threshold(c, from, to, most), sum = below(r, least);
    unsigned scale = least >> 40 ? 16 : 0; /* long before the numbers would end at COUNT_MANY */
    if (least > 1) c->thinned = true;
    for (uint32_t k = from; k < to; k++) {
        struct count_node *n = &c->nodes[k];
        n->come = n->all;
        if (n->all < least) {
            sum += n->all;
            n->come = sum >= least ? least : 0;
            if (n->come) sum -= least;
        }
        n->come >>= scale;
    }
    c->scale += scale;
}

/* How many nodes of a layer to carry on, so that the steps left last for all layers and
 * the scratch memory for the next one. */
static uint32_t nodes_most(const struct count *c, int layer, uint64_t left)
{
    uint64_t sum = 0, last = 4, fan = layer ? 2 * c->layer[layer - 1].fan + 2 : COUNT_PAIRS;
    for (int k = layer ? layer - 1 : 0; k < c->layers; k++) {
        if (c->layer[k].cost) last = c->layer[k].cost;
        if (k >= layer) sum += last;
    }
    uint64_t most = left / sum, fits = c->open_most / (fan < COUNT_PAIRS ? fan : COUNT_PAIRS);
    if (most > fits) most = fits;
    return most < 16 ? 16 : (uint32_t)most;
}

/* The nodes of the base stay where they are; those of the run share the other half. */
bool count_thin(struct count *c, struct rng *r, uint64_t steps)
{
    struct narrow_ground *g = c->ground;
    struct count_open *base = c->here, *half[2] = {c->next, c->next + c->open_most / 2};
    uint64_t end = g->steps + steps;
    GAME_ASSERT(c->base < c->layers); /* count_run() did not reach the end */
    g->budget = end + steps;
    c->over = c->thinned = false;
    c->scale = 0;
    c->open_most /= 2;
    for (int k = c->base; k < c->layers && !c->over; k++) {
        c->here = k == c->base ? base : half[k % 2];
        c->next = half[(k + 1) % 2];
        thin(c, k, nodes_most(c, k, end > g->steps ? end - g->steps : 0), r);
        carry(c, k);
    }
    c->here = base;
    c->next = half[0];
    c->open_most *= 2;
    return !c->over && c->layer[c->layers + 1].node > c->layer[c->layers].node;
}

/* Behind the last space there is nothing to see: at most one node. */
uint64_t count_total(const struct count *c)
{
    const struct count_layer *end = &c->layer[c->layers];
    uint64_t total = end[1].node > end->node ? c->nodes[end->node].come : 0;
    return total > COUNT_MANY >> c->scale ? COUNT_MANY : total << c->scale;
}

void count_tally(struct count *c, uint64_t tally[MAP_SPACES][COUNT_PAIRS])
{
    const struct count_layer *end = &c->layer[c->layers];
    GAME_ASSERT(!c->thinned && count_total(c) != COUNT_MANY);
    memset(tally, 0, sizeof(uint64_t[MAP_SPACES][COUNT_PAIRS]));
    for (int i = 0; i < MAP_SPACES; i++)
        if (c->sure[i] < COUNT_PAIRS) tally[i][c->sure[i]] = count_total(c);
    for (uint32_t k = 0; k < end[1].node; k++) c->nodes[k].go = k >= end->node;
    for (const struct count_layer *l = end; l-- > c->layer;)
        for (uint32_t e = l->edge; e < l[1].edge; e++) {
            const struct count_edge *edge = &c->edges[e];
            struct count_node *from = &c->nodes[edge->from];
            uint64_t go = c->nodes[edge->to].go;
            from->go += go;
            tally[l->space][edge->pair] += from->come * go;
        }
    GAME_ASSERT(c->nodes[0].go == count_total(c)); /* as many ways there as back */
}

/* a * b / of, for b <= of; exact to 32 bits. */
static uint64_t part(uint64_t a, uint64_t b, uint64_t of)
{
    GAME_ASSERT(of && b <= of);
    while (of >> 32) b >>= 1, of >>= 1;
    uint64_t ratio = b == of ? UINT64_C(1) << 32 : (b << 32) / of;
    return (a >> 32) * ratio + ((a & UINT32_MAX) * ratio >> 32);
}

void count_shares(struct count *c, uint32_t share[MAP_SPACES][COUNT_PAIRS])
{
    const struct count_layer *end = &c->layer[c->layers];
    GAME_ASSERT(end[1].node > end->node); /* some way reaches the end */
    memset(share, 0, sizeof(uint32_t[MAP_SPACES][COUNT_PAIRS]));
    for (int i = 0; i < MAP_SPACES; i++)
        if (c->sure[i] < COUNT_PAIRS) share[i][c->sure[i]] = COUNT_WHOLE;
    for (uint32_t k = 0; k < end[1].node; k++) c->nodes[k].go = 0;
    c->nodes[end->node].go = UINT64_C(1) << 60;
    for (const struct count_layer *l = end; l-- > c->layer;) {
        uint64_t sum[COUNT_PAIRS] = {0};
        for (uint32_t e = l->edge; e < l[1].edge; e++) {
            const struct count_edge *edge = &c->edges[e];
            const struct count_node *to = &c->nodes[edge->to];
            if (!to->go) continue;
            uint64_t through = part(to->go, c->nodes[edge->from].come, to->all);
            c->nodes[edge->from].go += through;
            sum[edge->pair] += through;
        }
        for (int k = 0; k < COUNT_PAIRS; k++) share[l->space][k] = (uint32_t)((sum[k] + (UINT64_C(1) << 29)) >> 30);
    }
}

static void put(struct map *m, int space, unsigned pair)
{
    m->terrain[space] = (uint8_t)(pair / V + 1);
    m->crop[space] = (uint8_t)(pair % V + 1);
}

void count_pick(const struct count *c, struct rng *r, struct map *m)
{
    const struct count_layer *end = &c->layer[c->layers];
    uint32_t node = end->node;
    GAME_ASSERT(end[1].node > end->node);
    m->cols = c->ground->cols;
    m->rows = c->ground->rows;
    for (int i = 0; i < MAP_SPACES; i++)
        if (c->sure[i] < COUNT_PAIRS) put(m, i, c->sure[i]);
    for (const struct count_layer *l = end; l-- > c->layer;) {
        uint64_t k = below(r, c->nodes[node].all);
        uint32_t e = l->edge;
        for (;; e++) {
            GAME_ASSERT(e < l[1].edge); /* the ways to a node are those of its edges */
            if (c->edges[e].to != node) continue;
            if (k < c->nodes[c->edges[e].from].come) break;
            k -= c->nodes[c->edges[e].from].come;
        }
        put(m, l->space, c->edges[e].pair);
        node = c->edges[e].from;
    }
}
