/* store_postgres_job.c -- statements with values, in the binary form that PostgreSQL and libpq have for them, and what came as
 * their answer; see store_postgres_in.h. It knows no connection. */
#include "../base/must.h"
#include "store_postgres_in.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25, OID_BYTEAS = 1001, OID_TEXTS = 1009, OID_INT8S = 1016 };
enum { ARRAY_HEAD = 20, ARRAY_NUMBER = 12 /* bytes of a number in a list: its length, and it */ };

/* ---- values ---- */

static char *grow(struct bytes *b, size_t n)
{
    if (!b->p || b->n + n > b->room) {
        b->room = 2 * b->room + n + 1;
        b->p = must(realloc(b->p, b->room));
    }
    b->n += n;
    return b->p + b->n - n;
}

static void put(struct bytes *b, const void *p, size_t n)
{
    char *to = grow(b, n);
    if (n) memcpy(to, p, n);
}

static void put32(char *to, uint32_t v)
{
    v = htobe32(v);
    memcpy(to, &v, sizeof v);
}

static uint64_t big(uint64_t v) { return htobe64(v > INT64_MAX ? INT64_MAX : v); }

static void element(struct array *a, uint32_t type, const void *p, size_t n)
{
    if (!a->count) {
        char *head = grow(&a->bytes, ARRAY_HEAD); /* dimensions, no NULLs, type, how many, from 1 */
        put32(head, 1);
        put32(head + 4, 0);
        put32(head + 8, type);
        put32(head + 16, 1);
        a->type = type == OID_INT8 ? OID_INT8S : type == OID_TEXT ? OID_TEXTS : OID_BYTEAS;
    }
    put32(a->bytes.p + 12, ++a->count);
    put32(grow(&a->bytes, 4), (uint32_t)n);
    put(&a->bytes, p, n);
}

void job_array_number(struct array *a, uint64_t v)
{
    v = big(v);
    element(a, OID_INT8, &v, sizeof v);
}

void job_array_integer(struct array *a, int64_t v)
{
    uint64_t u = htobe64((uint64_t)v);
    element(a, OID_INT8, &u, sizeof u);
}

void job_array_text(struct array *a, const char *s)
{
    if (!s) s = "";
    element(a, OID_TEXT, s, strlen(s));
}

void job_array_bytes(struct array *a, const void *p, size_t n) { element(a, OID_BYTEA, p, n); }

void job_array_drop(struct array *a)
{
    free(a->bytes.p);
    *a = (struct array){.count = 0};
}

bool job_array_has(const struct array *a, int64_t v)
{
    uint64_t u = htobe64((uint64_t)v);
    for (uint32_t i = 0; i < a->count; i++)
        if (memcmp(a->bytes.p + ARRAY_HEAD + i * ARRAY_NUMBER + 4, &u, sizeof u) == 0) return true;
    return false;
}

/* ---- jobs ---- */

struct pg_job *job_new(void) { return must(calloc(1, sizeof(struct pg_job))); }

void job_free(struct pg_job *j)
{
    if (!j) return;
    for (int k = 0; k < j->n; k++) {
        for (int i = 0; i < j->all[k].n; i++) free(j->all[k].values[i].p);
        PQclear(j->all[k].result);
    }
    free(j->all);
    free(j);
}

void job_say(struct pg_job *j, enum query q)
{
    if (j->n == j->room) {
        j->room = j->room ? 2 * j->room : 4;
        j->all = must(realloc(j->all, (size_t)j->room * sizeof *j->all));
    }
    j->all[j->n++] = (struct statement){.query = q};
}

static struct bytes *value(struct pg_job *j, Oid type)
{
    struct statement *s = &j->all[j->n - 1];
    if (s->n == VALUES) abort();
    s->types[s->n] = type;
    return &s->values[s->n++];
}

static void add_value(struct pg_job *j, Oid type, const void *p, size_t n)
{
    struct bytes *b = value(j, type);
    put(b, p, n);
    if (!b->p) b->p = must(calloc(1, 1)); /* NULL would mean NULL */
}

void job_bytes(struct pg_job *j, const void *p, size_t n) { add_value(j, OID_BYTEA, p, n); }

void job_number(struct pg_job *j, uint64_t v)
{
    v = big(v);
    add_value(j, OID_INT8, &v, sizeof v);
}

void job_whole(struct pg_job *j, int64_t v)
{
    uint64_t u = htobe64((uint64_t)v);
    add_value(j, OID_INT8, &u, sizeof u);
}

void job_null(struct pg_job *j) { *value(j, OID_INT8) = (struct bytes){.p = NULL}; }

void job_text(struct pg_job *j, const char *s) { add_value(j, OID_TEXT, s ? s : "", s ? strlen(s) : 0); }

void job_array(struct pg_job *j, struct array *a)
{
    if (!a->count) abort(); /* a list of nothing would have to say of what */
    *value(j, a->type) = a->bytes;
    *a = (struct array){.count = 0};
}

/* ---- answers ---- */

int job_rows(const struct pg_job *j, int k) { return PQntuples(j->all[k].result); }

static int64_t integer(const PGresult *r, int row, int column)
{
    const char *p = PQgetvalue(r, row, column);
    uint64_t v = 0;
    int n = PQgetlength(r, row, column);
    for (int i = 0; i < n; i++) v = v << 8 | (unsigned char)p[i];
    return n == 2 ? (int16_t)v : n == 4 ? (int32_t)v : (int64_t)v;
}

int64_t job_integer(const struct pg_job *j, int k, int row, int column)
{
    return integer(j->all[k].result, row, column);
}

void job_cells(const PGresult *r, int row, struct store_cell cell[STORE_CELLS])
{
    int n = PQnfields(r);
    for (int i = 0; i < n && i < STORE_CELLS; i++) {
        bool words = PQftype(r, i) == OID_TEXT || PQftype(r, i) == OID_BYTEA;
        cell[i] = (struct store_cell){.text = words ? PQgetvalue(r, row, i) : "",
                                      .n = words ? (size_t)PQgetlength(r, row, i) : 0,
                                      .is_number = !words,
                                      .number = words ? 0 : integer(r, row, i),
                                      .null = PQgetisnull(r, row, i) != 0};
    }
}

uint64_t job_natural(const struct pg_job *j, int k, int row, int column)
{
    int64_t v = job_integer(j, k, row, column);
    return v < 0 ? 0 : (uint64_t)v;
}

const char *job_word(const struct pg_job *j, int k, int row, int column)
{
    return PQgetvalue(j->all[k].result, row, column);
}

bool job_is_null(const struct pg_job *j, int k, int row, int column)
{
    return PQgetisnull(j->all[k].result, row, column) != 0;
}

struct event job_event(const struct pg_job *j, int k, int row, int column)
{
    return (struct event){
        .number = (uint32_t)job_natural(j, k, row, column),
        .at = job_natural(j, k, row, column + 1),
        .kind = (uint8_t)job_natural(j, k, row, column + 2),
        .seat = (int16_t)job_integer(j, k, row, column + 3),
        .actor = job_word(j, k, row, column + 4),
        .action = job_word(j, k, row, column + 5),
        .text = job_word(j, k, row, column + 6),
        .n = (size_t)PQgetlength(j->all[k].result, row, column + 6),
    };
}
