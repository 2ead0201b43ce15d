"""The style sheet of pages without a template."""

import pytest
from mock import cell


@pytest.mark.parametrize(("layout", "width"), [("", "1px"), ("e-grid e-columns-2", "0px"), ("e-flow", "0px"), ("e-strip", "0px")])
def test_only_plain_lists_have_lines_between_their_rows(mock, live, layout, width):
    page = live(cell("a", "A") + cell("b", "B"))
    page.evaluate("document.body.className = 'e-plain'")
    page.evaluate("layout => { document.getElementById('~root').className = `List ${layout}`; }", layout)
    assert page.evaluate("getComputedStyle(document.getElementById('b')).borderTopWidth") == width
    assert page.evaluate("getComputedStyle(document.getElementById('a')).borderTopWidth") == "0px"
