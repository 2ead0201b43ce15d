"""Pages with thousands of buttons. Chromium walks the whole document for each button that names a form, so only the first 500 do."""

import re

import pytest
from harness import Trials

ROWS = 2000
NAMED = 500


@pytest.fixture(scope="module")
def trials():
    server = Trials()
    yield server
    server.stop()


def button(page, row):
    return page.locator(f"[id='{row}'] button")


def test_only_the_first_buttons_name_the_form_and_all_work(open_page, trials):
    page = open_page()
    page.goto(trials.address + "/buttons")
    page.wait_for_selector("html[data-espalier=live]")
    assert page.locator("li button").count() == ROWS and page.locator("button[form]").count() == NAMED
    for row in (0, NAMED - 1, NAMED, ROWS - 1):
        before = int(button(page, row).inner_text().split()[0])
        button(page, row).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[id='{row}'] button:text-is('{before + 1} presses')")
    assert page.locator("button[form]").count() == NAMED


@pytest.mark.parametrize("path", ["/buttons", "/mybuttons"])
def test_without_javascript_the_full_view_has_a_form_for_each_button(open_page, trials, path):
    page = open_page(java_script_enabled=False)
    page.goto(trials.address + path)
    # The full view shows the same list, also if each tab has its own.
    count = int(button(page, 0).inner_text().split()[0]) + 1
    button(page, 0).click()
    page.wait_for_url("**#0")
    page.get_by_role("link", name="Open the list with all its buttons").click()
    page.wait_for_url(re.compile("[?&]view=full$"))
    assert page.locator("button[form]").count() == ROWS and button(page, 0).inner_text() == f"{count} presses"
    before = int(button(page, ROWS - 1).inner_text().split()[0])
    button(page, ROWS - 1).click()
    page.wait_for_url("**#1999")
    assert button(page, ROWS - 1).inner_text() == f"{before + 1} presses" and button(page, 0).inner_text() == f"{count} presses"
