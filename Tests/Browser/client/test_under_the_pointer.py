"""A press hits its row, also if a patch moves the row while the button is down."""

import pytest
from driver import DOWN, UP, Page
from mock import at, button, cell, heard_all, root, until
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
STATE = "() => [document.documentElement.dataset.espalier, document.querySelector('[data-version]').dataset.version]"
HOLDS = "() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('hold') && responseEnd)"
BUTTON = "[id='b'] button"


def presses(mock):
    return [post["node"] for post in mock.posts]


def point(page):
    """Moves the mouse to the button of the row `b`, and waits until the page can hold patches."""
    page.act("pointer", [page.move(BUTTON)]) if isinstance(page, Page) else page.hover(BUTTON)
    until(lambda: page.evaluate(HOLDS))
    page.idle() if isinstance(page, Page) else idle(page)


def down(page):
    page.act("pointer", [DOWN]) if isinstance(page, Page) else page.mouse.down()


def up(page):
    page.act("pointer", [UP]) if isinstance(page, Page) else page.mouse.up()


@pytest.mark.parametrize("moves", MOVES)
def test_a_press_hits_the_row_that_moves_while_the_button_is_down(mock, window, moves):
    mock.body = root(ROWS)
    window.goto(mock.url + "/list")
    until(lambda: window.evaluate(STATE) == ["live", "e.1"])
    point(window)
    down(window)
    before = window.evaluate("heard.patch")
    mock.push("e.2", *MOVES[moves])
    until(lambda: window.evaluate("heard.patch") > before)
    assert window.evaluate(STATE) == ["live", "e.1"]
    up(window)
    until(lambda: window.evaluate(STATE) == ["live", "e.2"])
    until(lambda: presses(mock) == ["b"])


@pytest.mark.parametrize("moves", MOVES)
def test_it_does_so_with_animations(mock, live, open_page, moves):
    page = live(ROWS, page=open_page(reduced_motion="no-preference"))
    point(page)
    down(page)
    mock.push("e.2", *MOVES[moves])
    heard_all(mock, page)
    up(page)
    page.wait_for_selector(at("e.2"))
    idle(page)
    assert presses(mock) == ["b"]


def test_a_press_that_becomes_none_shows_what_it_held(mock, live):
    page = live(ROWS)
    point(page)
    down(page)
    mock.push("e.2", *MOVES["a row comes"])
    mock.push("e.3", ["-", "c"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0 and page.locator("[id='c']").count() == 1
    page.mouse.move(0, 0)
    up(page)
    page.wait_for_selector(at("e.3"))
    assert page.locator("[id='n']").count() == 1 and page.locator("[id='c']").count() == 0 and presses(mock) == []


def test_a_press_that_the_window_takes_away_shows_what_it_held(mock, live):
    page = live(ROWS)
    point(page)
    down(page)
    mock.push("e.2", *MOVES["a row comes"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_selector(at("e.2"))
    up(page)


def test_the_focus_that_a_press_moves_ends_no_hold(mock, live):
    page = live(ROWS + cell("f", "<input>"))
    page.focus("input")
    point(page)
    down(page)
    assert page.evaluate("document.activeElement.localName") == "button"
    page.clock.install()
    page.clock.run_for(500)
    mock.push("e.2", *MOVES["a row comes"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0
    up(page)
    page.clock.run_for(500)
    page.wait_for_selector(at("e.2"))
    assert presses(mock) == ["b"]


def test_a_long_press_holds_for_two_seconds(mock, live):
    page = live(ROWS, clock=True)
    with page.expect_response("**/hold.js"):
        page.hover(BUTTON)
    page.evaluate("import('/espalier/hold.js').then(() => {})")
    down(page)
    page.clock.run_for(1000)
    mock.push("e.2", *MOVES["a row comes"])
    heard_all(mock, page)
    assert page.locator("[id='n']").count() == 0
    page.clock.run_for(1100)
    page.wait_for_selector(at("e.2"))
    mock.push("e.3", ["-", "n"])
    page.wait_for_selector(at("e.3"))
    up(page)
