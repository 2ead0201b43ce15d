"""The text in the page and in its fields is the text that was typed, with its first line ends."""

import pytest
from harness import Trials
from live import wait_live
from windows import answered, idle

TEXTS = ["\n\nabc", "\n", "\n\n\nabc\n\n", "abc", "\n\n"]
# One element has more text behind its slot.
SHOWN = """[...document.querySelectorAll('textarea, pre, listing, span')].map((one) => one.value ?? one.textContent.replace(/\\n\\.$/, ''))"""


@pytest.fixture
def trials():
    server = Trials()
    yield server
    server.kill()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_text_that_is_saved_again_and_again_keeps_its_line_ends(open_page, trials, has_scripts):
    page = open_page(java_script_enabled=has_scripts)

    def load():
        page.goto(trials.address + "/note")
        if has_scripts:
            wait_live(page)
            idle(page)

    def save():
        button = page.get_by_role("button", name="Save")
        if has_scripts:
            with answered(page):
                button.click()
        else:
            button.click()

    def shows(text):
        texts = page.evaluate(SHOWN)
        assert len(texts) == 7 and set(texts) == {text}, (text, texts)

    load()
    shows("\n\nabc")
    for text in TEXTS:
        page.locator("textarea").first.fill(text)
        save()
        shows(text)
        # What a new page shows is saved again as it is.
        load()
        shows(text)
        save()
        shows(text)
