bot random begins.
bot random brings a pawn to a3.
bot random brings a pawn to e1.
bot random brings a pawn to c5.
bot random brings a pawn to e3 and finds desert. (+1)
bot random brings a pawn to e4 and finds desert. (+1)
bot random brings a pawn to d5 and finds forest. (+1)
bot random brings a pawn to d3 and finds valley. (+2)
bot random foresees chili at e4, and takes an offering. (+3)
bot random brings a pawn to a4 and finds valley. (+2)
bot random takes back the pawn at a3.
bot random walks from e1 to e2 and finds forest. (+2)
bot random brings a pawn to d4.
bot random takes back the pawn at d3.
bot random takes back the pawn at e2.
bot random offers chili.
bot random says sweet potato at d5: it is coca. (-2)
bot random takes back the pawn at e3.
bot random brings a pawn to b5 and finds forest. (+1)
bot random walks from d5 to c4 and finds desert. (+3)
bot random brings a pawn to e5 and finds desert. (+1)
bot random says sweet potato at b5: it is chili. (-3)
bot random says chili at c4: it is quinoa. (-5)
bot random brings a pawn to b3 and finds mountain. (+2)
bot random brings a pawn to e3.
bot random walks from d4 to d3.
bot random brings a pawn to c1 and finds valley. (+2)
bot random brings a pawn to d5.
bot random foresees coca at a4, and takes an offering. (+2)
bot random says chili at d3: it is sweet potato. (-1)
bot random walks from c1 to b1 and finds mountain. (+3)
bot random walks from e3 to d4.
bot random walks from a4 to b4 and finds forest. (+1)
bot random brings a pawn to a5 and finds valley. (+1)
bot random takes back the pawn at d5.
bot random walks from b4 to d5.
bot random offers coca.
bot random foresees coca at b1, and takes an offering. (+2)
bot random foresees sweet potato at e5, and takes an offering. (+1)
bot random says coca at b3: it is sweet potato. (-1)
bot random brings a pawn to b4.
bot random takes back the pawn at c4.
bot random says coca at a5: it is sweet potato. (-1)
bot random walks from d4 to a2 and finds mountain. (+2)
bot random brings a pawn to d1 and finds forest. (+1)
bot random walks from a5 to a3.
bot random offers coca.
bot random says coca at b4: it is corn. (-4)
bot random walks from d3 to e3.
bot random takes back the pawn at b3.
bot random walks from b5 to d3.
bot random foresees coca at e3, and takes an offering. (+2)
bot random foresees coca at d1. (+2)
bot random walks from b1 to b2 and finds mountain. (+2)
bot random walks from d3 to b3.
bot random walks from e3 to d4.
bot random offers coca.
bot random brings a pawn to c2.
bot random walks from e4 to d2 and finds valley. (+3)
bot random walks from c5 to e4.
bot random walks from a3 to c5.
bot random says chili at a2: it is corn. (-4)
bot random walks from d4 to e3.
bot random walks from b2 to a1 and finds desert. (+3)
bot random walks from d2 to e2.
bot random walks from e4 to d2.
bot random walks from a1 to b1.
bot random walks from a2 to c4.
bot random walks from d2 to c1.
bot random walks from e5 to c3 and finds valley. (+1)
bot random offers sweet potato.
bot random says quinoa at c3: it is coca. (-2)
bot random says corn at e2: it is chili. (-3)
bot random passes.
