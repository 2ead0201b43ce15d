"""In development, a page whose modules did not all arrive says so."""

import pytest
from harness import Server
from windows import idle

TEXT = "A module of the client did not load. Reload the page; the network panel of the browser shows which one."


@pytest.fixture(scope="module")
def developed():
    server = Server("--development")
    yield server
    assert server.stop() == 0 and server.complaints() == []


@pytest.mark.parametrize("module", ["page/wire-names", "sending/event-queue", "receiving/animation-timing", "espalier", "rest"])
def test_a_page_without_a_module_says_what_to_do(page, complaints, developed, module):
    page.route(f"**/espalier/{module}.js*", lambda route: route.abort())
    page.goto(developed.address + "/cart")
    page.get_by_text(TEXT).wait_for()
    # A page that tries once more still says it.
    idle(page)
    assert page.get_by_text(TEXT).count() == 1
    page.unroute(f"**/espalier/{module}.js*")
    page.reload()
    page.wait_for_selector("html[data-espalier=live]")
    assert page.get_by_text(TEXT).count() == 0
    complaints.clear()


def test_other_pages_load_no_such_module(page, server):
    page.goto(server + "/cart")
    assert page.locator("script[src*='development']").count() == 0
