/* limit.c -- see limit.h. A hash table of sets of eight buckets. */
#include "limit.h"
#include "../../core/invariant.h"
#include "must.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 2048, PLACES = 8 };

struct bucket {
    uint64_t name; /* a hash; 0: nobody */
    uint64_t at;   /* ms of the last visit */
    double tokens; /* left then; of a share: taken */
};

struct limit {
    double per_ms, burst;
    struct bucket bucket[SETS][PLACES];
};

struct limit *limit_new(uint32_t per_hour, uint32_t burst)
{
    struct limit *l = must(calloc(1, sizeof *l));
    l->per_ms = per_hour / 3600000.0;
    l->burst = burst;
    return l;
}

void limit_free(struct limit *l) { free(l); }

static uint64_t hash(const char *s)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
    return h | 1;
}

/* The name's bucket, as it was left; a new one holds the burst. */
static struct bucket *find(struct limit *l, const char *name, uint64_t now)
{
    uint64_t h = hash(name);
    struct bucket *set = l->bucket[h >> 32 & (SETS - 1)], *b = set;
    for (int i = 0; i < PLACES; i++) {
        if (set[i].name == h) {
            b = &set[i];
            break;
        }
        if (set[i].at < b->at) b = &set[i];
    }
    if (b->name != h) *b = (struct bucket){.name = h, .at = now, .tokens = l->burst};
    return b;
}

/* ... filled up to now. */
static struct bucket *bucket_of(struct limit *l, const char *name, uint64_t now)
{
    struct bucket *b = find(l, name, now);
    if (now > b->at) b->tokens += (double)(now - b->at) * l->per_ms;
    if (b->tokens > l->burst) b->tokens = l->burst;
    b->at = now;
    GAME_ASSERT(b->tokens >= 0 && b->tokens <= l->burst);
    return b;
}

bool limit_take(struct limit *l, const char *name, uint32_t cost, uint64_t now)
{
    struct bucket *b = bucket_of(l, name, now);
    if (b->tokens < cost) return false;
    b->tokens -= cost;
    return true;
}

uint32_t limit_wait(struct limit *l, const char *name, uint32_t cost, uint64_t now)
{
    double need = cost - bucket_of(l, name, now)->tokens, ms = need > 0 ? need / l->per_ms : 0;
    return ms < 3600000 ? (uint32_t)ms + 1 : 3600000;
}

/* ---- shares ---- */

struct limit_shares {
    uint32_t most;
    struct bucket all;
    struct limit *blocks, *networks, *names; /* of new ones nothing is taken: a burst of 0 */
};

struct limit_shares *limit_shares_new(uint32_t most)
{
    struct limit_shares *s = must(calloc(1, sizeof *s));
    s->most = most;
    s->blocks = limit_new(0, 0);
    s->networks = limit_new(0, 0);
    s->names = limit_new(0, 0);
    return s;
}

void limit_shares_free(struct limit_shares *s)
{
    limit_free(s->blocks);
    limit_free(s->networks);
    limit_free(s->names);
    free(s);
}

/* What has flowed off is gone. */
static struct bucket *flow(struct bucket *b, uint64_t now)
{
    if (now > b->at) b->tokens *= exp(-(double)(now - b->at) / LIMIT_SHARES_MS);
    b->at = now;
    return b;
}

uint32_t limit_shares_take(struct limit_shares *s, const struct limit_who *w, uint64_t now)
{
    struct bucket unknown[2] = {{.name = 0}}, *all = flow(&s->all, now),
                  *block = *w->block ? flow(find(s->blocks, w->block, now), now) : &unknown[0],
                  *from = *w->network ? flow(find(s->networks, w->network, now), now) : &unknown[1],
                  *own = flow(find(s->names, w->name, now), now);
    double sum = all->tokens + block->tokens / 2 + from->tokens / 2 + own->tokens;
    GAME_ASSERT(all->tokens >= 0 && all->tokens <= s->most && own->tokens <= s->most);
    if (own->tokens + 1 <= s->most) own->tokens++;
    if (sum + 1 <= s->most) {
        all->tokens++;
        block->tokens++;
        from->tokens++;
        return 0;
    }
    return s->most > 1 ? (uint32_t)(LIMIT_SHARES_MS * log(sum / (s->most - 1))) + 1 : LIMIT_SHARES_MS;
}
