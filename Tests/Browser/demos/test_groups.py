"""Groups that change places, and the index beside them."""

import pytest
from harness import until

BOTH = pytest.mark.parametrize("javascript", [True, False])


def headings(page):
    return page.locator("main .GroupList h2").all_inner_texts()


@BOTH
def test_groups_change_places_and_the_index_follows(visit, javascript):
    page = visit("/groups", javascript=javascript)
    index = page.get_by_role("navigation", name="Index").get_by_role("link")
    assert headings(page) == index.all_inner_texts() == list("ABCFGLPS")
    page.get_by_role("button", name="Shuffle").click()
    page.locator("output", has_text="G A L B P C S F").wait_for()
    until(lambda: headings(page) == index.all_inner_texts() == list("GALBPCSF"))
    index.get_by_text("F", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/groups#F")
    assert page.locator("h2", has_text="F").bounding_box()["y"] < page.viewport_size["height"]
    page.get_by_role("button", name="Sort").click()
    until(lambda: headings(page) == list("ABCFGLPS"))


def test_rows_stay_when_their_group_moves(visit):
    page = visit("/groups")
    page.evaluate("window.rows = new Map([...document.querySelectorAll('.GroupedPlant')].map((row) => [row.textContent, row]))")
    page.get_by_role("button", name="Shuffle").click()
    page.locator("output", has_text="G A L B P C S F").wait_for()
    assert page.evaluate("[...document.querySelectorAll('.GroupedPlant')].every((row) => rows.get(row.textContent) === row)")
