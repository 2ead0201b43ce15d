"""Tables that are set as values: kinds of rows, three origins, many sections, groups; with JavaScript and without."""

import pytest
from harness import Server
from live import at_version, cell, difference, wait_live, watch

PLANTS = dict(enumerate(["Basil", "Thyme", "Sage", "Mint", "Dill", "Chives", "Parsley", "Rosemary", "Lavender"], 1))
WIDTHS = [{"width": 375, "height": 800}, {"width": 1280, "height": 800}]


@pytest.fixture
def fresh(open_page):
    """Pages of a separate server, for demos whose state all viewers share."""
    server = Server()

    def fresh(path, javascript=True, **options):
        page = open_page(java_script_enabled=javascript, **options)
        page.goto(server.address + path)
        if javascript:
            wait_live(page)
        return page

    fresh.server = server
    yield fresh
    assert server.stop() == 0 and server.complaints() == []


def says(page, text):
    page.locator(".PressedHeader output").get_by_text(text, exact=True).wait_for()


def press(page, address, name):
    cell(page, address).get_by_role("button", name=name).click()


def keep(page, selector):
    page.evaluate("selector => { window.kept = new Map([...document.querySelectorAll(selector)].map((e) => [e.id, e])) }", selector)


def all_kept(page):
    """Whether every kept element is still the one with its id."""
    return page.evaluate("kept.size > 0 && [...kept].every(([id, element]) => document.getElementById(id) === element)")


def operations(page):
    (patch,) = page.evaluate("patches")
    return patch["ops"]


# Several cell types


@pytest.mark.parametrize("javascript", [True, False])
def test_every_kind_of_row_works(visit, javascript):
    page = visit("/cells", javascript=javascript)
    says(page, "none yet")
    picture = page.get_by_role("img", name="An espalier in leaf, with 4 pears")
    assert picture.locator("circle").count() == 8
    switch = page.get_by_role("switch", name="Summer")
    switch.uncheck()
    if not javascript:
        cell(page, "switch").get_by_role("button", name="Set").click()
    says(page, "Summer: off")
    assert not switch.is_checked()
    press(page, "stepper", "One more")
    says(page, "Fruit: one more")
    press(page, "apple", "apple")
    says(page, "Kind: apple")
    assert page.locator("[aria-pressed=true]").all_inner_texts() == ["Apple"]
    picture = page.get_by_role("img", name="An espalier in winter, with 5 apples")
    assert picture.locator("circle").evaluate_all("all => all.filter((c) => getComputedStyle(c).opacity === '1').length") == 5
    for left in range(4, -1, -1):
        press(page, "stepper", "One less")
        page.locator(".StepperRow output").get_by_text(str(left), exact=True).wait_for()
    assert cell(page, "stepper").get_by_role("button", name="One less").is_disabled()
    page.get_by_role("link", name="Rows from three origins").click()
    page.wait_for_url("**/origins")


def test_the_button_of_a_form_is_for_browsers_without_javascript(visit):
    assert visit("/cells").locator(".unscripted").is_hidden()
    assert visit("/cells", javascript=False).locator(".unscripted").is_visible()


def test_a_switch_posts_when_it_changes_and_changes_three_cells(visit):
    page = visit("/cells")
    keep(page, "[id='~root'] [id]")
    watch(page)
    switch = page.get_by_role("switch", name="Summer")
    switch.focus()
    page.keyboard.press("Space")
    says(page, "Summer: off")
    assert sorted(operation[:2] for operation in operations(page)) == [["=", "header"], ["=", "picture"], ["=", "switch"]]
    assert all_kept(page) and switch.evaluate("field => field === document.activeElement")
    assert difference(page) is None


def test_a_second_tab_shows_the_press_too(visit):
    page = visit("/cells")
    tab = visit("/cells", beside=page)
    tab.get_by_role("switch", name="Summer").uncheck()
    says(page, "Summer: off")
    assert not page.get_by_role("switch", name="Summer").is_checked()
    says(visit("/cells"), "none yet")


