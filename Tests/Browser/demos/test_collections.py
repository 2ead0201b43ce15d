"""Grids and strips: they open and close, change their layout, and keep their scroll position."""

import pytest
from harness import until
from live import cell, watch


def tiles(page, address):
    return page.locator(f"[id='{address}'] > ul > li")


def boxes(page, address):
    return tiles(page, address).evaluate_all("rows => rows.map((row) => { const { x, y } = row.getBoundingClientRect(); return [x, y]; })")


def layout(page, address):
    """The number of columns and of lines of the first nine tiles."""
    places = boxes(page, address)[:9]
    return len({x for x, _ in places}), len({y for _, y in places})


def switch(page, address, name):
    cell(page, f"{address}/header").get_by_role("button", name=name, exact=True).click()


def wait_pressed(page, address, name):
    page.wait_for_selector(f"[id='{address}/header'] button[aria-pressed=true]:text-is('{name}')")
    # Without JavaScript this is a new page: its layout is right only after its style sheets have loaded.
    page.wait_for_load_state()


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("address", ["down", "across"])
def test_the_first_item_shows_and_hides_the_others(visit, javascript, address):
    page = visit("/collections", javascript=javascript)
    other = {"down": "across", "across": "down"}[address]
    for count in (54, 9, 54):
        tiles(page, address).first.get_by_role("button").click()
        page.wait_for_function("([id, count]) => document.getElementById(id).querySelectorAll(':scope > ul > li').length === count", arg=[address, count])
        assert [text.split()[0] for text in tiles(page, address).all_inner_texts()] == [str(n) for n in range(1, count + 1)]
        assert tiles(page, other).count() == 9
        assert tiles(page, address).first.get_by_role("button").get_attribute("aria-expanded") == str(count == 54).lower()


@pytest.mark.parametrize("javascript", [True, False])
def test_one_container_can_be_a_grid_or_columns_or_a_strip(visit, javascript):
    page = visit("/collections", javascript=javascript, viewport={"width": 1280, "height": 900})
    assert layout(page, "down") == (5, 2) and layout(page, "across") == (9, 1)
    for name, expected in (("columns", (3, 3)), ("strip", (9, 1)), ("grid", (5, 2))):
        switch(page, "down", name)
        wait_pressed(page, "down", name)
        assert layout(page, "down") == expected
        assert layout(page, "across") == (9, 1)


def test_tiles_are_at_least_as_high_as_they_declare(visit):
    page = visit("/collections", javascript=False)
    heights = tiles(page, "down").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert len(heights) == 9 and set(heights) == {104}


def test_a_change_of_layout_changes_no_item(visit):
    page = visit("/collections")
    page.evaluate("window.rows = [...document.querySelectorAll('[id=\"down\"] > ul > li')]")
    watch(page)
    switch(page, "down", "strip")
    wait_pressed(page, "down", "strip")
    (patch,) = page.evaluate("patches")
    assert ["=", "down", "@class", "Tiles e-strip"] in [op[:4] for op in patch["ops"]]
    assert {op[1] for op in patch["ops"]} == {"down", "down/header"}
    assert page.evaluate("rows.every((row, index) => row === document.querySelectorAll('[id=\"down\"] > ul > li')[index])")
    assert page.evaluate("document.activeElement.textContent") == "strip"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_pick_becomes_a_row_below_its_strip(visit, javascript):
    page = visit("/strips", javascript=javascript)
    for fruit in ("Comice", "Conference"):
        page.get_by_role("button", name=fruit, exact=True).click()
        page.wait_for_selector(f"[id='picked-{fruit}']")
    order = page.locator(".StripTable > ul > li").evaluate_all("rows => rows.map((row) => row.id)")
    assert order == ["Apples", "Apples-strip", "Pears", "Pears-strip", "picked-Comice", "picked-Conference",
                     "Plums", "Plums-strip", "Medlars", "Medlars-strip", "Quinces", "Quinces-strip", "Cherries", "Cherries-strip"]
    assert "2 picked" in cell(page, "Pears").inner_text()
    assert page.get_by_role("button", name="Comice", exact=True).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Remove Comice").click()
    page.wait_for_selector("[id='Pears'] .note:text-is('1 picked')")
    assert cell(page, "picked-Comice").count() == 0
    assert page.get_by_role("button", name="Comice", exact=True).get_attribute("aria-pressed") == "false"


def test_a_strip_keeps_its_scroll_position_and_its_elements_while_its_neighbours_change(visit):
    page = visit("/strips", viewport={"width": 375, "height": 800})
    strips = {"Apples": 140, "Pears": 220, "Plums": 90, "Cherries": 300}
    for name, left in strips.items():
        page.evaluate("([id, left]) => { document.getElementById(id).querySelector('ul').scrollLeft = left; }", [f"{name}-strip", left])
    before = page.evaluate("[...document.querySelectorAll('.e-strip > ul')].map((list) => list.scrollLeft)")
    assert sorted(before)[-4] > 50
    page.evaluate("window.rows = [...document.querySelectorAll('.Fruit')]")
    # Press without scrolling, as another viewer would.
    for fruit in ("Topaz", "Nashi", "Opal", "Topaz"):
        page.evaluate("id => document.getElementById(id).querySelector('button').click()",
                      next(f"{shelf}-strip/{fruit}" for shelf in strips if cell(page, f"{shelf}-strip/{fruit}").count()))
    page.wait_for_selector("[id='Apples'] .note:text-is('none picked')")
    page.wait_for_selector("[id='picked-Opal']")
    page.wait_for_selector("[id='picked-Topaz']", state="detached")
    assert page.locator(".PickedRow").count() == 2
    assert page.evaluate("[...document.querySelectorAll('.e-strip > ul')].map((list) => list.scrollLeft)") == before
    assert page.evaluate("rows.every((row, index) => row === document.querySelectorAll('.Fruit')[index])")


# A strip's scroll position may have a fraction of a pixel, so its fade may have one too.
FADES = """id => {
  const { maskImage, direction } = getComputedStyle(document.getElementById(id).querySelector('ul'));
  const [start, end] = maskImage.match(/[\\d.]+(?=px)/g).map(Number);
  return [direction, start > 2, end > 2];
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize(("width", "direction"), [(390, "ltr"), (1280, "ltr"), (1280, "rtl")])
def test_a_strip_fades_at_each_edge_that_has_more_rows(visit, motion, width, direction):
    page = visit("/strips", javascript=False, reduced_motion=motion, viewport={"width": width, "height": 844})
    page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
    scroll = "([id, left]) => { document.getElementById(id).querySelector('ul').scrollTo({ left, behavior: 'instant' }); }"
    sign = -1 if direction == "rtl" else 1
    for left, start, end in ((0, False, True), (300, True, True), (9999, True, False), (0, False, True)):
        page.evaluate(scroll, ["Apples-strip", sign * left])
        until(lambda: page.evaluate(FADES, "Apples-strip") == [direction, start, end], what=f"the strip at {left} fades where it should")
    assert page.evaluate(FADES, "Medlars-strip") == [direction, False, False], "a strip that fits fades"
