/* sim_world.c -- see sim.h: what happens next, and the nodes. Stands in for libuv, for clocks, chance and the heap. */
#include "../server/base/log.h"
#include "../table/memory.h"
#include "sim.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

struct world world;
struct node *self;

/* ---- memory: what a node has is gone when it is killed, wherever it was ---- */

struct block {
    struct block *next, **prev; /* of the same owner */
    size_t n;
    struct node *owner;
} __attribute__((aligned(64)));

static struct block *worlds_own;

void *__real_malloc(size_t);
void *__real_aligned_alloc(size_t, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);
char *__wrap_strdup(const char *);
void __wrap_free(void *);

static void *give(struct node *owner, size_t n)
{
    struct block **list = owner ? &owner->blocks : &worlds_own;
    struct block *b = __real_aligned_alloc(64, (sizeof *b + n + 63) / 64 * 64);
    if (!b) abort();
    b->n = n;
    b->owner = owner;
    b->next = *list;
    b->prev = list;
    if (*list) (*list)->prev = &b->next;
    *list = b;
    return b + 1;
}

void *__wrap_malloc(size_t n) { return give(self, n); }
void *__wrap_calloc(size_t k, size_t n) { return memset(give(self, k * n), 0, k * n); }
void *__wrap_aligned_alloc(size_t align, size_t n) { return align <= 64 ? give(self, n) : NULL; }
char *__wrap_strdup(const char *s) { return memcpy(give(self, strlen(s) + 1), s, strlen(s) + 1); }

void __wrap_free(void *p)
{
    if (!p) return;
    struct block *b = (struct block *)p - 1;
    *b->prev = b->next;
    if (b->next) b->next->prev = b->prev;
    __real_free(b);
}

void *__wrap_realloc(void *p, size_t n)
{
    if (!p) return give(self, n);
    const struct block *b = (struct block *)p - 1;
    void *q = give(b->owner, n);
    memcpy(q, p, b->n < n ? b->n : n);
    __wrap_free(p);
    return q;
}

size_t sim_memory_size(const void *p) { return ((const struct block *)p - 1)->n; }

static void free_all(struct block **list)
{
    while (*list) __wrap_free(*list + 1);
}

/* The rooms' memory: table/memory.h. */
void *memory_raw(size_t n) { return give(self, n); }
void *memory_take(size_t n) { return memset(give(self, n), 0, n); }
void memory_give(void *p) { __wrap_free(p); }

void *sim_memory(size_t n) { return memset(give(NULL, n), 0, n); }
char *sim_words(const char *p, size_t n)
{
    char *q = give(NULL, n + 1);
    memcpy(q, p, n);
    q[n] = 0;
    return q;
}

/* ---- chance ---- */

static struct rng bytes; /* what the server takes for chance */

uint64_t sim_between(uint64_t from, uint64_t to)
{
    uint64_t n = to - from + 1;
    return from + (n > UINT32_MAX ? rng_next(&world.rng) % n : rng_below(&world.rng, (uint32_t)n));
}
bool sim_chance(int percent) { return (int)rng_below(&world.rng, 100) < percent; }

static const char *random_name(void) { return "simulated"; }
static uint32_t random_word(void) { return (uint32_t)rng_next(&bytes); }
static void random_bytes(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)p)[i] = (uint8_t)rng_next(&bytes);
}
static struct randombytes_implementation dice = {
    .implementation_name = random_name, .random = random_word, .buf = random_bytes};

ssize_t __wrap_getrandom(void *, size_t, unsigned);
ssize_t __wrap_getrandom(void *p, size_t n, unsigned how)
{
    (void)how;
    random_bytes(p, n);
    return (ssize_t)n;
}

/* ---- what is said ---- */

void sim_say(const char *format, ...)
{
    if (!world.verbose) return;
    va_list ap;
    va_start(ap, format);
    printf("%10.3f ", (double)world.now / 1000);
    vprintf(format, ap);
    putchar('\n');
    va_end(ap);
}

void sim_broken(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fflush(stdout);
    fprintf(stderr, "seed %llu, at %.3f ms, step %llu: ", (unsigned long long)world.seed, (double)world.now / 1000,
            (unsigned long long)world.steps);
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\nstep by step: sim --seed %llu --verbose\n", (unsigned long long)world.seed);
    va_end(ap);
    exit(1);
}

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    sim_broken("%s:%d: %s does not hold", file, line, what);
}

/* ---- what happens next: a heap by time, then by order ---- */

struct next {
    uint64_t at, order;
    sim_fn *fn;
    void *a;
    uint64_t b;
};
static struct next *items;
static int items_n, items_size;
static uint64_t orders;

static bool sooner(const struct next *x, const struct next *y)
{
    return x->at != y->at ? x->at < y->at : x->order < y->order;
}

