"""Wrong records, sheets and scenarios for test_cli.py: what each is, the whole text, the line
that must be refused and the rule id it must name. Plain data, made from a few good texts."""


def put(text, n, line):
    """Line n replaced."""
    lines = text.split("\n")
    lines[n - 1] = line
    return "\n".join(lines)


def add(text, n, *new):
    """New lines before line n."""
    lines = text.split("\n")
    return "\n".join(lines[: n - 1] + list(new) + lines[n - 1 :])


def cut(text, *numbers):
    """Without these lines."""
    return "\n".join(line for i, line in enumerate(text.split("\n"), 1) if i not in numbers)


def head(text, n):
    """The first n lines."""
    return "".join(line + "\n" for line in text.split("\n")[:n])


def end(text):
    """The number of the line behind the last."""
    return text.count("\n") + 1


TEMPLE = """tambo-record 1
game: temple
rules: 1
mode: multi
players: 2
sheet: a
seat 1: Ana
seat 2: bot master
--
* roll 2 lock 5
1 write 7 e3
2 write 5 d4
* roll 3 1 mummy
* pass 2 1
1 mummy c4
2 mummy f5
"""

TEMPLE_SOLO = """tambo-record 1
game: temple
rules: 1
mode: solo
players: 1
sheet: a
--
* roll 4 5 1
1 write 9 e1
* roll 1 2 mummy
1 mummy f1
* roll 1 2 3
"""

VALLEY = """tambo-record 1
game: valley
rules: 1
mode: solo
players: 1
sheet: a
--
* roll 2 3 4
1 write p 2 a1
1 write g 3 a2
1 done
* roll penny dakota 5
1 draw hut b1
1 write r 5 b2
1 write penny 2 c1
1 done
* roll 1 1 snake
1 snake c2
* roll 2 2 2
"""

TINY = """tambo-scenario 1
board: tiny
name: tiny 1
start: a1 b1 d1 c2 b5
otoma: a1 b1 d1 c2 b5
terrain:
ddddd
vmmmm
ddddm
mvvvv
mvfff
crops:
54132
13541
24132
13251
24132
"""



def own(text):
    """With the map TINY instead of the built-in one: what happens in the records below happens on it."""
    return text.replace("scenario: tiny-1\n", "scenario:\n" + TINY + "end\n")


COMPETITIVE = """tambo-record 1
game: tiwanaku
rules: 1
mode: competitive
players: 2
scenario: tiny-1
--
* first 1
1 enter a2
= terrain a2 valley
2 enter e5
= terrain e5 forest
1 divine a2 1
= crop a2 1
1 offer 1
2 divine e5 3
= crop e5 2
"""

SHEET = """tambo-sheet 1
game: temple
name: mine
grid:
.##.
#DD#
"""

INLINE = add(cut(TEMPLE, 6), 6, "sheet:", *SHEET.rstrip("\n").split("\n"), "end")  # `--` is line 16
INLINE = put(put(put(INLINE, 18, "1 write 7 b2"), 19, "2 write 5 c2"), 22, "1 mummy b1")
INLINE = put(INLINE, 23, "2 mummy c1")

SOLO = """tambo-record 1
game: tiwanaku
rules: 1
mode: solo-hard
players: 1
scenario: tiny-1
--
* stack valley 0 1 2 3 4
* stack desert 15 16 17 18 19 20
* stack forest 32 33 34
* stack mountain 47 48 49 50 51 52
1 enter a2
= terrain a2 valley
= arrow a2 white up
1 choose green
= otoma a1 b2
= terrain b2 mountain
= crop b2 3
"""

COOP = """tambo-record 1
game: tiwanaku
rules: 1
mode: coop-easy
players: 2
scenario: tiny-1
--
* first 2
* deal 1 valley 0 1 2
* deal 1 desert 15 16 17
* deal 1 forest 32
* deal 1 mountain 47 48 49
* deal 2 valley 3 4
* deal 2 desert 18 19 20
* deal 2 forest 33 34
* deal 2 mountain 50 51 52
2 spend valley
= spent up
"""

