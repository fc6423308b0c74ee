/* settings.h -- what a table was created with: read from what somebody wishes, kept as the text of
 * EVENT_CREATE, shown to everybody without what is secret. Knows the games' boards; asks neither
 * the clock nor the store.
 *
 * As text, one `key: value` a line, in this order; what a wish may leave out is in brackets:
 *
 *     tambo-table 1
 *     game: tiwanaku
 *     [mode: coop-easy]
 *     [seats: 3]
 *     [option NAME: 2]                 each in a line of its own
 *     [board: name tiny-1]             or `made long tricky g1`, `own`, in a wish also `made long tricky`
 *     [speed: relaxed]                 or `live SECONDS`, `days DAYS`
 *     [listed: yes]                    or `no`
 *     [hints: no]                      or `yes`, in a wish: clients give hints, unless the owner wants none
 *     [fairness: no]                   or `yes`, in a wish: hints and bots conclude from maps being fair (SCN-5)
 *     owner: HEX                       from here on not in a wish
 *     code: LETTERS
 *     salt: HEX
 *     [daily: 2026-11-16]              the owner's game of that day: nothing of it is told to others before that is over
 *     [promise: no]                    the game had begun before anything was promised (fair.h): not shown as fair
 *     [text: BYTES]                    in a wish too: the board, so many bytes from the next line on, and a LF */
#ifndef TABLE_SETTINGS_H
#define TABLE_SETTINGS_H

#include "../core/fair.h"
#include "../core/record.h"
#include "../puzzle/grade.h"
#include "event.h"

enum speed_kind { SPEED_LIVE, SPEED_RELAXED, SPEED_DAYS };
enum board_source { BOARD_NONE, BOARD_NAMED, BOARD_MADE, BOARD_OWN };

enum { SETTINGS_TEXT = 16384 }; /* bytes of the longest board as text; all settings together have less than two of it */

struct settings {
    const struct game *game;
    uint8_t mode;                /* index into game->modes */
    uint8_t seats;               /* 1..MAX_SEATS */
    int16_t option[MAX_OPTIONS]; /* as in struct setup */
    uint8_t source;              /* enum board_source */
    char name[64];               /* BOARD_NAMED */
    uint8_t cols;                /* BOARD_MADE: 5 or 9 */
    uint8_t grade;               /* BOARD_MADE */
    uint8_t maker;               /* BOARD_MADE: version of the generator */
    uint8_t speed;               /* enum speed_kind */
    uint32_t seconds;            /* a round or turn may take; 0: no limit */
    bool listed;                 /* in the lobby */
    bool hintless;               /* clients give no hints at this table */
    bool plain;                  /* hints and bots conclude nothing from maps being fair (SCN-5) */
    char owner[PLAYER_LEN + 1];  /* who created it */
    char code[CODE_LEN + 1];     /* for people */
    uint8_t salt[FAIR_SALT];     /* secret until the game is over */
    bool unpromised;             /* and then: nobody was promised it */
    int32_t day;                 /* of a game of the day: core/day.h; 0: it is none */
    char *text; /* the board as text, secret in Tiwanaku; memory_take(); NULL: built in, or not made yet */
};

/* From the text of a wish: NULL, or the sentence that says what is wrong; then there is nothing to
 * drop. Owner, code, salt and the text of a map that is to be made (BOARD_MADE) are not set. */
const char *settings_wish(struct settings *, const char *text, size_t n);
/* Makes the map of BOARD_MADE from the salt. Takes a while: for a worker thread. */
void settings_make(struct settings *);
/* The text of EVENT_CREATE, and back. read: false if it is not one. */
void settings_write(const struct settings *, struct out *);
bool settings_read(struct settings *, const char *text, size_t n);
void settings_drop(struct settings *);

/* `long tricky g1`, for core/fair; or NULL: no map was made. */
const char *settings_map(const struct settings *, char text[64]);
/* Parses the board into the set-up: NULL, or a sentence. */
const char *settings_board(const struct settings *, struct head *);
/* Members of a JSON object that everybody may see: game, mode, seats, board, options, speed, public, hints,
 * fairness if it is false, daily if it is one. */
void settings_show(const struct settings *, struct out *);
/* A name as people may have one (core/name.h), trimmed: NULL, or what is wrong. size > NAME_BYTES. */
const char *settings_name(const char *text, char *name, size_t size);

#endif
