"""Whose list: everybody's, a browser's, a tab's."""

import pytest
from live import difference


def put(page):
    count = page.locator(".Stone").count()
    page.get_by_role("button", name="Put a stone").click()
    page.locator(".Stone").nth(count).wait_for()


def stones(page):
    return page.locator(".Stone").count()


@pytest.mark.parametrize("javascript", [True, False])
def test_each_tab_has_its_own_list_and_finds_it_again(visit, javascript):
    first = visit("/scopes/tab", javascript=javascript)
    second = visit("/scopes/tab", beside=first, javascript=javascript)
    put(first)
    put(first)
    put(second)
    assert (stones(first), stones(second)) == (2, 1)
    for page, count in ((first, 2), (second, 1)):
        page.reload()
        assert stones(page) == count
        put(page)
        assert stones(page) == count + 1


def test_a_tab_follows_its_own_tree_and_is_like_a_fresh_one(visit):
    page = visit("/scopes/tab")
    twin = visit(page.url.removeprefix(page.evaluate("location.origin")), beside=page)
    put(page)
    twin.locator(".Stone").first.wait_for()
    put(twin)
    page.locator(".Stone").nth(1).wait_for()
    assert difference(page) is None


def test_tabs_of_a_browser_share_a_list_and_two_browsers_do_not(visit):
    page, other = visit("/scopes/browser"), visit("/scopes/browser")
    tab = visit("/scopes/browser", beside=page)
    put(page)
    tab.locator(".Stone").first.wait_for()
    assert stones(other) == 0


def test_the_three_lists_lead_to_each_other(visit):
    page = visit("/scopes", javascript=False)
    for name in ("This browser", "This tab", "Everybody"):
        page.get_by_role("link", name=name).click()
        assert page.locator(".ScopeNote [aria-current]").inner_text() == name


def test_a_browser_that_refuses_cookies_keeps_its_list(open_page, server):
    page = open_page(java_script_enabled=False)
    page.route("**/*", lambda route: route.continue_(headers={
        name: value for name, value in route.request.all_headers().items() if name != "cookie"}))
    page.goto(server + "/scopes/tab")
    for count in range(3):
        page.context.clear_cookies()
        put(page)
        assert stones(page) == count + 1
