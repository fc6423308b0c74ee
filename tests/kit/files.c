/* files.c -- see files.h. */
#include "files.h"

#include <dirent.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

void *files_must(void *p)
{
    if (!p) abort();
    return p;
}

char *files_read(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    size_t size = 0, room = 1 << 16, got;
    char *p = files_must(malloc(room + 1));
    while ((got = fread(p + size, 1, room - size, f)) > 0) {
        size += got;
        if (size == room) p = files_must(realloc(p, (room *= 2) + 1));
    }
    fclose(f);
    p[size] = 0;
    *n = size;
    return p;
}

bool files_line(const char **at, const char **line, size_t *n)
{
    if (!**at) return false;
    *line = *at;
    *n = strcspn(*at, "\n");
    *at += *n + ((*at)[*n] == '\n');
    return true;
}

void files_copy_record(struct record *to, const struct record *from)
{
    memcpy(to, from, sizeof *to);
    for (int i = 0; i < MAX_SEATS; i++)
        if (from->head.name[i].p) to->head.name[i].p = to->names + (from->head.name[i].p - from->names);
    if (from->reader.board) to->reader.board = &to->head.setup.board;
}

int files_compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

size_t files_list(const char *folder, const char *ending, char ***names)
{
    DIR *d = opendir(folder);
    size_t n = 0, room = 16;
    *names = files_must(malloc(room * sizeof **names));
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t len = strlen(e->d_name), tail = strlen(ending);
        if (len <= tail || strcmp(e->d_name + len - tail, ending) != 0) continue;
        if (n == room) *names = files_must(realloc(*names, (room *= 2) * sizeof **names));
        (*names)[n++] = strcpy(files_must(malloc(len + 1)), e->d_name);
    }
    if (d) closedir(d);
    qsort(*names, n, sizeof **names, files_compare);
    return n;
}
