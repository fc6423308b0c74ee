/* stores.h -- what the tests of the stores share: a store in a folder of its own, tables
 * that are made from a number, and all that a store knows as one text. */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include "../../../server/store/store.h"

struct place {
    char folder[128]; /* made by place_begin, removed by place_end */
    char path[160];   /* of the database in it */
};
void place_begin(struct place *);
void place_end(struct place *); /* fails if something is left that is no database file */
/* A name in the folder, until the next call but three. */
const char *place_file(const struct place *, const char *name);

/* Opens the file as a server, and fails if it cannot. */
struct store *stores_open(const struct place *);
/* Fails unless `check` finds the file sound; how many events it has. */
uint64_t stores_check(const char *path);

/* The name of player i; valid until the next call but seven. */
const char *player_of(int i);
/* The row of table i as it begins: open, listed, created at 1000 + i, nothing due. */
struct store_row row_of(int i);
/* One event of table i, with the number it should get: actor, action and text follow from both. */
struct event event_of(int i, uint32_t seq);
/* Appends n such events to the table under row->version. */
int stores_grow(struct store *, struct store_row *row, int i, int n);
/* All of table i is as event_of says, `version` events; fails otherwise. -1: any number. Returns it. */
uint32_t stores_expect(struct store *, int i, int64_t version);

/* Commits so many tables of so many events each, of all kinds and with players. */
void stores_fill(struct store *, int tables, int events);
/* Runs statements on a file behind the back of its store. */
void stores_sql(const char *path, const char *text);

/* A whole file; the caller frees it, and may write one byte more. */
unsigned char *file_read(const char *path, size_t *n);
void file_write(const char *path, const void *p, size_t n);

/* Hashes of recovery cards begin so, and have one more digit. */
#define STORES_CARD "0123456789abcdef0123456789abcde"
/* Everything the store knows of tables 0..tables-1 and players 0..9, for comparing; the caller frees it. */
char *stores_dump(struct store *, int tables);

#endif