NOTE = "notation"


def event_faults(name, good, cases):
    """Cases are (lines kept, a wrong line behind them, rule id)."""
    more = end(own(good)) - end(good)
    return [(f"{name}: {line}", own(head(good, kept) + line + "\n"), kept + 1 + more, rule) for kept, line, rule in cases]


def header_faults():
    t = TEMPLE
    own = [  # (line, what stands there, line that is refused)
        (1, "tambo-record 2", 1), (1, "tambo-record", 1), (1, "tambo-sheet 1", 1), (1, "\ufefftambo-record 1", 1),
        (2, "game: chess", 2), (2, "game: Temple", 2), (2, "game:temple", 2), (2, "game : temple", 2),
        (2, " game: temple", 2), (2, "game:  temple", 2), (2, "game: temple x", 2), (2, "game:", 2),
        (2, "Game: temple", 2), (2, "game temple", 2), (2, ": temple", 2), (2, "game: tiwanaku", 9),
        (3, "rules: 0", 3), (3, "rules: 3", 3), (3, "rules: 256", 3), (3, "rules: 01", 3), (3, "rules: 1 2", 3), (3, "rules:", 3), (3, "rules: one", 3),
        (4, "mode: fun", 4), (4, "mode: Multi", 4), (4, "mode:", 4), (4, "mode: solo", 9), (4, "mode: competitive", 9),
        (5, "players: 0", 5), (5, "players: 101", 5), (5, "players: 02", 5), (5, "players: -2", 5),
        (5, "players: +2", 5),
        (5, "players: two", 5), (5, "players: 2 2", 5), (5, "players:", 5), (5, "players: 2.0", 5),
        (5, "players: 1", 9),
        (5, "players: 99999999999999999999", 5),
        (6, "sheet: zzz", 6), (6, "sheet: A", 6), (6, "sheet: long-1", 6), (6, "sheet: " + "a" * 100, 6),
        (6, "scenario: long-1", 9), (6, "scenario: nowhere", 6),
        (7, "seat 0: Ana", 7), (7, "seat 01: Ana", 7), (7, "seat 101: Ana", 7), (7, "seat x: Ana", 7),
        (7, "seat: Ana", 7),
        (7, "seat 1:Ana", 7), (7, "seat 1 2: Ana", 7), (7, "seat 2: Ana", 8), (7, "seat 3: Ana", 9),
        (7, "option final-level: 6", 7), (7, "option final-level: 2", 7), (7, "option final-level: 10", 7),
        (7, "option final-level:", 7), (7, "option speed: 1", 7), (7, "option: 1", 7),
        (7, "colour: red", 7), (7, "hello", 7), (7, "\x01", 7), (7, "* roll 1 2 3", 7), (7, "end", 7),
        (9, "---", 9), (9, "-- x", 9), (9, " --", 9), (9, "- -", 9),
    ]
    faults = [(f"header line {n}: {line[:40]!r}", put(t, n, line), at, NOTE) for n, line, at in own]
    for n in (2, 3, 4, 5, 6):
        faults.append((f"without line {n}", cut(t, n), 8, NOTE))
        line = t.split("\n")[n - 1]
        faults.append((f"twice: {line}", add(t, n + 1, line), n + 1, NOTE))
        faults.append((f"twice, apart: {line}", add(t, 9, line), 9, NOTE))
    return faults + [
        ("empty", "", 1, NOTE),
        ("one line end", "\n", 1, NOTE),
        ("a comment alone", "# hello\n", 1, NOTE),
        ("the first line missing", cut(t, 1), 1, NOTE),
        ("the first line twice", add(t, 2, "tambo-record 1"), 2, NOTE),
        ("the first line alone", "tambo-record 1\n", 1, NOTE),
        ("comments before a wrong first line", "# a\n\n# b\ntambo 1\n", 4, NOTE),
        ("no --", head(t, 8), 8, NOTE),
        ("no --, then events", cut(t, 9), 9, NOTE),
        ("no --, then comments", head(t, 8) + "# x\n\n", 10, NOTE),
        ("-- twice", add(t, 10, "--"), 10, NOTE),
        ("a header line behind --", add(t, 10, "seat 1: Ana"), 10, NOTE),
        ("a record of another game", put(t, 2, "game: valley"), 10, "PP-2"),
        ("sheet and scenario", add(t, 7, "scenario: long-1"), 10, NOTE),
        ("an option twice",
         add(put(COMPETITIVE, 7, "option final-level: 6"), 8, "option final-level: 6", "--"), 8, NOTE),
        ("an option too small", add(COMPETITIVE, 7, "option final-level: 2"), 7, NOTE),
        ("a sheet for tiwanaku", put(COMPETITIVE, 6, "sheet: a"), 7, NOTE),
        ("too many for tiwanaku", put(COMPETITIVE, 5, "players: 5"), 7, NOTE),
        ("two in solo-easy", put(COMPETITIVE, 4, "mode: solo-easy"), 7, NOTE),
        ("one in coop", put(put(COMPETITIVE, 4, "mode: coop-easy"), 5, "players: 1"), 7, NOTE),
        ("a name in a strange coding", put(t, 7, "seat 1: \udcff\udcfe"), 7, NOTE),
        ("half a character", put(t, 7, "seat 1: \udce2\udc82"), 7, NOTE),
        ("an overlong form", put(t, 7, "seat 1: \udcc0\udcaf"), 7, NOTE),
        ("a surrogate", put(t, 7, "seat 1: \udced\udca0\udc80"), 7, NOTE),
        ("a NUL in a name", put(t, 7, "seat 1: A\0na"), 7, NOTE),
        ("a NUL in a comment", add(t, 10, "# \0"), 10, NOTE),
        ("a NUL alone", "\0", 1, NOTE),
        ("a NUL behind an event", put(t, 11, "1 write 7 e3\0"), 11, NOTE),
        ("strange coding in a comment", add(t, 12, "# \udcff"), 12, NOTE),
        ("a line too long", put(t, 7, "seat 1: " + "x" * 65536), 7, NOTE),
        ("a comment too long", add(t, 10, "#" + "x" * 65536), 10, NOTE),
        ("UTF-16", t.encode("utf-16-le").decode("latin-1"), 1, NOTE),
    ]


