bot normal begins.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
The tiles are dealt.
bot normal spends a tile: valley, arrow towards the condor.
bot normal brings a pawn to c4 and finds forest.
The tile comes from bot normal. (+1)
bot normal spends a tile: mountain, arrow towards the star.
bot normal brings a pawn to a4 and finds valley. (+2) An Otoma goes from a5 to b5 and finds valley with sweet potato.
The tile comes from bot normal. (+2)
bot normal spends a tile: forest, arrow towards the star.
bot normal brings a pawn to a2 and finds forest. (+1)
bot normal spends a tile: desert, arrow towards the water.
bot normal brings a pawn to i4 and finds mountain. (+2) An Otoma goes from i1 to h1 and finds mountain with chili.
The tile comes from bot normal. (+5)
bot normal spends a tile: mountain, arrow towards the water.
bot normal brings a pawn to i2 and finds forest.
The tile comes from bot normal. (+1)
bot normal spends a tile: valley, arrow towards the turtle.
bot normal brings a pawn to c1 and finds desert. (+3) An Otoma goes from b1 to a1 and finds forest with coca.
The tile comes from bot normal. (+4) An Otoma goes from h1 to h5 and finds mountain with sweet potato. (+2)
bot normal spends a tile: desert, arrow towards the water.
bot normal says quinoa at i2: it is sweet potato. (-1)
bot normal spends a tile: valley, arrow towards the turtle.
bot normal walks from c1 to c2 and finds desert. (+1)
bot normal spends a tile: desert, arrow towards the star.
bot normal walks from a2 to b2 and finds desert. (+2) An Otoma goes from b5 to c3 and finds mountain with sweet potato.
The tile comes from bot normal. (+4)
bot normal spends a tile: desert, arrow towards the turtle.
bot normal walks from a4 to b4 and finds valley. (+1)
bot normal spends a tile: valley, arrow towards the water.
bot normal walks from i2 to h2 and finds forest.
The tile comes from bot normal. (+1) An Otoma goes from h5 to g1 and finds mountain with sweet potato.
The tile comes from bot normal. (+2)
bot normal spends a tile: valley, arrow towards the condor.
bot normal foresees chili at b4, and takes an offering. (+3)
bot normal spends a tile: desert, arrow towards the condor.
bot normal foresees quinoa at h2, and takes an offering. (+5)
bot normal spends a tile: valley, arrow towards the water.
bot normal walks from i4 to h4 and finds mountain.
The tile comes from bot normal. (+2)
bot normal spends a tile: desert, arrow towards the star.
bot normal walks from h2 to i4.
bot normal spends a tile: mountain, arrow towards the turtle.
bot normal foresees quinoa at h4. (+5)
bot normal spends a tile: valley, arrow towards the star.
bot normal foresees coca at i4, and takes an offering. (+2)
bot normal spends a tile: forest, arrow towards the turtle.
bot normal walks from b4 to a4. An Otoma goes from a1 to b3 and finds desert with coca. (+3)
bot normal spends a tile: mountain, arrow towards the water.
bot normal foresees quinoa at c4. (+5)
bot normal foresees chili at b2. (+3)
bot normal spends a tile: desert, arrow towards the turtle.
bot normal foresees corn at c2, and takes an offering. (+4)
bot normal foresees corn at a4. (+4)
bot normal spends a tile: forest, arrow towards the star.
bot normal walks from c4 to d4 and finds forest. (+1) An Otoma goes from d3 to d2 and finds valley with coca. (+4)
bot normal spends a tile: valley, arrow towards the turtle.
bot normal walks from a4 to d5 and finds forest. (+1)
The Otoma at d2 goes next. An Otoma goes from d2 to d1 and finds valley with chili. (+4) An Otoma goes from g5 to g4 and finds mountain with corn. (+6)
bot normal spends a tile: mountain, arrow towards the turtle.
bot normal walks from i4 to f5 and finds valley. (+2)
bot normal spends a tile: desert, arrow towards the turtle.
bot normal foresees sweet potato at d5, and takes an offering. (+1)
bot normal offers sweet potato, coca, chili, corn and quinoa. (+10) The Otoma offer sweet potato, coca, chili and corn. (+6)
bot normal spends a tile: forest, arrow towards the star.
bot normal foresees coca at d4, and takes an offering. (+2)
bot normal says chili at f5: it is sweet potato. (-1)
bot normal spends a tile: desert, arrow towards the star.
bot normal walks from c2 to e2 and finds valley. (+1)
bot normal spends a tile: valley, arrow towards the turtle.
bot normal offers coca. 11 spaces were never reached: points for the Otoma. (+11)
