"""Keyboard users keep their place: when a control disappears, the focus goes to the control that replaces it."""

import pytest
from harness import until
from live import cell, difference


def focused(page):
    """The cell of the focused element, and the text of the element."""
    return page.evaluate("""() => {
      const { activeElement: now } = document;
      const cell = now.closest('li[id], header[id], footer[id]');
      return [cell?.id ?? now.localName, (now.ariaLabel ?? now.innerText).trim()];
    }""")


def press(page, button):
    """Presses a button by keyboard, once the page is live and its focus module is loaded."""
    page.wait_for_selector("html[data-espalier=live]")
    button.focus()
    page.keyboard.press("Enter")


def focus_moves_to(page, address, text):
    until(lambda: focused(page) == [address, text], what=f"the focus moved to {address}, {text}")


def test_dropped_products_come_back_and_the_focus_stays_near(visit):
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
    assert abs(top) < page.viewport_size["height"], "the focus is far from the button's place"
    assert difference(page) is None


def test_a_button_that_becomes_disabled_passes_the_focus_to_its_neighbour(visit):
    page = visit("/cart")
    product = cell(page, "Topsounds/id1")
    less = product.get_by_role("button", name="One less")
    product.get_by_role("button", name="One more").click()
    until(lambda: less.is_enabled())
    while product.locator("output").inner_text().split()[-1] != "1":
        before = product.locator("output").inner_text()
        press(page, less)
        until(lambda before=before: product.locator("output").inner_text() != before)
    focus_moves_to(page, "Topsounds/id1", "One more")
    page = visit("/scopes/tab")
    for count in (2, 1):
        page.get_by_role("button", name="Remove one").click()
        until(lambda count=count: page.locator(".Stone").count() == count)
    press(page, page.get_by_role("button", name="Remove one"))
    focus_moves_to(page, "footer", "Add a stone")


def test_after_the_last_appointment_the_focus_goes_to_the_empty_day(visit):
    page = visit("/calendar")
    page.get_by_role("button", name="June 17,").click()
    cell(page, "17-Walk").wait_for()
    press(page, page.get_by_role("button", name="Delete Hair"))
    focus_moves_to(page, "17-Nails", "Delete Nails")
    press(page, page.get_by_role("button", name="Delete Walk"))
    focus_moves_to(page, "17-Nails", "Delete Nails")
    page.keyboard.press("Enter")
    focus_moves_to(page, "17", "A free day.")
    press(page, page.get_by_role("button", name="Restore all"))
    focus_moves_to(page, "header", "June")
    page.keyboard.press("Tab")
    assert focused(page)[1].startswith("June 17")


def test_the_days_of_a_month_are_one_tab_stop_and_an_opened_day_is_said_and_next(visit):
    page = visit("/calendar")
    page.wait_for_selector("button.day[tabindex='-1']")
    assert page.locator("button.day:not([tabindex])").all_inner_texts() == ["15"]
    page.locator("button.day").nth(14).focus()
    days = {"ArrowRight": 16, "ArrowUp": 9, "ArrowLeft": 8, "Home": 8, "End": 14, "ArrowDown": 21, "Control+End": 30, "Control+Home": 1}
    for key, day in days.items():
        page.keyboard.press(key)
        assert focused(page)[0] == f"days/{day}", key
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    status = page.locator(".DayNote [role=status]")
    status.get_by_text("June 18: no appointments", exact=True).wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    status.get_by_text("June 17: 3 appointments", exact=True).wait_for()
    assert focused(page)[0] == "days/17" and page.locator("button.day:not([tabindex])").count() == 1
    page.keyboard.press("Tab")
    assert focused(page) == ["17-Hair", "Delete Hair"]
    page.keyboard.press("Shift+Tab")
    assert focused(page)[0] == "days/17"
    assert difference(page) is None


def test_without_javascript_tab_goes_through_the_days(visit):
    page = visit("/calendar", javascript=False)
    page.locator("button.day").first.focus()
    for day in range(2, 31):
        page.keyboard.press("Tab")
        assert focused(page)[0] == f"days/{day}"
    page.keyboard.press("Enter")
    page.locator(".DayNote", has_text="June 30: no appointments").wait_for()


@pytest.mark.parametrize(("path", "apply", "reset"), [
    ("/animations", "Show next week", "Show this week"), ("/editing", "Change to autumn", "Change to spring")])
def test_one_key_swaps_a_list_and_swaps_it_back(visit, path, apply, reset):
    page = visit(path)
    prefix = "table/" if path == "/animations" else ""
    press(page, page.get_by_role("button", name=apply))
    focus_moves_to(page, prefix + "reset", reset)
    page.keyboard.press("Enter")
    focus_moves_to(page, prefix + "apply", apply)
    assert difference(page) is None


def test_when_the_last_name_is_removed_the_focus_goes_to_the_name_before(visit):
    page = visit("/names")
    names = page.locator(".Name")
    press(page, names.last.get_by_role("button", name="Remove"))
    until(lambda: names.count() == 31)
    assert focused(page) == [names.last.get_attribute("id"), names.last.get_by_role("button", name="Remove").get_attribute("aria-label")]


# The points of the focused control that something else covers.
COVERED = """() => {
  const { activeElement: control } = document;
  const { left, top, width, height, bottom } = control.getBoundingClientRect();
  const points = [top + 1, top + height / 2, bottom - 1].filter((y) => height < innerHeight / 2 && y >= 0 && y < innerHeight);
  const hits = points.map((y) => document.elementFromPoint(left + width / 2, y));
  return hits.filter((hit) => !control.contains(hit) && !hit.contains(control) && hit.closest('label')?.control !== control)
    .map((hit) => `${control.localName} "${control.innerText}" below ${hit.localName}.${hit.className}`);
}"""


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("path", ["/posts", "/notifications", "/sections", "/share", "/working-range", "/album", "/checkout"])
def test_on_a_phone_the_focus_is_never_behind_sticky_rows(visit, path, javascript):
    page = visit(path, viewport={"width": 390, "height": 844}, javascript=javascript)
    for key, count in (("Tab", 60), ("Shift+Tab", 59)):
        for _ in range(count):
            page.keyboard.press(key)
            covers = []
            try:
                until(lambda covers=covers: covers.append(page.evaluate(COVERED)) or not covers[-1], seconds=3)
            except AssertionError:
                pytest.fail(f"After {key}: {covers[-1]}")
