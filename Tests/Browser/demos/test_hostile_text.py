"""Hostile text shows exactly as a user typed it, in the user's page and in every other, with and without JavaScript."""

import json
from pathlib import Path

import pytest
from live import cell, wait_live

FILE = Path(__file__).parents[2] / "hostile-texts.json"


def packed(texts, most=200):
    """Joins as many texts as the field can hold, to save time."""
    packs = [""]
    for text in texts:
        if len(packs[-1] + text) > most:
            packs.append("")
        packs[-1] += text
    return packs


# A form's field cannot hold a NUL. The server refuses it, see `test_hostile.py`.
TEXTS = packed(text for text in json.loads(FILE.read_text()) if "\0" not in text)
WATCH = "document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))"
# The state that no text may change: the elements, the names of their attributes, the page's title and address.
STATE = """() => [
  [...document.querySelectorAll('main *')].map((element) => element.getAttributeNames().join() + element.tagName).join(),
  document.title, location.href,
]"""


def shows(page, text):
    """Waits until the page shows exactly the server's text and no event waits for its reply."""
    page.wait_for_function(
        "text => document.getElementById('TF1').querySelector('output').textContent === text", arg=f"“{text}”")
    page.wait_for_selector("body:not(:has([aria-busy]))")


@pytest.fixture
def unharmed(complaints):
    """Adds a page's dialogs and violations of its policy to `complaints`."""

    def unharmed(page):
        page.on("dialog", lambda dialog: complaints.append(dialog.message) or dialog.dismiss())
        page.context.add_init_script(WATCH)
        return page

    return unharmed


def test_hostile_text_is_text_in_every_window(visit, unharmed):
    page = unharmed(visit("/editing"))
    page.reload()
    wait_live(page)
    other = unharmed(visit("/editing", beside=page))
    field = cell(page, "TF1").locator("input")
    # With the first patch, the last patch appears beside the list.
    field.fill("harmless")
    for window in (page, other):
        shows(window, "harmless")
        window.locator("[data-inspector]").wait_for()
    state = page.evaluate(STATE)
    for text in TEXTS:
        field.fill(text)
        typed = field.input_value()
        for window in (page, other):
            shows(window, typed)
            assert window.evaluate(STATE) == state
    assert cell(other, "TF1").locator("input").input_value() == typed


def test_hostile_text_is_text_without_javascript(visit, unharmed):
    page = unharmed(visit("/editing", javascript=False))
    for text in TEXTS:
        field = cell(page, "TF1").locator("input")
        field.fill(text)
        typed = field.input_value()
        with page.expect_navigation():
            cell(page, "TF1").get_by_role("button", name="Send").click()
        assert cell(page, "TF1").locator("output").text_content() == f"“{typed}”"
        assert field.get_attribute("value") == typed
        assert "pwned" not in page.title()
