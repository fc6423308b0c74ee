/* args.c -- see cli.h. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int usage(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fputs("tambo: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    return EXIT_USAGE;
}

int args_parse(int argc, char **argv, struct arg *table)
{
    int words = 0;
    bool plain = false; /* after `--` everything is a plain word */
    for (int i = 1; i < argc; i++) {
        if (plain || strncmp(argv[i], "--", 2) != 0) {
            argv[++words] = argv[i];
            continue;
        }
        if (argv[i][2] == 0) {
            plain = true;
            continue;
        }
        const char *equals = strchr(argv[i], '=');
        size_t n = equals ? (size_t)(equals - argv[i]) - 2 : strlen(argv[i]) - 2;
        struct arg *a = table;
        while (a->name && (strlen(a->name) != n || strncmp(a->name, argv[i] + 2, n) != 0)) a++;
        if (!a->name) return usage("there is no option %s here; see --help", argv[i]), -1;
        if (a->value) return usage("option --%s may stand only once", a->name), -1;
        if (a->flag ? equals != NULL : !equals && i + 1 == argc)
            return usage(a->flag ? "option --%s takes no value" : "option --%s needs a value", a->name), -1;
        a->value = a->flag ? "" : equals ? equals + 1 : argv[++i];
    }
    return words;
}

bool args_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    bool digits = *text >= '0' && *text <= '9'; /* no sign, no blanks */
    if (digits && *end == 0 && errno == 0 && v >= min && v <= max) {
        *out = v;
        return true;
    }
    usage("--%s: expected a number from %llu to %llu, not '%s'", name, (unsigned long long)min, (unsigned long long)max,
          text);
    return false;
}

bool args_hex(const char *name, const char *text, char hex[65])
{
    for (size_t i = 0; i < 64; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
        if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) break; /* the end of the text, too */
        hex[i] = c;
        hex[i + 1] = 0;
        if (i == 63 && !text[64]) return true;
    }
    usage("--%s: expected 64 digits 0-9 or a-f, not '%s'", name, text);
    return false;
}

int args_grade(const char *word, enum grade *grade)
{
    for (unsigned g = 0; g < GRADES; g++)
        if (strcmp(word, grade_names[g]) == 0) {
            *grade = (enum grade)g;
            return EXIT_GOOD;
        }
    return usage("--difficulty: expected gentle, fair, tricky or fiendish, not '%s'", word);
}
