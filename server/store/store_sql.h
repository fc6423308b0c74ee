/* store_sql.h -- the statements that SQLite and PostgreSQL both understand, each once: games of the day, circles and recovery cards.
 * Parameters are $1, $2 ...; the casts tell PostgreSQL their types. A statement that writes returns a row for each row that it
 * touched. store_days.c and store_circles.c ask them by `store_ops.ask`; the tables are in store_schema.c and
 * store_postgres_schema.c. */
#ifndef SERVER_STORE_SQL_H
#define SERVER_STORE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#define T1               "CAST($1 AS text)"
#define T2               "CAST($2 AS text)"
#define T3               "CAST($3 AS text)"
#define T4               "CAST($4 AS text)"
#define T5               "CAST($5 AS text)"
#define T7               "CAST($7 AS text)"
#define N1               "CAST($1 AS bigint)"
#define N2               "CAST($2 AS bigint)"
#define N3               "CAST($3 AS bigint)"
#define N4               "CAST($4 AS bigint)"
#define N5               "CAST($5 AS bigint)"
#define N6               "CAST($6 AS bigint)"
#define N8               "CAST($8 AS bigint)"

#define BETTER_RESULTS   "(SELECT count(*) FROM result b WHERE b.day = r.day AND b.part = r.part AND b.rank < r.rank)"
#define OF_PLAYER(table) "DELETE FROM " table " WHERE player = " T1 " RETURNING 1"
#define OF_OLD_DAYS(table, key)                                                                                        \
    "DELETE FROM " table " WHERE (" key ") IN (SELECT " key " FROM " table " WHERE day < " N1 " ORDER BY day, " key    \
    " LIMIT " N2 ") RETURNING 1"

