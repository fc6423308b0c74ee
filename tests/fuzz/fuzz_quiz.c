/* fuzz_quiz.c -- puzzles (puzzle/quiz.h, games/tiwanaku_quiz.h): the first line is an id, or a wish, the others are claims, all of
 * them any bytes. What is read is written the same; a verdict agrees with the maps that fit, and with what was found before.
 *
 * Of each technique and board only puzzles of some seeds are made, so that an input stays fast. */
#include "../../games/tiwanaku_quiz.h"
#include "common.h"

#include <stdio.h>
#include <string.h>

enum { SEEDS = 8, CLAIMS = 200, JSON = 1 << 16 };

struct input {
    struct quiz quiz;
    struct map known;
    char found[2048]; /* claims that were right, by LF */
    size_t length;
    int lines;
    bool made;
};

static bool fits(const struct quiz *q, const struct map *m)
{
    uint8_t tiles[MAP_TERRAINS + 1] = {0};
    for (int i = 0; i < map_spaces(m); i++) {
        if (q->shown.terrain[i] && q->shown.terrain[i] != m->terrain[i]) return false;
        if (q->shown.crop[i] && q->shown.crop[i] != m->crop[i]) return false;
        tiles[m->terrain[i]]++;
    }
    return !map_check(m) && !memcmp(tiles, q->tiles, sizeof tiles);
}

static void make(struct input *in, struct quiz_id id)
{
    id.seed %= SEEDS;
    quiz_make(&in->quiz, &id);
    in->known = in->quiz.shown;
    in->made = true;
    for (int k = 0; k < in->quiz.maps; k++) need(fits(&in->quiz, &in->quiz.map[k]), "a map does not fit");
}

static void read_id(struct input *in, const char *text, size_t n)
{
    struct quiz_id id, again;
    struct quiz_wish wish;
    char line[QUIZ_ID];
    struct out o = {.p = line, .size = sizeof line};
    if (quiz_read(&id, text, n)) {
        if (quiz_read_wish(&wish, text, n)) return;
        id = quiz_choose(&wish, n);
    }
    quiz_write(&id, &o);
    need(o.len <= sizeof line && !quiz_read(&again, line, o.len), "an id that was written is not read");
    bool same = id.kind == again.kind && id.cols == again.cols && id.what == again.what && id.seed == again.seed;
    need(same, "an id is read as another");
    make(in, id);
}

/* On how many of the maps that fit is the claim true? */
static int count(const struct quiz *q, const struct quiz_claim *c)
{
    int n = 0;
    for (int k = 0; k < q->maps; k++) n += (c->crop ? q->map[k].crop : q->map[k].terrain)[c->space] == c->value;
    return n;
}

static void need_chain(const struct quiz_answer *a, const struct quiz_claim *c)
{
    if (!a->steps) return;
    const struct deduce_step *last = &a->chain[a->steps - 1];
    need(last->spaces >> c->space & 1 && last->values >> c->value & 1, "the last step is about something else");
    if (a->verdict == QUIZ_RIGHT)
        need(last->what == (c->crop ? DEDUCED_CROP : DEDUCED_TERRAIN), "the last step does not decide it");
    else need(last->technique == DEDUCE_SUPPOSE, "the last step does not refute it");
}

/* The JSON of it names the same verdict. */
static void need_json(struct input *in, const char *text, size_t n, enum quiz_verdict verdict)
{
    static char json[JSON];
    char want[64];
    struct out o = {.p = json, .size = sizeof json};
    need(!tiwanaku_quiz_answer(&in->quiz, text, n, in->found, in->length, &o), "a claim is refused in JSON alone");
    need(o.len <= sizeof json, "an answer is longer than expected");
    int length = snprintf(want, sizeof want, "{\"verdict\":\"%s\"", quiz_verdicts[verdict]);
    need(!memcmp(json, want, (size_t)length), "JSON tells another verdict");
}

static void judge_claim(struct input *in, const char *text, size_t n)
{
    const struct quiz *q = &in->quiz;
    struct quiz_answer a;
    struct quiz_claim c;
    if (quiz_read_claim(&c, q, text, n)) return;
    quiz_answer(q, &in->known, &c, &a);
    int on = count(q, &c);
    bool certain = a.verdict == QUIZ_RIGHT || a.verdict == QUIZ_KNOWN;
    need(certain == (on == q->maps), "certain is what all maps have");
    need((a.verdict == QUIZ_IMPOSSIBLE) == (on == 0), "impossible is what none has");
    need(!a.counter == (certain || q->id.kind == QUIZ_WHOLE), "a counter-map is there just where it is wanted");
    if (a.counter) need(fits(q, a.counter), "a counter-map does not fit");
    if (a.counter) need((c.crop ? a.counter->crop : a.counter->terrain)[c.space] != c.value, "a counter-map agrees");
    need_chain(&a, &c);
    need_json(in, text, n, a.verdict);
    if (a.verdict != QUIZ_RIGHT || in->length + 16 > sizeof in->found) return;
    (c.crop ? in->known.crop : in->known.terrain)[c.space] = c.value;
    in->length += (size_t)snprintf(in->found + in->length, 16, "%c%d %s %d\n", 'a' + c.space % q->shown.cols,
                                   c.space / q->shown.cols + 1, c.crop ? "crop" : "terrain", c.value);
    need(quiz_judge(q, &in->known, &c) == QUIZ_KNOWN, "what was found is not known");
}

static bool feed(void *ctx, const char *line, size_t n)
{
    struct input *in = ctx;
    if (!in->lines++) read_id(in, line, n);
    else judge_claim(in, line, n);
    return in->made && in->lines < CLAIMS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct input in;
    static char json[JSON];
    struct out o = {.p = json, .size = sizeof json};
    memset(&in, 0, sizeof in);
    each_line(data, size, feed, &in);
    if (!in.made) return 0;
    tiwanaku_quiz_show(&in.quiz, true, &o);
    need(!tiwanaku_quiz_hint(&in.quiz, in.found, in.length, &o), "there is no hint after right claims");
    need(o.len <= sizeof json, "a puzzle is longer than expected");
    return 0;
}
