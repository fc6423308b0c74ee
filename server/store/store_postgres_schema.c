/* store_postgres_schema.c -- what the PostgreSQL store says in SQL: its tables, with the same facts as those of
 * store_schema.c, and its statements; see store_postgres_in.h. The steps are history: a database of version n gets
 * those after the n-th. Never change one, only add; then raise POSTGRES_VERSION.
 *
 * A turn changes version, changed, summary and sometimes due of its table's row, and of those only due is in an
 * index: PostgreSQL then writes the new row beside the old one and no index (HOT), for which pages have room
 * (fillfactor). Events have no foreign key, as each would look at the row of its table again. */
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Times in ms: less than JOB_MS, so that the database says what was too slow; a server that is stopped in the middle of a
 * batch loses its locks. The statements want no other plans than going from row to row by an index. */
#define SET                                                                                                            \
    "SET statement_timeout = 3500; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = 4000;"           \
    "SET default_transaction_isolation = 'read committed'; SET enable_hashjoin = off; SET enable_mergejoin = off;"     \
    "SET jit = off; SET synchronous_commit = "
const char store_postgres_set[] = SET "on";
const char store_postgres_set_side[] = SET "off"; /* nothing of it has to be on the disk at once */
const char store_postgres_set_command[] = SET "on; SET statement_timeout = 0";

