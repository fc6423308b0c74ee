/* tiwanaku.h -- the state of Tiwanaku and what its files share:
 *   tiwanaku.c        the contract: set-up, legal moves, objections, scores, views
 *   tiwanaku_turn.c   what a move does and what follows from it
 *   tiwanaku_walk.c   where pawns can go: movement, trails
 *   tiwanaku_deal.c   the tiles with arrows: stacks, deals, chance
 *   tiwanaku_words.c  moves, views and pictures as text
 *   tiwanaku_tell.c   what happened, in sentences
 * (tiwanaku_hint.c, what can be concluded, has its own header.)
 *
 * 1. placed, planted: spaces with a tile, with a crop. seen_*: those whose terrain
 *    or crop was announced; more than placed only while a `give` is open (COO-6).
 * 2. terrain[] and crop[] hold the whole map in a state that knows it; in an open
 *    state (a client's, or redacted) they are 0 wherever nothing was announced.
 * 3. step says what must happen next; phase and acting follow from it.
 * 4. Whatever the map or a stack tells comes as a fact, so an open state goes
 *    through the same steps as one that knows. */
#ifndef GAMES_TIWANAKU_H
#define GAMES_TIWANAKU_H

#include "../core/bits.h"
#include "scenario.h"

enum { COMPETITIVE, SOLO_EASY, SOLO_HARD, COOP_EASY, COOP_NORMAL, COOP_EXPERT };
enum { OTOMA = 4, SIDES = 5 };          /* side[0..3]: the seats; coop: the group is side[0] */
enum { TILES = 62, UNKNOWN_TILE = 63 }; /* SOL-3; tile numbers are 0-61 */
enum { UP, RIGHT, DOWN, LEFT };
enum { STACKS = 16, STACK_MAX = 17 }; /* stack = seat * 4 + terrain - 1; solo uses seat 0 */
enum { NOWHERE = 63 };
enum { TIW_RULES = 2 };                          /* the newest version of the rules */
enum { TIW_START = 10 };                         /* points (TIW-4) */
enum { IDLE_COMPETITIVE = 100, IDLE_SOLO = 20 }; /* TIW-20, SOL-11 */

/* A party that scores; for seats also whose pawns (coop with 4: a pair's). */
struct party {
    uint64_t pawns;    /* on the board */
    int16_t score;     /* TIW-4 */
    uint8_t supply;    /* pawns not on the board */
    uint8_t offerings; /* bit v for an offering of level v */
    uint8_t stone[4];  /* levels, by terrain - 1 (TIW-5) */
};

/* What must happen next. */
enum step {
    STEP_SETUP,  /* chance: who begins, stacks, deals */
    STEP_SPEND,  /* coop: spend a tile (COO-4) */
    STEP_ACT,    /* Explore or Divine */
    STEP_DIVINE, /* go on divining, offer or end; solo: go on */
    STEP_OFFER,  /* offer or end */
    STEP_FINAL,  /* final divinations (TIW-18) */
    STEP_CHOOSE, /* solo-hard: which Otoma pawn moves (SOL-5) */
    STEP_NEXT,   /* coop: which of the equally near Otoma pawns moves (COO-7) */
    STEP_GIVE,   /* coop: who gives the tile (COO-6) */
    STEP_FACTS,  /* from here on facts */
    STEP_TERRAIN = STEP_FACTS,
    STEP_CROP,
    STEP_ARROW, /* solo: the arrow of the tile just placed */
    STEP_OTOMA, /* an Otoma pawn moves */
    STEP_SPENT, /* coop: the arrow of the tile just spent */
    STEP_OVER,
};

/* Who is finding out about `space`. */
enum { BY_HUMAN, BY_OTOMA, BY_DIVINER };

