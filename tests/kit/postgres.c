/* postgres.c -- see postgres.h. */
#include "postgres.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64]; /* of all of it */
static pid_t server;

static void give_up(const char *what)
{
    fprintf(stderr, "PostgreSQL for tests: %s; see %s\n", what, folder);
    exit(1);
}

/* The newest there is. */
static const char *program(const char *name)
{
    static char path[2][256];
    static int next;
    char *p = path[next++ % 2];
    glob_t g;
    snprintf(p, sizeof path[0], "/usr/lib/postgresql/*/bin/%s", name);
    if (glob(p, 0, NULL, &g)) give_up("it is not installed (Debian: postgresql)");
    snprintf(p, sizeof path[0], "%s", g.gl_pathv[g.gl_pathc - 1]);
    globfree(&g);
    return p;
}

/* Runs it as an unprivileged user, with its output in a file. */
static pid_t start(const char *const *args)
{
    pid_t pid = fork();
    if (pid != 0) return pid;
    const struct passwd *who = getpwnam("nobody");
    char log[96];
    snprintf(log, sizeof log, "%s/log", folder);
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (geteuid() == 0 && (!who || setgid(who->pw_gid) || setuid(who->pw_uid))) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    setenv("LC_ALL", "C", 1);
    if (fd >= 0) dup2(fd, 1), dup2(fd, 2);
    if (chdir(folder)) _exit(126);
    execv(args[0], (char *const *)(uintptr_t)args);
    _exit(127);
}

static PGconn *reach(const char *url)
{
    PGconn *c = PQconnectdb(url);
    if (PQstatus(c) == CONNECTION_OK) return c;
    PQfinish(c);
    return NULL;
}

static const char *url_of(const char *db)
{
    static char urls[4][160];
    static int next;
    char *u = urls[next++ % 4];
    snprintf(u, sizeof urls[0], "postgres:///%s?host=%s&user=tambo", db, folder);
    return u;
}

void postgres_begin(void)
{
    const char *tmp = getenv("TMPDIR");
    char data[80];
    int status;
    /* A socket's name has a hundred bytes at most. */
    snprintf(folder, sizeof folder, "%s/tambo-pg.XXXXXX", tmp && strlen(tmp) < 40 ? tmp : "/tmp");
    if (!mkdtemp(folder)) give_up(strerror(errno));
    snprintf(data, sizeof data, "%s/data", folder);
    const struct passwd *who = getpwnam("nobody");
    if (geteuid() == 0 && (!who || chown(folder, who->pw_uid, who->pw_gid))) give_up("no user nobody");
    const char *const init[] = {program("initdb"), "-D", data,   "-U",         "tambo", "-A",
                                "trust",           "-E", "UTF8", "--locale=C", "-N",    NULL};
    if (waitpid(start(init), &status, 0) < 0 || status != 0) give_up("initdb failed");
    const char *const run[] = {program("postgres"),
                               "-D",
                               data,
                               "-k",
                               folder,
                               "-c",
                               "listen_addresses=",
                               "-c",
                               "fsync=off",
                               "-c",
                               "shared_buffers=16MB",
                               "-c",
                               "autovacuum=off",
                               "-c",
                               "max_connections=60",
                               NULL};
    server = start(run);
    for (int i = 0; i < 3000; i++) {
        PGconn *c = reach(url_of("postgres"));
        if (c) {
            PQfinish(c);
            return;
        }
        if (waitpid(server, &status, WNOHANG) == server) break;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    give_up("it does not start");
}

void postgres_end(void)
{
    char command[96];
    postgres_signal(SIGCONT);
    kill(server, SIGQUIT);
    waitpid(server, NULL, 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command)) fprintf(stderr, "%s is left\n", folder);
}

/* Each of its processes has a group of its own. */
void postgres_signal(int signal)
{
    DIR *d = opendir("/proc");
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[64];
        int pid = atoi(e->d_name), parent = 0;
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        FILE *f = pid ? fopen(path, "r") : NULL;
        if (f && fscanf(f, "%*d (%*[^)]) %*c %d", &parent) == 1 && parent == server) kill(pid, signal);
        if (f) fclose(f);
    }
    if (d) closedir(d);
    kill(server, signal);
}

int64_t postgres_sql(const char *url, const char *sql)
{
    PGconn *c = reach(url);
    ck_assert_ptr_nonnull(c);
    PGresult *r = PQexec(c, sql);
    bool good = PQresultStatus(r) == PGRES_TUPLES_OK || PQresultStatus(r) == PGRES_COMMAND_OK;
    ck_assert_msg(good, "%s: %s", sql, PQerrorMessage(c));
    int64_t v = PQntuples(r) > 0 ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    PQclear(r);
    PQfinish(c);
    return v;
}

const char *postgres_fresh(void)
{
    static int n;
    char name[32], sql[64];
    postgres_signal(SIGCONT); /* a test that failed may have left it stopped */
    snprintf(name, sizeof name, "t%d_%d", (int)getpid(), n++);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", name);
    postgres_sql(url_of("postgres"), sql);
    return url_of(name);
}
