/* fuzz_scenario.c -- scenarios: any bytes, read as a file (see boards.h) and as an id. */
#include "../../games/scenario_id.h"
#include "boards.h"

#include <string.h>

static void refused(const char *why) { need(why[strlen(why) - 1] == ']', "the sentence ends with a rule id"); }

/* An id that is accepted has one spelling. */
static void same(const struct out *o, const char *text, size_t n)
{
    need(o->len == n && memcmp(o->p, text, n) == 0, "an id is written as it was read");
}

static void whole(const char *text, size_t n)
{
    static char written[SCENARIO_ID + 1];
    struct out o = {.p = written, .size = sizeof written};
    struct board b = {{0}};
    const char *why = scenario_id_read(scenario_in(&b), text, n);
    need(why || scenario_id_is(text, n), "only what looks like an id is read as one");
    if (why) {
        refused(why);
        return;
    }
    scenario_id_write(scenario_in(&b), &o);
    need(o.len <= SCENARIO_ID, "there is room for every id");
    same(&o, text, n);
}

static void brief(const char *text, size_t n)
{
    char written[64];
    struct out o = {.p = written, .size = sizeof written};
    struct scenario_short id;
    const char *why = scenario_short_read(&id, text, n);
    need(why || scenario_short_is(text, n), "only what looks like a short id is read as one");
    if (why) {
        refused(why);
        return;
    }
    scenario_short_write(&id, &o);
    same(&o, text, n);
}

/* Either form, as the command and the web client take it. */
static void find(const char *text, size_t n)
{
    struct board b = {{0}};
    const char *why = scenario_find_id(scenario_in(&b), text, n);
    if (why) refused(why);
    else need(scenario_kind.check(&b) == NULL, "a map found by its id keeps the rules");
    if (!why && scenario_short_is(text, n))
        need(strncmp(scenario_in(&b)->name, text, n) == 0, "a map that was made is named by its id");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    whole(text, size);
    brief(text, size);
    find(text, size);
    return fuzz_board("scenario", data, size);
}
