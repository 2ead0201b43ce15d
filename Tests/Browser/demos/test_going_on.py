"""Who works by the keyboard goes on where they were: what takes the focus's place is what takes the control's place."""

import pytest
from harness import until
from live import cell, difference


def focused(page):
    """The focused element: the cell in which it is, and what it says."""
    return page.evaluate("""() => {
      const { activeElement: now } = document;
      const cell = now.closest('li[id], header[id], footer[id]');
      return [cell?.id ?? now.localName, (now.ariaLabel ?? now.innerText).trim()];
    }""")


def press(page, button):
    """By the keyboard, once the module is there that looks after the focus."""
    page.wait_for_selector("html[data-espalier=live]")
    button.focus()
    page.keyboard.press("Enter")


def goes_on_at(page, address, text):
    until(lambda: focused(page) == [address, text], what=f"{focused(page)} becoming {address}, {text}")


def test_what_was_dropped_comes_back_and_nobody_is_thrown_to_the_top(visit):
    page = visit("/products")
    dropped = page.get_by_role("button", name="Not for me").first
    press(page, dropped)
    again = page.get_by_role("button", name="Show them again")
    again.wait_for()
    again.scroll_into_view_if_needed()
    press(page, again)
    again.wait_for(state="detached")
    address, name = focused(page)
    assert address == page.locator(".PickedWare").last.get_attribute("id") and name.startswith("Not for me")
    top = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert abs(top) < page.viewport_size["height"], "it is near to where the button stood"
    assert difference(page) is None


def test_a_button_that_comes_to_its_end_hands_on_to_its_neighbour(visit):
    page = visit("/cart")
    product = cell(page, "Topsounds/id1")
    less = product.get_by_role("button", name="One less")
    product.get_by_role("button", name="One more").click()
    until(lambda: less.is_enabled())
    while int(product.locator("output").inner_text()) > 1:
        before = product.locator("output").inner_text()
        press(page, less)
        until(lambda before=before: product.locator("output").inner_text() != before)
    goes_on_at(page, "Topsounds/id1", "One more")
    page = visit("/scopes/tab")
    page.get_by_role("button", name="Add a stone").click()
    until(lambda: page.get_by_role("button", name="Remove one").is_enabled())
    press(page, page.get_by_role("button", name="Remove one"))
    goes_on_at(page, "footer", "Add a stone")


def test_a_day_without_appointments_is_where_the_last_one_was(visit):
    page = visit("/calendar")
    page.get_by_role("button", name="June 17,").click()
    cell(page, "17-Walk").wait_for()
    press(page, page.get_by_role("button", name="Delete Hair"))
    goes_on_at(page, "17-Nails", "Delete Nails")
    press(page, page.get_by_role("button", name="Delete Walk"))
    goes_on_at(page, "17-Nails", "Delete Nails")
    page.keyboard.press("Enter")
    goes_on_at(page, "17", "No appointments on June 17.")
    press(page, page.get_by_role("button", name="Restore all"))
    goes_on_at(page, "header", "June")
    page.keyboard.press("Tab")
    assert focused(page)[1].startswith("June 1")


@pytest.mark.parametrize("path", ["/animations", "/editing"])
def test_what_swaps_a_list_and_back_is_one_key(visit, path):
    page = visit(path)
    prefix = "table/" if path == "/animations" else ""
    press(page, page.get_by_role("button", name="Apply"))
    goes_on_at(page, prefix + "reset", "Reset")
    page.keyboard.press("Enter")
    goes_on_at(page, prefix + "apply", "Apply")
    assert difference(page) is None


def test_the_last_name_that_goes_hands_on_to_the_one_before(visit):
    page = visit("/names")
    names = page.locator(".Name")
    press(page, names.last.get_by_role("button", name="Remove"))
    until(lambda: names.count() == 31)
    assert focused(page) == [names.last.get_attribute("id"), names.last.get_by_role("button", name="Remove").get_attribute("aria-label")]