def block_faults():
    """Boards inside a record. The sheet block of INLINE is lines 6 to 13, `--` is 16."""
    t = INLINE
    scenario = add(cut(COMPETITIVE, 6), 6, "scenario:", *TINY.rstrip("\n").split("\n"), "end")  # 6 to 24, `--` 25
    own = [
        (7, "tambo-sheet 2", 7), (7, "game: temple", 7), (8, "game: chess", 8), (8, "colour: red", 8), (8, "", 16),
        (8, "game: tiwanaku", 16), (8, "game: valley", 16), (9, "nom: mine", 9), (10, "grid", 10), (11, ".##x", 11),
        (12, "#DD", 12), (12, "#DD##", 12), (12, "#dD#", 12), (12, "# a comment in the grid", 12), (11, "", 6),
        (13, "ende", 13), (13, " end", 13),
    ]
    faults = [(f"sheet block line {n}: {line!r}", put(t, n, line), at, NOTE) for n, line, at in own]
    own = [
        (7, "tambo-scenario 2", 7, NOTE), (8, "board: huge", 8, NOTE), (9, "nom: x", 9, NOTE),
        (10, "start: a1 b1 z9", 10, NOTE), (10, "start: a1 a1 b1", 10, NOTE), (10, "start:", 10, NOTE),
        (10, "start: a1 b1", 6, "SCN-4"), (11, "otoma: a1 b1 d1 c2", 6, "SCN-4"),
        (11, "otoma: a1 b1 d1 c2 e5", 6, "SCN-4"),
        (11, "otoma: a1 b1 d1 c2 c2", 6, "SCN-4"), (10, "start: a1 b1 d1 c2 i5", 25, NOTE),
        (13, "ddddx", 13, NOTE), (13, "dddd", 13, NOTE), (13, "# no comment here", 13, NOTE), (13, "", 13, NOTE),
        (16, "mfvvv", 6, "SCN-2"), (19, "64132", 19, NOTE), (19, "5413", 19, NOTE), (19, "55132", 6, "SCN-3"),
        (18, "crop:", 18, NOTE), (24, "5", 24, NOTE),
    ]
    faults += [(f"scenario block line {n}: {line!r}", put(scenario, n, line), at, rule) for n, line, at, rule in own]
    return faults + [
        ("a block without its end", head(t, 12), 12, NOTE),
        ("a block, then nothing", head(t, 6), 6, NOTE),
        ("an empty block", cut(t, 7, 8, 9, 10, 11, 12), 7, NOTE),
        ("a block without name", cut(t, 9), 15, NOTE),
        ("a block without game", cut(t, 8), 15, NOTE),
        ("a block without grid", cut(t, 10, 11, 12), 13, NOTE),
        ("a block without rows", cut(t, 11, 12), 6, NOTE),
        ("a block with doors only", put(put(t, 11, ".DD."), 12, "DDDD"), 6, NOTE),
        ("two sheets", add(t, 14, "sheet: a"), 14, NOTE),
        ("a scenario block without Otoma",
         cut(put(put(scenario, 4, "mode: solo-easy"), 5, "players: 1"), 11), 24, "SCN-4"),
        ("a scenario block without starts", cut(scenario, 10), 24, NOTE),
        ("a scenario block without crops", cut(scenario, 18, 19, 20, 21, 22, 23), 19, NOTE),
    ]


