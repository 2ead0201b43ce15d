"""In a browser without scroll anchoring, what a person reads keeps its place while rows above it change."""

import pytest
from mock import at, cell, container, listed, root, until
from test_operations import push
from windows import idle

NONE = "<style>* { overflow-anchor: none } li { min-height: 80px; margin: 0; padding: 0 }</style>"
BOX = "<style>.Scrolls > ul { height: 300px; overflow-y: auto; margin: 0 }</style>"
ROWS = "".join(cell(f"r{n}", f"<p>Row {n}</p>") for n in range(60))
SECTIONS = "".join(container(f"s{n}", *(cell(f"s{n}/r{m}", f"<p>{n} {m}</p>") for m in range(30))) for n in range(3))


@pytest.fixture
def reading(mock, live):
    """Opens a page without scroll anchoring, scrolls a box to a row, and returns a function that measures the row's place."""

    def reading(body, row, box="html", page=None, offset=20):
        mock.body = NONE + BOX + body
        page = live(body=True, **({"page": page} if page else {}))
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => /anchoring.js/.test(name))")
        idle(page)
        scroll = """([row, box, offset]) => {
          const [element, scroller] = [document.getElementById(row), document.querySelector(box)];
          element.scrollIntoView({ block: 'start', behavior: 'instant' });
          scroller.scrollBy({ top: offset, behavior: 'instant' });
        }"""
        page.evaluate(scroll, [row, box, offset])
        idle(page)
        return page, lambda: page.evaluate("row => document.getElementById(row).getBoundingClientRect().top", row)

    return reading


def new(key):
    return cell(key, "<p>New</p>" * 3)


