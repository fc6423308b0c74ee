/* limit.h -- rate limits: buckets of tokens by a name. There is room
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

/* A limit that all share, so much a minute, where one person cannot be told from many: names
 * cost nothing. What was taken flows off by and by, within a minute all but a third. One more is given if what all have
 * taken, what went to the same name, half of what came from the same network and half of what came from the same block of
 * networks is together less than `most`. So the more somebody has, the more must be left: a flood from one network comes to
 * half of it, from one name to a third, and from n networks of as many blocks that all want all they can get each comes to a
 * part of n + 1; however many networks of one block want it, they come to two thirds together. What is refused counts for
 * its name alone. */
struct limit_shares;
enum { LIMIT_SHARES_MS = 60000 };

struct limit_shares *limit_shares_new(uint32_t most);
void limit_shares_free(struct limit_shares *);
struct limit_who {
    const char *block, *network, *name; /* block, network: "": not known */
};
/* 0: taken; or ms until it could be. */
uint32_t limit_shares_take(struct limit_shares *, const struct limit_who *, uint64_t now);

#endif
