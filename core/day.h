/* day.h -- days of the calendar, and how long each is going on anywhere on earth. A day is a number: how many after
 * 1970-01-01. Knows no clock: times are ms since 1970, UTC, and the caller's. For games of the day (table/settings.h,
 * server/hall/daily.h). */
#ifndef CORE_DAY_H
#define CORE_DAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DAY_TEXT = 11 /* bytes of "2026-11-16" and a NUL */, DAY_LAST = 2932896 /* 9999-12-31 */ };

/* `2026-11-16`; false if there is no such day from 1970 to 9999. */
bool day_read(const char *text, size_t n, int32_t *day);
void day_write(int32_t day, char text[DAY_TEXT]);
/* It begins first in UTC+14, and is over last in UTC-12: from opens on, and before closes, it is this day somewhere. */
uint64_t day_opens(int32_t day);
uint64_t day_closes(int32_t day);
/* The day in UTC. */
int32_t day_of(uint64_t ms);

#endif
