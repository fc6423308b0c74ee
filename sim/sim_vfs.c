/* sim_vfs.c -- see sim.h: the disk of a world, as SQLite sees it, in memory. A file has what was written, and apart from that
 * what is durable: a sync makes it so. A process that is killed loses nothing; when the machine loses its power each write since the
 * last sync is kept, lost or torn, as the seed has it. While somebody's code runs (`self`) calls fail, the disk may be full, and the
 * process may end in the middle of any call; what the laws read never fails. A world begins with a database whose tables are
 * made, the same for all worlds; few begin with an empty file. */
#include "sim.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { FILES = 8, SECTOR = 512, SLOTS = 8, REGION = 32768, REGIONS = 16 };

void *__real_malloc(size_t);
void *__real_sqlite3_wal_hook(sqlite3 *, int (*)(void *, sqlite3 *, const char *, int), void *);
void *__wrap_sqlite3_wal_hook(sqlite3 *, int (*)(void *, sqlite3 *, const char *, int), void *);
int __wrap_flock(int, int);

struct bytes {
    uint8_t *p;
    size_t n, size;
};

/* A write that no sync has made durable yet. */
struct write {
    struct write *next;
    size_t at, n;
    bool cuts; /* the file ends at `at` */
    uint8_t data[];
};

struct inode {
    char name[32]; /* "": a temporary file */
    bool used;
    struct bytes now, safe; /* as written; as it is durable */
    struct write *first, **last;
    uint8_t *region[REGIONS]; /* shared memory of the connections */
    int shared[SLOTS];
    unsigned exclusive;         /* its slots, as bits */
    int readers;                /* connections that have a lock of any kind */
    const struct handle *owner; /* ... that has more than a shared one */
};

struct handle {
    sqlite3_file base; /* must be first */
    struct inode *inode;
    unsigned shared, exclusive; /* slots, as bits */
    int lock;
};

static struct inode disk[FILES];
static struct rng dice;
static uint64_t writes; /* that changed something, ever */
static struct {
    uint8_t *p;
    size_t n;
} image; /* of a database with its tables made */

/* ---- what goes wrong ---- */

static bool one_in(uint32_t n) { return rng_below(&dice, n) == 0; }

/* Does this call fail? Once the process has ended nothing it does has an effect. */
static bool strikes(uint32_t one, uint32_t dies)
{
    if (!self || !self->up) return false;
    if (self->doomed) return true;
    if (world.calm) return false;
    if (one_in(dies)) {
        sim_say("node %d ends while it writes", self->number);
        self->doomed = true;
    }
    bool fails = self->doomed || one_in(one);
    if (fails && !self->doomed) sim_say("node %d: the disk fails", self->number);
    world.faults += fails;
    if (fails) world.struck_at = world.now;
    return fails;
}

static bool ended(void) { return self && self->doomed; }

/* ---- bytes ---- */

static void set_size(struct bytes *b, size_t n)
{
    if (n > b->size) {
        size_t size = 2 * n < 65536 ? 65536 : 2 * n;
        uint8_t *p = sim_memory(size);
        if (b->n) memcpy(p, b->p, b->n);
        free(b->p);
        b->p = p, b->size = size;
    }
    if (n > b->n) memset(b->p + b->n, 0, n - b->n);
    b->n = n;
}

static void put(struct bytes *b, size_t at, const uint8_t *p, size_t n)
{
    if (at + n > b->n) set_size(b, at + n);
    memcpy(b->p + at, p, n);
}

static void note(struct inode *f, size_t at, const void *p, size_t n, bool cuts)
{
    struct write *w = sim_memory(sizeof *w + n);
    *w = (struct write){.at = at, .n = n, .cuts = cuts};
    if (n) memcpy(w->data, p, n);
    *f->last = w;
    f->last = &w->next;
    writes++;
}

static void forget_writes(struct inode *f)
{
    for (struct write *w = f->first, *next; w; w = next) next = w->next, free(w);
    f->first = NULL;
    f->last = &f->first;
}

static void write_now(struct inode *f, size_t at, const void *p, size_t n)
{
    put(&f->now, at, p, n);
    note(f, at, p, n, false);
}

static void sync_now(struct inode *f)
{
    for (const struct write *w = f->first; w; w = w->next) {
        if (w->cuts) set_size(&f->safe, w->at);
        else put(&f->safe, w->at, w->data, w->n);
    }
    forget_writes(f);
}

/* ---- files ---- */

static struct inode *inode_of(sqlite3_file *f) { return ((struct handle *)f)->inode; }

