/* fuzz_verify.c -- records that claim fair dice (games/verify.h): any bytes; what is a legal record
 * with a promise that fits it, of which only chance lines can be wrong; and a game of its
 * kind played with fair dice, which is good as it is and with no other salt. */
#include "../../games/verify.h"
#include "common.h"

#include <string.h>

enum { EVENTS = 40 };

static struct verify v;
static struct reading first;
static struct position pos;
static char bytes[1 << 21];

static bool feed(void *ctx, const char *line, size_t n) { return verify_line(ctx, line, n); }

static bool verified(const char *text, size_t n)
{
    verify_begin(&v);
    each_line((const uint8_t *)text, n, feed, &v);
    if (verify_again(&v)) each_line((const uint8_t *)text, n, feed, &v);
    bool good = verify_end(&v);
    need(good == !v.fault, "a refusal has a sentence");
    if (good) return true;
    need(v.fault[strlen(v.fault) - 1] == ']', "the sentence ends with an id");
    need(v.fault_line >= 1 && v.fault_line <= (v.record.line > v.lines ? v.record.line
                                               : v.lines               ? v.lines
                                                                       : 1),
         "its line has been read");
    return false;
}

/* Line number `line`, from 1. */
static const char *line_at(const char *p, uint32_t line)
{
    while (--line) p = strchr(p, '\n') + 1;
    return p;
}

static void claim(const struct head *h, const uint8_t salt[FAIR_SALT], struct out *o)
{
    char text[FAIR_TEXT], commit[FAIR_HEX + 1];
    struct out t = {.p = text, .size = sizeof text};
    fair_text(h, NULL, &t);
    need(t.len <= t.size, "every text fits");
    fair_commit(salt, text, t.len, commit);
    fair_write(salt, commit, NULL, o);
    need(out_end(o), "the record fits");
}

static void note(void *ctx, const struct state *s, Move m)
{
    record_write_line(first.record.head.game, s, NATURE, &m, 1, ctx);
}

/* A game of this set-up, any moves, with fair dice. */
static void play(const struct head *h, const uint8_t salt[FAIR_SALT], struct rng *r, struct out *o)
{
    const struct game *g = h->game;
    struct state *s = position_state(&pos);
    uint32_t chances = 0;
    record_write_head(h, o);
    g->start(s, &h->setup);
    for (int i = 0; i < EVENTS && s->phase != PHASE_OVER; i++) {
        Move m[MAX_LINE_MOVES];
        int n = 1, seat = NATURE;
        if (s->phase == PHASE_CHANCE) {
            struct rng fair = fair_rng(salt, chances++);
            n = g->draw(s, &fair, m);
        } else {
            do seat = (int)rng_below(r, s->players);
            while (!seats_has(s->acting, seat));
            m[0] = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
        }
        record_write_line(g, s, seat, m, n, o);
        for (int k = 0; k < n; k++) g->apply(s, seat, m[k]);
        match_settle(g, s, note, o);
    }
    claim(h, salt, o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t salt[FAIR_SALT];
    verified((const char *)data, size);
    if (!reading_run(&first, data, size)) return 0;
    const struct head *h = &first.record.head;
    struct rng r = {match_hash(h->game, record_state(&first.record), first.record.size)};
    for (int i = 0; i < FAIR_SALT; i++) salt[i] = (uint8_t)rng_next(&r);

    struct out o = {.p = bytes, .size = sizeof bytes};
    out_bytes(&o, first.bytes, first.text.len);
    claim(h, salt, &o);
    if (!verified(bytes, o.len)) need(line_at(bytes, v.fault_line)[0] == '*', "only chance can be wrong");

    o.len = 0;
    play(h, salt, &r, &o);
    need(verified(bytes, o.len), "fair dice are good");
    char *digit = strstr(bytes, "\n# fair-salt ") + 13;
    *digit = *digit == '0' ? '1' : '0';
    need(!verified(bytes, o.len), "another salt does not keep the promise");
    return 0;
}
