"""An index beside a list: of sections, of some of them, and of single rows. Demos F67, F68 and F81."""

import pytest
from harness import until
from live import difference
from test_touching import Finger
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


def titles(page):
    return page.locator(".e-index a").all_inner_texts()


def leads(page, title, address):
    page.locator(".e-index").get_by_role("link", name=title, exact=True).click()
    page.wait_for_function("address => Math.abs(document.getElementById(address).getBoundingClientRect().top) < innerHeight", arg=address)
    assert page.url.endswith(f"#{page.evaluate('encodeURI', address)}"), page.url


@BOTH
def test_the_index_leads_to_sections_to_some_of_them_and_to_rows(visit, javascript):
    page = visit("/alphabet", javascript=javascript)
    assert titles(page) == ["A", "B", "C", "D"]
    assert page.locator(".IndexedSeed").count() == 20
    leads(page, "C", "C")
    page.get_by_role("button", name="Four of twelve").click()
    until(lambda: titles(page) == ["1", "4", "6", "11"])
    assert page.locator(".IndexedSeed").count() == 36, "pitfall H-E14"
    leads(page, "11", "11")
    page.get_by_role("button", name="Every second row").click()
    until(lambda: titles(page) == [f"{number}" for number in range(2, 51, 2)])
    leads(page, "50", "50")
    if javascript:
        idle(page)
        assert difference(page) is None


@pytest.fixture
def phone(visit):
    page = visit("/alphabet", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Every second row").tap()
    until(lambda: len(titles(page)) == 25)
    idle(page)
    return page


def middle(page, title):
    box = page.locator(".e-index").get_by_role("link", name=title, exact=True).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_that_moves_along_the_index_leads_to_each_row(phone):
    finger, entries = Finger(phone), phone.evaluate("history.length")
    finger.send("touchStart", middle(phone, "2"))
    phone.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('scrub'))")
    places = []
    for title in ("10", "20", "30"):
        x, y = middle(phone, title)
        finger.send("touchMove", (x - 60, y))
        phone.wait_for_function("title => document.querySelector('[data-under]')?.textContent === title", arg=title)
        places.append(phone.evaluate("title => document.getElementById(title).getBoundingClientRect().top", title))
        assert 0 <= places[-1] < 400, "the row is at the top of the window"
    finger.send("touchEnd")
    until(lambda: phone.evaluate("location.hash") == "#30")
    idle(phone)
    assert phone.locator("[data-under]").count() == 0 and phone.evaluate("history.length") == entries + 1
    assert difference(phone) is None


def test_a_tap_on_a_title_leads_there_and_a_cancelled_finger_nowhere_else(phone):
    finger = Finger(phone)
    finger.send("touchStart", middle(phone, "2"))
    phone.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('scrub'))")
    finger.send("touchMove", middle(phone, "20"))
    phone.wait_for_selector("[data-under]")
    finger.send("touchCancel")
    phone.wait_for_selector("[data-under]", state="detached")
    assert "#" not in phone.url
    phone.locator(".e-index").get_by_role("link", name="40", exact=True).tap()
    until(lambda: phone.evaluate("location.hash") == "#40")
