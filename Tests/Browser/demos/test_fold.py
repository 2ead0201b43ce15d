"""Rows that people fold: by a button, by the keys of a tree, and without JavaScript."""

import pytest
from harness import until
from live import cell, difference
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])
BEANS = "beans"


def button(page, address):
    return cell(page, f"{address}/header").locator(".e-fold")


def packets(page):
    return page.locator(".Packet").all_inner_texts()


def ready(page):
    page.wait_for_selector("[role=tree]")
    idle(page)


@BOTH
def test_a_press_shows_the_packets_of_a_drawer_and_another_hides_them_with_the_box(visit, javascript):
    """Cases FLD-01 and FLD-03, pitfall H-E4, demo F64."""
    page = visit("/fold", javascript=javascript)
    assert packets(page) == [] and page.locator(".e-fold").count() == 6
    button(page, BEANS).click()
    page.wait_for_selector(".Packet")
    assert packets(page) == ["Runner bean", "Sugar pea"]
    button(page, f"{BEANS}/saved").click()
    until(lambda: len(packets(page)) == 4)
    button(page, BEANS).click()
    until(lambda: packets(page) == [])
    button(page, BEANS).click()
    until(lambda: packets(page) == ["Runner bean", "Sugar pea"])
    assert not javascript or difference(page) is None


def test_arrow_keys_walk_the_tree_and_fold_and_unfold(visit):
    page = visit("/fold")
    ready(page)
    focused = "document.activeElement.id"
    row = cell(page, BEANS)
    row.focus()
    assert row.get_attribute("aria-expanded") == "false" and row.get_attribute("tabindex") == "0"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".Packet")
    until(lambda: row.get_attribute("aria-expanded") == "true")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == f"{BEANS}/Runner~20bean"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == BEANS
    page.keyboard.press("ArrowLeft")
    until(lambda: packets(page) == [])
    assert page.evaluate(focused) == BEANS
    page.keyboard.press("End")
    assert page.evaluate(focused) == "trees"
    page.keyboard.press("Home")
    assert page.evaluate(focused) == "roots"
    page.keyboard.press("Enter")
    until(lambda: len(packets(page)) == 2)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.innerText") == "Carrot"
    assert page.locator("[role=tree] [role=treeitem][tabindex='0']").count() == 1
    assert page.locator("[role=group] > [role=treeitem]").count() == 2 and difference(page) is None


def test_what_is_open_is_still_open_after_a_reload_and_a_print_has_all_rows(visit):
    page = visit("/fold")
    ready(page)
    button(page, "herbs").click()
    until(lambda: len(packets(page)) == 2)
    page.reload()
    assert packets(page) == ["Dill", "Coriander"]
    page.get_by_role("button", name="Two columns").click()
    until(lambda: page.get_by_role("button", name="Two columns").get_attribute("aria-pressed") == "true")
    assert packets(page) == ["Dill", "Coriander"] and difference(page) is None
    page.goto(page.url + "?view=full")
    assert page.locator(".Packet").count() == 14


def test_a_page_without_rows_that_fold_loads_nothing_for_them(visit):
    page = visit("/names")
    idle(page)
    assert page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('folding'))") is False
