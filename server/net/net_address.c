/* net_address.c -- the address of a client, for rate limits: that of the socket, or the one the proxy in front gives.
 * Of IPv6 the network alone (/64), since one client usually has all of it. Nothing else is done with it, and it
 * is never logged. Called by net_ws.c and net_http.c. */
#include "net_in.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

static void write4(const struct in_addr *a, char address[NET_ADDRESS]) { inet_ntop(AF_INET, a, address, NET_ADDRESS); }

static void write6(const struct in6_addr *a, char address[NET_ADDRESS])
{
    struct in_addr inner;
    const uint8_t *b = a->s6_addr;
    memcpy(&inner, b + 12, sizeof inner);
    if (IN6_IS_ADDR_V4MAPPED(a)) write4(&inner, address);
    else
        lws_snprintf(address, NET_ADDRESS, "%x:%x:%x:%x", b[0] << 8 | b[1], b[2] << 8 | b[3], b[4] << 8 | b[5],
                     b[6] << 8 | b[7]);
}

/* `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1` or `[2001:db8::1]:567`; false: none of these. */
static bool read_text(const char *text, char address[NET_ADDRESS])
{
    char own[64];
    struct in_addr four;
    struct in6_addr six;
    lws_snprintf(own, sizeof own, "%s", text + (text[0] == '['));
    char *colon = strchr(own, ':'), *end = strchr(own, ']');
    if (end) *end = 0;
    else if (colon && !strchr(colon + 1, ':')) *colon = 0;
    if (inet_pton(AF_INET, own, &four) == 1) return write4(&four, address), true;
    if (inet_pton(AF_INET6, own, &six) == 1) return write6(&six, address), true;
    return false;
}

void net_address(const struct net *net, struct lws *wsi, char address[NET_ADDRESS])
{
    char value[1024];
    struct sockaddr_storage peer = {0};
    socklen_t n = sizeof peer;
    address[0] = 0;
    if (net->config.proxied && net_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, value, sizeof value)) {
        char *comma = strrchr(value, ','), *last = comma ? comma + 1 : value; /* what is before it anybody may write */
        last += strspn(last, " ");
        last[strcspn(last, " ")] = 0;
        if (read_text(last, address)) return;
    }
    if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&peer, &n)) return;
    if (peer.ss_family == AF_INET) write4(&((struct sockaddr_in *)&peer)->sin_addr, address);
    if (peer.ss_family == AF_INET6) write6(&((struct sockaddr_in6 *)&peer)->sin6_addr, address);
}
