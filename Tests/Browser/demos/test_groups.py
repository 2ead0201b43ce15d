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


@BOTH
def test_a_selected_plant_is_followed_when_its_group_moves(visit, javascript):
    """Capability D29."""
    page = visit("/groups", javascript=javascript, viewport={"width": 800, "height": 500})
    plant = page.get_by_role("button", name="Plum", exact=True)
    plant.click()
    page.locator(".e-selected", has_text="Plum").wait_for()
    page.get_by_role("button", name="Shuffle").click()
    page.locator("output", has_text="G A L B P C S F").wait_for()
    assert page.locator(".e-selected").inner_text() == "Plum"
    if javascript:
        # The middle of what the bar at the top leaves free.
        until(lambda: abs(middle(plant) - 280) < 40, what=lambda: f"the row is at {middle(plant)}")
    else:
        assert page.url.endswith("/groups#P/Plum") and 0 <= middle(plant) <= 500


def middle(row):
    box = row.bounding_box()
    return box["y"] + box["height"] / 2


def test_rows_stay_when_their_group_moves(visit):
    page = visit("/groups")
    page.evaluate("window.rows = new Map([...document.querySelectorAll('.GroupedPlant')].map((row) => [row.textContent, row]))")
    page.get_by_role("button", name="Shuffle").click()
    page.locator("output", has_text="G A L B P C S F").wait_for()
    assert page.evaluate("[...document.querySelectorAll('.GroupedPlant')].every((row) => rows.get(row.textContent) === row)")
