/* wish.c -- see wish.h. */
#include "wish.h"

#include "../../bots/bot.h"
#include "../../games/scenario_id.h"
#include "../base/must.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(word) word, "`" word "` is a text."
static const struct {
    const char *word, *why;
} texts[] = {{TEXT("as")},     {TEXT("build")}, {TEXT("card")},  {TEXT("circle")}, {TEXT("claim")},  {TEXT("code")},
             {TEXT("day")},    {TEXT("game")},  {TEXT("grade")}, {TEXT("id")},     {TEXT("join")},   {TEXT("leave")},
             {TEXT("level")},  {TEXT("link")},  {TEXT("mode")},  {TEXT("name")},   {TEXT("remove")}, {TEXT("rename")},
             {TEXT("signal")}, {TEXT("size")},  {TEXT("table")}, {TEXT("text")},   {TEXT("token")}};

const char *wish_texts(const json_t *object)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const json_t *member = json_object_get(object, texts[i].word);
        if (member && !json_is_string(member)) return texts[i].why;
    }
    return NULL;
}

/* `key: value`; bytes that would begin another line become what is in no name. */
static void line(struct out *o, const char *key, const char *value)
{
    out_str(o, key);
    out_str(o, ": ");
    for (; *value; value++) out_char(o, (unsigned char)*value < ' ' ? '?' : *value);
    out_char(o, '\n');
}

static void line_number(struct out *o, const char *key, json_int_t value)
{
    out_str(o, key);
    out_str(o, ": ");
    out_int(o, value);
    out_char(o, '\n');
}

static void line_text(struct out *o, const char *text)
{
    line_number(o, "text", (json_int_t)strlen(text));
    out_str(o, text);
    out_char(o, '\n');
}

static const char *mode(const json_t *wish, struct out *o)
{
    const json_t *mode = json_object_get(wish, "mode"), *seats = json_object_get(wish, "seats");
    if (seats && !json_is_integer(seats)) return "`seats` is a number from 1 to 100.";
    if (mode) line(o, "mode", json_string_value(mode));
    if (seats) line_number(o, "seats", json_integer_value(seats));
    return NULL;
}

static const char *options(const json_t *options, struct out *o)
{
    const char *key;
    json_t *value;
    if (!options) return NULL;
    if (!json_is_object(options)) return "`options` is an object.";
    json_object_foreach((json_t *)(uintptr_t)options, key, value)
    {
        if (!json_is_integer(value)) return "An option is out of its range.";
        char name[64] = "?"; /* no option has this one */
        if (strlen(key) < sizeof name && !strpbrk(key, ":\n")) memcpy(name, key, strlen(key) + 1);
        out_str(o, "option ");
        line_number(o, name, json_integer_value(value));
    }
    return NULL;
}

static void made(const char *size, const char *grade, struct out *o)
{
    char text[128];
    struct out value = {.p = text, .size = sizeof text - 1};
    out_str(&value, "made ");
    out_str(&value, size ? size : "long");
    out_char(&value, ' ');
    out_str(&value, grade ? grade : "fair");
    text[value.len < value.size ? value.len : value.size] = 0;
    line(o, "board", text);
}

/* A map by its id: its text. */
static const char *by_id(const char *id, struct out *o)
{
    struct board b;
    char text[SETTINGS_TEXT];
    struct out t = {.p = text, .size = sizeof text};
    const char *why = scenario_find_id(scenario_in(&b), id, strlen(id));
    if (why) return why;
    scenario_kind.write(&b, &t);
    GAME_ASSERT(out_end(&t));
    line(o, "board", "own");
    line_text(o, text);
    return NULL;
}