def dice_faults():
    any_game = [
        (9, "*", "PP-2"), (9, "* ", "PP-2"), (9, "* roll", "PP-2"), (9, "* roll 1 2", "PP-2"),
        (9, "* roll 1 2 3 4", NOTE),
        (9, "* roll 6 1 1", "PP-2"), (9, "* roll 0 1 1", "PP-2"), (9, "* roll 01 1 1", "PP-2"),
        (9, "* roll penny 1 penny", "PP-2"),
        (9, "* roll lock 1 1", "PP-2"), (9, "* roll 1 mummy 1", "PP-2"), (9, "* roll 1 dakota 1", "PP-2"),
        (9, "* roll 1 1 snake", "PP-2"), (9, "* roll  1 1 1", "PP-2"), (9, "* Roll 1 1 1", "PP-2"),
        (9, "*roll 1 1 1", NOTE),
        (9, "* first 1", "PP-2"), (9, "* pass 2 1", "PP-3"), (9, "1 write 7 e3", "PP-3"), (9, "1", NOTE),
        (9, "x write 7 e3", NOTE), (9, "write 7 e3", NOTE), (9, "0 write 7 e3", NOTE), (9, "3 write 7 e3", NOTE),
        (9, "101 write 7 e3", NOTE), (9, "-1 write 7 e3", NOTE), (9, "= terrain a1 valley", NOTE), (9, "=", NOTE),
        (9, "= score 1 1", NOTE), (9, "= score 1 -0", NOTE), (9, "= score 1", NOTE), (9, "= score 3 0", NOTE),
        (9, "= score 0 0", NOTE), (9, "= score otoma 0", NOTE), (9, "= score 1 00", NOTE), (9, "= score 1 0 0", NOTE),
        (9, "= score 1 +0", NOTE), (9, "=score 1 0", NOTE), (9, "\t* roll 1 1 1", NOTE), (9, " * roll 1 1 1", NOTE),
        (10, "* roll 1 2 3", "PP-3"), (10, "* pass 2 1", "PP-3"), (10, "1 write 8 e3", "PP-8"),
        (10, "1 write 16 e3", "PP-8"),
        (10, "1 write 0 e3", "PP-8"), (10, "1 write 07 e3", "PP-8"), (10, "1 write -7 e3", "PP-8"),
        (10, "1 write e3 7", "PP-8"),
        (10, "1 write 7", NOTE), (10, "1 write 7 ", NOTE), (10, "1 write 7 a1", NOTE), (10, "1 write 7 z9", NOTE),
        (10, "1 write 7 e03", NOTE), (10, "1 write 7 E3", NOTE), (10, "1 write 7 3e", NOTE),
        (10, "1 write 7 e3 e4", NOTE),
        (10, "1  write 7 e3", NOTE), (10, "1 write  7 e3", "PP-8"), (10, "1 Write 7 e3", NOTE),
        (10, "1 draw hut e3", NOTE),
        (10, "1 write pg 7 e3", "PP-8"), (10, "1 done", NOTE), (10, "1 write 7 e1", "TEM-4"),
        (10, "1 mummy e1", "TEM-7"),
        (10, "1 cross e1", "TEM-8"), (11, "1 write 7 d4", "PP-3"), (11, "1 cross d4", "PP-3"),
        (11, "* roll 1 2 3", "PP-3"),
        (12, "1 write 3 e1", "PP-3"), (13, "1 mummy c4", "PP-4"), (13, "* roll 1 1 1", "PP-4"),
        (13, "* pass 1 2", "PP-4"),
        (13, "* pass 2 2", "PP-4"), (13, "* pass 2", "PP-2"), (13, "* pass 2 1 3", NOTE), (13, "* pass 3 1", "PP-2"),
        (13, "* pass 0 1", "PP-2"), (13, "* pass", "PP-2"), (14, "* pass 2 1", "PP-3"), (14, "1 write 3 e1", "TEM-7"),
        (14, "1 mummy d4", "TEM-7"), (14, "1 mummy g4", "TEM-7"), (14, "1 mummy a1", NOTE), (14, "1 mummy", NOTE),
        (14, "1 mummy c4 d4", NOTE), (15, "1 mummy e1", "PP-3"), (16, "2 mummy e1", "PP-3"),
    ]
    solo = [
        (8, "1 write 9 e3", "TEM-3"), (9, "1 write 9 e1", "PP-3"), (10, "1 mummy a5", "TEM-13"),
        (10, "1 mummy e1", "TEM-7"),
        (10, "* pass 1", "PP-3"), (11, "1 cross f1", "PP-3"), (12, "1 write 3 e1", "TEM-2"),
        (12, "1 write 3 f1", "TEM-2"),
        (12, "1 cross e1", "TEM-8"), (12, "2 write 3 d2", NOTE),
    ]
    ended = TEMPLE_SOLO + "1 cross f1\n"  # line 13
    valley = [
        (8, "1 done", "VAL-2"), (8, "1 done now", NOTE), (8, "1 write p 3 a1", "PP-8"), (8, "1 write pg 5 d4", "VAL-4"),
        (8, "1 write gp 5 a1", "PP-8"), (8, "1 write pp 4 a1", "PP-8"), (8, "1 write 5 a1", "PP-8"),
        (8, "1 write p 2", NOTE),
        (8, "1 write p 2 h1", NOTE), (8, "1 write p 16 a1", "PP-8"), (8, "1 write penny 9 a1", "VAL-2"),
        (8, "1 draw hut a1", "VAL-2"),
        (8, "1 draw castle a1", "VAL-2"), (8, "1 draw hut", NOTE), (8, "1 cross p a1", "VAL-2"),
        (8, "1 cross x a1", "VAL-2"),
        (8, "1 snake a1", "VAL-6"), (8, "1 mummy a1", NOTE), (8, "1 reveal town a1 b1 a2 b2", "VAL-2"),
        (8, "1 reveal", "VAL-9"),
        (8, "1 reveal city a1", "VAL-9"), (9, "1 write p 2 b1", "VAL-2"), (9, "1 write pg 5 b1", "VAL-2"),
        (9, "1 write g 3 g7", "VAL-3"),
        (9, "1 write g 3 a1", "VAL-3"), (10, "1 reveal town a1 a2 b1 b2", NOTE),
        (10, "1 reveal town a1 a1 a2 b1", NOTE),
        (10, "1 reveal town a1 b1 a2", "VAL-9"), (10, "1 reveal town a1 b1 a2 b2", "VAL-9"),
        (10, "1 reveal town a1 b1 a2 b2 c2", "VAL-9"),
        (11, "1 write r 4 b1", "PP-3"), (13, "1 draw statue c2", "VAL-2"), (13, "1 draw hut c2", "VAL-2"),
        (14, "1 write r 5 c2", "VAL-2"), (15, "1 write penny 3 c2", "VAL-2"), (17, "1 write p 1 c2", "VAL-6"),
        (17, "1 done", "VAL-6"),
        (17, "1 snake g7", "VAL-13"), (17, "1 snake b1", "VAL-6"), (17, "1 snake h9", NOTE),
        (19, "1 cross pgr c2", "VAL-2"),
        (19, "1 write p 2 c2", "VAL-3"), (19, "1 draw hut c3", "VAL-2"),
    ]
    return (
        event_faults("temple", TEMPLE, any_game)
        + event_faults("temple solo", TEMPLE_SOLO, solo)
        + event_faults("temple solo", ended, [(13, "1 cross f1", "TEM-8")])
        + event_faults("valley", VALLEY, valley)
    )


