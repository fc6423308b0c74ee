/* fuzz_web.c -- the interface of tambo_lab.wasm (clients/web/wasm.h and wasm_lab.h), built
 * natively so that sanitizers watch it: bytes are calls in any order with any arguments.
 * Nothing traps. */
#include "../../clients/web/wasm_lab.h"
#include "../../clients/web/wasm_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const heads[] = {
    "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 3\nsheet: b\n",
    "tambo-record 1\ngame: valley\nrules: 2\nmode: solo\nplayers: 1\nsheet: b\nseat 1: Ana\n",
    "tambo-record 1\ngame: tiwanaku\nrules: 1\nmode: competitive\nplayers: 2\nscenario: tiny-1\n",
    "tambo-record 1\ngame: tiwanaku\nrules: 1\nmode: solo-hard\nplayers: 1\nscenario: tiny-2\n",
    "tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: coop-easy\nplayers: 3\nscenario: long-1\n",
    "tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: coop-easy\nplayers: 3\n", /* to join only */
};
/* Two bytes before a call of the map lab, of fair dice or of a table: files of the corpus from before it was there mean the same. */
enum { LAB = 255, LAB_TOO = 'L', FAIR_TOO = 'V', TABLE_TOO = 'T' };
enum { HEADS = sizeof heads / sizeof *heads };

struct bytes {
    const uint8_t *at, *end;
};

static unsigned next(struct bytes *b) { return b->at < b->end ? *b->at++ : 0; }

static uint32_t put(const char *text, size_t n)
{
    memcpy(tambo_in(), text, n);
    return (uint32_t)n;
}

/* Some bytes of the input, as text. */
static uint32_t put_some(struct bytes *b)
{
    size_t n = next(b), left = (size_t)(b->end - b->at);
    if (n > left) n = left;
    put((const char *)b->at, n);
    b->at += n;
    return (uint32_t)n;
}

/* Line k of what came out. */
static uint32_t put_line(unsigned k)
{
    const char *p = tambo_out(), *end = p + tambo_out_len();
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        if (k-- == 0) return put(p, (size_t)(stop - p));
        p = stop + 1;
    }
    return 0;
}

/* All that came out. */
static uint32_t put_out(void)
{
    uint32_t n = tambo_out_len();
    memmove(tambo_in(), tambo_out(), n < tambo_in_size() ? n : tambo_in_size());
    return n;
}

static void load(struct bytes *b)
{
    const char *head = heads[next(b) % HEADS];
    tambo_load_begin();
    tambo_load(put(head, strlen(head)));
    tambo_load(put("--\n", 3));
    if (tambo_load_end()) tambo_seed(1, 0); /* the same for every run */
}

/* The match as a viewer knows it, in place of the match. */
static void join(struct bytes *b)
{
    static char state[1 << 15];
    const char *head = heads[next(b) % HEADS];
    if (!tambo_state((int32_t)next(b) % 4)) return;
    uint32_t n = tambo_out_len();
    memcpy(state, tambo_out(), n);
    tambo_load_begin();
    tambo_load(put(head, strlen(head)));
    tambo_join(put(state, n));
}

static void look(struct bytes *b)
{
    int32_t seat = (int32_t)next(b) % 6 - 1;
    tambo_view(seat);
    tambo_result();
    tambo_record();
    tambo_legal(seat);
    tambo_items(seat, seat);
    tambo_levels();
    tambo_marks(seat);
    tambo_gains(seat, put("reveal", seat < 0 ? 0 : 6));
    tambo_acts(seat);
    tambo_hash();
    tambo_line();
    tambo_about();
    tambo_budget(5);
    tambo_told();
}

static void play(struct bytes *b)
{
    int32_t seat = (int32_t)next(b) % 4;
    if (tambo_phase() == 1) tambo_draw();
    else if (next(b) & 1) tambo_apply(tambo_bot(seat, put("random", 6)) ? put_line(0) : put_some(b));
    else if (tambo_legal(seat) && tambo_count(seat)) tambo_apply(put_line(next(b) % tambo_count(seat)));
}

/* The order of next() counts, so one a statement: arguments have none. */
static void move(struct bytes *b)
{
    int32_t seat = (int32_t)next(b) % 5 - 1;
    uint64_t number = 0;
    for (int i = 0; i < 5; i++) number |= (uint64_t)next(b) << 8 * i;
    tambo_move(seat, number);
}

/* The map lab. Only one hint an input: early in a game it takes long. */
static void lab(struct bytes *b, bool *hinted)
{
    b->at++;
    unsigned command = next(b);
    int32_t seat = (int32_t)next(b) % 6 - 1, cols = (int32_t)next(b);
    switch (command % 8) {
    case 0: tambo_maps(); break;
    case 1: tambo_make(cols, seat, next(b)); break;
    case 2: tambo_make(5, seat & 3, next(b)); break;
    case 3: tambo_from_id(put_some(b)); break;
    case 4: tambo_to_id(put_some(b)); break;
    case 5: tambo_to_id(put_out()); break;
    case 6: tambo_rate(cols & 1 ? put_out() : put_some(b)); break;
    case 7:
        if (!*hinted) *hinted = tambo_hint(seat);
        break;
    }
}

