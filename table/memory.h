/* memory.h -- where a table's memory comes from. The pure folders allocate nothing; a table grows with
 * its seats and its match, so whoever runs it defines these three: the server by the heap, the
 * WebAssembly module by a few static bytes, which hold one table. */
#ifndef TABLE_MEMORY_H
#define TABLE_MEMORY_H

#include <stddef.h>

/* n bytes, all zero, aligned to STATE_ALIGN; never NULL: the host decides how to die. */
void *memory_take(size_t n);
/* The same for what is written at once: they are anything. */
void *memory_raw(size_t n);
/* Gives them back; NULL is nothing. */
void memory_give(void *);

#endif
