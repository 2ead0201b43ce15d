"""What hostile users type is shown as they typed it, in their own page and in every other, with and without JavaScript."""

import json
from pathlib import Path

import pytest
from live import cell, wait_live

FILE = Path(__file__).parents[2] / "hostile-texts.json"


def packed(texts, most=200):
    """As many texts at once as the field takes, to be quick."""
    packs = [""]
    for text in texts:
        if len(packs[-1] + text) > most:
            packs.append("")
        packs[-1] += text
    return packs


# A form's field cannot hold a NUL: it is refused, as `test_hostile.py` says.
TEXTS = packed(text for text in json.loads(FILE.read_text()) if "\0" not in text)
WATCH = "document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))"
# What no text may change: the elements, the names of their attributes, the page's name and place.
STATE = """() => [
  [...document.querySelectorAll('main *')].map((element) => element.getAttributeNames().join() + element.tagName).join(),
  document.title, location.href,
]"""


def shows(page, text):
    """Waits until the server's text is there, letter by letter, and nothing is on its way."""
    page.wait_for_function(
        "text => document.getElementById('TF1').querySelector('output').textContent === text", arg=f"“{text}”")
    page.wait_for_selector("body:not(:has([aria-busy]))")


@pytest.fixture
def unharmed(complaints):
    """Opens a page's ears: no dialog, no script, no violation of the policy; `complaints` hears of the rest."""

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
    state = page.evaluate(STATE)
    for text in TEXTS:
        field = cell(page, "TF1").locator("input")
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