static const char *const steps[POSTGRES_VERSION] = {
    "CREATE TABLE tambo(version integer NOT NULL);"
    "INSERT INTO tambo VALUES (0);"
    "CREATE TABLE meta(key text COLLATE \"C\" PRIMARY KEY, value bytea NOT NULL);"
    "CREATE SEQUENCE tbl_key;"
    "CREATE TABLE tbl(key bigint PRIMARY KEY, due bigint NOT NULL, created bigint NOT NULL, changed bigint NOT NULL,"
    " version integer NOT NULL, status smallint NOT NULL, listed smallint NOT NULL,"
    " id text COLLATE \"C\" NOT NULL UNIQUE, code text COLLATE \"C\" NOT NULL UNIQUE, summary text NOT NULL)"
    " WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);"
    "CREATE INDEX tbl_lobby ON tbl(created) WHERE status = 0 AND listed = 1;"
    "CREATE INDEX tbl_due ON tbl(due) WHERE due > 0;"
    "CREATE INDEX tbl_status ON tbl(status);"
    "CREATE INDEX tbl_aged ON tbl(status, created) WHERE status <> 1;"
    "CREATE TABLE event(tbl bigint NOT NULL, at bigint NOT NULL, seq integer NOT NULL, kind smallint NOT NULL,"
    " seat smallint NOT NULL, actor text COLLATE \"C\" NOT NULL, action text COLLATE \"C\" NOT NULL,"
    " text bytea NOT NULL, PRIMARY KEY(tbl, seq)) WITH (autovacuum_vacuum_insert_scale_factor = 0.1);"
    "CREATE UNIQUE INDEX event_action ON event(tbl, actor, action) WHERE action <> '';"
    "CREATE TABLE seat(tbl bigint NOT NULL, player text COLLATE \"C\" NOT NULL, PRIMARY KEY(tbl, player));"
    "CREATE INDEX seat_player ON seat(player);"
    "CREATE TABLE player(player text COLLATE \"C\" PRIMARY KEY, name text NOT NULL, at bigint NOT NULL);"
    "CREATE INDEX player_at ON player(at);"
    "CREATE TABLE word(word text COLLATE \"C\" PRIMARY KEY, until bigint NOT NULL);"
    "CREATE INDEX word_until ON word(until);"
    "CREATE TABLE era(player text COLLATE \"C\" PRIMARY KEY, era bigint NOT NULL);"
    /* What servers tell one another, one row a batch, kept for a minute. */
    "CREATE TABLE news(xid xid8 PRIMARY KEY, node bigint NOT NULL, at timestamptz NOT NULL, said text NOT NULL);"
    /* What nobody misses after a crash. */
    "CREATE UNLOGGED TABLE node(node bigint PRIMARY KEY, seen timestamptz NOT NULL);"
    "CREATE UNLOGGED TABLE here(id text COLLATE \"C\", node bigint, player text COLLATE \"C\", watching integer NOT "
    "NULL,"
    " PRIMARY KEY(id, node, player));"
    "CREATE INDEX here_node ON here(node);"
    "CREATE UNLOGGED TABLE bucket(name text COLLATE \"C\" PRIMARY KEY, level double precision NOT NULL,"
    " at timestamptz NOT NULL) WITH (fillfactor = 50);"
    "CREATE INDEX bucket_at ON bucket(at);",

    /* What is kept of players in lists. */
    "CREATE TABLE entry(list text COLLATE \"C\", player text COLLATE \"C\", rank bigint NOT NULL, at bigint NOT NULL,"
    " until bigint NOT NULL, text text NOT NULL, PRIMARY KEY(list, player));"
    "CREATE INDEX entry_rank ON entry(list, rank, at, player);"
    "CREATE INDEX entry_player ON entry(player, list);"
    "CREATE INDEX entry_until ON entry(until) WHERE until > 0;",

    /* What stood in lists as packed texts gets tables of its own: games of the day, circles, recovery cards; and by which request
     * a word was used, or tokens were ended. against NULL: nobody plays against one. */
    "CREATE TABLE begun(player text COLLATE \"C\", day integer, part text COLLATE \"C\", id text NOT NULL,"
    " at bigint NOT NULL, PRIMARY KEY(player, day, part));"
    "CREATE INDEX begun_day ON begun(day);"
    "CREATE TABLE result(player text COLLATE \"C\", day integer, part text COLLATE \"C\", rank bigint NOT NULL,"
    " points integer NOT NULL, against integer, name text NOT NULL, at bigint NOT NULL, PRIMARY KEY(player, day, "
    "part));"
    "CREATE INDEX result_rank ON result(day, part, rank, at, player);"
    "CREATE TABLE answer(player text COLLATE \"C\", day integer, seq integer, correct smallint NOT NULL,"
    " claim text NOT NULL, at bigint NOT NULL, PRIMARY KEY(player, day, seq));"
    "CREATE INDEX answer_day ON answer(day);"
    "CREATE TABLE circle(id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL, until bigint NOT NULL);"
    "CREATE INDEX circle_until ON circle(until);"
    "CREATE TABLE member(circle text COLLATE \"C\", player text COLLATE \"C\", number bigint NOT NULL,"
    " name text NOT NULL, at bigint NOT NULL, until bigint NOT NULL, PRIMARY KEY(circle, player));"
    "CREATE INDEX member_number ON member(circle, number, at, player);"
    "CREATE INDEX member_player ON member(player);"
    "CREATE INDEX member_until ON member(until);"
    "CREATE TABLE card(hash text COLLATE \"C\" PRIMARY KEY, player text COLLATE \"C\" NOT NULL, sealed text NOT NULL,"
    " at bigint NOT NULL);"
    "CREATE INDEX card_player ON card(player);"
    "CREATE INDEX card_at ON card(at);"
    "ALTER TABLE word ADD COLUMN request text NOT NULL DEFAULT '';"
    "ALTER TABLE era ADD COLUMN request text NOT NULL DEFAULT '', ADD COLUMN until bigint NOT NULL DEFAULT 0;"
    "INSERT INTO begun SELECT player, substr(list, 7, 10)::date - date '1970-01-01', substr(list, 18), text, at FROM "
    "entry"
    " WHERE list ~ '^begun/\\d{4}-\\d\\d-\\d\\d/.';"
    "INSERT INTO result SELECT player, substr(list, 7, 10)::date - date '1970-01-01', substr(list, 18), rank,"
    " split_part(text, ' ', 1)::integer, nullif(split_part(text, ' ', 2), '-')::integer,"
    " substr(text, length(split_part(text, ' ', 1)) + length(split_part(text, ' ', 2)) + 3), at FROM entry"
    " WHERE list ~ '^daily/\\d{4}-\\d\\d-\\d\\d/.';"
    "INSERT INTO answer SELECT player, substr(list, 8, 10)::date - date '1970-01-01', substr(list, 19)::integer - 1,"
    " (split_part(text, ' ', 1) = 'right')::integer, substr(text, strpos(text, ' ') + 1), at FROM entry"
    " WHERE list ~ '^answer/\\d{4}-\\d\\d-\\d\\d/[1-9]\\d*$';"
    "INSERT INTO circle SELECT substr(list, 8), max(CASE WHEN player = '' THEN text ELSE '' END), max(until) FROM entry"
    " WHERE list ~ '^circle/.' GROUP BY list;"
    "INSERT INTO member SELECT substr(list, 8), player, rank, text, at, until FROM entry WHERE list ~ '^circle/.'"
    " AND player <> '';"
    "INSERT INTO card SELECT substr(list, 6), player, text, at FROM entry WHERE list ~ '^card/.';"
    "UPDATE word SET request = e.text FROM entry e WHERE e.list = 'link ' || word.word AND e.player = '';"
    "UPDATE era SET request = e.text, until = e.until FROM entry e WHERE e.list = 'ended' AND e.player = era.player;"
    "DROP TABLE entry;",
};