CHANGES = {
    "insert": [["+", "", new("n"), "r0"]],
    "insert several": [["+", "", new("n") + new("m"), "r0"], ["+", "", new("o"), "r20"]],
    "remove": [["-", "r0"], ["-", "r3"]],
    "grow": [["<", "r2", "<p>Grown</p>" * 9]],
    "shrink": [["=", "r2", "@class", "Small"], ["<", "r4", "<p>Grown</p>" * 4]],
    "all": [["+", "", new("n"), "r0"], ["-", "r5"], ["<", "r2", "<p>Grown</p>" * 9], [">", "r1", "r50"], [">", "r55", "r7"]],
    "snapshot": [["!", listed(new("n") + ROWS)]],
    "below": [["+", "", new("n"), "r50"], ["-", "r55"]],
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_row_in_view_stays_at_its_place(mock, reading, change):
    page, place = reading(root(ROWS), "r30")
    before = place()
    push(mock, page, *CHANGES[change])
    idle(page)
    assert before == -20 and place() == before


def test_if_the_topmost_row_goes_the_next_one_stays(mock, reading):
    page, place = reading(root(ROWS), "r31", offset=-40)
    before = place()
    push(mock, page, ["-", "r30"], ["+", "", new("n"), "r0"])
    idle(page)
    assert before == 40 and place() == before


def test_a_row_that_moves_away_is_not_followed(mock, reading):
    page, place = reading(root(ROWS), "r31", offset=-40)
    before = place()
    push(mock, page, [">", "r30"])
    idle(page)
    assert place() == before


@pytest.mark.parametrize(("ops", "row"), [
    ([["+", "s1", cell("s1/n", "<p>New</p>"), "r0"]], "s1/r20"),
    ([["+", "s0", cell("s0/n", "<p>New</p>"), "r0"]], "s1/r20"),
    ([["-", "s0"]], "s1/r20"),
    ([["<", "s1/r2", "<p>Grown</p>" * 5]], "s1/r20"),
])
def test_rows_of_sections_stay(mock, reading, ops, row):
    page, place = reading(root(SECTIONS), row)
    before = place()
    push(mock, page, *ops)
    idle(page)
    assert place() == before


def test_a_row_in_a_box_that_scrolls_stays(mock, reading):
    rows = listed("".join(cell(f"box/r{n}", f"<p>Row {n}</p>") for n in range(30)))
    body = root(cell("top", "top") + f'<li id="box" class="Scrolls">{rows}</li>' + "".join(cell(f"b{n}", "<p>below</p>") for n in range(30)))
    page, place = reading(body, "box/r15", "#box > ul")
    before, window = place(), page.evaluate("scrollY")
    push(mock, page, ["+", "box", cell("box/n", "<p>New</p>" * 3), "r0"], ["-", "box/r3"])
    idle(page)
    assert place() == before and page.evaluate("scrollY") == window
    # Both the page and its box.
    push(mock, page, ["+", "box", cell("box/m", "<p>New</p>"), "r0"], ["+", "", cell("above", "<p>New</p>" * 2), "top"], number=3)
    idle(page)
    assert place() == before and page.evaluate("scrollY") > window


def test_at_the_top_new_rows_appear(mock, reading):
    page, _ = reading(root(ROWS), "r30")
    page.evaluate("scrollTo(0, 0)")
    idle(page)
    push(mock, page, ["+", "", new("n"), "r0"])
    idle(page)
    assert page.evaluate("scrollY") == 0


def test_a_page_that_a_finger_scrolls_is_left_alone(mock, reading):
    page, _ = reading(root(ROWS), "r30")
    before = page.evaluate("scrollY")
    touch = "type => document.dispatchEvent(Object.assign(new Event(type), { touches: type === 'touchstart' ? [{}] : [] }))"
    page.evaluate(touch, "touchstart")
    push(mock, page, ["+", "", new("n"), "r0"])
    assert page.evaluate("scrollY") == before
    page.evaluate(touch, "touchend")
    push(mock, page, ["+", "", new("m"), "r0"], number=3)
    assert page.evaluate("scrollY") > before


def test_a_page_that_is_scrolling_is_left_alone(mock, reading):
    page, _ = reading(root(ROWS), "r30")
    before = page.evaluate("scrollY")
    page.evaluate("window.scrolling = setInterval(() => document.dispatchEvent(new Event('scroll')), 10)")
    page.evaluate("new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }))")
    push(mock, page, ["+", "", new("n"), "r0"])
    assert page.evaluate("scrollY") == before
    page.evaluate("clearInterval(scrolling) || new Promise((resolve) => setTimeout(resolve, 200))")
    push(mock, page, ["+", "", new("m"), "r0"], number=3)
    assert page.evaluate("scrollY") > before


@pytest.mark.parametrize("change", ["insert", "remove", "all"])
def test_animated_rows_stay(mock, reading, open_page, change):
    page, place = reading(root(ROWS), "r30", page=open_page(reduced_motion="no-preference"))
    before = place()
    page.evaluate("""() => {
      window.places = new Set();
      (function look() {
        places.add(document.getElementById('r30').getBoundingClientRect().top);
        requestAnimationFrame(look);
      })();
    }""")
    push(mock, page, *CHANGES[change])
    until(lambda: page.evaluate("document.getAnimations().length") == 0)
    assert page.evaluate("[...places]") == [before]


def test_a_row_that_grows_by_a_transition_moves_nothing(mock, reading, open_page):
    style = "<style>li { height: 80px; transition: height 300ms } .Tall { height: 400px }</style>"
    page, place = reading(style + root(ROWS), "r30", page=open_page(reduced_motion="no-preference"))
    before = place()
    push(mock, page, ["=", "r2", "@class", "Tall"])
    page.wait_for_function("() => document.getElementById('r2').getBoundingClientRect().height === 400")
    idle(page)
    assert place() == before


def test_a_browser_with_scroll_anchoring_loads_nothing(mock, live):
    page = live(ROWS)
    page.evaluate("scrollTo(0, 1000)")
    push(mock, page, ["+", "", new("n"), "r0"])
    page.wait_for_selector(at("e.2"))
    idle(page)
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /anchoring/.test(name))")