static void swap(int i, int j)
{
    struct next t = items[i];
    items[i] = items[j];
    items[j] = t;
}

void sim_after(uint64_t us, sim_fn *fn, void *a, uint64_t b)
{
    if (items_n == items_size) {
        struct node *who = self;
        self = NULL;
        items_size = items_size ? 2 * items_size : 256;
        items = __wrap_realloc(items, (size_t)items_size * sizeof *items);
        self = who;
    }
    int i = items_n++;
    items[i] = (struct next){world.now + us, orders++, fn, a, b};
    for (; i && sooner(&items[i], &items[(i - 1) / 2]); i = (i - 1) / 2) swap(i, (i - 1) / 2);
}

static struct next take_next(void)
{
    struct next first = items[0];
    items[0] = items[--items_n];
    for (int i = 0, k; (k = 2 * i + 1) < items_n; i = k) {
        if (k + 1 < items_n && sooner(&items[k + 1], &items[k])) k++;
        if (!sooner(&items[k], &items[i])) break;
        swap(i, k);
    }
    return first;
}

/* ---- libuv, as far as the hall uses it ---- */

static struct node *node_of(const uv_loop_t *loop) { return (struct node *)(uintptr_t)loop; }

uint64_t uv_now(const uv_loop_t *loop) { return (void)loop, world.now / 1000 + 1000; }

/* Time goes by while one works, so that whoever works by the clock ends. */
static uint64_t worked;
uint64_t uv_hrtime(void) { return (world.now + 1000000) * 1000 + ++worked * 2000; }

static int timer_index(const struct node *n, const uv_timer_t *t)
{
    for (int i = 0; i < TIMERS; i++)
        if (n->timers[i].timer == t) return i;
    sim_broken("a timer that nobody made");
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *t)
{
    struct node *n = node_of(loop);
    t->loop = loop;
    for (int i = 0; i < TIMERS; i++) {
        if (n->timers[i].timer) continue;
        n->timers[i].timer = t;
        return 0;
    }
    sim_broken("too many timers");
}

static void ring(void *node, uint64_t b)
{
    struct node *n = node;
    int i = (int)(b & 7);
    if (!sim_runs(n, ring, node, b) || n->timers[i].set != (uint32_t)(b >> 3) || !n->timers[i].at) return;
    n->timers[i].at = 0;
    self = n;
    n->timers[i].cb(n->timers[i].timer);
    sim_turn(n);
}

int uv_timer_start(uv_timer_t *t, uv_timer_cb cb, uint64_t ms, uint64_t repeat)
{
    struct node *n = node_of(t->loop);
    int i = timer_index(n, t);
    if (repeat) sim_broken("timers do not repeat here");
    n->timers[i].cb = cb;
    n->timers[i].at = world.now + ms * 1000;
    n->timers[i].set += 1 + 16 * (n->epoch & 1); /* never one of an earlier life */
    sim_after(ms * 1000, ring, n, (uint64_t)n->timers[i].set << 3 | (uint64_t)i);
    return 0;
}

int uv_is_active(const uv_handle_t *h)
{
    const struct node *n = node_of(h->loop);
    return n->timers[timer_index(n, (const uv_timer_t *)(const void *)h)].at != 0;
}

uint64_t uv_timer_get_due_in(const uv_timer_t *t)
{
    const struct node *n = node_of(t->loop);
    uint64_t at = n->timers[timer_index(n, t)].at;
    return at > world.now ? (at - world.now) / 1000 : 0;
}

void uv_close(uv_handle_t *h, uv_close_cb cb) { (void)h, (void)cb; }
int uv_loop_configure(uv_loop_t *loop, uv_loop_option option, ...) { return (void)loop, (void)option, 0; }
uint64_t uv_metrics_idle_time(uv_loop_t *loop) { return (void)loop, 0; }

/* Work beside the loop. */
struct labour {
    struct node *node;
    uv_work_t *work;
    uv_work_cb run;
    uv_after_work_cb done;
};

static void labour_done(void *labour, uint64_t epoch)
{
    struct labour *l = labour;
    if (l->node->epoch != epoch || !sim_runs(l->node, labour_done, labour, epoch)) return;
    self = l->node;
    l->run(l->work);
    l->done(l->work, 0);
    sim_turn(l->node);
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb run, uv_after_work_cb done)
{
    struct labour *l = sim_memory(sizeof *l);
    *l = (struct labour){node_of(loop), work, run, done};
    sim_after(sim_between(1, 40) * MS, labour_done, l, l->node->epoch);
    return 0;
}

/* The one thread that a server has (store_sqlite_checkpoint.c) is a fiber: it waits for its condition alone. */
static void thread_goes_on(void *node, uint64_t epoch)
{
    struct node *n = node;
    if (n->epoch != epoch || !sim_runs(n, thread_goes_on, node, epoch)) return;
    self = n;
    fiber_go_on(n->thread);
}

