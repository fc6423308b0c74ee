/* load_world.c -- see load.h: the server as a process, its use of memory and CPU from /proc, and statistics. */
#include "load.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

void *load_must(void *p)
{
    if (!p) abort();
    return p;
}

/* ---- the server ---- */

static struct world *running; /* so that it does not outlive us */

_Noreturn void load_die(const char *what, const char *detail)
{
    fprintf(stderr, "load: %s%s%s\n", what, detail && *detail ? ": " : "", detail ? detail : "");
    if (running) {
        for (int i = 0; i < running->nodes; i++)
            if (running->pid[i] > 0) kill(running->pid[i], SIGKILL);
        world_clean(running);
    }
    exit(1);
}

static void use_core(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static _Noreturn void become_server(const struct world *w)
{
    if (w->one_core) use_core(0);
    if (w->yard) execlp("node", "node", w->yard, w->db, (char *)NULL);
    else
        execl(w->tambo, w->tambo, "serve", "--port", "0", w->store ? "--store" : "--db", w->store ? w->store : w->db,
              "--rate", "100000", "--burst", "100000", "--player-rate", "100000", "--player-burst", "100000",
              "--create-hour", "100000", "--newcomers-minute", "1000000", "--max-unattended", "100000", "--max-tables",
              "10000", "--max-conns", "100000", "--log", "error", (char *)NULL);
    perror(w->yard ? "node" : w->tambo);
    _exit(127);
}

static void start_node(struct world *w, int i)
{
    char line[256];
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC)) load_die("pipe", strerror(errno));
    w->pid[i] = fork();
    if (w->pid[i] == 0) {
        dup2(pipes[1], 1);
        become_server(w);
    }
    close(pipes[1]);
    FILE *f = fdopen(pipes[0], "r");
    const char *colon = f && fgets(line, sizeof line, f) ? strrchr(line, ':') : NULL;
    w->port[i] = colon ? atoi(colon + 1) : 0;
    if (!w->port[i]) load_die("the server does not start", w->yard ? w->yard : w->tambo);
    fclose(f);
}

void world_start(struct world *w)
{
    if (w->given) return;
    if (!w->db[0] && !w->store) {
        snprintf(w->db, sizeof w->db, "%s/tambo-load-XXXXXX", w->folder);
        int fd = mkstemp(w->db);
        if (fd < 0) load_die(w->folder, strerror(errno));
        close(fd);
    }
    w->began = uv_hrtime();
    running = w;
    for (int i = 0; i < w->nodes; i++) start_node(w, i);
    if (w->one_core && sysconf(_SC_NPROCESSORS_ONLN) > 1) use_core(1);
}

int world_port(const struct world *w, int i) { return w->port[i % w->nodes]; }

void world_stop(struct world *w, int signal)
{
    if (w->given) return;
    for (int i = 0; i < w->nodes; i++) kill(w->pid[i], signal);
    for (int i = 0; i < w->nodes; i++) {
        int status;
        while (waitpid(w->pid[i], &status, 0) < 0 && errno == EINTR) continue;
        if (signal == SIGTERM && status) load_die("the server did not stop well", "");
        w->pid[i] = 0;
    }
    running = NULL;
}

void world_clean(struct world *w)
{
    char name[300];
    if (!w->db[0]) return;
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", w->db, i == 0 ? "" : i == 1 ? "-wal" : "-shm");
        unlink(name);
    }
    w->db[0] = 0;
}

bool world_healthy(const struct world *w)
{
    static const char ask[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)w->port[0])};
    char answer[512] = "";
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    bool good = connect(fd, (const struct sockaddr *)&to, sizeof to) == 0 &&
                write(fd, ask, sizeof ask - 1) == (ssize_t)sizeof ask - 1 && read(fd, answer, sizeof answer - 1) > 0;
    close(fd);
    return good && strncmp(answer, "HTTP/1.1 200", 12) == 0;
}

/* ---- /proc ---- */

/* The number behind a word in a file of /proc; 0: not there. */
static uint64_t number_in(const char *path, const char *word)
{
    char line[512];
    uint64_t v = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, word, strlen(word)) == 0) v = strtoull(line + strlen(word), NULL, 10);
    if (f) fclose(f);
    return v;
}

uint64_t world_rss(const struct world *w)
{
    char path[64];
    uint64_t sum = 0;
    for (int i = 0; i < w->nodes; i++) {
        snprintf(path, sizeof path, "/proc/%d/status", w->pid[i]);
        sum += number_in(path, "VmRSS:") * 1024;
    }
    return sum;
}

static uint64_t of_threads(int pid, const char *file, const char *word)
{
    char path[400];
    uint64_t sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/%s", pid, e->d_name, file);
        sum += number_in(path, word);
    }
    if (d) closedir(d);
    return sum;
}

uint64_t world_cpu(const struct world *w)
{
    uint64_t sum = 0;
    for (int i = 0; i < w->nodes; i++) sum += of_threads(w->pid[i], "schedstat", "");
    return sum;
}

uint64_t world_switches(const struct world *w)
{
    uint64_t sum = 0;
    for (int i = 0; i < w->nodes; i++)
        sum += of_threads(w->pid[i], "status", "voluntary_ctxt_switches:") +
               of_threads(w->pid[i], "status", "nonvoluntary_ctxt_switches:");
    return sum;
}

uint64_t own_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000 +
           (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

/* ---- figures ---- */

void times_add(struct times *t, uint64_t ns)
{
    if (t->n == t->size) {
        t->size = t->size ? 2 * t->size : 4096;
        t->us = load_must(realloc(t->us, t->size * sizeof *t->us));
    }
    t->us[t->n++] = (uint32_t)(ns / 1000);
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double times_at(struct times *t, double q)
{
    if (!t->n) return 0;
    qsort(t->us, t->n, sizeof *t->us, by_size);
    return t->us[(size_t)((double)(t->n - 1) * q)] / 1000.0;
}

void times_print(struct times *t, const char *what)
{
    printf("  %-22s p50 %.1f  p90 %.1f  p99 %.1f  max %.1f ms (%zu)\n", what, times_at(t, 0.5), times_at(t, 0.9),
           times_at(t, 0.99), times_at(t, 1), t->n);
}
