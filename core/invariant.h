/* invariant.h -- GAME_ASSERT, for all rooms: what must be true if the code around it is right. It stays on in releases: a
 * server that has lost an invariant stops before it stores or tells something wrong. Never for input, which is judged and
 * refused. The program that links a pure room defines game_assert(). */
#ifndef CORE_INVARIANT_H
#define CORE_INVARIANT_H

/* Called by GAME_ASSERT; the host decides how to die. */
_Noreturn void game_assert(const char *what, const char *file, int line);
#ifdef __wasm__ /* nobody there to read texts, and they cost bytes */
#define GAME_ASSERT(x) ((x) ? (void)0 : game_assert("", "", 0))
#else
#define GAME_ASSERT(x) ((x) ? (void)0 : game_assert(#x, __FILE__, __LINE__))
#endif

#endif
