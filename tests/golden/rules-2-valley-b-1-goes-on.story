The dice: 4, 3, 2.
bot random writes 9 at g3.
The dice: 4, 5, 3.
bot random writes 5 at f3.
bot random writes 3 at e2.
bot random writes 4 at f4.
The dice: 4, 2, 4.
bot random writes 4 at d1.
bot random writes 4 at e3.
bot random writes 2 at f1.
The dice: 3, 5, 2.
bot random writes 5 at g4.
bot random writes 3 at f2.
bot random writes 2 at e1.
bot random reveals at e1, f2, g3, f4 and g4: Jungle, 5 points.
The dice: 5, 5, 2.
bot random writes 2 at d2.
bot random writes 5 at d4.
bot random writes 5 at g2.
The dice: 4, 5, 2.
bot random writes 11 at d5.
The dice: Penny, 2, 1.
bot random writes 3 at c3.
bot random reveals at d2, e2, e3, d4 and d5: Jungle, 5 points.
The dice: 4, Dakota, 1.
bot random writes 4 at b2.
bot random writes 1 at c5.
bot random draws at a3: Statue.
The dice: 1, 3, 3.
bot random writes 3 at b6.
bot random writes 3 at b3.
The dice: 5, 1, snake.
bot random draws a snake at a2.
The dice: Penny, 3, 2.
bot random writes 14 at f5.
bot random writes 2 at c7.
bot random writes 3 at c1.
The dice: 4, 5, 3.
bot random writes 9 at g6.
bot random writes 3 at g7.
The dice: 1, 1, 3.
bot random writes 2 at a4.
bot random writes 3 at b7.
The dice: 2, 4, 5.
bot random writes 5 at c4.
bot random writes 2 at a6.
bot random writes 4 at b4.
bot random reveals at c3, a4, b4, c4 and c5: Jungle, 5 points.
The dice: 4, Dakota, 1.
bot random writes 4 at b1.
bot random writes 1 at d6.
bot random draws at f7: Hut.
The dice: Penny, 3, 5.
bot random writes 5 at g5.
bot random writes 8 at f6.
bot random reveals at f5, g5, f6, g6 and g7: Jungle, 5 points.
The dice: Penny, 4, 4.
bot random writes 3 at a1.
bot random writes 4 at a7.
bot random writes 4 at e7.
The dice: 4, 1, 3.
bot random writes 4 at e5.
bot random writes 1 at a5.
bot random writes 3 at c6.
The dice: 3, 3, snake.
bot random draws a snake at d7.
The dice: 5, 1, 2.
bot random writes 8 at g1.
The dice: 2, 3, snake. The snake finds no space.
The dice: 5, 1, 1.
The dice: 5, 2, snake. The snake finds no space.
The dice: 2, 4, 2.
The dice: 1, 2, 2.
