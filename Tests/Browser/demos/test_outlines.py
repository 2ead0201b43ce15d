"""A page that nobody changed has the outline that the server wrote, so that it fetches nothing to prove it."""

import pytest
from harness import LIVE
from live import wait_live
from windows import idle


@pytest.mark.parametrize("path", LIVE)
def test_a_page_that_nobody_changed_is_not_fetched_again(open_page, server, path):
    page, asked = open_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server + path)
    wait_live(page)
    idle(page)
    assert int(page.evaluate("document.getElementById('~form').dataset.outline"))
    assert not [url for url in asked if "/foreign.js" in url]
