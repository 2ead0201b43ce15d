"""Each public name of 0.1 is public now, or `docs/migrating.md` says what to write instead."""

import pytest
from migration import DOCUMENT, OLD, TABLE, declarations, document, gone, parsed, superclasses, table, unknown_names
from public_api import LISTS

RERUN = "run Tests/Structure/migration.py, which makes docs/migrating.md"


@pytest.fixture(scope="module")
def now():
    return declarations(LISTS)


@pytest.fixture(scope="module")
def lost(now):
    return gone(declarations(OLD), now, superclasses())


def test_each_name_that_is_gone_is_in_the_table(lost):
    missing = sorted({old.name for old in lost} - set(table()))
    assert missing == [], f"say in {TABLE.name} what to write instead"


def test_the_table_has_no_name_that_is_used_as_before(lost):
    assert sorted(set(table()) - {old.name for old in lost}) == []


def test_the_table_names_only_what_is_public(now):
    assert unknown_names(table(), now) == []


def test_the_document_is_made_from_the_table(lost):
    assert DOCUMENT.read_text() == document(lost, table()), RERUN


def test_a_list_that_is_compared_with_itself_loses_nothing(now):
    assert gone(now, now, superclasses()) == []


def read(*lines):
    return [parsed("Espalier", ("Leaf",) if line.startswith("  ") else (), line.strip()) for line in ("struct Leaf", *lines)]


@pytest.mark.parametrize(
    ("old", "new", "is_lost"),
    [
        ("  func turn(by angle: Int)", "  func turn(by angle: Int)", False),
        ("  func turn(by angle: Int)", "  func turn(by angle: Int, in time: Duration = .zero)", False),
        ("  func turn(by angle: Int)", "  func turn(by angle: Int, in time: Duration)", True),
        ("  func turn(by angle: Int)", "  func turn(to angle: Int)", True),
        ("  func turn(by angle: Int = 1)", "  func turn(by angle: Int)", True),
        ("  func turn(by angle: Int)", "  func turn(by angle: Double)", True),
        ("  func map<A>(_ work: @escaping (A, Int) -> [A : A]) -> A", "  func map<A>(_ work: @escaping (A, Int) -> [A : A]) -> A", False),
        ("  static func < (one: Leaf, other: Leaf) -> Bool", "  static func < (one: Leaf, other: Leaf) -> Bool", False),
        ("  init?(_ text: String)", "  init(_ text: String)", False),
        ("  let size: Int", "  var size: Int { get }", False),
        ("  var size: Int", "  var size: Int { get }", True),
        ("  var size: Int", "  var size: Double", True),
        ("  case dry", "  case dry", False),
        ("  case dry", "  case dry(Int)", True),
        ("  case wet(Int)", "  case wet(Int)", False),
        ("struct Stem", "struct Stem: Sendable", False),
        ("struct Stem", "enum Stem", True),
        ("struct Stem", "struct Stalk", True),
    ],
)
def test_a_name_is_lost_if_its_users_must_write_something_else(old, new, is_lost):
    assert len(gone(read(old), read(new), {})) == is_lost


def test_the_members_of_a_lost_type_are_lost_with_it():
    assert [old.name for old in gone(read("  let size: Int"), [], {})] == ["Leaf"]


def test_a_member_that_a_superclass_has_is_kept():
    leaf, plant = parsed("Espalier", (), "class Leaf"), parsed("Espalier", (), "class Plant")
    old, new = (parsed("Espalier", (name,), "var title: String") for name in ("Leaf", "Plant"))
    assert gone([leaf, old], [leaf, plant, new], {"Leaf": "Plant"}) == []
    assert gone([leaf, old], [leaf, plant, new], {}) == [old]
