/* scenario_lab.c -- see scenario.h: questions about maps, answered by puzzle/. */
#include "../games/tiwanaku_hint.h"
#include "../puzzle/reason.h"
#include "../puzzle/solve.h"
#include "../server/base/must.h"
#include "cli.h"
#include "prompt.h"
#include "say.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

static void drop(struct out *o)
{
    free(o->p);
    free(o);
}

/* ---- solve ---- */

enum { SHOWN = 10 };
struct shown {
    int cols, n;
};

static bool print_layout(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct shown *s = ctx;
    for (int i = 0; i < s->cols * MAP_ROWS; i++) {
        if (i % s->cols == 0) putchar('\n');
        putchar('0' + crop[i]);
    }
    putchar('\n');
    return ++s->n < SHOWN;
}

int lab_solve(const char *path)
{
    struct board b;
    int status = file_read_board(path, &scenario_kind, &b, false);
    if (status) return status;
    struct map m = scenario_shown(scenario_in(&b));
    struct shown shown = {.cols = m.cols};
    void *scratch = must(aligned_alloc(sizeof(uint64_t), SOLVE_SCRATCH));
    struct solve_total t = solve_total(&m, scratch, SOLVE_SCRATCH);
    if (t.unfinished) t.count = solve_count(&m, UINT64_MAX, NULL, NULL);
    printf("%llu layouts%s\n", (unsigned long long)t.count, t.saturated ? " or more" : "");
    solve_count(&m, SHOWN, print_layout, &shown);
    free(scratch);
    return EXIT_GOOD;
}

/* ---- rate ---- */

void lab_reason(const struct deduce_step *steps, int k, int cols, struct out *o)
{
    struct tale t;
    reason_tell(steps, k, cols, &t);
    say_tale(&t, WATCHER, NULL, NULL, o);
}

static void write_space(unsigned space, int cols, struct out *o)
{
    out_char(o, (char)('a' + (int)space % cols));
    out_uint(o, space / (unsigned)cols + 1);
}

static void print_rating(const struct rating *r, int steps)
{
    printf("%s: the hardest of %d steps is \"%s\", needed %d time%s\n\n", grade_names[r->grade], steps,
           reason_table[r->hardest].name, r->often, r->often == 1 ? "" : "s");
    for (int k = 0; k < DEDUCE_TECHNIQUES; k++)
        if (r->count[k]) printf("%5d  %s\n", r->count[k], reason_table[k].name);
    putchar('\n');
}

static void print_rating_json(const struct rating *r, const struct deduce_step *step, int steps, int cols)
{
    struct out *o = file_out();
    hint_show_rating(r, step, steps, cols, o);
    file_print(o, stdout);
    drop(o);
}

int lab_rate(const char *path, bool json)
{
    static struct deduce_step step[GRADE_STEPS];
    struct board b;
    struct rating r;
    char name[64];
    int status = file_find_board(path, game_find("tiwanaku", 8), &b, name);
    if (status) return status;
    struct map m = scenario_shown(scenario_in(&b));
    int steps = grade_rate(&m, &r, step);
    if (json) {
        print_rating_json(&r, step, steps, m.cols);
        return EXIT_GOOD;
    }
    print_rating(&r, steps);
    struct out *o = file_out();
    for (int k = 0; k < steps; k++) {
        printf("%3d. ", k + 1);
        lab_reason(step, k, m.cols, o);
        file_print(o, stdout);
    }
    drop(o);
    return EXIT_GOOD;
}

/* ---- hint ---- */

/* `a2 1, a4 4 and c1 3` */
static void write_crops(const struct hint *h, uint64_t set, int cols, struct out *o)
{
    char text[MAP_SPACES][8];
    const char *item[MAP_SPACES];
    unsigned i;
    int n = 0;
    BITS_EACH(i, set)
    {
        struct out w = {.p = text[n], .size = sizeof text[n]};
        write_space(i, cols, &w);
        out_char(&w, ' ');
        out_uint(&w, h->crop[i]);
        out_end(&w);
        item[n] = text[n];
        n++;
    }
    say_list(item, n, o);
}

