/* store_file.c -- a copy of a whole database file; see store.h. It only reads, and a server may go on writing meanwhile. */
#include "../base/must.h"
#include "store.h"
#include "store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE = 200 }; /* times 10 ms that somebody may hold the whole file */

/* ---- copying ---- */

/* All pages as they are at one moment: SQLite holds on to it while it copies. */
static int copy_pages(sqlite3 *from, const char *path, const char *to, char why[256])
{
    sqlite3 *db = NULL;
    int e = 0;
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    must(db);
    if (!rc) rc = store_schema_run(db, "PRAGMA journal_mode = OFF"); /* half a copy is thrown away, never mended */
    sqlite3_backup *b = rc ? NULL : sqlite3_backup_init(db, "main", from, "main");
    if (b) {
        rc = sqlite3_backup_step(b, -1);
        for (int i = 0; i < PATIENCE && (rc == SQLITE_BUSY || rc == SQLITE_LOCKED); i++) {
            sqlite3_sleep(10);
            rc = sqlite3_backup_step(b, -1);
        }
        sqlite3_backup_finish(b);
    }
    if (!b || rc != SQLITE_DONE) {
        e = store_schema_errno(db);
        snprintf(why, 256, "cannot write %s: %s", to, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    return e;
}

static int sync_folder(const char *path)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s", path);
    int fd = open(dirname(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0) close(fd);
    return rc && errno != EINVAL ? -errno : 0; /* EINVAL: this kind of drive has nothing to wait for */
}

/* Gives the finished file its name, which nobody may have taken meanwhile. */
static int put_in_place(const char *part, const char *to)
{
    if (link(part, to) == 0) return unlink(part) ? -errno : 0;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return -errno;
    struct stat st; /* a drive without links, a stick for instance */
    if (lstat(to, &st) == 0) return -EEXIST;
    return rename(part, to) ? -errno : 0;
}

int store_file_backup(const char *path, const char *to, char why[256])
{
    struct stat st;
    char part[PATH_MAX];
    sqlite3 *from;
    if (lstat(to, &st) == 0) return snprintf(why, 256, "%s exists already", to), -EEXIST;
    if (snprintf(part, sizeof part, "%s.XXXXXX", to) >= (int)sizeof part)
        return snprintf(why, 256, "the name of the copy is too long"), -ENAMETOOLONG;
    int e = store_schema_open(&from, path, false, why);
    if (e) return e;
    int fd = mkstemp(part); /* for the owner alone, as it holds secrets */
    if (fd < 0) {
        e = -errno;
        snprintf(why, 256, "cannot write %s: %s", to, strerror(errno));
        goto close;
    }
    close(fd);
    e = copy_pages(from, part, to, why);
    if (!e) {
        e = put_in_place(part, to);
        if (!e) e = sync_folder(to);
        if (e) snprintf(why, 256, "cannot write %s: %s", to, strerror(-e));
    }
    if (e) unlink(part);
close:
    sqlite3_close(from);
    return e;
}
