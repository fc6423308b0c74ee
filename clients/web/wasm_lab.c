/* wasm_lab.c -- see wasm_lab.h. */
#include "wasm_lab.h"

#include "../../bots/best.h"
#include "../../bots/review.h"
#include "../../bots/why.h"
#include "../../games/builtin.h"
#include "../../games/scenario_id.h"
#include "../../games/tiwanaku_hint.h"
#include "../../games/tiwanaku_quiz.h"
#include "../../games/verify.h"
#include "../../puzzle/reason.h"
#include "../../table/settings.h"
#include "wasm_in.h"

#include <string.h>

enum { RECORD_BYTES = 2 << 20 }; /* of one to be verified or reviewed; wasm.c says how long they get */

static _Alignas(STATE_ALIGN) uint64_t scratch[REVIEW_SCRATCH / sizeof(uint64_t)];
_Static_assert((int)REVIEW_SCRATCH >= (int)HINT_SCRATCH, "it is for hints, too");
static char record_text[RECORD_BYTES];
static size_t record_len;

static int write_scenario(const struct board *b)
{
    scenario_kind.write(b, web_out());
    return web_answered();
}

static void tell_map(const char *name, struct out *o)
{
    struct board b;
    scenario_kind.builtin(&b, "tiwanaku", name, strlen(name));
    struct map shown = scenario_shown(scenario_in(&b));
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "name", name);
    out_key_str(o, "board", shown.cols == MAP_COLS ? "long" : "tiny");
    out_key_str(o, "difficulty", grade_names[grade_of(&shown)]);
    out_key_str(o, "title", builtin_title(name, NULL));
    out_char(o, '}');
}

int tambo_maps(void)
{
    struct out *o = web_out();
    const char *game, *name;
    out_char(o, '[');
    for (int i = 0; scenario_kind.list(i, &game, &name); i++) tell_map(name, o);
    out_char(o, ']');
    return web_answered();
}

void web_make(struct settings *s) { settings_make(s); }

int tambo_make(int32_t cols, int32_t grade, uint64_t seed)
{
    struct board b = {{0}};
    if (cols != 5 && cols != MAP_COLS) return web_refused("Expected 5 columns for a tiny board or 9 for a long one.");
    if (grade < 0 || grade >= GRADES) return web_refused("Expected a difficulty of 0 (gentle) to 3 (fiendish).");
    scenario_make(scenario_in(&b), cols, (enum grade)grade, seed);
    return write_scenario(&b);
}

int tambo_from_id(uint32_t n)
{
    struct board b = {{0}};
    const char *text = tambo_in();
    if (n > tambo_in_size()) n = tambo_in_size();
    const char *why = scenario_find_id(scenario_in(&b), text, n);
    return why ? web_refused(why) : write_scenario(&b);
}

int tambo_to_id(uint32_t n)
{
    struct board b;
    if (!web_scenario(n, &b)) return 0;
    scenario_id_write(scenario_in(&b), web_out());
    return web_answered();
}

int tambo_rate(uint32_t n)
{
    static struct deduce_step step[GRADE_STEPS];
    struct board b;
    struct rating r;
    if (!web_scenario(n, &b)) return 0;
    struct map shown = scenario_shown(scenario_in(&b));
    int steps = grade_rate(&shown, &r, step);
    hint_show_rating(&r, step, steps, shown.cols, web_out());
    return web_answered();
}

int tambo_hint(int32_t seat)
{
    static struct hint h;
    struct rng r = HINT_RNG;
    struct worlds_means means = {&r, HINT_STEPS, scratch, sizeof scratch};
    struct record *match = web_match();
    if (!match) return 0;
    if (strcmp(match->head.game->name, "tiwanaku") != 0)
        return web_refused("Hints are about the hidden valley of Tiwanaku.");
    const struct state *view = web_view(&seat);
    if (!view) return 0;
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)view;
    hint_take(&h, t, seat, web_plain(), &means);
    hint_show(&h, t, web_out());
    return web_answered();
}

int tambo_why(void)
{
    struct record *match = web_match();
    if (!match) return 0;
    struct out *o = web_out();
    out_char(o, '{');
    why_show(web_thought(), match->head.game, record_state(match), o);
    out_char(o, '}');
    return web_answered();
}