/* A word or two: the name of a board or a player. */
static void words(uint32_t n)
{
    tambo_board(n);
    tambo_name(n);
    tambo_trail(n);
}

/* Fair dice: pieces of any text, or the match's own record. */
static void fair(struct bytes *b)
{
    b->at++;
    switch (next(b) % 4) {
    case 0: tambo_verify_begin(); break;
    case 1: tambo_verify_add(put_some(b)); break;
    case 2: tambo_verify_add(tambo_record() ? put_out() : 0); break;
    case 3:
        tambo_verify();
        tambo_verify_begin(); /* each piece is read once only: inputs stay fast */
        break;
    }
}

/* ---- tables ---- */

static const char *const wishes[] = {
    "game: temple\nmode: multi\nseats: 3\nspeed: live 60\n",
    "game: valley\nmode: solo\nboard: name b\n",
    "game: tiwanaku\nmode: competitive\nseats: 2\nboard: name tiny-1\n",
    "game: tiwanaku\nmode: solo-hard\nboard: name tiny-2\n",
    "game: tiwanaku\nmode: coop-easy\nseats: 3\nboard: name long-1\n",
};
static double table_now;

static int event(int kind, int seat, bool person, uint32_t n)
{
    return tambo_table_event(kind, seat, table_now += 777, person, 0, n);
}

/* A table that has begun, all seats but the first for bots. */
static void sit(unsigned k)
{
    char text[256];
    size_t n = 0;
    memset(text, '5', 64);
    n = 64;
    static const char *const sit[] = {"\nperson Ana\nbot master Inca\nbot beginner Bo\n", "\nperson Ana\n",
                                      "\nperson Ana\nperson Bo\n"};
    static const uint8_t sits[] = {0, 1, 2, 1, 0};
    for (const char *p = sit[sits[k % sizeof sits]]; *p; p++) text[n++] = *p;
    for (const char *p = "tambo-table 1\n"; *p; p++) text[n++] = *p;
    for (const char *p = wishes[k % (sizeof wishes / sizeof *wishes)]; *p; p++) text[n++] = *p;
    tambo_table_begin();
    if (!tambo_table_create(put(text, n))) return;
    for (int kind; (kind = tambo_table_next(table_now));)
        event(kind, tambo_table_who(), tambo_table_person(), put_out());
}

static void table(struct bytes *b)
{
    b->at++;
    unsigned what = next(b), seat = next(b);
    if (table_now > 4e15) table_now = 0;
    switch (what % 12) {
    case 0: sit(seat); break;
    case 1: event((int)seat % 20, (int)next(b) % 5 - 1, seat & 1, put_some(b)); break;
    case 2:
    case 3:
    case 4:
        for (int kind, i = 0; i < 9 && (kind = tambo_table_next(table_now)); i++)
            event(kind, tambo_table_who(), false, put_out());
        break;
    case 5: tambo_table_may((int)seat % 5 - 1, put_some(b)); break;
    case 6: table_now += seat * 1000; break;
    case 7: tambo_table_bot(), tambo_table_state((int)seat % 5 - 1), tambo_table_view((int)seat % 5 - 1); break;
    case 8: tambo_table_standing(), tambo_table_result(), tambo_table_due(); break;
    case 9: tambo_table_record_begin(seat & 1); break;
    case 10: tambo_table_record_end(); break;
    default: {
        uint32_t n = put_some(b);
        if (tambo_table_may((int)seat % 4, n)) event(seat & 64 ? 16 : 7, (int)seat % 4, seat & 1, n);
        if (seat & 128 && tambo_table_may_back((int)seat % 4)) event(8, (int)seat % 4, seat & 1, 0);
    }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, data + size};
    bool hinted = false;
    tambo_load_begin();
    tambo_verify_begin();
    while (b.at < b.end) {
        unsigned command = next(&b);
        if (command == LAB && b.at < b.end && *b.at == LAB_TOO) {
            lab(&b, &hinted);
            continue;
        }
        if (command == LAB && b.at < b.end && *b.at == FAIR_TOO) {
            fair(&b);
            continue;
        }
        if (command == LAB && b.at < b.end && *b.at == TABLE_TOO) {
            table(&b);
            continue;
        }
        switch (command % 16) {
        case 0: tambo_load_begin(); break;
        case 1: tambo_load(put_some(&b)); break;
        case 2: tambo_load_end(); break;
        case 3: load(&b); break;
        case 4: join(&b); break;
        case 5: look(&b); break;
        case 6: tambo_apply(put_some(&b)); break;
        case 7: move(&b); break;
        case 8: tambo_seed(next(&b), 0); break;
        case 9: tambo_save(next(&b) % 20); break;
        case 10: tambo_restore(next(&b) % 20); break;
        case 11: tambo_redact((int32_t)next(&b) % 4 - 1); break;
        case 12: tambo_check(put_some(&b)); break;
        case 13: words(put_some(&b)); break;
        default: play(&b); break;
        }
    }
    return 0;
}
