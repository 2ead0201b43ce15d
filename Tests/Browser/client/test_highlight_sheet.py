"""Highlighted rows: a patch that brings the first of them brings their style sheet, and rows of tables have the styles, too."""

import pytest
from mock import at, cell, listed, root

LIST = f'<li id="t" class="Box e-highlight">{listed(cell("t/a", "A", "Row e-hover-ring e-flash-bar e-flash"))}</li>'
ROW = '<tr role="row" id="t/a" class="Row{row}"><td role="cell">A</td><td role="cell" class="{last}">B</td></tr>'
TABLE = '<li id="t" class="Box e-table e-highlight"><table role="table"><tbody role="rowgroup">{}</tbody></table></li>'
STYLES = "e-hover-ring e-flash-bar e-flash"


def style(page, selector):
    return page.eval_on_selector(selector, "row => [getComputedStyle(row).outlineStyle, getComputedStyle(row).boxShadow.includes('inset')]")


@pytest.mark.parametrize(("rows", "row", "other"), [
    (LIST, "[id='t/a']", None),
    (TABLE.format(ROW.format(row=f" {STYLES}", last="")), "tr", "td"),
    (TABLE.format(ROW.format(row="", last=STYLES)), "tr", "td:last-child"),
])  # fmt: skip
def test_rows_that_a_patch_brings_have_their_styles(mock, live, rows, row, other):
    mock.body = root(cell("x", "X"))
    page = live(body=True)
    assert page.locator("link[href$='highlight.css']").count() == 0
    mock.push("e.2", ["!", listed(rows)], event="snapshot")
    page.wait_for_selector(at("e.2"))
    page.wait_for_function("selector => getComputedStyle(document.querySelector(selector)).boxShadow.includes('inset')", arg=row)
    page.mouse.move(0, 0)
    assert style(page, row) == ["none", True]
    page.locator(row).hover()
    assert style(page, row) == ["solid", True]
    # Only the row has the styles, not the cell that names them.
    assert other is None or style(page, other) == ["none", False]
    assert page.locator("link[href$='highlight.css']").count() == 1
