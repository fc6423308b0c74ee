/* machine_clock.c -- a machine whose clocks stand still until a test moves them, so that no test
 * has to wait for time to pass. Linked with --wrap=clock_gettime --wrap=uv_timer_start; tests/kit/server_kit.py
 * has the other side (class Clock). CLOCK names a file of three 64-bit numbers that both map: us on the
 * monotonic clock, us that the time of the day is ahead of it, and how often a timer was looked
 * at. Without CLOCK all is as it is. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum { MOST = 16, LOOK_MS = 2, SHORT_MS = 10 };

struct page {
    volatile int64_t steady, ahead, looks;
};

static struct alarm {
    uv_timer_t *timer;
    uv_timer_cb ring;
    int64_t at; /* us on the steady clock */
} alarms[MOST];

int __real_clock_gettime(clockid_t, struct timespec *);                   // NOLINT: the linker's names
int __wrap_clock_gettime(clockid_t, struct timespec *);                   // NOLINT
int __real_uv_timer_start(uv_timer_t *, uv_timer_cb, uint64_t, uint64_t); // NOLINT
int __wrap_uv_timer_start(uv_timer_t *, uv_timer_cb, uint64_t, uint64_t); // NOLINT

static struct page *page(void)
{
    static struct page *p;
    const char *name = getenv("CLOCK");
    if (p || !name) return p;
    int file = open(name, O_RDWR);
    void *at = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) abort();
    close(file);
    return p = at;
}

int __wrap_clock_gettime(clockid_t id, struct timespec *t) // NOLINT
{
    if (!page() || (id != CLOCK_REALTIME && id != CLOCK_BOOTTIME)) return __real_clock_gettime(id, t);
    int64_t us = page()->steady + (id == CLOCK_REALTIME ? page()->ahead : 0);
    *t = (struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    return 0;
}

static void look(uv_timer_t *timer)
{
    struct alarm *a = alarms;
    while (a->timer != timer) a++;
    if (page()->steady < a->at) __real_uv_timer_start(timer, look, LOOK_MS, 0);
    else a->ring(timer);
    page()->looks++;
}

/* Timers ring by the steady clock; but short ones, and those that ring again by themselves, by the real one. */
int __wrap_uv_timer_start(uv_timer_t *timer, uv_timer_cb ring, uint64_t ms, uint64_t repeat) // NOLINT
{
    if (!page() || ms < SHORT_MS || repeat) return __real_uv_timer_start(timer, ring, ms, repeat);
    struct alarm *a = alarms;
    while (a->timer && a->timer != timer) a++;
    if (a == alarms + MOST - 1) abort();
    *a = (struct alarm){timer, ring, page()->steady + (int64_t)ms * 1000};
    return __real_uv_timer_start(timer, look, LOOK_MS, 0);
}
