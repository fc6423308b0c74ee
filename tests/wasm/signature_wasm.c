/* signature_wasm.c -- the signature of all games (bench/signature.h) as a WebAssembly
 * module of its own, for signature.test.mjs only. */
#include "../../bench/signature.h"

#define EXPORT __attribute__((visibility("default")))
EXPORT int count(void);
EXPORT uint64_t one(int i);
EXPORT uint64_t all(void);

static struct signature_scratch scratch;

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}

int count(void) { return signature_matches(&scratch); }
uint64_t one(int i) { return signature_match(&scratch, i); }
uint64_t all(void) { return signature_all(&scratch); }
