"""Lists of three scopes: one list for everybody, one for each browser, one for each tab."""

import socket
import socketserver
import threading

import pytest
from live import difference


def put(page):
    count = page.locator(".Stone").count()
    page.get_by_role("button", name="Add a stone").click()
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
    assert (stones(first), stones(second)) == (5, 4)
    for page, count in ((first, 5), (second, 4)):
        page.reload()
        assert stones(page) == count
        put(page)
        assert stones(page) == count + 1


def test_a_tab_follows_its_own_tree_and_equals_a_fresh_render(visit):
    page = visit("/scopes/tab")
    twin = visit("/scopes/tab?" + page.evaluate("document.querySelector('form').dataset.patches").partition("?")[2], beside=page)
    put(page)
    twin.locator(".Stone").nth(3).wait_for()
    put(twin)
    page.locator(".Stone").nth(4).wait_for()
    assert difference(page) is None


def test_tabs_of_a_browser_share_a_list_and_two_browsers_do_not(visit):
    page, other = visit("/scopes/browser"), visit("/scopes/browser")
    tab = visit("/scopes/browser", beside=page)
    put(page)
    tab.locator(".Stone").nth(3).wait_for()
    assert stones(other) == 3, "no list opens empty"


def test_the_three_lists_lead_to_each_other(visit):
    page = visit("/scopes", javascript=False)
    for name in ("This browser", "This tab", "Everybody"):
        page.get_by_role("link", name=name).click()
        assert page.locator(".ScopeNote [aria-current]").inner_text() == name


@pytest.fixture
def cookieless(demos):
    """An address of the server that passes on no cookies, as if the browser refused them."""

    class Relay(socketserver.BaseRequestHandler):
        def handle(self):
            with socket.create_connection(("127.0.0.1", demos.port)) as server:
                threading.Thread(target=self.pass_on, args=(self.request, server), daemon=True).start()
                self.pass_on(server, self.request, lambda data: data.replace(b"\r\nSet-Cookie:", b"\r\nX-Refused:"))

        @staticmethod
        def pass_on(source, target, change=lambda data: data):
            try:
                while data := source.recv(1 << 16):
                    target.sendall(change(data))
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # closed by either side

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Relay) as relay:
        relay.daemon_threads, relay.block_on_close = True, False
        threading.Thread(target=relay.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{relay.server_address[1]}"
        relay.shutdown()


def test_a_browser_that_refuses_cookies_keeps_its_list(open_page, cookieless):
    page = open_page(java_script_enabled=False)
    page.goto(cookieless + "/scopes/tab")
    for count in range(3):
        put(page)
        assert stones(page) == count + 4
    assert page.context.cookies() == []


def test_a_page_is_live_in_a_browser_that_refuses_cookies(open_page, cookieless, complaints):
    page = open_page()
    page.goto(cookieless + "/scopes/browser")
    # The browser claims to store cookies, so the server refuses the first streams.
    page.wait_for_selector("html[data-espalier=live]")
    put(page)
    page.locator(".Stone").nth(3).wait_for()
    assert stones(page) == 4 and page.context.cookies() == []
    complaints.clear()
