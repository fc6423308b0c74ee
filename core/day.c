/* day.c -- see day.h. */
#include "day.h"

enum { DAY_MS = 86400000, HOUR_MS = 3600000, FIRST_ZONE = 14, LAST_ZONE = 12, YEARS_400 = 146097 };

/* Days from 0000-03-01 to the first of March of that year; years that begin in March have the odd day at their end. */
static int32_t march(int32_t year) { return 365 * year + year / 4 - year / 100 + year / 400; }

/* Days of the year, which begins in March, before the m-th month, from 0. */
static int32_t months(int32_t m) { return (153 * m + 2) / 5; }

enum { EPOCH = 719468 }; /* 1970-01-01 */

static int32_t number(int32_t year, int32_t month, int32_t day)
{
    int32_t m = (month + 9) % 12;
    return march(year - (month < 3)) + months(m) + day - 1 - EPOCH;
}

static int32_t digits(const char *p, int n)
{
    int32_t v = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9') return -1;
        v = 10 * v + p[i] - '0';
    }
    return v;
}

bool day_read(const char *text, size_t n, int32_t *day)
{
    if (n != DAY_TEXT - 1 || text[4] != '-' || text[7] != '-') return false;
    int32_t y = digits(text, 4), m = digits(text + 5, 2), d = digits(text + 8, 2);
    if (y < 1970 || m < 1 || m > 12 || d < 1) return false;
    int32_t first = number(y, m, 1), next = m == 12 ? number(y + 1, 1, 1) : number(y, m + 1, 1);
    if (d > next - first) return false;
    *day = first + d - 1;
    return true;
}

void day_write(int32_t day, char text[DAY_TEXT])
{
    int32_t z = day + EPOCH, year = (int32_t)((int64_t)z * 400 / YEARS_400);
    while (march(year + 1) <= z) year++;
    while (march(year) > z) year--;
    int32_t rest = z - march(year), m = (5 * rest + 2) / 153, d = rest - months(m) + 1, month = m < 10 ? m + 3 : m - 9;
    year += month < 3;
    for (int i = 3; i >= 0; i--, year /= 10) text[i] = (char)('0' + year % 10);
    text[4] = text[7] = '-';
    text[5] = (char)('0' + month / 10), text[6] = (char)('0' + month % 10);
    text[8] = (char)('0' + d / 10), text[9] = (char)('0' + d % 10);
    text[10] = 0;
}

uint64_t day_opens(int32_t day)
{
    uint64_t begins = (uint64_t)day * DAY_MS, before = (uint64_t)FIRST_ZONE * HOUR_MS;
    return begins > before ? begins - before : 0;
}

uint64_t day_closes(int32_t day) { return ((uint64_t)day + 1) * DAY_MS + (uint64_t)LAST_ZONE * HOUR_MS; }

int32_t day_of(uint64_t ms) { return ms / DAY_MS > DAY_LAST ? DAY_LAST : (int32_t)(ms / DAY_MS); }
