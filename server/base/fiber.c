/* fiber.c -- see fiber.h: ucontext, and a word to the sanitizer about each change of stacks. */
#include "fiber.h"

#include "../../core/invariant.h"
#include "must.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size);
#else
static void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size)
{
    (void)fake, (void)bottom, (void)size;
}
static void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size)
{
    (void)fake, (void)bottom, (void)size;
}
#endif

struct fiber {
    ucontext_t inside, outside;
    void (*fn)(void *ctx);
    void *ctx;
    char *stack;        /* a page that nobody may touch, then the stack */
    size_t size;        /* of the stack */
    void *fake;         /* the sanitizer's, of the fiber; */
    const void *bottom; /* ... and the stack of whoever goes on with it */
    size_t bottom_size;
    bool ended;
};

static struct fiber *now; /* one thread has fibers */

struct fiber *fiber_self(void) { return now; }

static void leave(struct fiber *f)
{
    now = NULL;
    __sanitizer_start_switch_fiber(f->ended ? NULL : &f->fake, f->bottom, f->bottom_size);
    swapcontext(&f->inside, &f->outside);
    __sanitizer_finish_switch_fiber(f->fake, &f->bottom, &f->bottom_size);
}

/* makecontext gives ints: the fiber is the one that runs. */
static void begin(void)
{
    struct fiber *f = now;
    __sanitizer_finish_switch_fiber(NULL, &f->bottom, &f->bottom_size);
    f->fn(f->ctx);
    f->ended = true;
    leave(f);
}

struct fiber *fiber_new(size_t stack, void (*fn)(void *ctx), void *ctx)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct fiber *f = must(calloc(1, sizeof *f));
    f->fn = fn;
    f->ctx = ctx;
    f->size = (stack + page - 1) / page * page;
    f->stack = mmap(NULL, f->size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (f->stack == MAP_FAILED || mprotect(f->stack, page, PROT_NONE)) must(NULL);
    getcontext(&f->inside);
    f->inside.uc_stack.ss_sp = f->stack + page;
    f->inside.uc_stack.ss_size = f->size;
    f->inside.uc_link = NULL;
    makecontext(&f->inside, begin, 0);
    return f;
}

bool fiber_go_on(struct fiber *f)
{
    void *fake = NULL;
    GAME_ASSERT(!now); /* a fiber does not go on with another */
    if (f->ended) return false;
    now = f;
    __sanitizer_start_switch_fiber(&fake, f->inside.uc_stack.ss_sp, f->size);
    swapcontext(&f->outside, &f->inside);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
    return !f->ended;
}

void fiber_wait(void)
{
    GAME_ASSERT(now);
    leave(now);
}

void fiber_free(struct fiber *f)
{
    if (!f) return;
    GAME_ASSERT(f != now); /* it stands on this stack */
    munmap(f->stack, f->size + (size_t)sysconf(_SC_PAGESIZE));
    free(f);
}
