/* net_check.c -- what may be upgraded to a WebSocket, and what RFC 6455 says about single values and libwebsockets lets
 * pass. Called by net.c and net_ws.c. */
#include "net_in.h"

#include <string.h>

bool check_utf8(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        unsigned c = p[i++];
        if (c < 0x80) continue;
        int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        if (c < 0xc2 || c > 0xf4 || i + (size_t)more > n) return false;
        unsigned lowest = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
        unsigned highest = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
        if (p[i] < lowest || p[i] > highest) return false;
        for (i++; --more; i++)
            if (p[i] < 0x80 || p[i] > 0xbf) return false;
    }
    return true;
}

bool check_close(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static bool check_key(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, digits) == 22 && !strcmp(key + 22, "==");
}

/* Answers an upgrade by HTTP and hangs up. */
static int turn_away(struct net *net, struct lws *wsi, int status)
{
    unsigned char *p = net_room(net, NET_HEAD);
    size_t n = http_refusal(net, status, (char *)p, NET_HEAD);
    net->metrics.refused++;
    lws_write(wsi, p, n, LWS_WRITE_HTTP);
    return -1;
}

int check_upgrade(struct peer *peer, struct lws *wsi)
{
    char version[8], key[32], http[16], *path = NULL;
    int n = 0;
    if (lws_http_get_uri_and_method(wsi, &path, &n) != LWSHUMETH_GET || n != 3 || memcmp(path, "/ws", 3) != 0)
        return turn_away(peer->net, wsi, 404);
    if (!net_origin(peer->net, wsi)) return turn_away(peer->net, wsi, 403);
    bool good = net_header(wsi, WSI_TOKEN_VERSION, version, sizeof version) && !strcmp(version, "13") &&
                net_header(wsi, WSI_TOKEN_KEY, key, sizeof key) && check_key(key) &&
                net_header(wsi, WSI_TOKEN_HTTP, http, sizeof http) && !strcmp(http, "HTTP/1.1");
    if (!good) return turn_away(peer->net, wsi, 400);
    if (peer->net->stopping) return turn_away(peer->net, wsi, 503);
    return 0;
}
