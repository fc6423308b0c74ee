"""Links and pictures of Markdown documents: test_documents.py looks at those of the source tree, test_deb.py at
those that are installed."""
import os
import re


def plain(text):
    """Without code, in which brackets mean nothing."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """The names that headings get on the usual sites."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}


def dead_links(root, skip=()):
    """(how many links were looked at, those that lead nowhere) of all documents below the folder but some."""
    seen, dead = 0, []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in (".git", "node_modules") and not f.startswith("build")]
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith(".md") or os.path.relpath(path, root) in skip:
                continue
            with open(path, encoding="utf-8") as f:
                text = f.read()
            for target in re.findall(r"\]\(([^)\s]+)\)|<(?:img|a)\s[^>]*(?:src|href)=\"([^\"]+)\"", plain(text)):
                target = target[0] or target[1]
                if re.match(r"[a-z]+:", target):
                    continue
                seen += 1
                file, _, anchor = target.partition("#")
                there = os.path.join(folder, file) if file else path
                if not os.path.realpath(there).startswith(os.path.realpath(root) + os.sep) or not os.path.exists(there):
                    dead.append(f"{os.path.relpath(path, root)}: {target}")
                elif anchor:
                    with open(there, encoding="utf-8") as f:
                        if anchor not in anchors(f.read()):
                            dead.append(f"{os.path.relpath(path, root)}: {target}")
    return seen, dead