#define CLOCK "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
#define MINE                                                                                                           \
    "WITH mine AS MATERIALIZED (SELECT key, id, version, status, listed FROM tbl WHERE id = ANY($1)"                   \
    " FOR UPDATE SKIP LOCKED) "

const char *const store_postgres_queries[QUERIES] = {
    [DO_BEGIN] = "BEGIN",
    [DO_COMMIT] = "COMMIT",
    [DO_ROLLBACK] = "ROLLBACK",
    /* In the order of the list: what we have now, and what is there though another has it. */
    [LOCK_TABLES] = MINE "SELECT mine.key, mine.version, mine.status, mine.listed, t.key, " CLOCK
                         " FROM unnest($1) WITH ORDINALITY w(id, i) LEFT JOIN mine ON mine.id = w.id"
                         " LEFT JOIN tbl t ON t.id = w.id ORDER BY w.i",
    /* A statement of its own, as it has to see what was committed before the lock was had. */
    [LOCK_EVENTS] = MINE "SELECT w.i, e.seq, e.at, e.kind, e.seat, e.actor, e.action, e.text"
                         " FROM unnest($1, $2) WITH ORDINALITY w(id, v, i)"
                         " JOIN mine ON mine.id = w.id JOIN event e ON e.tbl = mine.key AND e.seq > w.v"
                         " ORDER BY w.i, e.seq",
    [NEWS_ADD] = "INSERT INTO news VALUES (pg_current_xact_id(), $1::bigint, clock_timestamp(), $2::text)",
    [SIDE_LISTEN] = "LISTEN tambo",
    [SIDE_NOTIFY] = "SELECT pg_notify('tambo', $1::text)",
    /* What may be seen now and could not be before: of transactions that were not over then. The first row is no news. */
    [SIDE_POLL] = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, " CLOCK ", NULL"
                  " UNION ALL SELECT NULL, NULL, said FROM news"
                  " WHERE xid >= $1::bigint::text::xid8 AND node <> $2::bigint",
    [SIDE_TIDY] = "WITH n AS (DELETE FROM news WHERE xid IN (SELECT xid FROM news WHERE at < clock_timestamp()"
                  " - interval '60 s' ORDER BY xid LIMIT 10000 FOR UPDATE SKIP LOCKED))"
                  " DELETE FROM bucket WHERE name IN (SELECT name FROM bucket WHERE at < clock_timestamp()"
                  " - interval '25 h' LIMIT 1000 FOR UPDATE SKIP LOCKED)",
    [SIDE_HEART] = "INSERT INTO node VALUES ($1::bigint, clock_timestamp()) ON CONFLICT (node) DO UPDATE"
                   " SET seen = clock_timestamp() RETURNING (xmax = 0)::int",
    [SIDE_FORGET] =
        "WITH silent AS (DELETE FROM node WHERE node IN (SELECT node FROM node WHERE seen < clock_timestamp()"
        " - interval '6 s' FOR UPDATE SKIP LOCKED) RETURNING node)"
        " DELETE FROM here USING silent WHERE here.node = silent.node RETURNING here.id",
    [SIDE_LEAVE] = "WITH n AS (DELETE FROM node WHERE node = $1::bigint)"
                   " DELETE FROM here WHERE node = $1::bigint RETURNING id",
    [HERE_DROP] = "DELETE FROM here WHERE node = $1::bigint AND id = ANY($2::text[])",
    [HERE_ADD] = "INSERT INTO here(node, id, player, watching) SELECT $1::bigint, * FROM"
                 " unnest($2::text[], $3::text[], $4::bigint[]) ON CONFLICT DO NOTHING",
    [HERE_GET] = "SELECT player, watching FROM here WHERE id = $1::text AND node <> $2::bigint",
    /* What has come in since then, at most the burst, less the cost: if it is enough. $2: cost, $3: per hour. */
    [BUCKET_SPEND] = "INSERT INTO bucket AS b VALUES ($1::text, $4::bigint - $2::bigint, clock_timestamp())"
                     " ON CONFLICT (name) DO UPDATE SET at = clock_timestamp(), level = least($4::bigint, b.level +"
                     " extract(epoch FROM clock_timestamp() - b.at) * $3::bigint / 3600) - $2::bigint"
                     " WHERE least($4::bigint, b.level + extract(epoch FROM clock_timestamp() - b.at) * $3::bigint"
                     " / 3600) >= $2::bigint RETURNING 1",
    [BUCKET_GET] = "SELECT greatest(1, ceil(($2::bigint - level) * 3600000 / greatest($3::bigint, 1)"
                   " - extract(epoch FROM clock_timestamp() - at) * 1000))::bigint FROM bucket WHERE name = $1::text",
    /* limit_shares_take of limit.c. $1: of all, $2: of the block, $3: of the network (or ''), $4: of the name, $5: most,
     * $6: LIMIT_SHARES_MS. */
    [BUCKET_SHARE] =
        "WITH t AS (SELECT clock_timestamp() AS at), u AS (SELECT name, level * exp(greatest(-100.0,"
        " -extract(epoch FROM t.at - bucket.at) * 1000 / $6::bigint)::double precision) AS used FROM bucket, t"
        " WHERE name IN ($1::text, $2::text, $3::text, $4::text) ORDER BY name FOR UPDATE OF bucket),"
        " s AS (SELECT coalesce(sum(CASE WHEN name IN ($2::text, $3::text) THEN used / 2 ELSE used END), 0)"
        " AS used FROM u),"
        " p AS (INSERT INTO bucket SELECT w.name, coalesce(u.used, 0) + 1, t.at FROM t, s,"
        " unnest(ARRAY[$1::text, $2::text, $3::text, $4::text]) AS w(name) LEFT JOIN u USING (name)"
        " WHERE w.name <> '' AND CASE w.name WHEN $4::text THEN coalesce(u.used, 0) ELSE s.used END + 1 <= $5::bigint"
        " ORDER BY w.name ON CONFLICT (name) DO UPDATE SET level = EXCLUDED.level, at = EXCLUDED.at)"
        " SELECT CASE WHEN used + 1 <= $5::bigint THEN 0 WHEN $5::bigint < 2 THEN $6::bigint"
        " ELSE floor($6::bigint * ln(used / ($5::bigint - 1)))::bigint + 1 END FROM s",
#define X(name, does, ...) [SHARED + name] = STORE_POSTGRES(__VA_ARGS__),
    STORE_STATEMENTS(X)
#undef X
};

