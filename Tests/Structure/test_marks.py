"""The marks of containers: each is one bit, which a feature declares in its own folder."""

import re
from pathlib import Path

CORE = Path(__file__).resolve().parents[2] / "Sources/Espalier"
DECLARATION = re.compile(r"^  static let (\w+) = number\((\d+)\)$", re.MULTILINE)
BITS = 8


def marks():
    """The number and the name of each mark, with its file."""
    return sorted(
        (int(number), name, str(path.relative_to(CORE)))
        for path in CORE.rglob("*.swift")
        if "extension ContainerMarks {" in (text := path.read_text())
        for name, number in DECLARATION.findall(text)
    )


def test_no_two_features_have_the_same_mark():
    found = marks()
    assert found, "no mark was found"
    assert [number for number, _, _ in found] == list(range(len(found))), found
    assert len(found) <= BITS


def test_the_lowest_layer_declares_no_mark():
    assert [mark for mark in marks() if mark[2].startswith("Tree/Model/")] == []
