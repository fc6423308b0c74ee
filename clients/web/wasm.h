/* wasm.h -- the interface of tambo.wasm: the pure folders for browsers, workers and
 * any other host of WebAssembly. The module needs no imports, allocates nothing and
 * holds one match at a time; a host that wants two makes two instances.
 *
 * Text goes in by writing n bytes of UTF-8 to tambo_in() before the call; text comes
 * out at tambo_out(), tambo_out_len() bytes, until the next call. Functions that can
 * be refused return 1, or 0 with the sentence that says why at tambo_out(), in the
 * words of the command line, rule id included. Nothing a host passes in makes the
 * module trap, except bytes of a state that no state has (tambo_join).
 *
 * Seats are numbered as in records, from 1; 0 is a spectator as a viewer, and chance
 * or a fact as the one who moves. Lines are lines of records (docs/rules/notation.md).
 * 64-bit numbers are BigInt in JavaScript. README.md shows how it is used there. */
#ifndef CLIENTS_WEB_WASM_H
#define CLIENTS_WEB_WASM_H

#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- text ---- */

EXPORT char *tambo_in(void);
EXPORT uint32_t tambo_in_size(void); /* n is at most this */
EXPORT const char *tambo_out(void);
EXPORT uint32_t tambo_out_len(void);
EXPORT uint32_t tambo_line(void); /* after a refused record or board: the line, from 1 */

/* ---- what there is ---- */

/* out: the name of this build (core/build.h). */
EXPORT int tambo_build(void);

/* JSON: {"maker": the version of the generator of maps (puzzle/make.h),"games":[{"name","title","rules","sealed","board","boards","modes","options","parts","numbers":{"pyramid":15,...}}],
 * "bots":[...]}. */
EXPORT int tambo_about(void);
/* in: `GAME NAME`. out: the text of that built-in sheet or scenario. */
EXPORT int tambo_board(uint32_t n);
/* in: a whole sheet or scenario. out: the same as the program writes it. */
EXPORT int tambo_check(uint32_t n);
/* in: a name for a player. out: the same without blanks around it. */
EXPORT int tambo_name(uint32_t n);
/* in: `9 a1 b4 up`: the columns of a board of Tiwanaku, where an Otoma pawn is and goes, the direction it sets out in. out: its
 * way as JSON (tiwanaku_words_trail). */
EXPORT int tambo_trail(uint32_t n);

/* ---- beginning a match ---- */

/* A record, in pieces of any size: begin, load..., end. Its header alone begins a new
 * match. From the first call on the match before is gone. load may be refused early. */
EXPORT void tambo_load_begin(void);
EXPORT int tambo_load(uint32_t n);
EXPORT int tambo_load_end(void);
/* Instead of load_end: the match as one viewer knows it. Loaded were the header's lines
 * without `--`, and without the board unless it is public. in: n bytes of a state, from
 * tambo_state() or one's own server, of the same tambo_build(). Such a match is
 * `open`: facts come from outside, as chance does, and it has no record. */
EXPORT int tambo_join(uint32_t n);

/* ---- the position ---- */

EXPORT int32_t tambo_phase(void); /* 0 play, 1 chance, 2 fact, 3 over; -1: no match */
EXPORT int32_t tambo_players(void);
EXPORT int32_t tambo_acts(int32_t seat);   /* may this seat move now? */
EXPORT uint64_t tambo_hash(void);          /* as in the result; 0: no match */
EXPORT uint32_t tambo_count(int32_t seat); /* of legal moves */
EXPORT int tambo_legal(int32_t seat);      /* as lines, in the game's order; 0: what NATURE may bring */
EXPORT int tambo_view(int32_t viewer);     /* JSON, as `tambo view` */
EXPORT int tambo_result(void);             /* JSON, as `tambo replay` */
EXPORT int tambo_record(void);             /* of the match so far; not of an open one */
EXPORT int tambo_open_head(void);          /* lines of the header for tambo_join(): without board and `--` */
EXPORT int tambo_state(int32_t viewer);    /* its bytes, redacted; not text */
EXPORT int tambo_redact(int32_t viewer);   /* the match itself: it is open from then on */
/* JSON: how a row of the score sheet counts, as far as the viewer knows it (match_items). */
EXPORT int tambo_items(int32_t viewer, int32_t row);
/* JSON: [{"name","from"}] (game.h, levels); [] where there are none. */
EXPORT int tambo_levels(void);
/* JSON, of Tiwanaku: what may be pencilled in (hint_show_marks). */
EXPORT int tambo_marks(int32_t viewer);
/* in: words. out: what each legal move of the seat that begins with them would bring its row as items count it, one number a
 * line, in the order of tambo_legal. */
EXPORT int tambo_gains(int32_t seat, uint32_t n);

/* ---- moving ---- */

/* in: a line, `2 write 7 e3` or `* roll 1 2 3`, whole or not at all; in an open match
 * also facts, `= crop c4 2` (`~ top 1 valley 7` for the owner of a stack). out: the lines
 * it adds to the record: itself and the facts that follow. */
EXPORT int tambo_apply(uint32_t n);
/* The same for one move as a number: for open matches, whose server tells of tiles that
 * the viewer may not know. Seat 0 in open matches only. */
EXPORT int tambo_move(int32_t seat, uint64_t move);
/* What the last line told, with the facts that followed it so far. JSON: {"more":false,"tales":[...]}, tales as
 * tale_show() writes them; more: it goes on with what was told of the line before, and stands for that, too. */
EXPORT int tambo_told(void);
/* Random numbers for draw and bots: those of game `number` of a simulation, from 0. */
EXPORT int tambo_seed(uint64_t seed, uint64_t number);
/* Chance is next: lets it happen. out: as apply. */
EXPORT int tambo_draw(void);
/* in: a bot's name. out: the line it would play for that seat, which acts. */
EXPORT int tambo_bot(int32_t seat, uint32_t n);
/* How long bots that search think about a move, from now on: so many playouts; 0: what is
 * usual for the bot. */
EXPORT void tambo_budget(uint32_t playouts);
/* Whether bots and hints conclude nothing from maps being fair (SCN-5), from now on. */
EXPORT void tambo_plain(uint32_t on);

/* ---- undo ---- */

enum { TAMBO_SLOTS = 16 };
/* Keeps the position in a slot, 0 to TAMBO_SLOTS - 1, and goes back to it. A slot is
 * empty again once a new match begins, or other moves were made from a position before it. */
EXPORT int tambo_save(uint32_t slot);
EXPORT int tambo_restore(uint32_t slot);

#endif
