"""The cart with its bill outside the list: an event changes the total in another region of the page (F7)."""

import pytest
from live import cell, difference, same_elements, watch

BOTH = pytest.mark.parametrize("javascript", [True, False])


def bill(page):
    return cell(page, "bill")


def step(page, product, name):
    cell(page, f"cart/{product}").get_by_role("button", name=name).click()


@BOTH
def test_the_bill_is_no_part_of_the_list_and_shows_every_step(visit, javascript):
    page = visit("/checkout", javascript=javascript)
    assert page.locator("#cart .sum").count() == 0 and page.locator("aside .sum").count() == 1
    assert bill(page).inner_text().split("\n") == ["4 items", "Total", "$16.02"]
    for product, name, things, total in [
        ("Topsounds/id1", "One more", 5, "$18.18"), ("Topsounds/id1", "One less", 4, "$16.02"),
        ("instudio/id3", "One more", 5, "$26.06"), ("Topsounds/id2", "One less", 4, "$24.15"),
    ]:  # fmt: skip
        step(page, product, name)
        bill(page).locator(f".sum:text-is('{total}')").wait_for()
        assert f"{things} items" in bill(page).inner_text()
    page.reload()
    assert bill(page).locator(".sum").inner_text() == "$24.15"


def test_a_step_changes_its_row_and_the_bill_which_announces_the_total_politely(visit):
    page = visit("/checkout")
    watch(page)
    step(page, "Topsounds/id1", "One more")
    page.get_by_role("status").filter(has_text="$18.18").wait_for()
    (patch,) = page.evaluate("patches")
    assert {op[1] for op in patch["ops"]} == {"cart/Topsounds/id1", "bill"} and same_elements(page)
    assert difference(page) is None


@BOTH
@pytest.mark.parametrize(("width", "height"), [(390, 500), (1280, 500)])
def test_the_bill_is_in_view_while_the_cart_is(visit, javascript, width, height):
    page = visit("/checkout", javascript=javascript, viewport={"width": width, "height": height})
    for product in ("Topsounds/id1", "instudio/id3"):
        cell(page, f"cart/{product}").scroll_into_view_if_needed()
        box, cart = page.locator(".bill").bounding_box(), cell(page, "cart").bounding_box()
        assert 0 <= box["y"] and box["y"] + box["height"] <= height
        if width > 1000:
            assert box["x"] > cart["x"] + cart["width"], "the bill is not beside the cart"
        else:
            foot = min(height, cart["y"] + cart["height"] + 24 + box["height"])
            assert box["x"] == cart["x"] and abs(box["y"] + box["height"] - foot) < 1, "the bill is not at the foot of the window or of the cart"
