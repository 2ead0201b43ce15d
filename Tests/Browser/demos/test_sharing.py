"""One browser's tabs with the real server: each tab is live, and the server has one stream for all tabs of a page."""

import re

import pytest
from harness import until
from live import cell, difference
from windows import idle


def streams(client):
    return int(re.search(r"^espalier_streams (\d+)", client.get("/metrics").text, re.M)[1])


def test_twelve_tabs_are_live_with_one_stream_and_each_may_lead(visit, client):
    first = visit("/posts")
    tabs = [first, *(visit("/posts", beside=first) for _ in range(11))]
    assert streams(client) == 1
    for name in ("Like", "Share", "Comment", "Like"):
        reply = client.send("/posts", "B/actions", name.lower(), name)
        for tab in tabs:
            tab.wait_for_selector(f"[data-version='{reply.version}']", state="attached")
            assert cell(tab, "B/photo").inner_text().endswith(name)
        # The tab that was opened first leads.
        tabs.pop(0).close()
        until(lambda: streams(client) == 1)
    cell(tabs[0], "A/actions").get_by_role("button", name="Share").click()
    for tab in tabs:
        tab.wait_for_selector("[id='A/photo'] figure.blue")
        assert difference(tab) is None


@pytest.mark.parametrize("path", ["/cart", "/share"])
def test_five_presses_with_a_second_of_latency_have_five_effects(visit, client, path):
    page = visit(path)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions",
                 {"offline": False, "latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1})
    before = number(page)
    if path == "/cart":
        button = cell(page, "Topsounds/id1").get_by_role("button", name="One more")
    else:
        button = page.get_by_role("button", name="Add a reader")
    button.click(click_count=5)
    assert button.evaluate("button => button === document.activeElement && !button.disabled")
    page.wait_for_selector("button[data-waiting]")
    until(lambda: number(page) == before + 5)
    page.wait_for_selector("body:not(:has([aria-busy]))")
    idle(page)
    assert number(page) == before + 5 and page.locator("[data-waiting]").count() == 0
    if path == "/cart":
        assert page.locator(".sum").inner_text() == "$26.82"


def number(page):
    return int(page.locator("[id='~form']").get_attribute("data-version").split(".")[1])


def test_seven_pages_of_one_browser_are_in_sight_and_all_work(visit, client):
    """Browsers open six connections to a site over HTTP/1.1, and a stream keeps one."""
    cart = visit("/cart")
    others = [visit(path, beside=cart) for path in ("/feed", "/posts", "/counter", "/search", "/growing", "/share")]
    until(lambda: streams(client) == 4)
    assert all(page.evaluate("!document.hidden && document.documentElement.dataset.espalier") == "live" for page in [cart, *others])
    for page in (cart, others[-1]):
        before = page.inner_text("#\\~root")
        page.click("#\\~root button.primary" if page is not cart else "[aria-label='One more']")
        page.wait_for_function("(before) => document.getElementById('~root').innerText !== before", arg=before, timeout=5000)
    reply = client.send("/share", "sharer", "addCell")
    others[-1].wait_for_selector(f"[data-version='{reply.version}']", state="attached", timeout=5000)
    assert difference(others[-1]) is None
