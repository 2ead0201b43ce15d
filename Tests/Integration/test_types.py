"""What the types of the library rule out: a line that is right compiles, and its wrong twin does not."""

import re
import subprocess
from pathlib import Path

import pytest
from harness import binary

DECLARATIONS = """
import Espalier
struct Photo: Content { var text = ""; var html: HTML { "<p>\\(text)</p>" } }
struct Title: Content { var text = ""; var html: HTML { "<h2>\\(text)</h2>" } }
struct Loose: Hashable, Codable { var text = "" }
final class Shared: Hashable, Codable {
  var text = ""
  static func == (left: Shared, right: Shared) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
enum Names {
  static let like = Event<String>("like")
  static let total = SharedData<Int>("total")
  static let chosen = SharedData<Int?>("chosen")
}
"""
FRAME = "func line{0}(_ list: ContainerModel, _ cell: CellModel<Photo>) {{ {1} }}\n"
# What is ruled out, a line that is right, and a wrong one with what is said of it.
CASES = [
    ("C17 H-F4 a cell shows content of its own type", "cell.content = Photo()", "cell.content = Title()",
     "cannot assign value of type 'Title' to type 'Photo'"),
    ("C17 H-A20 a cell is something that can be shown", "list.add(CellModel(Title()))", "list.add(CellModel(Loose()))",
     "requires that 'Loose' conform to 'Content'"),
    ("H-A1 an event is sent with data of its type", 'list.send(Names.like, "A")', "list.send(Names.like, 7)",
     "cannot convert value of type 'Int' to expected argument type 'String'"),
    ("H-A1 a handler receives data of its event's type", "list.on(Names.like) { _, name in let _: String = name }",
     "list.on(Names.like) { _, name in let _: Int = name }", "cannot convert value of type 'String' to specified type 'Int'"),
    ("H-A1 data is looked up as what it is", "let _: Int? = list.value(of: Names.total)",
     "let _: String? = list.value(of: Names.total)", "type 'Int?' to type 'String?'"),
    ("H-A2 only what may be empty can be emptied", "list.share(nil, to: Names.chosen)", "list.share(nil, to: Names.total)",
     "'nil' is not compatible with expected argument type 'Int'"),
    ("H-A2 who is told of nothing listens to what may be empty",
     "cell.subscribe(to: Names.chosen, onEmpty: { _ in }) { _, _ in }",
     "cell.subscribe(to: Names.total, onEmpty: { _ in }) { _, _ in }", "'SharedData<Int>'"),
    ("H-A26 a supplier is not taken for a value", "list.share(to: Names.total) { 7 }", "list.share({ 7 }, to: Names.total)",
     "cannot convert"),
    ("H-A6 a layout is set, not overridden, so there is no second one", "list.layout = .grid",
     "class Mine: ContainerModel { override var layout: Layout { get { .grid } set {} } }", "final"),
    ("H-F2 a content holds no object that is changed in place",
     "struct Mine: Content { var box = Loose(); var html: HTML { \"\" } }",
     "struct Mine: Content { var box = Shared(); var html: HTML { \"\" } }", "non-Sendable"),
    ("H-A16 children are changed by verbs alone", "list.add(cell)", "list.children = [cell]", "setter is inaccessible"),
]  # fmt: skip


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What the compiler says of the right lines and of the wrong ones, by the case's number."""
    modules = Path(binary()).parent / "Modules"
    assert modules.is_dir(), f"{modules} is not there; it is made by the build of the demo server."
    folder = tmp_path_factory.mktemp("types")

    def check(name, lines):
        file = folder / f"{name}.swift"
        file.write_text(DECLARATIONS + "".join(FRAME.format(number, line) for number, line in enumerate(lines)))
        arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", str(modules), str(file)]
        said = subprocess.run(arguments, capture_output=True, text=True, timeout=120).stderr
        first = DECLARATIONS.count("\n") + 1
        errors = {}
        for line, text in re.findall(rf"^{re.escape(str(file))}:(\d+):\d+: error: (.*)$", said, re.M):
            errors.setdefault(int(line) - first, []).append(text)
        assert all(number in range(len(lines)) for number in errors), said
        return errors

    return check("right", [right for _, right, _, _ in CASES]), check("wrong", [wrong for _, _, wrong, _ in CASES])


@pytest.mark.parametrize("number", range(len(CASES)), ids=[name for name, *_ in CASES])
def test_a_wrong_line_does_not_compile(complaints, number):
    right, wrong = complaints
    assert number not in right, right
    assert any(CASES[number][3] in text for text in wrong.get(number, [])), wrong