struct tiwanaku {
    struct state head;
    struct party side[SIDES];
    uint64_t placed, planted; /* see 1. above */
    uint64_t seen_terrain, seen_crop;
    uint64_t chosen;      /* coop: Otoma pawns that still have to react (COO-7) */
#ifdef TAMBO_OTHER_LAYOUT /* for tests: a build whose states look like those of others, and are not */
    uint8_t crop[MAP_SPACES];
    uint8_t terrain[MAP_SPACES];
#else
    uint8_t terrain[MAP_SPACES]; /* 1-4, 0 unknown */
    uint8_t crop[MAP_SPACES];    /* 1-5, 0 unknown */
#endif
    uint8_t tile[MAP_SPACES];         /* solo: tile number + 1 of tiles the human placed, else 0 */
    uint8_t stack[STACKS][STACK_MAX]; /* tile numbers from the top; UNKNOWN_TILE; 0 once taken */
    uint8_t top[STACKS];              /* tiles taken from each stack */
    uint8_t height[STACKS];           /* tiles it had */
    uint8_t dealt;                    /* set-up: the stack being written down + 1, or 0 */
    uint8_t peek;                     /* a stack + 1 whose new top its owner has yet to see, or 0 (COO-3) */
    uint8_t left[4];                  /* tiles of each terrain not yet on the board (SCN-6) */
    uint8_t common[4];                /* coop: spent tiles in the common supply */
    uint8_t spent[4][4];              /* coop: arrows spent so far, by terrain - 1 and direction: public */
    uint8_t otoma[OTOMA_PAWNS];       /* where they start; solo: where they are, by colour */
    uint8_t otomas;                   /* how many of them play */
    uint8_t mode, cols, final_level;
    uint8_t open;     /* 1: this state does not know the map */
    uint8_t step;     /* enum step */
    uint8_t turn;     /* whose turn it is */
    uint8_t first;    /* who begins + 1, 0: not known yet */
    uint8_t idle;     /* turns in a row without a tile or crop placed */
    uint8_t busy;     /* 1: something was placed in this turn */
    uint8_t in;       /* final divinations: seats still in, as bits */
    uint8_t ender;    /* who began the final divinations */
    uint8_t last;     /* 1: last offers, the game ends then */
    uint8_t sweeping; /* SOL-11: the Otoma discover the rest */
    uint8_t space;    /* the space being found out about, or NOWHERE */
    uint8_t by;       /* BY_...: who does */
    uint8_t guess;    /* level named by the diviner */
    uint8_t pawn;     /* the Otoma pawn that moves: its space; or NOWHERE */
    uint8_t way;      /* its direction; coop: also the spent tile's */
    uint8_t landed;   /* where the human's movement ended, or NOWHERE */
    uint8_t spending; /* coop: the terrain whose top tile is being spent */
    uint8_t later;    /* version of the rules less 1: a state of rules 1 is what it always was */
    uint8_t pad[4];
    uint64_t began[2]; /* spaces that lay open at the start, and 0; beyond the rules: see game.beyond */
};
_Static_assert(sizeof(struct tiwanaku) == 656, "a Tiwanaku state is at most 1 KiB, without hidden padding");
_Static_assert(offsetof(struct tiwanaku, began) == 640, "no hidden padding, and nothing new in the hash");

/* Moves: verb, two small fields, two spaces. */
enum tiwanaku_verb {
    FIRST = 1, /* a: seat */
    TILE,      /* a: stack, b: tile, from: position, to: 1 for the last one */
    ENTER,     /* to */
    MOVE,      /* from, to */
    TAKE,      /* from */
    DIVINE,    /* from, a: level */
    OFFER,     /* a: levels as bits 1-5 */
    END,
    PASS,
    CHOOSE,       /* a: colour 1-5 */
    SPEND,        /* a: terrain - 1 */
    GIVE,         /* a: seat */
    NEXT,         /* from */
    FACT_TERRAIN, /* to, a: terrain */
    FACT_CROP,    /* to, a: level */
    FACT_ARROW,   /* to, b: tile */
    FACT_OTOMA,   /* from, to */
    FACT_SPENT,   /* a: direction */
    FACT_TOP,     /* a: stack, b: tile or UNKNOWN_TILE; for its owner only */
};

static inline Move tiw_move(unsigned verb, unsigned a, unsigned b, unsigned from, unsigned to)
{
    return (Move)verb | (Move)a << 8 | (Move)b << 16 | (Move)from << 24 | (Move)to << 30;
}
static inline unsigned tiw_verb(Move m) { return m & 255; }
static inline unsigned tiw_a(Move m) { return m >> 8 & 255; }
static inline unsigned tiw_b(Move m) { return m >> 16 & 255; }
static inline unsigned tiw_from(Move m) { return m >> 24 & 63; }
static inline unsigned tiw_to(Move m) { return m >> 30 & 63; }

