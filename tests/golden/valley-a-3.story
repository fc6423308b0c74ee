The dice: 1, 1, 5.
bot random writes 2 at e7.
bot random writes 5 at f6.
bot random writes 2 at e1.
bot random writes 5 at d2.
bot random writes 6 at a7.
bot random writes 1 at b7.
The dice: 4, Dakota, 5.
bot random draws at e5: Statue.
bot random writes 5 at f7.
bot random writes 4 at d7.
bot random draws at c2: Statue.
bot random writes 9 at f1.
bot random writes 5 at c6.
bot random draws at b5: Mine.
bot random writes 4 at a6.
The dice: 4, 1, 4.
bot random writes 5 at g7.
bot random writes 4 at d4.
bot random writes 5 at c1.
bot random writes 4 at d1.
bot random writes 5 at b6.
bot random writes 4 at c7.
The dice: 5, 2, 4.
bot random writes 7 at e3.
bot random writes 4 at f5.
bot random writes 6 at c3.
bot random writes 5 at d3.
bot random writes 7 at d5.
bot random writes 4 at d7.
bot random reveals at d5, a6, c6, a7 and b7: Jungle, 5 points.
The dice: 5, 3, 2.
bot random writes 3 at f4.
bot random writes 7 at g5.
bot random reveals at f4, f5, g5, f6 and e7: Jungle, 5 points.
bot random writes 5 at b4.
bot random writes 5 at d4.
bot random reveals at d1, e1, f1, d2 and c3: Jungle, 5 points.
bot random writes 3 at b4.
bot random writes 7 at d4.
The dice: Penny, 4, 2.
bot random writes 4 at d2.
bot random writes 6 at c6.
bot random writes 1 at f2.
bot random writes 6 at f3.
bot random writes 2 at e3.
bot random writes 6 at f3.
The dice: 1, 3, 4.
bot random writes 5 at c1.
bot random writes 3 at c5.
bot random writes 1 at e4.
bot random writes 4 at e3.
bot random writes 3 at e5.
bot random writes 5 at e4.
bot random writes 3 at c3.
The dice: 5, 3, snake.
The sheets are handed round.
bot random draws a snake at g7 on bot random's sheet.
bot random draws a snake at f1 on bot random's sheet.
bot random draws a snake at f5 on bot random's sheet.
The dice: Penny, 3, 2.
bot random writes 8 at b6.
bot random writes 5 at g4.
bot random writes 8 at a4.
bot random writes 3 at b2.
bot random writes 2 at c4.
bot random writes 3 at a4.
bot random writes 2 at g2.
bot random writes 3 at d2.
bot random reveals at d2, c3, a4 and b4: Town, 6 points.
The dice: 4, 5, 4.
bot random writes 4 at b5.
bot random writes 4 at b1.
bot random writes 13 at c5.
bot random reveals at e3, f3, d4, e4 and c5: Jungle, 5 points.
bot random writes 13 at f5.
bot random reveals at e3, f3, d4, e4 and f5: Jungle, 5 points.
The dice: 5, 1, snake.
The sheets are handed round.
bot random draws a snake at e6 on bot random's sheet.
bot random draws a snake at e5 on bot random's sheet.
bot random draws a snake at c7 on bot random's sheet.
The dice: 1, 2, snake.
The sheets are handed round.
bot random draws a snake at g2 on bot random's sheet.
bot random draws a snake at c5 on bot random's sheet.
bot random draws a snake at c4 on bot random's sheet.
The dice: 2, 4, 3.
bot random writes 5 at b7.
bot random reveals at e3, d4, c5, c6 and b7: Jungle, 5 points.
bot random writes 7 at b3.
bot random reveals at b2, b3, a4, b4 and c4: Jungle, 5 points.
bot random writes 5 at e1.
bot random writes 4 at f2.
The dice: 5, Dakota, 5.
bot random writes 5 at b2.
bot random draws at a7: Mine.
bot random writes 5 at d6.
bot random draws at d6: Hut.
bot random writes 5 at b1.
bot random writes 5 at d5.
bot random draws at e7: Statue.
bot random writes 5 at d1.
bot random writes 5 at a3.
The dice: 3, Dakota, 4.
bot random writes 3 at a3.
bot random writes 4 at a4.
bot random draws at g6: Hut.
bot random writes 3 at g4.
bot random writes 4 at b5.
bot random draws at a6: Mine.
bot random draws at f4: Hut.
bot random writes 7 at e2.
The dice: 1, 3, 4.
bot random writes 7 at c2.
bot random writes 4 at g3.
bot random writes 4 at g1.
bot random writes 1 at b3.
bot random writes 3 at c1.
bot random writes 4 at f1.
bot random reveals at c1, d1, f1, e2 and g2: Jungle, 5 points.
The dice: 5, Dakota, 4.
bot random writes 4 at g3.
bot random writes 5 at g2.
bot random writes 9 at c6.
bot random writes 4 at g6.
bot random writes 5 at g3.
The dice: 3, Dakota, 4.
bot random writes 3 at f3.
bot random writes 4 at d3.
bot random writes 3 at a5.
bot random writes 4 at d7.
bot random writes 3 at b2.
bot random writes 4 at f6.
The dice: 4, 2, 5.
bot random writes 5 at a5.
bot random writes 6 at a1.
bot random crosses out the snake at e6.
bot random writes 2 at e7.
bot random reveals at d5, e5, c6, d7 and e7: Jungle, 5 points.
bot random writes 2 at f7.
bot random writes 4 at a1.
bot random writes 5 at g1.
The dice: 3, 5, 2.
bot random writes 3 at a2.
bot random writes 5 at g1.
bot random writes 2 at d1.
bot random reveals at a1, d1, a2, b2 and c2: Jungle, 5 points.
bot random writes 2 at f6.
bot random writes 5 at b6.
bot random writes 3 at f4.
bot random writes 8 at c2.
bot random writes 2 at a5.
bot random reveals at a1, b2, c2, a3 and b3: Jungle, 5 points.
The dice: 2, Dakota, 4.
bot random writes 2 at e1.
bot random writes 4 at e2.
bot random writes 6 at a3.
bot random writes 2 at g5.
bot random writes 4 at d6.
The dice: 4, Dakota, snake.
The sheets are handed round.
bot random draws a snake at c7 on bot random's sheet.
bot random draws a snake at a2 on bot random's sheet.
bot random draws a snake at a6 on bot random's sheet.
The dice: 1, 2, 4.
bot random writes 6 at c3.
bot random writes 4 at g6.
bot random writes 1 at a1.
bot random writes 2 at a2.
bot random writes 4 at d3.
bot random writes 2 at e6.
The dice: Penny, 4, 1.
bot random writes 4 at b3.
bot random writes 3 at d5.
bot random writes 5 at a7.
bot random writes 15 at g5.
bot random writes 1 at b1.
The dice: 3, 4, 3.
bot random writes 3 at e4.
bot random writes 7 at b4.
bot random reveals at a3, c3, d3, b4 and a5: Jungle, 5 points.
bot random writes 3 at e2.
bot random writes 4 at g7.
bot random writes 3 at f7.
bot random reveals at f2, g3, g4, g5 and f6: Jungle, 5 points.
bot random writes 3 at c4.
bot random writes 3 at g4.
