/* case_checks.c -- see case.h: the expectations of the case files, one function each;
 * tests/rules/README.md says what they mean. */
#include "case.h"

enum { TEXT = 1 << 20, KEEP = 16 };

static struct record trial; /* for trying lines and views */
static char text_room[TEXT];
static struct out text = {.p = text_room, .size = TEXT}; /* whatever is being compared */
static struct {
    char name[64], *text;
} kept[KEEP];
static int keeps;

static const struct game *game(void) { return case_record->head.game; }
static struct state *state(void) { return record_state(case_record); }

/* ---- moves as words ---- */

/* Calls fn for each text that `a {b,c} {1..3}` stands for. */
static void expand(const char *p, void (*fn)(const char *))
{
    char line[CASE_LINE];
    const char *open = strchr(p, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) {
        fn(p);
        return;
    }
    int low, high, used = 0;
    if (sscanf(open, "{%d..%d}%n", &low, &high, &used) == 2 && used) {
        for (; low <= high; low++) {
            snprintf(line, sizeof line, "%.*s%d%s", (int)(open - p), p, low, close + 1);
            expand(line, fn);
        }
        return;
    }
    for (const char *item = open + 1; item <= close; item += strcspn(item, ",}") + 1) {
        snprintf(line, sizeof line, "%.*s%.*s%s", (int)(open - p), p, (int)strcspn(item, ",}"), item, close + 1);
        expand(line, fn);
    }
}

/* `1`, `*` or `spectator`; complains about anything else. */
static int seat_of(const char *word)
{
    int seat = atoi(word) - 1;
    if (strcmp(word, "*") == 0) return NATURE;
    if (strcmp(word, "spectator") == 0) return WATCHER;
    if (!case_record->started || seat < 0 || seat >= state()->players) case_fail("there is no seat %s", word);
    return seat;
}

static uint32_t list_legal(int seat, Move **list)
{
    uint32_t n = game()->legal(state(), seat, NULL);
    *list = files_must(calloc(n + 1, sizeof **list));
    game()->legal(state(), seat, *list);
    return n;
}

static bool is_listed(int seat, Move m)
{
    Move *list;
    uint32_t n = list_legal(seat, &list), i = 0;
    while (i < n && list[i] != m) i++;
    free(list);
    return i < n;
}

static int wanted_seat;       /* for the functions called by expand() */
static const char *wanted_id; /* `[TEM-3]` */

/* The move these words stand for, or NO_MOVE after a complaint. */
static Move read_words(const char *words)
{
    Move m[MAX_LINE_MOVES];
    const char *why = "";
    struct words w = words_of(words, strlen(words));
    if (game()->read(state(), wanted_seat, &w, m, &why) != 1 || !words_done(&w)) {
        case_fail("`%s` is no action: %s", words, why);
        return NO_MOVE;
    }
    return m[0];
}

static void expect_legal(const char *words)
{
    Move m = read_words(words);
    if (m == NO_MOVE) return;
    const char *why = game()->objection(state(), wanted_seat, m);
    if (why) case_fail("`%s` should be legal: %s", words, why);
    if (!is_listed(wanted_seat, m)) case_fail("`%s` is not among the legal actions", words);
}

static void expect_illegal(const char *words)
{
    Move m = read_words(words);
    if (m == NO_MOVE) return;
    const char *why = game()->objection(state(), wanted_seat, m);
    if (!why) case_fail("`%s` should be illegal", words);
    else if (!strstr(why, wanted_id)) case_fail("`%s` is illegal for another reason: %s", words, why);
    if (is_listed(wanted_seat, m)) case_fail("`%s` is among the legal actions", words);
}

/* ---- case_expectations ---- */

/* Cuts a trailing ` [ID]` off and returns `[ID]`; *behind gets what follows it. */
static char *cut_id(char *p, char **behind)
{
    char *open = NULL, *q = p;
    while ((q = strstr(q, " ["))) open = q++;
    char *close = open ? strchr(open, ']') : NULL;
    if (!close) {
        case_fail("expected a rule id in brackets");
        return NULL;
    }
    *open = 0;
    *behind = NULL;
    if (close[1]) *behind = close + 1;
    static char id[32];
    snprintf(id, sizeof id, "%.*s", (int)(close - open), open + 1);
    return id;
}

static void check_legal(char *p)
{
    wanted_seat = seat_of(case_field(&p));
    if (!case_failed) expand(p, expect_legal);
}

static void check_illegal(char *p)
{
    char *behind;
    wanted_seat = seat_of(case_field(&p));
    wanted_id = cut_id(p, &behind);
    if (!case_failed) expand(p, expect_illegal);
}

static void expect_accepted(const char *line)
{
    files_copy_record(&trial, case_record);
    if (!record_line(&trial, line, strlen(line))) case_fail("`%s` should be accepted: %s", line, trial.fault);
}

static void check_accepts(char *p) { expand(p, expect_accepted); }

static const char *wanted_place; /* start of the line to blame, or NULL: the line itself */

