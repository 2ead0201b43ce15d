"""A page whose client is an unmodified Turbo: it posts, follows the stream, and ends equal to a fresh render."""

import importlib.util
import re
from pathlib import Path

import pytest
from live import difference
from windows import idle

TURBO = Path(importlib.util.find_spec("turbo").origin).parent / "static/turbo/js/turbo.min.js"


@pytest.fixture
def turbo(open_page, server):
    """Opens a demo with Turbo instead of Espalier's own modules. Turbo follows the page's stream if `follows`."""

    def turbo(path, follows=True):
        page = open_page(bypass_csp=True)
        page.route(re.compile(r"/espalier/.*\.js$"), lambda route: route.fulfill(body="", content_type="text/javascript"))
        page.goto(server + path)
        page.add_script_tag(path=TURBO)
        if follows:
            page.evaluate("""() => new Promise((resolve) => {
              const form = document.querySelector("[id='~form']");
              const url = new URL(form.dataset.patches, location);
              url.searchParams.set('dialect', 'turbo');
              url.searchParams.set('since', form.dataset.version);
              const source = new EventSource(url);
              Turbo.connectStreamSource(source);
              source.onopen = resolve;
            })""")
        page.evaluate("window.marker = 'never reloaded'")
        return page

    return turbo


def settled(page):
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    # Wait for changes that might arrive twice. Turbo does not know versions, so the form still has the first one.
    idle(page)
    page.evaluate("""async () => {
      const { headers } = await fetch(location.pathname, { headers: { Accept: 'application/json' } });
      document.querySelector("[id='~form']").dataset.version = headers.get('ETag').match(/"([^"-]*)/)[1];
    }""")
    assert page.evaluate("window.marker") == "never reloaded"
    assert difference(page) is None


@pytest.mark.parametrize("follows", [True, False])
def test_a_post_of_turbo_changes_its_page_once(turbo, follows):
    page = turbo("/share", follows)
    before = page.locator(".Listener").count()
    for _ in range(3):
        page.get_by_role("button", name="Add a reader").click()
    page.wait_for_function("count => document.querySelectorAll('.Listener').length === count", arg=before + 3)
    share = page.get_by_role("button", name=re.compile(r"Send letter \d+"))
    number = share.inner_text().split()[2]
    share.click()
    page.wait_for_selector(f".Listener:has-text('Letter {number}')")
    settled(page)


def test_changes_of_others_arrive_on_the_stream(turbo, visit):
    page, other = turbo("/posts"), visit("/posts")
    other.locator(".PostModel").nth(1).get_by_role("button", name="Like").click()
    page.locator("[id='B/photo'] figcaption", has_text="Like").wait_for()
    page.locator(".PostModel").nth(0).get_by_role("button", name="Share").click()
    other.locator("[id='A/photo'] figcaption", has_text="Share").wait_for()
    settled(page)


def test_turbo_works_on_a_page_that_each_browser_has_for_itself(turbo):
    page = turbo("/cart")
    for _ in range(5):
        page.locator("[id='Topsounds/id1']").get_by_role("button", name="One more").click()
    page.wait_for_selector('.sum:text-is("$26.82")')
    settled(page)
