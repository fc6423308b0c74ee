/* wasm_about.c -- what there is, see wasm.h: games, bots, built-in boards; names, sheets and maps that a person typed.
 * In both modules. */
#include "wasm.h"

#include "../../bots/bot.h"
#include "../../core/build.h"
#include "../../core/name.h"
#include "../../games/scenario.h"
#include "../../puzzle/make.h"
#include "wasm_in.h"

#include <string.h>

static void begin_list(struct out *o, const char *key)
{
    out_key(o, key);
    out_char(o, '[');
}

static void tell_boards(const struct game *g, struct out *o)
{
    const char *owner, *name;
    begin_list(o, "boards");
    for (int i = 0; g->board && g->board->list(i, &owner, &name); i++) {
        if (strcmp(owner, g->name) != 0) continue;
        out_comma(o);
        out_json(o, name, strlen(name));
    }
    out_char(o, ']');
}

static void tell_game(const struct game *g, struct out *o)
{
    out_key_str(o, "name", g->name);
    out_key_str(o, "title", g->title);
    out_key_int(o, "rules", g->rules);
    out_key_bool(o, "sealed", g->sealed);
    out_key_str(o, "board", g->board ? g->board->key : NULL);
    tell_boards(g, o);
    begin_list(o, "modes");
    for (const struct mode *m = g->modes; m->name; m++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "name", m->name);
        out_key_int(o, "min", m->min);
        out_key_int(o, "max", m->max);
        out_char(o, '}');
    }
    out_char(o, ']');
    begin_list(o, "options");
    for (const struct option *x = g->options; x->name; x++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "name", x->name);
        out_key_int(o, "min", x->min);
        out_key_int(o, "max", x->max);
        out_key_int(o, "usual", x->usual);
        out_char(o, '}');
    }
    out_char(o, ']');
    begin_list(o, "parts");
    for (int i = 0; g->parts[i]; i++) {
        out_comma(o);
        out_json(o, g->parts[i], strlen(g->parts[i]));
    }
    out_char(o, ']');
    out_key(o, "numbers");
    out_char(o, '{');
    for (const struct number *n = g->numbers; n->name; n++) out_key_int(o, n->name, n->value);
    out_char(o, '}');
}

int tambo_build(void)
{
    out_str(web_out(), build_id);
    return web_answered();
}

int tambo_about(void)
{
    struct out *o = web_out();
    out_char(o, '{');
    out_key_int(o, "maker", MAKE_VERSION);
    begin_list(o, "games");
    for (int i = 0; games[i]; i++) {
        out_comma(o);
        out_char(o, '{');
        tell_game(games[i], o);
        out_char(o, '}');
    }
    out_char(o, ']');
    begin_list(o, "bots");
    for (int i = 0; bots[i]; i++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "name", bots[i]->name);
        out_key_str(o, "about", bots[i]->about);
        out_char(o, '}');
    }
    out_str(o, "]}");
    return web_answered();
}

int tambo_board(uint32_t n)
{
    struct board b;
    if (n > tambo_in_size()) n = tambo_in_size();
    struct words w = words_of(tambo_in(), n);
    size_t len;
    const char *p = words_peek(&w, &len);
    const struct game *g = game_find(p, len);
    words_skip(&w);
    if (!g || !g->board || !g->board->builtin(&b, g->name, w.at, (size_t)(w.end - w.at)))
        return web_refused("There is no built-in board of this name. [notation]");
    g->board->write(&b, web_out());
    return web_answered();
}

int tambo_name(uint32_t n)
{
    struct words name;
    const char *why = name_refuse(tambo_in(), n > tambo_in_size() ? tambo_in_size() : n, &name);
    if (why) return web_refused(why);
    out_bytes(web_out(), name.at, (size_t)(name.end - name.at));
    return web_answered();
}

/* Feeds the n bytes of tambo_in() to the reader; false with the sentence and its line. */
static bool read_board(struct board_reader *r, uint32_t n)
{
    uint32_t at = 0;
    for (const char *p = tambo_in(), *end = p + n; p < end; at++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t len = (size_t)((stop ? stop : end) - p);
        const char *why = len > RECORD_LINE     ? "The line is longer than 65536 bytes. [notation]"
                          : !words_utf8(p, len) ? "The line is not valid UTF-8 text. [notation]"
                                                : board_line(r, p, words_trim(p, len));
        if (why) return web_refused_at(at + 1, why);
        p += len + 1;
    }
    const char *why = board_close(r);
    if (why) return web_refused_at(at ? at : 1, why);
    why = r->kind->check(r->board);
    return why ? web_refused_at(1, why) : true;
}

bool web_scenario(uint32_t n, struct board *b)
{
    struct board_reader r;
    if (n > tambo_in_size()) return web_refused_at(1, "The text is too long. [notation]");
    board_begin(&r, &scenario_kind, b);
    return read_board(&r, n);
}

int tambo_check(uint32_t n)
{
    struct board b;
    struct board_reader r;
    if (n > tambo_in_size()) return web_refused_at(1, "The text is too long. [notation]");
    for (int k = 0; board_kinds[k]; k++) { /* the one whose first line is there */
        board_begin(&r, board_kinds[k], &b);
        bool good = read_board(&r, n);
        if (!r.begun) continue;
        if (!good) return 0;
        r.kind->write(&b, web_out());
        return web_answered();
    }
    return web_refused("Expected `tambo-sheet 1` or `tambo-scenario 1`. [notation]");
}
