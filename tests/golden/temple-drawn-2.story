The dice: 4, 3, mummy.
The sheets are handed round.
bot random draws a mummy at b1 on bot random's sheet.
bot random draws a mummy at e1 on bot random's sheet.
The dice: Penny, 4, 4.
bot random writes 1 at a2.
bot random writes 3 at d2.
The dice: 1, 1, 5.
bot random writes 7 at b4.
bot random writes 5 at a2.
The dice: 5, 1, 5.
bot random writes 10 at a4.
bot random writes 11 at e4.
The dice: 1, 4, 4.
bot random writes 5 at e2.
bot random writes 4 at f1.
The dice: Penny, 2, 4.
bot random writes 6 at e4.
bot random writes 5 at e1.
The dice: 4, 1, 2.
bot random writes 7 at d2.
bot random writes 1 at a1.
The dice: 2, 4, 1.
bot random writes 5 at b1.
bot random writes 5 at c4.
The dice: 2, lockpick, mummy.
The sheets are handed round.
bot random draws a mummy at b4 on bot random's sheet.
bot random draws a mummy at c4 on bot random's sheet.
The dice: 3, 4, 2.
bot random writes 6 at f4.
bot random writes 4 at f4.
The dice: 3, lockpick, mummy.
The sheets are handed round.
bot random draws a mummy at a4 on bot random's sheet.
bot random draws a mummy at f1 on bot random's sheet.
The dice: 3, lockpick, 5.
bot random writes 8 at d4.
bot random writes 8 at d1.
The dice: 1, 4, 5.
bot random writes 6 at a1.
bot random writes 4 at e2.
