/* scenario_id.c -- see scenario_id.h. */
#include "scenario_id.h"

#include "../core/bits.h"
#include "../puzzle/make.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char prefix[] = "tambo1.";

enum { CHECK_LETTERS = 2, OTOMA_BITS = 6 };

/* Bits, highest first, as letters of six. */
struct bit_writer {
    struct out *o;
    uint32_t held;  /* bits not yet written */
    unsigned count; /* how many */
    uint32_t check; /* of the letters so far */
};

static uint32_t mix(uint32_t check, unsigned letter) { return (check * 33 + letter + 1) % 4093; }

static void put_bits(struct bit_writer *w, unsigned value, unsigned n)
{
    w->held = w->held << n | value;
    w->count += n;
    while (w->count >= 6) {
        unsigned letter = w->held >> (w->count - 6) & 63;
        out_char(w->o, letters[letter]);
        w->check = mix(w->check, letter);
        w->count -= 6;
        w->held &= (1u << w->count) - 1;
    }
}

static void put_end(struct bit_writer *w)
{
    if (w->count) put_bits(w, 0, 6 - w->count);
}

void scenario_id_write(const struct scenario *s, struct out *o)
{
    struct bit_writer w = {.o = o};
    uint64_t start = 0;
    int spaces = map_spaces(&s->map);
    out_str(o, prefix);
    out_str(o, s->map.cols == MAP_COLS ? "long." : "tiny.");
    for (int i = 0; i < spaces; i++) put_bits(&w, (s->map.terrain[i] - 1u) * MAP_LEVELS + s->map.crop[i] - 1u, 5);
    for (int i = 0; i < s->starts; i++) start |= bit(s->start[i]);
    for (int i = 0; i < spaces; i++) put_bits(&w, start >> i & 1, 1);
    put_bits(&w, s->otomas != 0, 1);
    for (int i = 0; i < s->otomas; i++) put_bits(&w, s->otoma[i], OTOMA_BITS);
    put_end(&w);
    uint32_t check = w.check;
    out_char(o, letters[check >> 6]);
    out_char(o, letters[check & 63]);
    if (!s->name[0]) return;
    out_char(o, '.');
    for (const char *p = s->name; *p; p++) put_bits(&w, (unsigned char)*p, 8);
    put_end(&w);
}

struct bit_reader {
    const char *at, *end;
    uint32_t held, check;
    unsigned count;
    bool bad; /* a letter was none, or there were too few */
};

static unsigned get_bits(struct bit_reader *r, unsigned n)
{
    while (r->count < n) {
        const char *letter = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
        if (!letter) {
            r->bad = true;
            return 0;
        }
        unsigned v = (unsigned)(letter - letters);
        r->at++;
        r->held = r->held << 6 | v;
        r->count += 6;
        r->check = mix(r->check, v);
    }
    r->count -= n;
    unsigned value = r->held >> r->count;
    r->held &= (1u << r->count) - 1;
    return value;
}

/* What is left of the last letter must be zero bits. */
static void get_end(struct bit_reader *r)
{
    if (r->held) r->bad = true;
    r->held = r->count = 0;
}

