/* boards.h -- the fuzz targets for sheets and scenarios, which differ in the kind only. */
#ifndef TESTS_FUZZ_BOARDS_H
#define TESTS_FUZZ_BOARDS_H

#include "common.h"

/* Reads any bytes as a board of that kind. What is accepted must be written and read
 * again, and every game that uses it is played a little. */
int fuzz_board(const char *key, const uint8_t *data, size_t size);

#endif
