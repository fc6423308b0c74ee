/* verify.c -- `tambo verify RECORD`: checks that the dice, hand-outs and map of a finished
 * record follow from its salt, and the salt from what was promised before (core/fair.h); of a game of
 * the day, with what the server tells of the day, also that the salt follows from the day's secret. */
#include "../games/verify.h"
#include "../core/day.h"
#include "../server/base/must.h"
#include "cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool feed(void *ctx, const char *line, size_t n) { return verify_line(ctx, line, n); }

/* Reads the file twice; an exit status, after a complaint. */
static int check(struct verify *v, const char *path, const char *commit)
{
    int status = file_keep(path);
    verify_begin(v);
    if (!status) status = file_each_line(path, feed, v);
    if (status) return status;
    if (verify_again(v) && commit && strcmp(commit, v->claim.commit) != 0)
        return file_complain(path, v->commit_line, "This is not the promise given by --commit. [fair]");
    if (!v->fault) status = file_each_line(path, feed, v);
    if (status) return status;
    return verify_end(v) ? EXIT_GOOD : file_complain(path, v->fault_line, v->fault);
}

/* A day as GET /api/daily/DAY tells it. */
struct published_day {
    char date[DAY_TEXT], promise[FAIR_HEX + 1];
    uint8_t secret[FAIR_SALT];
};

/* The text of a member, and its length; "" if it has none. */
static const char *member(const json_t *o, const char *key, size_t *n)
{
    const char *text = json_string_value(json_object_get(o, key));
    *n = text ? strlen(text) : 0;
    return text ? text : "";
}

/* NULL, or what is wrong with it. */
static const char *read_told(const json_t *o, struct published_day *t)
{
    int32_t day;
    size_t n;
    uint8_t bytes[FAIR_SALT];
    const char *date = member(o, "day", &n);
    if (!day_read(date, n, &day)) return "Expected a day as /api/daily/DAY of a server tells it. [fair]";
    day_write(day, t->date);
    const char *promise = member(o, "promise", &n);
    if (!fair_read_hex(promise, n, bytes)) return "The day has no promise. [fair]";
    memcpy(t->promise, promise, sizeof t->promise);
    if (json_is_null(json_object_get(o, "secret")))
        return "The secret of this day was not told yet: ask again when it is over everywhere. [fair]";
    const char *secret = member(o, "secret", &n);
    return fair_read_hex(secret, n, t->secret) ? NULL : "The day has no secret. [fair]";
}

/* The record is good: is it of that day? */
static int check_day(const struct verify *v, const char *path, struct published_day *t)
{
    char promise[FAIR_HEX + 1];
    json_error_t error;
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!f) return usage("cannot read %s", path);
    json_t *o = json_loadf(f, 0, &error);
    if (f != stdin) fclose(f);
    if (!o) return file_complain(path, error.line < 1 ? 1 : (uint32_t)error.line, "Expected JSON. [fair]");
    const char *why = read_told(o, t);
    json_decref(o);
    if (why) return file_complain(path, 1, why);
    fair_promise(t->secret, promise);
    if (strcmp(promise, t->promise) != 0) return file_complain(path, 1, "This secret is not the one promised. [fair]");
    if (verify_is_of_day(v, t->date, t->secret)) return EXIT_GOOD;
    return file_complain(path, 1, "The salt of the record does not follow from the secret of this day. [fair]");
}

static void tell(struct verify *v, bool compared)
{
    const struct head *h = &v->record.head;
    printf("promise   %s\n", v->claim.commit);
    printf("          %s the digest of the salt and all that was fixed in advance\n",
           compared ? "as you wrote it down, and" : "is");
    if (v->claim.has_map) printf("map       %s, follows from the salt\n", v->claim.map);
    else if (h->board_name[0]) printf("%-9s %s, built in\n", h->kind->key, h->board_name);
    else if (h->kind) printf("%-9s fixed in advance, not by the salt\n", h->kind->key);
    printf("chance    %u %s, all as the salt brings them\n", (unsigned)v->rolls, v->rolls == 1 ? "line" : "lines");
    if (record_state(&v->record)->phase != PHASE_OVER) puts("The record ends before the game does.");
    if (!compared) puts("Is it the promise you were shown before the game? --commit HEX compares.");
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"commit", false, NULL}, {"day", false, NULL}, {NULL, false, NULL}};
    char commit[FAIR_HEX + 1];
    struct published_day told;
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo verify RECORD [--commit HEX] [--day FILE]");
    const char *day = args[1].value;
    bool compare = args[0].value != NULL;
    if (compare && !args_hex("commit", args[0].value, commit)) return EXIT_USAGE;
    if (day && strcmp(day, "-") == 0 && strcmp(argv[1], "-") == 0)
        return usage("the record or the day can come from standard input, not both");
    struct verify *v = must(calloc(1, sizeof *v));
    int status = check(v, argv[1], compare ? commit : NULL);
    if (status == EXIT_GOOD && day) status = check_day(v, day, &told);
    if (status == EXIT_GOOD) tell(v, compare);
    if (status == EXIT_GOOD && day)
        printf("day       %s, the salt follows from its secret, which was promised as\n          %s\n", told.date,
               told.promise);
    free(v);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .about = "check the dice and the map of a finished record",
    .help = "usage: tambo verify RECORD [--commit HEX] [--day FILE]\n\n"
            "Before the first roll a server shows a promise: the SHA-256 of a secret salt and of all\n"
            "that is fixed in advance. Dice, hand-outs, stacks and a generated map follow from the\n"
            "salt, and the record of the finished game names it. verify computes all of it again\n"
            "(- for standard input). The first line that does not follow is reported as\n"
            "FILE:LINE: message, with exit status 1; so is a record without a salt.\n\n"
            "  --commit    the promise you wrote down before the game: 64 digits 0-9, a-f. Without\n"
            "              it verify shows the record's own; compare it with the one you saw.\n"
            "  --day       of a game of the day: the day as its server tells it when it is over,\n"
            "              URL/api/daily/2026-11-16 saved to a file. Its secret must be the one that\n"
            "              was promised before the day, and the salt of the record must follow.\n",
    .run = run,
};
