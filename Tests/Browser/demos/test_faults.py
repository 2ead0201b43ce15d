"""The fault lab with a real browser. Whatever goes wrong on the way, the page ends correct without a reload, and nothing counts twice."""

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
    """Sets faults like the panel, but faster: from the page itself, with the browser's cookie."""
    return page.evaluate("""async (faults) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const reply = await fetch('/faults', { method: 'POST', headers, body: JSON.stringify(faults) });
      return [reply.status, await reply.json()];
    }""", faults)


def press_any(page, chance):
    """Presses one of the list's buttons without waiting for the answer."""
    page.evaluate("""(number) => {
      const all = [...document.querySelectorAll('#content form button, #content [formaction]')].filter((one) => !one.disabled);
      all[Math.floor(number * all.length)].click();
    }""", chance.random())


@pytest.mark.parametrize("kind", FAULTS)
def test_a_page_under_faults_ends_in_the_correct_state(visit, server, complaints, kind):
    first = visit("/")
    status, set_to = set_faults(first, FAULTS[kind])
    assert status == 200 and FAULTS[kind].items() <= set_to.items()
    pages = {path: visit(path, beside=first) for path in PAGES}
    for page in pages.values():
        watch(page)
    chance = random.Random(kind)
    for _ in range(8):
        # A press before the reply to the last one would count as the same event.
        pages["/cart"].wait_for_function("() => !document.querySelector('[aria-busy]')")
        step(pages["/cart"], "One more").evaluate("button => button.click()")
        for path in ["/posts", "/animations"]:
            press_any(pages[path], chance)
        first.wait_for_timeout(60)
    for path, page in pages.items():
        # A fault may also hit the last message. Then the page notices and repairs it only after a reconnection.
        until(lambda: difference(page) is None, 20, f"{path} under {FAULTS[kind]} equals a fresh render")
        assert page.evaluate("window.marker") == "never reloaded"
    until(lambda: quantity(pages["/cart"]) == "9", 10, "the cart has nine pieces")
    # The console lists the dropped replies, as it should.
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
def test_invalid_faults_are_refused_with_the_name_of_the_field(client, body, field):
    reply = client.post("/faults", body)
    assert reply.status in (400, 422) and reply.json["field"] == field


def test_a_page_of_another_site_cannot_set_faults(client):
    assert client.post("/faults", {"drop": 1}, Sec_Fetch_Site="cross-site").status == 403
    assert client.get("/faults", JSON).json["drop"] == 0


def test_a_dropped_reply_ends_the_connection_without_an_answer(client, demos):
    client.post("/faults", {"drop": 1})
    cookie = client.cookie_header()["Cookie"]
    body = "node=A/actions&event=like&data=Like"
    request = (f"POST /posts/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
               f"Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n\r\n{body}")
    assert demos.raw(request.encode()) == b""
    assert client.get("/posts", HTML).status == 200


def test_a_cut_reply_ends_in_the_middle(client, demos):
    client.post("/faults", {"cut": 1})
    cookie = client.cookie_header()["Cookie"]
    received = demos.raw(f"GET /posts/patches?last=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nAccept: {JSON}\r\n\r\n".encode())
    assert b"200 OK" in received and b'{"version":' in received
    assert not received.endswith(b"0\r\n\r\n") and b"]}" not in received


@pytest.mark.parametrize("options", [["--faults", "everyone"], ["--development"]])
def test_the_lab_exists_only_in_development_and_when_it_is_switched_on(options):
    server = Server(*options)
    client = server.client()
    assert client.get("/faults").status == 404
    assert client.post("/faults", {"drop": 1}).status == 404
    assert "/faults" not in client.get("/posts", HTML).text
    client.close()
    assert server.stop() == 0
