"""Mistakes that the types of the library prevent: a correct line compiles, and its wrong variant does not."""

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
# The rule, a correct line, and a wrong line with a part of the compiler's error.
CASES = [
    ("a cell shows content of its own type: C17, H-F4", "cell.content = Photo()", "cell.content = Title()",
     "cannot assign value of type 'Title' to type 'Photo'"),
    ("a cell needs a content: C17, H-A20", "list.add(CellModel(Title()))", "list.add(CellModel(Loose()))",
     "requires that 'Loose' conform to 'Content'"),
    ("an event is sent with data of its type: H-A1", 'list.send(Names.like, "A")', "list.send(Names.like, 7)",
     "cannot convert value of type 'Int' to expected argument type 'String'"),
    ("a handler receives data of its event's type: H-A1", "list.on(Names.like) { _, name in let _: String = name }",
     "list.on(Names.like) { _, name in let _: Int = name }", "cannot convert value of type 'String' to specified type 'Int'"),
    ("data is read with its own type: H-A1", "let _: Int? = list[Names.total]",
     "let _: String? = list[Names.total]", "String"),
    ("only optional data can be set to nil: H-A2", "list.share(nil, to: Names.chosen)", "list.share(nil, to: Names.total)",
     "'nil' is not compatible with expected argument type 'Int'"),
    ("only optional data gives its handlers nil: H-A2", "cell.subscribe(to: Names.chosen) { let _: Int? = $1 }",
     "cell.subscribe(to: Names.total) { let _: String? = $1 }", "String"),
    ("a closure is not taken for a value: H-A26", "list.share(to: Names.total) { 7 }", "list.share({ 7 }, to: Names.total)",
     "does not accept a closure"),
    ("a layout is set and not overridden, so there is no second one: H-A6", "list.layout = .grid",
     "class Mine: ContainerModel { override var layout: Layout { get { .grid } set {} } }", "final"),
    ("a content holds no object that can be changed: H-F2",
     "struct Mine: Content { var box = Loose(); var html: HTML { \"\" } }",
     "struct Mine: Content { var box = Shared(); var html: HTML { \"\" } }", "non-Sendable"),
    ("a misspelt requirement does not pass for the right one: H-B9",
     "struct Mine: Content { var html: HTML { \"\" } }", "struct Mine: Content { var htm: HTML { \"\" } }",
     "does not conform to protocol 'Content'"),
    ("a binding's key is a property of its model: H-D12", "let model = Signal(Photo()); cell.listen(to: model, \\.text) { _, _, _ in }",
     "let model = Signal(Photo()); cell.listen(to: model, \\.txt) { _, _, _ in }", "has no"),
    ("children change only through methods: H-A16", "list.add(cell)", "list.children = [cell]", "get-only property"),
]  # fmt: skip


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """The compiler's errors for the correct lines and for the wrong lines, by the number of the case."""
    modules = Path(binary()).parent / "Modules"
    assert modules.is_dir(), f"{modules} is missing. Build the demo server."
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