# Three origins


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_of_three_origins_are_watered_removed_and_added(fresh, javascript):
    page = fresh("/origins", javascript)
    origins = page.locator(".origin")
    assert origins.all_inner_texts() == ["block", "file", "code"] * 2
    for number in (1, 2, 3):
        press(page, number, f"Water {PLANTS[number]}")
        cell(page, number).get_by_text("watered 1×").wait_for()
        press(page, number + 3, f"Remove {PLANTS[number + 3]}")
        cell(page, number + 3).wait_for(state="detached")
    for number, name in enumerate(["Block", "File", "Code"], 7):
        press(page, "header", name)
        cell(page, number).wait_for()
    assert origins.all_inner_texts() == ["code", "file", "block", "block", "file", "code"]
    assert page.locator(".list .note").all_inner_texts()[1:] == ["watered 0×"] * 3 + ["watered 1×"] * 3
    for number in (7, 8, 9, 1, 2, 3):
        press(page, number, f"Remove {PLANTS[number]}")
        cell(page, number).wait_for(state="detached")
    page.locator(".NoPlants").wait_for()


def test_the_three_origins_look_alike(visit):
    page = visit("/origins", javascript=False)
    boxes = [[element.bounding_box() for element in cell(page, number).locator("> *").all()] for number in (1, 2, 3)]
    top = [box[0]["y"] - box[1]["y"] for box in boxes]
    assert len(set(top)) == 1
    for one, other in zip(boxes, boxes[1:]):
        assert [(box["x"], box["width"], box["height"]) for box in one[1:]] == [(box["x"], box["width"], box["height"]) for box in other[1:]]


def test_other_windows_see_rows_of_each_origin_come_and_go(fresh):
    one, two = fresh("/origins"), fresh("/origins")
    keep(two, "[id='~root'] li")
    for number, name in enumerate(["Block", "File", "Code"], 7):
        press(one, "header", name)
        cell(two, number).wait_for()
    assert all_kept(two)
    press(two, 9, "Remove Lavender")
    cell(one, 9).wait_for(state="detached")
    assert difference(one) is None and difference(two) is None


# Many sections


@pytest.mark.parametrize("javascript", [True, False])
def test_a_hundred_sections_have_footers_of_their_own_height(fresh, javascript):
    page = fresh("/sections", javascript)
    heights = page.evaluate("[...document.querySelectorAll('.BedFooter')].map((e) => e.getBoundingClientRect().height)")
    assert heights == [60 + number for number in range(100)]
    press(page, "header", "Add a bed")
    page.locator(".BedsFooter").get_by_text("101 beds").wait_for()
    assert page.locator(".BedHeader h2").first.inner_text() == "Bed 100"
    press(page, "57/header", "Dig bed 57")
    cell(page, "57/header").get_by_text("dug 1×").wait_for()
    before = page.locator(".BedHeader h2").all_inner_texts()
    press(page, "header", "Shuffle")
    page.wait_for_function("before => [...document.querySelectorAll('.BedHeader h2')].some((e, i) => e.innerText !== before[i])", arg=before)
    after = page.locator(".BedHeader h2").all_inner_texts()
    assert sorted(after) == sorted(before)


def test_a_changed_header_is_one_update_on_the_wire(fresh):
    """Case DIF-10."""
    page = fresh("/sections")
    keep(page, "[id='~root'] [id]")
    watch(page)
    button = page.get_by_role("button", name="Dig bed 57")
    button.focus()
    page.keyboard.press("Enter")
    cell(page, "57/header").get_by_text("dug 1×").wait_for()
    assert operations(page) == [["=", "57/header", "1:0", "dug 1×"]]
    assert all_kept(page) and button.evaluate("button => button === document.activeElement")


