"""The stream, its reconnection, and what the page says about it."""

import time

import pytest
from mock import at, cell, until
from windows import idle

NOTICE = "Offline. Changes appear later."


def status(page):
    return page.locator("[data-espalier-status]").inner_text()


def state(page):
    return page.locator("html").get_attribute("data-espalier")


def streams(mock):
    return [get for get in mock.gets if get["accept"] == "text/event-stream"]


def test_the_stream_starts_from_the_version_of_the_page(mock, live):
    live()
    assert streams(mock) == [{"instance": "i1", "since": "e.1", "dialect": "dom", "accept": "text/event-stream"}]


def test_an_ordinary_drop_is_resumed_quietly(mock, live):
    page = live(cell("a", "1"))
    mock.push("e.2", ["=", "a", ":0", "2"])
    page.wait_for_selector(at("e.2"))
    mock.drop()
    until(lambda: len(mock.streams) == 1)
    assert streams(mock)[-1]["since"] == "e.2"
    page.wait_for_selector("html[data-espalier=live]")
    assert status(page) == ""


def test_a_refused_stream_is_opened_again_with_pauses(mock, live, complaints):
    mock.stream_status = 503
    page = live(wait=False)
    until(lambda: len(streams(mock)) >= 3)
    assert state(page) == "connecting" and status(page) == ""
    mock.stream_status = 200
    page.wait_for_selector("html[data-espalier=live]")
    assert all("503" in complaint for complaint in complaints)
    complaints.clear()


@pytest.mark.parametrize("status_code", [401, 403])
def test_a_page_that_may_not_be_followed_any_more_is_loaded_again(mock, live, complaints, status_code):
    """Its right has ended: the server then leads to the sign-in page, or says that the page is not for this person."""
    page = live(cell("a", "secret"))
    mock.rows = cell("b", "sign in")
    mock.refusal = lambda query: (status_code, {"Content-Type": "application/problem+json"}, b"{}")
    mock.say('event: bye\ndata: {"retry":50}\n\n')
    mock.drop()
    page.wait_for_selector("#b:text('sign in')")
    assert page.locator("#a").count() == 0
    mock.refusal = lambda query: None
    complaints.clear()


def test_after_three_seconds_the_page_says_it_is_offline_until_it_is_not(mock, page, complaints):
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    mock.stream_status = 503
    page.goto(mock.url + "/list")
    page.wait_for_selector("html[data-espalier=connecting]")
    page.clock.run_for(2900)
    assert (state(page), status(page)) == ("connecting", "")
    page.clock.run_for(200)
    assert (state(page), status(page)) == ("offline", NOTICE)
    page.clock.run_for(5000)
    assert (state(page), status(page)) == ("offline", NOTICE)
    mock.stream_status = 200
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector("html[data-espalier=live]")
    assert status(page) == ""
    assert {"503" in complaint for complaint in complaints} == {True}
    complaints.clear()


def test_while_somebody_looks_pauses_grow_to_three_seconds(mock, page, complaints):
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    mock.stream_status = 503
    page.add_init_script("""
      window.tries = [];
      window.EventSource = class extends EventTarget {
        static CLOSED = 2; static OPEN = 1; readyState = 2;
        constructor() { super(); tries.push(Date.now()); queueMicrotask(() => this.onerror()); }
        close() {}
      }""")
    page.goto(mock.url + "/list")
    page.wait_for_function("() => window.tries.length")
    page.clock.run_for(150_000)
    tries = page.evaluate("tries")
    pauses = [(b - a) / 1000 for a, b in zip(tries, tries[1:])]
    assert 40 <= len(pauses) <= 110
    for pause, most in zip(pauses, [0.5, 1, 2] + [3] * 110):
        assert most / 2 - 0.1 <= pause <= most + 0.1
    page.close()
    assert all("503" in complaint for complaint in complaints)
    complaints.clear()


def test_a_bye_closes_the_stream_and_says_when_the_page_reconnects(mock, live):
    page = live()
    said = time.monotonic()
    mock.say('event: bye\ndata: {"retry":900}\n\n')
    page.wait_for_selector("html[data-espalier=connecting]")
    mock.drop()
    until(lambda: len(mock.streams) == 1 and len(streams(mock)) == 2)
    assert time.monotonic() - said > 0.85
    page.wait_for_selector("html[data-espalier=live]")
    assert streams(mock)[-1]["since"] == "e.1"


@pytest.mark.parametrize("wake", ["window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))", "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"])
def test_a_sign_of_a_connection_opens_a_closed_stream_at_once(mock, page, complaints, wake):
    page.clock.install()
    mock.stream_status = 503
    page.goto(mock.url + "/list")
    until(lambda: streams(mock))
    mock.stream_status = 200
    page.evaluate(wake)
    page.wait_for_selector("html[data-espalier=live]")
    assert len(streams(mock)) == 2
    complaints.clear()


def test_an_open_stream_stays_open(mock, live):
    page = live()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    idle(page)
    assert len(streams(mock)) == 1


def test_a_hidden_page_closes_its_stream_and_later_resumes_it_from_its_version(mock, page):
    page.clock.install()
    page.goto(mock.url + "/list")
    page.wait_for_selector("html[data-espalier=live]")
    look = "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
    look += " document.dispatchEvent(new Event('visibilitychange', { bubbles: true })) }"
    page.evaluate(look, True)
    page.clock.run_for(4000)
    page.evaluate(look, False)
    page.clock.run_for(4000)
    assert len(streams(mock)) == 1
    page.evaluate(look, True)
    page.clock.run_for(5100)
    assert state(page) == "live" and status(page) == ""
    mock.drop()
    page.evaluate(look, False)
    until(lambda: len(mock.streams) == 1)
    page.wait_for_selector("html[data-espalier=live]")


def test_stop_ends_the_client_and_start_starts_it_again(mock, live):
    page = live(cell("a", "1"))
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    assert state(page) is None
    mock.push("e.2", ["=", "a", ":0", "2"])
    mock.drop()
    idle(page)
    assert page.locator("#a").inner_text() == "1" and len(streams(mock)) == 1
    page.evaluate("import('/espalier/espalier.js').then(({ start }) => { window.stop = start() })")
    page.wait_for_selector("html[data-espalier=live]")


def test_a_page_without_a_list_opens_no_stream(mock, page):
    page.goto(mock.url + "/elsewhere")
    page.add_script_tag(type="module", url="/espalier/espalier.js")
    assert state(page) is None and streams(mock) == []
