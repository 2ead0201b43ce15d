"""What is under the pointer and what is selected stays so while rows move."""

import pytest
from mock import at, button, cell, container, heard_all
from test_operations import push
from windows import idle

ROWS = "".join(cell(key, f"<p>The row {key} stands here</p>{button(key)}") for key in "abc")
MOVES = {
    "a row comes": [["+", "", cell("n", "<p>New</p>"), "a"]],
    "a row goes": [["-", "a"]],
    "the row moves": [[">", "b"]],
    "the row above grows": [["<", "a", "<p>More</p>" * 9]],
    "the row above says more": [["=", "a", "0:0", "More " * 999]],
    "a snapshot": [["!", f'<ul role="list">{cell("n", "New") + ROWS}</ul>']],
}
IS_SELECTED = "() => [`${getSelection()}`, getSelection().anchorNode?.data, getSelection().focusNode?.data]"


def presses(mock):
    return [post["node"] for post in mock.posts]


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_press_hits_the_row_that_moves_while_the_button_is_down(mock, live, open_page, moves, motion):
    page = live(ROWS, page=open_page(reduced_motion=motion))
    page.locator("[id='b'] button").hover()
    page.mouse.down()
    mock.push("e.2", *MOVES[moves])
    heard_all(mock, page)
    page.mouse.up()
    page.wait_for_selector(at("e.2"))
    idle(page)
    assert presses(mock) == ["b"]


def test_a_press_that_becomes_none_shows_what_it_held(mock, live):
    page = live(ROWS)
    page.locator("[id='b'] button").hover()
    page.mouse.down()
    mock.push("e.2", *MOVES["a row comes"])
    mock.push("e.3", ["-", "c"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0 and page.locator("[id='c']").count() == 1
    page.mouse.move(0, 0)
    page.mouse.up()
    page.wait_for_selector(at("e.3"))
    assert page.locator("[id='n']").count() == 1 and page.locator("[id='c']").count() == 0 and presses(mock) == []


def test_a_long_press_holds_for_two_seconds(mock, live):
    page = live(ROWS, clock=True)
    page.locator("[id='b'] button").hover()
    page.mouse.down()
    page.clock.run_for(1000)
    mock.push("e.2", *MOVES["a row comes"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0
    page.clock.run_for(1100)
    page.wait_for_selector(at("e.2"))
    mock.push("e.3", ["-", "n"])
    page.wait_for_selector(at("e.3"))
    page.mouse.up()


@pytest.fixture
def selecting(mock, live):
    """Opens a page and selects a text with the mouse, from a word in one row to a word in another."""

    def selecting(first, last, rows=ROWS):
        page = live(rows)
        page.locator(f"[id='{first}'] p").dblclick(position={"x": 2, "y": 5})
        page.wait_for_function("performance.getEntriesByType('resource').some(({ name }) => name.includes('selection'))")
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
    page.wait_for_function("performance.getEntriesByType('resource').some(({ name }) => name.includes('selection'))")
    page.locator("input").focus()
    page.evaluate("document.querySelector('input').setSelectionRange(2, 5)")
    idle(page)
    push(mock, page, [">", "a"])
    push(mock, page, [">", "b"], number=3)
    field = "() => { const field = document.activeElement; return [field.localName, field.selectionStart, field.selectionEnd]; }"
    assert page.evaluate(field) == ["input", 2, 5]
