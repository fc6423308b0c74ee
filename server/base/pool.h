/* pool.h -- small blocks of memory that come and go by the thousand, kept for the next one: those of JSON. A turn of the loop
 * reads all messages before it frees any, which is what malloc is slow at. The loop's thread alone uses it. Not for
 * anything that lives long. */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
enum {
    POOL_BYTES = 320, /* larger blocks are malloc's */
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
    POOL_KEPT = 0, /* so that who uses what was given back is found */
#else
    POOL_KEPT = 4096, /* free blocks of one size: what a flood leaves goes back */
#endif
};

void *pool_take(size_t bytes); /* NULL: there is no memory */
void pool_give(void *);        /* NULL: nothing */
/* From now on JSON (jansson) takes its blocks here. */
void pool_for_json(void);

#endif
