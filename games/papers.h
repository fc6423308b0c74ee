/* papers.h -- what the two dice games share (PP): the dice, handing out sheets
 * in a danger round, numbers held as bit planes, and their words.
 * temple.c and valley.c put their own sheets behind struct papers. */
#ifndef GAMES_PAPERS_H
#define GAMES_PAPERS_H

#include "sheet.h"

enum { PURPLE, GREEN, RED, DICE };
enum { SPECIAL = 6 }; /* the face that is no number: Penny, helper, danger */
enum { PAPERS_MULTI, PAPERS_SOLO };
enum { PAPERS_RULES = 2 }; /* the newest version of the rules */
enum { NINE = 9 };         /* the number that beats a mummy or a snake (TEM-8, VAL-2) */

/* The common front of a state. */
struct papers {
    struct state head;
    struct ground ground; /* of everybody's sheet */
    uint8_t face[DICE];   /* 1-5 or SPECIAL; 0: not rolled yet */
    uint8_t solo;         /* 1 in a game for one */
    uint8_t handed;       /* danger round: seats that hold a sheet already */
    uint8_t rolled;       /* the numbers' side is ready: 1 between roll and end of round */
    uint16_t numbers;     /* sums of number dice this round, bit v for v; Penny: 1..15 (PP-8) */
    uint8_t holds[100];   /* danger round: whose sheet each seat holds (solo: its own) */
    uint8_t later;        /* version of the rules less 1: a state of rules 1 is what it always was */
    uint8_t pad[3];
};

/* A set of spaces with a number 1-15 each, one bit of it per plane. Nothing written is
 * ever erased (PP-5); numbers_drop is for redact() alone. */
struct numbers {
    uint64_t plane[4];
};

static inline uint64_t numbers_all(const struct numbers *n)
{
    return n->plane[0] | n->plane[1] | n->plane[2] | n->plane[3];
}
static inline unsigned numbers_at(const struct numbers *n, unsigned space)
{
    return (unsigned)((n->plane[0] >> space & 1) | (n->plane[1] >> space & 1) << 1 | (n->plane[2] >> space & 1) << 2 |
                      (n->plane[3] >> space & 1) << 3);
}
static inline void numbers_put(struct numbers *n, unsigned space, unsigned value)
{
    uint64_t at = bit(space);
    n->plane[0] |= at & -(uint64_t)(value & 1);
    n->plane[1] |= at & -(uint64_t)(value >> 1 & 1);
    n->plane[2] |= at & -(uint64_t)(value >> 2 & 1);
    n->plane[3] |= at & -(uint64_t)(value >> 3 & 1);
}
static inline void numbers_drop(struct numbers *n, uint64_t spaces)
{
    for (unsigned k = 0; k < 4; k++) n->plane[k] &= ~spaces;
}
/* The spaces that hold this value, 1-15. */
static inline uint64_t numbers_equal(const struct numbers *n, unsigned value)
{
    const uint64_t *p = n->plane; /* -1 where the bit of value is 0: turns the plane round */
    return (p[0] ^ ((uint64_t)(value & 1) - 1)) & (p[1] ^ ((uint64_t)(value >> 1 & 1) - 1)) &
           (p[2] ^ ((uint64_t)(value >> 2 & 1) - 1)) & (p[3] ^ ((uint64_t)(value >> 3 & 1) - 1));
}
/* eq[v] for all v at once; eq[0]: no number. */
void papers_split(const struct numbers *, uint64_t eq[16]);

/* Moves: verb in bits 0-7, then three small fields, then up to five spaces of 6 bits. */
enum papers_verb { ROLL = 1, HAND, OWN_VERBS };

static inline Move move_make(unsigned verb, unsigned a, unsigned b, unsigned space)
{
    return (Move)verb | (Move)a << 8 | (Move)b << 16 | (Move)space << 24;
}
static inline unsigned move_verb(Move m) { return m & 255; }
static inline unsigned move_a(Move m) { return m >> 8 & 255; }
static inline unsigned move_b(Move m) { return m >> 16 & 255; }
static inline unsigned move_space(Move m) { return m >> 24 & 63; }

