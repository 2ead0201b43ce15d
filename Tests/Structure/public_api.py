"""Lists the public declarations of each library, from the toolchain's symbol graphs.

Run it after `swift build` to rewrite the lists in `docs/api`:

    python3 Tests/Structure/public_api.py
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
EXTENSION = "extension"
LISTS = PACKAGE / "docs/api"
LIBRARIES = [
    "Espalier",
    "EspalierHTTP",
    "EspalierServer",
    "EspalierInspector",
    "EspalierTables",
    "EspalierSQLite",
    "EspalierPostgres",
    "EspalierCluster",
    "EspalierTesting",
]


def modules():
    """The folder with the modules of the build that the other tests run, or else of the last debug build."""
    return Path(os.environ.get("ESPALIER_DEMOS", PACKAGE / ".build/debug/espalier-demos")).resolve().parent / "Modules"


def symbol_graphs(library):
    """The symbol graphs of a library, from `swift symbolgraph-extract`: one dictionary for each module that it extends."""
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["unversionedTriple"]
    headers = [f"-I{folder}" for folder in (modules(), *PACKAGE.glob("Sources/C*"), *PACKAGE.glob("Sources/C*/include"))]
    # Debian has the headers of PostgreSQL in a folder of their own.
    headers += subprocess.check_output(["pkg-config", "--cflags-only-I", "libpq", "libcurl"], text=True).split()
    with tempfile.TemporaryDirectory() as folder:
        command = ["swift", "symbolgraph-extract", "-module-name", library, "-target", target, "-output-dir", folder]
        options = ["-minimum-access-level", "public", "-skip-synthesized-members", *headers]
        subprocess.run(command + options, check=True, capture_output=True, text=True)
        return [json.loads(file.read_text()) for file in sorted(Path(folder).glob("*.json"))]


def declarations(library):
    """The lines of a library's list: each declaration below the type that it belongs to, sorted."""
    graphs = symbol_graphs(library)
    conformances = defaultdict(set)
    own = {symbol["identifier"]["precise"]: symbol["pathComponents"] for graph in graphs for symbol in graph["symbols"]}
    for relationship in (relationship for graph in graphs for relationship in graph["relationships"]):
        if relationship["kind"] == "conformsTo":
            protocol = own.get(relationship["target"]) or relationship.get("targetFallback", "").split(".")
            conformances[relationship["source"]].add(protocol[-1])
    lines = set()
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        # A symbol without a location is a member that the compiler made. An override is listed where it is declared first.
        if "location" not in symbol or is_unavailable(symbol) or text.startswith("override "):
            continue
        protocols = sorted(conformances[symbol["identifier"]["precise"]] - {"", "Copyable", "Escapable", "SendableMetatype"})
        ending = f": {', '.join(protocols)}" if protocols else ""
        access = "open " if symbol["accessLevel"] == "open" else ""
        path = tuple(symbol["pathComponents"])
        lines.add((path, access + " ".join(text.split()) + ending, symbol["kind"]["identifier"]))
    # A type of another module is not in this list, but the members that this library adds to it are.
    outside = {path[:-1] for path, _, _ in lines if path[1:]} - {path for path, _, _ in lines}
    lines |= {(path, "extension " + ".".join(path), EXTENSION) for path in outside}
    return [("  " * (len(path) - 1) + text, kind) for path, text, kind in sorted(lines)]


def is_unavailable(symbol):
    """Whether nobody can use a symbol: it exists so that the compiler says what to write instead."""
    return any(domain.get("isUnconditionallyUnavailable") for domain in symbol.get("availability", []))


def identifiers(library):
    """The compiler's identifiers (USRs) of a library's public declarations."""
    return {symbol["identifier"]["precise"] for graph in symbol_graphs(library) for symbol in graph["symbols"]}


def inherited_names(lines, ancestors):
    """The distinct names of the members of instances that a subclass inherits from some types."""
    names, owner = set(), None
    for line, _ in lines:
        if not line.startswith(" "):
            owner = re.search(r"(?:class|protocol|extension) (\w+)", line)
        elif owner and owner[1] in ancestors and not line.startswith("    "):
            # Not the members of the type itself, and not its initialisers and inner types.
            names |= set(re.findall(r"^  (?!.*\bstatic ).*?\b(?:func|var) (\w+)", line))
    return names


def text(lines):
    return "".join(line + "\n" for line, _ in lines)


def count(lines):
    """The number of declarations. The cases of an enum belong to its declaration."""
    return sum(kind not in ("swift.enum.case", EXTENSION) for _, kind in lines)


def main():
    total = 0
    for library in LIBRARIES:
        lines = declarations(library)
        (LISTS / f"{library}.txt").write_text(text(lines))
        print(library, count(lines))
        total += count(lines)
    print("all", total)


if __name__ == "__main__":
    sys.exit(main())
