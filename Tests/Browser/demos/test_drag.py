"""Several rows that are dragged together, and a list whose only row is a placeholder."""

import pytest
from harness import until
from live import cell, difference
from test_touching import drag, handle, keys, middle, posts, ready

SILL, GREENHOUSE, FRAME = "Window~20sill", "Greenhouse", "Cold~20frame"


@pytest.fixture
def trays(visit):
    page = visit("/drag", viewport={"width": 1280, "height": 1400})
    ready(page)
    return page


def select(page, *addresses):
    for address in addresses:
        cell(page, address).locator(".e-select").click(position={"x": 120, "y": 20})
        page.wait_for_selector(f"[id='{address}'].e-selected")


def test_selected_rows_are_dragged_together_into_a_list_with_a_placeholder(trays):
    """Case PLG-06, pitfall H-E7, demo F75."""
    select(trays, f"{SILL}/2", f"{SILL}/5", f"{GREENHOUSE}/13")
    sent = posts(trays)
    trays.mouse.move(*middle(handle(trays, f"{SILL}/5")))
    trays.mouse.down()
    trays.mouse.move(*middle(cell(trays, f"{FRAME}/empty")), steps=12)
    carried = trays.locator("[data-carried]")
    assert carried.get_attribute("data-carried") == "3" and trays.locator("[data-follows]").count() == 2
    trays.mouse.up()
    trays.wait_for_selector(f"[id='{FRAME}/13']")
    trays.wait_for_selector("[data-carried]", state="detached")
    assert len(sent) == 1 and '"into":"Cold~20frame"' in sent[0] and '"together":true' in sent[0]
    assert keys(trays, FRAME) == ["2", "5", "13"] and trays.locator("[data-follows]").count() == 0
    assert cell(trays, f"{FRAME}/header").inner_text().endswith("3 seedlings")
    assert difference(trays) is None


def test_a_row_that_is_not_selected_is_dragged_alone(trays):
    select(trays, f"{SILL}/2", f"{SILL}/5")
    sent = posts(trays)
    drag(trays, handle(trays, f"{SILL}/1"), middle(cell(trays, f"{GREENHOUSE}/15")))
    until(lambda: "1" in keys(trays, GREENHOUSE))
    trays.wait_for_selector("[data-carried]", state="detached")
    assert "together" not in sent[0] and keys(trays, SILL)[:2] == ["2", "3"] and difference(trays) is None


def test_escape_puts_all_rows_back(trays):
    select(trays, f"{SILL}/2", f"{SILL}/5")
    before = keys(trays, SILL)
    drag(trays, handle(trays, f"{SILL}/5"), middle(cell(trays, f"{GREENHOUSE}/15")), drop=False)
    trays.keyboard.press("Escape")
    trays.mouse.up()
    assert keys(trays, SILL) == before and trays.locator("[data-follows], [data-carried]").count() == 0


def test_the_buttons_for_one_step_do_not_cover_the_row(trays):
    handle(trays, f"{SILL}/3").click()
    row = cell(trays, f"{SILL}/3")
    up = row.get_by_role("button", name="Move Basil up")
    down = row.get_by_role("button", name="Move Basil down")
    name = row.locator("strong").bounding_box()
    for button in (up, down):
        assert button.is_visible() and button.bounding_box()["x"] >= name["x"] + name["width"]
    up.click()
    until(lambda: keys(trays, SILL)[:3] == ["1", "3", "2"])
    assert difference(trays) is None
