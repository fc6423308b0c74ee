/* health.c -- `tambo health [URL]`: asks a running server whether it is well, for
 * containers and monitors without a web client of their own. */
#include "../server/base/config.h"
#include "cli.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE = 300 }; /* bytes of HOST:PORT */

/* Who is asked. */
struct target {
    bool tls;
    char place[PLACE]; /* HOST:PORT, an IPv6 address in brackets */
};

static void late(int signal)
{
    static const char text[] = "tambo: the server did not answer in time\n";
    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(EXIT_INVALID);
    _exit(EXIT_INVALID);
}

/* http://HOST[:PORT] or https://..., with or without a slash behind it. */
static bool parse(const char *url, struct target *t)
{
    t->tls = strncmp(url, "https://", 8) == 0;
    if (!t->tls && strncmp(url, "http://", 7) != 0) return false;
    const char *host = url + (t->tls ? 8 : 7);
    size_t n = strcspn(host, "/");
    for (size_t i = 0; i < n; i++)
        if (host[i] <= ' ' || host[i] > '~' || strchr("@?#", host[i])) return false;
    if (!n || n > 255 || (host[n] && host[n + 1])) return false;
    const char *end = host[0] == '[' ? memchr(host, ']', n) : host; /* colons before it are the address's */
    if (!end) return false;
    const char *port = memchr(end, ':', n - (size_t)(end - host));
    size_t digits = port ? strspn(port + 1, "0123456789") : 0;
    if (port && (!digits || digits > 5 || port + 1 + digits != host + n)) return false;
    if (port && (atoi(port + 1) < 1 || atoi(port + 1) > 65535)) return false;
    snprintf(t->place, PLACE, "%.*s%s", (int)n, host, port ? "" : t->tls ? ":443" : ":80");
    return true;
}

/* The server that the environment and the file describe. */
static int configured(const char *file, struct target *t)
{
    struct config c;
    char word[] = "health", option[PATH_MAX + 10], *argv[] = {word, option, NULL};
    if (file) snprintf(option, sizeof option, "--config=%s", file);
    int status = config_read(&c, file ? 2 : 1, argv);
    if (status) return status;
    if (!c.port) return usage("the server takes any free port: say which, as in tambo health http://127.0.0.1:8080");
    const char *host = !c.host || strcmp(c.host, "0.0.0.0") == 0 ? "127.0.0.1"
                       : strcmp(c.host, "::") == 0               ? "::1"
                                                                 : c.host;
    bool brackets = strchr(host, ':') != NULL;
    t->tls = c.cert != NULL;
    snprintf(t->place, PLACE, "%s%s%s:%d", brackets ? "[" : "", host, brackets ? "]" : "", c.port);
    return EXIT_GOOD;
}

/* A line to the server, not yet connected; NULL when memory is out. The certificate is not
 * checked: nothing secret is sent. */
static BIO *line_to(struct target *t)
{
    if (!t->tls) return BIO_new_connect(t->place);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    BIO *line = context ? BIO_new_ssl_connect(context) : NULL;
    SSL_CTX_free(context); /* the line has its own share of it */
    if (!line) return NULL;
    BIO_set_conn_hostname(line, t->place);
    char name[PLACE];
    snprintf(name, PLACE, "%.*s", (int)strcspn(t->place, ":"), t->place);
    SSL *ssl = NULL;
    BIO_get_ssl(line, &ssl);
    /* A proxy chooses the site by the name; an address is none. */
    if (ssl && name[0] != '[' && name[strspn(name, "0123456789.")]) SSL_set_tlsext_host_name(ssl, name);
    return line;
}

/* The status of the answer to GET /healthz; 0: there was none that HTTP knows. */
static int ask(BIO *line, const char *place)
{
    char got[32] = "", request[PLACE + 100];
    int n = snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", place);
    if (BIO_do_connect(line) <= 0 || BIO_write(line, request, n) != n) return 0;
    for (int at = 0; at < 12;) {
        int more = BIO_read(line, got + at, 12 - at);
        if (more <= 0) return 0;
        at += more;
    }
    return strncmp(got, "HTTP/1.", 7) == 0 && got[8] == ' ' ? atoi(got + 9) : 0;
}

/* Why the line failed, as OpenSSL tells it; NULL: it does not. */
static const char *reason(void)
{
    const char *data = NULL; /* what getaddrinfo says, for instance */
    int flags = 0;
    unsigned long e = ERR_peek_error_all(NULL, NULL, NULL, &data, &flags);
    if (ERR_GET_LIB(e) == ERR_LIB_SYS) return strerror(ERR_GET_REASON(e));
    return data && *data && (flags & ERR_TXT_STRING) ? data : ERR_reason_error_string(e);
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"config", false, NULL}, {"wait", false, NULL}, {NULL, false, NULL}};
    struct target t;
    uint64_t seconds = 10;
    int words = args_parse(argc, argv, args), status;
    if (words < 0) return EXIT_USAGE;
    if (words > 1 || (words && args[0].value)) return usage("usage: tambo health [URL | --config FILE] [--wait S]");
    if (args[1].value && !args_number("wait", args[1].value, 1, 3600, &seconds)) return EXIT_USAGE;
    if (words && !parse(argv[1], &t))
        return usage("expected an address such as http://127.0.0.1:8080, not '%s'", argv[1]);
    if (!words && (status = configured(args[0].value, &t))) return status;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGALRM, late);
    alarm((unsigned)seconds);
    BIO *line = line_to(&t);
    int answer = line ? ask(line, t.place) : 0;
    BIO_free_all(line);
    const char *scheme = t.tls ? "https" : "http", *why = reason();
    if (answer == 200) return printf("%s://%s is well\n", scheme, t.place), EXIT_GOOD;
    if (answer) usage("%s://%s is not well: it answers %d", scheme, t.place, answer);
    else usage("no answer from %s://%s%s%s", scheme, t.place, why ? ": " : "", why ? why : "");
    return EXIT_INVALID;
}

const struct command health_command = {
    .name = "health",
    .about = "ask a running server whether it is well",
    .help = "usage: tambo health [URL | --config FILE] [--wait S]  exit status 0 if well, else 1\n\n"
            "Asks /healthz of the server at URL (http://HOST:PORT or https://HOST:PORT). Without it,\n"
            "the server that TAMBO_HOST, TAMBO_PORT, TAMBO_CERT and TAMBO_CONFIG describe, by\n"
            "default http://127.0.0.1:8080. With https the certificate is not checked.\n\n"
            "  --config FILE  the file that the server was started with\n"
            "  --wait S       give up after so many seconds (10)\n",
    .run = run,
};