static inline unsigned papers_rules(const struct papers *p) { return p->later + 1u; }
static inline bool papers_danger(const struct papers *p) { return p->face[RED] == SPECIAL; }

size_t papers_size(const struct setup *, size_t sheet); /* sheet: bytes per seat */
const char *papers_refuse(const struct setup *, const char *game);
void papers_start(struct papers *, const struct setup *);

/* NATURE's half of the contract. */
uint32_t papers_legal(const struct papers *, Move *out);
Move papers_nth(const struct papers *, uint32_t k);
const char *papers_objection(const struct papers *, Move);
void papers_apply(struct papers *, Move);
int papers_draw(const struct papers *, struct rng *, Move out[MAX_LINE_MOVES]);
/* helper, danger: the words for the special faces of green and red */
int papers_read(const struct papers *, struct words *, const char *helper, const char *danger, Move *out,
                const char **why);
int papers_write(const struct papers *, const Move *, int n, const char *helper, const char *danger, struct out *);

/* Parts of the contract that are the same for both. */
static inline bool papers_acts(const struct state *s, int seat)
{
    return s->phase == PHASE_PLAY && seat >= 0 && seat < s->players && seats_has(s->acting, seat);
}
int papers_rows(const struct state *);
char papers_mark(Move);
void papers_space(const struct state *, unsigned space, struct out *);
Move papers_veil(const struct state *, int seat, Move, int viewer); /* PP-6 */
void papers_imagine(struct state *, int viewer, struct rng *);

/* May this seat act now? NULL, or why not. */
const char *papers_waiting(const struct papers *, int seat, const char *over);
/* The seat has finished its round; true if it was the last one. */
static inline bool papers_finish(struct papers *p, int seat)
{
    seats_drop(&p->head.acting, seat);
    return !seats_any(p->head.acting);
}
/* The round is over: on to the next roll, or the game ends. */
void papers_next(struct papers *, bool over);
/* Unmakes the count of a sealed seat's moves and lets it act again. */
void papers_unseal(struct papers *, int seat, unsigned moves);
const char *papers_broken(const struct papers *);

/* papers_tell.c: a chance line as a sentence; helper, danger: the words for the special faces, lost: what
 * is said where nobody has to draw the danger, or NULL. */
int papers_tell(const struct deed *, const char *helper, const char *danger, const char *lost, struct tale *);
/* Begins the tale of a seat's move with these forms, "who" filled in. */
void papers_tell_step(const struct deed *, const char *text, const char *own, struct tale *);
/* The same for the danger, drawn on the sheet that the seat holds: alone it is the own one. */
struct papers_danger_text {
    const char *alone[2];  /* text, own: where each has the own sheet */
    const char *others[3]; /* text, own, yours: with "whose" */
};
void papers_tell_danger(const struct deed *, const struct papers_danger_text *, struct tale *);
/* Adds a space of the sheet. */
void papers_tell_space(const struct deed *, const char *name, unsigned space, struct tale *);

/* JSON: grid, spaces, dice, holds. Then helpers for the sheets. */
void papers_show(const struct papers *, const char *helper, const char *danger, struct out *);
void papers_show_numbers(const struct papers *, const struct numbers *, struct out *);
void papers_show_set(const struct papers *, const char *key, uint64_t set, struct out *);
/* Text: the dice, as `dice:  purple 3   green lock   red 5` without a line end, once
 * they are rolled; what stands above the sheet that the seat holds in a danger round, false if it
 * holds none; and a sheet, four characters a space, cell() writing each. */
extern const char *const papers_dice[]; /* the names of their colours */
void papers_print_dice(const struct papers *, const char *helper, const char *danger, struct out *);
bool papers_print_held(const struct papers *, int seat, struct out *);
void papers_print_grid(const struct papers *, const void *sheet,
                       void (*cell)(const struct papers *, const void *sheet, unsigned space, struct out *),
                       struct out *);

#endif