static void print_certain(const struct hint *h, int cols, struct out *o)
{
    puts(h->steps ? _(N_("Certain:")) : _(N_("Certain, but only looking at all maps that are left shows it:")));
    for (int k = 0; k < h->steps; k++) {
        out_str(o, "  ");
        if (h->steps > 1) out_int(o, k + 1), out_str(o, ". ");
        lab_reason(h->step, k, cols, o);
        file_print(o, stdout);
    }
    if (!h->steps) {
        out_str(o, "  ");
        write_crops(h, h->certain, cols, o);
        file_print(o, stdout);
    }
    for (int fair = 0; fair < 2; fair++) {
        uint64_t own = (fair ? h->fair : h->certain) & h->own;
        if (!own) continue;
        out_str(o, fair ? _(N_("As every map is fair, your pawns can also divine:"))
                        : _(N_("Your pawns can divine for certain:")));
        out_char(o, ' ');
        write_crops(h, own, cols, o);
        file_print(o, stdout);
    }
}

/* Never 100 %, as it is not certain. */
static void print_percent(uint32_t part, bool exact)
{
    double percent = 100.0 * part / POSTERIOR_WHOLE;
    char whole[SAY_NUMBER], tenth[SAY_NUMBER];
    long n = (long)(exact ? 10 * percent + 0.5 : percent + 0.5);
    if (exact && percent >= 99.95) fputs(_(N_("over 99.9 %")), stdout);
    else if (exact)
        say("{whole}.{tenth} %", "whole", say_number(whole, n / 10), "tenth", say_number(tenth, n % 10), NULL);
    else say("about {n} %", "n", say_number(whole, n), NULL);
}

/* 12,345 */
static void write_number(uint64_t n, struct out *o)
{
    uint64_t group = 1;
    while (n / group >= 1000) group *= 1000;
    for (uint64_t first = group; group; group /= 1000) {
        uint64_t part = n / group % 1000;
        if (group != first) {
            out_char(o, ',');
            for (uint64_t ten = 100; ten > 1 && part < ten; ten /= 10) out_char(o, '0');
        }
        out_uint(o, part);
    }
}

/* What a guess brings on average, from tenths of a point. */
static void print_stake(int mean)
{
    char whole[SAY_NUMBER], tenth[SAY_NUMBER];
    int n = abs(mean);
    say(mean < 0 ? N_(", on average -{whole}.{tenth} points") : N_(", on average +{whole}.{tenth} points"), "whole",
        say_number(whole, n / 10), "tenth", say_number(tenth, n % 10), NULL);
}

/* How many maps fit, and how many of them are fair. */
static void print_left(const struct hint *h, struct out *o)
{
    char fair[SAY_NUMBER];
    if (!h->odds.exact) {
        puts(_(N_("More maps fit what lies open than can be counted.")));
    } else {
        write_number(h->odds.maps, o);
        out_end(o);
        if (h->odds.maps == 1) puts(_(N_("One map is left.")));
        else
            say_line(h->plain ? N_("{n} maps fit what lies open, all taken as equally likely.")
                              : N_("{n} maps fit what lies open."),
                     "n", o->p, NULL);
        o->len = 0;
    }
    if (h->plain || (h->odds.exact && h->odds.maps == 1)) return;
    if (!h->chances.exact) puts(_(N_("The chances are estimates, from some of the fair maps among them.")));
    else if (h->chances.found == 1)
        puts(_(N_("Only one of them is fair: its crops follow from its terrain and its starting crops.")));
    else
        say_line(N_("{n} of them are fair: their crops follow from their terrain and their starting crops."), "n",
                 say_number(fair, (long)h->chances.found), NULL);
}

static void print_odds(const struct hint *h, int cols, struct out *o)
{
    for (int k = 0; k < h->guesses; k++) {
        const struct hint_guess *g = &h->guess[k];
        int wrong;
        if (k == 0) puts(_(N_("Best odds:")));
        out_str(o, "  ");
        write_space(g->space, cols, o);
        out_end(o);
        char crop[64];
        snprintf(crop, sizeof crop, "%s (%d)", _(reason_crops[g->crop]), g->crop);
        say("{spaces} is {names}", "spaces", o->p, "names", crop, NULL);
        fputs(": ", stdout);
        o->len = 0;
        print_percent(g->chance, h->chances.exact);
        print_stake(hint_stake(h, g->space, g->crop, &wrong));
        puts(h->own >> g->space & 1 ? _(N_(", your pawn is there")) : "");
    }
    if (!h->chances.found) puts(_(N_("Too little is known to say how likely the crops are.")));
    else if (!h->guesses) puts(_(N_("No discovered space has an uncertain crop.")));
    print_left(h, o);
}

