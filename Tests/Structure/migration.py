"""Makes `docs/migrating.md`: each public name of 0.1 that is gone or has another type, and what to write instead.

It compares the lists of public declarations in `docs/api/0.1` with those in `docs/api`. What to write instead is in the hand-kept
table `docs/api/0.1/instead.txt`. Run it after `public_api.py`:

    python3 Tests/Structure/migration.py

If the table lacks names, it prints them and writes nothing.
"""

import re
import sys
from collections import defaultdict
from itertools import groupby
from typing import NamedTuple

from public_api import LIBRARIES, LISTS, PACKAGE

OLD = LISTS / "0.1"
TABLE = OLD / "instead.txt"
DOCUMENT = PACKAGE / "docs/migrating.md"
TYPES = ("struct", "enum", "class", "protocol", "actor", "typealias", "associatedtype", "extension")
# The words before a declaration that do not change how users write its name.
LEADING = re.compile(r"(?:@\w+(?:\([^)]*\))? +|(?:open|final|static|mutating|convenience|required|nonisolated|indirect|prefix|weak|unowned|lazy) +|class (?=func|var))")
DECLARATION = re.compile(r"(struct|enum|class|protocol|actor|typealias|associatedtype|extension|func|var|let|case|subscript|init)\b[?!]? ?")

INTRODUCTION = """# Migrate from 0.1 to 0.2

Each public name of 0.1 that is gone or has another type in 0.2, and what to write instead.

If a type is gone, its members are gone too, and have no line of their own. A function that only has new parameters with a default
value is not on this page.

For types, and for `follow`, the compiler also says the new name. Version 0.3 will no longer have these hints.

The article [Operating](../Sources/EspalierServer/EspalierServer.docc/Operating.md) lists all limits, also the fixed ones.
"""
ENDING = """
<!-- Tests/Structure/migration.py makes this page from the lists in docs/api and from docs/api/0.1/instead.txt. -->
"""

# Types of other modules that the table may name.
OUTSIDE = {"String", "StaticString"}


class Parameter(NamedTuple):
    label: str
    type: str
    has_default: bool


class Declaration(NamedTuple):
    """One line of a list."""

    library: str
    path: tuple  # the types around it
    kind: str
    base: str  # the name without its parameters
    parameters: tuple | None  # none if it is not called
    value: str  # the type of a property
    can_be_set: bool
    conformances: tuple

    @property
    def name(self):
        """The name as users know it, such as `Site.run(host:port:)`."""
        labels = "" if self.parameters is None else f"({''.join(f'{parameter.label}:' for parameter in self.parameters)})"
        return ".".join([*self.path, self.base + (labels if self.kind != "case" or self.parameters else "")])

    @property
    def place(self):
        return (*self.path, self.base)


def split(text, separator):
    """The parts of a text between separators that are not in brackets or in a string."""
    parts, depth, start, is_text = [], 0, 0, False
    plain = text.replace("->", "  ")  # an arrow closes no bracket
    for index, sign in enumerate(plain):
        if sign == '"':
            is_text = not is_text
        elif is_text:
            continue
        elif sign in "([{<":
            depth += 1
        elif sign in ")]}>":
            depth -= 1
        elif depth == 0 and plain.startswith(separator, index):
            parts.append(text[start:index])
            start = index + len(separator)
    return [*parts, text[start:]]


def parameters(text):
    """The parameters in a text that begins with their opening bracket, or with generic parameters; none if there are none."""
    plain = text.replace("->", "  ")
    depth, start = 0, None
    for index, sign in enumerate(plain):
        if sign == "(" and depth == 0:
            start = index
        if sign in "([{<":
            depth += 1
        elif sign in ")]}>":
            depth -= 1
            if depth == 0 and start is not None:
                return tuple(map(parameter, filter(None, split(text[start + 1 : index], ","))))
        elif depth == 0 and sign not in "<> ":
            return None
    return None


def parameter(text):
    declaration, *default = split(text.strip(), " = ")
    name, *type_of = split(declaration, ": ")
    words = re.sub(r"@\w+(\([^)]*\))? +", "", name).split()
    if not type_of:  # an unlabelled value of an enum's case
        return Parameter("_", declaration, bool(default))
    return Parameter(words[0], ": ".join(type_of), bool(default))


def declarations(folder):
    """All lines of the lists in a folder. What overrides a declaration is listed where it is declared first."""
    found = []
    # 0.1 had fewer libraries.
    for library in (library for library in LIBRARIES if (folder / f"{library}.txt").exists()):
        path = []
        for line in (folder / f"{library}.txt").read_text().splitlines():
            depth = (len(line) - len(line.lstrip())) // 2
            declaration = parsed(library, tuple(path[:depth]), line.strip())
            path[depth:] = declaration.base.split(".") if declaration.kind in TYPES else [declaration.base]
            if not line.strip().startswith("override "):
                found.append(declaration)
    return found


