"""A server that does not link the inspector contains nothing of it."""

from pathlib import Path

from harness import binary

MARKS = [b"EspalierInspector", b"TreePicture", b"FaultLab", b"What happened"]


def marks(program):
    content = Path(binary(program)).read_bytes()
    return [mark for mark in MARKS if mark in content]


def test_a_server_without_the_inspector_contains_none_of_it():
    assert marks("ESPALIER_TRIALS") == []


def test_the_demos_contain_the_inspector():
    assert marks("ESPALIER_DEMOS") == MARKS
