/* choose.c -- see cli.h: the set-up of a game from words of the command line, for
 * `simulate`, `arena` and `play`. */
#include "cli.h"

#include <string.h>

const struct game *choose_game(const char *name)
{
    const struct game *g = game_find(name, strlen(name));
    if (g) return g;
    char list[256];
    struct out o = {.p = list, .size = sizeof list};
    for (int i = 0; games[i]; i++) {
        if (i) out_str(&o, games[i + 1] ? ", " : " or ");
        out_str(&o, games[i]->name);
    }
    out_end(&o);
    usage("there is no game '%s': expected %s", name, list);
    return NULL;
}

/* Players and mode, each by default from the other. */
static int choose_mode(const struct game *g, const struct wish *w, struct setup *u)
{
    const struct mode *m = g->modes;
    uint64_t players = 0;
    if (w->players && !args_number("players", w->players, 1, MAX_SEATS, &players)) return EXIT_USAGE;
    while (w->mode && m->name && strcmp(m->name, w->mode) != 0) m++;
    if (!m->name) {
        char list[256];
        struct out o = {.p = list, .size = sizeof list};
        for (m = g->modes; m->name; m++) {
            out_char(&o, ' ');
            out_str(&o, m->name);
        }
        out_end(&o);
        return usage("%s has no mode '%s'; its modes are:%s", g->name, w->mode, list);
    }
    if (!players) players = w->usual_players;
    if (!players) players = w->mode ? m->min : 2;
    while (!w->mode && m->name && (players < m->min || players > m->max)) m++;
    if (!m->name) return usage("%s is not for %u players", g->name, (unsigned)players);
    if (players < m->min || players > m->max)
        return m->min == m->max ? usage("mode %s is for %u player", m->name, m->min)
                                : usage("mode %s is for %u to %u players", m->name, m->min, m->max);
    u->players = (uint8_t)players;
    u->mode = (uint8_t)(m - g->modes);
    return EXIT_GOOD;
}

/* An older version of the rules than the newest. */
static int choose_rules(const struct game *g, const char *text, struct setup *u)
{
    uint64_t version = u->rules;
    if (text && !args_number("rules", text, 1, g->rules, &version)) return EXIT_USAGE;
    u->rules = (uint8_t)version;
    return EXIT_GOOD;
}

int choose_options(const struct game *g, const char *list, struct setup *u)
{
    for (int i = 0; g->options[i].name; i++) u->option[i] = g->options[i].usual;
    while (list && *list) {
        size_t n = strcspn(list, ","), name = strcspn(list, "=");
        const struct option *o = g->options;
        while (o->name && (strlen(o->name) != name || memcmp(o->name, list, name) != 0)) o++;
        if (!o->name || name >= n)
            return usage("--option: expected NAME=VALUE with an option of %s, not '%.*s'", g->name, (int)n, list);
        struct words w = words_of(list + name + 1, n - name - 1);
        int value = list[n - 1] != ' ' ? words_number(&w, o->max) : -1;
        if (value < o->min || !words_done(&w))
            return usage("--option: %s is a number from %d to %d", o->name, o->min, o->max);
        u->option[o - g->options] = (int16_t)value;
        list += n + (list[n] == ',');
    }
    return EXIT_GOOD;
}

static int choose_board(struct head *h, const struct wish *w, bool *named)
{
    const struct game *g = h->game;
    if (!g->board) {
        *named = true;
        return w->sheet || w->scenario || w->board ? usage("%s has no board to choose", g->name) : EXIT_GOOD;
    }
    bool sheets = strcmp(g->board->key, "sheet") == 0;
    const char *what = sheets ? (w->sheet ? w->sheet : "a") : w->scenario;
    *named = what != NULL;
    if (w->sheet && !sheets) return usage("%s has scenarios, not sheets", g->name);
    if ((w->scenario || w->board) && sheets) return usage("%s has sheets, not scenarios", g->name);
    if (w->board && strcmp(w->board, "tiny") != 0 && strcmp(w->board, "long") != 0)
        return usage("--board: expected tiny or long, not '%s'", w->board);
    if (w->board && what) return usage("--board chooses a map by its size: it does not go with --scenario");
    if (what && strcmp(what, "-") == 0 && w->busy_input)
        return usage("--%s: play reads your moves from standard input, so name a file", g->board->key);
    return what ? file_find_board(what, g, &h->setup.board, h->board_name) : EXIT_GOOD;
}

int choose_setup(struct head *h, const struct wish *w, bool *named)
{
    setup_new(&h->setup, h->game);
    int status = choose_rules(h->game, w->rules, &h->setup);
    if (!status) status = choose_mode(h->game, w, &h->setup);
    if (!status) status = choose_options(h->game, w->option, &h->setup);
    return status ? status : choose_board(h, w, named);
}

int choose_check(const struct head *h)
{
    const char *why = h->game->refuse(&h->setup);
    return why ? usage("%s", why) : EXIT_GOOD;
}