def parsed(library, path, line):
    text = line.removeprefix("override ")
    while match := LEADING.match(text):
        text = text[match.end() :]
    match = DECLARATION.match(text)
    assert match, f"{library}.txt has a line that this script cannot read: {line}"
    kind, rest = match.group(1), text[match.end() :]
    if kind in ("init", "subscript"):
        base, rest = kind, text[len(kind) :].lstrip("?!")
    else:
        base = re.match(r"[\w`.]+|[^\w\s(]+", rest).group()
        rest = rest[len(base) :].lstrip(" " if kind == "func" else "")
    is_called = kind in ("func", "init", "subscript", "case")
    value = re.sub(r" \{ .*\}$", "", rest).removeprefix(": ") if kind in ("var", "let") else ""
    can_be_set = kind == "var" and not rest.endswith("{ get }")
    conformances = re.findall(r"\w+", rest.rsplit(": ", 1)[1]) if kind in TYPES and ": " in rest else []
    called = parameters(rest) or (() if kind in ("func", "init") else None) if is_called else None
    return Declaration(library, path, kind, base, called, value, can_be_set, tuple(conformances))


def accepts(new, old):
    """Whether each call of an old function is a call of a new one: the same parameters, and new ones have default values."""
    if (new.parameters is None) != (old.parameters is None):
        return False
    rest = list(new.parameters or ())
    for wanted in old.parameters or ():
        while rest and (rest[0].label, rest[0].type) != (wanted.label, wanted.type):
            if not rest.pop(0).has_default:
                return False
        if not rest or (wanted.has_default and not rest[0].has_default):
            return False
        rest.pop(0)
    return all(parameter.has_default for parameter in rest)


def is_kept(old, news):
    """Whether users can go on writing an old name, given the declarations of its place now."""
    if old.kind in TYPES:
        return any(new.kind == old.kind and new.library == old.library for new in news)
    if old.parameters is None and old.kind != "case":
        return any(new.value == old.value and (new.can_be_set or not old.can_be_set) for new in news)
    return any(accepts(new, old) for new in news)


def superclasses():
    """The superclass of each class, from the sources, because the lists do not have it."""
    found = {}
    for file in sorted(PACKAGE.glob("Sources/Espalier*/**/*.swift")):
        found |= re.findall(r"^\s*(?:public|open) (?:final )?class (\w+)(?:<[^>]*>)?: (\w+)", file.read_text(), re.M)
    return found


def gone(olds, news, parents):
    """The old declarations that users can no longer write as they did."""
    now, conformances, requirements = defaultdict(list), defaultdict(set), defaultdict(set)
    for new in news:
        now[new.place].append(new)
        if new.kind in TYPES:
            conformances[new.base] |= {*new.conformances, *parents.get(new.base, "").split()}
    protocols = {old.base for old in olds if old.kind == "protocol" and not old.path}
    for old in olds:
        if old.path and old.path[0] in protocols:
            requirements[old.path[0]].add(old.base)
    conforms = {old.place: set(old.conformances) & protocols for old in olds if old.kind in TYPES}

    def inherited(path):
        """A type, and the types whose members it has."""
        seen, waiting = [], [path]
        while waiting:
            seen.append(waiting.pop())
            waiting += [(parent,) for parent in sorted(conformances[seen[-1][-1]]) if (parent,) not in seen]
        return seen

    lost, lost_types = [], set()
    for old in olds:
        if old.kind == "extension" or any(old.path[:length] in lost_types for length in range(1, len(old.path) + 1)):
            continue
        # What fulfils a requirement of one of our protocols is compared there.
        if any(old.base in requirements[protocol] for protocol in conforms.get(old.path, ()) if (protocol,) != old.path):
            continue
        owners = inherited(old.path) if old.path else [()]
        if is_kept(old, [new for owner in owners for new in now[(*owner, old.base)]]):
            continue
        lost.append(old)
        if old.kind in TYPES and not now[old.place]:
            lost_types.add(old.place)
    return lost


def table():
    """What to write instead of each old name. A line is `old name -> what to write`."""
    lines = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    for line in lines:
        assert " -> " in line, f"write this line as `old name -> what to write`: {line}"
    names = [line.split(" -> ", 1)[0] for line in lines]
    assert len(names) == len(set(names)), f"these names are twice in {TABLE.name}: {sorted({n for n in names if names.count(n) > 1})}"
    return dict(line.split(" -> ", 1) for line in lines)


def document(lost, remedies):
    text = INTRODUCTION
    for library in LIBRARIES:
        own = sorted({old.name: old.place[0] for old in lost if old.library == library}.items(), key=lambda pair: (pair[1], pair[0]))
        text += f"\n## {library}\n" if own else ""
        for type_name, names in groupby(own, lambda pair: pair[1]):
            text += f"\n### {type_name}\n\n" + "".join(f"- `{name}`: {remedies[name]}\n" for name, _ in names)
    return text + ENDING


def unknown_names(remedies, news):
    """The names of our types and their members in the table that are not public now. A name is what stands in backquotes."""
    places = {new.place for new in news}
    types = {new.base for new in news if new.kind in TYPES}
    wrong = []
    for remedy in remedies.values():
        for path in re.findall(r"`([A-Z]\w*(?:\.\w+)*)", remedy):
            parts = tuple(path.split("."))
            is_known = parts in places if parts[0] in types else len(parts) == 1 and parts[0] in OUTSIDE
            if not is_known:
                wrong.append(path)
    return wrong


def main():
    lost = gone(declarations(OLD), declarations(LISTS), superclasses())
    remedies = table()
    missing = sorted({old.name for old in lost} - set(remedies))
    if missing:
        print(f"These names of 0.1 are gone. Say in {TABLE.relative_to(PACKAGE)} what to write instead:", *missing, sep="\n", file=sys.stderr)
        return 1
    DOCUMENT.write_text(document(lost, remedies))
    print(DOCUMENT.relative_to(PACKAGE), len({old.name for old in lost}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
