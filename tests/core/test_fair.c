/* test_fair.c -- SHA-256 and HMAC (core/sha256.h) against the published examples and Python's
 * hashlib; the promise, the generators and the lines of core/fair.h. Whole records are checked
 * by test_verify.py; here, that games/verify.h reads one record and not two. */
#include "../../core/fair.h"
#include "../../core/sha256.h"
#include "../../games/verify.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s (%s:%d)\n", what, file, line);
    abort();
}

static void to_hex(const uint8_t digest[SHA256_BYTES], char hex[2 * SHA256_BYTES + 1])
{
    for (int i = 0; i < SHA256_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

static const char *hash_of(const void *text, size_t n)
{
    static char hex[2 * SHA256_BYTES + 1];
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, text, n);
    sha256_end(&s, digest);
    to_hex(digest, hex);
    return hex;
}

static const char *hmac_of(const void *key, size_t key_n, const void *text, size_t n)
{
    static char hex[2 * SHA256_BYTES + 1];
    uint8_t digest[SHA256_BYTES];
    sha256_hmac(key, key_n, text, n, digest);
    to_hex(digest, hex);
    return hex;
}

/* ---- SHA-256 ---- */

/* The examples of FIPS 180-2 to 180-4. */
START_TEST(published_hashes)
{
    static const struct {
        const char *text, *hex;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqr"
         "stu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_str_eq(hash_of(known[i].text, strlen(known[i].text)), known[i].hex);
    static char million[1000000];
    memset(million, 'a', sizeof million);
    ck_assert_str_eq(hash_of(million, sizeof million),
                     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

/* Python: h = b''
 * for i in range(1000): h = hashlib.sha256(h + bytes((j * 7 + i) % 256 for j in range(i))).digest() */
START_TEST(every_length_as_python)
{
    uint8_t text[SHA256_BYTES + 1000], h[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];
    for (size_t i = 0; i < 1000; i++) {
        struct sha256 s;
        sha256_begin(&s);
        if (i) sha256_add(&s, h, sizeof h);
        for (size_t j = 0; j < i; j++) text[j] = (uint8_t)(j * 7 + i);
        sha256_add(&s, text, i);
        sha256_end(&s, h);
    }
    to_hex(h, hex);
    ck_assert_str_eq(hex, "40048d9b81667366f57ea36aeb35fdf5f4eae01ec7b8221ce58852a49727cb9d");
}
END_TEST

START_TEST(pieces_of_any_size)
{
    uint8_t text[400], digest[SHA256_BYTES];
    char whole[2 * SHA256_BYTES + 1], hex[2 * SHA256_BYTES + 1];
    struct rng r = {7};
    for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)rng_next(&r);
    for (size_t n = 0; n <= sizeof text; n++) {
        struct sha256 s;
        strcpy(whole, hash_of(text, n));
        sha256_begin(&s);
        for (size_t at = 0; at < n;) {
            size_t some = rng_below(&r, 90);
            if (some > n - at) some = n - at;
            sha256_add(&s, text + at, some);
            at += some;
        }
        sha256_add(&s, NULL, 0);
        sha256_end(&s, digest);
        to_hex(digest, hex);
        ck_assert_str_eq(hex, whole);
    }
}
END_TEST

/* ---- HMAC ---- */

START_TEST(published_hmacs) /* RFC 4231, 4.2 to 4.8; of 4.6 only 128 bits are given */
{
    uint8_t key[131], text[50];
    memset(key, 0x0b, 20);
    ck_assert_str_eq(hmac_of(key, 20, "Hi There", 8),
                     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    ck_assert_str_eq(hmac_of("Jefe", 4, "what do ya want for nothing?", 28),
                     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    memset(text, 0xdd, sizeof text);
    ck_assert_str_eq(hmac_of(key, 20, text, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    for (uint8_t i = 0; i < 25; i++) key[i] = (uint8_t)(i + 1);
    memset(text, 0xcd, sizeof text);
    ck_assert_str_eq(hmac_of(key, 25, text, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    memset(key, 0x0c, 20);
    ck_assert_int_eq(memcmp(hmac_of(key, 20, "Test With Truncation", 20), "a3b6167473100ee06e0c796c2955552b", 32), 0);
    memset(key, 0xaa, sizeof key);
    static const char larger[] = "Test Using Larger Than Block-Size Key - Hash Key First";
    static const char both[] =
        "This is a test using a larger than block-size key and a larger than block-size data. The "
        "key needs to be hashed before being used by the HMAC algorithm.";
    ck_assert_str_eq(hmac_of(key, 131, larger, sizeof larger - 1),
                     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    ck_assert_str_eq(hmac_of(key, 131, both, sizeof both - 1),
                     "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}
END_TEST

/* Python: h = b''
 * for i in range(300): h = hmac.new(h + bytes(i % 150), bytes((j * 7 + i) % 256 for j in range(i)), 'sha256').digest() */
START_TEST(every_key_as_python)
{
    uint8_t key[SHA256_BYTES + 150] = {0}, text[300] = {0}, h[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];
    size_t held = 0;
    for (size_t i = 0; i < 300; i++) {
        if (held) memcpy(key, h, held);
        memset(key + held, 0, i % 150);
        for (size_t j = 0; j < i; j++) text[j] = (uint8_t)(j * 7 + i);
        sha256_hmac(key, held + i % 150, text, i, h);
        held = sizeof h;
    }
    to_hex(h, hex);
    ck_assert_str_eq(hex, "bd6983a6da86a060f2704a6e50886dd4c5d83efb5d52dfbc3c6b2bf356958143");
}
END_TEST

/* ---- promise and generators ---- */

static const uint8_t counting[FAIR_SALT] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                            16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* Python: hmac.new(bytes(range(32)), b'tambo chance 10', 'sha256').hexdigest()[:16] */
START_TEST(generators_as_python)
{
    ck_assert_uint_eq(fair_rng(counting, 0).x, UINT64_C(0x6bd4a3fb9ed7ef32));
    ck_assert_uint_eq(fair_rng(counting, 1).x, UINT64_C(0x0f1482c9a2842653));
    ck_assert_uint_eq(fair_rng(counting, 9).x, UINT64_C(0x8c3900fef9964d5b));
    ck_assert_uint_eq(fair_rng(counting, 10).x, UINT64_C(0x54cd936906c7df63));
    ck_assert_uint_eq(fair_rng(counting, UINT32_MAX).x, UINT64_C(0x010f793cbe8624c0));
    ck_assert_uint_eq(fair_map_seed(counting), UINT64_C(0x3deb2046375bdbea));
}
END_TEST

/* Python: hmac.new(bytes(range(32)), b'tambo daily temple 2026-11-16 r2 g0', 'sha256').hexdigest() */
START_TEST(days_as_python)
{
    const struct fair_day day = {"temple", "2026-11-16", 2, 0};
    uint8_t salt[FAIR_SALT], want[FAIR_SALT];
    char hex[FAIR_HEX + 1];
    fair_promise(counting, hex);
    ck_assert_str_eq(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    fair_day_salt(counting, &day, salt);
    ck_assert(fair_read_hex("ad077a5105f0b87bd59fc37e0e330cd3dc47b8fb9ddbe0c8a307ce16d3d8d51f", FAIR_HEX, want));
    ck_assert_mem_eq(salt, want, sizeof want);
}
END_TEST

/* The first numbers of many events, as dice: chi-square with 215 degrees of freedom is 215 +- 20.7; 300 is 4 sigma. */
START_TEST(rolls_are_even)
{
    enum { FACES = 216, EACH = 500 };
    uint32_t count[FACES] = {0};
    double chi = 0;
    for (uint32_t k = 0; k < FACES * EACH; k++) {
        struct rng r = fair_rng(counting, k);
        count[rng_below(&r, FACES)]++;
    }
    for (int i = 0; i < FACES; i++) chi += ((double)count[i] - EACH) * ((double)count[i] - EACH) / EACH;
    ck_assert_double_gt(chi, 140);
    ck_assert_double_lt(chi, 300);
}
END_TEST

static void read_head(struct record *r, const char *text)
{
    record_begin(r);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        ck_assert_msg(record_line(r, p, n), "%s", r->fault);
        p += n + 1;
    }
    ck_assert(record_finish(r));
}

/* Names are not fixed, values that are usual are not written, a board is named or whole. */
START_TEST(the_text)
{
    static struct record r;
    char text[FAIR_TEXT], hex[FAIR_HEX + 1];
    struct out o = {.p = text, .size = sizeof text};
    read_head(&r,
              "tambo-record 1\nseat 2: Ben\nsheet: b\ngame: temple\nplayers: 3\nmode: multi\nrules: 1\n# hello\n--\n");
    fair_text(&r.head, NULL, &o);
    fair_commit(counting, text, o.len, hex);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "fair 1\ntambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 3\nsheet: b\n--\n");
    /* Python: hashlib.sha256(bytes(range(32)) + text).hexdigest() */
    ck_assert_str_eq(hex, "e7554e6227912c3d85466dc31f38767aa772e0f368bc8e5a9862291b1a6e0419");
    ck_assert_uint_eq(r.head.name[1].n, 3); /* the head itself is as it was */

    o.len = 0;
    read_head(&r, "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet:\n"
                  "tambo-sheet 1\ngame: temple\n# mine\nname: x\ngrid:\n##D\nend\nseat 1: Ana\n--\n");
    fair_text(&r.head, "long tricky g1", &o);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "fair 1\nmap long tricky g1\ntambo-record 1\ngame: temple\nrules: 1\nmode: solo\n"
                           "players: 1\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\ngrid:\n##D\nend\n--\n");
}
END_TEST

/* The largest boards and names there are. */
START_TEST(any_text_fits)
{
    static struct record r;
    char head[2048], text[FAIR_TEXT], name[256];
    struct out h = {.p = head, .size = sizeof head}, o = {.p = text, .size = sizeof text};
    memset(name, 'n', 255), name[255] = 0;
    out_str(&h,
            "tambo-record 1\ngame: valley\nrules: 1\nmode: multi\nplayers: 100\nsheet:\ntambo-sheet 1\ngame: valley\n"
            "name: ");
    out_str(&h, name);
    out_str(&h, "\ngrid:\n");
    for (int i = 0; i < 16; i++) out_str(&h, "####............\n");
    out_str(&h, "end\n--\n");
    ck_assert(out_end(&h));
    read_head(&r, head);
    fair_text(&r.head, "long fiendish g123456789012345", &o);
    ck_assert(out_end(&o));
}
END_TEST

/* ---- lines ---- */

START_TEST(lines_come_back)
{
    char text[512];
    struct out o = {.p = text, .size = sizeof text};
    struct fair_claim c = {.why = NULL};
    const char *commit = "e7554e6227912c3d85466dc31f38767aa772e0f368bc8e5a9862291b1a6e0419";
    fair_write(counting, commit, "long tricky g1", &o);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "# fair-commit e7554e6227912c3d85466dc31f38767aa772e0f368bc8e5a9862291b1a6e0419\n"
                           "# fair-salt 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
                           "# fair-map long tricky g1\n");
    for (const char *p = text; *p; p = strchr(p, '\n') + 1) ck_assert(fair_line(&c, p, strcspn(p, "\n")));
    ck_assert(c.has_commit && c.has_salt && c.has_map && !c.why);
    ck_assert_str_eq(c.commit, commit);
    ck_assert_mem_eq(c.salt, counting, FAIR_SALT);
    ck_assert_str_eq(c.map, "long tricky g1");
    for (const char *p = text; *p; p = strchr(p, '\n') + 1) {
        ck_assert(!fair_line(&c, p, strcspn(p, "\n")));
        ck_assert_str_eq(c.why, "This line may stand only once. [notation]");
    }
    o.len = 0;
    fair_write(counting, commit, NULL, &o);
    ck_assert(out_end(&o));
    ck_assert_ptr_null(strstr(text, "fair-map"));
}
END_TEST

#define DIGITS "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

START_TEST(malformed_lines)
{
    static const char *const bad[] = {
        "# fair-salt",
        "# fair-commit ",
        "# fair-salt " DIGITS "0",
        "# fair-salt " DIGITS " 0",
        "# fair-salt  " DIGITS,
        "# fair-salt 00010203040506",
        "# fair-commit 0x" DIGITS,
        "# fair-commit 000102030405060708090A0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "# fair-commit g00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "# fair-map",
        "# fair-map long",
        "# fair-map long tricky",
        "# fair-map long tricky g1 g1",
        "# fair-map long  g1",
        "# fair-map long Tricky g1",
        "# fair-map long tricky-42 g1",
        "# fair-map long tricky g11111111111111111111111111111111",
    };
    static const char *const other[] = {
        "",
        "#",
        "# ",
        "#fair-salt",
        "# fair-salts x",
        "# fair",
        " # fair-salt x",
        "fair-salt x",
        "1 fair-salt",
        "## fair-map",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct fair_claim c = {.why = NULL};
        ck_assert_msg(!fair_line(&c, bad[i], strlen(bad[i])), "%s", bad[i]);
        ck_assert_msg(c.why && strncmp(c.why, "Expected `# fair-", 17) == 0, "%s", bad[i]);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        struct fair_claim c = {.why = NULL};
        ck_assert_msg(fair_line(&c, other[i], strlen(other[i])), "%s", other[i]);
        ck_assert(!c.has_commit && !c.has_salt && !c.has_map && !c.why);
    }
    struct fair_claim c = {.why = NULL};
    static const char windows[] = "# fair-salt " DIGITS " \t\r";
    ck_assert(fair_line(&c, windows, sizeof windows - 1) && c.has_salt);
    static const char nul[] = "# fair-salt 0\000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0000000";
    ck_assert(!fair_line(&c, nul, 12 + FAIR_HEX));
}
END_TEST

/* ---- reading twice ---- */

static bool read_some(struct verify *v, const char *text, size_t n)
{
    bool good = true;
    for (const char *p = text, *end = text + n; good && p < end;) {
        size_t len = strcspn(p, "\n");
        good = verify_line(v, p, len);
        p += len + 1;
    }
    return good;
}

/* Somebody writes to the file meanwhile, or leaves the second reading out. */
START_TEST(a_record_that_changes)
{
    static struct verify v;
    static const char head[] = "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 3\nsheet: b\n--\n";
    char text[1024];
    struct out o = {.p = text, .size = sizeof text};
    out_str(&o, head);
    fair_write(counting, "e7554e6227912c3d85466dc31f38767aa772e0f368bc8e5a9862291b1a6e0419", NULL, &o);
    size_t second[] = {o.len, sizeof head - 1, 30, 0};
    for (int i = 0; i < 4; i++) {
        verify_begin(&v);
        ck_assert(read_some(&v, text, o.len) && verify_again(&v));
        ck_assert(read_some(&v, text, second[i]));
        ck_assert_int_eq(verify_end(&v), i == 0);
        if (i) ck_assert_str_eq(v.fault, "The record changed while it was read. [fair]");
        if (i) ck_assert_uint_ge(v.fault_line, 1);
    }
    verify_begin(&v);
    ck_assert(read_some(&v, text, o.len));
    ck_assert(!verify_end(&v) && v.fault);
    ck_assert(!verify_again(&v) && !verify_line(&v, "--", 2));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("fair");
    TCase *t = tcase_create("fair");
    tcase_add_test(t, published_hashes);
    tcase_add_test(t, every_length_as_python);
    tcase_add_test(t, pieces_of_any_size);
    tcase_add_test(t, published_hmacs);
    tcase_add_test(t, every_key_as_python);
    tcase_add_test(t, generators_as_python);
    tcase_add_test(t, days_as_python);
    tcase_add_test(t, rolls_are_even);
    tcase_add_test(t, the_text);
    tcase_add_test(t, any_text_fits);
    tcase_add_test(t, lines_come_back);
    tcase_add_test(t, malformed_lines);
    tcase_add_test(t, a_record_that_changes);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
