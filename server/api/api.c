/* api.c -- see api.h. One function for each request; the table at the end lists them. Days, circles and recovery cards are
 * in api_daily.c, api_circles.c and api_card.c. */
#include "../base/must.h"
#include "../hall/wish.h"
#include "api_in.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNWELL_MS = 30000, /* after a commit that failed */ ASKS = 64 /* requests that wait at most */ };
enum { FIGURES = 65536 }; /* bytes of /metrics at most */
enum { RETRIES = 3 };     /* commits in a row that had to be done again, and it is still well */

bool api_reply(struct ask *a, int status, const char *type, const char *p, size_t n)
{
    net_request_answer(a->request, status, type, p, n, a->cookie[0] ? a->cookie : NULL);
    return status < 400;
}

bool api_refuse_for(struct ask *a, int status, const char *word, const char *text, uint32_t wait_ms)
{
    char json[512];
    metrics_word(&a->hall->metrics.refused, word);
    a->request->retry_s = (int)((wait_ms + 999) / 1000);
    struct out o = {.p = json, .size = sizeof json};
    out_char(&o, '{');
    out_key_str(&o, "error", word);
    out_key_str(&o, "text", text);
    out_char(&o, '}');
    return api_reply(a, status, NULL, json, o.len);
}

bool api_refuse(struct ask *a, int status, const char *word, const char *text)
{
    return api_refuse_for(a, status, word, text, 0);
}

bool api_refuse_store(struct ask *a, const char *text)
{
    return hall_defer(a->hall) ? false : api_refuse(a, 503, "store", text);
}

bool api_refuse_at_last(struct ask *a, struct outcome is)
{
    static const struct {
        const char *word;
        int status;
    } of[] = {{"limit", 429}, {"rate", 429}, {"store", 503}, {"space", 507}};
    int status = 400;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strcmp(is.error, of[i].word) == 0) status = of[i].status;
    return api_refuse_for(a, status, is.error, is.text, is.wait_ms);
}

bool api_refuse_outcome(struct ask *a, struct outcome is)
{
    if (strcmp(is.error, "store") == 0 && hall_defer(a->hall)) return false;
    return api_refuse_at_last(a, is);
}

struct ask *api_keep(const struct ask *a)
{
    struct ask *kept = must(calloc(1, sizeof *kept));
    *kept = (struct ask){.hall = a->hall, .request = a->request, .who = a->who};
    memcpy(kept->cookie, a->cookie, sizeof kept->cookie);
    return kept;
}

bool api_reply_out(struct ask *a, int status, const struct out *o) { return api_reply(a, status, NULL, o->p, o->len); }

void api_introduce(struct ask *a)
{
    if (a->known) return;
    who_new(&a->who, hall_now(a->hall) / 1000);
    a->who.unknown = true;
    who_token(&a->who, a->hall->key, a->cookie);
    a->known = true;
}

const char *api_text(const struct ask *a, const char *key) { return json_string_value(json_object_get(a->body, key)); }

/* ---- me ---- */

static const char link_used[] = "This personal link has been used already: make a new one.";

bool api_show_me(struct ask *a)
{
    char name[128] = "";
    struct out *o = hall_out(a->hall);
    if (store_name_get(a->hall->store, a->who.player, name, sizeof name))
        return api_refuse_store(a, "The store could not be read.");
    out_char(o, '{');
    out_key_str(o, "player", a->who.player);
    out_key_str(o, "name", name);
    out_char(o, '}');
    return api_reply_out(a, 200, o);
}

static bool get_me(struct ask *a)
{
    api_introduce(a);
    return api_show_me(a);
}

/* Has this very request used the link up? It may run again after a commit of which nobody knows whether it went well; and
 * somebody else may have used the link meanwhile. 1 yes, 0 no, or a negative errno. */
static int has_taken_link(struct ask *a, const char *word)
{
    char by[ACTION_LEN + 1];
    if (!a->action[0]) return 0; /* it runs for the first time */
    int status = store_nonce_by(a->hall->store, word, by);
    return status > 0 ? strcmp(by, a->action) == 0 : status;
}

