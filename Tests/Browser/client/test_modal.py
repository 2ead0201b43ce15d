"""Dialogs with `data-modal`: the focus stays inside, Escape presses the button with `data-cancel`, and the server decides."""

import threading

import pytest
from mock import at, button, cell, root
from windows import idle

CLOSE = button("footer", "close", "Close").replace("<button", "<button data-once=true data-cancel")
DIALOG = f'<dialog open data-modal aria-label="Sure?"><input aria-label="Why">{CLOSE}</dialog>'
FOOTER = f'<footer id="footer" class="Alert">{DIALOG}</footer>'
IS_MODAL = "document.querySelector('dialog')?.matches(':modal')"


@pytest.fixture
def opened(mock, live):
    """Opens a dialog by a press on the second row, whose reply brings it."""

    def opened(*effects, gone=()):
        mock.reply = lambda post: (
            mock.patch("e.3", *gone, ["-", "footer"]) if post["event"] == "close" else mock.patch("e.2", ["+", "", FOOTER], *effects))
        page = live("".join(cell(key, button(key)) for key in "abcd"))
        page.locator("#b button").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(IS_MODAL)
        return page

    return opened


def focused(page):
    return page.evaluate("document.activeElement.closest('[id]')?.id || document.activeElement.localName")


def pressed(mock):
    return [post["event"] for post in mock.posts]


@pytest.mark.parametrize("effects", [[], [["@", "footer", "focus"]]])
def test_the_focus_goes_into_the_dialog_stays_there_and_returns(mock, opened, effects):
    page = opened(*effects)
    seen = set()
    for key in ["Tab"] * 6 + ["Shift+Tab"] * 6:
        seen.add(focused(page))
        page.keyboard.press(key)
    # Between the last and the first control, the focus is at the browser's own controls.
    assert seen <= {"footer", "body"} and "footer" in seen
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.closest('#b')")
    assert pressed(mock) == ["like", "close"]


@pytest.mark.parametrize(("gone", "next_row"), [("b", "c"), ("bcd", "a")])
def test_if_the_dialog_removes_the_row_the_focus_goes_to_a_row_beside_it(opened, gone, next_row):
    page = opened(gone=[["-", key] for key in gone])
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("key => document.activeElement.closest('li')?.id === key", arg=next_row)


def test_the_page_behind_cannot_be_pressed(mock, opened):
    page = opened()
    page.evaluate("document.querySelector('#a button').focus()")
    assert focused(page) == "footer"
    box = page.locator("#a button").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    idle(page)
    assert pressed(mock) == ["like"]


def test_the_dialog_stays_until_the_server_closes_it(mock, opened):
    page = opened()
    answer, arrived = mock.reply, threading.Event()
    mock.reply = lambda post: (arrived.wait(20), answer(post))[1]
    # A browser lets a page refuse the first of several requests to close only.
    for _ in range(4):
        page.keyboard.press("Escape")
    page.wait_for_function(IS_MODAL)
    assert focused(page) == "footer"
    arrived.set()
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.closest('#b')")
    idle(page)
    assert pressed(mock) == ["like", "close"]


def test_a_refused_press_leaves_the_dialog_open(mock, opened, complaints):
    page = opened()
    mock.reply = lambda post: (422, {"Content-Type": "application/problem+json"}, b'{"title":"Not now."}')
    page.keyboard.press("Escape")
    page.locator("[data-espalier-status]", has_text="Not now.").wait_for()
    assert page.evaluate(IS_MODAL)
    complaints.clear()


def test_a_dialog_of_the_first_page_is_modal_and_keeps_what_was_typed(mock, live):
    mock.body = root(cell("a", button("a")), footer=FOOTER)
    page = live(body=True, wait=False)
    page.get_by_role("textbox").fill("Because")
    page.wait_for_function(IS_MODAL)
    assert page.get_by_role("textbox").input_value() == "Because"
    assert page.evaluate("document.activeElement.localName") == "input"


def test_an_open_dialog_follows_the_server(mock, opened):
    page = opened()
    page.get_by_role("textbox").fill("Because")
    mock.push("e.3", ["=", "footer", "0@open", None])
    page.wait_for_selector(at("e.3"))
    assert not page.evaluate(IS_MODAL) and focused(page) == "b"
    mock.push("e.4", ["=", "footer", "0@open", ""])
    page.wait_for_selector(at("e.4"))
    assert page.evaluate(IS_MODAL) and focused(page) == "footer"
    # A dialog that takes the place of another one returns the focus to where it was before the first.
    mock.push("e.5", ["-", "footer"], ["+", "", FOOTER.replace("Sure?", "Really?")])
    page.wait_for_selector(at("e.5"))
    assert page.evaluate(IS_MODAL)
    mock.push("e.6", ["-", "footer"])
    page.wait_for_selector(at("e.6"))
    assert focused(page) == "b"


def test_a_dialog_without_the_attribute_stays_as_it_is(mock, live):
    mock.body = root(cell("a", button("a")), footer=FOOTER.replace(" data-modal", ""))
    page = live(body=True)
    mock.push("e.2", ["=", "footer", "0@class", "x"])
    page.wait_for_selector(at("e.2"))
    idle(page)
    assert page.evaluate(IS_MODAL) is False
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('modal'))")
