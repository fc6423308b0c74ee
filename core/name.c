/* name.c -- see name.h. */
#include "name.h"

#include <stdint.h>

bool name_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i], d = i + 1 < n ? (unsigned char)text[i + 1] : 0,
                      e = i + 2 < n ? (unsigned char)text[i + 2] : 0;
        bool lines = c == 0xe2 && d == 0x80 && e >= 0xa8 && e <= 0xae; /* U+2028 to 202e */
        bool turns = c == 0xe2 && d == 0x81 && (e & 0xf0) == 0xa0;     /* U+2060 to 206f */
        if (c < 32 || c == 127 || (c == 0xc2 && d < 0xa0) || lines || turns) return false;
    }
    return true;
}

/* Bytes of the character at p (valid UTF-8), if people see nothing of it; else 0. */
static size_t unseen(const char *p)
{
    static const struct {
        uint32_t from, to;
    } blank[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},    {0x61c, 0x61c},
                 {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},  {0x2000, 0x200f},
                 {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},  {0x3164, 0x3164},
                 {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};
    const unsigned char *u = (const unsigned char *)p;
    size_t n = u[0] < 0x80 ? 1 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) c = c << 6 | (u[i] & 0x3f);
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
        if (c >= blank[i].from && c <= blank[i].to) return n;
    return 0;
}

const char *name_refuse(const char *text, size_t n, struct words *name)
{
    if (!text || !words_utf8(text, n)) return "A name is a text.";
    if (!name_plain(text, n)) return "A name has no control characters.";
    const char *at = text, *end = text + n;
    while (end > at && end[-1] == ' ') end--;
    while (at < end && *at == ' ') at++;
    size_t letters = 0;
    for (const char *p = at; p < end; p++) letters += ((unsigned char)*p & 0xc0) != 0x80;
    const char *seen = at;
    for (size_t k; seen < end && (k = unseen(seen)); seen += k) continue;
    if (seen >= end || letters > NAME_LETTERS) return "A name has 1 to 24 characters, and not only blanks.";
    *name = (struct words){at, end};
    return NULL;
}
