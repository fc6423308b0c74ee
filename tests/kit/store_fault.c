/* store_fault.c -- see store_fault.h. A driver in front of the engine's: which call it is follows from the first statement. */
#include "store_fault.h"
#include "../../server/store/store_driver.h"

#include <stdio.h>
#include <stdlib.h>

struct faulty {
    struct store_driver driver;      /* the engine's but for some calls; must be first */
    const struct store_driver *real; /* the engine's */
    struct fault *fault;             /* what is to fail */
};

static const struct faulty *as_faulty(const struct store *s) { return (const struct faulty *)(const void *)s->driver; }

/* Should this call fail? Its errno, or 0. */
static int strike(struct store *s, unsigned call)
{
    struct fault *f = as_faulty(s)->fault;
    if (!(f->calls & call)) return 0;
    f->seen++;
    if (f->nth < 1 || f->seen < f->nth || f->seen >= f->nth + (f->times > 1 ? f->times : 1)) return 0;
    f->failed++;
    return store_refuse(s, f->error, "it was to fail");
}

/* What `tambo db` asks for never fails here; nor does what follows the first statement of a call. */
static unsigned call_of(enum store_statement first)
{
    switch (first) {
    case ASK_TABLE_ADD:
    case ASK_TABLE_TOUCH:
    case ASK_TABLE_CHANGE: return FAULT_APPEND;
    case ASK_TABLE_GET: return FAULT_LOAD;
    case ASK_TABLE_FIND: return FAULT_FIND;
    case ASK_EVENT_HAS: return FAULT_HAS;
    case ASK_TABLES_LOBBY:
    case ASK_TABLES_PLAYER:
    case ASK_TABLES_DUE:
    case ASK_CIRCLES_OF: return FAULT_LIST;
    case ASK_NEXT_DUE: return FAULT_DUE;
    case ASK_TABLES_COUNT:
    case ASK_BYTES: return FAULT_COUNT;
    case ASK_KEY_GET: return FAULT_KEY;
    case ASK_TABLE_FREE:
    case ASK_TABLE_STATE:
    case ASK_TABLES_ALL:
    case ASK_TABLES_OLD:
    case ASK_TABLE_DROP:
    case ASK_EVENT_ADD:
    case ASK_EVENT_STALE:
    case ASK_EVENTS_UNSAY:
    case ASK_EVENTS_DROP:
    case ASK_SEAT_ADD:
    case ASK_SEATS_DROP:
    case ASK_NAMES_ALL:
    case ASK_NAME_DROP:
    case ASK_KEY_ADD:
    case ASK_KEY_SET: return 0;
    default: return first >= ASK_NAME_SWEEP ? FAULT_SWEEP : FAULT_NAME;
    }
}

static int run(struct store *s, const struct store_ask *all, int n,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx)
{
    int e = strike(s, call_of(all[0].statement));
    return e ? e : as_faulty(s)->real->run(s, all, n, fn, ctx);
}

static int add(struct store *s, const struct store_ask *a)
{
    int e = strike(s, call_of(a->statement));
    return e ? e : as_faulty(s)->real->add(s, a);
}

static int commit(struct store *s)
{
    int e = s->dirty ? strike(s, FAULT_COMMIT) : 0;
    return e ? e : as_faulty(s)->real->commit(s);
}

static void close_store(struct store *s)
{
    struct faulty *f = (struct faulty *)(uintptr_t)s->driver;
    s->driver = f->real;
    free(f);
    s->driver->close(s);
}

struct store *store_fault_open(struct store *inner, struct fault *fault)
{
    struct faulty *f = calloc(1, sizeof *f);
    if (!f) {
        fputs("tambo: out of memory\n", stderr);
        abort();
    }
    *f = (struct faulty){*inner->driver, inner->driver, fault};
    f->driver.run = run;
    f->driver.add = add;
    f->driver.commit = commit;
    f->driver.close = close_store;
    inner->driver = &f->driver;
    return inner;
}
