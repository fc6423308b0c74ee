/* log.h -- structured logs on standard error: one line each, `time level what key=value
 * ...`, or JSON. Values are quoted where needed; nothing secret is ever given to it. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_ERROR, LOG_INFO, LOG_DEBUG };

void log_begin(enum log_level, bool json);
bool log_on(enum log_level);
/* LOG(LOG_INFO, "listening", {"port", LOG_INT(8080)}, {"db", LOG_STR(path)}); at least one field. */
struct log_value {
    const char *text; /* NULL: a number */
    int64_t number;
};
#define LOG_STR(s) ((struct log_value){(s), 0})
#define LOG_INT(i) ((struct log_value){NULL, (int64_t)(i)})
struct log_field {
    const char *key;
    struct log_value value;
};
void log_fields(enum log_level, const char *what, const struct log_field *, int n);
#define LOG(level, what, ...)                                                                                          \
    do {                                                                                                               \
        if (log_on(level)) {                                                                                           \
            const struct log_field fields_[] = {__VA_ARGS__};                                                          \
            log_fields(level, what, fields_, (int)(sizeof fields_ / sizeof *fields_));                                 \
        }                                                                                                              \
    } while (0)

#endif
