/* out.c -- see out.h. */
#include "out.h"

#include <string.h>

void out_bytes(struct out *o, const char *s, size_t n)
{
    if (o->len < o->size) {
        size_t room = o->size - o->len;
        memcpy(o->p + o->len, s, n < room ? n : room);
    }
    o->len += n;
}

void out_char(struct out *o, char c)
{
    if (o->len < o->size) o->p[o->len] = c;
    o->len++;
}

void out_str(struct out *o, const char *s) { out_bytes(o, s, strlen(s)); }

void out_uint(struct out *o, uint64_t v)
{
    char digits[20];
    size_t n = sizeof digits;
    do digits[--n] = (char)('0' + v % 10);
    while (v /= 10);
    out_bytes(o, digits + n, sizeof digits - n);
}

void out_int(struct out *o, int64_t v)
{
    if (v < 0) out_char(o, '-');
    out_uint(o, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void out_hex(struct out *o, uint64_t v)
{
    for (int shift = 60; shift >= 0; shift -= 4) out_char(o, "0123456789abcdef"[v >> shift & 15]);
}

void out_digits(struct out *o, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out_char(o, "0123456789abcdef"[p[i] >> 4]);
        out_char(o, "0123456789abcdef"[p[i] & 15]);
    }
}

void out_base64(struct out *o, const uint8_t *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
        out_char(o, digits[v >> 18]);
        out_char(o, digits[v >> 12 & 63]);
        out_char(o, i + 1 < n ? digits[v >> 6 & 63] : '=');
        out_char(o, i + 2 < n ? digits[v & 63] : '=');
    }
}

void out_json(struct out *o, const char *s, size_t n)
{
    out_char(o, '"');
    for (size_t i = 0, plain = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        bool last = i + 1 == n, special = c < 0x20 || c == '"' || c == '\\';
        if (!special && !last) continue;
        out_bytes(o, s + plain, i - plain + !special); /* all that needs nothing goes at once */
        plain = i + 1;
        if (!special) continue;
        out_char(o, '\\');
        if (c >= 8 && c <= 13 && c != 11) {
            out_char(o, "btn?fr"[c - 8]);
        } else if (c < 0x20) {
            out_str(o, "u00");
            out_char(o, "0123456789abcdef"[c >> 4]);
            out_char(o, "0123456789abcdef"[c & 15]);
        } else {
            out_char(o, (char)c);
        }
    }
    out_char(o, '"');
}

void out_comma(struct out *o)
{
    if (o->len == 0 || o->len > o->size) return;
    char last = o->p[o->len - 1];
    if (last != '{' && last != '[' && last != '\n') out_char(o, ',');
}

void out_key(struct out *o, const char *key)
{
    out_comma(o);
    out_char(o, '"');
    out_str(o, key);
    out_bytes(o, "\":", 2);
}

void out_key_int(struct out *o, const char *key, int64_t v)
{
    out_key(o, key);
    out_int(o, v);
}

void out_key_str(struct out *o, const char *key, const char *v)
{
    out_key(o, key);
    if (v) out_json(o, v, strlen(v));
    else out_str(o, "null");
}

void out_key_bool(struct out *o, const char *key, bool v)
{
    out_key(o, key);
    out_str(o, v ? "true" : "false");
}

static size_t characters(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += (s[i] & 0xC0) != 0x80;
    return count;
}

size_t out_fill(struct out *o, const char *text, const char *const *values)
{
    size_t count = 0;
    for (const char *p = o->words ? o->words(text) : text; *p;) {
        size_t n = strcspn(p, "{");
        out_bytes(o, p, n);
        count += characters(p, n);
        p += n;
        if (!*p) break;
        n = strcspn(++p, "}");
        for (const char *const *v = values; *v; v += 2)
            if (strlen(*v) == n && memcmp(*v, p, n) == 0) count += out_text(o, v[1]);
        p += n + (p[n] == '}');
    }
    return count;
}

size_t out_text(struct out *o, const char *text)
{
    static const char *const none[] = {NULL};
    return out_fill(o, text, none);
}

size_t out_pad(struct out *o, size_t from, size_t to)
{
    do out_char(o, ' ');
    while (++from < to);
    return from;
}

bool out_end(struct out *o)
{
    if (o->len >= o->size) {
        if (o->size) o->p[o->size - 1] = 0;
        return false;
    }
    o->p[o->len] = 0;
    return true;
}