static struct inode *find(const char *name)
{
    for (int i = 0; name && i < FILES; i++)
        if (disk[i].used && strcmp(disk[i].name, name) == 0) return &disk[i];
    return NULL;
}

static struct inode *make(const char *name)
{
    for (int i = 0; i < FILES; i++) {
        if (disk[i].used) continue;
        disk[i] = (struct inode){.used = true, .last = &disk[i].first};
        snprintf(disk[i].name, sizeof disk[i].name, "%s", name ? name : "");
        return &disk[i];
    }
    sim_broken("too many files");
}

static void drop(struct inode *f)
{
    forget_writes(f);
    free(f->now.p);
    free(f->safe.p);
    for (int i = 0; i < REGIONS; i++) free(f->region[i]);
    memset(f, 0, sizeof *f);
}

static int file_read(sqlite3_file *file, void *p, int n, sqlite3_int64 at)
{
    const struct inode *f = inode_of(file);
    if (strikes(world.ahead > 1 ? 100 : 3000, UINT32_MAX)) return SQLITE_IOERR_READ;
    size_t from = (size_t)at, there = from < f->now.n ? f->now.n - from : 0;
    if (there > (size_t)n) there = (size_t)n;
    if (there) memcpy(p, f->now.p + from, there);
    memset((uint8_t *)p + there, 0, (size_t)n - there);
    return there < (size_t)n ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

/* What fails has done a part of it. */
static int file_write(sqlite3_file *file, const void *p, int n, sqlite3_int64 at)
{
    struct inode *f = inode_of(file);
    bool before = ended(), full = self && world.full_until > world.now && !world.calm;
    bool fails = strikes(1000, 1500) || full;
    if (before) return SQLITE_IOERR_WRITE;
    if (full) world.struck_at = world.now;
    size_t part = fails ? rng_below(&dice, (uint32_t)n) : (size_t)n;
    if (part) write_now(f, (size_t)at, p, part);
    return !fails ? SQLITE_OK : full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 n)
{
    struct inode *f = inode_of(file);
    if (strikes(300, 1500)) return SQLITE_IOERR_TRUNCATE;
    set_size(&f->now, (size_t)n);
    note(f, (size_t)n, NULL, 0, true);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (strikes(80, 200)) return SQLITE_IOERR_FSYNC;
    sync_now(inode_of(file));
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *n)
{
    if (strikes(3000, UINT32_MAX)) return SQLITE_IOERR_FSTAT;
    *n = (sqlite3_int64)inode_of(file)->now.n;
    return SQLITE_OK;
}

/* ---- locks and memory that connections of one process share ---- */

static int file_lock(sqlite3_file *file, int how)
{
    struct handle *h = (struct handle *)file;
    struct inode *f = h->inode;
    if (how <= h->lock) return SQLITE_OK;
    if (f->owner && f->owner != h) return SQLITE_BUSY;
    if (how == SQLITE_LOCK_EXCLUSIVE && f->readers > 1) return SQLITE_BUSY;
    f->readers += h->lock == SQLITE_LOCK_NONE;
    if (how > SQLITE_LOCK_SHARED) f->owner = h;
    h->lock = how;
    return SQLITE_OK;
}

static int file_unlock(sqlite3_file *file, int how)
{
    struct handle *h = (struct handle *)file;
    if (h->lock <= how) return SQLITE_OK;
    if (h->inode->owner == h) h->inode->owner = NULL;
    h->inode->readers -= how == SQLITE_LOCK_NONE;
    h->lock = how;
    return SQLITE_OK;
}

static int file_reserved(sqlite3_file *file, int *out) { return *out = inode_of(file)->owner != NULL, SQLITE_OK; }

static int shm_map(sqlite3_file *file, int i, int size, int extend, void volatile **p)
{
    struct inode *f = inode_of(file);
    *p = NULL;
    if (i >= REGIONS || size != REGION) sim_broken("too much is written ahead");
    if (strikes(3000, UINT32_MAX)) return SQLITE_IOERR_SHMMAP;
    if (!f->region[i] && extend) f->region[i] = sim_memory(REGION);
    *p = f->region[i];
    return SQLITE_OK;
}

static void shm_unlock(struct handle *h, unsigned slots)
{
    for (int i = 0; i < SLOTS; i++) h->inode->shared[i] -= (int)(h->shared >> i & slots >> i & 1);
    h->inode->exclusive &= ~(h->exclusive & slots);
    h->shared &= ~slots;
    h->exclusive &= ~slots;
}

static int shm_lock(sqlite3_file *file, int at, int n, int flags)
{
    struct handle *h = (struct handle *)file;
    struct inode *f = h->inode;
    unsigned slots = ((1U << n) - 1) << at;
    if (flags & SQLITE_SHM_UNLOCK) return shm_unlock(h, slots), SQLITE_OK;
    if (f->exclusive & slots & ~h->exclusive) return SQLITE_BUSY;
    if (flags & SQLITE_SHM_SHARED) {
        f->shared[at] += !(h->shared & slots);
        h->shared |= slots;
        return SQLITE_OK;
    }
    for (int i = at; i < at + n; i++)
        if (f->shared[i] > (int)(h->shared >> i & 1)) return SQLITE_BUSY;
    f->exclusive |= slots;
    h->exclusive |= slots;
    return SQLITE_OK;
}

static void shm_barrier(sqlite3_file *file) { (void)file; }
static int shm_unmap(sqlite3_file *file, int all)
{
    return (void)all, shm_unlock((struct handle *)file, ~0U), SQLITE_OK;
}

static int file_close(sqlite3_file *file)
{
    file_unlock(file, SQLITE_LOCK_NONE);
    if (!inode_of(file)->name[0]) drop(inode_of(file));
    return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int op, void *arg)
{
    return (void)file, (void)op, (void)arg, SQLITE_NOTFOUND;
}
static int file_sector(sqlite3_file *file) { return (void)file, SECTOR; }
static int file_traits(sqlite3_file *file) { return (void)file, SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

/* ---- the disk ---- */

static int open_file(sqlite3_vfs *v, const char *name, sqlite3_file *file, int flags, int *out)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = file_close,
        .xRead = file_read,
        .xWrite = file_write,
        .xTruncate = file_truncate,
        .xSync = file_sync,
        .xFileSize = file_size,
        .xLock = file_lock,
        .xUnlock = file_unlock,
        .xCheckReservedLock = file_reserved,
        .xFileControl = file_control,
        .xSectorSize = file_sector,
        .xDeviceCharacteristics = file_traits,
        .xShmMap = shm_map,
        .xShmLock = shm_lock,
        .xShmBarrier = shm_barrier,
        .xShmUnmap = shm_unmap,
    };
    struct handle *h = (struct handle *)file;
    (void)v;
    memset(h, 0, sizeof *h);
    if (strikes(3000, UINT32_MAX)) return SQLITE_CANTOPEN;
    h->inode = find(name);
    if (!h->inode && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (!h->inode) h->inode = make(name);
    h->base.pMethods = &methods;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *v, const char *name, int dir)
{
    struct inode *f = find(name);
    (void)v, (void)dir;
    if (strikes(300, 1500)) return SQLITE_IOERR_DELETE;
    if (!f) return SQLITE_IOERR_DELETE_NOENT;
    writes++;
    drop(f);
    return SQLITE_OK;
}

static int access_file(sqlite3_vfs *v, const char *name, int flags, int *out)
{
    (void)v, (void)flags;
    *out = find(name) != NULL;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *v, const char *name, int n, char *out)
{
    (void)v;
    snprintf(out, (size_t)n, "%s", name);
    return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *v, int n, char *p)
{
    (void)v;
    for (int i = 0; i < n; i++) p[i] = (char)rng_next(&dice);
    return n;
}

static int wait_a_little(sqlite3_vfs *v, int us) { return (void)v, us; }
static int last_error(sqlite3_vfs *v, int n, char *p) { return (void)v, (void)n, (void)p, 0; }

static int time_of_day(sqlite3_vfs *v, sqlite3_int64 *ms)
{
    (void)v;
    *ms = 210866760000000 + (sqlite3_int64)(sim_wall() / 1000);
    return SQLITE_OK;
}

static int time_in_days(sqlite3_vfs *v, double *days)
{
    sqlite3_int64 ms;
    time_of_day(v, &ms);
    *days = (double)ms / 86400000;
    return SQLITE_OK;
}

static sqlite3_vfs vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(struct handle),
    .mxPathname = 64,
    .zName = "sim",
    .xOpen = open_file,
    .xDelete = delete_file,
    .xAccess = access_file,
    .xFullPathname = full_name,
    .xRandomness = random_bytes,
    .xSleep = wait_a_little,
    .xCurrentTime = time_in_days,
    .xGetLastError = last_error,
    .xCurrentTimeInt64 = time_of_day,
};

