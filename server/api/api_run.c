/* api_run.c -- see api.h: the puzzle of a day (games/run.h). Positions are answered one after the other, each once: the first answer
 * counts, and sending it again gives the same. With the last answer goes the result. */
#include "../../games/run.h"
#include "../base/must.h"
#include "api_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLAIM = 32, KEPT = 32 };

static const char unread[] = "The store could not be read.", unwritten[] = "The answer could not be stored.";

/* Positions that were wanted last: they are the same for everybody. */
struct runs {
    struct {
        int32_t day;
        int k;
        struct quiz quiz;
    } kept[KEPT];
    unsigned n; /* made so far */
};

static const struct quiz *position(struct ask *a, int32_t day, int k)
{
    struct runs *r = a->hall->runs;
    if (!r) r = a->hall->runs = must(calloc(1, sizeof *r));
    for (unsigned i = 0; i < KEPT && i < r->n; i++)
        if (r->kept[i].day == day && r->kept[i].k == k) return &r->kept[i].quiz;
    char date[DAY_TEXT];
    uint8_t secret[FAIR_SALT], salt[FAIR_SALT];
    day_write(day, date);
    daily_secret(a->hall->daily, day, secret);
    fair_day_salt(secret, &(struct fair_day){RUN_PART, date, 0, QUIZ_VERSION}, salt);
    unsigned i = r->n++ % KEPT;
    r->kept[i].day = day, r->kept[i].k = k;
    run_make(&r->kept[i].quiz, salt, k);
    return &r->kept[i].quiz;
}

/* The answers of one player so far. */
struct answers {
    char claim[RUN_LENGTH][CLAIM];
    bool right[RUN_LENGTH];
    int n, good;
};

/* Answers come in the order of their positions; none is left out. */
static void note_answer(void *ctx, int seq, bool correct, const char *claim)
{
    struct answers *s = ctx;
    if (seq != s->n || s->n == RUN_LENGTH) return;
    snprintf(s->claim[s->n], CLAIM, "%.31s", claim);
    s->right[s->n] = correct;
    s->good += s->right[s->n++];
}

static int find_answers(struct ask *a, int32_t day, struct answers *s)
{
    *s = (struct answers){.n = 0};
    return store_answers(a->hall->store, a->who.player, day, note_answer, s);
}

static bool reply_run(struct ask *a, int32_t day, const struct answers *s, int told)
{
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    out_key_int(o, "at", s->n);
    out_key_int(o, "of", RUN_LENGTH);
    if (told >= 0) {
        out_key(o, "verdict");
        run_tell(position(a, day, told), s->claim[told], strlen(s->claim[told]), o);
    }
    out_key(o, "position");
    if (s->n < RUN_LENGTH) run_show(position(a, day, s->n), o);
    else out_str(o, "null");
    out_key(o, "answers");
    out_char(o, '[');
    for (int i = 0; i < s->n; i++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "claim", s->claim[i]);
        out_key_bool(o, "right", s->right[i]);
        out_char(o, '}');
    }
    out_str(o, "]}");
    return api_reply_out(a, 200, o);
}

static struct store_part part_of(const struct ask *a, int32_t day)
{
    return (struct store_part){.player = a->who.player, .day = day, .part = RUN_PART};
}

/* Whoever answers the last position, or two servers at once, has a result. 0 or a negative errno. */
static int put_result(struct ask *a, int32_t day, const struct answers *s, const char *name)
{
    if (s->n < RUN_LENGTH) return 0;
    struct store_part part = part_of(a, day);
    struct store_result result = {
        .name = name[0] ? name : "?", .rank = -s->good, .points = s->good, .at = hall_now(a->hall)};
    return store_result_add(a->hall->store, &part, &result);
}

static bool answer(struct ask *a, int32_t day, struct answers *s, const char *claim)
{
    const struct quiz *q = position(a, day, s->n);
    enum quiz_verdict verdict;
    const char *why =
        strlen(claim) >= CLAIM ? "`claim` is a text like c3 crop 4." : run_judge(q, claim, strlen(claim), &verdict);
    if (why) return api_refuse(a, 400, "illegal", why);
    char name[128];
    if (store_name_get(a->hall->store, a->who.player, name, sizeof name)) return api_refuse_store(a, unread);
    int at = s->n;
    bool right = verdict == QUIZ_RIGHT;
    *s = (struct answers){.n = 0}; /* another server may have been faster */
    if (store_answer_add(a->hall->store, a->who.player, day, at, right, claim, hall_now(a->hall), note_answer, s))
        return api_refuse_store(a, unwritten);
    return put_result(a, day, s, name) ? api_refuse_store(a, unwritten) : reply_run(a, day, s, at);
}

/* Whoever begins makes something new, once. False: it has been answered. */
static bool begin(struct ask *a, int32_t day)
{
    char none[ID_LEN + 1];
    struct store_part part = part_of(a, day);
    int begun = store_begun_get(a->hall->store, &part, none);
    if (begun < 0) return api_refuse_store(a, unread);
    if (begun) return true;
    struct outcome is = actions_may_join(a->hall, &a->who);
    if (is.error) return api_refuse_outcome(a, is);
    if (api_keep_circles(a)) return api_refuse_store(a, unread);
    return !store_begun_add(a->hall->store, &part, "", hall_now(a->hall)) || api_refuse_store(a, unwritten);
}

/* What is read before an answer, in one request. */
static void fetch_run(struct ask *a, int32_t day, bool begins)
{
    struct store *store = a->hall->store;
    struct answers s;
    struct store_part part = part_of(a, day);
    char none[ID_LEN + 1], name[128];
    if (!store_gather(store)) return;
    find_answers(a, day, &s);
    store_name_get(store, a->who.player, name, sizeof name);
    if (begins) store_begun_get(store, &part, none), actions_gather(a->hall, &a->who);
    store_fetch(store);
}

bool api_post_run(struct ask *a, int32_t day)
{
    const char *claim = api_text(a, "claim");
    const json_t *at = json_object_get(a->body, "at");
    struct answers s;
    if (claim && !json_is_integer(at)) return api_refuse(a, 400, "json", "`at` is the number of a position, from 0.");
    api_introduce(a);
    fetch_run(a, day, !claim || json_integer_value(at) == 0);
    if (find_answers(a, day, &s)) return api_refuse_store(a, unread);
    if (!s.n && !begin(a, day)) return false;
    if (!claim) return reply_run(a, day, &s, -1);
    json_int_t k = json_integer_value(at);
    if (k < 0 || k > s.n || k >= RUN_LENGTH) return api_refuse(a, 409, "waiting", "That position comes later.");
    return k < s.n ? reply_run(a, day, &s, (int)k) : answer(a, day, &s, claim);
}
