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

/* The character at p (valid UTF-8), and its bytes. */
static uint32_t read(const char *p, size_t *bytes)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t n = u[0] < 0x80 ? 1 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) c = c << 6 | (u[i] & 0x3f);
    *bytes = n;
    return c;
}

/* Do people see nothing of it? */
static bool is_unseen(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } blank[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},    {0x61c, 0x61c},
                 {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},  {0x2000, 0x200f},
                 {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},  {0x3164, 0x3164},
                 {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
        if (c >= blank[i].from && c <= blank[i].to) return true;
    return false;
}

static bool is_picture(uint32_t c)
{
    return (c >= 0x2190 && c <= 0x2bff && c != 0x2800) || (c >= 0x1f000 && c < 0xe0000);
}

/* Is something hidden in it, so that two names may look the same? Blanks show where they stand; of
 * pictures several may be joined (U+200D), and coloured (U+FE0F). */
static bool hides(const char *at, const char *end)
{
    bool picture = false; /* the last that is seen is one */
    for (size_t n; at < end; at += n) {
        uint32_t c = read(at, &n);
        size_t next_n;
        uint32_t next = at + n < end ? read(at + n, &next_n) : 0;
        if (c == ' ') picture = false;
        else if (!is_unseen(c)) picture = is_picture(c);
        else if (!picture || (c != 0xfe0f && c != 0x200d) || (c == 0x200d && !is_picture(next))) return true;
    }
    return false;
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
    for (size_t k; seen < end && is_unseen(read(seen, &k)); seen += k) continue;
    if (seen >= end || letters > NAME_LETTERS) return "A name has 1 to 24 characters, and not only blanks.";
    if (hides(at, end)) return "A name has no invisible characters.";
    *name = (struct words){at, end};
    return NULL;
}
