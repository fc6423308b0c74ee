/* words.c -- see words.h. */
#include "words.h"

#include <string.h>

bool words_done(const struct words *w) { return w->at >= w->end; }

const char *words_peek(const struct words *w, size_t *n)
{
    const char *p = w->at;
    while (p < w->end && *p != ' ') p++;
    *n = (size_t)(p - w->at);
    return w->at;
}

void words_skip(struct words *w)
{
    size_t n;
    words_peek(w, &n);
    w->at += n;
    if (w->at < w->end) w->at++;
}

bool words_take(struct words *w, const char *word)
{
    size_t n;
    const char *p = words_peek(w, &n);
    if (n != strlen(word) || memcmp(p, word, n) != 0) return false;
    words_skip(w);
    return true;
}

int words_pick(struct words *w, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (words_take(w, list[i])) return i;
    return -1;
}

/* The number in p[0..n), 0..max, or -1. */
static int number(const char *p, size_t n, int max)
{
    int v = 0;
    if (n == 0 || (n > 1 && p[0] == '0')) return -1;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9') return -1;
        v = v * 10 + (p[i] - '0');
        if (v > max) return -1;
    }
    return v;
}

int words_number(struct words *w, int max)
{
    size_t n;
    const char *p = words_peek(w, &n);
    int v = number(p, n, max);
    if (v >= 0) words_skip(w);
    return v;
}

bool words_place(struct words *w, int *col, int *row)
{
    size_t n;
    const char *p = words_peek(w, &n);
    if (n < 2 || p[0] < 'a' || p[0] > 'p') return false;
    int r = number(p + 1, n - 1, 16);
    if (r < 1) return false;
    *col = p[0] - 'a';
    *row = r - 1;
    words_skip(w);
    return true;
}

size_t words_trim(const char *s, size_t n)
{
    while (n && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r')) n--;
    return n;
}

bool words_utf8(const char *s, size_t n)
{
    const unsigned char *p = (const unsigned char *)s;
    for (size_t i = 0; i < n;) {
        unsigned c = p[i++], more, least;
        if (c == 0) return false;
        if (c < 0x80) continue;
        if (c >= 0xC2 && c < 0xE0) more = 1, least = 0x80, c &= 31;
        else if (c >= 0xE0 && c < 0xF0) more = 2, least = 0x800, c &= 15;
        else if (c >= 0xF0 && c < 0xF5) more = 3, least = 0x10000, c &= 7;
        else return false;
        while (more--) {
            if (i >= n || (p[i] & 0xC0) != 0x80) return false;
            c = c << 6 | (p[i++] & 63);
        }
        if (c < least || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return false;
    }
    return true;
}