/* From now on this is about the player of a personal link; false: it has been answered. word: what take_link() needs, as
 * the link is not used up by this. */
static bool read_link(struct ask *a, const char *link, char word[WHO_WORD])
{
    struct who who = a->who;
    if (strncmp(link, "me=", 3) == 0) link += 3; /* as /api/link gave it */
    if (!who_read_link(&who, a->hall->key, link, hall_now(a->hall) / 1000, word))
        return api_refuse(a, 403, "link", "This personal link is too old or damaged: make a new one.");
    int good = hall_session_valid(a->hall, &who), taken = has_taken_link(a, word);
    if (good < 0 || taken < 0) return api_refuse_store(a, "The store could not be read.");
    a->followed = taken;
    if (!good && !a->followed) return api_refuse(a, 403, "link", link_used);
    a->who = who;
    a->known = true;
    a->ended = false;
    return true;
}

/* The link is used up; false: it has been answered. That it was used, and by which request, is kept a while. */
static bool take_link(struct ask *a, const char *word)
{
    if (!a->action[0]) who_letters(a->action, 20);
    int fresh = store_nonce_use(a->hall->store, word, a->action, hall_now(a->hall) + WHO_LINK_S * UINT64_C(1000));
    if (fresh < 0) return api_refuse_store(a, "The link could not be used.");
    return fresh || a->followed || api_refuse(a, 403, "link", link_used);
}

/* The answer to an ending may get lost, and with it the new token: whoever sends the same again, with the old one, gets
 * it again. Anybody else with an old token does not know the id: -EEXIST, and nothing is written. */
static int end_again(struct ask *a, struct who *fresh, const char *id)
{
    struct store_ended by;
    char tries[PLAYER_LEN + 16];
    if (!id) return -EEXIST;
    int status = store_ended_by(a->hall->store, fresh->player, &by);
    if (status) return status;
    fresh->epoch = by.epoch;
    snprintf(tries, sizeof tries, "end %s", fresh->player);
    if (a->who.epoch + 1 != by.epoch || !limit_take(a->hall->endings, tries, 1, uv_now(a->hall->loop))) return -EEXIST;
    return hall_now(a->hall) < by.until && strcmp(by.request, id) == 0 ? 0 : -EEXIST;
}

/* All tokens of the player end; a fresh one comes with the answer. Others may be at it, at other servers, too: the first
 * one's ending counts. a->who stays as it came, as this may be run again. 0 or a negative errno. */
static int end_all(struct ask *a, const char *id)
{
    struct who fresh = a->who;
    uint64_t until = id ? hall_now(a->hall) + WHO_LINK_S * UINT64_C(1000) : 0;
    int status = a->ended ? -EEXIST : hall_end_tokens(a->hall, &fresh, id ? id : "", until);
    if (status == -EEXIST) status = end_again(a, &fresh, id);
    a->cookie[0] = 0;
    if (!status) who_token(&fresh, a->hall->key, a->cookie);
    return status;
}

static bool post_me(struct ask *a)
{
    const char *name = api_text(a, "name"), *link = api_text(a, "link"), *card = api_text(a, "card"),
               *id = api_text(a, "id");
    const json_t *end = json_object_get(a->body, "end");
    char tidy[ROOM_NAME], word[WHO_WORD];
    const char *unfit = name ? settings_name(name, tidy, sizeof tidy) : NULL;
    /* Whatever is wrong with it is said before anything of it happens. */
    if (end && !json_is_boolean(end)) return api_refuse(a, 400, "json", "`end` is true or false.");
    if (id && (!*id || strlen(id) > ACTION_LEN)) return api_refuse(a, 400, "json", "`id` is a text of 1 to 32 bytes.");
    if (unfit) return api_refuse(a, 400, "json", unfit);
    if (link && !read_link(a, link, word)) return false;
    if (card && !link && !api_follow_card(a, card)) return false;
    bool ends = json_is_true(end) && (a->known || a->ended); /* a stranger has nothing to end */
    if (!ends) api_introduce(a);
    struct outcome is = {.error = NULL};
    if (link && !a->action[0]) is = actions_may_change_device(a->hall, &a->who);
    if (!is.error && ends && a->known) is = actions_may_change_device(a->hall, &a->who);
    if (!is.error && name) is = actions_may_name(a->hall, &a->who);
    if (is.error) return api_refuse_outcome(a, is);
    if (link && !take_link(a, word)) return false;
    if (link || card) who_token(&a->who, a->hall->key, a->cookie);
    int status = ends ? end_all(a, id) : 0;
    if (status == -EEXIST) return api_refuse(a, 403, "link", "This token was ended by its owner.");
    if (status) return api_refuse_store(a, "The tokens could not be ended.");
    if (name && store_name_set(a->hall->store, a->who.player, tidy))
        return api_refuse_store(a, "The name could not be stored.");
    return api_show_me(a);
}

