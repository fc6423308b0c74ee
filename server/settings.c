/* settings.c -- see settings.h. */
#include "settings.h"

#include "../bots/bot.h"
#include "../core/name.h"
#include "../games/scenario_id.h"
#include "../puzzle/make.h"

#include <stdlib.h>
#include <string.h>

static const char *const speed_names[] = {"live", "relaxed", "days"};
static const char *const source_names[] = {"none", "name", "made", "own"};
static const char *const size_names[] = {"tiny", "long"};

enum { TINY = 5, LONG = 9 };

static int pick(const char *word, const char *const *list, int n)
{
    for (int i = 0; word && i < n; i++)
        if (strcmp(word, list[i]) == 0) return i;
    return -1;
}

static char *copy(const char *p, size_t n)
{
    char *c = malloc(n + 1);
    if (!c) abort();
    memcpy(c, p, n);
    c[n] = 0;
    return c;
}

/* ---- from a client's wish ---- */

static const char *wish_mode(struct settings *s, const json_t *wish)
{
    const json_t *mode = json_object_get(wish, "mode"), *seats = json_object_get(wish, "seats");
    const struct mode *m = s->game->modes;
    if (mode && !json_is_string(mode)) return "`mode` is a text.";
    if (seats && (!json_is_integer(seats) || json_integer_value(seats) < 1 || json_integer_value(seats) > MAX_SEATS))
        return "`seats` is a number from 1 to 100.";
    int n = seats ? (int)json_integer_value(seats) : 0;
    if (mode) {
        while (m->name && strcmp(m->name, json_string_value(mode)) != 0) m++;
        if (!m->name) return "This game has no such mode.";
        if (!n) n = m->min;
    } else {
        if (!n) n = 2;
        while (m->name && (n < m->min || n > m->max)) m++;
        if (!m->name) return "This game is not for so many seats.";
    }
    if (n < m->min || n > m->max) return "This mode is not for so many seats.";
    s->mode = (uint8_t)(m - s->game->modes);
    s->seats = (uint8_t)n;
    return NULL;
}

static const char *wish_options(struct settings *s, const json_t *options)
{
    const char *key;
    json_t *value;
    for (int i = 0; s->game->options[i].name; i++) s->option[i] = s->game->options[i].usual;
    if (!options) return NULL;
    if (!json_is_object(options)) return "`options` is an object.";
    json_object_foreach((json_t *)(uintptr_t)options, key, value)
    {
        const struct option *o = s->game->options;
        while (o->name && strcmp(o->name, key) != 0) o++;
        if (!o->name) return "This game has no such option.";
        json_int_t v = json_is_integer(value) ? json_integer_value(value) : -1;
        if (v < o->min || v > o->max) return "An option is out of its range.";
        s->option[o - s->game->options] = (int16_t)v;
    }
    return NULL;
}

/* A whole sheet or scenario as text, checked and written anew. */
static const char *read_text(const struct board_kind *kind, const char *text, size_t n, struct board *board)
{
    struct board_reader r;
    board_begin(&r, kind, board);
    while (n) {
        const char *end = memchr(text, '\n', n);
        size_t line = end ? (size_t)(end - text) : n, whole = line + (end != NULL);
        if (!words_utf8(text, line)) return "The board is not valid UTF-8 text.";
        const char *why = board_line(&r, text, words_trim(text, line));
        if (why) return why;
        text += whole;
        n -= whole;
    }
    const char *why = board_close(&r);
    return why ? why : kind->check(board);
}

static void keep_text(struct settings *s, const struct board *board)
{
    struct out o = {.p = malloc(SETTINGS_TEXT), .size = SETTINGS_TEXT};
    if (!o.p) abort();
    s->game->board->write(board, &o);
    GAME_ASSERT(o.len < o.size);
    s->text = copy(o.p, o.len);
    free(o.p);
}

static const char *wish_own(struct settings *s, const char *id, const char *text)
{
    struct board board;
    const char *why = NULL;
    s->source = BOARD_OWN;
    if (text) why = read_text(s->game->board, text, strlen(text), &board);
    else if (s->game->board != &scenario_kind) why = "Only maps have an id.";
    else why = scenario_find_id(scenario_in(&board), id, strlen(id));
    if (!why) keep_text(s, &board);
    return why;
}

