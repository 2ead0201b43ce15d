"""Sticky rows, each case in its own window. With JavaScript they push each other, without it they cover: H-A12."""

import pytest
from harness import until
from live import LAYOUT_BOXES, cell
from windows import idle

PLACES = """([address, at, keys]) => {
  const frame = document.getElementById(address);
  const strip = frame.querySelector('.e-strip > ul');
  const from = frame.getBoundingClientRect();
  if (at !== null) (strip ?? frame)[strip ? 'scrollLeft' : 'scrollTop'] = at;
  return keys.map((key) => {
    const { x, y, right } = document.getElementById(`${address}/${key}`).getBoundingClientRect();
    if (!strip) return y - from.y;
    return getComputedStyle(frame).direction === 'rtl' ? from.right - right : x - from.x;
  });
}"""
# Each scroll position of a list, and the places of its sticky rows at this position.
LIST = [(0, [0, 500]), (300, [0, 200]), (480, [-20, 20]), (500, [-40, 0]), (620, [-40, 0]), (300, [0, 200])]
PUSHED = {
    "sticky": ("H1 H2", LIST),
    "sticky-offset": ("H1 H2", [
        (0, [30, 500]), (300, [30, 200]), (450, [10, 50]), (470, [-10, 30]), (620, [-10, 30]), (300, [30, 200])]),
    "sticky-pinned": ("P1 H1 H2", [(0, [0, 20, 520]), (300, [0, 20, 220]), (480, [0, 0, 40]), (600, [0, -20, 20])]),
    "sticky-stack": ("P1 P2 H1 H2", [(0, [0, 30, 50, 550]), (300, [0, 30, 50, 250]), (480, [0, 30, 30, 70]), (600, [0, 30, 10, 50])]),
    # Two rows begin the first line side by side, and two rows begin the line at 340.
    "sticky-grid": ("b1 b2 b17 b18", [
        (0, [0, 0, 340, 340]), (200, [0, 0, 140, 140]), (300, [-40, -40, 40, 40]), (340, [-80, -80, 0, 0]), (400, [-80, -80, 0, 0]),
        (0, [0, 0, 340, 340])]),
    # H2 begins at 60 in the other column, beside H1; H3 begins at 300, below both.
    "sticky-waterfall": ("H1 H2 H3", [(0, [0, 60, 300]), (50, [0, 10, 250]), (200, [0, 0, 100]), (270, [-70, -10, 30]), (400, [-100, -40, 0])]),
    "sticky-strip": ("H1 H2", [(0, [0, 500]), (300, [0, 200]), (480, [-20, 20]), (500, [-40, 0]), (540, [-40, 0]), (300, [0, 200])]),
    "sticky-strip-pinned": ("P1 H1 H2", [(0, [0, 30, 500]), (300, [0, 30, 200]), (450, [0, 10, 50]), (500, [0, -10, 30])]),
}
PUSHED["sticky-flow"] = PUSHED["sticky-grid"]


@pytest.fixture
def cases(visit):
    return lambda javascript=True: visit("/layout", javascript=javascript, viewport={"width": 500, "height": 800})


@pytest.fixture
def pushing(cases):
    """Opens the cases, and waits for the module that makes rows push each other."""
    def open_cases():
        page = cases()
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sticky.js'))")
        return page

    return open_cases


def places(page, case, keys, at=None):
    return page.evaluate(PLACES, [f"{case}/frame", at, keys])


def wait_places(page, case, at, keys, wanted):
    """Scrolls a window, and waits until its rows are at these places: a module moves them in the next frame."""
    places(page, case, keys, at)
    seen = []

    def are_there():
        seen[:] = places(page, case, keys)
        return seen == pytest.approx(wanted, abs=0.1)

    try:
        until(are_there)
    except AssertionError:
        assert (case, at, seen) == (case, at, wanted)


