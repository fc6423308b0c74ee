/* game.h -- the one contract between the rules and everything else.
 *
 * A match is a value: a set-up and the list of moves made so far. State, view,
 * score, record, replay and undo are pure functions of it. Dice, hand-outs and
 * everything the hidden map reveals are moves too, made by the seat NATURE, so
 * replaying needs no random numbers and a client without the secret waits for a
 * revelation as it waits for a die.
 *
 * Every function here is pure: same arguments, same result; no allocation, no
 * input or output, no clock, no globals. The caller owns all memory. The same
 * source is compiled for the server and, as WebAssembly, for the browser.
 * tests/games/laws.c checks what is promised here for every game in games/games.c. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "invariant.h"
#include "out.h"
#include "rng.h"
#include "words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One step: a verb, dice, a value, up to five 6-bit spaces. The layout is
 * private to each game; 0 is never a move. */
typedef uint64_t Move;
#define NO_MOVE UINT64_C(0)

enum {
    MAX_SEATS = 100,
    MAX_OPTIONS = 4,
    MAX_PARTS = 4,
    MAX_LEVELS = 4,
    MAX_LINE_MOVES = 128, /* moves in one line of a record: `* pass` with 100 seats */
    BOARD_BYTES = 2048,   /* the largest parsed sheet or scenario */
    STATE_ALIGN = 16,     /* states live in memory aligned to this */
};

/* Seats that are not players. */
enum { NATURE = -1, WATCHER = -2 };

/* Who is next. CHANCE and FACT are both NATURE's: chance is drawn at random, a
 * fact follows from the set-up (in a state that knows the secret exactly one
 * move is legal then). */
enum phase { PHASE_PLAY, PHASE_CHANCE, PHASE_FACT, PHASE_OVER };

/* A set of seats. */
struct seats {
    uint64_t w[2];
};

static inline bool seats_has(struct seats s, int i) { return (i < 64 ? s.w[0] : s.w[1]) >> (i & 63) & 1; }
static inline bool seats_any(struct seats s) { return (s.w[0] | s.w[1]) != 0; }
static inline void seats_add(struct seats *s, int i) { s->w[i >> 6] |= UINT64_C(1) << (i & 63); }
static inline void seats_drop(struct seats *s, int i) { s->w[i >> 6] &= ~(UINT64_C(1) << (i & 63)); }
static inline struct seats seats_all(int n)
{
    struct seats s = {{n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1, n > 64 ? (UINT64_C(1) << (n - 64)) - 1 : 0}};
    return s;
}

/* A way to play, with the number of players it takes. */
struct mode {
    const char *name;
    uint8_t min, max;
    uint8_t rounds; /* it never lasts longer; 0: that is open */
};

/* One number a player may choose when creating a match. */
struct option {
    const char *name;
    int16_t min, max, usual;
};

/* A parsed sheet or scenario: what it holds is private to its board_kind. */
struct board {
    _Alignas(8) uint8_t raw[BOARD_BYTES];
};

/* How the boards of a game are written in files and records. The reader is fed
 * line by line, blank lines and comments included, without line ends and
 * without blanks at the end. Sentences returned are static English. */
struct board_kind {
    const char *key;   /* the line of a record: "sheet", "scenario" */
    const char *first; /* the first line of a file */
    /* Begin reading. */
    void (*begin)(struct board *);
    /* One line after the first: NULL, or what is wrong with this very line. */
    const char *(*line)(struct board *, const char *line, size_t n);
    /* May `end` stand here, or is a row of a grid due? */
    bool (*may_end)(const struct board *);
    /* The text is over: NULL, or which line is missing or does not fit the others. */
    const char *(*close)(struct board *);
    /* All lines are there: NULL, or which rule the whole breaks. */
    const char *(*check)(const struct board *);
    /* The whole text, first line included. */
    void (*write)(const struct board *, struct out *);
    /* The built-in board of that name for that game (NULL: of any game); false if there is none. */
    bool (*builtin)(struct board *, const char *game, const char *name, size_t n);
    /* The i-th built-in board's game and name; false behind the last. */
    bool (*list)(int i, const char **game, const char **name);
    /* Erase what players do not know at the start; such a board is good for
     * `open` set-ups only. */
    void (*veil)(struct board *);
};

/* What a match starts from. */
struct setup {
    uint8_t mode;                /* index into game->modes */
    uint8_t players;             /* 1..MAX_SEATS */
    uint8_t rules;               /* the version of the rules it is judged by, 1..game->rules */
    bool open;                   /* the board is veiled: a client's set-up */
    int16_t option[MAX_OPTIONS]; /* in the order of game->options */
    struct board board;
};