def test_shuffling_moves_sections_and_recreates_none(fresh):
    page, other = fresh("/sections"), fresh("/sections")
    for window in (page, other):
        keep(window, "[id='~root'] [id]")
        watch(window)
    press(page, "header", "Shuffle")
    page.wait_for_function("() => patches.length === 1")
    tree, version = fresh.server.client().tree("/sections")
    at_version(other, version)
    order = [child["id"] for child in tree["children"] if child["type"] == "Section"]
    for window in (page, other):
        # The footer says to screen readers that the beds were shuffled.
        assert {operation[0] for operation in operations(window) if operation[1] != "footer"} == {">"}
        assert window.evaluate("[...document.querySelectorAll('.Section')].map((e) => e.id)") == order
        assert all_kept(window) and difference(window) is None
    assert order != sorted(order, key=int)


@pytest.mark.parametrize("viewport", WIDTHS, ids=["phone", "desk"])
def test_headers_stick_below_the_controls_while_their_section_is_in_view(fresh, viewport):
    page = fresh("/sections", javascript=False, viewport=viewport)
    page.evaluate("window.scrollTo(0, document.getElementById('40').getBoundingClientRect().top + scrollY - 60)")
    header, controls, bar = cell(page, "40/header").bounding_box(), cell(page, "header").bounding_box(), page.locator(".bar").bounding_box()
    assert bar["y"] == 0
    assert controls["y"] == pytest.approx(bar["height"], abs=1)
    assert header["y"] == pytest.approx(controls["y"] + controls["height"], abs=1)
    # The bars leave no gap between them, and the header's button can be pressed.
    cell(page, "40/header").get_by_role("button").click()
    cell(page, "40/header").get_by_text("dug 1×").wait_for()


# Grouped table


@pytest.mark.parametrize("javascript", [True, False])
def test_groups_have_plain_texts_that_appear_change_and_disappear(visit, javascript):
    page = visit("/grouped", javascript=javascript)
    footers = page.locator(".PlainFooter")
    assert page.locator(".PlainHeader").all_inner_texts() == ["Watering", "Notifications", "Quiet hours"]
    assert footers.all_inner_texts() == ["Next watering: tomorrow at 6:00.", "Frost warnings come at any hour.", "Last counted in March."]
    page.get_by_role("button", name="When it rains").click()
    page.locator(".PlainFooter").get_by_text("No watering is planned.").wait_for()
    assert page.locator("[aria-pressed=true]").all_inner_texts() == ["When it rains"]
    page.get_by_role("switch", name="Tell me about the garden").click()
    page.locator(".PlainFooter").get_by_text("You get no notifications.").wait_for()
    assert page.locator(".PlainHeader").all_inner_texts() == ["Watering", "Notifications"]
    assert page.get_by_role("switch").count() == 1
    page.get_by_role("switch", name="Tell me about the garden").click()
    page.get_by_role("switch", name="With a sound").click()
    page.locator("[aria-checked=true]").nth(1).wait_for()
    assert page.locator(".PlainHeader").all_inner_texts() == ["Watering", "Notifications", "Quiet hours"]


def test_a_removed_group_leaves_the_others_and_the_focus_unchanged(visit):
    page = visit("/grouped")
    keep(page, "[id='watering'] [id], [id='about'] [id], [id='watering'], [id='about'], .ToggleRow:first-child")
    watch(page)
    switch = page.get_by_role("switch", name="Tell me about the garden")
    switch.focus()
    page.keyboard.press("Enter")
    page.locator(".PlainFooter").get_by_text("You get no notifications.").wait_for()
    assert sorted(operation[0] for operation in operations(page)) == ["+", "-", "-", "="]
    assert all_kept(page) and switch.evaluate("field => field === document.activeElement")
    assert difference(page) is None


# All of them


@pytest.mark.parametrize("viewport", WIDTHS, ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/cells", "/editing", "/origins", "/sections", "/grouped"])
def test_everything_fits_and_can_be_touched(visit, path, viewport):
    page = visit(path, javascript=False, viewport=viewport)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""[...document.querySelectorAll('.list :is(a, button, select, label, input:not([type=checkbox], [type=hidden]))')]
      .map((e) => [e.outerHTML, e.getBoundingClientRect()]).filter(([, box]) => box.height < 44 || box.width < 44)""")
    assert small == []
