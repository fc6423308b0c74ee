/* metrics.c -- see metrics.h. */
#include "metrics.h"

#include <stdio.h>
#include <string.h>

static const double bounds[METRICS_BINS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};

void metrics_histogram_add(struct histogram *h, double seconds)
{
    int i = 0;
    while (i < METRICS_BINS && seconds > bounds[i]) i++;
    h->bin[i]++;
    h->count++;
    h->sum += seconds;
}

void metrics_peak_add(struct metrics_peak *p, double seconds, uint64_t minute)
{
    if (minute != p->minute) {
        p->before = minute == p->minute + 1 ? p->now : 0;
        p->now = 0;
        p->minute = minute;
    }
    if (seconds > p->now) p->now = seconds;
}

double metrics_peak(const struct metrics_peak *p, uint64_t minute)
{
    if (minute == p->minute) return p->now > p->before ? p->now : p->before;
    return minute == p->minute + 1 ? p->now : 0;
}

void metrics_word(struct metrics_words *w, const char *word)
{
    int i = 0;
    while (i < w->n && w->word[i] != word && strcmp(w->word[i], word) != 0) i++;
    if (i == METRICS_WORDS) return;
    if (i == w->n) w->word[w->n++] = word;
    w->times[i]++;
}

static void number(struct out *o, double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", v);
    out_str(o, text);
}

static void head(const char *name, const char *type, const char *help, struct out *o)
{
    out_str(o, "# HELP ");
    out_str(o, name);
    out_char(o, ' ');
    out_str(o, help);
    out_str(o, "\n# TYPE ");
    out_str(o, name);
    out_char(o, ' ');
    out_str(o, type);
    out_char(o, '\n');
}

void metrics_histogram_show(const struct histogram *h, const char *name, const char *help, struct out *o)
{
    uint64_t below = 0;
    head(name, "histogram", help, o);
    for (int i = 0; i <= METRICS_BINS; i++) {
        below += h->bin[i];
        out_str(o, name);
        out_str(o, "_bucket{le=\"");
        if (i < METRICS_BINS) number(o, bounds[i]);
        else out_str(o, "+Inf");
        out_str(o, "\"} ");
        out_uint(o, below);
        out_char(o, '\n');
    }
    out_str(o, name);
    out_str(o, "_sum ");
    number(o, h->sum);
    out_char(o, '\n');
    out_str(o, name);
    out_str(o, "_count ");
    out_uint(o, h->count);
    out_char(o, '\n');
}

void metrics_show(const char *name, const char *type, const char *help, const char *labels, uint64_t value,
                  struct out *o)
{
    if (help) head(name, type, help, o);
    out_str(o, name);
    if (labels) {
        out_char(o, '{');
        out_str(o, labels);
        out_char(o, '}');
    }
    out_char(o, ' ');
    out_uint(o, value);
    out_char(o, '\n');
}

void metrics_words_show(const struct metrics_words *w, const char *name, const char *help, struct out *o)
{
    head(name, "counter", help, o);
    for (int i = 0; i < w->n; i++) {
        char label[48];
        snprintf(label, sizeof label, "error=\"%s\"", w->word[i]);
        metrics_show(name, NULL, NULL, label, w->times[i], o);
    }
}

void metrics_seconds_show(const char *name, const char *type, const char *help, double seconds, struct out *o)
{
    head(name, type, help, o);
    out_str(o, name);
    out_char(o, ' ');
    number(o, seconds);
    out_char(o, '\n');
}
