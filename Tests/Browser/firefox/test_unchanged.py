"""A page that nobody changed has the outline that the server wrote, also in Firefox."""

import pytest
from harness import LIVE

ASKED = "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/foreign.js'))"


@pytest.mark.parametrize("path", LIVE)
def test_a_page_that_nobody_changed_is_not_fetched_again(visit, path):
    page = visit(path)
    page.idle()
    assert int(page.evaluate("document.getElementById('~form').dataset.outline"))
    assert page.evaluate(ASKED) == []
