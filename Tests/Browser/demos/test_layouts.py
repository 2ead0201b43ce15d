"""Measured boxes: the browser's layout equals the known cases and the recorded boxes, with and without JavaScript."""

import pytest
from live import LAYOUT_BOXES

BOXES = """
() => Object.fromEntries([...document.querySelectorAll('.LayoutCase > ul > li')].map((frame) => {
  const from = frame.getBoundingClientRect();
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x - from.x, y - from.y, width, height].map((number) => Math.round(number * 100) / 100);
  };
  return [frame.id, Object.fromEntries([frame, ...frame.querySelectorAll('li')].map((row) => [row.id, box(row)]))];
}))"""
# The known positions of the rows, by case and by the address in the frame of the case.
KNOWN = {
    # LAY-01
    "grid-of-boxes": {"title": (0, 0), "grid/b1": (20, 50), "grid/b2": (105, 50), "grid/b3": (190, 50), "grid/b4": (275, 50), "grid/b5": (20, 135)},
    # LAY-02
    "waterfall": {"falls/b1": (15, 50), "falls/b2": (192, 50), "falls/b3": (192, 110), "falls/b4": (15, 160), "falls/b5": (192, 180),
               "falls/b6": (15, 210)},
    # LAY-03
    "waterfall-of-equals": {"falls/b1": (0, 0), "falls/b2": (100, 0), "falls/b3": (0, 50), "falls/b4": (100, 50)},
    # LAY-04
    "month": {"year": (0, 0), "month/label": (0, 50), "month/b1": (100, 50), "month/b3": (270, 50), "month/b4": (100, 135),
               "month/b6": (270, 135), "month/tile": (100, 220)},
    # LAY-07, LAY-08, LAY-09
    "margins": {"inner/b1": (0, 10)},
    "shops": {"one/title": (0, 0), "one/p1": (0, 50), "one/p2": (0, 170), "two/title": (0, 310), "two/p1": (0, 360), "total": (0, 500)},
    "line-starts": {"a": (0, 0), "inner/b": (0, 30), "c": (0, 60), "d": (0, 90), "e": (80, 90)},
    # A59
    "background": {"all": (0, 0), "b1": (30, 10)},
}
KNOWN["flow-of-boxes"] = KNOWN["grid-of-boxes"]
HEIGHTS = {"grid-of-boxes": 215, "flow-of-boxes": 215, "waterfall": 300, "waterfall-of-equals": 60, "month": 260, "shops": 550, "background": 80}


@pytest.fixture
def cases(visit):
    return lambda javascript=True: visit("/layout", javascript=javascript, viewport={"width": 500, "height": 800})


@pytest.mark.parametrize("javascript", [True, False])
def test_the_boxes_equal_those_of_the_cases(cases, javascript):
    measured = cases(javascript).evaluate(BOXES)
    for case, places in KNOWN.items():
        frame = f"{case}/frame"
        assert {key: tuple(measured[frame][f"{frame}/{key}"][:2]) for key in places} == places, case
    assert {case: measured[f"{case}/frame"][f"{case}/frame"][3] for case in HEIGHTS} == HEIGHTS


def test_the_boxes_equal_the_recorded_ones(cases):
    """The cases include random trees of layouts."""
    measured = cases().evaluate(BOXES)
    assert sum(map(len, LAYOUT_BOXES.values())) > 300 and [f"{case}/frame" for case in LAYOUT_BOXES] == list(measured)
    for case, boxes in LAYOUT_BOXES.items():
        if case.startswith("sticky"):
            continue  # These cases have their own, lower windows: see test_sticky.
        assert measured[f"{case}/frame"].keys() == boxes.keys(), case
        for address, box in boxes.items():
            assert measured[f"{case}/frame"][address] == pytest.approx(box, abs=0.05), address


def test_lines_between_rows_have_the_colour_of_the_row_the_container_or_the_site(visit):
    colours = {"light": ("rgb(242, 242, 242)", "rgb(29, 33, 28)"), "dark": ("rgb(43, 48, 42)", "rgb(236, 234, 223)")}
    for scheme, (site, ink) in colours.items():
        page = visit("/layout", color_scheme=scheme)

        def lines(case):
            """The rows of a case and the lines between them, from the top: names of rows, widths and colours of lines."""
            return page.evaluate("""(address) => [...document.getElementById(address).querySelectorAll('li')].flatMap((row) => {
              const look = getComputedStyle(row);
              const line = (side) => [`${parseFloat(look[`border${side}Width`])} ${look[`border${side}Color`]}`];
              const has = (side) => parseFloat(look[`border${side}Width`]) > 0;
              return [...(has('Top') ? line('Top') : []), row.textContent, ...(has('Bottom') ? line('Bottom') : [])];
            })""", f"{case}/frame")

        assert lines("separator-bottom") == ["x", f"6 {site}", "y", f"6 {site}"]
        assert lines("separator-top") == [f"6 {site}", "x", f"6 {site}", "y"]
        assert lines("separator-own") == ["x", f"2 {ink}", "y", f"2 {ink}"]
        assert lines("separator-container") == ["x", f"3 {ink}", f"3 {ink}", "y", f"3 {ink}"]
