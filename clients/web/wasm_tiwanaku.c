/* wasm_tiwanaku.c -- what screens ask of Tiwanaku alone, see wasm.h: the way of a trail, and what may be pencilled in on
 * the hidden map. In both modules. */
#include "wasm.h"

#include "../../games/tiwanaku_hint.h"
#include "wasm_in.h"

int tambo_trail(uint32_t n)
{
    uint32_t most = tambo_in_size();
    struct words w = words_of(tambo_in(), n > most ? most : n);
    return tiwanaku_words_trail(&w, web_out()) ? web_answered() : web_refused("This does not follow here. [notation]");
}

int tambo_marks(int32_t viewer)
{
    const struct record *match = web_match();
    if (!match) return 0;
    if (match->head.game != &tiwanaku_game) return web_refused("This is no move of this game. [notation]");
    const struct state *s = web_view(&viewer);
    if (!s) return 0;
    hint_show_marks((const struct tiwanaku *)(const void *)s, web_out());
    return web_answered();
}
