The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
bot random brings a pawn to d5 and finds forest. (+1)
bot random sends the green Otoma. An Otoma goes from b1 to b2 and finds mountain with quinoa. (+7)
bot random brings a pawn to e2 and finds desert. (+2) An Otoma goes from d1 to d2 and finds desert with coca. (+3)
bot random says chili at e2: it is corn. (-4)
bot random says sweet potato at d5: it is chili. (-3)
bot random brings a pawn to e3 and finds valley. (+3) An Otoma goes from e5 to d4 and finds forest with quinoa. (+7)
bot random brings a pawn to e1 and finds desert. (+1) An Otoma goes from d4 to c4 and finds forest with coca. (+4)
bot random says coca at e3: it is sweet potato. (-1)
bot random says coca at e1: it is sweet potato. (-1)
bot random brings a pawn to c5 and finds valley. (+2) An Otoma goes from d2 to c1 and finds valley with sweet potato. (+3)
bot random says corn at c5: it is sweet potato. (-1)
bot random walks from e2 to c2 and finds mountain. (+2) An Otoma goes from c1 to e4 and finds valley with coca. (+5)
bot random walks from c5 to e5.
bot random walks from d5 to d4.
bot random walks from e3 to d1.
bot random says quinoa at c2: it is corn. (-4)
bot random walks from c2 to e3.
bot random walks from e3 to b1.
bot random walks from d4 to c5.
bot random walks from b1 to e2.
bot random walks from d1 to c2.
bot random walks from c5 to d4.
bot random walks from e1 to a1 and finds mountain. (+3)
bot random sends the yellow Otoma. An Otoma goes from e4 to c3 and finds forest with sweet potato. (+2)
bot random walks from c2 to c5.
bot random walks from e2 to c2.
bot random walks from c5 to d5.
bot random walks from d4 to e4.
bot random walks from c2 to d4.
bot random walks from a1 to e1.
bot random walks from e4 to d2.
bot random walks from e1 to a1.
bot random sends the brown Otoma. An Otoma goes from b5 to a2 and finds mountain with sweet potato. (+4)
bot random walks from a1 to e4.
bot random walks from e4 to d1.
bot random walks from e5 to e3.
bot random walks from d2 to e2.
bot random walks from d5 to b1.
bot random walks from e3 to b5.
bot random walks from d4 to a1.
bot random sends the yellow Otoma. An Otoma goes from c3 to b4 and finds valley with corn. (+6)
bot random walks from d1 to c3.
bot random walks from a1 to e5.
bot random walks from c3 to d1.
bot random walks from b1 to a1.
bot random sends the purple Otoma. An Otoma goes from d3 to b3 and finds valley with chili. (+4)
bot random walks from d1 to d5.
bot random walks from e2 to d2.
bot random walks from d2 to c5.
bot random walks from e5 to d1.
bot random walks from b5 to a5 and finds forest. (+4) An Otoma goes from c4 to a4 and finds forest with sweet potato. (+3)
bot random walks from c5 to d4.
bot random walks from d4 to b5.
bot random walks from b5 to e5.
bot random walks from a1 to b5.
bot random walks from e5 to c5.
bot random says chili at a5: it is coca. (-2)
bot random walks from a5 to d4.
bot random walks from d1 to e4.
bot random walks from d4 to e5.
bot random walks from e5 to c1.
bot random walks from d5 to e5.
bot random walks from c5 to c4.
bot random walks from c4 to d4.
bot random walks from b5 to d3.
bot random walks from d4 to c5.
bot random walks from c1 to c2.
bot random walks from d3 to e2.
bot random walks from e5 to d4.
bot random walks from e4 to e5.
bot random walks from c2 to d5.
bot random walks from e5 to b1.
bot random walks from e2 to c2.
bot random walks from d5 to a1.
bot random sends the yellow Otoma. An Otoma goes from b4 to a3 and finds valley with coca. (+3)
