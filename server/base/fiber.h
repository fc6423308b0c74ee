/* fiber.h -- a piece of work that may wait in the middle while its thread goes on with something else: it has
 * a stack of its own, and runs until it waits or ends. The hall's turns run in one (hall_turn.c), so
 * that everything is written as if nothing ever had to be waited for; the simulation runs each node in one.
 *
 * One thread, no preemption: between two fiber_wait() nothing else happens in this thread. Not for work beside the
 * loop, which is uv_queue_work. */
#ifndef SERVER_FIBER_H
#define SERVER_FIBER_H

#include <stdbool.h>
#include <stddef.h>

struct fiber;

/* A fiber that will run fn(ctx) when it is first gone on with; aborts when memory is out. */
struct fiber *fiber_new(size_t stack, void (*fn)(void *ctx), void *ctx);
/* Goes on with it until it waits (true) or has ended (false). Not from inside a fiber. */
bool fiber_go_on(struct fiber *);
/* Inside a fiber: returns to the caller of fiber_go_on(), and goes on when that is called again. */
void fiber_wait(void);
/* The fiber this is called in; NULL: none. */
struct fiber *fiber_self(void);
/* Whether it has ended or only waits: what is on its stack is lost then. */
void fiber_free(struct fiber *);

#endif
