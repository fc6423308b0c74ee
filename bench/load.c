/* load.c -- how much a server bears: it starts a real one on a file of its own, connects
 * thousands of clients, lets them play, and prints what it measured. Run by `make load`:
 *
 *     load TAMBO [OPTIONS] [PART ...]       parts: busy most rounds memory restart sleep; usually all of these; beside
 *
 * Client and server share the machine. load.h says what the other files do. */
#include "load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct plan plan = {.conns = 5000,
                    .tables = 200,
                    .rate = 2000,
                    .seconds = 20,
                    .big = 20,
                    .seats = 100,
                    .rounds = 8,
                    .kept = 10000,
                    .quiet = 1000,
                    .quiet_s = 10,
                    .pings = true,
                    .settle = 1,
                    .game = "temple"};
static const struct plan smoke = {.conns = 50,
                                  .tables = 4,
                                  .rate = 200,
                                  .seconds = 1,
                                  .big = 1,
                                  .seats = 10,
                                  .rounds = 1,
                                  .kept = 50,
                                  .quiet = 10,
                                  .quiet_s = 1,
                                  .settle = 0.1,
                                  .game = "valley"};

struct world world = {.folder = "/tmp", .nodes = 1};
uv_loop_t loop;
static uv_timer_t ticker;
void (*on_tick)(void);
static struct rng chance = {7};

static void tick(uv_timer_t *t)
{
    (void)t;
    if (on_tick) on_tick();
}

double seconds_since(uint64_t then) { return (double)(uv_hrtime() - then) / 1e9; }

void run_for(double seconds)
{
    uint64_t then = uv_hrtime();
    while (seconds_since(then) < seconds) uv_run(&loop, UV_RUN_ONCE);
}

/* ---- many connections ---- */

struct player *connect_many(int n, int together)
{
    struct player *p = load_must(calloc((size_t)n, sizeof *p));
    uint64_t before = lines.open;
    for (int i = 0; i < n; i++) {
        line_open(&p[i].line, world_port(&world, i / together), &p[i]);
        while ((uint64_t)i + 1 + before > lines.open + 100) uv_run(&loop, UV_RUN_ONCE);
    }
    while (lines.open < before + (uint64_t)n) uv_run(&loop, UV_RUN_ONCE);
    return p;
}

void hang_up(struct player *p, int n)
{
    for (int i = 0; i < n; i++) line_close(&p[i].line);
    run_for(plan.settle);
    free(p);
}

struct table *tables_new(int n, int seats, struct player **players)
{
    struct table *t = load_must(calloc((size_t)n, sizeof *t));
    struct player *p = *players = connect_many(n * seats, plan.apart ? 1 : seats);
    for (int i = 0; i < n * seats; i++) {
        p[i].table = &t[i / seats];
        p[i].seat = i % seats;
    }
    for (int i = 0; i < n; i++) {
        t[i].game = game_find(plan.game, strlen(plan.game));
        if (!t[i].game) load_die("there is no such game", plan.game);
        t[i].seats = seats;
        t[i].player = p + i * seats;
        table_begin(&t[i]);
    }
    return t;
}

void tables_free(struct table *t, int n, struct player *p, int players)
{
    on_tick = NULL;
    table_calls = (struct table_calls){.ready = NULL};
    for (int i = 0; i < n; i++) table_drop(&t[i]);
    free(t);
    hang_up(p, players);
}

/* ---- rounds of big tables ---- */

static struct {
    struct player *player;
    struct table *table;
    int waiting;       /* tables whose next round has begun */
    int seen;          /* players who have seen the round before */
    int rounds;        /* closed so far */
    struct times acks; /* of turns */
    struct times times;
} big;

static void big_tick(void)
{
    uint64_t now = uv_hrtime();
    int players = plan.big * plan.seats;
    if (big.waiting == plan.big && (big.seen == players || !big.rounds)) {
        big.waiting = big.seen = 0;
        big.rounds++;
        for (int i = 0; i < players; i++)
            if (seats_has(big.player[i].table->state->acting, big.player[i].seat))
                big.player[i].due = now + (uint64_t)rng_below(&chance, 1000000) * 1000;
    }
    for (int i = 0; i < players; i++)
        if (big.player[i].due && now >= big.player[i].due && !big.player[i].sent) player_turn(&big.player[i]);
}

