/* vfs_fault.c -- see vfs_fault.h. A write that fails has been done by half, as on a disk
 * that is full. */
#include "vfs_fault.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

struct vfs_fault vfs_fault;

struct file {
    sqlite3_file base;  /* must be first */
    sqlite3_file *real; /* behind this struct */
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real(sqlite3_file *f) { return ((struct file *)f)->real; }

static bool strikes(enum vfs_call call)
{
    if (vfs_fault.nth < 1 || vfs_fault.call != call) return false;
    if (vfs_fault.nth > 1) return vfs_fault.nth--, false;
    vfs_fault.failed++;
    return true;
}

static int file_close(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }

static int file_read(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
    return strikes(VFS_READ) ? vfs_fault.error : real(f)->pMethods->xRead(real(f), p, n, at);
}

static int file_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
    if (!strikes(VFS_WRITE)) return real(f)->pMethods->xWrite(real(f), p, n, at);
    real(f)->pMethods->xWrite(real(f), p, n / 2, at);
    return vfs_fault.error;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 n) { return real(f)->pMethods->xTruncate(real(f), n); }

static int file_sync(sqlite3_file *f, int flags)
{
    return strikes(VFS_SYNC) ? vfs_fault.error : real(f)->pMethods->xSync(real(f), flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *n) { return real(f)->pMethods->xFileSize(real(f), n); }
static int file_lock(sqlite3_file *f, int how) { return real(f)->pMethods->xLock(real(f), how); }
static int file_unlock(sqlite3_file *f, int how) { return real(f)->pMethods->xUnlock(real(f), how); }
static int file_reserved(sqlite3_file *f, int *out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); }
static int file_control(sqlite3_file *f, int op, void *arg)
{
    return real(f)->pMethods->xFileControl(real(f), op, arg);
}
static int file_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int file_traits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }

static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **p)
{
    if (strikes(VFS_SHM)) return *p = NULL, vfs_fault.error;
    return real(f)->pMethods->xShmMap(real(f), page, size, extend, p);
}

static int file_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
    return real(f)->pMethods->xShmLock(real(f), at, n, flags);
}

static void file_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int file_shm_unmap(sqlite3_file *f, int drop) { return real(f)->pMethods->xShmUnmap(real(f), drop); }

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* without xFetch: files are read, not mapped */
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
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int open_file(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    (void)v;
    struct file *mine = (struct file *)f;
    mine->real = (sqlite3_file *)(mine + 1);
    int rc = real_vfs->xOpen(real_vfs, name, mine->real, flags, out);
    f->pMethods = mine->real->pMethods ? &methods : NULL;
    return rc;
}

void vfs_fault_install(void)
{
    static sqlite3_vfs vfs;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs; /* the other functions ask nothing of it but what is copied here */
    vfs.zName = "fault";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
    vfs.xOpen = open_file;
    sqlite3_vfs_register(&vfs, 1);
}
