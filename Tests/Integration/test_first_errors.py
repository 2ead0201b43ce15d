"""The errors that everybody makes in the first hour say what to do."""

import pytest

from modules import check

HEAD = "import Espalier\n"
ROW = HEAD + "struct Row: Content {{ var html: HTML {{ \"<p>row</p>\" }} }}\nfinal class List: ContainerModel {{ {body} }}\n"


@pytest.fixture
def errors(tmp_path):
    def errors(source):
        path = tmp_path / "First.swift"
        path.write_text(source)
        return check(path)

    return errors


def test_the_modules_of_the_build_can_be_used(errors):
    assert errors(ROW.format(body="override init() { super.init() }")) == []


def test_a_task_that_can_throw_asks_for_failed(errors):
    found = errors(ROW.format(body="""
      func load() { task { try await Task.sleep(for: .seconds(1)); return 1 } then: { (list, number: Int) in } }
    """))
    assert len(set(found)) == 1 and "add `failed: { node, error in … }` after `then`" in found[0], found


def test_a_task_that_cannot_throw_needs_no_failed(errors):
    assert errors(ROW.format(body="""
      func load() {
        task { 1 } then: { list, number in print(number) }
        task { await Task.yield() } then: { _, _ in }
        task { try await Task.sleep(for: .seconds(1)) } then: { _, _ in } failed: { _, error in print(error) }
      }
    """)) == []


@pytest.mark.parametrize("field", [
    "var press: () -> Void",
    "var press: @Sendable () -> Void",
    "var press: (@Sendable () -> Void)?",
])
def test_a_closure_in_a_row_asks_for_a_command(errors, field):
    found = errors(HEAD + f'struct Row: Content {{ {field}\n  var html: HTML {{ "<button \\(press)>Press</button>" }} }}\n')
    assert any("make it a Command, as in `var delete = Command.nop`" in error for error in found), found


def test_a_closure_with_data_asks_for_a_command(errors):
    found = errors(HEAD + """
struct Row: Content {
  var choose: @Sendable (Int) -> Void
  var html: HTML { "<button \\(choose, sends: 3)>Three</button>" }
}
""")
    assert any("make it a Command, as in `var choose = Command<Int>.nop`" in error for error in found), found


def test_other_interpolations_are_as_before(errors):
    assert errors(HEAD + """
struct Row: Content {
  var text = "a", number = 1, size = 1.5, delete = Command.nop, choose = Command<Int>.nop
  var part: HTML? { nil }
  var parts: [HTML] { [] }
  static let add = Event<String>("add")
  var html: HTML {
    \"\"\"
    <p>\\(text)\\(number)\\(size)\\(part)\\(parts)\\("<hr>" as HTML)\\(number > 0 ? "x" : "y")</p>\\
    <button \\(delete) \\("disabled", when: number == 1)>Delete</button><button \\(choose, sends: 3)>Three</button>\\
    <form \\(Self.add)><input name="data"></form>
    \"\"\"
  }
}
""") == []