int uv_thread_create(uv_thread_t *t, uv_thread_cb run, void *ctx)
{
    (void)t;
    if (!self) return UV_EAGAIN; /* the database that nodes share has none */
    if (self->thread) sim_broken("a second thread");
    self->thread = fiber_new(1 << 18, run, ctx);
    sim_after(sim_between(1, 50) * MS, thread_goes_on, self, self->epoch);
    return 0;
}

void uv_cond_signal(uv_cond_t *c)
{
    (void)c;
    if (self && self->thread) sim_after(sim_between(1, 50) * MS, thread_goes_on, self, self->epoch);
}

void uv_cond_wait(uv_cond_t *c, uv_mutex_t *lock)
{
    struct node *n = self;
    (void)c;
    uv_mutex_unlock(lock);
    fiber_wait();
    uv_mutex_lock(lock);
    self = n;
}

/* ---- clocks ---- */

uint64_t __wrap_clock_steady(void);
uint64_t __wrap_clock_wall(void);
uint64_t __wrap_clock_steady(void) { return world.now + 5 * S; }
uint64_t sim_wall(void) { return world.now + world.began; }
uint64_t __wrap_clock_wall(void) { return (uint64_t)((int64_t)sim_wall() + (self ? self->wall_off : 0)); }

/* ---- nodes ---- */

/* Others fill the database, too. */
int __real_store_bytes(struct store *, uint64_t *);
int __wrap_store_bytes(struct store *, uint64_t *);
int __wrap_store_bytes(struct store *s, uint64_t *n)
{
    int status = __real_store_bytes(s, n);
    if (world.full) *n += 2 << 20;
    return status;
}

bool log_on(enum log_level level) { return (void)level, false; }
void log_fields(enum log_level level, const char *what, const struct log_field *f, int n)
{
    (void)level, (void)what, (void)f, (void)n;
}

bool sim_runs(struct node *n, sim_fn *fn, void *a, uint64_t b)
{
    if (!n->up) return false;
    if (n->stopped_until <= world.now) n->stopped_until = 0;
    if (n->stopped_until) sim_after(n->stopped_until - world.now, fn, a, b);
    return !n->stopped_until;
}

void sim_turn(struct node *n)
{
    self = n;
    for (int i = 0; hall_turn(&n->hall); i++)
        if (i > 2000) sim_broken("node %d never rests", n->number);
    queue_check(&n->hall.queue);
    self = NULL;
    if (!world.shared && !n->doomed) sim_seen_commit(n->store, n);
    if (!n->hall.busy) sim_there_rests(n);
    if (!n->doomed || n->hall.busy) return;
    sim_kill(n);
    sim_after(sim_between(10, 3000) * MS, sim_start, n, 0);
}

/* Opens its store, and all that is there is what was seen there. What is not due to the world is a bug. */
static bool open_all(struct node *n)
{
    char why[256] = "";
    uint64_t faults = world.faults;
    n->store = world.shared ? sim_store_open(n) : store_sqlite_open(SIM_FILE, why);
    bool good = n->store != NULL;
    if (good && !world.shared) sim_seen_restart(n->store);
    if (good) good = hall_open(&n->hall, &n->loop, n->store, &n->config);
    if (good) sim_days_key(n->hall.daily);
    if (!good && !n->doomed && faults == world.faults && world.full_until <= world.now)
        sim_broken("node %d cannot start: %s", n->number, why);
    return good;
}

void sim_start(void *node, uint64_t unused)
{
    struct node *n = node;
    (void)unused;
    if (n->up) return;
    sim_say("node %d starts", n->number);
    memset(n->timers, 0, sizeof n->timers);
    n->up = true;
    n->epoch++;
    n->stopped_until = 0;
    n->doomed = false;
    n->held = NULL;
    n->answers = NULL;
    n->config = (struct config){.max_tables = 50,
                                .queue_kib = 64,
                                .rate = 1000,
                                .burst = 1000,
                                .player_rate = 1000,
                                .player_burst = 1000,
                                .create_hour = 1000,
                                .newcomers_minute = 1000,
                                .max_unattended = 50,
                                .daily = true,
                                .ping_s = 30,
                                .workers = 1,
                                .think_ms = 20};
    if (world.strict) {
        n->config.player_rate = 8, n->config.player_burst = 12;
        n->config.create_hour = 4, n->config.newcomers_minute = 6;
        n->config.max_tables = 2, n->config.max_unattended = 1;
        n->config.max_db_mib = 1;
        n->config.daily = world.seed % 4 != 0;
        n->config.metrics = world.seed % 3 == 0;
    }
    self = n;
    if (!open_all(n)) {
        sim_kill(n);
        sim_after(sim_between(10, 3000) * MS, sim_start, n, 0);
        return;
    }
    n->hall.net = (struct net *)(void *)n;
    hall_wake(&n->hall);
    sim_turn(n);
}

