"""Row actions under a finger that swipes, and in the menu of the row."""

import pytest
from harness import until
from live import cell, difference
from test_touching import Finger, middle
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


@pytest.fixture
def phone(visit):
    page = visit("/swipes", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/swipes.js'))")
    idle(page)
    return page


def swipe(page, row, way):
    finger, (x, y) = Finger(page), middle(cell(page, row))
    finger.send("touchStart", (x, y))
    finger.drag((x, y), (x + way, y))


def shown(page, row):
    return [text for text in cell(page, row).locator(".e-item:visible").all_inner_texts()]


def said(page):
    return page.locator(".NoteNews output").inner_text()


def test_a_swipe_to_either_side_reveals_the_actions_of_that_side(phone):
    """Case PLG-05, pitfall H-E13, demo F70."""
    swipe(phone, "2", -100)
    until(lambda: shown(phone, "2") == ["Flag", "Shorten", "More…"])
    idle(phone)
    cell(phone, "2").get_by_role("button", name="Flag").click()
    until(lambda: said(phone) == "Water the ferns: flagged.")
    swipe(phone, "3", 100)
    until(lambda: shown(phone, "3") == ["Delete", "Info", "Apply"])
    idle(phone)
    cell(phone, "3").get_by_role("button", name="Apply").click()
    until(lambda: said(phone) == "Open the cold frame: applied.")
    swipe(phone, "3", 100)
    until(lambda: shown(phone, "3") == ["Delete", "Info"])
    phone.keyboard.press("Escape")
    phone.locator(".NoteNews").click()
    until(lambda: phone.locator(".e-menu[open], [data-side]").count() == 0)
    assert difference(phone) is None and cell(phone, "3").get_attribute("style") is None


def test_a_full_swipe_runs_the_first_action_and_a_short_one_nothing(phone):
    swipe(phone, "2", -30)
    idle(phone)
    assert said(phone) == "Swipe a note, or open its menu." and shown(phone, "2") == []
    swipe(phone, "2", -170)
    until(lambda: shown(phone, "2") == ["Flag", "Shorten", "More…"])
    phone.locator(".NoteNews").click()
    finger, box = Finger(phone), cell(phone, "4").bounding_box()
    start, end = (box["x"] + box["width"] - 80, box["y"] + 30), (box["x"] + 4, box["y"] + 30)
    finger.send("touchStart", start)
    finger.drag(start, end)
    until(lambda: said(phone) == "Cut the lavender: flagged.")
    assert difference(phone) is None


def test_a_finger_that_moves_down_scrolls_and_reveals_nothing(phone):
    phone.set_viewport_size({"width": 390, "height": 400})
    finger, (x, y) = Finger(phone), middle(cell(phone, "2"))
    finger.send("touchStart", (x, y))
    finger.drag((x, y), (x, y - 150))
    idle(phone)
    assert phone.evaluate("scrollY") > 50 and phone.locator("[data-side]").count() == 0


@BOTH
def test_the_menu_has_the_actions_of_both_sides(visit, javascript):
    page = visit("/swipes", javascript=javascript)
    row = cell(page, "5")
    row.locator("summary").click()
    assert shown(page, "5") == ["Delete", "Info", "Apply", "Flag", "Shorten", "More…"]
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    page.wait_for_selector("[id='5']", state="detached")
    assert said(page) == "Turn the compost: deleted."


def test_jobs_of_a_part_of_a_page_are_swiped(visit):
    """Demo F38."""
    page = visit("/compositional", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/swipes.js'))")
    row = cell(page, "jobs/beds")
    row.scroll_into_view_if_needed()
    idle(page)
    swipe(page, "jobs/beds", 100)
    until(lambda: shown(page, "jobs/beds") == ["Done"])
    row.locator(".e-item", has_text="Done").click()
    page.get_by_text("4 of 9 jobs are done", exact=True).wait_for()
    idle(page)
    swipe(page, "jobs/beds", -100)
    until(lambda: shown(page, "jobs/beds") == ["Remove"])
    row.locator(".e-item", has_text="Remove").click()
    row.wait_for(state="detached")
    idle(page)
    assert difference(page) is None


@BOTH
def test_the_menu_of_a_job_needs_no_finger(visit, javascript):
    page = visit("/compositional", javascript=javascript)
    row = cell(page, "jobs/beds")
    row.locator("summary").click()
    row.locator(".e-item", has_text="Remove").click()
    cell(page, "jobs/beds").wait_for(state="detached")


@pytest.mark.parametrize(("way", "text"), [(-160, None), (-330, "Water the ferns: flagged.")])
def test_a_swipe_may_begin_at_the_edge_over_the_button_of_the_menu(phone, way, text):
    finger, (x, y) = Finger(phone), middle(cell(phone, "2").locator("summary"))
    finger.send("touchStart", (x, y))
    finger.drag((x, y), (x + way, y))
    if text:
        until(lambda: said(phone) == text)
        assert shown(phone, "2") == []
    else:
        until(lambda: shown(phone, "2") == ["Flag", "Shorten", "More…"])
        assert phone.locator(".e-menu[open]").get_attribute("data-side") == "trailing"
    assert phone.locator("[style*=translate]").count() == 0


LATE = """pause => addEventListener('click', (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    setTimeout(() => event.target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })), pause);
}, { capture: true, once: true })"""


@pytest.mark.parametrize("pause", [None, 200])
def test_a_tap_on_the_button_of_the_menu_opens_it_and_a_short_swipe_does_not(phone, pause):
    """The browser sends the click of a finger after `pointerup`: on a busy phone a good while after."""
    if pause:
        phone.evaluate(LATE, pause)
    finger, (x, y) = Finger(phone), middle(cell(phone, "2").locator("summary"))
    finger.send("touchStart", (x, y))
    finger.drag((x, y), (x - 13, y))
    phone.wait_for_timeout((pause or 0) + 100)
    idle(phone)
    assert phone.locator(".e-menu[open]").count() == 0
    cell(phone, "2").locator("summary").tap()
    until(lambda: shown(phone, "2") == ["Delete", "Info", "Apply", "Flag", "Shorten", "More…"])
