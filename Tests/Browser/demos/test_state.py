"""The state of nodes: a counter, three writes, and one model in several places."""

import re

import pytest
from harness import until
from live import cell, difference, watch
from windows import idle


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def tally(page):
    return [int(text) for text in page.locator(".tally dd").all_inner_texts()]


@pytest.mark.parametrize("javascript", [True, False])
def test_an_equal_number_is_assigned_but_not_rendered(visit, javascript):
    page = visit("/counter", javascript=javascript)
    assigned, rendered = tally(page)
    press(page, "Warmer")
    until(lambda: tally(page) == [assigned + 1, rendered + 1])
    number = int(page.locator(".count").inner_text().removesuffix(" °C"))
    press(page, f"Set {number} °C again")
    until(lambda: tally(page) == [assigned + 2, rendered + 1])
    assert page.locator(".count").inner_text() == f"{number} °C"


def test_arrow_keys_press_the_buttons_of_a_cell(visit):
    page = visit("/counter")

    def number():
        return int(page.locator(".count").inner_text().removesuffix(" °C"))

    before = number()
    page.get_by_role("button", name="Warmer", exact=True).focus()
    # The module may still be on its way.
    until(lambda: number() == before + 1 or page.keyboard.press("ArrowUp") or idle(page))
    page.keyboard.press("ArrowDown")
    until(lambda: number() == before)
    page.get_by_role("link").first.focus()
    page.keyboard.press("ArrowUp")
    idle(page)
    assert number() == before and difference(page) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_three_writes_are_one_render_and_one_patch(visit, javascript):
    """Item F57."""
    page = visit("/batched", javascript=javascript)
    if javascript:
        watch(page)
    before = tally(page)
    for name, writes, updates, renders in [("Add all three", 3, 1, 1), ("Add red and undo", 2, 1, 0), ("Add nothing", 0, 1, 0)]:
        press(page, name)
        before = [before[0] + writes, before[1] + updates, before[2] + renders]
        until(lambda: tally(page) == before, what=f"the page counted {before} after {name}")
    red, green, blue = [int(part) for part in re.findall(r"\d+", page.locator("figcaption").inner_text())]
    press(page, "Add red")
    page.locator("figcaption", has_text=f"red {(red + 37) % 256}, green {green}, blue {blue}").wait_for()
    if javascript:
        assert page.evaluate("patches.length") == 4
        assert difference(page) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_a_plant_is_the_same_in_both_places_and_on_everybodys_page(visit, javascript):
    mine, yours = visit("/places", javascript=javascript), visit("/places", javascript=javascript)
    if javascript:
        watch(yours)
    for dry, button in [(True, "Mark as dry: Aloe"), (False, "Water: Aloe")]:
        # The second press is in the list of thirsty plants.
        place = cell(mine, "thirsty") if not dry else cell(mine, "sill")
        place.get_by_role("button", name=button).click()
        if not javascript:
            yours.reload()
        for page in (mine, yours):
            cell(page, "sill/aloe").locator(".drop", has_text="thirsty" if dry else "watered").wait_for()
            until(lambda: cell(page, "thirsty/aloe").count() == dry)
    if javascript:
        # The server pushed the change; the page was not reloaded.
        assert yours.evaluate("patches.length") >= 2
        assert difference(mine) is None and difference(yours) is None
