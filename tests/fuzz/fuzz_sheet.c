/* fuzz_sheet.c -- sheets: any bytes, read as a file; see boards.h. */
#include "boards.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_board("sheet", data, size); }
