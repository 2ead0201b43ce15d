"""Presses of one row that come while one is under way travel together."""

import json
import threading
import time

import pytest
from mock import at, button, cell, until
from test_events import problem
from test_stream import status


def slow(mock, seconds=0.8, place="1:0"):
    """Each request takes as long as on a slow line; the events of one request take no more."""
    last, lock, count = [0], threading.Lock(), [1]

    def reply(post):
        with lock:
            if mock.requests != last[0]:
                last[0] = mock.requests
                time.sleep(seconds)
            count[0] += 1
            mock.version = f"e.{count[0]}"
            return mock.patch(mock.version, ["=", "a", place, str(count[0] - 1)])

    return reply


@pytest.fixture
def counter(mock, live):
    return live(cell("a", button("a") + "<p>0</p>"))


def press(page, times):
    page.evaluate("(times) => { for (let i = 0; i < times; i++) document.querySelector('li button').click() }", times)


def test_twenty_presses_on_a_slow_line_are_shown_soon(mock, counter):
    mock.reply = slow(mock)
    counter.evaluate("for (let i = 0; i < 20; i++) setTimeout(() => document.querySelector('li button').click(), 30 * i)")
    counter.wait_for_selector(at("e.21", "p:text-is('20')"))
    # One after another they would need 16 seconds.
    assert mock.requests <= 3
    assert len(mock.posts) == 20 == len({post["id"] for post in mock.posts})


def test_at_most_32_travel_in_one_request(mock, counter):
    mock.reply = slow(mock, 0.3)
    press(counter, 70)
    counter.wait_for_selector(at("e.71", "p:text-is('70')"))
    assert mock.requests == 4


def test_the_row_is_busy_until_the_last_is_answered(mock, counter):
    answer = slow(mock, 0.2)
    refused = []

    def reply(post):
        # The third has to be sent again.
        if len(mock.posts) == 3 and not refused:
            refused.append(post["id"])
            return 503, {}, b""
        return answer(post)

    mock.reply = reply
    counter.evaluate("""() => {
      window.busy = [];
      const note = () => busy.push(document.querySelector('#a p').textContent);
      const row = document.getElementById('a');
      new MutationObserver(() => row.ariaBusy !== 'true' && note()).observe(row, { attributeFilter: ['aria-busy'] });
    }""")
    press(counter, 6)
    counter.wait_for_selector(at("e.7", "p:text-is('6')"))
    counter.wait_for_function("() => document.getElementById('a').ariaBusy !== 'true'")
    assert set(counter.evaluate("busy")) <= {"1", "2", "6"}, "only between requests"


def test_without_the_module_presses_go_one_by_one(mock, live, complaints):
    page = live(cell("a", button("a") + "<p>0</p>"))
    page.route("**/together.js", lambda route: route.abort())
    mock.reply = slow(mock, 0.05)
    press(page, 5)
    page.wait_for_selector(at("e.6", "p:text-is('5')"))
    assert mock.requests == 5 and len({post["id"] for post in mock.posts}) == 5
    assert all("together.js" in complaint or "ERR_FAILED" in complaint for complaint in complaints)
    complaints.clear()


def test_each_has_its_own_outcome_and_its_own_events(mock, live, complaints):
    page = live(cell("a", "".join(button("a", f"event{n}", f"B{n}") for n in range(4)) + "<p>0</p>"))
    answer = slow(mock, 0.3, "4:0")
    mock.reply = lambda post: problem(422, {"title": "Not this one.", "detail": "Press another."}) if post["event"] == "event2" else answer(post)
    page.evaluate("""() => {
      window.events = [];
      for (const type of ['send', 'reply', 'error']) document.addEventListener(`espalier:${type}`, () => events.push(type));
      for (const button of document.querySelectorAll('li button')) button.click();
    }""")
    page.wait_for_selector(at("e.4", "p:text-is('3')"))
    assert "Not this one. Press another." in status(page)
    assert [post["event"] for post in mock.posts] == ["event0", "event1", "event2", "event3"] and mock.requests == 2
    assert page.evaluate("events") == ["send", "reply", "send", "send", "send", "reply", "error", "reply"]
    complaints.clear()


def test_a_page_may_prevent_one_of_them(mock, live):
    page = live(cell("a", "".join(button("a", f"event{n}", f"B{n}") for n in range(3)) + "<p>0</p>"))
    mock.reply = slow(mock, 0.3, "3:0")
    page.evaluate("""() => {
      document.addEventListener('espalier:send', (event) => event.detail.url.includes('event1') && event.preventDefault());
      for (const button of document.querySelectorAll('li button')) button.click();
    }""")
    page.wait_for_selector(at("e.3", "p:text-is('2')"))
    assert [post["event"] for post in mock.posts] == ["event0", "event2"]


@pytest.mark.parametrize("failing", [None, 503])
def test_what_has_to_be_sent_again_keeps_its_place(mock, counter, failing):
    """A lost reply, or a server that asks for another try in the middle."""
    answer, seen, handled = slow(mock, 0.2), [], []

    def reply(post):
        seen.append(post["id"])
        if len(seen) == 4:
            return failing, {}, b""
        if post["id"] not in handled:
            handled.append(post["id"])
        return answer(post)

    mock.reply = reply
    press(counter, 8)
    until(lambda: len(set(handled)) == 8)
    until(lambda: status(counter) == "")
    order = list(dict.fromkeys(seen))
    assert handled == order and len(order) == 8


def test_a_server_that_knows_no_such_requests_gets_them_one_by_one(mock, counter, complaints):
    answer = slow(mock, 0.1)
    mock.reply = answer
    mock.knows_arrays = False
    press(counter, 5)
    counter.wait_for_selector(at("e.6", "p:text-is('5')"))
    assert len(mock.posts) == 5 and mock.requests == 6
    complaints.clear()


def test_what_was_typed_while_edits_wait_is_sent_once(mock, live):
    """A waiting edit of a field is replaced by the next one, but never one that is under way."""
    page = live(cell("f", '<form method="post" action="/list/events?node=f&amp;event=write" data-on="input"><input name="text"></form>'))
    mock.reply = lambda post: time.sleep(0.3) or (204, {}, b"")
    for text in ["a", "ab", "abc", "abcd", "abcde"]:
        page.locator("input").fill(text)
        page.wait_for_timeout(90)
    until(lambda: mock.posts and mock.posts[-1]["body"] == "text=abcde")
    page.wait_for_selector("#f:not([aria-busy])")
    bodies = [post["body"] for post in mock.posts]
    assert bodies == sorted(bodies, key=len) and bodies[-1] == "text=abcde" and len(set(bodies)) == len(bodies)


def test_leaving_sends_all_of_them_alone(mock, counter):
    go = threading.Event()
    mock.reply = lambda post: go.wait(10) and (204, {}, b"")
    press(counter, 4)
    until(lambda: mock.requests == 1)
    counter.goto(mock.url + "/elsewhere")
    go.set()
    until(lambda: len({post["id"] for post in mock.posts}) == 4)
    assert json.dumps(mock.posts)