void sim_kill(struct node *n)
{
    if (!n->up) return;
    sim_say("node %d is killed", n->number);
    n->up = false;
    n->epoch++;
    world.crashes++;
    sim_net_lost(n);
    self = NULL;
    if (world.shared) sim_store_lost(n);
    else sim_seen_down(), sim_vfs_crash();
    if (n->descriptor) close(n->descriptor);
    if (n->thread) fiber_free(n->thread);
    n->descriptor = 0;
    n->thread = NULL;
    fiber_free(n->hall.fiber);
    memset(&n->hall, 0, sizeof n->hall);
    free_all(&n->blocks);
}

/* ---- what goes wrong ---- */

static void harm(void *a, uint64_t b)
{
    struct node *n = &world.node[sim_between(0, (uint64_t)world.nodes - 1)];
    (void)a, (void)b;
    if (world.calm) return;
    sim_after(sim_between(50, 4000) * MS, harm, NULL, 0);
    switch (sim_between(0, 7)) {
    case 0:
    case 1:
        sim_kill(n);
        sim_after(sim_between(10, 5000) * MS, sim_start, n, 0);
        break;
    case 2:
    case 3:
        if (!n->up || n->stopped_until) break;
        n->stopped_until = world.now + sim_between(100, 15000) * MS;
        n->stopped_for += n->stopped_until - world.now;
        world.stops++;
        sim_say("node %d stops until %.3f", n->number, (double)n->stopped_until / 1000);
        break;
    case 4: /* its clock jumps */
        n->wall_off += (int64_t)sim_between(0, 7200) * S - (int64_t)3600 * S;
        sim_say("the clock of node %d is %lld s off", n->number, (long long)(n->wall_off / S));
        break;
    case 5:
        world.full = world.strict && !world.full;
        if (!world.shared) world.full_until = world.now + sim_between(100, 4000) * MS;
        if (!world.shared) break;
        sim_store_away((world.patient ? sim_between(8000, 16000) : sim_between(100, sim_chance(80) ? 6000 : 16000)) *
                       MS);
        sim_say("the database is away until %.3f", (double)world.away_until / 1000);
        break;
    default: break; /* nothing */
    }
}

/* ---- a world ---- */

static void begin(uint64_t seed, bool verbose)
{
    world = (struct world){.seed = seed, .verbose = verbose, .rng = rng_fork(seed, 1)};
    bytes = rng_fork(seed, 2);
    worked = 0;
    orders = 0;
    randombytes_set_implementation(&dice);
    world.shared = sim_chance(70);
    world.nodes = world.shared ? (int)sim_between(1, NODES) : 1;
    world.clients = (int)sim_between(2, CLIENTS);
    world.strict = sim_chance(15);
    world.feast = !world.strict && sim_chance(25);
    world.patient = world.shared && sim_chance(10);
    world.talk = !world.strict && !world.feast && sim_chance(3);
    world.crowd = !world.strict && sim_chance(2);
    world.puzzles = sim_chance(world.strict ? 12 : 4);
    world.day = 19675;
    world.began = day_closes(world.day) * 1000 - sim_between(0, 40) * S;
    world.ahead = sim_chance(50) ? 1 : sim_chance(50) ? 40 : 400;
    sim_vfs_begin();
    sim_seen_begin();
    sim_days_begin();
    sim_store_begin();
    for (int i = 0; i < world.nodes; i++) {
        world.node[i].number = i;
        sim_start(&world.node[i], 0);
    }
    sim_clients_begin();
    sim_after(sim_between(100, 2000) * MS, harm, NULL, 0);
}

static void run_until(uint64_t end)
{
    while (items_n && items[0].at <= end) {
        struct next i = take_next();
        world.now = i.at;
        world.steps++;
        i.fn(i.a, i.b);
        self = NULL;
    }
    world.now = end;
}

void sim_run(uint64_t seed, bool verbose)
{
    begin(seed, verbose);
    run_until((world.talk ? 60 : sim_between(4, 25)) * S); /* so long that enough is said */
    sim_say("calm");
    world.calm = true;
    world.calm_at = world.now;
    world.away_until = 0;
    for (int i = 0; i < world.nodes; i++) sim_start(&world.node[i], 0);
    run_until(world.now + 150 * S);
    sim_law_end();
    if (seed % 8 == 0) sim_seen_check();
    for (int i = 0; i < world.nodes; i++) sim_kill(&world.node[i]);
    world.crashes -= (uint64_t)world.nodes;
    sim_seen_end();
    if (world.descriptor) close(world.descriptor);
    items = NULL;
    items_n = items_size = 0;
    free_all(&worlds_own);
}
