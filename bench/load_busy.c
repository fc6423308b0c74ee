/* load_busy.c -- see load.h: tables of two that are always busy, at a rate or as fast as it goes; and the same load on
 * the minimal baseline server (bench/beside) in the same run. */
#include "load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Players who may move wait in a ring; turns go off at the wanted rate. */
static struct {
    struct player **ring;
    size_t size, first, n;
    int rate;           /* 0: at once */
    double credit;      /* turns that may go off now */
    uint64_t then;      /* ns of the last tick */
    bool counts;        /* it is being measured */
    struct times times; /* until the answer */
} busy;

static void busy_tick(void)
{
    uint64_t now = uv_hrtime();
    busy.credit += (double)(now - busy.then) / 1e9 * busy.rate;
    busy.then = now;
    if (busy.credit > busy.rate / 10.0) busy.credit = busy.rate / 10.0; /* what was missed is not made up for */
    for (size_t k = busy.n; k && (!busy.rate || busy.credit >= 1); k--) {
        struct player *p = busy.ring[busy.first];
        busy.first = (busy.first + 1) % busy.size;
        if (p->sent) { /* the owner of the table heard of the new round before this one got its answer */
            busy.ring[(busy.first + busy.n - 1) % busy.size] = p;
            continue;
        }
        busy.n--;
        busy.credit--;
        player_turn(p);
    }
}

static void busy_ready(struct table *t)
{
    for (int i = 0; i < t->seats; i++)
        if (seats_has(t->state->acting, i)) busy.ring[(busy.first + busy.n++) % busy.size] = &t->player[i];
    if (!busy.rate) busy_tick();
}

static void busy_acked(struct player *p, uint64_t ns)
{
    (void)p;
    if (busy.counts) times_add(&busy.times, ns);
}

/* What a measurement brought. */
struct reached {
    double rate;          /* moves a second */
    double p50, p99;      /* ms until the answer */
    double cpu, own;      /* us of processor a move: the servers', ours */
    double bytes, frames; /* to the clients, a move */
    double turn;          /* bytes, without what begins and ends games */
};

static struct reached measure(int rate, int seconds)
{
    busy.rate = rate;
    busy.credit = 0;
    run_for(plan.settle);
    busy.times.n = 0;
    busy.counts = true;
    struct lines_figures before = lines;
    uint64_t server = world_cpu(&world), own = own_cpu(), then = uv_hrtime();
    run_for(seconds);
    double took = seconds_since(then), n = (double)busy.times.n;
    busy.counts = false;
    if (!busy.times.n) load_die("no move was acknowledged", "");
    return (struct reached){.rate = n / took,
                            .p50 = times_at(&busy.times, 0.5),
                            .p99 = times_at(&busy.times, 0.99),
                            .cpu = (double)(world_cpu(&world) - server) / 1e3 / n,
                            .own = (double)(own_cpu() - own) / 1e3 / n,
                            .bytes = (double)(lines.bytes - before.bytes) / n,
                            .turn = (double)(lines.turns - before.turns) / n,
                            .frames = (double)(lines.frames - before.frames) / n};
}

static struct reached measure_and_print(int rate, int seconds)
{
    char what[64];
    struct reached is = measure(rate, seconds);
    if (rate) snprintf(what, sizeof what, "%d/s wanted", rate);
    else snprintf(what, sizeof what, "as fast as it goes");
    printf("  %-22s %.0f moves/s\n", what, is.rate);
    times_print(&busy.times, "acknowledged after");
    printf("  %-22s server %.1f us, client %.1f us a move; %.0f bytes to clients, %.0f of them of turns, %.1f frames\n",
           "processor", is.cpu, is.own, is.bytes, is.turn, is.frames);
    return is;
}

static struct table *begin_busy(struct player **p)
{
    busy.size = (size_t)plan.tables * 2;
    busy.ring = load_must(calloc(busy.size, sizeof *busy.ring));
    busy.first = busy.n = 0;
    busy.then = uv_hrtime();
    table_calls = (struct table_calls){.ready = busy_ready, .acked = busy_acked, .over = table_begin};
    on_tick = busy_tick;
    return tables_new(plan.tables, 2, p);
}

static void end_busy(struct table *t, struct player *p)
{
    tables_free(t, plan.tables, p, plan.tables * 2);
    free(busy.ring);
}

static void play_busy(bool most)
{
    world_start(&world);
    struct player *idle = connect_many(plan.conns, 1), *p;
    struct table *t = begin_busy(&p);
    int seconds = plan.seconds < 4 ? plan.seconds : 4;
    printf("%s: %d idle connections, %d tables of 2\n", most ? "most" : "busy", plan.conns, plan.tables);
    if (!most) {
        struct reached is = measure_and_print(plan.rate, plan.seconds);
        printf("  %-22s %s\n", "99 % within 50 ms", is.p99 <= 50 && is.rate >= 0.98 * plan.rate ? "yes" : "NO");
    }
    for (int rate = plan.rate; most && rate < 50000; rate = rate * 3 / 2) {
        struct reached is = measure_and_print(rate, seconds);
        if (is.p99 > 50 || is.rate < 0.95 * rate || plan.seconds < 4) break;
    }
    if (most) measure_and_print(0, seconds);
    end_busy(t, p);
    hang_up(idle, plan.conns);
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

void part_busy(void) { play_busy(false); }
void part_most(void) { play_busy(true); }

/* ---- beside another ---- */

static const int rates[] = {2000, 5000, 0};
enum { RATES = sizeof rates / sizeof *rates };

static void play_beside(const char *name, struct reached is[RATES])
{
    struct player *p;
    world_start(&world);
    struct table *t = begin_busy(&p);
    for (int i = 0; i < RATES; i++) {
        char what[24];
        is[i] = measure(rates[i], plan.seconds < 8 ? plan.seconds : 8);
        if (rates[i]) snprintf(what, sizeof what, "%d/s wanted", rates[i]);
        else snprintf(what, sizeof what, "as fast as it goes");
        printf("  %-10s %-20s %7.0f %7.1f %7.0f %7.0f %7.1f %7.2f %7.2f\n", name, what, is[i].rate, is[i].cpu,
               is[i].bytes, is[i].turn, is[i].frames, is[i].p50, is[i].p99);
    }
    end_busy(t, p);
    world_stop(&world, SIGTERM);
    world_clean(&world);
}

void part_beside(void)
{
    static const char yard[] = "bench/beside/server.mjs";
    struct reached ours[RATES], theirs[RATES];
    if (access("bench/beside/node_modules/ws", F_OK)) {
        printf("beside: `npm ci --prefix bench/beside` first: the other server needs its packages\n");
        return;
    }
    if (!plan.tables_told) plan.tables = 400;
    printf("beside: %d tables of 2, all servers on one processor, one after the other\n", plan.tables);
    printf("  %-10s %-20s %7s %7s %7s %7s %7s %7s %7s\n", "", "", "moves/s", "us each", "bytes", "of turn", "frames",
           "p50 ms", "p99 ms");
    world.one_core = true;
    world.yard = yard;
    play_beside("node", theirs);
    world.yard = NULL;
    play_beside("tambo", ours);
    world.one_core = false;
    const struct reached *a = &ours[RATES - 1], *b = &theirs[RATES - 1];
    printf("  tambo makes %.2f times the moves of node, each for %.2f of the processor and %.2f of the bytes\n",
           a->rate / b->rate, a->cpu / b->cpu, a->bytes / b->bytes);
}
