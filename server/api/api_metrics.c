/* api_metrics.c -- see api.h: what /metrics tells. */
#include "api.h"

#include "../base/must.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

void api_metrics_count(struct hall *h)
{
    uint64_t tables[TABLE_OVER + 1], bytes, now = uv_now(h->loop);
    if (store_count(h->store, tables) || store_bytes(h->store, &bytes)) return; /* what it said before stays */
    memcpy(h->counted.tables, tables, sizeof tables);
    h->counted.bytes = bytes;
    h->counted.at = now ? now : 1;
}

static void run_count(struct hall *h, struct task *task)
{
    (void)task;
    api_metrics_count(h);
}

static void drop_count(struct hall *h, struct task *task, bool lost)
{
    (void)lost;
    h->counted.asked = false;
    free(task);
}

void api_metrics_count_soon(struct hall *h)
{
    if (h->counted.asked) return;
    struct task *task = must(calloc(1, sizeof *task));
    *task = (struct task){.run = run_count, .drop = drop_count, .reads = true};
    h->counted.asked = true;
    hall_post(h, &h->queue.own, task);
}

static void show_tables(const struct hall *h, struct out *o)
{
    const uint64_t *count = h->counted.tables;
    metrics_show("tambo_tables", "gauge", "Tables in the store by status.", "status=\"open\"", count[TABLE_OPEN], o);
    metrics_show("tambo_tables", NULL, NULL, "status=\"playing\"", count[TABLE_PLAYING], o);
    metrics_show("tambo_tables", NULL, NULL, "status=\"over\"", count[TABLE_OVER], o);
    metrics_show("tambo_rooms_loaded", "gauge", "Tables in memory.", NULL, (uint64_t)h->rooms, o);
}

static uint64_t file_bytes(const char *path, const char *behind)
{
    char name[PATH_MAX];
    struct stat st;
    snprintf(name, sizeof name, "%s%s", path, behind);
    return stat(name, &st) ? 0 : (uint64_t)st.st_size;
}

/* The database, and the disk it is on; a database that is no file has no disk here. */
static void show_sizes(const struct hall *h, struct out *o)
{
    uint64_t bytes;
    char name[PATH_MAX];
    struct statvfs disk;
    metrics_show("tambo_db_bytes", "gauge", "Bytes of the database that are used.", NULL, h->counted.bytes, o);
    metrics_seconds_show("tambo_counted_seconds", "gauge",
                         "How long ago tables and bytes of the database were counted.",
                         (double)(uv_now(h->loop) - h->counted.at) / 1e3, o);
    if (h->config->max_db_mib)
        metrics_show("tambo_db_bytes_max", "gauge", "Bytes beyond which nothing new is made.", NULL,
                     (uint64_t)h->config->max_db_mib << 20, o);
    bytes = file_bytes(h->config->db, ""); /* 0: it is no file */
    if (!bytes) return;
    metrics_show("tambo_db_file_bytes", "gauge", "Size of the database file, with what is written ahead.", NULL,
                 bytes + file_bytes(h->config->db, "-wal"), o);
    snprintf(name, sizeof name, "%s", h->config->db);
    if (statvfs(dirname(name), &disk) == 0)
        metrics_show("tambo_disk_free_bytes", "gauge", "Bytes that are free on its disk.", NULL,
                     (uint64_t)disk.f_bavail * disk.f_frsize, o);
}

