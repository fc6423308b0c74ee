/* json.h -- a small strict JSON reader for tests: says whether a text is one JSON
 * value and nothing else (no duplicate keys, no raw control characters, valid
 * UTF-8), and writes down its shape: `{game,seats[{seat,name},{seat,name}],hash}`.
 * It keeps no values. laws.c and test_secrets.c include it. */
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include "../../core/out.h"
#include "../../core/words.h"

#include <string.h>

enum { JSON_KEYS = 128, JSON_DEPTH = 16 };

struct json {
    const char *at, *end; /* what is left to read */
    struct out *shape;    /* keys and brackets, or NULL */
    int depth;
};

static inline bool json_is(struct json *j, char c) { return j->at < j->end && *j->at == c; }
static inline bool json_take(struct json *j, char c) { return json_is(j, c) && j->at++; }
static inline bool json_digit(struct json *j) { return j->at < j->end && *j->at >= '0' && *j->at <= '9'; }

static inline void json_shape(struct json *j, const char *text, size_t n)
{
    if (j->shape) out_bytes(j->shape, text, n);
}

static inline bool json_word(struct json *j, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(j->end - j->at) < n || memcmp(j->at, word, n) != 0) return false;
    j->at += n;
    return true;
}

static inline bool json_escape(struct json *j)
{
    if (j->at == j->end) return false;
    char c = *j->at++;
    if (c != 'u') return strchr("\"\\/bfnrt", c) && c;
    for (int i = 0; i < 4; i++)
        if (j->at == j->end || !*j->at || !strchr("0123456789abcdefABCDEF", *j->at++)) return false;
    return true;
}

static inline bool json_string(struct json *j)
{
    const char *from = j->at + 1;
    if (!json_take(j, '"')) return false;
    while (!json_take(j, '"')) {
        if (j->at == j->end || (unsigned char)*j->at < 0x20) return false;
        if (*j->at++ == '\\' && !json_escape(j)) return false;
    }
    return words_utf8(from, (size_t)(j->at - 1 - from));
}

static inline bool json_number(struct json *j)
{
    json_take(j, '-');
    if (!json_digit(j)) return false;
    if (!json_take(j, '0'))
        while (json_digit(j)) j->at++;
    return !json_digit(j) && !json_is(j, '.') && !json_is(j, 'e') && !json_is(j, 'E'); /* Tambo writes integers */
}

static inline bool json_value(struct json *j);

static inline bool json_object(struct json *j)
{
    struct {
        const char *p;
        size_t n;
    } key[JSON_KEYS];
    int keys = 0;
    for (bool more = !json_is(j, '}'); more; more = json_take(j, ',')) {
        const char *p = j->at;
        if (keys == JSON_KEYS || !json_string(j)) return false;
        size_t n = (size_t)(j->at - p);
        for (int i = 0; i < keys; i++)
            if (key[i].n == n && memcmp(key[i].p, p, n) == 0) return false;
        key[keys].p = p;
        key[keys].n = n;
        if (keys++) json_shape(j, ",", 1);
        json_shape(j, p + 1, n - 2);
        if (!json_take(j, ':') || !json_value(j)) return false;
    }
    return json_take(j, '}');
}

static inline bool json_array(struct json *j)
{
    int n = 0;
    for (bool more = !json_is(j, ']'); more; more = json_take(j, ',')) {
        if (n++ && (json_is(j, '{') || json_is(j, '['))) json_shape(j, ",", 1);
        if (!json_value(j)) return false;
    }
    return json_take(j, ']');
}

/* No blanks between tokens: Tambo writes none. */
static inline bool json_value(struct json *j)
{
    bool ok = false;
    if (j->at == j->end || j->depth == JSON_DEPTH) return false;
    j->depth++;
    switch (*j->at) {
    case '{':
    case '[':
        json_shape(j, j->at, 1);
        ok = *j->at++ == '{' ? json_object(j) : json_array(j);
        if (ok) json_shape(j, j->at - 1, 1);
        break;
    case '"': ok = json_string(j); break;
    case 't': ok = json_word(j, "true"); break;
    case 'f': ok = json_word(j, "false"); break;
    case 'n': ok = json_word(j, "null"); break;
    default: ok = json_number(j); break;
    }
    j->depth--;
    return ok;
}

/* Is the whole text one JSON value? Its shape goes to *shape unless that is NULL. */
static inline bool json_valid(const char *text, size_t n, struct out *shape)
{
    struct json j = {text, text + n, shape, 0};
    return json_value(&j) && j.at == j.end;
}

#endif