/* ---- opening ---- */

bool store_postgres_is(const char *url)
{
    return strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0;
}

void store_postgres_name(const char *url, char name[256])
{
    char *error = NULL;
    const char *host = "", *db = "";
    PQconninfoOption *all = PQconninfoParse(url, &error);
    for (PQconninfoOption *o = all; o && o->keyword; o++) {
        if (o->val && strcmp(o->keyword, "host") == 0) host = o->val;
        if (o->val && strcmp(o->keyword, "dbname") == 0) db = o->val;
    }
    snprintf(name, 256, "%s/%s", *host ? host : "localhost", db);
    PQconninfoFree(all);
    PQfreemem(error);
}

/* One number of a statement; -1 after a failure. */
static int64_t number(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    int64_t v = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : -1;
    PQclear(r);
    return v;
}

static bool run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    return good;
}

/* Whose database is it? *version: of its tables; 0: there is nothing yet. */
static int judge(PGconn *c, int64_t *version, char why[256])
{
    const char *encoding = PQparameterStatus(c, "server_encoding");
    int64_t ours = number(c, "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
                             " AND relname IN ('tambo', 'tbl', 'event')");
    int64_t things = number(c, "SELECT count(*) FROM pg_class c WHERE relnamespace = current_schema()::regnamespace"
                               " AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')");
    if (things < 0 || ours < 0) return snprintf(why, 256, "PostgreSQL: %.200s", PQerrorMessage(c)), -EIO;
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return snprintf(why, 256, "the database %.100s has the encoding %.20s: make one with ENCODING 'UTF8'", PQdb(c),
                        encoding ? encoding : "?"),
               -EINVAL;
    *version = 0;
    if (things == 0) return 0;
    *version = ours == 3 ? number(c, "SELECT version FROM tambo") : -1;
    if (*version < 1) return snprintf(why, 256, "%.100s is the database of another program", PQdb(c)), -EINVAL;
    if (*version > POSTGRES_VERSION)
        return snprintf(why, 256, "%.100s was written by a newer tambo (its version is %lld, this one knows %d)",
                        PQdb(c), (long long)*version, POSTGRES_VERSION),
               -EINVAL;
    return 0;
}