static const char *board(const json_t *wish, struct out *o)
{
    const json_t *board = json_object_get(wish, "board");
    const char *game = json_string_value(json_object_get(wish, "game"));
    const struct game *g = game ? game_find(game, strlen(game)) : NULL;
    if (board && !json_is_object(board)) return "`board` is an object.";
    const char *why = wish_texts(board);
    if (why) return why;
    const char *name = json_string_value(json_object_get(board, "name")),
               *id = json_string_value(json_object_get(board, "id")),
               *text = json_string_value(json_object_get(board, "text")),
               *size = json_string_value(json_object_get(board, "size")),
               *grade = json_string_value(json_object_get(board, "grade"));
    if ((name != NULL) + (id != NULL) + (text != NULL) + (size || grade) != (json_object_size(board) > 0))
        return "`board` has a name, an id, a text, or size and grade.";
    if (name) {
        out_str(o, "board: name ");
        for (const char *p = name; *p; p++) out_char(o, (unsigned char)*p < ' ' ? '?' : *p);
        out_char(o, '\n');
    }
    if (text) line(o, "board", "own");
    if (text) line_text(o, text);
    if (size || grade) made(size, grade, o);
    if (id && g && g->board != &scenario_kind) return "Only maps have an id.";
    return id ? by_id(id, o) : NULL;
}

static void speed(const json_t *speed, struct out *o)
{
    const char *kind = json_string_value(json_object_get(speed, "kind"));
    const char *unit = !kind ? "" : strcmp(kind, "days") == 0 ? "days" : strcmp(kind, "live") == 0 ? "seconds" : "";
    if (!speed) return;
    out_str(o, "speed: ");
    for (const char *p = kind ? kind : "?"; *p; p++) out_char(o, (unsigned char)*p < ' ' ? '?' : *p);
    if (*unit) out_char(o, ' ');
    if (*unit) out_int(o, json_integer_value(json_object_get(speed, unit)));
    out_char(o, '\n');
}

static const char *all(const json_t *wish, struct out *o)
{
    const char *game = json_string_value(json_object_get(wish, "game"));
    const json_t *listed = json_object_get(wish, "public"), *hints = json_object_get(wish, "hints"),
                 *fairness = json_object_get(wish, "fairness");
    out_str(o, "tambo-table 1\n");
    line(o, "game", game ? game : "?");
    if (listed && !json_is_boolean(listed)) return "`public` is true or false.";
    line(o, "listed", json_is_true(listed) ? "yes" : "no");
    if (hints && !json_is_boolean(hints)) return "`hints` is true or false.";
    if (json_is_false(hints)) line(o, "hints", "no");
    if (fairness && !json_is_boolean(fairness)) return "`fairness` is true or false.";
    if (json_is_false(fairness)) line(o, "fairness", "no");
    const char *why = wish_texts(wish);
    if (!why) why = mode(wish, o);
    if (!why) why = options(json_object_get(wish, "options"), o);
    if (!why) speed(json_object_get(wish, "speed"), o);
    return why;
}

const char wish_no_level[] = "There is no such level of bots.";

static const char *levels(const struct settings *s, const json_t *list, uint8_t bot[MAX_SEATS], int *n)
{
    *n = 0;
    if (!list) return NULL;
    if (!json_is_array(list)) return "`bots` is a list of levels.";
    if (json_array_size(list) >= s->seats) return "At least one seat is for you.";
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *level = json_string_value(json_array_get(list, i));
        int k = level ? bot_number(level, strlen(level)) : -1;
        if (k < 0) return wish_no_level;
        bot[(*n)++] = (uint8_t)k;
    }
    return NULL;
}

/* Writes with fn, once to know how long it gets. */
static char *written(const char *(*fn)(const json_t *, struct out *), const json_t *j, size_t *n, const char **why)
{
    struct out o = {.p = NULL};
    *why = fn(j, &o);
    o = (struct out){.p = must(malloc(o.len + 1)), .size = o.len + 1};
    fn(j, &o);
    out_end(&o);
    *n = o.len;
    return o.p;
}

static const char *with_board(const json_t *wish, struct out *o)
{
    const char *why = all(wish, o);
    return why ? why : board(wish, o);
}

const char *wish_read(struct settings *s, const json_t *wish, uint8_t bot[MAX_SEATS], int *bots_n)
{
    size_t n;
    const char *why;
    char *text = written(with_board, wish, &n, &why);
    memset(s, 0, sizeof *s);
    if (!why) why = settings_wish(s, text, n);
    free(text);
    if (why) return why;
    why = levels(s, json_object_get(wish, "bots"), bot, bots_n);
    if (why) settings_drop(s);
    return why;
}
