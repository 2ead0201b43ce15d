"""All tabs with one page share one stream. The tab that has the stream may disappear at any moment."""

import contextlib

import pytest
from mock import at, cell, listed, text, until
from playwright.sync_api import Error
from test_stream import streams
from windows import idle

LIVE = "html[data-espalier=live]"
LOOK = """hidden => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}"""


def load(mock, pages, instance="i1", wait=True):
    for page in pages:
        page.goto(f"{mock.url}/list?instance={instance}")
        if wait:
            page.wait_for_selector(LIVE)


def all_show(pages, number):
    for page in pages:
        page.wait_for_selector(at(f"e.{number}", f"#a:text-is('{number}')"))


def test_twelve_tabs_of_one_page_have_one_stream(mock, tabs):
    pages = tabs(12)
    load(mock, pages)
    assert len(mock.streams) == 1
    mock.change(2)
    all_show(pages, 2)
    assert len(streams(mock)) == 1 and mock.catch_ups() == []


def test_a_tab_that_was_loading_while_a_change_was_passed_on_gets_it(readable, tabs):
    mock = readable
    first, second = tabs(2)
    load(mock, [first])
    # The page is read at e.1; the change is passed on before the tab listens.
    second.route("**/espalier/receiving/tab-leader.js", lambda route: (mock.change(2), all_show([first], 2), route.continue_()))
    load(mock, [second])
    all_show([second], 2)
    mock.change(3)
    all_show([first, second], 3)
    assert len(streams(mock)) == 1 and len(mock.catch_ups()) == 1


def test_a_reply_reaches_the_other_tabs_even_if_the_stream_breaks_before_its_push(mock, tabs):
    first, second = tabs(2)
    mock.rows = cell("a", "1") + cell("b", "<button form='~form' formaction='/list/events?node=b&amp;event=x'>Go</button>")
    load(mock, [first, second])

    def reply(post):
        mock.journal.append({"version": "e.2", "event": "patch", "patch": [text(2)]})
        return mock.patch("e.2", text(2))

    mock.reply = reply
    first.click("button")
    all_show([first], 2)
    mock.drop()
    until(lambda: mock.streams)
    assert streams(mock)[-1]["since"] == "e.2"
    all_show([second], 2)


def end(page, how):
    if how == "close":
        page.close()
    elif how == "leave":
        page.goto("about:blank")
    elif how == "crash":
        with page.expect_event("crash"), contextlib.suppress(Error):
            page.goto("chrome://crash")
    else:
        # The event that a browser sends before it freezes a tab. Browsers freeze only hidden tabs, and no tab is hidden here.
        page.evaluate("document.dispatchEvent(new Event('freeze'))")


@pytest.mark.parametrize("how", ["close", "leave", "crash", "freeze"])
def test_another_tab_takes_over_with_nothing_lost(mock, tabs, how):
    pages = first, *others = tabs(4)
    load(mock, pages)
    mock.change(2)
    all_show(pages, 2)
    end(first, how)
    mock.change(3)
    all_show(others, 3)
    until(lambda: len(streams(mock)) == 2 and len(mock.streams) == 1)
    mock.change(4)
    all_show(others, 4)
    if how == "freeze":
        assert first.locator("#a").inner_text() == "2"
        first.evaluate("document.dispatchEvent(new Event('resume'))")
        all_show(pages, 4)
        mock.change(5)
        all_show(pages, 5)
    assert len(streams(mock)) == 2


def mute(page, isMute):
    """Makes a tab as silent as a frozen one."""
    page.evaluate("""(isMute) => {
      window.post ??= BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = isMute ? () => {} : post;
    }""", isMute)