static bool post_link(struct ask *a)
{
    char token[WHO_TOKEN], json[256];
    struct out o = {.p = json, .size = sizeof json};
    api_introduce(a);
    who_link(&a->who, a->hall->key, hall_now(a->hall) / 1000 + WHO_LINK_S, token);
    out_str(&o, "{\"link\":\"me=");
    out_str(&o, token);
    out_str(&o, "\"}");
    return api_reply_out(a, 200, &o);
}

/* ---- tables ---- */

static bool list(struct ask *a, enum store_list which)
{
    struct out *o = hall_out(a->hall);
    out_str(o, "{\"tables\":");
    int status = hall_list(a->hall, which, a->who.player, o);
    out_char(o, '}');
    return status ? api_refuse_store(a, "The store could not be read.") : api_reply_out(a, 200, o);
}

static bool get_tables(struct ask *a) { return list(a, LIST_LOBBY); }

static bool get_mine(struct ask *a)
{
    api_introduce(a);
    return list(a, LIST_PLAYER);
}

static void created(struct hall *h, void *ctx, struct outcome is, const struct room *r, bool again)
{
    struct ask *a = ctx;
    (void)again; /* the same answer again */
    struct out *o = hall_out(h);
    if (is.error) {
        api_refuse_at_last(a, is);
    } else {
        out_char(o, '{');
        out_key_str(o, "table", r->id);
        out_key_str(o, "code", r->set.code);
        out_char(o, '}');
        api_reply_out(a, 201, o);
    }
}

static bool post_tables(struct ask *a)
{
    const char *id = json_string_value(json_object_get(a->body, "id"));
    api_introduce(a);
    if (id && (!*id || strlen(id) > ACTION_LEN)) return api_refuse(a, 400, "json", "`id` is a text of 1 to 32 bytes.");
    if (!id && !a->action[0]) who_letters(a->action, 20);
    struct ask *kept = api_keep(a);
    actions_create(a->hall, &kept->who, NULL, id ? id : a->action, a->body, created, free, kept);
    return true;
}

static bool get_table(struct ask *a)
{
    struct out *o = hall_out(a->hall);
    room_summary(a->room, o);
    return api_reply_out(a, 200, o);
}

static bool get_record(struct ask *a)
{
    struct out *o = hall_out(a->hall);
    if (!a->room->size) return api_refuse(a, 409, "waiting", "The game has not begun.");
    if (!actions_record(a->hall, a->room, a->known ? a->who.player : "", o))
        return api_refuse_store(a, "The store could not be read.");
    return api_reply(a, 200, "text/plain; charset=utf-8", o->p, o->len);
}

static bool get_view(struct ask *a)
{
    struct out *o = hall_out(a->hall);
    int seat = a->known ? room_seat_of(a->room, a->who.player) : -1;
    if (!room_view(a->room, seat >= 0 ? seat : WATCHER, o))
        return api_refuse(a, 409, "waiting", "The game has not begun.");
    return api_reply_out(a, 200, o);
}

/* ---- for those who run it ---- */

/* Not well for a while after a write has failed, the disk being full for instance; then it must be
 * asked again by somebody's action, which needs somebody who was let in. */
