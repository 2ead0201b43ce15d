"""The fault lab against the real browser: whatever goes wrong on the way, the page ends true, without a reload, and nothing counts twice."""

import random

import pytest
from harness import HTML, JSON, Server, until
from live import difference, watch
from test_cart import quantity, step

FAULTS = {
    "delay": {"delay": 400},
    "drop": {"drop": 3},
    "duplicate": {"duplicate": 1},
    "reorder": {"reorder": 2},
    "cut": {"cut": 3},
    "all": {"delay": 50, "drop": 5, "duplicate": 4, "reorder": 4, "cut": 5, "seed": 7},
}
PAGES = ["/posts", "/cart", "/animations"]


@pytest.fixture(scope="module")
def demos():
    server = Server("--development", "--faults", "127.0.0.1")
    yield server
    assert server.stop() == 0
    assert server.complaints() == []


def set_faults(page, faults):
    """As the panel does, but faster: from the page itself, so with the browser's cookie."""
    return page.evaluate("""async (faults) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const reply = await fetch('/faults', { method: 'POST', headers, body: JSON.stringify(faults) });
      return [reply.status, await reply.json()];
    }""", faults)


def press_any(page, chance):
    """Presses one of the list's buttons, as a person does who does not wait for the answer."""
    page.evaluate("""(number) => {
      const all = [...document.querySelectorAll('#content form button, #content [formaction]')].filter((one) => !one.disabled);
      all[Math.floor(number * all.length)].click();
    }""", chance.random())


@pytest.mark.parametrize("kind", FAULTS)
def test_a_page_under_faults_ends_true(visit, server, complaints, kind):
    first = visit("/")
    status, set_to = set_faults(first, FAULTS[kind])
    assert status == 200 and FAULTS[kind].items() <= set_to.items()
    pages = {path: visit(path, beside=first) for path in PAGES}
    for page in pages.values():
        watch(page)
    chance = random.Random(kind)
    for _ in range(8):
        # A press before the reply to the last one would be the same.
        pages["/cart"].wait_for_function("() => !document.querySelector('[aria-busy]')", timeout=20000)
        step(pages["/cart"], "One more").evaluate("button => button.click()")
        for path in ["/posts", "/animations"]:
            press_any(pages[path], chance)
        first.wait_for_timeout(60)
    for path, page in pages.items():
        # A fault may strike the last message, too: then it takes a reconnection until it is noticed and made good.
        until(lambda: difference(page) is None, 20, f"{path} under {FAULTS[kind]}: equality with a fresh render")
        assert page.evaluate("window.marker") == "never reloaded"
    until(lambda: quantity(pages["/cart"]) == "9", 10, "The ninth piece")
    # A reply that was dropped stands in the console, as it should.
    complaints.clear()


def test_the_panel_sets_and_shows_the_faults_of_this_browser_without_javascript(visit, client, server):
    page = visit("/posts", javascript=False)
    page.get_by_role("link", name="Faults").click()
    assert page.locator(".now").inner_text() == "No faults."
    page.get_by_role("group", name="Delay").get_by_role("radio", name="1 s").check(force=True)
    drop = page.get_by_role("group", name="Drop").get_by_role("radio", name="never")
    drop.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Set these").click()
    assert page.locator(".now").inner_text() == "Now: delayed by 1 s, every 3rd dropped."
    assert page.get_by_role("group", name="Drop").get_by_role("radio", name="every 3rd").is_checked()
    page.get_by_role("button", name="All at once").click()
    assert "one in 5 cut" in page.locator(".now").inner_text()
    page.get_by_role("button", name="None").click()
    assert page.locator(".now").inner_text() == "No faults."
    page.get_by_role("link", name="Back to Posts").click()
    assert page.url == server + "/posts"


def test_another_browser_has_its_own_faults(client, demos):
    assert client.post("/faults", {"cut": 2}).json["cut"] == 2
    assert client.get("/faults", JSON).json["cut"] == 2
    other = demos.client()
    assert other.get("/faults", JSON).json["cut"] == 0
    other.close()


@pytest.mark.parametrize("body, field", [({"drops": 1}, "drops"), ({"drop": -1}, "drop"), ({"delay": "1"}, "delay"),
                                         ({"delay": 60_001}, "delay"), ([], "body")])
def test_faults_that_are_none_are_refused_by_name(client, body, field):
    reply = client.post("/faults", body)
    assert reply.status in (400, 422) and reply.json["field"] == field


def test_another_sites_page_sets_no_faults(client):
    assert client.post("/faults", {"drop": 1}, Sec_Fetch_Site="cross-site").status == 403
    assert client.get("/faults", JSON).json["drop"] == 0


def test_a_dropped_reply_is_a_connection_that_ends_without_one(client, demos):
    client.post("/faults", {"drop": 1})
    cookie = client.cookie_header()["Cookie"]
    body = "node=A/actions&event=like&data=Like"
    request = (f"POST /posts/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
               f"Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n\r\n{body}")
    assert demos.raw(request.encode()) == b""
    assert client.get("/posts", HTML).status == 200


def test_a_cut_reply_breaks_off_in_the_middle(client, demos):
    client.post("/faults", {"cut": 1})
    cookie = client.cookie_header()["Cookie"]
    received = demos.raw(f"GET /posts/patches?last=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nAccept: {JSON}\r\n\r\n".encode())
    assert b"200 OK" in received and b'{"version":' in received
    assert not received.endswith(b"0\r\n\r\n") and b"]}" not in received


@pytest.mark.parametrize("options", [["--faults", "everyone"], ["--development"]])
def test_there_is_no_lab_in_production_or_unless_it_is_switched_on(options):
    server = Server(*options)
    client = server.client()
    assert client.get("/faults").status == 404
    assert client.post("/faults", {"drop": 1}).status == 404
    assert "/faults" not in client.get("/posts", HTML).text
    client.close()
    assert server.stop() == 0
