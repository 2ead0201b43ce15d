"""A selected text stays selected while rows move."""

import pytest
from mock import button, cell, container
from test_operations import push
from windows import idle

ROWS = "".join(cell(key, f"<p>The row {key} stands here</p>{button(key)}") for key in "abc")
IS_SELECTED = "() => [`${getSelection()}`, getSelection().anchorNode?.data, getSelection().focusNode?.data]"


@pytest.fixture
def selecting(mock, live):
    """Opens a page and selects a text with the mouse, from a word in one row to a word in another."""

    def selecting(first, last, rows=ROWS):
        page = live(rows)
        page.locator(f"[id='{first}'] p").dblclick(position={"x": 2, "y": 5})
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('selection'))")
        idle(page)
        page.evaluate("""([first, last]) => {
          const [from, to] = [first, last].map((id) => document.getElementById(id).querySelector('p').firstChild);
          getSelection().setBaseAndExtent(from, 4, to, 9);
        }""", [first, last])
        return page, page.evaluate(IS_SELECTED)

    return selecting


@pytest.mark.parametrize(("first", "last", "ops"), [
    ("b", "b", [[">", "b"]]),
    ("b", "b", [[">", "b", "a"], ["=", "b", "1:0", "Liked"]]),
    ("b", "c", [[">", "b", "a"]]),
    ("c", "b", [[">", "c", "a"]]),
    ("b", "c", [[">", "c", "a"], [">", "b", "c"]]),
    ("b", "b", [["+", "", cell("n", "New"), "a"], ["-", "a"], [">", "b"]]),
])
def test_a_text_stays_selected_when_its_row_moves(mock, selecting, first, last, ops):
    page, before = selecting(first, last)
    assert "stands" in before[0] or before[0] == "row b"
    push(mock, page, *ops)
    after = page.evaluate(IS_SELECTED)
    # Other rows may be between the ends now.
    assert after[1:] == before[1:] and after[0] and (after == before or first != last)


def test_a_text_stays_selected_when_its_row_goes_to_another_section(mock, selecting):
    sections = container("s", cell("s/b", "<p>The row stands here</p>")) + container("t", cell("t/x", "Other"))
    page, before = selecting("s/b", "s/b", sections)
    push(mock, page, ["^", "s/b", "t/b", "x"])
    assert page.evaluate(IS_SELECTED) == before and before[0] == "row s"


def test_a_shorter_text_is_selected_to_its_end_and_a_removed_one_is_not(mock, selecting):
    page, _ = selecting("b", "b")
    push(mock, page, [">", "b"], ["=", "b", "0:0", "The r"])
    assert page.evaluate(IS_SELECTED)[0] == "r"
    push(mock, page, ["-", "b"], number=3)
    assert page.evaluate(IS_SELECTED)[0] == ""


def test_the_selection_of_a_field_stays_its_own(mock, live):
    page = live(cell("a", "<p>Row</p>") + cell("b", '<form method="post" action="/list/events"><input name="x" value="espalier"></form>'))
    page.locator("[id='a'] p").dblclick()
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('selection'))")
    page.locator("input").focus()
    page.evaluate("document.querySelector('input').setSelectionRange(2, 5)")
    idle(page)
    push(mock, page, [">", "a"])
    push(mock, page, [">", "b"], number=3)
    field = "() => { const field = document.activeElement; return [field.localName, field.selectionStart, field.selectionEnd]; }"
    assert page.evaluate(field) == ["input", 2, 5]