def test_a_tab_that_has_the_stream_and_does_not_answer_loses_it(mock, tabs):
    first, second, third = tabs(3, clock=True)
    load(mock, [first, second])
    mute(first, True)
    mock.change(2)
    all_show([first], 2)
    second.clock.run_for(29_000)
    assert len(streams(mock)) == 1 and second.locator("#a").inner_text() == "1"
    second.clock.run_for(6_100)
    all_show([second], 2)
    until(lambda: len(mock.streams) == 1)
    mute(first, False)
    mock.change(3)
    all_show([first, second], 3)
    assert len(streams(mock)) == 2
    # A new tab waits for a shorter time.
    mute(second, True)
    load(mock, [third], wait=False)
    until(lambda: third.evaluate("navigator.locks.query().then(({ pending }) => pending.length === 2)"))
    third.clock.run_for(5_100)
    third.wait_for_selector(LIVE)
    mock.change(4)
    all_show([first, third], 4)


def test_a_hidden_tab_hands_the_stream_to_a_visible_one_and_keeps_listening(mock, tabs):
    first, second = pages = tabs(2, clock=True)
    load(mock, pages)
    first.evaluate(LOOK, True)
    first.clock.run_for(3_000)
    assert len(streams(mock)) == 1
    first.clock.run_for(2_100)
    until(lambda: len(streams(mock)) == 2 and len(mock.streams) == 1)
    mock.change(2)
    all_show(pages, 2)
    second.evaluate(LOOK, True)
    second.clock.run_for(5_100)
    until(lambda: not mock.streams)
    mock.change(3)
    first.evaluate(LOOK, False)
    all_show(pages, 3)
    assert len(streams(mock)) == 3 and mock.catch_ups() == []


def test_twelve_tabs_with_different_pages_never_hold_more_than_two_streams(mock, tabs):
    pages = tabs(12, clock=True)
    for before, page in zip([None, *pages], pages):
        if before:
            before.evaluate(LOOK, True)
        load(mock, [page], instance=f"i{pages.index(page)}")
        assert len(mock.streams) <= 2
        if before:
            before.clock.run_for(5_100)
            until(lambda: len(mock.streams) == 1)
    mock.change(2)
    for page in pages:
        page.evaluate(LOOK, False)
        all_show([page], 2)
        page.evaluate(LOOK, True)
        page.clock.run_for(5_100)


def test_a_tab_opened_in_the_background_opens_no_stream(mock, page):
    page.add_init_script("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    mock.rows = cell("a", "1")
    page.goto(mock.url + "/list")
    idle(page)
    assert streams(mock) == []
    page.evaluate(LOOK, False)
    page.wait_for_selector(LIVE)


def test_all_tabs_say_when_they_are_offline_and_when_not(mock, tabs, complaints):
    pages = tabs(3)
    load(mock, pages)
    mock.stream_status = 503
    mock.drop()
    for page in pages:
        page.wait_for_selector("html[data-espalier=offline]")
        page.wait_for_selector("[data-espalier-status]:has-text('Offline.')")
    mock.stream_status = 200
    pages[0].evaluate("window.dispatchEvent(new Event('online'))")
    for page in pages:
        page.wait_for_selector(LIVE)
        page.wait_for_selector("[data-espalier-status]:empty", state="attached")
    assert all("503" in complaint for complaint in complaints)
    complaints.clear()


def test_a_tab_with_another_epoch_restarts_the_stream(mock, tabs):
    first, second = tabs(2)
    load(mock, [first])
    mock.version = "f.1"
    whole = {"version": "f.1", "event": "snapshot", "patch": [["!", listed(cell("a", "new"))]]}
    mock.first_words = lambda since: [whole] if since.startswith("e.") else []
    load(mock, [second])
    first.wait_for_selector(at("f.1", "#a:text-is('new')"))
    mock.push("f.2", text(2))
    for page in (first, second):
        page.wait_for_selector(at("f.2", "#a:text-is('2')"))


REFUSED = "navigator.locks.request = navigator.locks.query = async () => { throw new DOMException('', 'SecurityError') }"


@pytest.mark.parametrize("missing", ["delete Navigator.prototype.locks", REFUSED])
def test_without_locks_every_tab_has_its_own_stream(mock, tabs, missing):
    first, second = pages = tabs(2)
    for page in pages:
        page.add_init_script(missing)
    load(mock, pages)
    assert len(mock.streams) == 2
    mock.change(2)
    all_show(pages, 2)
