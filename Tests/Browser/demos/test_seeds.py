"""The seed library: pages with parameters, a handler that leads to another page, notices, and titles that follow the data."""

import time

import pytest
from harness import until
from live import cell, difference, wait_live

NOTICE = ".e-notice"


def mark(page):
    page.evaluate("window.marker = 'never reloaded'")


def is_marked(page):
    return page.evaluate("window.marker") == "never reloaded"


def names(page):
    return page.locator(".VarietyRow a").all_inner_texts()


def add(page, name, kind="herb"):
    page.get_by_label("Variety").fill(name)
    page.get_by_label("Kind").select_option(kind)
    page.get_by_role("button", name="Add", exact=True).click()


def test_a_filter_is_in_the_url_and_back_and_forward_work_without_a_load(visit):
    page = visit("/seeds")
    mark(page)
    count = len(names(page))
    page.get_by_label("Variety").fill("half typed")
    page.get_by_role("button", name="Herbs").click()
    page.wait_for_url("**/seeds?kind=herb")
    until(lambda: "Borage" in names(page) and len(names(page)) < count)
    # The button keeps the focus, and the field its text.
    assert page.evaluate("document.activeElement.textContent") == "Herbs"
    assert page.get_by_label("Variety").input_value() == "half typed"
    until(lambda: page.title().startswith("Seed library: Herbs"))
    wait_live(page)
    page.get_by_role("button", name="Flowers").click()
    page.wait_for_url("**/seeds?kind=flower")
    until(lambda: "Common poppy" in names(page))
    page.go_back()
    until(lambda: "Borage" in names(page) and page.evaluate("location.search") == "?kind=herb")
    page.go_back()
    until(lambda: len(names(page)) == count and page.evaluate("location.search") == "")
    page.go_forward()
    until(lambda: "Borage" in names(page) and len(names(page)) < count)
    # Quick steps end at the last one.
    page.evaluate("history.go(1); setTimeout(() => history.go(-2), 5)")
    until(lambda: len(names(page)) == count and page.evaluate("location.search") == "")
    wait_live(page)
    assert is_marked(page) and difference(page) is None


def test_the_filtered_page_follows_its_own_tree(visit):
    page, other = visit("/seeds"), visit("/seeds?kind=herb")
    page.get_by_role("button", name="Herbs").click()
    page.wait_for_url("**/seeds?kind=herb")
    wait_live(page)
    before = cell(other, "seeds/8").locator("output").inner_text()
    cell(other, "seeds/8").get_by_role("button").click()
    until(lambda: cell(page, "seeds/8").locator("output").inner_text() not in ("", before))
    # A press after the change of the page goes to the tree that the page shows.
    cell(page, "seeds/1").get_by_role("button").click()
    until(lambda: cell(page, "seeds/1").locator("output").inner_text() == cell(other, "seeds/1").locator("output").inner_text())
    assert difference(page) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_a_new_variety_leads_to_its_page_with_a_notice_and_removing_it_leads_back(visit, javascript):
    page = visit("/seeds?kind=herb", javascript=javascript)
    name = f"Dill {javascript}"
    if javascript:
        mark(page)
    add(page, name)
    until(lambda: page.locator(NOTICE).inner_text() == f"{name} added")
    page.wait_for_url("**/seeds/*")
    until(lambda: page.title().startswith(name))
    assert page.locator(".VarietyCard h2").inner_text() == name
    page.get_by_role("button", name="Remove the variety").click()
    # First, because it goes away after ten seconds.
    until(lambda: page.locator(NOTICE).inner_text() == f"{name} removed")
    page.wait_for_url("**/seeds?kind=herb")
    until(lambda: name not in names(page) and names(page))
    if javascript:
        assert is_marked(page)
    else:
        page.reload()
        assert page.locator(NOTICE).count() == 0


def test_a_notice_stays_however_long_the_next_page_takes(visit):
    page = visit("/seeds")
    add(page, "Sorrel")
    until(lambda: page.locator(NOTICE).inner_text() == "Sorrel added")
    page.wait_for_url("**/seeds/*")
    mark(page)
    page.route("**/seeds?kind=herb", lambda route: (time.sleep(0.5), route.continue_()))
    page.get_by_role("button", name="Remove the variety").click()
    page.wait_for_url("**/seeds?kind=herb")
    assert page.locator(NOTICE).all_inner_texts() == ["Sorrel removed"] and is_marked(page)


def test_a_screen_reader_begins_at_the_heading_of_the_next_page(visit):
    page = visit("/seeds")
    add(page, "Lovage")
    page.wait_for_url("**/seeds/*")
    until(lambda: page.evaluate("document.activeElement.localName") == "h1")
    page.get_by_role("button", name="Remove the variety").click()
    page.wait_for_url("**/seeds?kind=herb")


def test_a_new_name_is_the_new_title_in_each_window(visit):
    page, other = visit("/seeds/4"), visit("/seeds/4")
    rest = page.title().removeprefix("Rainbow chard")
    assert rest != page.title()
    page.get_by_label("Name").fill("Ruby chard")
    page.get_by_role("button", name="Rename").click()
    until(lambda: page.title() == other.title() == "Ruby chard" + rest)
    page.get_by_label("Name").fill("Rainbow chard")
    page.get_by_role("button", name="Rename").click()
    until(lambda: other.title() == "Rainbow chard" + rest)


def test_a_page_whose_seeds_are_removed_says_so_and_is_gone(visit, client, server):
    page, other = visit("/seeds"), None
    add(page, "Ramsons")
    page.wait_for_url("**/seeds/*")
    path = page.url.removeprefix(server)
    other = visit(path)
    page.get_by_role("button", name="Remove the variety").click()
    until(lambda: other.locator(".RemovedVariety").count())
    # The instance of the open window is gone for others, too.
    assert client.get(path, "text/html").status in (404, 410)
    assert client.get("/seeds/0", "text/html").status == 404