static bool get_health(struct ask *a)
{
    uint64_t failed_at = a->hall->commit_failed_at, now = uv_now(a->hall->loop);
    bool failed = failed_at && now < failed_at + UNWELL_MS;
    const char *why = store_away(a->hall->store);
    if (!why && (failed || a->hall->commit_retries > RETRIES)) why = "Nothing gets stored just now.";
    char text[320];
    struct out o = {.p = text, .size = sizeof text};
    out_str(&o, "The store: ");
    out_str(&o, why ? why : "");
    if (why) return out_end(&o), api_refuse(a, 503, "store", text);
    return api_reply(a, 200, NULL, "{\"ok\":true}", 11);
}

/* Where Tambo speaks TLS by itself there is no proxy that would keep strangers away. */
static bool may_see_metrics(const struct ask *a)
{
    const struct config *c = a->hall->config;
    const char *from = a->request->address, *token = a->request->token;
    size_t n = c->metrics_token ? strlen(c->metrics_token) : 0;
    if (n) return strlen(token) == n && sodium_memcmp(token, c->metrics_token, n) == 0;
    return !c->cert || strncmp(from, "127.", 4) == 0 || strcmp(from, "0:0:0:0") == 0; /* ::1 */
}

/* Outside of a turn the store is not waited for: what it says of itself is for those who ask next. */
static bool get_metrics(struct ask *a)
{
    if (!a->hall->config->metrics || !may_see_metrics(a))
        return api_refuse(a, 404, "unknown", "There is nothing here.");
    if (a->hall->reading) api_metrics_count(a->hall);
    else api_metrics_count_soon(a->hall);
    struct out o = {.p = must(malloc(FIGURES)), .size = FIGURES}; /* a turn that waits may be using the hall's */
    api_metrics(a->hall, &o);
    bool good = api_reply(a, 200, "text/plain; version=0.0.4; charset=utf-8", o.p, o.len);
    free(o.p);
    return good;
}

/* ---- the list ---- */

static const struct {
    const char *method, *path; /* a `*` in it stands for a word; the first under /api/tables for a table's id */
    bool (*run)(struct ask *); /* true: it went well */
} list_of_requests[] = {
    {"GET", "/api/me", get_me},
    {"POST", "/api/me", post_me},
    {"POST", "/api/link", post_link},
    {"GET", "/api/tables", get_tables},
    {"POST", "/api/tables", post_tables},
    {"GET", "/api/tables/mine", get_mine},
    {"GET", "/api/tables/*", get_table},
    {"GET", "/api/tables/*/record", get_record},
    {"GET", "/api/tables/*/view", get_view},
    {"GET", "/api/daily", api_get_daily},
    {"POST", "/api/daily", api_post_daily},
    {"GET", "/api/daily/*", api_get_day},
    {"GET", "/api/daily/*/*", api_get_ranking},
    {"GET", "/api/circles", api_get_circles},
    {"POST", "/api/circles", api_post_circles},
    {"GET", "/api/card", api_get_card},
    {"POST", "/api/card", api_post_card},
    {"GET", "/healthz", get_health},
    {"GET", "/metrics", get_metrics},
};

/* Does the path fit? word gets what stands for each `*`. */
static bool fits(const char *pattern, const char *path, char word[2][API_WORD])
{
    bool table = strncmp(pattern, "/api/tables/*", 13) == 0;
    word[0][0] = word[1][0] = 0;
    for (int k = 0; *pattern; pattern++) {
        if (*pattern != '*') {
            if (*path++ != *pattern) return false;
            continue;
        }
        size_t n = strcspn(path, "/");
        if (!n || n >= API_WORD || (table && n != ID_LEN)) return false;
        GAME_ASSERT(k < 2);
        memcpy(word[k], path, n);
        word[k++][n] = 0;
        path += n;
    }
    return !*path;
}