/* What waits, and how busy the loop is. */
static void show_loop(struct hall *h, struct out *o)
{
    uint64_t clients = 0, silent = 0, now = uv_hrtime();
    for (const struct client_queue *c = h->queue.run_queue; c; c = c->next) clients++;
    for (const struct guest *g = h->guests; g; g = g->all_next) silent += !g->hello;
    metrics_show("tambo_connections_silent", "gauge", "WebSockets that have not said hello.", NULL, silent, o);
    metrics_show("tambo_work_waiting", "gauge", "Messages and requests that wait for their turn.", NULL,
                 (uint64_t)h->queue.n, o);
    metrics_show("tambo_work_bytes", "gauge", "Bytes of those, and of those under way.", NULL, h->queue.bytes, o);
    metrics_show("tambo_work_sources", "gauge", "Connections and requests they come from.", NULL, clients, o);
    hall_show_bots(h, o);
    metrics_show("tambo_maps_making", "gauge", "Maps that are being made.", NULL, (uint64_t)h->making, o);
    metrics_seconds_show("tambo_loop_busy_seconds_total", "counter", "Time the loop did not wait for anything.",
                         (double)(now - h->began - uv_metrics_idle_time(h->loop)) / 1e9, o);
    metrics_seconds_show("tambo_turn_seconds_max", "gauge", "The longest turn of the loop in the last two minutes.",
                         metrics_peak(&h->metrics.longest, uv_now(h->loop) / 60000), o);
    metrics_histogram_show(&h->metrics.turn, "tambo_turn_seconds", "How long a turn of the loop takes.", o);
}

static void show_net(const struct hall *h, struct out *o)
{
    struct net_metrics f;
    net_metrics(h->net, &f);
    metrics_show("tambo_connections", "gauge", "WebSocket connections now.", NULL, f.conns, o);
    metrics_show("tambo_connections_total", "counter", "WebSocket connections since the start.", NULL, f.opened, o);
    metrics_show("tambo_connections_refused_total", "counter", "Connections refused.", NULL, f.refused, o);
    metrics_show("tambo_connections_cut_total", "counter", "Connections cut off as too slow.", NULL, f.cut, o);
    metrics_show("tambo_messages_total", "counter", "Messages received.", NULL, f.messages, o);
    metrics_show("tambo_messages_limited_total", "counter", "Messages over the rate.", NULL, f.limited, o);
    metrics_show("tambo_messages_sent_total", "counter", "Frames sent.", NULL, f.sent, o);
    metrics_show("tambo_received_bytes_total", "counter", "Bytes received.", NULL, f.bytes_in, o);
    metrics_show("tambo_sent_bytes_total", "counter", "Bytes sent.", NULL, f.bytes_out, o);
    metrics_show("tambo_requests_total", "counter", "HTTP requests.", NULL, f.requests, o);
    metrics_show("tambo_queue_bytes", "gauge", "Bytes waiting to be sent.", NULL, f.queued, o);
    metrics_show("tambo_queue_bytes_max", "gauge", "Bytes waiting for the slowest reader.", NULL, f.queue_max, o);
}

void api_metrics(struct hall *h, struct out *o)
{
    const struct metrics *m = &h->metrics;
    if (h->counted.at) show_tables(h, o), show_sizes(h, o);
    show_net(h, o);
    show_loop(h, o);
    metrics_words_show(&m->refused, "tambo_refusals_total", "Messages and requests refused, by the word.", o);
    metrics_show("tambo_moves_total", "counter", "Moves stored, bots' included.", NULL, m->moves, o);
    metrics_show("tambo_events_total", "counter", "Events stored.", NULL, m->events, o);
    metrics_show("tambo_commits_total", "counter", "Commits.", NULL, m->commits, o);
    metrics_show("tambo_commit_errors_total", "counter", "Commits that failed.", NULL, m->commit_errors, o);
    metrics_show("tambo_commit_again_total", "counter", "Commits that were done again.", NULL, m->commit_retries, o);
    metrics_show("tambo_store_requests_total", "counter", "Requests to the database; in a file, statements.", NULL,
                 store_trips(h->store), o);
    metrics_show("tambo_errors_total", "counter", "Faults: tables that cannot be read.", NULL, m->errors, o);
    metrics_histogram_show(&m->commit, "tambo_commit_seconds", "How long a commit takes.", o);
    metrics_histogram_show(&m->ack, "tambo_ack_seconds", "From a message to its answer.", o);
}
