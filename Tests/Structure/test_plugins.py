"""The library's plugins use only what a user's plugin could use."""

import os
import subprocess
from pathlib import Path

import pytest
from index_store import references
from public_api import PACKAGE, identifiers, modules

BEHAVIOURS = "Sources/Espalier/Lists/Behaviours/"


@pytest.fixture(scope="module")
def used():
    """The references from the plugins to other files of the library."""
    found = references(modules().parent / "index/store", PACKAGE)
    return [
        reference
        for reference in found
        if reference.file.startswith(BEHAVIOURS)
        and reference.declared_in.startswith("Sources/")
        and not reference.declared_in.startswith(BEHAVIOURS)
        and not reference.symbol.startswith(("getter:", "setter:", "modify:", "read:"))
    ]


def private(used, public):
    """The references to what is not public."""
    return [f"{r.file}:{r.line} uses {r.symbol} of {r.declared_in}" for r in used if r.usr not in public]


def test_the_plugins_of_the_library_use_only_what_is_public(used):
    assert private(used, identifiers("Espalier")) == []


def test_the_index_contains_all_plugins(used):
    """Without this test, an empty index would pass."""
    names = {Path(reference.file).stem for reference in used}
    assert {"Selection", "Reordering", "Editing", "RowActions", "Prefetching"} <= names


def test_a_use_of_something_internal_is_found(used):
    """Tests the check: without one public name, its uses are reported."""
    public = identifiers("Espalier")
    name = next(reference for reference in used if reference.symbol.startswith("sender"))
    assert private(used, public - {name.usr})


def test_the_plugins_compile_outside_of_the_library(tmp_path):
    """Compiles copies of the plugins as another module's files, which import the library."""
    files = []
    for file in sorted((PACKAGE / BEHAVIOURS).glob("*.swift")):
        copy = tmp_path / file.name
        copy.write_text(f"public import Espalier\n{file.read_text()}")
        files.append(copy)
    assert len(files) > 4
    headers = [f"-I{folder}" for folder in (modules(), *PACKAGE.glob("Sources/C*"), *PACKAGE.glob("Sources/C*/include"))]
    flags = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
    features = [option for flag in flags for option in ("-enable-upcoming-feature", flag)]
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Outside", "-package-name", "outside"]
    done = subprocess.run([*command, *features, *headers, *files], capture_output=True, text=True, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
