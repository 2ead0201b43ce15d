"""The layers of the house: what a folder may name.

Targets are walls, which the compiler holds. Inside `Espalier` each storey may use itself and those before it. In every
target, two folders never use each other, and there is no longer way round either.
"""

import os
import re
from collections import defaultdict
from pathlib import Path

import pytest

from index_store import Reference, references

PACKAGE = Path(__file__).resolve().parents[2]
STOREYS = ["Values", "Tree", "Lists", "Updates", "Dialects"]
TARGETS = ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierInspector"]


@pytest.fixture(scope="module")
def arrows():
    """For each target: by pair of folders, the references from the first to the second."""
    # The index of the build that the other tests run. Debug builds write one by default; others with --enable-index-store.
    servers = Path(os.environ.get("ESPALIER_DEMOS", PACKAGE / ".build/debug/espalier-demos")).resolve().parent
    found = references(servers / "index/store", PACKAGE)
    return {target: folder_arrows(found, target) for target in TARGETS}


def folder_arrows(found, target):
    arrows = defaultdict(list)
    prefix = f"Sources/{target}/"
    for reference in found:
        if not (reference.file.startswith(prefix) and reference.declared_in.startswith(prefix)):
            continue
        here, there = folder(reference.file, prefix), folder(reference.declared_in, prefix)
        if here != there:
            arrows[here, there].append(reference)
    return arrows


def folder(file, prefix):
    return str(Path(file.removeprefix(prefix)).parent)


def upward(arrows):
    """The references from one storey to a later one."""
    return [
        reference
        for (here, there), found in arrows.items()
        if STOREYS.index(here.split("/")[0]) < STOREYS.index(there.split("/")[0])
        for reference in found
    ]


def two_way(arrows):
    """The references of pairs of folders that use each other, those of the weaker direction."""
    pairs = [(here, there) for here, there in arrows if here < there and (there, here) in arrows]
    return [reference for pair in pairs for reference in min(arrows[pair], arrows[pair[::-1]], key=len)]


def cycle(arrows):
    """A way from a folder back to itself; none if there is no such folder."""
    uses = defaultdict(set)
    for here, there in arrows:
        uses[here].add(there)
    done = set()

    def walk(folder, way):
        if folder in way:
            return way[way.index(folder) :] + [folder]
        if folder in done:
            return []
        for next_folder in sorted(uses[folder]):
            if found := walk(next_folder, way + [folder]):
                return found
        done.add(folder)
        return []

    for folder in sorted(uses):
        if found := walk(folder, []):
            return found
    return []


def lines(found):
    return [f"{r.file}:{r.line} uses {r.symbol} of {r.declared_in}" for r in found]


def test_no_storey_of_the_core_uses_a_later_one(arrows):
    assert lines(upward(arrows["Espalier"])) == []


@pytest.mark.parametrize("target", TARGETS)
def test_no_two_folders_use_each_other(arrows, target):
    assert lines(two_way(arrows[target])) == []


@pytest.mark.parametrize("target", TARGETS)
def test_no_folder_uses_itself_by_way_of_others(arrows, target):
    assert cycle(arrows[target]) == []


def test_the_index_is_that_of_all_files(arrows):
    """Without this, an empty index would pass."""
    for target in TARGETS:
        folders = {folder for pair in arrows[target] for folder in pair}
        expected = {
            str(path.parent.relative_to(PACKAGE / "Sources" / target))
            for path in (PACKAGE / "Sources" / target).rglob("*.swift")
        }
        assert folders == expected


def test_only_the_http_server_imports_its_c_library():
    importers = {
        path.relative_to(PACKAGE / "Sources").parts[0]
        for path in (PACKAGE / "Sources").rglob("*.swift")
        if re.search(r"^\s*(?:\w+ )*import CMicroHTTPD\b", path.read_text(), re.MULTILINE)
    }
    assert importers == {"EspalierHTTP"}


def test_a_wrong_arrow_is_found():
    """The checks themselves: one upward, one two-way pair, one longer way round."""
    to_tree = Reference("Sources/Espalier/Values/JSON/JSON.swift", 1, "Node", "Sources/Espalier/Tree/Model/Node.swift", "")
    back = Reference("Sources/Espalier/Tree/Model/Node.swift", 2, "JSON", "Sources/Espalier/Values/JSON/JSON.swift", "")
    onward = Reference("Sources/Espalier/Tree/Model/Node.swift", 3, "Plugin", "Sources/Espalier/Lists/Plugins/Plugin.swift", "")
    round_again = Reference("Sources/Espalier/Lists/Plugins/Plugin.swift", 4, "JSON", to_tree.file, "")
    pair = folder_arrows([to_tree, back], "Espalier")
    assert upward(pair) == [to_tree]
    assert len(two_way(pair)) == 1
    longer = folder_arrows([to_tree, onward, round_again], "Espalier")
    assert two_way(longer) == []
    assert cycle(longer) == ["Lists/Plugins", "Values/JSON", "Tree/Model", "Lists/Plugins"]