/* ---- SQLite in a world ---- */

/* Its memory is that of whoever's code runs: gone when that is killed. */
static void *take_memory(int n) { return malloc((size_t)n); }
static void *move_memory(void *p, int n) { return realloc(p, (size_t)n); }
static int round_memory(int n) { return (n + 7) & ~7; }
static int memory_size(void *p) { return (int)sim_memory_size(p); }
static int memory_begins(void *ctx) { return (void)ctx, SQLITE_OK; }
static void memory_ends(void *ctx) { (void)ctx; }

/* Pages that are written ahead are moved after few or after many of them, and pages in memory are kept or not: as the seed has it. */
struct hook {
    int (*fn)(void *, sqlite3 *, const char *, int);
    void *ctx;
};

static int on_commit(void *hook, sqlite3 *db, const char *name, int pages)
{
    const struct hook *h = hook;
    if (world.ahead > 1 && one_in(4)) sqlite3_db_release_memory(db); /* what is read next is read from the disk */
    return h->fn(h->ctx, db, name, pages * world.ahead);
}

void *__wrap_sqlite3_wal_hook(sqlite3 *db, int (*fn)(void *, sqlite3 *, const char *, int), void *ctx)
{
    if (!fn) return __real_sqlite3_wal_hook(db, NULL, NULL);
    struct hook *h = malloc(sizeof *h);
    *h = (struct hook){fn, ctx};
    return __real_sqlite3_wal_hook(db, on_commit, h);
}

