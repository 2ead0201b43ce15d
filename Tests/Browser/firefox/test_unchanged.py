"""A page that nobody changed has the outline that the server wrote, also in Firefox: four kinds of pages, and with ESPALIER_LONG=1 all."""

import pytest
from harness import IS_LONG, LIVE
from live import FETCHED_TO_PROVE


@pytest.mark.parametrize("path", LIVE if IS_LONG else ["/posts", "/table", "/everything", "/embed/widget"])
def test_a_page_that_nobody_changed_is_not_fetched_again(visit, path):
    page = visit(path)
    page.idle()
    assert int(page.evaluate("document.getElementById('~form').dataset.outline"))
    assert page.evaluate(FETCHED_TO_PROVE) == []
