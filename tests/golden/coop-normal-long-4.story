bot random begins.
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
bot random spends a tile: valley, arrow towards the star.
bot random brings a pawn to b3 and finds desert.
The tile comes from bot random. (+1)
The Otoma at d3 goes next. An Otoma goes from d3 to e3 and finds mountain with sweet potato.
The tile comes from bot random. (+3) An Otoma goes from b1 to a1 and finds forest with coca.
The tile comes from bot random. (+3)
bot random spends a tile: valley, arrow towards the star.
bot random brings a pawn to a4 and finds valley. (+2) An Otoma goes from a5 to b5 and finds valley with sweet potato. (+3) An Otoma goes from a1 to b2 and finds desert with chili.
The tile comes from bot random. (+4)
bot random spends a tile: desert, arrow towards the star.
bot random says sweet potato at b3: it is coca. (-2)
bot random spends a tile: mountain, arrow towards the star.
bot random says sweet potato at a4: it is corn. (-4)
bot random spends a tile: valley, arrow towards the turtle.
bot random walks from b3 to b4 and finds valley. (+1) An Otoma goes from b5 to c4 and finds forest with quinoa.
The tile comes from bot random. (+6) An Otoma goes from b2 to a2 and finds forest with sweet potato.
The tile comes from bot random. (+2)
bot random spends a tile: forest, arrow towards the turtle.
bot random brings a pawn to c1 and finds desert. (+2) An Otoma goes from c4 to d5 and finds forest with sweet potato. (+2) An Otoma goes from i1 to i2 and finds forest with sweet potato.
The tile comes from bot random. (+2)
bot random spends a tile: valley, arrow towards the star.
bot random says sweet potato at b4: it is chili. (-3)
bot random spends a tile: mountain, arrow towards the star.
bot random brings a pawn to c2 and finds desert.
The tile comes from bot random. (+1) An Otoma goes from a2 to d1 and finds valley with chili. (+4) An Otoma goes from i2 to h3 and finds forest with chili.
The tile comes from bot random. (+4)
bot random spends a tile: desert, arrow towards the water.
bot random brings a pawn to i4 and finds mountain. (+1)
bot random spends a tile: desert, arrow towards the water.
bot random walks from c2 to d4 and finds forest. (+2) An Otoma goes from d5 to e5 and finds valley with chili.
The tile comes from bot random. (+4) An Otoma goes from d1 to c3 and finds mountain with sweet potato. (+3)
bot random spends a tile: mountain, arrow towards the turtle.
bot random brings a pawn to h1 and finds mountain. (+2) An Otoma goes from h3 to h4 and finds mountain with quinoa.
The tile comes from bot random. (+6)
bot random spends a tile: valley, arrow towards the condor.
bot random says coca at c1: it is sweet potato. (-1)
bot random spends a tile: mountain, arrow towards the condor.
bot random brings a pawn to h5 and finds mountain. (+2)
The Otoma at g5 goes next. An Otoma goes from g5 to f5 and finds valley with sweet potato. (+3) An Otoma goes from h4 to h2 and finds forest with quinoa. (+6) An Otoma goes from e5 to d2 and finds valley with coca.
The tile comes from bot random. (+3)
bot random spends a tile: desert, arrow towards the condor.
bot random says quinoa at d4: it is coca. (-2)
bot random spends a tile: valley, arrow towards the condor.
bot random brings a pawn to e1 and finds valley. (+3) An Otoma goes from e3 to e4 and finds valley with corn.
The tile comes from bot random. (+5)
bot random spends a tile: mountain, arrow towards the condor.
bot random says quinoa at h5: it is sweet potato. (-1)
bot random spends a tile: valley, arrow towards the condor.
bot random walks from a4 to c2.
The Otoma at d2 goes next. An Otoma goes from d2 to e2 and finds valley with corn. (+5) An Otoma goes from c3 to g4 and finds mountain with corn. (+5) An Otoma goes from h2 to g3 and finds desert with sweet potato. (+2)
bot random spends a tile: desert, arrow towards the condor.
bot random walks from d4 to f1 and finds mountain. (+1) An Otoma goes from f5 to g2 and finds desert with corn. (+6)
bot random spends a tile: desert, arrow towards the water.
bot random says coca at h1: it is chili. (-3)
bot random spends a tile: mountain, arrow towards the water.
bot random says sweet potato at c2: it is corn. (-4) The Otoma offer sweet potato, coca, chili, corn and quinoa. (+10) 4 spaces were never reached: points for the Otoma. (+4)
