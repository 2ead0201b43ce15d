"""The public API changes only on purpose, and stays small."""

import re
import subprocess

import pytest

from index_store import references
from public_api import EXTENSION, LIBRARIES, LISTS, PACKAGE, count, declarations, identifiers, inherited_names, modules, text

# The limit only falls: a new public name comes with a removed one.
MOST = 931
# The limit of names that a subclass of a container cannot use for members of its own. It only falls.
MOST_NAMES = 60
# The types whose members such a subclass inherits.
ANCESTORS = {"ContainerModel", "Node", "TreeNode"}
# Libraries that users cannot name in their packages: all that they declare is for our own targets.
OWN_LIBRARIES = ["EspalierLocks", "EspalierText"]


@pytest.fixture(scope="module")
def lists():
    return {library: declarations(library) for library in LIBRARIES}


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_public_declarations_are_those_of_the_list(lists, library):
    checked_in = (LISTS / f"{library}.txt").read_text().splitlines()
    now = text(lists[library]).splitlines()
    assert now == checked_in, "run Tests/Structure/public_api.py, which rewrites docs/api, if you mean to change the public API"


def test_the_number_of_public_declarations_is_limited(lists):
    assert sum(count(lines) for lines in lists.values()) == MOST, "write the number into MOST: it is lower than the limit, or must become so"


def test_a_container_leaves_names_to_its_subclasses(lists):
    names = set().union(*(inherited_names(lines, ANCESTORS) for lines in lists.values()))
    assert len(names) == MOST_NAMES, "write the number into MOST_NAMES: it is lower than the limit, or must become so"


def test_inherited_names_are_those_of_the_ancestors():
    func, var = "swift.method", "swift.property"
    lines = [
        ("open class Node: TreeNode", "swift.class"),
        ("  final func add(_ node: Node)", func),
        ("  final func add<P>(_ plugin: P) -> P where P : Plugin", func),
        ("  init()", "swift.init"),
        ("  static var loadMore: Node { get }", "swift.type.property"),
        ("  weak var parent: ContainerModel? { get }", var),
        ("  struct Shown", "swift.struct"),
        ("    var inner: Int { get }", var),
        ("open class Plugin", "swift.class"),
        ("  func begin()", func),
        ("extension Node", EXTENSION),
        ("  func present(_ answer: @escaping (Self) -> Void = { list, _ in list.row })", func),
    ]
    assert inherited_names(lines, {"Node"}) == {"add", "parent", "present"}


@pytest.mark.parametrize(("name", "limit"), [("MOST", MOST), ("MOST_NAMES", MOST_NAMES)])
def test_the_limit_only_falls(name, limit):
    """Compares the limit with the two that commits have set before it. A copy without a history has only the one of this file."""
    changes = subprocess.run(
        ["git", "log", "-2", "--format=", "--unified=0", "-G", f"^{name} = ", "-p", "--", __file__], cwd=PACKAGE, capture_output=True, text=True
    ).stdout
    before = [int(number) for number in re.findall(rf"^\+{name} = (\d+)$", changes, re.MULTILINE)]
    limits = [limit, *before]
    assert limits == sorted(limits), "a limit was raised: remove as many public names as you add"


def test_the_demos_are_written_as_a_user_would_write_them():
    public = set().union(*(identifiers(library) for library in LIBRARIES))
    libraries = tuple(f"Sources/{library}/" for library in LIBRARIES + OWN_LIBRARIES)
    used = [
        reference
        for reference in references(modules().parent / "index/store", PACKAGE)
        if reference.file.startswith("Sources/EspalierDemos/")
        and reference.declared_in.startswith(libraries)
        and not reference.symbol.startswith(("getter:", "setter:", "modify:"))
    ]
    assert used, "the index has no reference of the demos"
    assert [reference for reference in used if reference.usr not in public] == []
