"""The page detects a silent stream: the connection is dead, or a proxy lets no stream through."""

import pytest
from mock import BEAT, cell, heard_all, until
from test_stream import NOTICE, state, status, streams
from test_tabs import LIVE, all_show, load

def polls(mock):
    return [get for get in mock.catch_ups() if "wait" in get]


def pass_time(page, holds, seconds=60):
    """Advances the page's clock in steps, and gives the network time between them."""
    for _ in range(seconds):
        page.clock.run_for(1_000)
        page.wait_for_timeout(20)
        if holds():
            return
    raise AssertionError(f"The condition did not become true in {seconds} s.")


def fail_three_times(mock, page):
    give_up_streams(mock, page)
    page.wait_for_selector(LIVE)


def give_up_streams(mock, page):
    for count in (1, 2, 3):
        until(lambda: len(streams(mock)) == count)
        assert polls(mock) == []
        page.clock.run_for(10_100)
        if count < 3:
            page.clock.run_for(1_000)


def watch_state(page):
    page.evaluate("""() => {
      window.states = [];
      new MutationObserver(() => states.push(document.documentElement.dataset.espalier))
        .observe(document.documentElement, { attributeFilter: ['data-espalier'] });
    }""")


def test_a_stream_that_becomes_silent_is_opened_again(mock, page):
    page.clock.install()
    mock.rows = cell("a", "1")
    load(mock, [page])
    # From here on only the test lets time pass, because the page waits 5 s, and the test sees whether it waits 4.9 s.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.1)
    mock.say(BEAT.decode().replace("20000", "2000"))
    mock.change(2)
    all_show([page], 2)
    page.clock.run_for(4_900)
    assert len(streams(mock)) == 1
    mock.say(BEAT.decode().replace("20000", "2000"))
    mock.change(3)
    all_show([page], 3)
    page.clock.run_for(4_900)
    assert len(streams(mock)) == 1
    # The connection stays open, but nothing arrives any more.
    mock.proxy = "collects"
    mock.change(4)
    page.clock.run_for(200)
    mock.proxy = None
    page.clock.run_for(600)
    all_show([page], 4)
    page.wait_for_selector(LIVE)
    assert status(page) == ""


def test_a_tab_that_wakes_up_after_the_silence_does_not_wait_for_its_timer(mock, page):
    mock.rows = cell("a", "1")
    load(mock, [page])
    # While a device sleeps, its clock continues but its timers do not.
    page.evaluate("() => { const { now } = Date; Date.now = () => now() + 60_000; }")
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: len(streams(mock)) == 2)


@pytest.mark.parametrize("proxy", ["collects", "swallows"])
def test_if_streams_do_not_get_through_the_page_polls_until_they_do(mock, page, proxy):
    page.clock.install()
    mock.rows, mock.proxy = cell("a", "1"), proxy
    load(mock, [page], wait=False)
    page.wait_for_selector("html[data-espalier=connecting]")
    fail_three_times(mock, page)
    assert status(page) == ""
    watch_state(page)
    for number in (2, 3, 4):
        mock.change(number)
        all_show([page], number)
    asked = len(streams(mock))
    pass_time(page, lambda: len(streams(mock)) > asked + 1)
    mock.change(5)
    all_show([page], 5)
    assert page.evaluate("states") == [], "the page said it was not live while it polled"
    mock.proxy = None
    pass_time(page, lambda: mock.streams)
    heard_all(mock, page)
    count = len(polls(mock))
    mock.change(6)
    all_show([page], 6)
    page.clock.run_for(30_000)
    assert len(polls(mock)) == count and state(page) == "live"


def test_other_tabs_receive_polled_patches(mock, tabs):
    first, second = tabs(2, clock=True)
    mock.proxy = "collects"
    load(mock, [first, second], wait=False)
    fail_three_times(mock, first)
    second.wait_for_selector(LIVE)
    mock.change(2)
    all_show([first, second], 2)
    until(lambda: {get["wait"] for get in polls(mock)} == {"0", "20"})


def test_a_server_that_does_not_answer_at_all_is_not_polled(mock, page, complaints):
    page.clock.install()
    mock.rows, mock.stream_status = cell("a", "1"), 503
    load(mock, [page], wait=False)
    for _ in range(8):
        page.clock.run_for(4_000)
        page.wait_for_timeout(50)
    assert (state(page), status(page)) == ("offline", NOTICE)
    assert polls(mock) == [] and mock.catch_ups() != []
    mock.stream_status = 200
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector(LIVE)
    complaints.clear()


def test_a_server_that_does_not_answer_with_patches_is_not_polled(mock, page):
    page.clock.install()
    mock.rows, mock.proxy, mock.catch_up = cell("a", "1"), "collects", lambda since: {"patches": None}
    load(mock, [page], wait=False)
    give_up_streams(mock, page)
    until(mock.catch_ups)
    asked = len(streams(mock))
    pass_time(page, lambda: len(streams(mock)) > asked + 1)
    assert polls(mock) == [] and len(mock.catch_ups()) <= len(streams(mock))


def test_the_page_pauses_between_failed_polls(mock, page, complaints):
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    mock.rows, mock.proxy = cell("a", "1"), "collects"
    load(mock, [page], wait=False)
    refused = []
    page.route("**/patches?*wait=*", lambda route: (refused.append(route.request.url), route.abort()))
    give_up_streams(mock, page)
    until(lambda: (page.evaluate("0"), refused)[1])
    for _ in range(5):
        page.evaluate("fetch('/espalier/page/wire-names.js').then((response) => response.text())")
    assert len(refused) == 1
    pass_time(page, lambda: len(refused) > 1)
    until(lambda: page.evaluate("0") or len(complaints) == len(refused))
    complaints.clear()


def test_a_failed_poll_is_reported_like_a_failed_stream(mock, page, complaints):
    page.clock.install()
    mock.rows, mock.proxy = cell("a", "1"), "collects"
    load(mock, [page], wait=False)
    fail_three_times(mock, page)
    mock.stream_status = 503
    mock.change(2)
    page.wait_for_selector("html[data-espalier=connecting]")
    mock.stream_status, mock.proxy = 200, None
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector(LIVE)
    all_show([page], 2)
    complaints.clear()
