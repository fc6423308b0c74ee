/* net_file.c -- which file a path means: one inside the program (assets.c), or one of a
 * folder while the web client is being written. Called by net_http.c. */
#include "../base/must.h"
#include "net_in.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *mime(const char *path)
{
    static const char *const types[][2] = {
        {".css", "text/css; charset=utf-8"},
        {".html", "text/html; charset=utf-8"},
        {".ico", "image/x-icon"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".png", "image/png"},
        {".svg", "image/svg+xml"},
        {".txt", "text/plain; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".webmanifest", "application/manifest+json"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (!strcmp(dot, types[i][0])) return types[i][1];
    return "application/octet-stream";
}

/* Reads a file of the folder; what realpath finds outside of it is not there. */
static int from_folder(const char *folder, const char *path, struct net_file *f)
{
    char name[PATH_MAX], real[PATH_MAX], root[PATH_MAX];
    struct stat st;
    if ((size_t)snprintf(name, sizeof name, "%s%s", folder, path) >= sizeof name) return 404;
    if (!realpath(folder, root) || !realpath(name, real)) return 404;
    size_t n = strlen(root);
    if (strncmp(real, root, n) != 0 || real[n] != '/') return 404;
    FILE *file = fopen(real, "rb");
    if (!file) return 404;
    int status = 404;
    if (!fstat(fileno(file), &st) && S_ISREG(st.st_mode) && st.st_size <= 64 << 20) {
        f->own = must(malloc((size_t)st.st_size + 1));
        f->bytes = f->own;
        f->n = fread(f->own, 1, (size_t)st.st_size, file);
        f->type = mime(real);
        status = 0;
    }
    fclose(file);
    return status;
}

static int by_path(const void *path, const void *asset) { return strcmp(path, ((const struct asset *)asset)->path); }

static int from_program(const char *path, struct net_file *f)
{
    static size_t count;
    while (!count || assets[count].path) count++;
    const struct asset *a = assets[0].path ? bsearch(path, assets, count, sizeof *assets, by_path) : NULL;
    if (!a) return 404;
    *f = (struct net_file){.type = a->type,
                           .etag = a->etag,
                           .bytes = a->bytes,
                           .gzip = a->gzip,
                           .n = a->n,
                           .gzip_n = a->gzip_n,
                           .immutable = a->immutable};
    return 0;
}

int net_file(const struct net *net, const char *path, struct net_file *f)
{
    bool page = !strchr(path, '.'); /* the client makes these pages itself */
    if (page && !strcmp(path, "/")) path = "/index.html";
    int status = net->config.files ? from_folder(net->config.files, path, f) : from_program(path, f);
    if (!status || !page) return status;
    return net->config.files ? from_folder(net->config.files, "/index.html", f) : from_program("/index.html", f);
}
