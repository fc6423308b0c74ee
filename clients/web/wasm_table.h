/* wasm_table.h -- a table of people (table/room.h) in the browser: one at a time, apart from the match
 * of wasm.h. Text goes in and out as there. The host keeps the list of events and feeds it;
 * what comes out are the objects of docs/protocol.md as one player, the viewer, gets them: the same bytes
 * that a server would send. People at one device have numbers from 1 (events kept before there could be
 * several know only 1); the viewer is who holds it. The host has the clock, the salt and the bots' time. */
#ifndef CLIENTS_WEB_WASM_TABLE_H
#define CLIENTS_WEB_WASM_TABLE_H

#include "wasm.h"

/* After tambo_table_begin(): the table is a new one, whose events are those of tambo_table_next(). in: a line with a salt of 64 hexadecimal digits; for each person
 * at the device a line `person NAME`, for each bot `bot LEVEL NAME`; then what is wished of the table (table/settings.h).
 * Refused if it cannot be so. Maps are made in tambo_lab.wasm alone. */
EXPORT int tambo_table_create(uint32_t n);

/* An empty table. From now on the one before is gone. */
EXPORT void tambo_table_begin(void);
/* From now on, until the next table begins, `person` is the viewer and not 1; 0: somebody who has no seat. */
EXPORT void tambo_table_viewer(int32_t person);
/* The next event (table/event.h), at: ms since 1970. in: the text; person: who did it, 0: nobody at this device.
 * out: a JSON list of objects for the viewer. Those that tell how something stands are left out if `past`.
 * Refused if the event does not fit here: then there is no table any more. */
EXPORT int tambo_table_event(int32_t kind, int32_t seat, double at, int32_t person, int32_t past, uint32_t n);
/* How things stand for the viewer that have no number, as a list of objects. */
EXPORT int tambo_table_standing(void);

/* May the seat (from 0) do these lines, instead of what it did in this round? in: lines without the seat. */
EXPORT int tambo_table_may(int32_t seat, uint32_t n);
EXPORT int32_t tambo_table_may_back(int32_t seat);
/* What happens now by itself: its kind, or 0; its text is out, its seat tambo_table_who(), who did it tambo_table_person(). */
EXPORT int32_t tambo_table_next(double now);
/* The first seat, from 0, that a bot has to move for; -1: none. out: the bot's level. */
EXPORT int32_t tambo_table_bot(void);
EXPORT int32_t tambo_table_who(void);
EXPORT int32_t tambo_table_person(void);
EXPORT int32_t tambo_table_plain(void);  /* its settings, for tambo_plain() */
EXPORT double tambo_table_due(void);     /* when time is up; 0: never */
EXPORT int32_t tambo_table_status(void); /* 0 open, 1 playing, 2 over */
EXPORT int32_t tambo_table_acts(int32_t seat);
EXPORT int tambo_table_state(int32_t seat);      /* bytes of the position as the seat, from 0, knows it */
EXPORT int32_t tambo_table_points(int32_t seat); /* the total of tambo_items(), as the seat, from 0, knows its own */
EXPORT int tambo_table_view(int32_t seat);       /* JSON, as `tambo view`; seat from 0 */
EXPORT int tambo_table_result(void);             /* JSON, as `tambo replay` */

/* The record: begin, then all events again (they tell nothing), then end. */
EXPORT void tambo_table_record_begin(int32_t over);
EXPORT int tambo_table_record_end(void);

#endif