int tambo_why_told(void)
{
    struct tale t;
    struct record *match = web_match();
    if (!match) return 0;
    why_tell(web_thought(), match->head.game, record_state(match), &t);
    tale_show(&t, web_out());
    return web_answered();
}

/* ---- puzzles ---- */

enum { QUIZZES = 4 };                /* the one that is looked at, the next one, and some more */
static struct quiz quizzes[QUIZZES]; /* those that were made last; cols 0: none yet */
static unsigned oldest;

static const struct quiz *take_quiz(const struct quiz_id *id)
{
    for (int i = 0; i < QUIZZES; i++) {
        const struct quiz_id *has = &quizzes[i].id;
        if (has->kind == id->kind && has->cols == id->cols && has->what == id->what && has->seed == id->seed)
            return &quizzes[i];
    }
    struct quiz *q = &quizzes[oldest];
    oldest = (oldest + 1) % QUIZZES;
    quiz_make(q, id);
    return q;
}

static int show_quiz(const struct quiz_id *id)
{
    tiwanaku_quiz_show(take_quiz(id), true, web_out());
    return web_answered();
}

int tambo_quiz_make(uint32_t n, uint64_t seed)
{
    struct quiz_wish wish;
    if (n > tambo_in_size()) n = tambo_in_size();
    const char *why = quiz_read_wish(&wish, tambo_in(), n);
    if (why) return web_refused(why);
    struct quiz_id id = quiz_choose(&wish, seed);
    return show_quiz(&id);
}

int tambo_quiz_of(uint32_t n)
{
    struct quiz_id id;
    if (n > tambo_in_size()) n = tambo_in_size();
    const char *why = quiz_read(&id, tambo_in(), n);
    return why ? web_refused(why) : show_quiz(&id);
}

/* The first line, and the text goes on behind it. */
static struct words first_line(struct words *text)
{
    const char *stop = memchr(text->at, '\n', (size_t)(text->end - text->at));
    struct words line = {text->at, stop ? stop : text->end};
    text->at = stop ? stop + 1 : text->end;
    return line;
}

int tambo_quiz_judge(uint32_t n)
{
    struct quiz_id id;
    if (n > tambo_in_size()) n = tambo_in_size();
    struct words text = words_of(tambo_in(), n), name = first_line(&text), claim = first_line(&text);
    const char *why = quiz_read(&id, name.at, (size_t)(name.end - name.at));
    if (why) return web_refused(why);
    why = tiwanaku_quiz_answer(take_quiz(&id), claim.at, (size_t)(claim.end - claim.at), text.at,
                               (size_t)(text.end - text.at), web_out());
    return why ? web_refused(why) : web_answered();
}

int tambo_quiz_hint(uint32_t n)
{
    struct quiz_id id;
    if (n > tambo_in_size()) n = tambo_in_size();
    struct words text = words_of(tambo_in(), n), name = first_line(&text);
    const char *why = quiz_read(&id, name.at, (size_t)(name.end - name.at));
    if (why) return web_refused(why);
    why = tiwanaku_quiz_hint(take_quiz(&id), text.at, (size_t)(text.end - text.at), web_out());
    return why ? web_refused(why) : web_answered();
}

int tambo_quiz_skills(void)
{
    tiwanaku_quiz_skills(web_out());
    return web_answered();
}

int32_t tambo_quiz_rated(int32_t player, int32_t puzzle, int32_t right, int32_t before)
{
    return quiz_rated(player, puzzle, right != 0, before);
}

/* ---- the best place ---- */

enum { BEST_RECORD = 16384, BEST_GLANCE = 96 }; /* bytes; playouts to compare with what somebody chose */

static void show_way(const struct best *b, struct best_way w, struct out *o)
{
    const struct state *s = (const struct state *)(const void *)b->at.raw;
    char line[64];
    struct out text = {.p = line, .size = sizeof line - 1};
    Move m = best_move(w);
    b->head.game->write(s, 0, &m, 1, &text);
    line[text.len] = 0;
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "line", line);
    out_key_int(o, "lost", w.lost);
    out_key_int(o, "noise", w.noise);
    out_char(o, '}');
}

