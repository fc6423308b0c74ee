"""Reads the small part of YAML in which docs/*.yaml are written, without a library: block maps and lists,
one-line {maps} and [lists], plain or quoted scalars, comments on lines of their own. Anything else is an error."""
import re

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\],]|:(?=\s|$)|[^{}\[\],:"]+(?::(?=[^\s,}\]])[^{}\[\],:]*)*)')


def scalar(text):
    if text[:1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    words = {"true": True, "false": False, "null": None}
    return words[text] if text in words else int(text) if re.fullmatch(r"-?\d+", text) else text


def flow(text):
    """A value on one line."""
    if text[:1] not in "{[":
        if re.search(r":\s|\s#", text) and text[:1] != '"':
            raise ValueError(f"quotes are missing: {text}")
        return scalar(text)
    tokens = [t.strip() for t in TOKEN.findall(text) if t.strip()]

    def value():
        t = tokens.pop(0)
        if t == "[":
            out = []
            while tokens[0] != "]":
                out.append(value())
                if tokens[0] == ",":
                    tokens.pop(0)
            tokens.pop(0)
            return out
        if t == "{":
            out = {}
            while tokens[0] != "}":
                key = scalar(tokens.pop(0))
                if tokens.pop(0) != ":":
                    raise ValueError(f"a colon is missing: {text}")
                out[key] = value()
                if tokens[0] == ",":
                    tokens.pop(0)
            tokens.pop(0)
            return out
        return scalar(t)

    result = value()
    if tokens:
        raise ValueError(f"something is left: {text}")
    return result


def load(text):
    lines = [(len(s) - len(s.lstrip()), s.strip()) for s in text.split("\n") if s.strip() and not s.strip().startswith("#")]

    def block(indent):
        out = [] if lines[0][1].startswith("- ") else {}
        while lines and lines[0][0] == indent:
            line = lines.pop(0)[1]
            if isinstance(out, list):
                inner = line[2:]
                if inner[:1] not in '{["' and re.match(r'[$\w]+: ', inner):
                    lines.insert(0, (indent + 2, inner))
                    out.append(block(indent + 2))
                else:
                    out.append(flow(inner))
                continue
            found = re.fullmatch(r'("[^"]*"|[^\s"{\[][^:]*):(?: (.*))?', line)
            key = scalar(found[1])
            if key in out:
                raise ValueError(f"twice: {key}")
            out[key] = flow(found[2]) if found[2] else block(lines[0][0])
        if lines and lines[0][0] > indent:
            raise ValueError(f"indented too far: {lines[0]}")
        return out

    return block(0)
