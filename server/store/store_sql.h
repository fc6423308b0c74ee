/* store_sql.h -- the statements of the store, each once, for SQLite and PostgreSQL. Where the two have to differ, SQLite's stands first and
 * PostgreSQL's behind it. Parameters are $1, $2 ...: text, numbers (bigint) or bytes. store_*.c asks them, by way of the driver
 * (store_driver.h) of the engine; the tables are in store_schema.c and store_postgres_schema.c. */
#ifndef SERVER_STORE_SQL_H
#define SERVER_STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLE_ROW "id, code, version, status, listed, due, created, changed, summary"
#define TABLE_BYTES                                                                                                    \
    "(SELECT coalesce(sum(length(text) + length(actor) + length(action)), 0) FROM event WHERE event.tbl = tbl.key)"
#define TABLE_IS_FREE    "NOT EXISTS (SELECT 1 FROM tbl WHERE id = $1) AND NOT EXISTS (SELECT 1 FROM tbl WHERE code = $2)"
#define KEY_IS_SET       " ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING 1"
#define BETTER_RESULTS   "(SELECT count(*) FROM result b WHERE b.day = r.day AND b.part = r.part AND b.rank < r.rank)"
#define OF_PLAYER(table) "DELETE FROM " table " WHERE player = $1 RETURNING 1"
#define OF_OLD_DAYS(table, key)                                                                                        \
    "DELETE FROM " table " WHERE (" key ") IN (SELECT " key " FROM " table " WHERE day < $1 ORDER BY day, " key        \
    " LIMIT $2) RETURNING 1"

/* What a statement does. */
enum store_does {
    STORE_READS,
    STORE_WRITES, /* if it is asked for rows (store_run), it returns one for each row that it touched */
    STORE_ROWS, /* writes one row; the same statement in PostgreSQL takes many rows at once, as an array of each column */
};

