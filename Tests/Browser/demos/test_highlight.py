"""The demo of rows that are highlighted: F77, capability E20, case PLG-04."""

import pytest
from harness import Server, until
from windows import idle

BIRD = "#robin"
LOOKS = pytest.mark.parametrize("look", ["Calm", "Lively", "Lines"])


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait as long as they do for visitors."""
    server = Server()
    yield server
    assert server.stop() == 0 and server.complaints() == []


def style(page):
    """How the row looks: its background, shadow, outline and size."""
    return page.eval_on_selector(BIRD, """row => {
      const { backgroundColor, boxShadow, outlineStyle, scale } = getComputedStyle(row);
      return [backgroundColor, boxShadow, outlineStyle, scale].join(' ');
    }""")


@LOOKS
def test_hover_press_and_focus_change_how_a_row_looks(visit, look):
    page = visit("/highlight")
    page.get_by_role("button", name=look).click()
    page.wait_for_selector(f"button[aria-pressed=true]:text-is('{look}')")
    page.mouse.move(0, 0)
    usual = style(page)
    page.locator(BIRD).hover()
    hovered = style(page)
    page.mouse.down()
    pressed = style(page)
    page.mouse.move(0, 0)
    page.mouse.up()
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.evaluate(f"document.querySelector('{BIRD}').contains(document.activeElement)"):
            break
        page.keyboard.press("Tab")
    focused = style(page)
    assert usual not in (hovered, focused)
    assert look == "Calm" or pressed != hovered


@pytest.mark.parametrize("javascript", [True, False])
def test_a_pressed_row_is_highlighted_and_not_selected(visit, javascript):
    page = visit("/highlight", javascript=javascript)
    page.locator(BIRD).get_by_role("button").click()
    page.locator(f"{BIRD}.e-flash").wait_for()
    assert page.locator("output", has_text="Robin: a thin silver thread").count() == 1
    assert page.locator(".e-selected").count() == 0
    if javascript:
        page.wait_for_selector(f"{BIRD}:not(.e-flash)")
    else:
        until(lambda: page.reload() and page.locator(".e-flash").count() == 0)


def test_everybody_sees_the_highlight(visit, open_page, server):
    page, other = visit("/highlight"), open_page()
    other.goto(f"{server}/highlight")
    other.wait_for_selector("html[data-espalier=live]")
    page.get_by_role("button", name="Call a bird").click()
    other.locator(".Bird.e-flash").wait_for()
    other.wait_for_function("() => !document.querySelector('.e-flash')")


def test_rows_may_stay_selected(visit):
    """PLG-04: a press marks a row, and another press unmarks it."""
    page = visit("/highlight")
    stay = page.get_by_role("button", name="Stay selected")
    stay.click()
    page.wait_for_selector("button[aria-pressed=true]:text-is('Stay selected')")
    row = page.locator(BIRD)
    row.get_by_role("button").click()
    page.wait_for_selector(f"{BIRD}.e-selected")
    row.get_by_role("button").click()
    page.wait_for_selector(f"{BIRD}:not(.e-selected)")
    stay.click()
    idle(page)


def test_the_sheet_comes_only_with_the_plugin(visit):
    def sheets(path):
        return visit(path).locator("link[href^='/espalier'][href$='/highlight.css']").count()

    assert (sheets("/highlight"), sheets("/names")) == (1, 0)
