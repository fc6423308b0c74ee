"""docs/asyncapi.yaml and docs/openapi.yaml for tests: read by python3-yaml, and compared with values by
python3-jsonschema. `Checked` is a WebSocket that compares all it says and hears with its schema."""
import os
import sys

import jsonschema
import yaml

import ws

ROOT = sys.argv[2]
KEYWORDS = {"type", "required", "properties", "additionalProperties", "items", "minItems", "maxItems", "enum", "const", "pattern",
            "minimum", "maximum", "minLength", "maxLength", "anyOf", "oneOf", "$ref", "description"}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


DOCS = {name: yaml.safe_load(read("docs", name)) for name in ("asyncapi.yaml", "openapi.yaml")}
ASYNC, OPEN = DOCS.values()
SCHEMAS = ASYNC["components"]["schemas"]
FRAME = ASYNC["components"]["messages"]["frame"]["payload"]


def find(doc, ref):
    """What a reference of that document leads to."""
    file, path = ref.split("#/")
    at = DOCS[file] if file else doc
    for key in path.split("/"):
        at = at[key]
    return at


def whole(doc, schema):
    """The schema with all references filled in. A word that is no keyword is a KeyError: it would forbid nothing."""
    if "$ref" in schema:
        file = schema["$ref"].split("#")[0]
        return whole(DOCS[file] if file else doc, find(doc, schema["$ref"]))
    if set(schema) - KEYWORDS:
        raise KeyError(f"not a keyword: {set(schema) - KEYWORDS}")
    out = dict(schema)
    for k in ("items", "additionalProperties"):
        if isinstance(out.get(k), dict):
            out[k] = whole(doc, out[k])
    for k in ("anyOf", "oneOf"):
        if k in out:
            out[k] = [whole(doc, s) for s in out[k]]
    if "properties" in out:
        out["properties"] = {k: whole(doc, s) for k, s in out["properties"].items()}
    return out


judges = {}  # validators by the schema's identity


def faults(doc, schema, value):
    """What is wrong with the value; [] if it fits."""
    if id(schema) not in judges:
        plain = whole(doc, schema)
        jsonschema.Draft202012Validator.check_schema(plain)
        judges[id(schema)] = jsonschema.Draft202012Validator(plain), schema
    bad = jsonschema.exceptions.best_match(judges[id(schema)][0].iter_errors(value))
    if not bad:
        return []
    return [f"{bad.json_path}: {'fits none of them' if bad.validator in ('anyOf', 'oneOf') else bad.message[:300]}"]


seen, wrong = set(), []  # kinds of messages met; (kind, fault)


def look(name, o):
    """Compares a message with the schema of that name; the first of a kind also as part of a frame."""
    bad = faults(ASYNC, SCHEMAS[name], o) if name in SCHEMAS else [f"no schema {name}"]
    if name not in seen and not name.startswith("do_"):
        bad += faults(ASYNC, FRAME, [o])
    seen.add(name)
    wrong.extend((name, b, o) for b in bad)


class Checked(ws.Ws):
    """Compares every message with its schema. Put it in the place of ws.Ws."""

    def __init__(self, port):
        self.asked = {}
        super().__init__(port)

    def send(self, text):
        self.asked[text["id"]] = text["do"]
        look(f"do_{text['do']}", text)
        super().send(text)

    def get(self):
        o = super().get()
        if "re" in o:
            look("refusal" if not o["ok"] else "again" if o.get("again") else f"ok_{self.asked[o['re']]}", o)
        else:
            look(f"t_{o['t']}", o)
        return o
