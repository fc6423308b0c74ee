/* deduce_examples.h -- a board for every technique, with the step that it is made for;
 * found by search for the least that must be known. For test_deduce.c. */
#ifndef TESTS_DEDUCE_EXAMPLES_H
#define TESTS_DEDUCE_EXAMPLES_H

#include "../../puzzle/deduce.h"

enum { V = 1 << 1, D = 1 << 2, F = 1 << 3, M = 1 << 4 };
#define CROP(v) (1 << (v))

/* A board, and the first step of it, which is by this technique. */
struct example {
    const char *terrain, *crops;
    uint8_t tiles[MAP_TERRAINS]; /* all 0: unknown */
    uint8_t technique, what, values, about, size, clash;
    const char *spaces, *because, *region, *other;
};

/* One line each. */
/* clang-format off */
static const struct example examples[] = {
    {"fv./v../...", "", {0}, DEDUCE_LONE, DEDUCED_CROP, CROP(1), 0, 0, 0, "a1", "", "a1", ""},
    {"..v/.vd/.fd", ".../..1/...", {0}, DEDUCE_LAST, DEDUCED_CROP, CROP(2), 0, 0, 0, "c3", "c2", "c2 c3", ""},
    {"vvd/ddd/...", "", {0}, DEDUCE_LARGE, DEDUCED_NOT_CROP, CROP(3) | CROP(4) | CROP(5), 0, 2, 0, "a1 b1", "", "a1 b1", ""},
    {".../.f./m..", ".../.4./...", {0}, DEDUCE_LARGE, DEDUCED_NOT_CROP, CROP(4) | CROP(5), 0, 3, 0, "a3", "", "a3", ""},
    {".../.../.f.", "", {0, 5, 4, 0}, DEDUCE_LARGE, DEDUCED_NOT_CROP, CROP(5), 0, 4, 0, "b3", "", "b3", ""},
    {"mm./m../m..", "24./3../1..", {0}, DEDUCE_ONLY, DEDUCED_CROP, CROP(5), 0, 0, 0, "b2", "a1 b1 a2 a3", "b2", ""},
    {"fmm/.fm/.fm", "..4/.5./.1.", {0}, DEDUCE_PLACE, DEDUCED_CROP, CROP(1), 0, 0, 0, "b1", "", "b1 c1 c2 c3", ""},
    {"vv./vv./v..", "", {5, 0, 0, 4}, DEDUCE_SUPPLY, DEDUCED_TERRAIN, M, 0, 4, 0, "c1 c2 b3 c3", "", "", ""},
    {".../.../...", "", {0, 5, 0, 4}, DEDUCE_SPENT, DEDUCED_NOT_TERRAIN, V, 0, 0, 0, "a1 b1 c1 a2 b2 c2 a3 b3 c3", "", "", ""},
    {".v./.mv/...", "", {0}, DEDUCE_JOIN, DEDUCED_TERRAIN, V, 0, 0, 0, "c1", "b1 c2", "", ""},
    {".../.../vm.", ".../.../2..", {0}, DEDUCE_GROW, DEDUCED_TERRAIN, V, 0, 2, 0, "a2", "", "a3", ""},
    {"v../vv./vv.", "", {0}, DEDUCE_FULL, DEDUCED_NOT_TERRAIN, V, 0, 5, 0, "b1", "", "a1 b1 a2 b2 a3 b3", ""},
    {"..../.f../v.f.", "..../.2../1...", {0}, DEDUCE_FULL, DEDUCED_NOT_TERRAIN, V, 0, 1, 0, "a2", "", "a2 a3", ""},
    {".../.../d.d", ".../.../1.1", {0}, DEDUCE_TWICE, DEDUCED_NOT_TERRAIN, D, CROP(1), 0, 0, "b3", "", "a3 b3 c3", ""},
    {".dd/..d/..d", ".32/.54/..1", {0}, DEDUCE_TWICE, DEDUCED_NOT_TERRAIN, D, 0, 0, 0, "a1", "", "a1 b1 c1 c2 c3", ""},
    {".../mf./d..", "", {0}, DEDUCE_TOUCH, DEDUCED_NOT_TERRAIN, M, 0, 0, 0, "b3", "a2", "", ""},
    {".../.d./..v", "", {0}, DEDUCE_POINT, DEDUCED_NOT_CROP, CROP(1), 0, 0, 0, "b2", "a1 b1 c1 a2 c2 a3 b3 c3", "c3", ""},
    {"vvvm/vmmm/fffm", "", {0}, DEDUCE_POINT, DEDUCED_NOT_CROP, CROP(1), 0, 0, 0, "b2", "a1 b1 c1 a2", "a1 b1 c1 a2", ""},
    {"..../.v.d/...m", "..../.1../...1", {0}, DEDUCE_HOME, DEDUCED_TERRAIN, D, CROP(1), 2, 0, "d1", "", "d2", ""},
    {"f.v./..../.d..", "..1./..../.1..", {0}, DEDUCE_HOME, DEDUCED_CROP, CROP(1), CROP(1), 1, 0, "a1", "", "a1", ""},
    {"v.../.f../....", "..../.1../....", {0}, DEDUCE_CUT, DEDUCED_TERRAIN, V, 0, 2, 0, "b1", "", "a1", ""},
    {".d../d.../....", ".1../..../....", {0}, DEDUCE_ROOM, DEDUCED_NOT_TERRAIN, V, 0, 0, 0, "a1", "", "a1", ""},
    {".../.../...", "", {4, 3, 2, 0}, DEDUCE_ROOM, DEDUCED_NOT_CROP, CROP(5), 0, 4, 0, "a1", "", "", ""},
    {"..../d.f./..f.", "..../4.5./..2.", {0}, DEDUCE_PAIR, DEDUCED_NOT_CROP, CROP(1) | CROP(3), CROP(1) | CROP(3), 0, 0, "a3", "b2 b3", "", ""},
    {"f../ff./.vf", "", {0}, DEDUCE_HIDDEN, DEDUCED_NOT_CROP, CROP(3) | CROP(4) | CROP(5), CROP(1) | CROP(2), 0, 0, "a1 c3", "a1 c3", "a1 a2 b2 c2 c3", ""},
    {"..v./..v./..vv", "..../..../..14", {0}, DEDUCE_TRIPLE, DEDUCED_NOT_CROP, CROP(2) | CROP(3) | CROP(5), CROP(2) | CROP(3) | CROP(5), 0, 0, "d1", "c1 c2 d2", "", ""},
    {"dddd/dmmm/ff..", "..../..../21..", {0}, DEDUCE_ORDERS, DEDUCED_NOT_CROP, CROP(1), 0, 0, 0, "d1", "", "a1 b1 c1 d1 a2", ""},
    {".m../d..d/....", "..../5.../....", {0}, DEDUCE_SHAPES, DEDUCED_TERRAIN, D, 0, 0, 0, "b2", "", "a2", ""},
    {"..../..v./vv..", "", {0}, DEDUCE_SHAPES, DEDUCED_NOT_TERRAIN, V, 0, 0, 0, "d1", "", "c2", ""},
    {"v.../..v./....", "..../..5./....", {0}, DEDUCE_SHAPES, DEDUCED_NOT_CROP, CROP(5), 0, 0, 0, "a1", "", "a1", ""},
    {"mmdd/mmdd/mvdf", "..../...3/.1.1", {0}, DEDUCE_TWO, DEDUCED_NOT_CROP, CROP(3), 0, 0, 0, "a1", "", "a1 b1 a2 b2 a3", "c1 d1 c2 d2 c3"},
    {"d.../..../d...", "..../..../5...", {0}, DEDUCE_SUPPOSE, DEDUCED_NOT_CROP, CROP(5), 0, 0, CLASH_SIZE, "a1", "", "", "a1 b1 c1 d1 d2 a3 b3 c3 d3"},
    {".../d../...", ".../5../...", {0}, DEDUCE_SUPPOSE, DEDUCED_NOT_TERRAIN, V, 0, 0, CLASH_CROP, "b2", "", "", "b2"},
    {"ffmmmmfff/ffvvvffmd/fvvddddmd/dmmmmmdmm/dddvvvvvm", "3......2./........./........./........./.1.......", {0}, DEDUCE_NESTED, DEDUCED_NOT_CROP, CROP(2), 0, 0, 0, "f1", "", "", ""},
};
/* clang-format on */

#endif