def tiwanaku_faults():
    competitive = [
        (7, "1 enter a2", "TIW-10"), (7, "* first 3", "TIW-10"), (7, "* first 0", NOTE), (7, "* first 5", NOTE),
        (7, "* first", NOTE),
        (7, "* first 1 2", NOTE), (7, "* roll 1 2 3", NOTE), (7, "* stack valley 0", "COO-3"),
        (7, "* deal 1 valley 0", "COO-3"),
        (8, "* first 1", NOTE), (8, "2 enter a2", "TIW-10"), (8, "1 enter c3", "TIW-13"), (8, "1 enter f1", NOTE),
        (8, "1 enter", NOTE),
        (8, "1 enter a2 a3", NOTE), (8, "1 enter water/llama", NOTE), (8, "1 move a1 a2", "TIW-11"),
        (8, "1 take a1", "TIW-11"),
        (8, "1 divine a1 5", "TIW-16"), (8, "1 divine a2 6", "TIW-16"), (8, "1 divine a2 0", "TIW-16"),
        (8, "1 divine a2", "TIW-16"),
        (8, "1 offer 1", "TIW-10"), (8, "1 offer", NOTE), (8, "1 offer 2 1", NOTE), (8, "1 offer 1 1", NOTE),
        (8, "1 offer 6", NOTE),
        (8, "1 end", "TIW-10"), (8, "1 pass", "TIW-10"), (8, "1 choose green", "TIW-10"),
        (8, "1 choose white", "SOL-5"),
        (8, "1 choose pink", "SOL-5"), (8, "1 spend valley", "TIW-10"), (8, "1 spend sea", "COO-4"),
        (8, "1 give 2", "TIW-10"),
        (8, "1 give 3", "COO-6"), (8, "1 next a1", "TIW-10"), (8, "1 explore a2", NOTE), (8, "1 write 7 e3", NOTE),
        (9, "= terrain a2 desert", NOTE), (9, "= terrain a3 desert", NOTE), (9, "= crop a2 1", NOTE),
        (9, "= arrow a2 white up", NOTE),
        (9, "= score 1 12", NOTE), (9, "= terrain a2", NOTE), (9, "= terrain a2 valley x", NOTE),
        (9, "1 move a2 a3", "TIW-10"),
        (9, "2 enter a2", "TIW-13"), (12, "1 enter a2", "TIW-13"), (12, "1 move a2 e5", "TIW-12"),
        (12, "1 move a2 a2", "TIW-12"),
        (12, "1 move a2 i5", NOTE), (12, "1 move a2", NOTE), (12, "= crop e5 2", NOTE), (13, "= crop a2 2", NOTE),
        (14, "1 offer 2", "TIW-17"),
        (14, "1 divine a2 1", "TIW-16"), (14, "1 enter a3", "TIW-16"), (15, "1 end", "TIW-10"), (17, "2 end", "TIW-10"),
    ]
    solo = [
        (7, "* first 1", "SOL-1"), (7, "* stack sea 1", NOTE), (7, "* stack valley", NOTE),
        (7, "* stack valley 62", NOTE),
        (7, "* stack valley 15 1 2 3 4", "SOL-3"), (7, "* stack valley 0 0 1 2 3", "SOL-3"),
        (7, "* stack valley 0 1 2 3", "SOL-3"),
        (7, "* stack valley 0 1 2 3 4 5", "SOL-3"), (7, "* stack valley 00 1 2 3 4", NOTE),
        (7, "* deal 1 valley 0 1 2 3 4", "COO-3"),
        (8, "* stack valley 5 6 7 8 9", "SOL-3"), (10, "1 enter a2", "SOL-3"), (11, "* stack valley 0 1 2 3 4", NOTE),
        (11, "1 take a1", "SOL-4"), (11, "1 enter a1", "TIW-13"), (12, "= arrow a2 green up", NOTE),
        (12, "= arrow a2 white down", NOTE),
        (12, "1 choose white", "SOL-5"), (12, "1 enter a3", "SOL-5"), (15, "= otoma a1 b3", NOTE),
        (15, "= otoma b1 b2", NOTE),
        (15, "= crop b2 2", NOTE), (15, "1 choose blue", "TIW-10"), (15, "= score otoma 0", NOTE),
        (15, "= score group 10", NOTE),
        (15, "= score 2 10", NOTE),
    ]
    coop = [
        (7, "2 spend valley", "COO-3"), (7, "* stack valley 0 1 2", "COO-3"), (7, "* deal 3 valley 0 1 2", "COO-3"),
        (7, "* deal 0 valley 0", NOTE),
        (7, "* deal 5 valley 0", NOTE), (8, "* deal 1 valley 0 1 2 3", "COO-3"), (8, "* deal 1 valley 0", "COO-3"),
        (8, "* first 1", "TIW-10"),
        (9, "* deal 2 valley 0 3", "SOL-3"), (9, "* deal 1 valley 3 4 5", "SOL-3"), (15, "2 spend valley", "COO-3"),
        (16, "1 spend valley", "TIW-10"),
        (16, "2 enter a2", "COO-4"), (16, "2 end", "COO-4"), (17, "= spent left", NOTE),
        (17, "2 spend valley", "TIW-10"),
        (17, "2 enter a1", "COO-5"), (17, "2 take a1", "COO-5"), (17, "2 give 1", "TIW-10"),
        (17, "2 next a1", "TIW-10"),
        (17, "= score otoma 1", NOTE), (17, "= score 1 10", NOTE),
    ]
    return (
        event_faults("competitive", COMPETITIVE, competitive)
        + event_faults("solo", SOLO, solo)
        + event_faults("coop", COOP, coop)
    )


