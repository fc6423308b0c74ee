/* limit.h -- how often somebody may do something: buckets of tokens by a name. There is room
 * for a fixed number of names: of the few that share a place in the hash table the one that has
 * been quiet longest makes room for a new one. */
#ifndef SERVER_LIMIT_H
#define SERVER_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct limit;

/* per_hour: tokens that come in an hour; burst: as many as a bucket holds. */
struct limit *limit_new(uint32_t per_hour, uint32_t burst);
void limit_free(struct limit *);
/* Takes `cost` tokens of the name's bucket at that ms of a clock that nobody sets; false if there are not so many. */
bool limit_take(struct limit *, const char *name, uint32_t cost, uint64_t now);
/* ms until the name's bucket, as it is now, holds so many. */
uint32_t limit_wait(struct limit *, const char *name, uint32_t cost, uint64_t now);

#endif