int tambo_best(uint32_t k)
{
    static struct best b;
    static char text[BEST_RECORD];
    struct best_way way[BEST_WAYS];
    const struct best_seed *seed = &best_list[k % (uint32_t)best_count];
    struct out record = {.p = text, .size = sizeof text - 1};
    bool there = best_reach(&b, seed->seed, scratch, &record);
    GAME_ASSERT(there && record.len < sizeof text);
    text[record.len] = 0;
    int n = best_judge(&b, BEST_GLANCE, seed->seed, scratch, way);
    struct out *o = web_out();
    out_char(o, '{');
    out_key_int(o, "n", (int32_t)(k % (uint32_t)best_count));
    out_key_int(o, "of", best_count);
    out_key_str(o, "game", b.head.game->name);
    out_key_str(o, "record", text);
    out_key_int(o, "margin", seed->margin);
    out_key(o, "answer");
    out_char(o, '[');
    show_way(&b, (struct best_way){.number = seed->number, .space = seed->space}, o);
    out_char(o, ']');
    out_key(o, "ways");
    out_char(o, '[');
    for (int i = 0; i < n; i++) show_way(&b, way[i], o);
    out_char(o, ']');
    out_char(o, '}');
    return web_answered();
}

/* ---- fair dice ---- */

void tambo_verify_begin(void) { record_len = 0; }

int tambo_verify_add(uint32_t n)
{
    if (n > tambo_in_size()) n = tambo_in_size();
    if (n > RECORD_BYTES - record_len) return web_refused("The record is longer than 2 MiB. [notation]");
    memcpy(record_text + record_len, tambo_in(), n);
    record_len += n;
    web_out();
    return web_answered();
}

/* All lines, once, to a reader: verify_line(), record_line(). */
#define FEED(line, to)                                                                                                 \
    for (const char *p = record_text, *end = p + record_len, *stop; p < end; p = stop + 1) {                           \
        stop = memchr(p, '\n', (size_t)(end - p));                                                                     \
        if (!stop) stop = end;                                                                                         \
        if (!line(to, p, (size_t)(stop - p))) break;                                                                   \
    }

static void feed(struct verify *v) { FEED(verify_line, v) }

int tambo_verify(void)
{
    static struct verify v;
    verify_begin(&v);
    feed(&v);
    if (verify_again(&v)) feed(&v);
    bool good = verify_end(&v);
    struct out *o = web_out();
    out_char(o, '{');
    out_key_bool(o, "good", good);
    out_key_int(o, "rolls", v.rolls);
    out_key_int(o, "line", v.fault_line);
    out_key_str(o, "why", v.fault);
    out_key_str(o, "commit", v.claim.commit[0] ? v.claim.commit : NULL);
    out_key_str(o, "map", v.claim.map[0] ? v.claim.map : NULL);
    out_char(o, '}');
    return web_answered();
}

/* ---- a review ---- */

static struct record reviewed;
static struct review_event review_event[REVIEW_EVENTS];
static struct review review;
static bool reviewing;

static void keep_event(void *ctx, const struct state *before, int seat, Move m)
{
    uint32_t *n = ctx;
    (void)before;
    if (*n < REVIEW_EVENTS) review_event[(*n)++] = (struct review_event){m, seat, 0};
}

int tambo_review_begin(int32_t seat, uint64_t seed, uint32_t playouts)
{
    uint32_t events = 0;
    reviewing = false;
    reviewed.on_move = keep_event;
    reviewed.ctx = &events;
    record_begin(&reviewed);
    FEED(record_line, &reviewed)
    if (!record_finish(&reviewed)) return web_refused_at(reviewed.fault_line, reviewed.fault);
    if (seat < 1 || seat > record_state(&reviewed)->players)
        return web_refused("There is no such seat in this game. [notation]");
    if (events == REVIEW_EVENTS) return web_refused("The record is longer than 2 MiB. [notation]");
    struct review_task task = {&reviewed.head, review_event, events, seat - 1, seed, playouts};
    review_begin(&review, &task, scratch);
    reviewing = true;
    struct out *o = web_out();
    out_char(o, '{');
    review_show_head(&review, o);
    out_char(o, '}');
    return web_answered();
}

int tambo_review_step(void)
{
    if (!reviewing) return web_refused("No match is loaded.");
    struct out *o = web_out();
    reviewing = review_step(&review);
    if (reviewing) {
        review_show_decision(&review, o);
        return web_answered();
    }
    out_char(o, '{');
    review_show_end(&review, o);
    out_char(o, '}');
    return web_answered();
}
