/* run.c -- see run.h. */
#include "run.h"

#include "tiwanaku_quiz.h"

enum { EASY = 600, HARD = 2200, TINY = 5 };

void run_make(struct quiz *q, const uint8_t salt[FAIR_SALT], int k)
{
    struct quiz_wish wish = {.kind = QUIZ_CERTAIN,
                             .cols = k < RUN_LENGTH / 2 ? TINY : MAP_COLS,
                             .rating = EASY + (HARD - EASY) * k / (RUN_LENGTH - 1)};
    struct quiz_id id = quiz_choose(&wish, fair_rng(salt, (uint32_t)k).x);
    quiz_make(q, &id);
}

void run_show(const struct quiz *q, struct out *o) { tiwanaku_quiz_show(q, false, o); }

const char *run_judge(const struct quiz *q, const char *claim, size_t n, enum quiz_verdict *verdict)
{
    struct quiz_claim c;
    const char *why = quiz_read_claim(&c, q, claim, n);
    if (why) return why;
    *verdict = quiz_judge(q, &q->shown, &c);
    return *verdict == QUIZ_KNOWN ? "This lies open already: say something that follows." : NULL;
}

void run_tell(const struct quiz *q, const char *claim, size_t n, struct out *o)
{
    if (tiwanaku_quiz_answer(q, claim, n, "", 0, o))
        out_str(o, "{}"); /* it was stored by a program that knew other claims */
}