/* A file is held by one process; the descriptor ends with it. */
int __wrap_flock(int fd, int how)
{
    (void)how;
    if (self) self->descriptor = fd;
    return 0;
}

static void empty_disk(void)
{
    memset(disk, 0, sizeof disk); /* its memory was the last world's */
    writes = 0;
    sqlite3_randomness(0, NULL);
}

void sim_vfs_begin(void)
{
    empty_disk();
    dice = rng_fork(world.seed, 3);
    struct inode *f = make(SIM_FILE);
    if (one_in(50)) return; /* the first server makes its tables */
    put(&f->now, 0, image.p, image.n);
    put(&f->safe, 0, image.p, image.n);
}

void sim_vfs_image(void)
{
    static sqlite3_mem_methods memory = {.xMalloc = take_memory,
                                         .xFree = free,
                                         .xRealloc = move_memory,
                                         .xSize = memory_size,
                                         .xRoundup = round_memory,
                                         .xInit = memory_begins,
                                         .xShutdown = memory_ends};
    char why[256];
    sqlite3 *db = NULL;
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_vfs_register(&vfs, 1);
    empty_disk();
    world.ahead = 1;
    const struct inode *f = make(SIM_FILE);
    struct store *s = store_sqlite_open(SIM_FILE, why);
    if (!s) sim_broken("%s", why);
    store_close(s);
    if (sqlite3_open(SIM_FILE, &db) || sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL))
        sim_broken("the first image of a disk: %s", sqlite3_errmsg(db));
    sqlite3_close(db);
    image.n = f->now.n;
    image.p = __real_malloc(image.n);
    memcpy(image.p, f->now.p, image.n);
}

uint64_t sim_vfs_writes(void) { return writes; }

/* ---- the end of a process, or of the power ---- */

static void settle(struct inode *f, const struct write *w)
{
    if (w->cuts) {
        set_size(&f->safe, w->at);
        return;
    }
    bool torn = one_in(3);
    for (size_t i = 0, n; i < w->n; i += n) {
        n = SECTOR - (w->at + i) % SECTOR;
        if (n > w->n - i) n = w->n - i;
        if (!torn || one_in(2)) put(&f->safe, w->at + i, w->data + i, n);
    }
}

/* All is lost, or all up to some write, or each may be. */
static void lose_power(struct inode *f)
{
    uint32_t how = rng_below(&dice, 3), n = 0, i = 0;
    for (const struct write *w = f->first; w; w = w->next) n++;
    uint32_t upto = how == 1 && n ? rng_below(&dice, n) : n;
    for (const struct write *w = f->first; w && how && i < upto; w = w->next, i++)
        if (how == 1 || one_in(2)) settle(f, w);
    forget_writes(f);
    set_size(&f->now, f->safe.n);
    if (f->safe.n) memcpy(f->now.p, f->safe.p, f->safe.n);
}

void sim_vfs_crash(void)
{
    bool power = one_in(2);
    if (power) sim_say("the power is gone");
    world.blackouts += power;
    for (int i = 0; i < FILES; i++) {
        struct inode *f = &disk[i];
        if (!f->used) continue;
        if (!f->name[0]) {
            drop(f);
            continue;
        }
        for (int k = 0; k < REGIONS; k++) free(f->region[k]), f->region[k] = NULL;
        memset(f->shared, 0, sizeof f->shared);
        f->exclusive = 0;
        f->readers = 0;
        f->owner = NULL;
        if (power) lose_power(f);
    }
}
