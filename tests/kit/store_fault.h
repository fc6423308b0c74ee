/* store_fault.h -- a store that fails on purpose, as a broken or full disk would: for tests of the server. */
#ifndef TESTS_STORE_FAULT_H
#define TESTS_STORE_FAULT_H

#include "../../server/store/store.h"

/* The calls that can fail; a set of them is their sum. */
enum {
    FAULT_APPEND = 1,
    FAULT_COMMIT = 2,
    FAULT_LOAD = 4,
    FAULT_FIND = 8,
    FAULT_HAS = 16,
    FAULT_LIST = 32,
    FAULT_DUE = 64,
    FAULT_COUNT = 128, /* tables, and bytes */
    FAULT_KEY = 256,
    FAULT_NAME = 512, /* getting and setting; and all else that is kept of players, circles, days */
    FAULT_SWEEP = 1024,
    FAULT_ALL = 2047,
};

/* What is to fail. It stays the caller's, who may change it at any time. */
struct fault {
    unsigned calls; /* which calls count: FAULT_... */
    int nth;        /* fails at the n-th of them, from 1; 0: never */
    int times;      /* ... and at so many in a row; 0: 1 */
    int error;      /* the negative errno they return */
    int seen;       /* filled in: how many of these calls there were */
    int failed;     /* filled in: how many of them failed */
};

/* The same store, which fails then. A failure inside a batch loses the batch, as store.h says. */
struct store *store_fault_open(struct store *inner, struct fault *);

#endif