static const char *wish_board(struct settings *s, const json_t *board)
{
    const struct board_kind *kind = s->game->board;
    struct board found;
    if (board && !json_is_object(board)) return "`board` is an object.";
    if (!kind) return board && json_object_size(board) ? "This game has no board to choose." : NULL;
    const char *name = json_string_value(json_object_get(board, "name")),
               *id = json_string_value(json_object_get(board, "id")),
               *text = json_string_value(json_object_get(board, "text")),
               *size = json_string_value(json_object_get(board, "size")),
               *grade = json_string_value(json_object_get(board, "grade"));
    if ((name != NULL) + (id != NULL) + (text != NULL) + (size || grade) != (json_object_size(board) > 0))
        return "`board` has a name, an id, a text, or size and grade.";
    if (id || text) return wish_own(s, id, text);
    if (!name && !size && !grade && kind != &scenario_kind) name = "a";
    if (name) {
        size_t n = strlen(name);
        if (n >= sizeof s->name || !kind->builtin(&found, s->game->name, name, n))
            return "There is no built-in board of that name.";
        memcpy(s->name, name, n + 1);
        s->source = BOARD_NAMED;
        return NULL;
    }
    if (kind != &scenario_kind) return "Only maps are made anew.";
    int k = size ? pick(size, size_names, 2) : 1, g = grade ? pick(grade, grade_names, GRADES) : GRADE_FAIR;
    if (k < 0) return "The size of a map is tiny or long.";
    if (g < 0) return "The grade of a map is gentle, fair, tricky or fiendish.";
    s->source = BOARD_MADE;
    s->cols = k ? LONG : TINY;
    s->grade = (uint8_t)g;
    s->maker = MAKE_VERSION;
    return NULL;
}

static const char *wish_speed(struct settings *s, const json_t *speed)
{
    s->speed = SPEED_RELAXED;
    s->seconds = 0;
    if (!speed) return NULL;
    int k = pick(json_string_value(json_object_get(speed, "kind")), speed_names, 3);
    json_int_t seconds = json_integer_value(json_object_get(speed, "seconds")),
               days = json_integer_value(json_object_get(speed, "days"));
    if (k < 0) return "The kind of `speed` is live, relaxed or days.";
    if (k == SPEED_LIVE && (seconds < 10 || seconds > 900)) return "A live round takes 10 to 900 seconds.";
    if (k == SPEED_DAYS && (days < 1 || days > 14)) return "A slow round takes 1 to 14 days.";
    s->speed = (uint8_t)k;
    if (k == SPEED_LIVE) s->seconds = (uint32_t)seconds;
    if (k == SPEED_DAYS) s->seconds = (uint32_t)days * 86400;
    return NULL;
}

static const char *wish_bots(const struct settings *s, const json_t *list, uint8_t bot[MAX_SEATS], int *n)
{
    *n = 0;
    if (!list) return NULL;
    if (!json_is_array(list)) return "`bots` is a list of levels.";
    if (json_array_size(list) >= s->seats) return "At least one seat is for you.";
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *level = json_string_value(json_array_get(list, i));
        int k = 0;
        while (level && bots[k] && strcmp(bots[k]->name, level) != 0) k++;
        if (!level || !bots[k]) return "The level of a bot is easy, normal or strong.";
        bot[(*n)++] = (uint8_t)k;
    }
    return NULL;
}

static const char *wish_all(struct settings *s, const json_t *wish, uint8_t bot[MAX_SEATS], int *bots_n)
{
    const char *game = json_string_value(json_object_get(wish, "game"));
    const json_t *listed = json_object_get(wish, "public");
    if (!game || !(s->game = game_find(game, strlen(game)))) return "`game` is temple, valley or tiwanaku.";
    if (listed && !json_is_boolean(listed)) return "`public` is true or false.";
    s->listed = json_is_true(listed);
    const char *why = wish_mode(s, wish);
    if (!why) why = wish_options(s, json_object_get(wish, "options"));
    if (!why) why = wish_speed(s, json_object_get(wish, "speed"));
    if (!why) why = wish_bots(s, json_object_get(wish, "bots"), bot, bots_n);
    if (!why) why = wish_board(s, json_object_get(wish, "board"));
    if (why || s->source == BOARD_MADE) return why;
    struct head h;
    return settings_board(s, &h);
}

const char *settings_wish(struct settings *s, const json_t *wish, uint8_t bot[MAX_SEATS], int *bots_n)
{
    memset(s, 0, sizeof *s);
    const char *why = wish_all(s, wish, bot, bots_n);
    if (why) settings_drop(s);
    return why;
}

void settings_make(struct settings *s)
{
    struct board board;
    memset(&board, 0, sizeof board);
    scenario_make(scenario_in(&board), s->cols, (enum grade)s->grade, fair_map_seed(s->salt));
    keep_text(s, &board);
}

/* ---- kept as text ---- */

static void show_options(const struct settings *s, struct out *o)
{
    out_key(o, "options");
    out_char(o, '{');
    for (int i = 0; s->game->options[i].name; i++) out_key_int(o, s->game->options[i].name, s->option[i]);
    out_char(o, '}');
}

static void show_board(const struct settings *s, struct out *o)
{
    out_key(o, "board");
    out_char(o, '{');
    if (s->source == BOARD_NAMED) out_key_str(o, "name", s->name);
    if (s->source == BOARD_OWN) out_key_bool(o, "own", true);
    if (s->source == BOARD_MADE) {
        out_key_str(o, "size", size_names[s->cols == LONG]);
        out_key_str(o, "grade", grade_names[s->grade]);
    }
    out_char(o, '}');
}