/* Every game's state begins with this head and contains no pointers and no
 * indeterminate padding: copying is memcpy, equality memcmp, undo keeping the
 * old copy, hashing a walk over the bytes. */
struct state {
    uint32_t moves;      /* applied since start, NATURE's included */
    uint16_t round;      /* rolls so far; Tiwanaku: turns completed */
    uint8_t players;     /* seats of the match */
    uint8_t phase;       /* enum phase */
    struct seats acting; /* who may move now; empty unless PHASE_PLAY */
};

/* One line of the score sheet. */
struct score {
    const char *who;         /* NULL: the seat of that number; else "otoma", "group" */
    const char *level;       /* solo level at the end, else NULL */
    int32_t total;           /* what counts */
    int32_t tie;             /* decides between equal totals: more is better */
    int32_t part[MAX_PARTS]; /* in the order of game->parts */
};

/* One reason for points: a line of the counting. */
struct item {
    uint8_t part;    /* index into game->parts */
    uint8_t what;    /* index into game->things: a run, a hut, a snake ... */
    int16_t points;  /* as the end would count this position */
    int16_t now;     /* as score() counts it: the same but for what a rule adds at the end only (TEM-9, COO-10) */
    int16_t number;  /* the value concerned, or 0 */
    uint64_t at;     /* the space of the thing itself, as a bit by the game's own numbers; 0: it has none */
    uint64_t spaces; /* those that are counted, as bits */
};
typedef void item_fn(void *ctx, const struct item *);

/* A constant of the rules by its name. */
struct number {
    const char *name;
    int32_t value;
};
/* Marks a text for the catalogues (tools/texts.mjs); with a plural: both forms, as two values. */
#define N_(text)       text
#define NN_(one, many) one, many

/* core/tale.h: what people are told. */
struct deed;
struct tale;

struct game {
    const char *name, *title;
    const char *round;              /* what state.round counts: "round" or "turn" */
    const char *help;               /* for a newcomer at a terminal: what one aims at, and the actions; lines end in LF;
                                   * in GAME_HELP(), as browsers go without */
    const struct mode *modes;       /* ends with a NULL name */
    const struct option *options;   /* ends with a NULL name; at most MAX_OPTIONS */
    const struct board_kind *board; /* NULL: the game needs none */
    const char *const *parts;       /* names of the parts of a score; ends with NULL */
    const char *const *things;      /* names of what items are for; ends with NULL */
    const char *const *signals;     /* players' ready-made words on it; `*`: a short word; ends with NULL. NULL: none */
    const struct number *numbers;   /* the rules' constants that clients show, the same in all versions of the rules;
                                   * ends with a NULL name */
    uint32_t max_legal;             /* no seat ever has more legal moves */
    bool sealed;    /* all act at once, and the moves of a round are told when all seats have finished it (PP-6) */
    uint8_t beyond; /* bytes at a state's end that no rule asks for, only hints and bots; not in the hash */
    uint8_t rules;  /* the newest version it knows: that of new matches; it knows all before */

    /* NULL if the version of the rules is known, and mode, players, options and board
     * fit together, else one sentence. A match keeps its version for ever.
     * Whatever it accepts never misbehaves later. */
    const char *(*refuse)(const struct setup *);
    /* Bytes one state of this set-up needs; a multiple of STATE_ALIGN. */
    size_t (*size)(const struct setup *);
    /* Writes the opening position over every byte of s. */
    void (*start)(struct state *s, const struct setup *);

    /* The seat's legal moves, each once, in a fixed order; returns how many. With
     * out NULL it only counts. Empty if the seat may not act. NATURE: what chance
     * or the map may bring next, as far as this state knows. */
    uint32_t (*legal)(const struct state *, int seat, Move *out);
    /* The k-th of them, 0 <= k < legal(s, seat, NULL). */
    Move (*nth)(const struct state *, int seat, uint32_t k);
    /* NULL if the move is among them, else the sentence that says why not, with
     * its rule id. Total: any seat, any number. The only gate for untrusted moves. */
    const char *(*objection)(const struct state *, int seat, Move);
    /* Makes a legal move, in place. Moves of seats acting together commute. */
    void (*apply)(struct state *, int seat, Move);
    /* PHASE_CHANCE: draws NATURE's next event, uniformly as the rules say: the
     * moves of one line of a record, to be applied in this order; returns how many.
     * Only between lines: not while a line is half applied. */
    int (*draw)(const struct state *, struct rng *, Move out[MAX_LINE_MOVES]);

