/* store_memory_in.h -- how the store in memory is kept: for store_memory.c, which has the tables,
 * store_memory_entries.c, which has the lists, and store_memory_names.c, which has the rest.
 *
 * A batch is a list of what to put back. Tables are never moved in memory; one that was
 * swept stays, marked as gone, until the batch is committed. */
#ifndef SERVER_STORE_MEMORY_IN_H
#define SERVER_STORE_MEMORY_IN_H

#include "store.h"

/* What changes in the row of a table, the texts owned. */
struct facts {
    uint32_t version;                /* as in struct store_row, and so on */
    uint8_t status;                  /* enum table_status */
    bool listed;                     /* in the lobby */
    uint64_t due, changed;           /* ms */
    char *summary;                   /* NUL-terminated */
    char (*players)[PLAYER_LEN + 1]; /* [players_n] */
    int players_n;                   /* a player may stand there twice */
};

struct table {
    char id[ID_LEN + 1];     /* of the row */
    char code[CODE_LEN + 1]; /* ditto */
    uint64_t created;        /* ditto */
    struct facts now;        /* ditto */
    struct event *events;    /* [now.version], their texts owned */
    uint32_t room;           /* how many events there is room for */
    bool gone;               /* swept in this batch */
    struct table *next_id;   /* in the same chain of ids */
    struct table *next_code; /* ... of codes */
};

struct named {
    char *key;          /* a player, the name of a secret, or a word that is good once */
    char *value;        /* a name, the bytes, how many eras or until when; "": as if it were not there */
    size_t n;           /* bytes */
    uint64_t set;       /* of a name: ms when */
    struct named *next; /* in the same chain */
};

/* An entry; without a text it is as if it were not there. */
struct kept {
    struct store_entry now; /* its texts owned */
    struct kept *next;      /* in the same chain of lists */
};

/* One thing to put back. */
struct undo {
    enum { UNDO_NEW, UNDO_CHANGE, UNDO_SWEEP, UNDO_NAME, UNDO_EVENT, UNDO_ENTRY } kind;
    struct table *table;      /* that was made, changed or swept; or whose event it is */
    struct facts old;         /* UNDO_CHANGE */
    struct named *named;      /* UNDO_NAME */
    char *value;              /* ... what it was */
    size_t n;                 /* ... its bytes */
    struct event event;       /* UNDO_EVENT: as it was */
    struct kept *kept;        /* UNDO_ENTRY */
    struct store_entry entry; /* ... as it was */
};

enum { CHAINS = 1 << 14 };

struct memory {
    struct store store;            /* must be first */
    struct table **tables;         /* [n], in the order they were made */
    size_t n, room;                /* how many; how many fit */
    struct table *ids[CHAINS];     /* by hash of the id */
    struct table *codes[CHAINS];   /* by hash of the code */
    struct named *players[CHAINS]; /* their names */
    struct named *keys;            /* secrets */
    struct named *eras, *words;    /* of players; that are good once */
    struct kept *lists[CHAINS];    /* entries, by hash of the list */
    struct undo *undo;             /* [undo_n], the batch */
    size_t undo_n, undo_room;      /* how many; how many fit */
    const char *why;               /* of the last failure */
};

static inline struct memory *store_memory_of(struct store *s) { return (struct memory *)s; }
char *store_memory_copy(const char *p, size_t n); /* with a NUL behind it */
/* Which chain a key is in. */
unsigned store_memory_chain(const char *key);
/* Why a call is refused: returns e. */
int store_memory_refuse(struct memory *, int e, const char *why);
/* One more thing to put back. */
void store_memory_remember(struct memory *, struct undo);
/* The table of that id, or NULL. */
struct table *store_memory_table(struct memory *, const char *id);
/* It goes, with the batch. */
void store_memory_remove(struct memory *, struct table *);
/* Its row, the texts being the store's. */
struct store_row store_memory_row(const struct table *);

/* ---- store_memory_names.c: members of struct store_ops ---- */

int store_memory_key(struct store *, const char *name, uint8_t *value, size_t n);
int store_memory_key_set(struct store *, const char *name, const uint8_t *value, size_t n);
int store_memory_name_get(struct store *, const char *player, char *name, size_t size);
int store_memory_name_set(struct store *, const char *player, const char *name);
int store_memory_name_delete(struct store *, const char *player);
int store_memory_once(struct store *, const char *word, uint64_t until);
int store_memory_era(struct store *, const char *player, uint32_t *era);
int store_memory_era_end(struct store *, const char *player, uint32_t *era);
int store_memory_tables(struct store *, int (*fn)(void *, const struct store_row *), void *ctx);
int store_memory_players(struct store *, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx);
int store_memory_table_delete(struct store *, const char *id);
int store_memory_said_delete(struct store *, const char *id, const char *player, int *n);
int store_memory_bytes(struct store *, uint64_t *bytes);
/* Removes up to `limit` names that were set before that time, of players without a table. */
int store_memory_sweep_names(struct memory *, uint64_t before, int limit);
/* Has the player a seat or a name? */
bool store_memory_is_there(struct memory *, const char *player);
void store_memory_drop_names(struct memory *);

/* ---- store_memory_entries.c: members of struct store_ops ---- */

int store_memory_entry_put(struct store *, const struct store_entry *, bool first);
int store_memory_entry_get(struct store *, const char *list, const char *player, struct store_entry *,
                           char text[STORE_TEXT]);
int store_memory_entry_drop(struct store *, const char *list, const char *player);
int store_memory_entry_place(struct store *, const char *list, int64_t rank, struct store_place *);
int store_memory_entries(struct store *, const char *list, int limit, int (*fn)(void *, const struct store_entry *),
                         void *ctx);
int store_memory_entries_of(struct store *, const char *player, const char *prefix,
                            int (*fn)(void *, const struct store_entry *), void *ctx);
/* Removes up to `limit` whose time ended before that. */
int store_memory_sweep_entries(struct memory *, uint64_t before, int limit);
/* ... of lists that begin so, made before that, of whose players nothing else is kept. */
int store_memory_sweep_alone(struct memory *, const char *lists, uint64_t before, int limit);
void store_memory_drop_entries(struct memory *);

#endif
