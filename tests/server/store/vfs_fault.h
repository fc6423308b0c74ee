/* vfs_fault.h -- SQLite's files on a disk that fails when it is told to: for tests of
 * store_sqlite.c. It lies in front of the usual files and stays there. */
#ifndef TESTS_VFS_FAULT_H
#define TESTS_VFS_FAULT_H

enum vfs_call { VFS_WRITE, VFS_SYNC, VFS_READ, VFS_SHM };

/* The disk as it is now; the test changes it as it likes. */
struct vfs_fault {
    enum vfs_call call; /* which calls count */
    int nth;            /* the n-th from now fails, from 1, and all after it; 0: none */
    int error;          /* SQLite's code: SQLITE_FULL, SQLITE_IOERR_WRITE ... */
    int failed;         /* filled in: how many did */
};
extern struct vfs_fault vfs_fault;

/* From now on all files are opened on that disk. */
void vfs_fault_install(void);

#endif