RECORDS = header_faults() + block_faults() + dice_faults() + tiwanaku_faults()

SHEETS = [
    ("empty", "", 1), ("comment alone", "# x\n", 1), ("wrong first line", put(SHEET, 1, "tambo-sheet 2"), 1),
    ("a record", TEMPLE, 1), ("no game", cut(SHEET, 2), 5), ("no name", cut(SHEET, 3), 5),
    ("no grid", head(SHEET, 3), 3),
    ("unknown line", put(SHEET, 3, "title: mine"), 3), ("unknown game", put(SHEET, 2, "game: chess"), 2),
    ("game without sheets", put(SHEET, 2, "game: tiwanaku"), 6), ("game twice", add(SHEET, 3, "game: temple"), 3),
    ("name twice", add(SHEET, 4, "name: x"), 4), ("no row", head(SHEET, 4), 1),
    ("strange cell", put(SHEET, 6, "#dD#"), 6),
    ("short row", put(SHEET, 6, "#DD"), 6), ("long row", put(SHEET, 6, "#DD##"), 6),
    ("17 columns", head(SHEET, 4) + "#" * 17 + "\n", 5),
    ("17 rows", head(SHEET, 4) + "#.\n" * 17, 21), ("65 spaces", head(SHEET, 4) + "#############\n" * 5, 1),
    ("nothing but clouds", head(SHEET, 4) + "....\n", 1), ("doors only", head(SHEET, 4) + "DD\n", 1),
    ("a lake in the temple", put(SHEET, 5, ".#o."), 6), ("a door in the valley", put(SHEET, 2, "game: valley"), 6),
    ("comment in the grid", add(SHEET, 6, "# x"), 6), ("lines behind the grid", SHEET + "\nname: x\n", 8),
    ("NUL", put(SHEET, 3, "name: \0"), 3), ("strange coding", put(SHEET, 3, "name: \udcff"), 3),
    ("a name too long", put(SHEET, 3, "name: " + "x" * 300), 3),
    ("a line too long", put(SHEET, 3, "name: " + "x" * 70000), 3),
    ("end in a file", SHEET + "end\n", 7),
]