/* X(name, what it does, statement), or X(name, what it does, SQLite's, PostgreSQL's) */
#define STORE_STATEMENTS(X)                                                                                                 \
    /* tables: the key of a new one, if neither its id nor its code is taken */                                             \
    X(ASK_TABLE_FREE, READS, "SELECT coalesce((SELECT max(key) FROM tbl), 0) + 1 WHERE " TABLE_IS_FREE,                     \
      "SELECT nextval('tbl_key') WHERE " TABLE_IS_FREE)                                                                     \
    X(ASK_TABLE_ADD, WRITES,                                                                                                \
      "INSERT INTO tbl(key, id, code, version, status, listed, due, created, changed, summary)"                             \
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")                                                                  \
    X(ASK_TABLE_STATE, READS, "SELECT key, version, status, listed, due FROM tbl WHERE id = $1")                            \
    /* SQLite writes every index of a column that is set, even to what it was: one statement leaves these columns alone */  \
    X(ASK_TABLE_TOUCH, ROWS,                                                                                                \
      "UPDATE tbl SET version = $2, changed = $3, summary = $4 WHERE key = $1 AND version = $8", NULL)                      \
    X(ASK_TABLE_CHANGE, ROWS,                                                                                               \
      "UPDATE tbl SET version = $2, changed = $3, summary = $4, status = $5, listed = $6, due = $7 WHERE key = $1 "         \
      "AND version = $8",                                                                                                   \
      "UPDATE tbl SET version = u.version, changed = u.changed, summary = u.summary, status = u.status,"                    \
      " listed = u.listed, due = u.due FROM unnest($1, $2, $3, $4, $5, $6, $7)"                                             \
      " u(key, version, changed, summary, status, listed, due) WHERE tbl.key = u.key")                                      \
    X(ASK_TABLE_GET, READS, "SELECT " TABLE_ROW " FROM tbl WHERE id = $1")                                                  \
    X(ASK_TABLE_FIND, READS, "SELECT id FROM tbl WHERE code = $1")                                                          \
    X(ASK_TABLES_LOBBY, READS,                                                                                              \
      "SELECT " TABLE_ROW " FROM tbl WHERE status = 0 AND listed = 1 ORDER BY created DESC, key DESC LIMIT $1")             \
    X(ASK_TABLES_PLAYER, READS,                                                                                             \
      "SELECT " TABLE_ROW " FROM seat JOIN tbl ON tbl.key = seat.tbl WHERE player = $1"                                     \
      " ORDER BY status = 2, created DESC, key DESC LIMIT $2")                                                              \
    X(ASK_TABLES_DUE, READS, "SELECT " TABLE_ROW " FROM tbl WHERE due > 0 AND due <= $1 ORDER BY due, key LIMIT $2")        \
    X(ASK_TABLES_ALL, READS,                                                                                                \
      "SELECT " TABLE_ROW ", key, " TABLE_BYTES ", (SELECT group_concat(player, ' ') FROM seat WHERE tbl = key)"            \
      " FROM tbl WHERE key > $1 ORDER BY key LIMIT $2",                                                                     \
      "SELECT " TABLE_ROW ", key, " TABLE_BYTES ", (SELECT string_agg(player, ' ') FROM seat WHERE seat.tbl = key)"         \
      " FROM tbl WHERE key > $1 ORDER BY key LIMIT $2")                                                                     \
    X(ASK_NEXT_DUE, READS, "SELECT due FROM tbl WHERE due > 0 ORDER BY due LIMIT 1")                                        \
    X(ASK_TABLES_COUNT, READS, "SELECT status, count(*) FROM tbl GROUP BY status")                                          \
    X(ASK_TABLE_DROP, WRITES, "DELETE FROM tbl WHERE key = $1")                                                             \
    X(ASK_EVENT_ADD, ROWS,                                                                                                  \
      "INSERT INTO event(tbl, seq, at, kind, seat, actor, action, text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",           \
      "INSERT INTO event(tbl, seq, at, kind, seat, actor, action, text)"                                                    \
      " SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)")                                                              \
    /* 7, 8, 16, 18: MOVE, BACK, TURN, GONE */                                                                              \
    X(ASK_EVENT_STALE, ROWS,                                                                                                \
      "UPDATE event SET kind = 18, text = x'' WHERE tbl = $1 AND seq IN (SELECT e.seq FROM event AS e JOIN"                 \
      " (SELECT seat, max(seq) AS last FROM event WHERE tbl = $1 AND seq > $2 AND seq <= $3"                                \
      " AND kind IN (8, 16) GROUP BY seat) AS anew ON anew.seat = e.seat AND e.seq < anew.last"                             \
      " WHERE e.tbl = $1 AND e.seq > $2 AND e.seq <= $3 AND e.kind IN (7, 8, 16))",                                         \
      "UPDATE event e SET kind = 18, text = '' FROM unnest($1, $2, $3) u(key, low, high)"                                   \
      " WHERE e.tbl = u.key AND e.seq > u.low AND e.seq <= u.high AND e.kind IN (7, 8, 16) AND e.seq <"                     \
      " (SELECT max(x.seq) FROM event x WHERE x.tbl = u.key AND x.seq > u.low AND x.seq <= u.high"                          \
      " AND x.kind IN (8, 16) AND x.seat = e.seat)")                                                                        \
    X(ASK_EVENTS_GET, READS,                                                                                                \
      "SELECT e.seq, e.at, e.kind, e.seat, e.actor, e.action, e.text FROM tbl JOIN event e ON e.tbl = tbl.key"              \
      " WHERE tbl.id = $1 AND e.seq > $2 ORDER BY e.seq")                                                                   \
    X(ASK_EVENT_HAS, READS,                                                                                                 \
      "SELECT 1 FROM tbl JOIN event e ON e.tbl = tbl.key"                                                                   \
      " WHERE tbl.id = $1 AND e.actor = $2 AND e.action = $3 AND e.action <> ''")                                           \
    /* 12: CHAT */                                                                                                          \
    X(ASK_EVENTS_UNSAY, WRITES,                                                                                             \
      "UPDATE event SET text = $3 WHERE tbl = $1 AND kind = 12 AND ($2 = '' OR actor = $2) AND text <> $3 RETURNING "       \
      "1")                                                                                                                  \
    X(ASK_EVENTS_DROP, WRITES, "DELETE FROM event WHERE tbl = $1")                                                          \
    X(ASK_SEAT_ADD, WRITES, "INSERT INTO seat(tbl, player) VALUES ($1, $2) ON CONFLICT DO NOTHING")                         \
    X(ASK_SEATS_DROP, WRITES, "DELETE FROM seat WHERE tbl = $1")                                                            \
    /* names; secrets; nonces; by which request tokens were ended */                                                        \
    X(ASK_NAME_GET, READS, "SELECT name FROM player WHERE player = $1")                                                     \
    X(ASK_NAME_SET, WRITES,                                                                                                 \
      "INSERT INTO player(player, name, at) VALUES ($1, $2, $3)"                                                            \
      " ON CONFLICT (player) DO UPDATE SET name = excluded.name, at = excluded.at")                                         \
    X(ASK_NAME_DROP, WRITES, OF_PLAYER("player"))                                                                           \
    X(ASK_NAMES_ALL, READS, "SELECT player, name, at FROM player WHERE player > $1 ORDER BY player LIMIT $2")               \
    X(ASK_KEY_GET, READS, "SELECT value FROM meta WHERE key = $1")                                                          \
    X(ASK_KEY_ADD, WRITES, "INSERT INTO meta(key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")                           \
    /* not while another server lives, which would go on with the old one: $3 is the own one */                             \
    X(ASK_KEY_SET, WRITES, "INSERT INTO meta(key, value) SELECT $1, $2 WHERE $3 >= 0" KEY_IS_SET,                           \
      "INSERT INTO meta(key, value) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM node WHERE node <> $3"                    \
      " AND seen > clock_timestamp() - interval '6 s')" KEY_IS_SET)                                                         \
    X(ASK_NONCE_USE, WRITES,                                                                                                \
      "INSERT INTO word(word, until, request) VALUES ($1, $2, $3) ON CONFLICT (word)"                                       \
      " DO UPDATE SET until = excluded.until, request = excluded.request WHERE word.until < $4 RETURNING 1")                \
    X(ASK_NONCE_BY, READS, "SELECT request FROM word WHERE word = $1")                                                      \
    X(ASK_EPOCH_GET, READS, "SELECT era FROM era WHERE player = $1")                                                        \
    X(ASK_EPOCH_END, WRITES,                                                                                                \
      "INSERT INTO era(player, era, request, until) SELECT $1, $2 + 1, $3, $4"                                              \
      " WHERE $2 = 0 OR EXISTS (SELECT 1 FROM era WHERE player = $1)"                                                       \
      " ON CONFLICT (player) DO UPDATE SET era = era.era + 1, request = excluded.request, until = excluded.until"           \
      " WHERE era.era = $2 RETURNING era")                                                                                  \
    X(ASK_ENDED_BY, READS, "SELECT era, request, until FROM era WHERE player = $1")                                         \
    X(ASK_BYTES, READS,                                                                                                     \
      "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, "                    \
      "pragma_page_size",                                                                                                   \
      "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"                                          \
      " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'")                                             \
    /* games of the day */                                                                                                  \
    X(ASK_BEGUN_ADD, WRITES,                                                                                                \
      "INSERT INTO begun(player, day, part, id, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1")        \
    X(ASK_BEGUN_GET, READS, "SELECT id FROM begun WHERE player = $1 AND day = $2 AND part = $3")                            \
    X(ASK_RESULT_ADD, WRITES,                                                                                               \
      "INSERT INTO result(player, day, part, rank, points, against, name, at) VALUES ($1, $2, $3, $4, $5, $6, $7, "         \
      "$8) ON CONFLICT DO NOTHING RETURNING 1")                                                                             \
    X(ASK_RESULT_GET, READS,                                                                                                \
      "SELECT r.player, r.name, r.rank, r.points, r.against, r.at, " BETTER_RESULTS                                         \
      " FROM result r WHERE r.player = $1 AND r.day = $2 AND r.part = $3")                                                  \
    X(ASK_RESULTS, READS,                                                                                                   \
      "SELECT r.player, r.name, r.rank, r.points, r.against, r.at, 0 FROM result r WHERE r.day = $1"                        \
      " AND r.part = $2 ORDER BY r.rank, r.at, r.player LIMIT $3")                                                          \
    X(ASK_RESULTS_CIRCLE, READS,                                                                                            \
      "SELECT m.player, m.name, r.rank, r.points, r.against, r.at, 0 FROM (SELECT player, name FROM member"                 \
      " WHERE circle = $1 ORDER BY number, at, player LIMIT $2) m LEFT JOIN result r ON r.player = m.player"                \
      " AND r.day = $3 AND r.part = $4 ORDER BY r.rank IS NULL, r.rank, r.at, m.player")                                    \
    X(ASK_STANDINGS, READS,                                                                                                 \
      "SELECT g.day, g.part, g.id, r.rank, r.points, r.against, " BETTER_RESULTS                                            \
      " FROM begun g LEFT JOIN result r ON r.player = g.player AND r.day = g.day AND r.part = g.part"                       \
      " WHERE g.player = $1 AND g.day >= $2 AND g.day <= $3")                                                               \
    X(ASK_CROWDS, READS, "SELECT day, part, count(*) FROM result WHERE day >= $1 AND day <= $2 GROUP BY day, part")         \
    X(ASK_ANSWER_ADD, WRITES,                                                                                               \
      "INSERT INTO answer(player, day, seq, correct, claim, at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO "            \
      "NOTHING RETURNING 1")                                                                                                \
    X(ASK_ANSWERS, READS, "SELECT seq, correct, claim FROM answer WHERE player = $1 AND day = $2 ORDER BY seq")             \
    /* circles: their members in the order they came */                                                                     \
    X(ASK_CIRCLE_ADD, WRITES,                                                                                               \
      "INSERT INTO circle(id, name, until) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET until = excluded.until "      \
      "RETURNING 1")                                                                                                        \
    X(ASK_CIRCLE_RENAME, WRITES, "UPDATE circle SET name = $2, until = $3 WHERE id = $1 RETURNING 1")                       \
    X(ASK_CIRCLE_MOVE, WRITES, "UPDATE circle SET id = $2 WHERE id = $1 RETURNING 1")                                       \
    X(ASK_CIRCLE_TOUCH, WRITES, "UPDATE circle SET until = $2 WHERE id = $1 RETURNING 1")                                   \
    X(ASK_CIRCLE_LOCK, WRITES, "UPDATE circle SET until = until WHERE id = $1 RETURNING 1")                                 \
    X(ASK_CIRCLE_END, WRITES,                                                                                               \
      "DELETE FROM circle WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM member WHERE circle = $1"                             \
      " AND player <> $2) RETURNING 1")                                                                                     \
    X(ASK_CIRCLES_END, WRITES,                                                                                              \
      "DELETE FROM circle WHERE id IN (SELECT circle FROM member WHERE player = $1) AND NOT EXISTS (SELECT 1 FROM "         \
      "member m WHERE m.circle = circle.id AND m.player <> $1) RETURNING 1")                                                \
    X(ASK_CIRCLES_KEEP, WRITES,                                                                                             \
      "UPDATE circle SET until = $3 WHERE id IN (SELECT circle FROM member WHERE player = $1 AND until < $2) "              \
      "RETURNING 1")                                                                                                        \
    /* only into a circle that is there */                                                                                  \
    X(ASK_MEMBER_ADD, WRITES,                                                                                               \
      "INSERT INTO member(circle, player, number, name, at, until) SELECT c.id, $2, (SELECT coalesce(max(number), "         \
      "-1) + 1 FROM member WHERE circle = c.id), $3, $4, $5"                                                                \
      " FROM circle c WHERE c.id = $1"                                                                                      \
      " ON CONFLICT (circle, player) DO UPDATE SET until = excluded.until RETURNING 1")                                     \
    X(ASK_MEMBER_DROP, WRITES, "DELETE FROM member WHERE circle = $1 AND player = $2 RETURNING 1")                          \
    X(ASK_MEMBERS_MOVE, WRITES, "UPDATE member SET circle = $2 WHERE circle = $1 RETURNING 1")                              \
    X(ASK_MEMBERS_KEEP, WRITES, "UPDATE member SET until = $3 WHERE until < $2 AND player = $1 RETURNING 1")                \
    X(ASK_CIRCLE_GET, READS,                                                                                                \
      "SELECT c.id, c.name, m.player, m.name FROM circle c JOIN member m ON m.circle = c.id WHERE c.id = $1"                \
      " ORDER BY m.number, m.at, m.player LIMIT $2")                                                                        \
    X(ASK_CIRCLES_OF, READS,                                                                                                \
      "SELECT c.id, c.name, m.player, m.name FROM member o JOIN circle c ON c.id = o.circle"                                \
      " JOIN member m ON m.circle = c.id WHERE o.player = $1 ORDER BY c.id, m.number, m.at, m.player")                      \
    X(ASK_CIRCLES_COUNT, READS,                                                                                             \
      "SELECT count(*), coalesce((SELECT name FROM player WHERE player = $1), '') FROM member WHERE player = $1")           \
    /* recovery cards */                                                                                                    \
    X(ASK_CARD_ADD, WRITES,                                                                                                 \
      "INSERT INTO card(hash, player, sealed, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1")              \
    X(ASK_CARD_GET, READS,                                                                                                  \
      "SELECT player, sealed, coalesce((SELECT era FROM era WHERE era.player = card.player), 0) FROM card"                  \
      " WHERE hash = $1")                                                                                                   \
    X(ASK_CARD_OF, READS, "SELECT count(*), max(at) FROM card WHERE player = $1")                                           \
    X(ASK_CARDS_DROP, WRITES, OF_PLAYER("card"))                                                                            \
    /* all that is kept of a player */                                                                                      \
    X(ASK_RESULT_FORGET, WRITES, OF_PLAYER("result"))                                                                       \
    X(ASK_BEGUN_FORGET, WRITES, OF_PLAYER("begun"))                                                                         \
    X(ASK_ANSWER_FORGET, WRITES, OF_PLAYER("answer"))                                                                       \
    X(ASK_MEMBER_FORGET, WRITES, OF_PLAYER("member"))                                                                       \
    X(ASK_ENDED_FORGET, WRITES, "UPDATE era SET request = '', until = 0 WHERE player = $1 RETURNING 1")                     \
    /* sweeping; nothing changed before it was made: PostgreSQL's index, which no turn changes, has the time it was made */ \
    X(ASK_TABLES_OLD, READS,                                                                                                \
      "SELECT key FROM tbl WHERE status <> 1 AND status = $1 AND changed < $2 ORDER BY changed, key LIMIT $3",              \
      "SELECT key FROM tbl WHERE status <> 1 AND status = $1 AND created < $2 AND changed < $2"                             \
      " ORDER BY changed, key LIMIT $3 FOR UPDATE SKIP LOCKED")                                                             \
    X(ASK_NAME_SWEEP, WRITES,                                                                                               \
      "DELETE FROM player WHERE player IN (SELECT p.player FROM player p WHERE p.at < $1"                                   \
      " AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.player = p.player) ORDER BY p.at, p.player LIMIT $2) RETURNING "      \
      "1")                                                                                                                  \
    X(ASK_NONCE_SWEEP, WRITES,                                                                                              \
      "DELETE FROM word WHERE word IN (SELECT word FROM word WHERE until < $1 ORDER BY until, word LIMIT $2) "              \
      "RETURNING 1")                                                                                                        \
    X(ASK_RESULT_SWEEP, WRITES, OF_OLD_DAYS("result", "player, day, part"))                                                 \
    X(ASK_BEGUN_SWEEP, WRITES, OF_OLD_DAYS("begun", "player, day, part"))                                                   \
    X(ASK_ANSWER_SWEEP, WRITES, OF_OLD_DAYS("answer", "player, day, seq"))                                                  \
    X(ASK_MEMBER_SWEEP, WRITES,                                                                                             \
      "DELETE FROM member WHERE (circle, player) IN (SELECT circle, player FROM member WHERE until < $1"                    \
      " ORDER BY until, circle, player LIMIT $2) RETURNING 1")                                                              \
    X(ASK_CIRCLE_SWEEP, WRITES,                                                                                             \
      "DELETE FROM circle WHERE id IN (SELECT id FROM circle WHERE until < $1"                                              \
      " AND NOT EXISTS (SELECT 1 FROM member m WHERE m.circle = circle.id) ORDER BY until, id LIMIT $2) RETURNING 1")       \
    X(ASK_CARD_SWEEP, WRITES,                                                                                               \
      "DELETE FROM card WHERE hash IN (SELECT c.hash FROM card c WHERE c.at < $1"                                           \
      " AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.player = c.player)"                                                    \
      " AND NOT EXISTS (SELECT 1 FROM player o WHERE o.player = c.player)"                                                  \
      " AND NOT EXISTS (SELECT 1 FROM result o WHERE o.player = c.player)"                                                  \
      " AND NOT EXISTS (SELECT 1 FROM begun o WHERE o.player = c.player)"                                                   \
      " AND NOT EXISTS (SELECT 1 FROM answer o WHERE o.player = c.player)"                                                  \
      " AND NOT EXISTS (SELECT 1 FROM member o WHERE o.player = c.player) ORDER BY c.at, c.hash LIMIT $2) RETURNING "       \
      "1")

enum store_statement {
#define X(name, does, ...) name,
    STORE_STATEMENTS(X)
#undef X
        STORE_STATEMENTS_N
};

/* The statement of an engine: STORE_SQLITE or STORE_POSTGRES of what stands behind `does`. */
#define STORE_FIRST_OF(sqlite, ...)            sqlite
#define STORE_SECOND_OF(sqlite, postgres, ...) postgres
#define STORE_SQLITE(...)                      STORE_FIRST_OF(__VA_ARGS__, )
#define STORE_POSTGRES(...)                    STORE_SECOND_OF(__VA_ARGS__, __VA_ARGS__, )

static inline enum store_does store_statement_does(enum store_statement i)
{
    static const enum store_does all[STORE_STATEMENTS_N] = {
#define X(name, does, ...) [name] = STORE_##does,
        STORE_STATEMENTS(X)
#undef X
    };
    return all[i];
}
static inline bool store_statement_writes(enum store_statement i) { return store_statement_does(i) != STORE_READS; }

/* A value of a statement. */
enum store_kind { VALUE_NUMBER, VALUE_TEXT, VALUE_BLOB };
struct store_value {
    const char *text; /* of a text, NUL-terminated, or of bytes */
    size_t n;         /* bytes */
    int64_t number;
    enum store_kind kind; /* always the same for the same value of a statement */
    bool null;            /* instead of a number */
};
enum { STORE_VALUES = 10 };
struct store_ask {
    enum store_statement statement;
    struct store_value value[STORE_VALUES]; /* [n] */
    int n;
};
/* A column of a row that a statement tells: text "" or number 0 if it is of the other kind. Texts and bytes are
 * NUL-terminated. */
struct store_cell {
    const char *text;
    size_t n; /* bytes */
    int64_t number;
    bool null, is_number;
};
enum { STORE_CELLS = 12 };

#endif