void settings_show(const struct settings *s, struct out *o)
{
    out_key_str(o, "game", s->game->name);
    out_key_str(o, "mode", s->game->modes[s->mode].name);
    out_key_int(o, "seats", s->seats);
    show_board(s, o);
    show_options(s, o);
    out_key(o, "speed");
    out_char(o, '{');
    out_key_str(o, "kind", speed_names[s->speed]);
    if (s->speed == SPEED_LIVE) out_key_int(o, "seconds", s->seconds);
    if (s->speed == SPEED_DAYS) out_key_int(o, "days", s->seconds / 86400);
    out_char(o, '}');
    out_key_bool(o, "public", s->listed);
}

char *settings_write(const struct settings *s, size_t *n)
{
    size_t size = SETTINGS_TEXT * 2;
    struct out o = {.p = malloc(size), .size = size};
    char hex[FAIR_SALT * 2 + 1];
    if (!o.p) abort();
    for (int i = 0; i < FAIR_SALT; i++) {
        hex[2 * i] = "0123456789abcdef"[s->salt[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[s->salt[i] & 15];
    }
    hex[FAIR_SALT * 2] = 0;
    out_char(&o, '{');
    out_key_int(&o, "rules", 1);
    settings_show(s, &o);
    out_key_str(&o, "source", source_names[s->source]);
    if (s->source == BOARD_MADE) out_key_int(&o, "maker", s->maker);
    if (s->text) out_key_str(&o, "text", s->text);
    out_key_str(&o, "owner", s->owner);
    out_key_str(&o, "code", s->code);
    out_key_str(&o, "salt", hex);
    out_char(&o, '}');
    GAME_ASSERT(out_end(&o));
    *n = o.len;
    return o.p;
}

static bool read_word(const json_t *j, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(j, key));
    if (!text || strlen(text) >= size) return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}

static bool read_all(struct settings *s, const json_t *j)
{
    uint8_t bot[MAX_SEATS];
    int bots_n;
    const char *game = json_string_value(json_object_get(j, "game")),
               *text = json_string_value(json_object_get(j, "text")),
               *salt = json_string_value(json_object_get(j, "salt"));
    const json_t *board = json_object_get(j, "board");
    int source = pick(json_string_value(json_object_get(j, "source")), source_names, 4);
    if (!game || !(s->game = game_find(game, strlen(game))) || source < 0 || !salt) return false;
    if (wish_mode(s, j) || wish_options(s, json_object_get(j, "options")) || wish_bots(s, NULL, bot, &bots_n))
        return false;
    if (wish_speed(s, json_object_get(j, "speed")) || !read_word(j, "owner", s->owner, sizeof s->owner)) return false;
    if (!read_word(j, "code", s->code, sizeof s->code) || !fair_read_hex(salt, strlen(salt), s->salt)) return false;
    s->listed = json_is_true(json_object_get(j, "public"));
    if (source == BOARD_OWN) s->source = BOARD_OWN;
    else if (wish_board(s, board)) return false;
    if (s->source == BOARD_MADE) s->maker = (uint8_t)json_integer_value(json_object_get(j, "maker"));
    if (text) s->text = copy(text, strlen(text));
    return true;
}

bool settings_read(struct settings *s, const char *text, size_t n)
{
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    memset(s, 0, sizeof *s);
    bool good = json_is_object(j) && read_all(s, j);
    json_decref(j);
    if (!good) settings_drop(s);
    return good;
}

void settings_drop(struct settings *s)
{
    free(s->text);
    s->text = NULL;
}

const char *settings_map(const struct settings *s, char text[64])
{
    if (s->source != BOARD_MADE) return NULL;
    struct out o = {.p = text, .size = 64};
    out_str(&o, size_names[s->cols == LONG]);
    out_char(&o, ' ');
    out_str(&o, grade_names[s->grade]);
    out_str(&o, " g");
    out_uint(&o, s->maker);
    out_end(&o);
    return text;
}

const char *settings_board(const struct settings *s, struct head *h)
{
    const struct board_kind *kind = s->game->board;
    memset(h, 0, sizeof *h);
    h->game = s->game;
    h->kind = kind;
    setup_new(&h->setup, s->game); /* a table that has not begun has the newest rules */
    h->setup.mode = s->mode;
    h->setup.players = s->seats;
    memcpy(h->setup.option, s->option, sizeof s->option);
    if (s->source == BOARD_NAMED) {
        kind->builtin(&h->setup.board, s->game->name, s->name, strlen(s->name));
        memcpy(h->board_name, s->name, sizeof h->board_name);
    } else if (s->text) {
        const char *why = read_text(kind, s->text, strlen(s->text), &h->setup.board);
        if (why) return why;
    }
    return s->game->refuse(&h->setup);
}

const char *settings_name(const char *text, char *name, size_t size)
{
    struct words part;
    const char *why = name_refuse(text, text ? strlen(text) : 0, &part);
    if (why) return why;
    size_t n = (size_t)(part.end - part.at);
    GAME_ASSERT(n < size);
    memcpy(name, part.at, n);
    name[n] = 0;
    return NULL;
}