static void print_hint(const struct hint *h, const struct tiwanaku *t)
{
    struct out *o = file_out();
    if (t->step == STEP_OVER) puts(_(N_("The game is over: the whole map is known.")));
    else {
        if (h->steps || h->certain) print_certain(h, t->cols, o);
        else puts(_(N_("Nothing new is certain.")));
        print_odds(h, t->cols, o);
    }
    drop(o);
}

/* The seat that is asked for, else the one that acts, else the first. */
static int find_seat(const struct state *s, const char *text, int *seat)
{
    uint64_t n = 0;
    if (text && !args_number("seat", text, 1, s->players, &n)) return EXIT_USAGE;
    *seat = 0;
    for (int i = s->players - 1; i >= 0; i--)
        if (seats_has(s->acting, i)) *seat = i;
    if (n) *seat = (int)n - 1;
    return EXIT_GOOD;
}

void lab_hint_print(const struct game *g, const struct state *s, size_t size, int seat, bool json, bool plain)
{
    static struct hint h;
    static _Alignas(STATE_ALIGN) char bytes[STATE_MAX];
    struct state *view = (struct state *)(void *)bytes;
    void *scratch = must(aligned_alloc(sizeof(uint64_t), HINT_SCRATCH));
    struct rng rng = HINT_RNG;
    struct worlds_means means = {&rng, HINT_STEPS, scratch, HINT_SCRATCH};
    memcpy(view, s, size);
    g->redact(view, seat);
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)view;
    hint_take(&h, t, seat, plain, &means);
    if (json) {
        struct out *o = file_out();
        hint_show(&h, t, o);
        file_print(o, stdout);
        drop(o);
    } else {
        print_hint(&h, t);
    }
    free(scratch);
}

int lab_hint(const char *path, const char *seat_text, bool json, bool plain)
{
    struct record *r = file_record();
    int seat = 0, status = file_read_record(path, r);
    if (!status && strcmp(r->head.game->name, "tiwanaku") != 0)
        status = usage("hints are about the hidden valley of Tiwanaku; this is a record of %s", r->head.game->title);
    if (!status) status = find_seat(record_state(r), seat_text, &seat);
    if (!status) lab_hint_print(r->head.game, record_state(r), r->size, seat, json, plain);
    free(r);
    return status;
}

/* ---- show ---- */

static const char *const animals[] = {"condor", "lizard", "llama", "snake", "turtle"};

void lab_grid(const struct map *m, const char *mark, const char *const *rows)
{
    const int margin = rows ? 7 : 0;
    printf("%*s", margin + 2, "");
    for (int c = 0; c < m->cols; c++) printf("  %c ", 'a' + c);
    for (int i = 0; i < map_spaces(m); i++) {
        if (i % m->cols == 0) printf("\n%-*s%d ", margin, rows ? rows[i / m->cols] : "", i / m->cols + 1);
        printf("%s %c%c%c%s", prompt_terrain(m->terrain[i]), ".vdfm"[m->terrain[i]], ".12345"[m->crop[i]], mark[i],
               prompt_end());
    }
    putchar('\n');
}

static void print_picture(const struct scenario *s)
{
    struct map shown = scenario_shown(s);
    unsigned tiles[MAP_TERRAINS + 1] = {0};
    char mark[MAP_SPACES];
    printf("%s%s%s (%s, %s)\n\n", prompt_bold(), s->name, prompt_end(), s->map.cols == MAP_COLS ? "long" : "tiny",
           grade_names[grade_of(&shown)]);
    memset(mark, ' ', sizeof mark);
    for (int k = 0; k < s->starts; k++) mark[s->start[k]] = '*';
    for (int k = 0; k < s->otomas; k++) mark[s->otoma[k]] = 'o';
    lab_grid(&s->map, mark, animals);
    putchar('\n');
    for (int i = 0; i < map_spaces(&s->map); i++) tiles[s->map.terrain[i]]++;
    for (int t = 1; t <= MAP_TERRAINS; t++)
        printf("%s %c %s %s %u  ", prompt_terrain((unsigned)t), ".vdfm"[t], prompt_end(), reason_terrains[t], tiles[t]);
    puts("\n* starting space, o one where an Otoma pawn starts");
}

int lab_show(const char *what, bool picture)
{
    struct board b;
    char name[64];
    int status = file_find_board(what, game_find("tiwanaku", 8), &b, name);
    if (status) return status;
    if (picture) {
        print_picture(scenario_in(&b));
        return EXIT_GOOD;
    }
    struct out *o = file_out();
    scenario_kind.write(&b, o);
    o->len--;
    file_print(o, stdout);
    drop(o);
    return EXIT_GOOD;
}
