"""Right to left, everything that belongs to a side is on the other side."""

import pytest

SIDES = """(element) => {
  const { borderLeftWidth, borderRightWidth } = getComputedStyle(element);
  return [parseFloat(borderLeftWidth) > 0, parseFloat(borderRightWidth) > 0];
}"""
PARTS = """(tile) => {
  const text = document.createRange();
  text.selectNodeContents(tile.querySelector('.tile'));
  const boxes = [text, ...tile.querySelectorAll('.e-handle, .e-up, .e-down')].map((part) => part.getBoundingClientRect());
  return boxes.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
}"""


@pytest.fixture
def turned(visit):
    """Opens a page, and turns it right to left."""

    def turned(path):
        page = visit(path, viewport={"width": 390, "height": 844})
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert page.evaluate("document.documentElement.scrollWidth === document.documentElement.clientWidth")
        return page

    return turned


@pytest.mark.parametrize(("path", "selector"), [("/reorder", ".rule"), ("/feed", ".Remark")])
def test_the_bar_beside_a_text_is_where_its_lines_begin(turned, path, selector):
    line = turned(path).locator(selector).first
    assert line.evaluate(SIDES) == [False, True]
    line.evaluate("() => { document.documentElement.dir = 'ltr'; }")
    assert line.evaluate(SIDES) == [True, False]


def test_a_tile_shows_its_number_beside_its_handle_and_its_arrows_point_outwards(turned):
    tile = turned("/reorder").locator(".Tile").nth(6)
    tile.locator(".e-handle").click()
    text, handle, back, forth = tile.evaluate(PARTS)
    assert text["left"] >= handle["right"] or text["top"] >= handle["bottom"]
    assert back["left"] > forth["right"]
    turns = [tile.locator(step).evaluate("step => getComputedStyle(step, '::before').transform") for step in (".e-up", ".e-down")]
    tile.evaluate("() => { document.documentElement.dir = 'ltr'; }")
    assert turns == [tile.locator(step).evaluate("step => getComputedStyle(step, '::before').transform") for step in (".e-down", ".e-up")]


def test_the_month_begins_on_the_right_and_the_keys_follow(turned):
    page = turned("/calendar")
    first, second = (page.locator("button.day").nth(number).bounding_box() for number in (0, 1))
    assert first["x"] > second["x"]
    page.locator("button.day[tabindex='-1']").first.wait_for()
    page.locator("button.day").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.innerText.trim()") == "2"


@pytest.mark.parametrize("path", ["/cart", "/timeline"])
def test_a_row_is_mirrored(turned, path):
    page = turned(path)
    texts, controls = {"/cart": (".product", ".stepper"), "/timeline": (".said", "button.more")}[path]
    assert page.locator(texts).first.bounding_box()["x"] > page.locator(controls).first.bounding_box()["x"]