static void big_ready(struct table *t)
{
    (void)t;
    big.waiting++;
}

static void big_acked(struct player *p, uint64_t ns)
{
    (void)p;
    times_add(&big.acks, ns);
}

static void big_revealed(struct player *p, uint64_t ns)
{
    (void)p;
    big.seen++;
    times_add(&big.times, ns);
}

static void big_back(struct player *p, struct slice id)
{
    (void)p, (void)id;
    times_add(&big.times, uv_hrtime() - world.began);
}

/* The server is killed; all players come back to the new one at once, and catch up. */
static void come_back(void)
{
    int n = plan.big * plan.seats;
    on_tick = NULL;
    table_calls = (struct table_calls){.opened = big_back};
    for (int i = 0; i < n; i++) line_close(&big.player[i].line);
    run_for(plan.settle);
    world_stop(&world, SIGKILL);
    world_start(&world);
    big.times.n = 0;
    for (int i = 0; i < n; i++) {
        line_open(&big.player[i].line, world_port(&world, i), &big.player[i]);
        while (lines.open + 100 < (uint64_t)i + 1) uv_run(&loop, UV_RUN_ONCE);
    }
    while (big.times.n < (size_t)n) uv_run(&loop, UV_RUN_ONCE);
    times_print(&big.times, "killed, all are back");
}

