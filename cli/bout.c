/* bout.c -- see bout.h. */
#include "bout.h"

#include "../core/fair.h"
#include "../server/base/must.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct bout *bout_new(void)
{
    struct bout *b = must(calloc(1, sizeof *b));
    b->scratch = must(aligned_alloc(STATE_ALIGN, BOT_SCRATCH));
    b->text = file_out();
    return b;
}

void bout_free(struct bout *b)
{
    free(b->text->p);
    free(b->text);
    free(b->scratch);
    free(b);
}

void bout_seat(struct bout *b, int seat, const struct bot *bot)
{
    b->bot[seat] = bot;
    snprintf(b->name[seat], sizeof b->name[seat], "bot %s", bot->name);
    b->head.name[seat] = (struct name){b->name[seat], strlen(b->name[seat])};
}

static void note_fact(void *ctx, const struct state *s, Move m)
{
    struct bout *b = ctx;
    if (b->keep) record_write_line(b->head.game, s, NATURE, &m, 1, b->text);
}

static void act(struct bout *b, int seat, const Move *m, int n)
{
    const struct game *g = b->head.game;
    struct state *s = position_state(&b->pos);
    if (b->keep) record_write_line(g, s, seat, m, n, b->text);
    for (int i = 0; i < n; i++) g->apply(s, seat, m[i]);
    match_settle(g, s, note_fact, b);
}

/* The promise that would have been shown before, and the salt. */
static void write_fair(struct bout *b)
{
    char text[FAIR_TEXT], commit[FAIR_HEX + 1];
    struct out o = {.p = text, .size = sizeof text};
    fair_text(&b->head, b->map, &o);
    GAME_ASSERT(o.len <= o.size);
    fair_commit(b->salt, text, o.len, commit);
    fair_write(b->salt, commit, b->map, b->text);
}

void bout_play(struct bout *b, uint64_t seed, uint64_t number)
{
    const struct game *g = b->head.game;
    struct state *s = position_state(&b->pos);
    size_t size = g->size(&b->head.setup);
    b->rng = rng_fork(seed, number);
    for (int i = 0; i < b->head.setup.players; i++) b->bot_rng[i] = rng_fork(rng_next(&b->rng), (uint64_t)i);
    uint32_t chances = 0;
    b->text->len = 0;
    if (b->keep) record_write_head(&b->head, b->text);
    g->start(s, &b->head.setup);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            if (b->salt) b->rng = fair_rng(b->salt, chances++);
            int n = g->draw(s, &b->rng, m);
            act(b, NATURE, m, n);
        } else {
            int seat = 0;
            while (!seats_has(s->acting, seat)) seat++;
            m[0] = bot_think(b->bot[seat], g, s, size, seat, &b->budget, &b->bot_rng[seat], b->scratch).move;
            const char *why = g->objection(s, seat, m[0]);
            GAME_ASSERT(why == NULL);
            act(b, seat, m, 1);
        }
    }
    if (b->keep && b->salt) write_fair(b);
}

int bout_save(const struct bout *b, const char *path)
{
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!f) return usage("cannot write %s: %s", path, strerror(errno));
    bool ok = fwrite(b->text->p, 1, b->text->len, f) == b->text->len;
    if (f != stdout && fclose(f) != 0) ok = false;
    return ok ? EXIT_GOOD : usage("cannot write %s: %s", path, strerror(errno));
}

int bout_folder(const char *folder)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return EXIT_GOOD;
    return usage("cannot make the folder %s: %s", folder, strerror(errno));
}

int bout_file(const char *folder, uint64_t number, char file[4096])
{
    int n = snprintf(file, 4096, "%s/%06llu.rec", folder, (unsigned long long)number);
    return n < 0 || n >= 4096 ? usage("the name %s is too long", folder) : EXIT_GOOD;
}