@pytest.mark.parametrize("case", PUSHED)
def test_the_next_sticky_row_pushes_those_before_it(pushing, case):
    """Case LAY-10."""
    page = pushing()
    keys, steps = PUSHED[case]
    for at, wanted in steps:
        wait_places(page, case, at, keys.split(), wanted)
    wait_places(page, case, 0, keys.split(), steps[0][1])
    page.wait_for_function("(id) => !document.getElementById(id).querySelector('[style]')", arg=f"{case}/frame")


# The distance from the window's edge at which each row sticks, if it is not 0.
EDGES = {"sticky-offset": {"H1": 30, "H2": 30}, "sticky-pinned": {"H1": 20, "H2": 20}, "sticky-stack": {"P2": 30, "H1": 50, "H2": 50},
         "sticky-strip-pinned": {"H1": 30, "H2": 30}}


@pytest.mark.parametrize("case", PUSHED)
def test_without_javascript_sticky_rows_stick_and_the_next_one_covers(cases, case):
    """Case LAY-10."""
    page = cases(javascript=False)
    keys, steps = PUSHED[case]
    edges = [EDGES.get(case, {}).get(key, 0) for key in keys.split()]
    for at, pushed in steps:
        stuck = [max(place, edge) for place, edge in zip(pushed, edges)]
        assert places(page, case, keys.split(), at) == pytest.approx(stuck, abs=0.1), at


def test_sticky_rows_side_by_side_stay_at_the_recorded_places(pushing):
    """They are there before anybody scrolls, and after each list has scrolled and returned."""
    page = pushing()
    for case in ("sticky-grid", "sticky-flow", "sticky-waterfall", "sticky-strip"):
        rows = {address.rsplit("/", 1)[1]: box for address, box in LAYOUT_BOXES[case].items() if address.count("/") == 2}
        axis = 0 if "strip" in case else 1
        assert len(rows) > 5
        wait_places(page, case, 30, list(rows), places(page, case, list(rows), 30))
        wait_places(page, case, 0, list(rows), [box[axis] for box in rows.values()])


def test_in_a_right_to_left_page_a_strip_sticks_on_the_right(pushing):
    page = pushing()
    page.evaluate("document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize'))")
    keys, steps = PUSHED["sticky-strip"]
    for at, wanted in steps:
        wait_places(page, "sticky-strip", -at, keys.split(), wanted)


def test_after_a_change_of_width_other_rows_push_each_other(pushing):
    """A flow with four rows in a line becomes one with one row in a line. Then the second row pushes the first."""
    page = pushing()
    wait_places(page, "sticky-flow", 300, ["b1", "b2", "b17"], [-40, -40, 40])
    page.locator("[id='sticky-flow']").evaluate("(item) => { item.style.width = '120px' }")
    wait_places(page, "sticky-flow", 0, ["b1", "b2"], [0, 85])
    wait_places(page, "sticky-flow", 45, ["b1", "b2"], [-40, 40])


def test_the_keys_scroll_a_window(cases):
    page = cases()
    frame = page.locator("[id='sticky/frame']")
    cell(page, "sticky/frame/rows").locator("[tabindex]").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("(id) => document.getElementById(id).scrollTop > 0", arg="sticky/frame")
    assert frame.evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")


def test_a_page_without_sticky_rows_does_not_load_their_module(visit):
    page = visit("/cart")
    page.wait_for_selector("html[data-espalier=live]")
    idle(page)
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sticky.js'))")


@pytest.mark.parametrize("path", ["/posts", "/alphabet", "/table", "/category", "/chat", "/feed"])
def test_in_a_window_that_is_enlarged_four_times_a_third_at_most_is_covered(visit, path):
    """A window of 1,280 by 1,024 pixels at 400 % (WCAG 1.4.10)."""
    page = visit(path, viewport={"width": 320, "height": 256})
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })")
    idle(page)
    covered = page.evaluate("""() => {
      const isStuck = (element) => element && (/sticky|fixed/.test(getComputedStyle(element).position) || isStuck(element.parentElement));
      const heights = [...Array(256).keys()];
      return heights.filter((y) => [20, 160, 300].every((x) => isStuck(document.elementFromPoint(x, y)))).length;
    }""")
    assert covered <= 256 / 3
