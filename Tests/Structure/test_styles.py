"""What somebody reads stays at its place: no state takes an element out of the flow or puts it back.

A browser does not hold the place of what is read while a box enters or leaves the flow (CSS Scroll Anchoring 1, suppression triggers). So
an element is positioned or not by what it is; states change its size, its place and its visibility."""

import re

from public_api import PACKAGE

SHEETS = sorted(path for pattern in ("Public/**/*.css", "Sources/*/Styles/*.css", "Examples/**/*.css", "scripts/template/**/*.css")
                for path in PACKAGE.glob(pattern))
# Classes that an element has for as long as it exists.
KINDS = {"e-background", "e-backdrop", "e-dialog", "e-fold", "e-handle", "e-index", "e-insert", "e-items", "e-menu", "e-mover", "e-pinned",
         "e-remove", "e-select", "e-spoken", "e-step", "e-sticky", "e-strip", "e-table"}
# Rows that get a tool are positioned for it. They stay in the flow.
TOOLS = {"e-edited", "e-foldable", "e-has-menu", "e-movable", "e-selectable", "e-index"}
# Attributes that an element has for as long as it exists. Each head of a column that sorts has `aria-sort`.
ATTRIBUTES = {"id", "role", "aria-sort", "data-espalier-status"}


def rules(text, around=()):
    """The rules of a sheet: the at-rules around each, its selector and its declarations."""
    position = 0
    for match in re.finditer(r"[{}]", text):
        if match.start() < position or match[0] == "}":
            continue
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        head, body = text[position:match.start()].rpartition(";")[2].strip(), text[match.end() : end - 1]
        position = end
        if head.startswith("@"):
            yield from rules(body, (*around, head))
        else:
            yield around, head, dict(re.findall(r"(?:^|;)\s*([\w-]+)\s*:\s*([^;]+)", body))


def parts(selector):
    """A list of selectors, divided at its outer commas."""
    return re.split(r",(?![^()]*\))\s*", selector)


def conditions(selector, value):
    """Why the selector may begin or end to match while its element is in the page."""
    found = [f":{name}" for name in re.findall(r"(?<!:):([a-z-]+)", selector) if name not in ("is", "where", "root", "not", "has")]
    found += [f"[{name}]" for name in re.findall(r"\[([a-z-]+)", selector) if name not in ATTRIBUTES]
    classes = set(re.findall(r"\.([\w-]+)", selector))
    tools = TOOLS if value.split()[0] in ("relative", "static") else set()
    found += sorted(name for name in classes if name.startswith("e-") and name not in KINDS | tools)
    if re.search(":(not|has)", selector) and not classes & tools and not re.search(r":not\(\[aria-sort\]\)", selector):
        found.append(":has")
    return found


def faults(text):
    found = []
    for around, selector, declarations in rules(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        if any(re.match("@(media print|(-webkit-)?keyframes|property)", each) for each in around):
            continue
        for name in {"position", "float"} & declarations.keys():
            for part in parts(selector):
                # Such a box begins and ends with its content.
                is_box = re.search(r"::(before|after)$", part) and "content" in declarations
                if not is_box and (why := conditions(part, declarations[name])):
                    found.append((part, f"{name}: {declarations[name].strip()}", why))
    return found


def test_no_state_takes_an_element_out_of_the_flow():
    assert len(SHEETS) > 30
    assert {str(file.relative_to(PACKAGE)): found for file in SHEETS if (found := faults(file.read_text()))} == {}


def test_such_a_rule_is_found():
    for bad in (
        ":is(.e-running, .e-finished:focus) + [role=status] { position: absolute; }",
        ".e-swipe[data-side] { color: red; position: static }",
        "@media (width > 3px) { .Row { float: left; } .Row:hover { position: fixed } }",
        ".a, .Picture button:has(+ figure) { position: absolute }",
        ".e-edited { position: absolute; }",
        ":where([data-waiting]) { position: relative; }",
    ):
        assert len(faults(bad)) == 1, bad
    for good in (
        ".e-menu { position: absolute } .e-menu[open] { z-index: 4; }",
        "@media print { .e-sticky { position: static !important } }",
        "[data-waiting]::after { content: ''; position: absolute }",
        ":where(.e-edited, .e-has-menu) { position: relative }",
    ):
        assert faults(good) == [], good
