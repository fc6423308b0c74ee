/* replay.c -- stands in for libFuzzer: runs a fuzz target once over every file
 * of the corpus folders given, so that the tests repeat what fuzzing found, with
 * any compiler. A corpus that is missing or empty is a failure. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one file; false if it cannot be read. */
static int run_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t room = 0, len = 0, got;
    if (!f) goto fail;
    do {
        if (len == room) {
            uint8_t *more = realloc(data, room = 2 * room + 4096);
            if (!more) goto fail;
            data = more;
        }
        got = fread(data + len, 1, room - len, f);
        len += got;
    } while (got > 0);
    if (ferror(f)) goto fail;
    fclose(f);

    /* An exact copy, so that a sanitizer sees the first byte read too far. */
    uint8_t *exact = malloc(len ? len : 1);
    if (!exact) abort();
    for (size_t i = 0; i < len; i++) exact[i] = data[i];
    LLVMFuzzerTestOneInput(exact, len);
    free(exact);
    free(data);
    return 1;

fail:
    perror(path);
    if (f) fclose(f);
    free(data);
    return 0;
}

/* Runs every file of a folder; returns how many, or -1. */
static int run_folder(const char *folder)
{
    int n = 0;
    DIR *d = opendir(folder);
    if (!d) return perror(folder), -1;
    for (struct dirent *e; n >= 0 && (e = readdir(d));) {
        char path[4096];
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        n = run_file(path) ? n + 1 : -1;
    }
    closedir(d);
    return n;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int n = run_folder(argv[i]);
        if (n < 0) return 1;
        total += n;
    }
    printf("%d inputs\n", total);
    return total > 0 ? 0 : 1;
}
