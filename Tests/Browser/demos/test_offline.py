"""A server dies and comes back. The page says so, and continues on its own."""

import time

import pytest
from harness import Server, senders
from live import at_version, cell, difference, instance_of, wait_live, watch

NOTICE = "Offline. Changes appear later."


@pytest.fixture
def servers():
    servers = []

    def start(port=0):
        servers.append(Server(port=port))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def test_a_page_notices_a_killed_server_and_finds_its_successor_without_a_reload(open_page, servers, complaints):
    first = servers()
    page = open_page()
    page.goto(first.address + "/posts")
    wait_live(page)
    cell(page, "B/actions").get_by_role("button", name="Like").click()
    page.wait_for_selector("[id='B/photo'] figure.red")
    watch(page)
    page.evaluate("window.scrollTo(0, 200)")

    first.kill()
    died = time.monotonic()
    page.wait_for_selector("html[data-espalier=offline]")
    assert 2.5 < time.monotonic() - died < 15
    assert page.locator("[data-espalier-status]").inner_text() == NOTICE
    cell(page, "A/actions").get_by_role("button", name="Like").click()
    page.locator("[data-espalier-status=unsaved]", has_text="Not saved: no connection. Try again").wait_for()
    assert page.locator("[id='A/photo'] figure.red").count() == 0

    second = servers(first.port)
    client = second.client()
    reply = client.send("/posts", "C/actions", "share", "Share")
    page.wait_for_selector("html[data-espalier=live]")
    at_version(page, reply.version)
    page.wait_for_selector("[id='C/photo'] figure.blue")
    page.wait_for_selector("[id='B/photo'] figure.plain")
    # The press that could not be sent.
    page.wait_for_selector("[id='A/photo'] figure.red")
    page.wait_for_selector("[data-espalier-status]:empty", state="attached")
    assert difference(page) is None
    assert page.evaluate("[window.marker, scrollY]") == ["never reloaded", 200]
    assert page.evaluate("[...elements.values()].every((element) => element.isConnected)"), "elements were replaced"

    cell(page, "A/actions").get_by_role("button", name="Share").click()
    page.wait_for_selector("[id='A/photo'] figure.blue")
    assert all("ERR_" in complaint or "Offline" in complaint for complaint in complaints), complaints
    complaints.clear()
    assert second.stop() == 0 and second.complaints() == []


def test_a_minute_without_a_network_and_a_hundred_changes_lose_nothing(visit, client, complaints):
    page = visit("/editing")
    instance = instance_of(page, client)
    field = cell(page, "TF2").locator("input")
    field.click()
    page.keyboard.type("half a sentence")
    field.evaluate("field => { window.field = field; field.setSelectionRange(4, 8, 'backward'); }")
    watch(page)
    page.clock.install()
    page.context.set_offline(True)
    page.wait_for_selector("html[data-espalier=connecting]")
    for turn in range(100):
        # Most changes are short, because the server keeps only so many bytes of versions.
        at, press = f"/editing?instance={instance}", ("TF1", "write", f"text {turn}")
        if turn % 10 == 9:
            press = next(sender for sender in senders(client.tree(at)[0]) if sender[0] in ("apply", "reset"))
            page.clock.run_for(6_000)
        reply = client.send(at, *press)
        assert reply.status == 200
    assert page.locator("[data-espalier-status]").inner_text() == NOTICE
    assert page.evaluate("patches") == []
    page.context.set_offline(False)
    at_version(page, reply.version)
    wait_live(page)
    assert page.locator("[data-espalier-status]").inner_text() == ""
    assert difference(page) is None
    assert page.evaluate("""[marker, patches.length, patches.some(({ ops }) => ops[0]?.[0] === '!'), field.isConnected,
      field === document.activeElement, field.value, field.selectionStart, field.selectionEnd, field.selectionDirection]""") == [
        "never reloaded", 100, False, True, True, "half a sentence", 4, 8, "backward"]
    assert complaints and all("ERR_INTERNET_DISCONNECTED" in complaint or "espalier:error" in complaint for complaint in complaints)
    complaints.clear()


def test_a_press_that_may_have_counted_long_ago_is_not_counted_again(open_page, servers, complaints):
    first = servers()
    page = open_page()
    page.goto(first.address + "/posts")
    wait_live(page)
    page.clock.install()
    first.kill()
    cell(page, "A/actions").get_by_role("button", name="Like").click()
    page.locator("[data-espalier-status=unsaved]", has_text="Not saved: no connection. Try again").wait_for()
    page.clock.fast_forward(180_000)
    second = servers(first.port)
    page.clock.resume()
    page.locator("[data-espalier-status]", has_text="the server no longer knows whether it arrived then").wait_for()
    assert page.locator("[id='A/photo'] figure.red").count() == 0
    cell(page, "A/actions").get_by_role("button", name="Like").click()
    page.wait_for_selector("[id='A/photo'] figure.red")
    assert difference(page) is None
    complaints.clear()
    assert second.stop() == 0


def test_a_page_follows_a_server_that_is_stopped_and_started(open_page, servers, complaints):
    first = servers()
    page = open_page()
    page.goto(first.address + "/cart")
    wait_live(page)
    watch(page)
    cell(page, "Topsounds/id1").get_by_role("button", name="One more").click()
    page.wait_for_selector('.sum:text-is("$18.18")')
    assert first.stop() == 0
    second = servers(first.port)
    page.wait_for_selector('.sum:text-is("$16.02")')
    wait_live(page)
    assert page.evaluate("window.marker") == "never reloaded"
    assert page.locator("[data-espalier-status]").inner_text() == ""
    cell(page, "Topsounds/id1").get_by_role("button", name="One more").click()
    page.wait_for_selector('.sum:text-is("$18.18")')
    assert all("ERR_" in complaint for complaint in complaints), complaints
    complaints.clear()
    assert second.stop() == 0
