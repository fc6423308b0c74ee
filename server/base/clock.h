/* clock.h -- what time it is, for deadlines. Not for rates and timeouts: those count with a
 * clock that knows no date (uv_hrtime, uv_now).
 *
 * Deadlines are kept as times of the day, as they outlive the server; but the system's clock may be set
 * while it runs. Then an hour must not pass at once for all who play, nor come twice. So this clock runs with the
 * monotonic clock, and is slewed towards the system's by a tenth of the elapsed time at most: it never goes back, and ten
 * seconds never take more than eleven or less than nine. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdint.h>

enum { CLOCK_BEND = 10 }; /* one part in so many is how fast it comes near */

struct clock {
    uint64_t steady; /* us of the monotonic clock when it was last read; 0: never */
    uint64_t time;   /* us since 1970 that it told then */
};

/* The time in us since 1970, when the two clocks of the system say this. */
uint64_t clock_read(struct clock *, uint64_t steady, uint64_t wall);
/* The two clocks of the system, in us. The steady one counts while the machine sleeps, too. */
uint64_t clock_steady(void);
uint64_t clock_wall(void);

#endif
