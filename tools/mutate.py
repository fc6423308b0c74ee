"""Small changes to a source text, as people make them by mistake: what `tools/mutants --random` plants.

changes(path, text) gives all of them. The tokenizer knows comments, strings, expressions between slashes and preprocessor lines;
it does not parse: a change that makes no program is found by the compiler, and another is drawn."""
import re
from collections import namedtuple

Token = namedtuple("Token", "kind text start end")  # kind: word, number, mark, text
Change = namedtuple("Change", "start end now what")  # text[start:end] becomes `now`

MARKS = (
    "<<= >>= ... === !== **= &&= ||= ??= -> ++ -- << >> <= >= == != && || ?? ?. => += -= *= /= %= &= |= ^= **".split()
)
NEXT = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<number>\.?\d(?:[eEpP][+-](?=\d)|[\w.])*)"
    r"|(?P<word>[A-Za-z_$][\w$]*)"
    r"|(?P<mark>" + "|".join(map(re.escape, MARKS)) + "|.)",
    re.S,
)
BETWEEN_SLASHES = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
PREPROCESSOR = re.compile(r"#(?:[^\\\n]|\\.)*", re.S)
OPEN, CLOSE = "([{", ")]}"

COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
OTHER = {"&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "true": "false", "false": "true"}
JUDGED = {"<", "<=", ">", ">=", "==", "!=", "===", "!==", "&&", "||"}
ASSERTS = {"GAME_ASSERT", "assert", "static_assert", "_Static_assert"}
NO_ORDER = set("MAX MIN calloc max min".split())  # the order of their arguments says nothing
NO_CALL = set("if for while switch return sizeof catch function async await typeof case else do new in of".split())
# What a statement that may be left out does not begin with: declarations, and what steers others.
NO_STATEMENT = set(
    "auto bool case char class const default do double else enum export extern float for function goto if import int let long "
    "register short signed size_t static struct switch try typedef union unsigned var void volatile while".split()
)
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&&=", "||=", "??="}
# Before them no condition of `?:` reaches.
BEFORE_CONDITION = ASSIGNS | set(", ; ( [ { : ? => } return case".split())


# ---- tokens ----


def template_end(text, at):
    """Where the template literal that begins at `at` ends, with those inside it."""
    at += 1
    while at < len(text) and text[at] != "`":
        if text[at] == "\\":
            at += 1
        elif text.startswith("${", at):
            depth, at = 1, at + 2
            while at < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at = template_end(text, at) if text[at] == "`" else at + 1
            continue
        at += 1
    return at + 1


def may_divide(before):
    """Is a slash behind this token a division, and not the begin of an expression?"""
    if before is None:
        return False
    return before.kind in ("number", "text") or before.text in (")", "]") or (before.kind == "word" and before.text not in NO_CALL)


def tokens(path, text):
    """All tokens but blanks, comments and preprocessor lines."""
    found, at, script = [], 0, not path.endswith(".c")
    while at < len(text):
        before = found[-1] if found else None
        slashes = script and text[at] == "/" and not may_divide(before) and BETWEEN_SLASHES.match(text, at)
        if script and text[at] == "`":
            end, kind = template_end(text, at), "text"
        elif not script and text[at] == "#" and (m := PREPROCESSOR.match(text, at)):
            end, kind = m.end(), "blank"
        elif slashes and not text.startswith(("//", "/*", "/>"), at):
            end, kind = slashes.end(), "text"
        else:
            m = NEXT.match(text, at)
            end, kind = m.end(), m.lastgroup
        if kind != "blank":
            found.append(Token(kind, text[at:end], at, end))
        at = end
    return found


def pairs(all_tokens):
    """The partner of each bracket, {index: index}, both ways; and of each token the bracket that it stands in, or ""."""
    stack, found, around = [], {}, []
    for i, t in enumerate(all_tokens):
        around.append(all_tokens[stack[-1]].text if stack else "")
        if t.kind == "mark" and t.text in OPEN:
            stack.append(i)
        elif t.kind == "mark" and t.text in CLOSE and stack:
            if OPEN.index(all_tokens[stack[-1]].text) == CLOSE.index(t.text):
                found[i] = stack[-1]
                found[stack.pop()] = i
    return found, around


class Source:
    """A text with its tokens and brackets, and what is left alone in it."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = tokens(path, text)
        self.pair, self.around = pairs(self.tokens)
        self.alone = [False] * len(self.tokens)
        for i, t in enumerate(self.tokens):
            if t.text in ASSERTS and i + 1 in self.pair:
                self.leave(i, self.pair[i + 1])
            elif t.text == "import" and self.at(i - 1) in ("", ";"):
                self.leave(i, self.end_of(i))
            elif self.declares(i) and (end := self.end_of(i)):
                self.leave_sizes(i, end)

    def leave(self, begin, end):
        for i in range(begin, (end or begin) + 1):
            self.alone[i] = True

    def leave_sizes(self, begin, end):
        """How long arrays are, where they are declared."""
        i = begin
        while i < end and self.at(i) not in ASSIGNS:
            if self.at(i) == "[" and i in self.pair:
                self.leave(i, self.pair[i])
            i = self.pair[i] + 1 if self.pair.get(i, 0) > i else i + 1

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def part(self, begin, end):
        """The text of the tokens from `begin` to before `end`."""
        return self.text[self.tokens[begin].start : self.tokens[end - 1].end]

    def spaced(self, i):
        """Has it a space on both sides? Operators of two values have; what belongs to a type or a tag has not."""
        t = self.tokens[i]
        return self.text[t.start - 1 : t.start] == " " and self.text[t.end : t.end + 1] == " "

    def end_of(self, i):
        """The semicolon of the statement that begins with token i; None where a block comes before it."""
        while i < len(self.tokens) and self.at(i) not in CLOSE:
            if self.at(i) == ";":
                return i
            i = self.pair.get(i, len(self.tokens)) + 1 if self.at(i) in OPEN else i + 1
        return None

    def begins(self, i):
        """Does a statement begin with token i?"""
        before = self.at(i - 1)
        if self.around[i] not in ("", "{"):
            return False
        if before == ")" and i - 1 in self.pair:
            return self.at(self.pair[i - 1] - 1) in ("if", "for", "while")
        own_line = "\n" in self.text[self.tokens[i - 1].end : self.tokens[i].start]
        return before in (";", "{", "else", "do") or (before == "}" and own_line)

    def declares(self, i):
        """Does a declaration of C begin with token i?"""
        if not self.path.endswith(".c") or not (self.begins(i) or i == 0) or self.tokens[i].kind != "word":
            return False
        return (
            (self.at(i) in NO_STATEMENT)
            or (i + 1 < len(self.tokens) and self.tokens[i + 1].kind == "word" and self.at(i) not in ("return", "goto"))
            or (self.at(i + 1) == "*" and self.at(i + 3) in ("=", ";", ",", "["))
        )


# ---- changes, each kind by itself ----


def conditions(s):
    """A condition is negated: of if and while, and of ?:."""
    for i, t in enumerate(s.tokens):
        if t.text in ("if", "while") and s.at(i + 1) == "(" and i + 1 in s.pair:
            yield negated(s, i + 2, s.pair[i + 1])
        elif t.text == "?" and s.spaced(i):
            begin = i
            while begin > 0 and s.at(begin - 1) not in BEFORE_CONDITION:
                begin = s.pair.get(begin - 1, 0) if s.at(begin - 1) in CLOSE else begin - 1
            if begin < i:
                yield negated(s, begin, i)


def negated(s, begin, end):
    was = s.part(begin, end)
    return Change(s.tokens[begin].start, s.tokens[end - 1].end, f"!({was})", f"`{short(was)}` negated") if begin < end else None


def short(text, most=60):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


def operators(s):
    """A comparison or a bound moved by one, && for ||, + for -, a ! less."""
    for i, t in enumerate(s.tokens):
        other = COMPARED.get(t.text) or OTHER.get(t.text)
        if t.kind == "mark" and other and s.spaced(i):
            yield Change(t.start, t.end, other, f"{other} for {t.text}")
        elif t.kind == "word" and other and s.at(i - 1) not in (".", "->"):
            yield Change(t.start, t.end, other, f"{other} for {t.text}")
        elif t.text == "!" and i + 1 < len(s.tokens) and s.tokens[i + 1].kind == "word" or t.text == "!" and s.at(i + 1) == "(":
            yield Change(t.start, t.end, "", "a ! less")


def numbers(s):
    """A constant is another."""
    for i, t in enumerate(s.tokens):
        drawn = s.at(i - 1) == "{" and s.at(i - 2) == "=" and s.at(i + 1) == "}"  # how large an icon is, in a tag
        if t.kind == "number" and (now := another(t.text)) and s.at(i - 1) != "case" and not drawn:
            yield Change(t.start, t.end, now, f"{now} for {t.text}")


def another(number):
    """The next number, or twice a large one (times, sizes); None for what is no plain number."""
    if m := re.fullmatch(r"(\d[\d_]*)([uUlLn]*)", number):
        value = int(m[1])
        return f"{value * 2 if value >= 100 else value + 1}{m[2]}"
    if m := re.fullmatch(r"0[xX]([0-9a-fA-F]+)([uUlLn]*)", number):
        return f"0x{int(m[1], 16) ^ 1:x}{m[2]}"
    if m := re.fullmatch(r"(\d*\.\d+|\d+\.)([fFlL]?)", number):
        return f"{float(m[1]) * 1.5 or 1.0:.6g}{m[2]}" if float(m[1]) * 1.5 % 1 else f"{float(m[1]) * 1.5:.1f}{m[2]}"
    return None


def statements(s):
    """A statement is left out: a call, an assignment, a jump."""
    for i, t in enumerate(s.tokens):
        if t.kind != "word" or t.text in NO_STATEMENT or not s.begins(i) or s.declares(i) or not (end := s.end_of(i)):
            continue
        was = s.part(i, end)
        if was == "return" or t.text != "return":
            yield Change(t.start, s.tokens[end].end, "{}", f"without `{short(was)};`")


def returns(s):
    """A function gives something else."""
    for i, t in enumerate(s.tokens):
        if t.text != "return" or not (end := s.end_of(i)) or end == i + 1 or s.tokens[i + 1].kind == "number":
            continue
        was = s.part(i + 1, end)
        if was in ("true", "false", "NULL", "null") or "\n" in was:
            continue
        judged = any(x.text in JUDGED for x in s.tokens[i + 1 : end]) and "?" not in was
        now = f"!({was})" if judged else "0" if s.path.endswith(".c") else "undefined"
        yield Change(s.tokens[i + 1].start, s.tokens[end - 1].end, now, f"return {'!(...)' if judged else now} for `{short(was)}`")


def arguments(s):
    """Two arguments that stand side by side are exchanged."""
    for i, t in enumerate(s.tokens):
        opens = i + 1
        if t.kind != "word" or t.text in NO_CALL | NO_ORDER or s.at(opens) != "(" or opens not in s.pair or is_definition(s, i):
            continue
        given, begin, at, close = [], opens + 1, opens + 1, s.pair[opens]
        while at <= close:
            if at == close or s.at(at) == ",":
                given.append((begin, at))
                begin = at + 1
            at = s.pair[at] + 1 if s.pair.get(at, 0) > at else at + 1
        for (a, b), (c, d) in zip(given, given[1:]):
            if a < b and c < d and (one := s.part(a, b)) != (two := s.part(c, d)) and all(map(plain, (one, two))):
                now = two + s.text[s.tokens[b - 1].end : s.tokens[c].start] + one
                yield Change(s.tokens[a].start, s.tokens[d - 1].end, now, f"{t.text}: `{one}` and `{two}` exchanged")


def is_definition(s, i):
    """Is this name, before its bracket, that of a function that is declared or defined here?"""
    typed = i > 0 and s.tokens[i - 1].kind == "word" and s.at(i - 1) not in NO_CALL
    return typed or s.at(s.pair[i + 1] + 1) in ("{", "=>") or (s.at(i - 1) == "*" and s.tokens[i].start and s.at(s.pair[i + 1] + 1) == "{")


def plain(argument):
    """A value, not a text or a function: those are never mistaken for each other."""
    return argument[0] not in "\"'`{" and "=>" not in argument and len(argument) < 60


# ---- the tokens of the style ----


def style(text):
    """A value of a token is another: a colour nearer to grey, a number half as much again."""
    bare = re.sub(r"/\*.*?\*/", lambda m: " " * len(m[0]), text, flags=re.S)
    for token in re.finditer(r"(--[\w-]+):([^;{}]+)[;}]", bare):
        for m in re.finditer(r"#([0-9a-f]{6})\b|(?<![\w.#-])(\d*\.?\d+)(?=[a-z%]*)(?![\w.]*\()", token[2]):
            now = grey(m[1]) if m[1] else half_more(m[2])
            if now != m[0]:
                at = token.start(2) + m.start()
                yield Change(at, at + len(m[0]), now, f"{token[1]}: {now} for {m[0]}")


def grey(colour):
    return "#" + "".join(f"{(int(colour[i : i + 2], 16) + 128) // 2:02x}" for i in (0, 2, 4))


def half_more(number):
    return f"{float(number) * 1.5:g}"


# ---- together ----

KINDS = (conditions, operators, numbers, statements, returns, arguments)


def changes(path, text):
    """All changes of this text, in its order: [Change]. Those in what is left alone are not among them."""
    if path.endswith(".css"):
        return list(style(text))
    s = Source(path, text)
    alone = [(s.tokens[i].start, s.tokens[i].end) for i in range(len(s.tokens)) if s.alone[i]]
    quiet = set()
    for begin, end in alone:
        quiet.update(range(begin, end))
    found = [c for kind in KINDS for c in kind(s) if c and not quiet & {c.start, c.end - 1}]
    return sorted(found, key=lambda c: (c.start, c.end, c.what))


def applied(text, change):
    return text[: change.start] + change.now + text[change.end :]


def line_of(text, change):
    return text.count("\n", 0, change.start) + 1