static void expect_refused(const char *line)
{
    files_copy_record(&trial, case_record);
    if (record_line(&trial, line, strlen(line))) {
        case_fail("`%s` should be refused", line);
        return;
    }
    if (!strstr(trial.fault, wanted_id)) case_fail("`%s` is refused for another reason: %s", line, trial.fault);
    uint32_t at = trial.fault_line;
    if (wanted_place ? !case_starts(case_record_line(at), wanted_place) : at != case_record->line + 1)
        case_fail("`%s` is refused at line %u of the record: %s", line, (unsigned)at, trial.fault);
}

static void check_refuses(char *p)
{
    char *behind = NULL;
    wanted_id = cut_id(p, &behind);
    wanted_place = behind && case_starts(behind, " at ") ? behind + 4 : NULL;
    if (wanted_id) expand(p, expect_refused);
}

/* `only`: the words wanted, collected by expand(). */
static struct {
    char **words;
    uint32_t n, room;
} want;

static void collect(const char *words)
{
    if (want.n == want.room) {
        want.room = want.room ? 2 * want.room : 64;
        want.words = files_must(realloc(want.words, want.room * sizeof *want.words));
    }
    want.words[want.n++] = strcpy(files_must(malloc(strlen(words) + 1)), words);
}

static void check_only(char *p)
{
    int seat = seat_of(case_field(&p));
    if (case_failed) return;
    for (char *next; p && *p && strcmp(p, "none") != 0; p = next) {
        next = strstr(p, " | ");
        if (next) *next = 0, next += 3;
        expand(p, collect);
    }
    if (want.n) qsort(want.words, want.n, sizeof *want.words, files_compare);
    Move *list;
    uint32_t n = list_legal(seat, &list);
    for (uint32_t i = 0; i < n; i++) {
        char word[64], *key = word;
        struct out o = {.p = word, .size = sizeof word};
        game()->write(state(), seat, &list[i], 1, &o);
        out_end(&o);
        if (!want.n || !bsearch(&key, want.words, want.n, sizeof key, files_compare))
            case_fail("also legal: `%s`", word);
    }
    free(list);
    wanted_seat = seat;
    for (uint32_t i = 0; i < want.n; i++) {
        if (i && strcmp(want.words[i - 1], want.words[i]) == 0) case_fail("`%s` stands here twice", want.words[i]);
        expect_legal(want.words[i]);
    }
    case_expectations += want.n;
    while (want.n) free(want.words[--want.n]);
}

static void check_count(char *p)
{
    int seat = seat_of(case_field(&p));
    if (case_failed) return;
    uint32_t n = game()->legal(state(), seat, NULL);
    if (n != (uint32_t)atoi(p)) case_fail("there are %u legal actions", (unsigned)n);
}

static void check_acting(char *p)
{
    char now[CASE_LINE];
    struct out o = {.p = now, .size = sizeof now - 1};
    for (int i = 0; i < state()->players; i++)
        if (seats_has(state()->acting, i)) {
            if (o.len) out_char(&o, ' ');
            out_int(&o, i + 1);
        }
    if (!o.len) out_str(&o, "none");
    out_end(&o);
    if (strcmp(now, p) != 0) case_fail("acting: %s", now);
}

static void check_phase(char *p)
{
    static const char *const phases[] = {"play", "chance", "fact", "over"};
    if (strcmp(phases[state()->phase], p) != 0) case_fail("the phase is %s", phases[state()->phase]);
}

/* `facts A | B`: all consequences of the last event, in order. */
static void check_facts(char *p)
{
    text.len = 0;
    for (int i = 0; i < case_record->facts; i++) {
        if (game()->mark(case_record->fact[i]) != '=') continue;
        if (text.len) out_str(&text, " | ");
        game()->write(state(), NATURE, &case_record->fact[i], 1, &text);
    }
    if (!text.len) out_str(&text, "none");
    out_end(&text);
    if (strcmp(text.p, p) != 0) case_fail("facts: %s", text.p);
}

/* `score ROW KEY VALUE ...` */
static void check_score(char *p)
{
    const struct game *g = game();
    char *who = case_field(&p);
    bool win[MAX_SEATS + 1];
    struct score sc;
    int row = 0;
    for (; row < g->rows(state()); row++) {
        g->score(state(), row, &sc);
        if (sc.who ? strcmp(sc.who, who) == 0 : atoi(who) == row + 1) break;
    }
    if (row == g->rows(state())) {
        case_fail("no score of %s", who);
        return;
    }
    match_winners(g, state(), win);
    while (*p) {
        char *key = case_field(&p), *value = case_field(&p), now[64];
        int k = 0;
        while (g->parts[k] && strcmp(g->parts[k], key) != 0) k++;
        if (g->parts[k]) snprintf(now, sizeof now, "%d", (int)sc.part[k]);
        else if (strcmp(key, "total") == 0) snprintf(now, sizeof now, "%d", (int)sc.total);
        else if (strcmp(key, "winner") == 0) snprintf(now, sizeof now, "%s", win[row] ? "yes" : "no");
        else if (strcmp(key, "level") == 0) snprintf(now, sizeof now, "%s", sc.level ? sc.level : "none");
        else snprintf(now, sizeof now, "(no such part)");
        if (strcmp(now, value) != 0) case_fail("%s of %s is %s, not %s", key, who, now, value);
    }
}

