"""The page detects a silent stream: the connection is dead, or a proxy lets no stream through."""

import pytest
from mock import BEAT, button, cell, heard_all, until
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


def fall_back(mock, page):
    give_up_streams(mock, page)
    page.wait_for_selector(LIVE)


def give_up_streams(mock, page):
    until(lambda: len(streams(mock)) == 1)
    assert mock.catch_ups() == []
    page.clock.run_for(4_100)


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
    fall_back(mock, page)
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


def test_the_next_pages_of_the_browser_poll_at_once_until_a_stream_gets_through(mock, page):
    page.clock.install()
    mock.rows, mock.proxy = cell("a", "1"), "swallows"
    load(mock, [page], wait=False)
    fall_back(mock, page)
    page.reload()
    page.wait_for_selector(LIVE)
    assert "espalier-polls" in page.evaluate("document.cookie")
    mock.proxy = None
    page.reload()
    until(lambda: "espalier-polls" not in page.evaluate("document.cookie"))
    mock.gets.clear()
    page.reload()
    page.wait_for_selector(LIVE)
    assert mock.catch_ups() == []


def test_a_browser_without_streams_polls(mock, page, complaints):
    page.clock.install()
    page.add_init_script("delete window.EventSource")
    load(mock, [page], wait=False)
    page.clock.run_for(4_100)
    page.wait_for_selector(LIVE)
    mock.rows = cell("a", "1")
    assert streams(mock) == [] and {"EventSource" in complaint for complaint in complaints} == {True}
    complaints.clear()


# A browser lists the locks of its pages by their names, and not in the order in which they came.
NAMES = ["f", "b", "e", "d", "a", "g", "c"]


def test_of_seven_pages_in_sight_four_have_a_stream_and_presses_work_in_all(mock, tabs, complaints):
    mock.rows = cell("a", button("a") + "1")
    pages = tabs(7)
    mock.rows = cell("a", button("a") + "1")
    for number, page in enumerate(pages):
        load(mock, [page], instance=NAMES[number])
    until(lambda: len(mock.streams) == 4)
    polling = {get["instance"] for get in mock.catch_ups()}
    assert len(polling) == 3
    mock.reply = lambda post: (204, {}, b"")
    for page in pages:
        page.click("#a button")
    until(lambda: len(mock.posts) == 7)
    mock.change(2)
    all_show(pages, 2)
    # A page without a stream stays so when it is resized, offline or refused for a moment.
    crowded = [page for number, page in enumerate(pages) if NAMES[number] in polling]
    for page in crowded:
        page.evaluate("for (const type of ['resize', 'online', 'offline', 'visibilitychange']) dispatchEvent(new Event(type))")
    mock.refusal = lambda query: (503, {}, b"") if query["accept"] == "application/json" else None
    for page in crowded:
        page.wait_for_selector("html[data-espalier=connecting]", state="attached")
    mock.refusal = lambda query: None
    for page in crowded:
        page.wait_for_selector(LIVE)
    complaints.clear()
    assert len(mock.streams) == 4 and len(streams(mock)) == 4
    streaming = [page for number, page in enumerate(pages) if NAMES[number] not in polling]
    for page in streaming[:3]:
        page.close()
    until(lambda: len(streams(mock)) == 7 and len(mock.streams) == 4)
    mock.change(3)
    all_show([page for page in pages if page not in streaming[:3]], 3)


def test_other_tabs_receive_polled_patches(mock, tabs):
    first, second = tabs(2, clock=True)
    mock.proxy = "collects"
    load(mock, [first, second], wait=False)
    fall_back(mock, first)
    second.wait_for_selector(LIVE)
    mock.change(2)
    all_show([first, second], 2)
    until(lambda: {get["wait"] for get in polls(mock)} == {"20"})


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
    fall_back(mock, page)
    mock.stream_status = 503
    mock.change(2)
    page.wait_for_selector("html[data-espalier=connecting]")
    mock.stream_status, mock.proxy = 200, None
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector(LIVE)
    all_show([page], 2)
    complaints.clear()
