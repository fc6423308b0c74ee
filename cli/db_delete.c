/* db_delete.c -- `tambo db delete` and `tambo db rotate-key`. */
#include "../server/base/who.h"
#include "db.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Tables of a player, and what is to be done with each. */
struct theirs {
    const char *player;         /* whose */
    char (*id)[ID_LEN + 1];     /* [n] */
    bool *alone;                /* [n]: nobody else sat there */
    size_t n, room;             /* how many; how many fit */
    char found[PLAYER_LEN + 1]; /* by name */
    int named;                  /* how many have the name */
};

static int find_tables(void *ctx, const struct store_row *row)
{
    struct theirs *t = ctx;
    bool sits = false;
    for (int i = 0; i < row->players_n; i++) sits |= strcmp(row->players[i], t->player) == 0;
    if (!sits) return 0;
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->id = realloc(t->id, t->room * sizeof *t->id);
        t->alone = realloc(t->alone, t->room * sizeof *t->alone);
        if (!t->id || !t->alone) {
            fputs("tambo: out of memory\n", stderr);
            abort();
        }
    }
    memcpy(t->id[t->n], row->id, sizeof *t->id);
    t->alone[t->n++] = row->players_n == 1;
    return 0;
}

static int find_name(void *ctx, const char *player, const char *name, uint64_t set)
{
    struct theirs *t = ctx;
    (void)set;
    if (strcmp(name, t->player) != 0 && strcmp(player, t->player) != 0) return 0;
    if (t->named++ == 1) fprintf(stderr, "Several players are called %s:\n%s\n", name, t->found);
    if (t->named > 1) fprintf(stderr, "%s\n", player);
    snprintf(t->found, sizeof t->found, "%s", player);
    return 0;
}

/* Which player is meant? An id, or a name that one has. */
static int find_player(struct store *s, const char *which, char player[PLAYER_LEN + 1])
{
    struct theirs t = {.player = which};
    bool id = strlen(which) == PLAYER_LEN && strspn(which, "0123456789abcdef") == PLAYER_LEN;
    int e = id ? 0 : store_players(s, find_name, &t);
    if (!e && !id && t.named > 1) return usage("say which by the id: tambo db list players"), -EINVAL;
    if (!e && !id && !t.named) return usage("no player is called %s", which), -EINVAL;
    if (e) usage("%s", store_why(s));
    memcpy(player, id ? which : t.found, PLAYER_LEN + 1);
    return e;
}

static int delete_player(struct store *s, const char *player)
{
    struct theirs t = {.player = player};
    uint32_t epoch = 0;
    int n, gone = 0, said = 0, e = store_tables(s, find_tables, &t);
    for (size_t i = 0; !e && i < t.n; i++) {
        if (t.alone[i]) e = store_table_delete(s, t.id[i]), gone++;
        else e = store_said_delete(s, t.id[i], player, &n), said += n;
    }
    if (!e) e = store_name_delete(s, player);
    if (!e) e = store_player_forget(s, player);
    if (!e) e = store_epoch(s, player, &epoch);
    if (!e) e = store_epoch_end(s, player, &epoch, "", 0);
    if (!e) printf("%s: %d of %zu tables deleted, said %d times\n", player, gone, t.n, said);
    free(t.id);
    free(t.alone);
    return e;
}

int db_delete(const char *path, const char *what, const char *which, const char *yes)
{
    char question[160], player[PLAYER_LEN + 1];
    bool table = strcmp(what, "table") == 0, said = strcmp(what, "said") == 0;
    if (!table && !said && strcmp(what, "player") != 0) return usage("expected table, player or said, not '%s'", what);
    if (!table && !said) snprintf(question, sizeof question, "Delete the player %.60s for ever?", which);
    else snprintf(question, sizeof question, "Delete %stable %.60s for ever?", said ? "what was said at " : "", which);
    if (!db_sure(yes, question)) return EXIT_USAGE;
    struct store *s = db_open(path);
    if (!s) return EXIT_USAGE;
    int e = 0, n = 0;
    if (table) e = store_table_delete(s, which);
    else if (said) e = store_said_delete(s, which, NULL, &n);
    else if (find_player(s, which, player)) return store_close(s), EXIT_INVALID;
    else e = delete_player(s, player);
    if (e == -ENOENT) {
        usage("there is no table %s", which);
        store_close(s);
        return EXIT_INVALID;
    }
    int status = db_close(s, e);
    if (!status && table) printf("table %s deleted\n", which);
    if (!status && said) printf("table %s: %d times\n", which, n);
    return status;
}

int db_rotate_key(const char *path, const char *yes)
{
    uint8_t key[WHO_KEY];
    if (!db_sure(yes, "Every player becomes a stranger, and can reach no table as before. Really?")) return EXIT_USAGE;
    struct store *s = db_open(path);
    if (!s) return EXIT_USAGE;
    if (getrandom(key, sizeof key, 0) != (ssize_t)sizeof key) {
        store_close(s);
        return usage("the system gives no random numbers");
    }
    int status = db_close(s, store_key_set(s, WHO_KEY_NAME, key, sizeof key));
    if (!status) puts("there is another key");
    return status;
}