/* The body of a POST; false: it has been answered. */
static bool read_body(struct ask *a)
{
    const struct request *q = a->request;
    if (!q->json) return api_refuse(a, 400, "json", "Expected Content-Type: application/json.");
    if (hall_weight(q->body, q->n) > QUEUE_CLIENT_BYTES) return api_refuse(a, 400, "json", HALL_TOO_HEAVY);
    a->body = json_loadb(q->n ? q->body : "{}", q->n ? q->n : 2, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(a->body)) return api_refuse(a, 400, "json", "Expected one JSON object.");
    const char *why = wish_texts(a->body);
    return !why || api_refuse(a, 400, "json", why);
}

/* Whatever comes with it that every request needs; false: it has been answered. */
static bool prepare(struct ask *a)
{
    struct request *q = a->request;
    int why;
    snprintf(a->who.from, sizeof a->who.from, "%s", q->address);
    bool read = !a->known && q->token[0] && who_read(&a->who, a->hall->key, q->token);
    int knows = read ? hall_session_valid(a->hall, &a->who) : a->known;
    if (knows < 0) return api_refuse_store(a, "The store could not be read.");
    if (read) a->ended = !knows;
    a->known = knows > 0;
    uint64_t now = uv_now(a->hall->loop);
    if (a->known && !a->counted && !limit_take(a->hall->player_rate, a->who.player, 1, now))
        return api_refuse_for(a, 429, "rate", "Too fast: slow down.",
                              limit_wait(a->hall->player_rate, a->who.player, 1, now));
    a->counted = true;
    if (strcmp(q->method, "POST") == 0 && !a->body && !read_body(a)) return false;
    if (!a->id[0]) return true;
    a->room = hall_room(a->hall, a->id, &why);
    if (a->room && hall_hides(a->hall, a->room, a->known ? a->who.player : "")) a->room = NULL, why = -ENOENT;
    if (a->room) return true;
    return why == -ENOENT ? api_refuse(a, 404, "table", "There is no such table.")
                          : api_refuse_store(a, "The store could not be read.");
}

static void run_ask(struct hall *h, struct task *task)
{
    struct ask *a = (struct ask *)task;
    (void)h;
    if (prepare(a)) a->run(a);
}

static void drop_ask(struct hall *h, struct task *task, bool lost)
{
    struct ask *a = (struct ask *)task;
    if (lost) api_refuse(a, 503, "store", HALL_UNKNOWN);
    GAME_ASSERT(h->asks > 0);
    h->asks--;
    json_decref(a->body);
    free(a);
}

static void post(struct hall *h, struct request *q, bool (*run)(struct ask *), char word[2][API_WORD])
{
    struct ask *a = must(calloc(1, sizeof *a));
    *a = (struct ask){.hall = h, .request = q, .run = run};
    a->task = (struct task){.run = run_ask, .drop = drop_ask, .reads = strcmp(q->method, "POST") != 0};
    memcpy(a->word, word, sizeof a->word);
    if (strncmp(q->path, "/api/tables/", 12) == 0 && strlen(word[0]) == ID_LEN) memcpy(a->id, word[0], sizeof a->id);
    h->asks++;
    hall_post(h, &a->queue, &a->task);
}

void api_request(struct hall *h, struct request *q)
{
    struct ask a = {.hall = h, .request = q};
    char word[2][API_WORD];
    bool path = false;
    for (size_t i = 0; i < sizeof list_of_requests / sizeof *list_of_requests; i++) {
        if (!fits(list_of_requests[i].path, q->path, word)) continue;
        path = true;
        if (strcmp(list_of_requests[i].method, q->method) != 0) continue;
        if (list_of_requests[i].run == get_health) get_health(&a); /* whatever the hall waits for */
        else if (list_of_requests[i].run == get_metrics && (h->busy || store_away(h->store))) get_metrics(&a);
        else if (h->asks >= ASKS)
            api_refuse_for(&a, 429, "rate", "Many requests wait just now: try again.", HALL_RETRY_MS);
        else {
            post(h, q, list_of_requests[i].run, word);
            return;
        }
        net_request_flush(q);
        return;
    }
    if (path) api_refuse(&a, 405, "unknown", "This address does not take that method.");
    else api_refuse(&a, 404, "unknown", "There is nothing here.");
    net_request_flush(q);
}