    /* Lines of the score sheet, and each of them: any time, final when over. */
    int (*rows)(const struct state *);
    void (*score)(const struct state *, int row, struct score *out);
    /* The same as items, each given to fn, in a fixed order. The sums of `now` by part are
     * score()'s parts, at any time; those of `points` too when the match is over. */
    void (*count)(const struct state *, int row, item_fn *fn, void *ctx);
    /* The levels of a game for one, lowest first, and the points from which on each is
     * reached as this position is; returns how many, 0 where the mode has none. Fewer points
     * than the first asks for are the first all the same. score() gives a level by these. */
    int (*levels)(const struct state *, struct number out[MAX_LEVELS]);

    /* Erases what the seat (or WATCHER) may not know: the hidden map and stacks,
     * and moves of others that are still sealed, which are unmade. Idempotent.
     * Nothing is hidden when the match is over. */
    void (*redact)(struct state *, int viewer);
    /* The move as the viewer may know it, s being the state before it; NO_MOVE
     * while it is sealed (only if game->sealed): then it is due, with all others held back, as soon as
     * nobody acts in that round any more. So for every viewer
     * redact(apply(s, m)) == apply(redact(s), veil(m)) until the match is over: then
     * nothing is hidden, and a client needs the whole record to know it all. */
    Move (*veil)(const struct state *s, int seat, Move, int viewer);
    /* Fills what redact() erased with one random possibility, for bots. Moves that
     * were unmade stay unmade: redact() of the result changes nothing. */
    void (*imagine)(struct state *, int viewer, struct rng *);

    /* A line of a record without its first field. read: the moves it stands for
     * (one for a player), or 0 if the words are not of this game, with the
     * sentence in *why. write: the words, from m[0..n); returns how many moves
     * went into the line. mark: the first field of NATURE's line: '*' chance,
     * '=' fact, or '~' a fact for one seat only, never in a record. */
    int (*read)(const struct state *, int seat, struct words *, Move out[MAX_LINE_MOVES], const char **why);
    int (*write)(const struct state *, int seat, const Move *m, int n, struct out *);
    char (*mark)(Move);

    /* `c3`: one space, as the masks of items and of bots' reasons number it. */
    void (*space)(const struct state *, unsigned space, struct out *);
    /* What happened, in sentences: the first move of a deed, and as many of the facts behind it as
     * belong to it. Returns how many moves it told, at least 1; *n: the sentences, at most DEED_TALES,
     * none where nothing is worth one. Only tale_each() calls it: it adds the points. */
    int (*tell)(const struct deed *, struct tale *out, int *n);

    /* All the state holds, as members of a JSON object (out_key...). */
    void (*show)(const struct state *, struct out *);
    /* The position as plain text for a person at a terminal, seen from the seat, in the language of `out`;
     * in GAME_PRINT(), as browsers go without. */
    void (*print)(const struct state *, int viewer, struct out *);

    /* NULL, or which invariant does not hold. For tests and debug builds. */
    const char *(*broken)(const struct state *);
};

/* A set-up of a new match: the newest rules, the usual options; the rest is left as it is. */
static inline void setup_new(struct setup *u, const struct game *g)
{
    u->rules = g->rules;
    for (int i = 0; g->options[i].name; i++) u->option[i] = g->options[i].usual;
}

/* The level this many points reach, NULL where there are none. */
static inline const char *level_of(const struct number *level, int levels, int32_t points)
{
    const char *name = levels ? level[0].name : NULL;
    for (int i = 1; i < levels; i++)
        if (points >= level[i].value) name = level[i].name;
    return name;
}

/* games/games.c */
extern const struct game *const games[];             /* ends with NULL */
extern const struct board_kind *const board_kinds[]; /* ends with NULL */
const struct game *game_find(const char *name, size_t n);
/* NULL if the version is one of 1..newest, else the sentence for refuse(). */
const char *game_refuse_rules(int version, int newest);

#ifdef __wasm__ /* texts for programs that have a terminal; they cost bytes */
#define GAME_HELP(text) ""
#define GAME_PRINT(fn)  (1 ? NULL : (fn))
#else
#define GAME_HELP(text) text
#define GAME_PRINT(fn)  (fn)
#endif

#endif