static bool starts(const char *text, size_t n, const char *word)
{
    return n >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

bool scenario_id_is(const char *text, size_t n) { return starts(text, n, prefix); }

static const char *read_name(struct scenario *s, const char *p, size_t n)
{
    struct bit_reader r = {.at = p, .end = p + n};
    size_t bytes = n * 6 / 8;
    if (bytes == 0 || bytes >= SCENARIO_NAME) return "The name in this id is empty or too long. [notation]";
    for (size_t i = 0; i < bytes; i++) s->name[i] = (char)get_bits(&r, 8);
    get_end(&r);
    if (r.bad || r.at != r.end || !words_utf8(s->name, bytes) || memchr(s->name, '\n', bytes) ||
        words_trim(s->name, bytes) != bytes)
        return "The name in this id is damaged. [notation]";
    return NULL;
}

const char *scenario_id_read(struct scenario *s, const char *text, size_t n)
{
    static const char damaged[] = "This map id is damaged. [notation]";
    memset(s, 0, sizeof *s);
    if (!scenario_id_is(text, n))
        return "Expected the id of a map: a short one looks like tiny-gentle-42-g1, a whole one begins with tambo1. "
               "[notation]";
    text += strlen(prefix), n -= strlen(prefix);
    if (!starts(text, n, "tiny.") && !starts(text, n, "long."))
        return "Expected `tiny` or `long` in the map id. [notation]";
    s->map.cols = text[0] == 't' ? 5 : MAP_COLS;
    s->map.rows = MAP_ROWS;
    const char *dot = memchr(text + 5, '.', n - 5);
    struct bit_reader r = {.at = text + 5, .end = dot ? dot : text + n};
    if (r.end - r.at < CHECK_LETTERS) return damaged;
    r.end -= CHECK_LETTERS;
    int spaces = map_spaces(&s->map);
    for (int i = 0; i < spaces; i++) {
        unsigned v = get_bits(&r, 5);
        if (v >= MAP_TERRAINS * MAP_LEVELS) return damaged;
        s->map.terrain[i] = (uint8_t)(v / MAP_LEVELS + 1);
        s->map.crop[i] = (uint8_t)(v % MAP_LEVELS + 1);
        s->tiles[s->map.terrain[i]]++;
    }
    for (int i = 0; i < spaces; i++)
        if (get_bits(&r, 1)) s->start[s->starts++] = (uint8_t)i;
    s->otomas = get_bits(&r, 1) ? OTOMA_PAWNS : 0;
    for (int i = 0; i < s->otomas; i++) {
        unsigned at = get_bits(&r, OTOMA_BITS);
        if (at >= (unsigned)spaces) return damaged;
        s->otoma[i] = (uint8_t)at;
    }
    get_end(&r);
    if (r.bad || r.at != r.end || letters[r.check >> 6] != r.end[0] || letters[r.check & 63] != r.end[1])
        return damaged;
    return dot ? read_name(s, dot + 1, (size_t)(text + n - dot - 1)) : NULL;
}

/* ---- short ids ---- */

void scenario_short_write(const struct scenario_short *id, struct out *o)
{
    out_str(o, id->cols == MAP_COLS ? "long-" : "tiny-");
    out_str(o, grade_names[id->grade]);
    out_char(o, '-');
    out_uint(o, id->seed);
    out_str(o, "-g");
    out_uint(o, MAKE_VERSION);
}

/* Takes the word from the front of the text. */
static bool take(const char **text, size_t *n, const char *word)
{
    if (!starts(*text, *n, word)) return false;
    *text += strlen(word);
    *n -= strlen(word);
    return true;
}

/* A number without leading zeros. */
static bool take_number(const char **text, size_t *n, uint64_t *out)
{
    const char *from = *text;
    *out = 0;
    for (; *n && **text >= '0' && **text <= '9'; ++*text, --*n) {
        uint64_t digit = (uint64_t)(**text - '0');
        if (*out > (UINT64_MAX - digit) / 10) return false;
        *out = *out * 10 + digit;
    }
    return *text != from && (*from != '0' || *text == from + 1);
}

static bool take_board_and_grade(const char **text, size_t *n, struct scenario_short *id)
{
    id->cols = take(text, n, "tiny-") ? 5 : take(text, n, "long-") ? MAP_COLS : 0;
    for (unsigned g = 0; id->cols && g < GRADES; g++)
        if (take(text, n, grade_names[g])) {
            id->grade = (enum grade)g;
            return take(text, n, "-");
        }
    return false;
}

bool scenario_short_is(const char *text, size_t n)
{
    struct scenario_short id;
    return take_board_and_grade(&text, &n, &id);
}

const char *scenario_short_read(struct scenario_short *id, const char *text, size_t n)
{
    uint64_t version;
    if (!take_board_and_grade(&text, &n, id) || !take_number(&text, &n, &id->seed) || !take(&text, &n, "-g") ||
        !take_number(&text, &n, &version) || n)
        return "Expected a short map id like long-tricky-42-g1: board, difficulty, seed, generator. [notation]";
    if (version != MAKE_VERSION) return "This short map id is of another generator: only g1 is known here. [notation]";
    return NULL;
}

const char *scenario_find_id(struct scenario *s, const char *text, size_t n)
{
    struct scenario_short id;
    struct board b = {{0}};
    if (scenario_short_is(text, n)) {
        const char *why = scenario_short_read(&id, text, n);
        if (!why) scenario_make(s, id.cols, id.grade, id.seed);
        return why;
    }
    const char *why = scenario_id_read(scenario_in(&b), text, n);
    if (!why) why = scenario_kind.check(&b);
    if (!why) *s = *scenario_in(&b);
    return why;
}
