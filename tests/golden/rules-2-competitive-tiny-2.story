bot random begins.
bot random brings a pawn to a1.
bot random brings a pawn to b4 and finds valley. (+1)
bot random brings a pawn to d5 and finds valley. (+1)
bot random brings a pawn to b1 and finds desert. (+2)
bot random brings a pawn to a3.
bot random says coca at b4: it is quinoa. (-5)
bot random walks from a3 to a2 and finds mountain. (+2)
bot random says sweet potato at b1: it is chili. (-3)
bot random brings a pawn to d3 and finds forest. (+3)
bot random walks from b4 to a5 and finds valley. (+1)
bot random foresees corn at d3, and takes an offering. (+4)
bot random says chili at a2: it is sweet potato. (-1)
bot random walks from a5 to c4 and finds forest. (+2)
bot random brings a pawn to d2 and finds forest. (+1)
bot random brings a pawn to c3 and finds forest. (+2)
bot random walks from d2 to c2 and finds mountain. (+2)
bot random walks from c3 to a4 and finds forest. (+1)
bot random foresees coca at c2, and takes an offering. (+2)
bot random offers corn.
bot random walks from c4 to a5.
bot random takes back the pawn at d5.
bot random offers coca.
bot random walks from a5 to b3 and finds mountain. (+2)
bot random walks from c2 to d2.
bot random walks from b3 to b5.
bot random brings a pawn to c1 and finds desert. (+2)
bot random brings a pawn to e1.
bot random walks from d2 to c3.
bot random says corn at a4: it is sweet potato. (-1)
bot random says corn at c3: it is sweet potato. (-1)
bot random brings a pawn to b4.
bot random walks from a2 to b2 and finds mountain. (+1)
bot random walks from b5 to a3.
bot random walks from a1 to e4 and finds mountain. (+1)
bot random walks from a3 to c4.
bot random walks from b2 to a3.
bot random walks from a4 to a5.
bot random walks from a3 to a2.
bot random takes back the pawn at e1.
bot random walks from e4 to d1 and finds desert. (+2)
bot random brings a pawn to e5 and finds desert. (+2)
bot random walks from c3 to d5.
bot random says corn at a5: it is coca. (-2)
bot random walks from d5 to e4.
bot random walks from b4 to b3.
bot random walks from d1 to e1.
bot random walks from c4 to d4.
bot random walks from d3 to c3.
bot random walks from a5 to c4.
bot random says chili at e4: it is coca. (-2)
bot random walks from d4 to d5.
bot random walks from e4 to e3 and finds mountain. (+1)
bot random walks from c4 to b4.
bot random walks from c1 to c4.
bot random walks from d5 to e4.
bot random walks from c4 to d2.
bot random walks from e5 to d4.
bot random takes back the pawn at c3.
bot random takes back the pawn at d4.
bot random brings a pawn to e5.
bot random walks from b1 to c1.
bot random walks from e3 to e2 and finds desert. (+1)
bot random walks from e4 to b5.
bot random says coca at d2: it is chili. (-3)
bot random walks from c1 to a3.
bot random walks from d2 to d5.
bot random walks from a3 to a5.
bot random walks from a2 to a1.
bot random walks from b5 to a2.
bot random walks from e2 to c1.
bot random walks from a5 to a4.
bot random says coca at e5: it is sweet potato. (-1)
bot random walks from a2 to c2.
bot random takes back the pawn at e1.
bot random walks from a4 to c5 and finds valley. (+2)
bot random foresees chili at b3, and takes an offering. (+3)
bot random says corn at d5: it is chili. (-3)
bot random says corn at c5: it is sweet potato. (-1)
bot random offers chili.
