"""The layers of the code: which folder may use which.

The compiler checks the limits of targets. Inside `Espalier` and `EspalierServer` each layer may use itself and the layers before it.
In no target do folders use each other, neither directly nor through others.
"""

import json
import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from index_store import Reference, references

PACKAGE = Path(__file__).resolve().parents[2]
# A file beside the folders (Renamed.swift) may use all layers.
LAYERS = {
    "Espalier": ["Values", "Tree", "Lists", "Updates", "Dialects", "."],
    "EspalierServer": ["Pages", "Persistence", "Sessions", "Streaming", "Requests", "API", "PageInstance", "InstanceTable", "Site", "."],
}
# Swift files of EspalierServer, which once had 170 in 17 folders. The limit only falls.
MOST_SERVER_FILES = 97
TARGETS = [
    "Espalier", "EspalierHTTP", "EspalierServer", "EspalierInspector", "EspalierTables", "EspalierSQLite", "EspalierPostgres",
    "EspalierCluster",
]
# The name of `Tree` in the compiler's index, and the members that the server uses.
TREE = "s:8Espalier4TreeC"
TREE_MEMBERS = {
    "turn(_:_:for:)", "turn(receiving:admit:)", "share(_:to:broadcast:)", "share(_:labelled:)", "notify(_:_:)", "snapshot()", "export()", "state",
    "onArrival(_:)", "end()",
}


@pytest.fixture(scope="module")
def found():
    """The references between two files of the package."""
    # The index of the build that the other tests run. Debug builds write an index by default; others need --enable-index-store.
    servers = Path(os.environ.get("ESPALIER_DEMOS", PACKAGE / ".build/debug/espalier-demos")).resolve().parent
    return references(servers / "index/store", PACKAGE)


@pytest.fixture(scope="module")
def arrows(found):
    """For each target and each pair of folders the references from the first folder to the second."""
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


def upward(arrows, layers):
    """The references from one layer to a later one."""
    return [
        reference
        for (here, there), found in arrows.items()
        if layers.index(here.split("/")[0]) < layers.index(there.split("/")[0])
        for reference in found
    ]


def two_way(arrows):
    """The references of pairs of folders that use each other, in the direction with fewer references."""
    pairs = [(here, there) for here, there in arrows if here < there and (there, here) in arrows]
    return [reference for pair in pairs for reference in min(arrows[pair], arrows[pair[::-1]], key=len)]


def cycle(arrows):
    """A path from a folder back to itself; empty if there is none."""
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


@pytest.mark.parametrize("target", LAYERS)
def test_no_layer_uses_a_later_one(arrows, target):
    assert lines(upward(arrows[target], LAYERS[target])) == []


@pytest.mark.parametrize("target", TARGETS)
def test_no_two_folders_use_each_other(arrows, target):
    assert lines(two_way(arrows[target])) == []


@pytest.mark.parametrize("target", TARGETS)
def test_no_folder_uses_itself_through_others(arrows, target):
    assert cycle(arrows[target]) == []


def test_the_index_contains_all_files(arrows):
    """Without this test, an empty index would pass."""
    for target in TARGETS:
        folders = {folder for pair in arrows[target] for folder in pair}
        expected = {
            str(path.parent.relative_to(PACKAGE / "Sources" / target))
            for path in (PACKAGE / "Sources" / target).rglob("*.swift")
        }
        assert folders == expected


def test_the_server_has_few_folders_and_files():
    server = PACKAGE / "Sources/EspalierServer"
    files = list(server.rglob("*.swift"))
    assert {folder(str(file), f"{server}/") for file in files} == set(LAYERS["EspalierServer"])
    assert len(files) <= MOST_SERVER_FILES


def test_the_server_asks_little_of_a_tree(found):
    """A host gives work to a tree and gets a turn. What else it reads is limited, so that other hosts can be written."""
    used = {
        reference.symbol
        for reference in found
        if reference.file.startswith("Sources/EspalierServer/") and reference.usr.startswith(TREE) and reference.usr != TREE
        and not reference.symbol.startswith(("getter:", "setter:", "modify:", "init("))
    }
    assert used == TREE_MEMBERS


def test_a_library_of_one_database_links_no_other(tmp_path):
    """What a target depends on, directly or through others."""
    manifest = json.loads(subprocess.check_output(["swift", "package", "--scratch-path", tmp_path, "dump-package"], cwd=PACKAGE))
    uses = {target["name"]: {name for each in target["dependencies"] for name, _ in each.values()} for target in manifest["targets"]}

    def links(target):
        return {target}.union(*(links(other) for other in uses[target]))

    databases = {"CSQLite", "CPostgres", "CCurl"}
    linked = {target: links(target) & databases for target in TARGETS}
    assert linked == {
        **dict.fromkeys(TARGETS, set()), "EspalierSQLite": {"CSQLite"}, "EspalierPostgres": {"CPostgres"},
        "EspalierCluster": {"CPostgres", "CCurl"},
    }


def test_only_the_http_server_imports_its_c_library():
    importers = {
        path.relative_to(PACKAGE / "Sources").parts[0]
        for path in (PACKAGE / "Sources").rglob("*.swift")
        if re.search(r"^\s*(?:\w+ )*import CMicroHTTPD\b", path.read_text(), re.MULTILINE)
    }
    assert importers == {"EspalierHTTP"}


def test_a_wrong_reference_is_found():
    """Tests the checks with a reference to a later layer, a pair of folders that use each other, and a longer cycle."""
    to_tree = Reference("Sources/Espalier/Values/JSON/JSON.swift", 1, "Node", "Sources/Espalier/Tree/Model/Node.swift", "")
    back = Reference("Sources/Espalier/Tree/Model/Node.swift", 2, "JSON", "Sources/Espalier/Values/JSON/JSON.swift", "")
    onward = Reference("Sources/Espalier/Tree/Model/Node.swift", 3, "Plugin", "Sources/Espalier/Lists/Plugins/Plugin.swift", "")
    round_again = Reference("Sources/Espalier/Lists/Plugins/Plugin.swift", 4, "JSON", to_tree.file, "")
    pair = folder_arrows([to_tree, back], "Espalier")
    assert upward(pair, LAYERS["Espalier"]) == [to_tree]
    assert len(two_way(pair)) == 1
    longer = folder_arrows([to_tree, onward, round_again], "Espalier")
    assert two_way(longer) == []
    assert cycle(longer) == ["Lists/Plugins", "Values/JSON", "Tree/Model", "Lists/Plugins"]
