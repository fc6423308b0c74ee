The dice: 4, 2, 2.
bot random writes 6 at b4.
bot random writes 2 at e1.
The dice: 3, 2, 1.
bot random writes 1 at d2.
bot random writes 5 at a5.
The dice: 3, lockpick, 1.
bot random writes 4 at g4.
bot random writes 1 at g4.
The dice: 3, 1, 5.
bot random writes 8 at i5.
bot random writes 5 at e4.
The dice: 3, 4, 2.
bot random writes 7 at i4.
bot random writes 3 at c3.
The dice: 3, 1, 3.
bot random writes 6 at f3.
bot random writes 7 at i4.
The dice: 5, 3, mummy.
The sheets are handed round.
bot random draws a mummy at g2 on bot random's sheet.
bot random draws a mummy at g3 on bot random's sheet.
The dice: 1, lockpick, 1.
bot random writes 1 at h5.
bot random writes 1 at e3.
The dice: 3, 4, mummy.
The sheets are handed round.
bot random draws a mummy at b5 on bot random's sheet.
bot random draws a mummy at j5 on bot random's sheet.
The dice: 4, lockpick, 2.
bot random writes 4 at c5.
bot random writes 2 at c5.
The dice: 4, 1, mummy.
The sheets are handed round.
bot random draws a mummy at c4 on bot random's sheet.
bot random draws a mummy at f5 on bot random's sheet.
The dice: 1, 5, 4.
bot random writes 1 at c3.
bot random writes 9 at g5.
The dice: 2, 2, 1.
bot random writes 5 at d5.
bot random writes 4 at f3.
The dice: 1, 4, 4.
bot random writes 4 at e1.
bot random writes 9 at f2.
The dice: Penny, lockpick, 3.
bot random writes 10 at e3.
bot random writes 3 at d4.
The dice: 1, 5, mummy.
The sheets are handed round.
bot random draws a mummy at g3 on bot random's sheet.
bot random draws a mummy at f4 on bot random's sheet.
The dice: 5, 2, 3.
bot random writes 3 at d3.
bot random crosses out the mummy at g2.
bot random writes 5 at h3.
The dice: 4, 2, mummy.
The sheets are handed round.
bot random draws a mummy at e5 on bot random's sheet.
bot random draws a mummy at g5 on bot random's sheet.
The dice: 5, 3, 5.
bot random writes 5 at f2.
bot random writes 5 at b4.
The dice: 3, 1, mummy.
The sheets are handed round.
bot random draws a mummy at j5 on bot random's sheet.
bot random draws a mummy at f1 on bot random's sheet.
The dice: 2, lockpick, 5.
bot random writes 2 at d4.
bot random crosses out the mummy at g3.
bot random writes 2 at h5.
The dice: 2, 2, 2.
bot random writes 4 at e2.
bot random writes 4 at d5.
The dice: 1, 4, 3.
bot random writes 5 at g2.
bot random writes 5 at d3.
The dice: 4, 5, 2.
bot random writes 7 at c4.
bot random writes 7 at f5.
The dice: 2, 1, 2.
bot random writes 2 at e4.
bot random writes 1 at h4.
The dice: 3, 3, 2.
bot random writes 5 at h3.
bot random writes 5 at f4.
The dice: 3, 5, mummy.
The sheets are handed round.
bot random draws a mummy at e2 on bot random's sheet.
bot random draws a mummy at e5 on bot random's sheet.
The dice: 5, 2, 4.
bot random writes 11 at a5.
bot random writes 7 at i5.
The dice: 3, 4, 5.
bot random writes 4 at b5.
bot random writes 3 at f1.
The dice: 4, 4, 1.
bot random writes 9 at h4.
bot random writes 5 at d2.