static void part_rounds(void)
{
    world_start(&world);
    big.waiting = big.seen = big.rounds = 0;
    big.times.n = big.acks.n = 0;
    table_calls = (struct table_calls){.ready = big_ready, .acked = big_acked, .revealed = big_revealed};
    printf("rounds: %d tables of %d seats, all commit within one second, %d rounds\n", plan.big, plan.seats,
           plan.rounds);
    big.table = tables_new(plan.big, plan.seats, &big.player);
    uint64_t then = uv_hrtime();
    while (big.waiting < plan.big) uv_run(&loop, UV_RUN_ONCE);
    printf("  %-22s %.2f s\n", "all sit and begin", seconds_since(then));
    on_tick = big_tick;
    uint64_t server = world_cpu(&world), own = own_cpu(), bytes = lines.bytes;
    while (big.rounds <= plan.rounds) {
        uv_run(&loop, UV_RUN_ONCE);
        if (seconds_since(then) > 60 + 5 * plan.rounds) load_die("the rounds do not end", "");
    }
    double n = (double)big.acks.n;
    times_print(&big.times, "revealed after");
    times_print(&big.acks, "acknowledged after");
    printf("  %-22s server %.0f us, client %.0f us a move; %.1f KiB a player and round\n", "processor",
           (double)(world_cpu(&world) - server) / 1e3 / n, (double)(own_cpu() - own) / 1e3 / n,
           (double)(lines.bytes - bytes) / 1024 / n);
    printf("  %-22s %s\n", "99 % within 250 ms", times_at(&big.times, 0.99) <= 250 ? "yes" : "NO");
    if (!world.given) come_back();
    tables_free(big.table, plan.big, big.player, plan.big * plan.seats);
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

/* ---- tables that are only made ---- */

/* Each player makes tables, one after the other, and may open the last. */
static struct {
    int left;             /* tables still to be made */
    int made;             /* answered */
    int opened;           /* answered */
    bool open;            /* each is opened, too */
    const char *wish;     /* members of `create`, but for the speed */
    char id[LOAD_ID + 1]; /* of one */
} making;

static void make_one(struct player *p)
{
    if (!making.left) return;
    bool clock = making.left-- % 4 == 0 && !making.open;
    line_sendf(&p->line, "{\"do\":\"create\",\"id\":\"c%u\",\"speed\":%s,%s}", p->turns++,
               clock ? "{\"kind\":\"live\",\"seconds\":60}" : "{\"kind\":\"relaxed\"}", making.wish);
}

static void make_next(struct player *p, struct slice id)
{
    bool created = p->seat == 0;
    if (created) {
        making.made++;
        memcpy(making.id, id.p, LOAD_ID);
        if (making.open) {
            p->seat = 1;
            line_sendf(&p->line, "{\"do\":\"open\",\"id\":\"o%u\",\"table\":\"%s\"}", p->turns++, making.id);
        } else {
            make_one(p);
        }
    } else {
        p->seat = 0;
        making.opened++;
    }
}

static void make_many(struct player *p, int players, int n, bool open, const char *wish)
{
    making.left = n;
    making.made = making.opened = 0;
    making.open = open;
    making.wish = wish;
    table_calls = (struct table_calls){.opened = make_next};
    for (int i = 0; i < players; i++) {
        make_one(&p[i]);
        while (open && making.opened + 100 < i) uv_run(&loop, UV_RUN_ONCE);
    }
    while (making.made < n || (open && making.opened < n)) uv_run(&loop, UV_RUN_ONCE);
    run_for(plan.settle);
}

static const char waits[] = "\"game\":\"temple\",\"seats\":2,\"name\":\"Ana\"";
static const char alone[] = "\"game\":\"temple\",\"seats\":1,\"name\":\"Ana\"";

/* ---- memory ---- */

static void print_size(const char *what, uint64_t before, uint64_t after, int n, double most)
{
    double each = ((double)after - (double)before) / 1024 / n;
    printf("  %-22s %.1f MiB more, %.2f KiB each; at most %.0f: %s\n", what, ((double)after - (double)before) / 1048576,
           each, most, each <= most ? "yes" : "NO");
}

static void part_memory(void)
{
    world_start(&world);
    int n = plan.conns, few = n < 100 ? n : 100;
    struct player *p = connect_many(few, 1);
    make_many(p, few, few, true, waits); /* caches are filled */
    hang_up(p, few);
    uint64_t empty = world_rss(&world);
    printf("memory: %d idle connections, then a table for each\n", n);
    p = connect_many(n, 1);
    run_for(plan.settle);
    uint64_t conns = world_rss(&world);
    print_size("connections", empty, conns, n, 4);
    make_many(p, n, n, true, waits);
    print_size("tables that wait", conns, world_rss(&world), n, 8);
    make_many(p, n, n, true, alone);
    print_size("tables that play", conns, world_rss(&world), n, 8);
    printf("  %-22s %.1f MiB, %.1f without anybody\n", "all", (double)world_rss(&world) / 1048576,
           (double)empty / 1048576);
    hang_up(p, n);
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

/* ---- restart ---- */

static void start_again(const char *what)
{
    world_start(&world);
    double serves = seconds_since(world.began);
    while (!world_healthy(&world)) continue;
    double healthy = seconds_since(world.began);
    struct player *p = connect_many(1, 1);
    making.opened = 0;
    p->seat = 1;
    table_calls = (struct table_calls){.opened = make_next};
    line_sendf(&p->line, "{\"do\":\"open\",\"id\":\"o\",\"table\":\"%s\"}", making.id);
    while (!making.opened) uv_run(&loop, UV_RUN_ONCE);
    double opened = seconds_since(world.began);
    printf("  %-22s serves after %.0f ms, healthy %.0f, a table is open %.0f; within 2 s: %s\n", what, serves * 1e3,
           healthy * 1e3, opened * 1e3, opened <= 2 ? "yes" : "NO");
    hang_up(p, 1);
}

static void part_restart(void)
{
    world_start(&world);
    struct player *p = connect_many(10, 1);
    printf("restart: %d tables in the file, a quarter of them against the clock\n", plan.kept);
    uint64_t then = uv_hrtime();
    make_many(p, 10, plan.kept, false, alone);
    printf("  %-22s %.0f us each\n", "made", seconds_since(then) * 1e6 / plan.kept);
    hang_up(p, 10);
    world_stop(&world, SIGKILL);
    start_again("after kill -9");
    world_stop(&world, SIGTERM);
    start_again("after a stop");
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

/* ---- sleep ---- */

static void watch_sleep(const char *what, double seconds, bool pings)
{
    uint64_t switches = world_switches(&world), cpu = world_cpu(&world), pinged = lines.pings, then = uv_hrtime();
    if (pings)
        while (lines.pings < pinged + (uint64_t)plan.quiet && seconds_since(then) < 60) uv_run(&loop, UV_RUN_ONCE);
    else run_for(seconds);
    printf("  %-22s %.1f s: %llu context switches, %.2f ms of processor, %llu pings\n", what, seconds_since(then),
           (unsigned long long)(world_switches(&world) - switches), (double)(world_cpu(&world) - cpu) / 1e6,
           (unsigned long long)(lines.pings - pinged));
}

static void part_sleep(void)
{
    world_start(&world);
    struct player *p = connect_many(plan.quiet, 1);
    printf("sleep: %d connections, nothing happens\n", plan.quiet);
    run_for(plan.settle);
    watch_sleep("between pings", plan.quiet_s, false);
    if (plan.pings) watch_sleep("until all are pinged", 0, true);
    hang_up(p, plan.quiet);
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

/* ---- the command ---- */

static const struct part {
    const char *name;
    void (*run)(void);
} parts[] = {{"busy", part_busy},       {"most", part_most},   {"rounds", part_rounds}, {"memory", part_memory},
             {"restart", part_restart}, {"sleep", part_sleep}, {"beside", part_beside}};
enum { PARTS = sizeof parts / sizeof *parts };

static const char usage[] =
    "usage: load TAMBO [OPTIONS] [busy|most|rounds|memory|restart|sleep|beside ...]\n"
    "  --smoke        a little of everything, quickly; first\n"
    "  --conns N      idle connections (5000)      --tables N   busy tables of two players (200)\n"
    "  --rate N       moves a second (2000)        --seconds N  measured (20)\n"
    "  --big N        tables of a round (20)       --seats N    of each (100)\n"
    "  --rounds N     (8)                          --kept N     tables at a restart (10000)\n"
    "  --game NAME    temple, valley               --folder DIR for the database (/tmp)\n"
    "  --store URL    of a shared store, instead   --nodes N    servers (1)\n"
    "  --apart 1      the players of a table are at different servers (0: at one, as packaging/haproxy.cfg has it)\n"
    "  --port N,N     of servers that run; TAMBO is not started then. Their limits have to be wide\n"
    "  --pid N,N      of those servers, for their figures\n"
    "beside: beside the least that keeps turns (bench/beside), 400 tables unless told; only if asked for\n";

/* Numbers with commas between them; how many. */
static int numbers_of(const char *text, int to[LOAD_NODES])
{
    int n = 0;
    for (const char *p = text; *p && n < LOAD_NODES; p += strcspn(p, ","), p += *p == ',') to[n++] = atoi(p);
    return n;
}

/* One option and its value; false: there is none of that name. */
static bool option(const char *name, const char *value)
{
    static const struct {
        const char *name;
        int *to;
    } numbers[] = {{"--conns", &plan.conns},     {"--tables", &plan.tables}, {"--rate", &plan.rate},
                   {"--seconds", &plan.seconds}, {"--big", &plan.big},       {"--seats", &plan.seats},
                   {"--rounds", &plan.rounds},   {"--kept", &plan.kept},     {"--nodes", &world.nodes},
                   {"--apart", &plan.apart}};
    if (strcmp(name, "--tables") == 0) plan.tables_told = true;
    if (strcmp(name, "--game") == 0) return plan.game = value, true;
    if (strcmp(name, "--folder") == 0) return world.folder = value, true;
    if (strcmp(name, "--store") == 0) return world.store = value, true;
    if (strcmp(name, "--port") == 0) return world.given = true, world.nodes = numbers_of(value, world.port), true;
    if (strcmp(name, "--pid") == 0) return numbers_of(value, world.pid), true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0) return *numbers[i].to = atoi(value), true;
    return false;
}

static int part_of(const char *name)
{
    for (int k = 0; k < PARTS; k++)
        if (strcmp(name, parts[k].name) == 0) return k;
    return -1;
}

int main(int argc, char **argv)
{
    bool wanted[PARTS] = {false}, any = false;
    if (argc < 2 || argv[1][0] == '-') return fputs(usage, stderr), 2;
    world.tambo = argv[1];
    for (int i = 2; i < argc; i++) {
        int k = part_of(argv[i]);
        if (k >= 0) wanted[k] = any = true;
        else if (strcmp(argv[i], "--smoke") == 0) plan = smoke;
        else if (i + 1 < argc && option(argv[i], argv[i + 1])) i++;
        else return fputs(usage, stderr), 2;
    }
    if (world.nodes < 1 || world.nodes > LOAD_NODES) load_die("1 to 8 nodes", "");
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    uv_loop_init(&loop);
    uv_timer_init(&loop, &ticker);
    uv_timer_start(&ticker, tick, 1, 1);
    for (int k = 0; k < PARTS; k++)
        if ((wanted[k] || (!any && parts[k].run != part_beside)) && !(world.given && parts[k].run == part_restart))
            parts[k].run();
    return 0;
}
