"""The demo of tables: it sorts, selects and sells; on a desk it has columns, on a phone each row is a block."""

import pytest
from audit import violations
from harness import until
from live import cell, same_elements, watch

PHONE = {"width": 375, "height": 812}
DESK = {"width": 1280, "height": 900}


def names(page):
    return page.locator("[id=bench] tbody > tr strong").all_inner_texts()


def title(page, name):
    return page.get_by_role("columnheader", name=name).get_by_role("button")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_title_sorts_and_says_so(visit, javascript):
    page = visit("/table", javascript=javascript, viewport=DESK)
    assert len(names(page)) == 40 and names(page)[0] == "Apple mint"
    for direction, first in (("ascending", "Mullein"), ("descending", "Lavender")):
        title(page, "Left").click()
        page.wait_for_selector(f"th[aria-label=Left][aria-sort={direction}]")
        assert names(page)[0] == first
        assert page.locator("thead [role=status]").all_inner_texts()[3] == f"Sorted by Left, {direction}."
    assert page.locator("th[aria-sort=none]").count() == 3


def test_sorting_moves_the_rows_and_keeps_their_elements_and_the_focus(visit):
    page = visit("/table", viewport=DESK)
    page.evaluate("window.rows = new Map([...document.querySelectorAll('tbody > tr')].map((row) => [row.id, row]))")
    title(page, "Price").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("th[aria-label=Price][aria-sort=ascending]")
    assert page.evaluate("[...document.querySelectorAll('tbody > tr')].every((row) => rows.get(row.id) === row)")
    assert page.evaluate("document.activeElement.textContent") == "Price"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_row_is_sold_and_moves_and_the_sum_follows(visit, javascript):
    page = visit("/table", javascript=javascript, viewport=DESK)
    for _ in range(2):
        title(page, "Sold").click()
    page.wait_for_selector("th[aria-label=Sold][aria-sort=descending]")
    assert names(page)[:3] == ["Lavender", "Parsley", "Coriander"]
    before = page.locator("tfoot").inner_text()
    for count in (8, 9):
        page.get_by_role("button", name="Sell one: Coriander").click()
        page.wait_for_function("count => document.getElementById('bench/Coriander').cells[2].textContent === `${count}`", arg=count)
    assert names(page)[:3] == ["Coriander", "Lavender", "Parsley"]
    assert page.locator("tfoot").inner_text() != before


def test_sorting_moves_no_live_region(visit):
    """Some screen readers say a live region that comes back into the page."""
    page = visit("/table", viewport=DESK)
    page.evaluate("""() => {
      window.moved = [];
      const live = 'output, [role=status], [aria-live]';
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) if (node.matches?.(live) || node.querySelector?.(live)) moved.push(node.id);
        }
      }).observe(document.getElementById('bench'), { childList: true, subtree: true });
    }""")
    title(page, "Price").click()
    page.wait_for_selector("th[aria-label=Price][aria-sort=ascending]")
    assert page.evaluate("moved") == []


def test_a_press_sends_only_what_changed(visit):
    page = visit("/table", viewport=DESK)
    watch(page)
    page.get_by_role("button", name="Sell one: Basil").click()
    until(lambda: page.evaluate("patches.length"))
    ((patch,),) = [page.evaluate("patches")]
    # The header says to screen readers how many are left.
    assert {op[0] for op in patch["ops"]} == {"="} and {op[1] for op in patch["ops"]} == {"header", "bench/Basil", "bench/footer"}
    assert same_elements(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_are_selected_by_a_press_anywhere_on_them(visit, javascript):
    page = visit("/table", javascript=javascript, viewport=DESK)
    for name in ("Basil", "Bay"):
        # The button covers the whole row.
        cell(page, f"bench/{name}").locator(".e-select").click(position={"x": 200, "y": 40})
        page.wait_for_selector(f"[id='bench/{name}'].e-selected")
    page.get_by_role("button", name="Order ten of each").click()
    page.wait_for_function("() => document.getElementById('bench/Basil').cells[3].innerText.includes('41')")
    assert page.locator(".e-selected").count() == 0


def test_the_titles_stick_below_the_bar(visit):
    page = visit("/table", viewport=DESK)
    page.evaluate("scrollTo(0, document.getElementById('bench/Sage').getBoundingClientRect().top)")
    until(lambda: page.evaluate("Math.round(document.querySelector('thead').getBoundingClientRect().top)") == 57)
    assert page.evaluate("document.elementFromPoint(innerWidth / 4, 80).closest('thead') !== null")


def test_numbers_are_below_each_other(visit):
    page = visit("/table", javascript=False, viewport=DESK)
    rights = page.evaluate("""[...document.querySelectorAll('thead th, tbody td')].filter((cell) => /Sold/.test(cell.dataset.column ?? cell.ariaLabel))
      .map((cell) => Math.round(cell.getBoundingClientRect().right))""")
    assert len(rights) == 41 and len(set(rights)) == 1


def test_on_a_phone_each_row_is_a_block_with_the_titles_before_the_values(visit):
    page = visit("/table", viewport=PHONE)
    row = cell(page, "bench/Basil")
    tops = row.locator("> *").evaluate_all("cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().top))")
    assert tops == sorted(set(tops)) and len(tops) == 5
    label = row.locator("[data-column=Price]").evaluate("cell => getComputedStyle(cell, '::before').content")
    assert "Price" in label
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # It is still a table for assistive technology, and it still sorts.
    assert page.get_by_role("row").count() == 42
    assert page.get_by_role("rowheader", name="Basil").count() == 1
    title(page, "Price").click()
    page.wait_for_selector("th[aria-label=Price][aria-sort=ascending]")
    assert violations(page, impacts=None) == []