static bool migrate(PGconn *c, int64_t version)
{
    for (; version < POSTGRES_VERSION; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "UPDATE tambo SET version = %d", (int)version + 1);
        if (!run(c, steps[version]) || !run(c, mark)) return false;
    }
    return true;
}

int store_postgres_schema(PGconn *c, bool write, int64_t *found, char why[256])
{
    int64_t version = 0;
    if (found) *found = 0;
    /* Two servers that start together do it one after the other; 1413565762 is "TAMB". */
    if (!run(c, write ? "BEGIN; SET LOCAL lock_timeout = 60000; SET LOCAL statement_timeout = 600000;"
                        "SELECT pg_advisory_xact_lock(1413565762)"
                      : "BEGIN")) {
        snprintf(why, 256, "PostgreSQL: %.200s", PQerrorMessage(c));
        why[strcspn(why, "\n")] = 0;
        return -EIO;
    }
    int e = judge(c, &version, why);
    if (found) *found = version;
    if (!e && !write && version == 0) {
        snprintf(why, 256, "%.100s is empty", PQdb(c));
        e = -EINVAL;
    }
    if (!e && write && !migrate(c, version)) e = -EIO;
    if (!e && !run(c, "COMMIT")) e = -EIO;
    if (e == -EIO && !*why) {
        snprintf(why, 256, "cannot make the tables in %.100s: %.120s", PQdb(c), PQerrorMessage(c));
        why[strcspn(why, "\n")] = 0;
    }
    if (e) run(c, "ROLLBACK");
    return e;
}