/* X(name, does it write?, statement) */
#define STORE_STATEMENTS(X)                                                                                            \
    /* games of the day */                                                                                             \
    X(ASK_BEGUN_ADD, true,                                                                                             \
      "INSERT INTO begun(player, day, part, id, at) VALUES (" T1 ", " N2 ", " T3 ", " T4 ", " N5                       \
      ") ON CONFLICT DO NOTHING RETURNING 1")                                                                          \
    X(ASK_BEGUN_GET, false, "SELECT id FROM begun WHERE player = " T1 " AND day = " N2 " AND part = " T3)              \
    X(ASK_RESULT_ADD, true,                                                                                            \
      "INSERT INTO result(player, day, part, rank, points, against, name, at) VALUES (" T1 ", " N2 ", " T3 ", " N4     \
      ", " N5 ", " N6 ", " T7 ", " N8 ") ON CONFLICT DO NOTHING RETURNING 1")                                          \
    X(ASK_RESULT_GET, false,                                                                                           \
      "SELECT r.player, r.name, r.rank, r.points, r.against, r.at, " BETTER_RESULTS                                    \
      " FROM result r WHERE r.player = " T1 " AND r.day = " N2 " AND r.part = " T3)                                    \
    X(ASK_RESULTS, false,                                                                                              \
      "SELECT r.player, r.name, r.rank, r.points, r.against, r.at, 0 FROM result r WHERE r.day = " N1                  \
      " AND r.part = " T2 " ORDER BY r.rank, r.at, r.player LIMIT " N3)                                                \
    X(ASK_RESULTS_CIRCLE, false,                                                                                       \
      "SELECT m.player, m.name, r.rank, r.points, r.against, r.at, 0 FROM (SELECT player, name FROM member"            \
      " WHERE circle = " T1 " ORDER BY number, at, player LIMIT " N2 ") m LEFT JOIN result r ON r.player = m.player"   \
      " AND r.day = " N3 " AND r.part = " T4 " ORDER BY r.rank IS NULL, r.rank, r.at, m.player")                       \
    X(ASK_STANDINGS, false,                                                                                            \
      "SELECT g.day, g.part, g.id, r.rank, r.points, r.against, " BETTER_RESULTS                                       \
      " FROM begun g LEFT JOIN result r ON r.player = g.player AND r.day = g.day AND r.part = g.part"                  \
      " WHERE g.player = " T1 " AND g.day >= " N2 " AND g.day <= " N3)                                                 \
    X(ASK_CROWDS, false,                                                                                               \
      "SELECT day, part, count(*) FROM result WHERE day >= " N1 " AND day <= " N2 " GROUP BY day, part")               \
    X(ASK_ANSWER_ADD, true,                                                                                            \
      "INSERT INTO answer(player, day, seq, correct, claim, at) VALUES (" T1 ", " N2 ", " N3 ", " N4 ", " T5 ", " N6   \
      ") ON CONFLICT DO NOTHING RETURNING 1")                                                                          \
    X(ASK_ANSWERS, false,                                                                                              \
      "SELECT seq, correct, claim FROM answer WHERE player = " T1 " AND day = " N2 " ORDER BY seq")                    \
    /* circles: their members in the order they came */                                                                \
    X(ASK_CIRCLE_ADD, true,                                                                                            \
      "INSERT INTO circle(id, name, until) VALUES (" T1 ", " T2 ", " N3                                                \
      ") ON CONFLICT (id) DO UPDATE SET until = excluded.until RETURNING 1")                                           \
    X(ASK_CIRCLE_RENAME, true, "UPDATE circle SET name = " T2 ", until = " N3 " WHERE id = " T1 " RETURNING 1")        \
    X(ASK_CIRCLE_MOVE, true, "UPDATE circle SET id = " T2 " WHERE id = " T1 " RETURNING 1")                            \
    X(ASK_CIRCLE_TOUCH, true, "UPDATE circle SET until = " N2 " WHERE id = " T1 " RETURNING 1")                        \
    X(ASK_CIRCLE_LOCK, true, "UPDATE circle SET until = until WHERE id = " T1 " RETURNING 1")                          \
    X(ASK_CIRCLE_END, true,                                                                                            \
      "DELETE FROM circle WHERE id = " T1 " AND NOT EXISTS (SELECT 1 FROM member WHERE circle = " T1                   \
      " AND player <> " T2 ") RETURNING 1")                                                                            \
    X(ASK_CIRCLES_END, true,                                                                                           \
      "DELETE FROM circle WHERE id IN (SELECT circle FROM member WHERE player = " T1                                   \
      ") AND NOT EXISTS (SELECT 1 FROM member m WHERE m.circle = circle.id AND m.player <> " T1 ") RETURNING 1")       \
    X(ASK_CIRCLES_KEEP, true,                                                                                          \
      "UPDATE circle SET until = " N3 " WHERE id IN (SELECT circle FROM member WHERE player = " T1 " AND until < " N2  \
      ") RETURNING 1")                                                                                                 \
    /* only into a circle that is there */                                                                             \
    X(ASK_MEMBER_ADD, true,                                                                                            \
      "INSERT INTO member(circle, player, number, name, at, until) SELECT c.id, " T2                                   \
      ", (SELECT coalesce(max(number), -1) + 1 FROM member WHERE circle = c.id), " T3 ", " N4 ", " N5                  \
      " FROM circle c WHERE c.id = " T1                                                                                \
      " ON CONFLICT (circle, player) DO UPDATE SET until = excluded.until RETURNING 1")                                \
    X(ASK_MEMBER_DROP, true, "DELETE FROM member WHERE circle = " T1 " AND player = " T2 " RETURNING 1")               \
    X(ASK_MEMBERS_MOVE, true, "UPDATE member SET circle = " T2 " WHERE circle = " T1 " RETURNING 1")                   \
    X(ASK_MEMBERS_KEEP, true, "UPDATE member SET until = " N3 " WHERE until < " N2 " AND player = " T1 " RETURNING 1") \
    X(ASK_CIRCLE_GET, false,                                                                                           \
      "SELECT c.id, c.name, m.player, m.name FROM circle c JOIN member m ON m.circle = c.id WHERE c.id = " T1          \
      " ORDER BY m.number, m.at, m.player LIMIT " N2)                                                                  \
    X(ASK_CIRCLES_OF, false,                                                                                           \
      "SELECT c.id, c.name, m.player, m.name FROM member o JOIN circle c ON c.id = o.circle"                           \
      " JOIN member m ON m.circle = c.id WHERE o.player = " T1 " ORDER BY c.id, m.number, m.at, m.player")             \
    X(ASK_CIRCLES_COUNT, false,                                                                                        \
      "SELECT count(*), coalesce((SELECT name FROM player WHERE player = " T1 "), '') FROM member WHERE player = " T1) \
    /* recovery cards */                                                                                               \
    X(ASK_CARD_ADD, true,                                                                                              \
      "INSERT INTO card(hash, player, sealed, at) VALUES (" T1 ", " T2 ", " T3 ", " N4                                 \
      ") ON CONFLICT DO NOTHING RETURNING 1")                                                                          \
    X(ASK_CARD_GET, false,                                                                                             \
      "SELECT player, sealed, coalesce((SELECT era FROM era WHERE era.player = card.player), 0) FROM card"             \
      " WHERE hash = " T1)                                                                                             \
    X(ASK_CARD_OF, false, "SELECT count(*), max(at) FROM card WHERE player = " T1)                                     \
    X(ASK_CARDS_DROP, true, OF_PLAYER("card"))                                                                         \
    /* by which request a word was used, or a player's tokens were ended last */                                       \
    X(ASK_WORD_BY, false, "SELECT request FROM word WHERE word = " T1)                                                 \
    X(ASK_ENDED_BY, false, "SELECT era, request, until FROM era WHERE player = " T1)                                   \
    /* all that is kept of a player */                                                                                 \
    X(ASK_RESULT_FORGET, true, OF_PLAYER("result"))                                                                    \
    X(ASK_BEGUN_FORGET, true, OF_PLAYER("begun"))                                                                      \
    X(ASK_ANSWER_FORGET, true, OF_PLAYER("answer"))                                                                    \
    X(ASK_MEMBER_FORGET, true, OF_PLAYER("member"))                                                                    \
    X(ASK_ENDED_FORGET, true, "UPDATE era SET request = '', until = 0 WHERE player = " T1 " RETURNING 1")              \
    /* sweeping */                                                                                                     \
    X(ASK_RESULT_SWEEP, true, OF_OLD_DAYS("result", "player, day, part"))                                              \
    X(ASK_BEGUN_SWEEP, true, OF_OLD_DAYS("begun", "player, day, part"))                                                \
    X(ASK_ANSWER_SWEEP, true, OF_OLD_DAYS("answer", "player, day, seq"))                                               \
    X(ASK_MEMBER_SWEEP, true,                                                                                          \
      "DELETE FROM member WHERE (circle, player) IN (SELECT circle, player FROM member WHERE until < " N1              \
      " ORDER BY until, circle, player LIMIT " N2 ") RETURNING 1")                                                     \
    X(ASK_CIRCLE_SWEEP, true,                                                                                          \
      "DELETE FROM circle WHERE id IN (SELECT id FROM circle WHERE until < " N1                                        \
      " AND NOT EXISTS (SELECT 1 FROM member m WHERE m.circle = circle.id) ORDER BY until, id LIMIT " N2               \
      ") RETURNING 1")                                                                                                 \
    X(ASK_CARD_SWEEP, true,                                                                                            \
      "DELETE FROM card WHERE hash IN (SELECT c.hash FROM card c WHERE c.at < " N1                                     \
      " AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.player = c.player)"                                               \
      " AND NOT EXISTS (SELECT 1 FROM player o WHERE o.player = c.player)"                                             \
      " AND NOT EXISTS (SELECT 1 FROM result o WHERE o.player = c.player)"                                             \
      " AND NOT EXISTS (SELECT 1 FROM begun o WHERE o.player = c.player)"                                              \
      " AND NOT EXISTS (SELECT 1 FROM answer o WHERE o.player = c.player)"                                             \
      " AND NOT EXISTS (SELECT 1 FROM member o WHERE o.player = c.player) ORDER BY c.at, c.hash LIMIT " N2             \
      ") RETURNING 1")

enum store_statement {
#define X(name, writes, sql) name,
    STORE_STATEMENTS(X)
#undef X
        STORE_STATEMENTS_N
};

/* Does it write? */
static inline bool store_statement_writes(enum store_statement i)
{
    static const bool all[STORE_STATEMENTS_N] = {
#define X(name, writes, sql) [name] = writes,
        STORE_STATEMENTS(X)
#undef X
    };
    return all[i];
}

/* A value of a statement: a text, or a number, or NULL. */
struct store_value {
    const char *text; /* NULL: it is none */
    int64_t number;
    bool null;
};
enum { STORE_VALUES = 8 };
struct store_ask {
    enum store_statement statement;
    struct store_value value[STORE_VALUES]; /* [n] */
    int n;
};
/* A column of a row that a statement tells: text "" or number 0 if it is of the other kind. */
struct store_cell {
    const char *text;
    int64_t number;
    bool null;
};
enum { STORE_CELLS = 8 };

#endif