/* `has TEXT`, `lacks TEXT`, `keep NAME`, `same NAME`, `differs NAME`, about text. */
static void check_text(char *p)
{
    char *verb = case_field(&p);
    bool has = strcmp(verb, "has") == 0, keep = strcmp(verb, "keep") == 0, same = strcmp(verb, "same") == 0;
    out_end(&text);
    if (has || strcmp(verb, "lacks") == 0) {
        if (!strstr(text.p, p) == has) case_fail("%s `%s`: %s", has ? "it lacks" : "it has", p, text.p);
        return;
    }
    int i = 0;
    while (i < keeps && strcmp(kept[i].name, p) != 0) i++;
    if (keep && i < KEEP) {
        if (i < keeps) free(kept[i].text);
        else keeps++;
        snprintf(kept[i].name, sizeof kept[i].name, "%s", p);
        kept[i].text = strcpy(files_must(malloc(text.len + 1)), text.p);
    } else if (keep || i == keeps || (!same && strcmp(verb, "differs") != 0)) {
        case_fail("cannot do `%s %s`", verb, p);
    } else if ((strcmp(kept[i].text, text.p) == 0) != same) {
        case_fail("it is %s %s: %s", same ? "another one than" : "the same as", p, text.p);
    }
}

static void check_result(char *p)
{
    text.len = 0;
    match_result(game(), state(), case_record->size, case_record->head.name, &text);
    check_text(p);
}

static void check_hash(char *p)
{
    text.len = 0;
    out_hex(&text, match_hash(game(), state(), case_record->size));
    check_text(p);
}

static void check_view(char *p)
{
    int seat = seat_of(case_field(&p));
    if (case_failed) return;
    files_copy_record(&trial, case_record);
    text.len = 0;
    match_view(game(), record_state(&trial), game()->modes[case_record->head.setup.mode].name, seat,
               case_record->head.name, &text);
    check_text(p);
}

static void check_print(char *p)
{
    int seat = seat_of(case_field(&p));
    if (case_failed) return;
    text.len = 0;
    game()->print(state(), seat, &text);
    check_text(p);
}

/* `even N K`: of N draws of the next chance line there are K different ones, all equally
 * likely as far as N draws can tell: none is six standard deviations off. */
static void check_even(char *p)
{
    int draws = atoi(case_field(&p)), kinds = atoi(p);
    char(*seen)[64] = files_must(calloc((size_t)kinds + 1, sizeof *seen));
    int *count = files_must(calloc((size_t)kinds + 1, sizeof *count)), n = 0;
    struct rng r = {1};
    for (int i = 0; i < draws && n <= kinds; i++) {
        Move m[MAX_LINE_MOVES];
        char line[64];
        struct out o = {.p = line, .size = sizeof line};
        int moves = game()->draw(state(), &r, m), k = 0;
        game()->write(state(), NATURE, m, moves, &o);
        out_end(&o);
        while (k < n && strcmp(seen[k], line) != 0) k++;
        if (k == n) strcpy(seen[n++], line);
        count[k]++;
    }
    if (n != kinds) case_fail("there are %s%d different draws", n > kinds ? "more than " : "", n > kinds ? kinds : n);
    long mean = draws / kinds;
    for (int k = 0; n == kinds && k < n; k++)
        if ((count[k] - mean) * (count[k] - mean) > 36 * mean) case_fail("`%s` came %d times", seen[k], count[k]);
    free(seen);
    free(count);
}

static const struct {
    const char *word;
    void (*check)(char *);
    bool early; /* also before `--` */
} checks[] = {
    {"legal ", check_legal, false},   {"illegal ", check_illegal, false}, {"only ", check_only, false},
    {"count ", check_count, false},   {"accepts ", check_accepts, true},  {"refuses ", check_refuses, true},
    {"acting ", check_acting, false}, {"phase ", check_phase, false},     {"facts ", check_facts, false},
    {"score ", check_score, false},   {"result ", check_result, false},   {"view ", check_view, false},
    {"print ", check_print, false},   {"even ", check_even, false},       {"hash ", check_hash, false},
};

void case_check(char *p)
{
    if (case_failed) return;
    case_expectations++;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (case_starts(p, checks[i].word)) {
            if (!case_record->started && !checks[i].early) case_fail("the record has not begun");
            else checks[i].check(p + strlen(checks[i].word));
            return;
        }
    case_fail("there is no expectation `%s`", p);
}

void case_forget(void)
{
    while (keeps > 0) free(kept[--keeps].text);
}

void case_end(void)
{
    case_forget();
    free(want.words);
}