SCENARIOS = [
    ("empty", "", 1, NOTE), ("a sheet", SHEET, 1, NOTE), ("no board", cut(TINY, 2), 16, NOTE),
    ("no name", cut(TINY, 3), 16, NOTE),
    ("no start", cut(TINY, 4), 16, NOTE), ("board twice", add(TINY, 3, "board: tiny"), 3, NOTE),
    ("huge board", put(TINY, 2, "board: huge"), 2, NOTE),
    ("space off the tiny board", put(TINY, 4, "start: a1 b1 d1 c2 f5"), 17, NOTE),
    ("no space", put(TINY, 4, "start: a1 b1 d1 c2 x"), 4, NOTE),
    ("a space twice", put(TINY, 4, "start: a1 a1 d1 c2 b5"), 4, NOTE),
    ("crops before terrain", put(TINY, 6, "crops:"), 6, NOTE),
    ("no crops", head(TINY, 11), 11, NOTE), ("four rows", cut(TINY, 11), 11, NOTE),
    ("a missing row", head(TINY, 16), 16, NOTE),
    ("strange terrain", put(TINY, 7, "ddddw"), 7, NOTE), ("strange crop", put(TINY, 13, "54130"), 13, NOTE),
    ("a blank row", put(TINY, 13, ""), 13, NOTE), ("a long row", put(TINY, 13, "541321"), 13, NOTE),
    ("one line more", TINY + "x\n", 18, NOTE),
    ("a name behind the crops", cut(TINY, 3) + "name: x\n", 17, NOTE),
    ("regions touch", put(TINY, 10, "mfvvv"), 1, "SCN-2"), ("a region of 6", put(TINY, 11, "mvvff"), 1, "SCN-2"),
    ("a crop twice in a region", put(TINY, 13, "54131"), 1, "SCN-3"),
    ("equal crops touch", put(put(TINY, 16, "53251"), 17, "24132"), 1, "SCN-3"),
    ("two starts", put(put(TINY, 4, "start: a1 b1"), 5, "otoma: a1 b1"), 1, "SCN-4"),
    ("six starts", put(TINY, 4, "start: a1 b1 d1 c2 b5 e5"), 1, "SCN-4"),
    ("four Otoma", put(TINY, 5, "otoma: a1 b1 d1 c2"), 1, "SCN-4"),
    ("an Otoma beside", put(TINY, 5, "otoma: a1 b1 d1 c2 e5"), 1, "SCN-4"),
    ("an Otoma twice", put(TINY, 5, "otoma: a1 b1 d1 c2 c2"), 1, "SCN-4"),
    ("two layouts", cut(put(TINY, 4, "start: b4 c4 d4"), 5), 1, "SCN-5"),
    ("NUL", put(TINY, 3, "name: \0"), 3, NOTE),
]