static inline unsigned tiw_rules(const struct tiwanaku *t) { return t->later + 1u; }
static inline bool tiw_solo(const struct tiwanaku *t) { return t->mode == SOLO_EASY || t->mode == SOLO_HARD; }
static inline bool tiw_coop(const struct tiwanaku *t) { return t->mode >= COOP_EASY; }
static inline uint64_t tiw_all(const struct tiwanaku *t) { return bit((unsigned)t->cols * MAP_ROWS) - 1; }
static inline uint64_t tiw_unplaced(const struct tiwanaku *t) { return tiw_all(t) & ~t->placed; }
/* Whose pawns the seat plays: a pair shares them (COO-2). */
static inline int tiw_owner(const struct tiwanaku *t, int seat)
{
    return tiw_coop(t) && t->head.players == 4 ? seat & 1 : seat;
}
/* Whose score and offerings they are: the group has one set (COO-1). */
static inline int tiw_party(const struct tiwanaku *t, int seat) { return tiw_coop(t) ? 0 : seat; }
/* The seat's pawns that could divine: on terrain without crop (TIW-16). */
static inline uint64_t tiw_diviners(const struct tiwanaku *t, int seat)
{
    return t->side[tiw_owner(t, seat)].pawns & t->placed & ~t->planted;
}
static inline unsigned tiw_stack(int seat, unsigned terrain) { return (unsigned)seat * 4 + terrain - 1; }
static inline unsigned tiw_tiles_in(const struct tiwanaku *t, unsigned stack)
{
    return (unsigned)(t->height[stack] - t->top[stack]);
}
static inline unsigned tile_colour(unsigned tile) { return tile % 6; } /* SOL-3: 0 white ... 5 yellow */
unsigned deal_direction(const struct tiwanaku *, unsigned tile);       /* UP, RIGHT, DOWN, LEFT */
/* The box's tiles of a terrain 1-4: numbers from tile_base(t) to tile_base(t + 1) - 1. */
static inline unsigned tile_base(unsigned terrain)
{
    static const uint8_t base[] = {0, 0, 15, 32, 47, TILES};
    return base[terrain];
}

extern const struct game tiwanaku_game;

/* tiwanaku_walk.c */
uint64_t walk_enter(const struct tiwanaku *, int seat);                    /* where a new pawn can end */
uint64_t walk_move(const struct tiwanaku *, int seat, unsigned from);      /* where this pawn can end */
unsigned walk_otoma(const struct tiwanaku *, unsigned from, unsigned way); /* NOWHERE: it stays (SOL-6, SOL-7) */
/* One step of an Otoma pawn on a board of so many columns; over the edge it follows the trail, and *way is the direction
 * it comes in by. */
unsigned walk_step(unsigned cols, unsigned from, unsigned *way);

/* tiwanaku_deal.c */
uint32_t deal_legal(const struct tiwanaku *, Move *out);
const char *deal_objection(const struct tiwanaku *, Move);
void deal_apply(struct tiwanaku *, Move);
int deal_draw(const struct tiwanaku *, struct rng *, Move out[MAX_LINE_MOVES]);
/* Fills unknown tiles at random; known ones stay. */
void deal_imagine(struct tiwanaku *, struct rng *);

/* tiwanaku_turn.c */
void turn_begin_match(struct tiwanaku *); /* the last chance line was read */
void turn_apply(struct tiwanaku *, int seat, Move);
void turn_sync(struct tiwanaku *);              /* phase and acting from step */
unsigned turn_givers(const struct tiwanaku *);  /* seats that could give the tile, as bits */
bool turn_last_offer(const struct tiwanaku *);  /* is the Offer of now the seat's last one? TIW-18, SOL-10, COO-10 */
uint64_t turn_nearest(const struct tiwanaku *); /* Otoma pawns to react next, equally near */
enum { TIW_OFFER_2 = 1, TIW_OFFER_3 = 3, TIW_OFFER_4 = 6, TIW_OFFER_5 = 10 }; /* TIW-17 */
int turn_offer_value(unsigned offerings);                                     /* the same, of levels as bits */

/* tiwanaku_words.c */
void tiwanaku_words_space(const struct state *, unsigned space, struct out *);
/* The way of an Otoma pawn to a space on a board of so many columns, as JSON: [{"space":"a1"},{"space":"b1","out":"up",
 * "into":"down"},...]; out and into where a trail leads there. w: `9 a1 b4 up`. false if it is not
 * written like this or never gets there. */
bool tiwanaku_words_trail(struct words *, struct out *);
int tiwanaku_words_read(const struct state *, int seat, struct words *, Move out[MAX_LINE_MOVES], const char **why);
int tiwanaku_words_write(const struct state *, int seat, const Move *, int n, struct out *);
char tiwanaku_words_mark(Move);
void tiwanaku_words_show(const struct state *, struct out *);
void tiwanaku_words_print(const struct state *, int viewer, struct out *);

int tiwanaku_tell(const struct deed *, struct tale *out, int *n); /* tiwanaku_tell.c */

#endif
