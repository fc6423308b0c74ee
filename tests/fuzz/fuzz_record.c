/* fuzz_record.c -- game records: any bytes, fed line by line as the command does. What
 * is accepted is worked and played on; its record as written must be read again with
 * the same hash, and be written the same again. */
#include "common.h"

#include <string.h>

static struct reading first, second;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!reading_run(&first, data, size)) return 0;
    const struct game *g = first.record.head.game;
    struct state *s = record_state(&first.record);
    uint64_t hash = match_hash(g, s, first.record.size);
    need(first.text.len <= first.text.size, "the record fits");
    need(reading_run(&second, (const uint8_t *)first.bytes, first.text.len), "what is written can be read");
    need(match_hash(g, record_state(&second.record), second.record.size) == hash, "... with the same hash");
    need(first.text.len == second.text.len && memcmp(first.bytes, second.bytes, first.text.len) == 0,
         "... and written the same");
    struct rng r = {hash};
    probe(g, g->modes[first.record.head.setup.mode].name, first.record.head.name, s, first.record.size, &r);
    play_on(&first.record.head, s, first.record.size, 40, &r);
    return 0;
}
