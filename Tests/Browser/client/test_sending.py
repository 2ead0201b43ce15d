"""Presses on slow and broken lines: each counts as often as it should, none is lost, and a person sees what waits."""

import json
import threading
import time

import pytest
from mock import BEAT, at, button, cell, until
from test_events import ACTION, bodies, form, problem
from test_stream import status
from windows import idle

LATENCIES, INTERVALS = [0, 0.1, 0.3, 1], [60, 150]
STATUS = "[data-espalier-status={}]"


def slow(mock, seconds, reply=lambda post: (204, {}, b"")):
    mock.reply = lambda post: time.sleep(seconds) or reply(post)


def press(page, selector, times=5, interval=60):
    """Presses at these intervals, in one go: the driver itself would need longer."""
    page.evaluate("""async ([selector, times, interval]) => {
      const button = document.querySelector(selector);
      for (let turn = 0; turn < times; turn++) {
        if (turn) await new Promise((resolve) => setTimeout(resolve, interval));
        button.click();
      }
    }""", [selector, times, interval])


def settled(page):
    page.wait_for_selector("body:not(:has([aria-busy]))")
    idle(page)


# How often presses count


@pytest.mark.parametrize("latency", LATENCIES)
@pytest.mark.parametrize("interval", INTERVALS)
def test_five_presses_of_a_button_are_five_events(mock, live, latency, interval):
    page = live(cell("a", button("a")))
    slow(mock, latency)
    press(page, "button", interval=interval)
    until(lambda: len(mock.posts) == 5)
    settled(page)
    assert len(mock.posts) == 5 and len({post["id"] for post in mock.posts}) == 5


@pytest.mark.parametrize("latency", LATENCIES)
@pytest.mark.parametrize("interval", INTERVALS)
@pytest.mark.parametrize("kind", ["form", "button"])
def test_five_presses_of_a_creating_form_are_one_event(mock, live, latency, interval, kind):
    # The page's clock stands between the presses: a busy machine would make their intervals longer.
    page = live(form('<input name="text"><button>Add</button>') if kind == "form"
                else cell("f", button("f").replace("<button", '<button data-once="true"')), clock=True)
    if kind == "form":
        page.fill("input", "one")
    slow(mock, latency)
    page.clock.pause_at("2030-01-01")
    for _ in range(5):
        page.evaluate("document.querySelector('li button').click()")
        page.clock.run_for(interval)
    until(lambda: mock.posts)
    page.wait_for_selector("body:not(:has([aria-busy]))")
    assert len(mock.posts) == 1


def test_a_form_counts_again_when_it_is_edited_and_after_a_while(mock, live):
    page = live(form('<input name="text"><button>Add</button>'), clock=True)
    for text in ("one", "two", "two"):
        page.fill("input", text)
        page.click("li button")
    until(lambda: len(mock.posts) == 3)
    assert bodies(mock) == ["text=one", "text=two", "text=two"]
    page.clock.run_for(600)
    page.click("li button")
    until(lambda: len(mock.posts) == 4)


def test_a_form_may_count_each_press(mock, live):
    page = live(form('<select name="style"><option>top</select><button>Apply</button>', 'data-once="false"'))
    press(page, "button")
    until(lambda: len(mock.posts) == 5)


# Order


def test_events_of_one_row_stay_in_order_and_a_hanging_reply_holds_up_no_other_row(mock, live):
    page = live(cell("a", button("a", value="1") + button("a", value="2")) + cell("b", button("b")))
    gate = threading.Event()
    mock.reply = lambda post: (post["node"] == "b" or gate.wait(10)) and (204, {}, b"")
    for value in ("1", "2", "1"):
        page.get_by_text(value, exact=True).click()
    page.click("#b button")
    until(lambda: len(mock.posts) == 2)
    page.wait_for_selector("#b:not([aria-busy])")
    assert page.locator("#a").get_attribute("aria-busy") == "true"
    gate.set()
    until(lambda: len(mock.posts) == 4)
    assert [post["body"] for post in mock.posts if post["node"] == "a"] == ["data=1", "data=2", "data=1"]


# What a person sees and hears


def test_a_control_that_waits_shows_it_after_150_ms_and_until_the_reply(mock, live):
    page = live(cell("a", button("a")), clock=True)
    gate = threading.Event()
    mock.reply = lambda post: gate.wait(10) and (204, {}, b"")
    page.clock.pause_at("2030-01-01")
    page.click("li button")
    page.click("li button")
    page.clock.run_for(140)
    assert page.locator("[data-waiting]").count() == 0 and status(page) == ""
    page.clock.run_for(20)
    assert page.locator("button[data-waiting]").count() == 1
    assert page.text_content(STATUS.format("sending")) == "Sending…"
    gate.set()
    page.wait_for_selector("body:not(:has([data-waiting]))")
    until(lambda: len(mock.posts) == 2)
    page.wait_for_selector("#a:not([aria-busy])")
    assert status(page) == ""


# Nothing is lost


@pytest.mark.parametrize("failure", [None, 502, 503, 504, "partial"])
def test_an_event_without_an_answer_is_sent_again_with_its_id(mock, live, complaints, failure):
    page = live(cell("a", button("a") + "0"))

    def reply(post):
        if len(mock.posts) < 3:
            if failure == "partial":
                return 200, {"Content-Type": "application/vnd.espalier.patch+json"}, b'[["=", "a"'
            return failure, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>"
        return mock.patch("e.2", ["=", "a", ":1", "1"])

    mock.reply = reply
    page.click("li button")
    page.wait_for_selector(at("e.2", "#a:text('1')"))
    assert len(mock.posts) == 3 and len({post["id"] for post in mock.posts}) == 1
    assert status(page) == ""
    complaints.clear()


def test_after_a_minute_the_person_may_try_again_and_it_is_the_same_event(mock, live, complaints):
    page = live(cell("a", button("a")), clock=True)
    mock.reply = lambda post: (None, {}, b"")
    page.click("li button")
    for second in range(70):
        # A silent stream would be opened again, and the event would be sent with it.
        if second % 10 == 0:
            mock.say(BEAT.decode())
        page.clock.run_for(1000)
        page.wait_for_timeout(10)
    page.wait_for_selector(STATUS.format("unsaved"))
    assert page.locator(STATUS.format("unsaved")).inner_text() == "Not saved: no connection. Try again"
    tries = len(mock.posts)
    page.clock.run_for(30_000)
    idle(page)
    assert len(mock.posts) == tries > 10
    mock.reply = lambda post: (204, {}, b"")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("#a:not([aria-busy])")
    assert len(mock.posts) == tries + 1 and len({post["id"] for post in mock.posts}) == 1
    assert status(page) == ""
    complaints.clear()


@pytest.mark.parametrize("pause", ["9999999", "Fri, 31 Dec 2100 23:59:59 GMT", "soon", "-5", ""])
def test_whatever_pause_a_server_asks_for_the_page_does_not_hurry(mock, live, complaints, pause):
    page = live(cell("a", button("a")))
    mock.reply = lambda post: (503, {"Retry-After": pause}, b"")
    page.click("li button")
    until(lambda: mock.posts)
    page.wait_for_timeout(1200)
    is_long = pause[:1] in ("9", "F")
    assert len(mock.posts) == 1 if is_long else 2 <= len(mock.posts) <= 3
    # However long the pause is, a person may end it.
    mock.reply = lambda post: (204, {}, b"")
    if is_long:
        page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("#a:not([aria-busy])")
    assert len({post["id"] for post in mock.posts}) == 1 and status(page) == ""
    complaints.clear()


def test_an_event_that_was_sent_too_often_is_not_sent_again_and_the_person_reads_how_long_to_wait(mock, live, complaints):
    page = live(cell("a", button("a") + "0"))
    problem = {"title": "Too Many Requests", "detail": "Send it again in 1 second.", "wait": 1}
    mock.reply = lambda post: (429, {"Retry-After": "1", "Content-Type": "application/problem+json"}, json.dumps(problem).encode())
    page.click("li button")
    page.wait_for_selector(STATUS.format("error"))
    assert page.locator(STATUS.format("error")).inner_text() == "Too Many Requests. Send it again in 1 second. Close"
    # The next press is another event, and the page sent nothing before it.
    mock.reply = lambda post: mock.patch("e.2", ["=", "a", ":1", "1"])
    page.click("li button")
    page.wait_for_selector(at("e.2", "#a:text('1')"))
    assert len(mock.posts) == 2 and len({post["id"] for post in mock.posts}) == 2 and status(page) == ""
    complaints.clear()


def test_a_client_that_is_stopped_sends_nothing_more_and_leaves_no_mark(mock, live, complaints):
    page = live(cell("a", button("a")), clock=True)
    mock.reply = lambda post: (503, {}, b"")
    page.click("li button")
    page.wait_for_selector(STATUS.format("unsaved"))
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    page.wait_for_selector("body:not(:has([aria-busy], [data-waiting]))")
    tries = len(mock.posts)
    page.clock.run_for(5000)
    idle(page)
    assert len(mock.posts) == tries and status(page) == ""
    complaints.clear()


def test_an_event_that_is_refused_after_a_try_says_that_it_may_have_arrived(mock, live, complaints):
    page = live(cell("a", button("a").replace("<button", '<button data-offline="refused"')))
    mock.reply = lambda post: (None, {}, b"")
    page.click("li button")
    page.wait_for_selector(STATUS.format("unsaved"))
    page.context.set_offline(True)
    page.wait_for_selector(STATUS.format("error") + ":has-text('may have arrived')")
    page.context.set_offline(False)
    page.wait_for_selector("html[data-espalier=live]")
    page.get_by_role("button", name="Close").click()
    assert status(page) == "", "nothing waits to be saved"
    complaints.clear()


def test_events_without_a_network_are_kept_in_order_and_sent_when_it_is_back(mock, live, complaints):
    page = live(cell("a", button("a", value="1") + button("a", value="2")))
    page.context.set_offline(True)
    for value in ("1", "2", "2"):
        page.get_by_text(value, exact=True).click()
    page.wait_for_selector(STATUS.format("unsaved"))
    assert mock.posts == []
    page.context.set_offline(False)
    until(lambda: len(mock.posts) == 3)
    assert bodies(mock) == ["data=1", "data=2", "data=2"]
    settled(page)
    assert status(page) == ""
    complaints.clear()


def test_an_event_may_be_refused_without_a_network(mock, live, complaints):
    page = live(cell("a", button("a").replace("<button", '<button data-offline="refused"')))
    page.context.set_offline(True)
    page.click("li button")
    page.wait_for_selector(STATUS.format("error") + ":has-text('Not sent: no connection.')")
    page.context.set_offline(False)
    page.wait_for_selector("html[data-espalier=live]")
    idle(page)
    assert mock.posts == []
    page.click("li button")
    until(lambda: len(mock.posts) == 1)
    complaints.clear()


def test_a_refused_event_is_not_sent_again(mock, live, complaints):
    page = live(form('<input name="text"><button>Add</button>'))
    mock.reply = lambda post: problem(422, {"title": "No."})
    page.click("li button")
    page.wait_for_selector(STATUS.format("error"))
    page.click("li button")
    until(lambda: len(mock.posts) == 2)
    idle(page)
    assert len({post["id"] for post in mock.posts}) == 2
    complaints.clear()


@pytest.mark.parametrize("pause", [0, 20, 50, 100])
def test_presses_and_letters_arrive_if_the_page_is_left(mock, live, pause):
    page = live(cell("a", button("a")) + form('<input name="q">', 'data-on="input"')
                + cell("g", f'<form method="post" action="{ACTION.replace("node=f", "node=g")}" data-on="change"><input name="r"></form>'))
    slow(mock, 0.3)
    page.evaluate("""([pause, to]) => {
      const button = document.querySelector('button');
      for (let turn = 0; turn < 3; turn++) button.click();
      for (const field of document.querySelectorAll('input')) {
        field.value = 'last words';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      setTimeout(() => location.assign(to), pause);
    }""", [pause, mock.url + "/elsewhere"])
    page.wait_for_url(mock.url + "/elsewhere")
    until(lambda: len({post["id"] for post in mock.posts}) == 5)
    # An event may arrive twice, with one id.
    events = {post["id"]: post["body"] for post in mock.posts}
    assert sorted(events.values()) == ["data=Like"] * 3 + ["q=last+words", "r=last+words"]


def test_a_press_that_works_ends_the_notice_that_the_page_is_offline(mock, live, complaints):
    page = live(cell("a", button("a")), clock=True)
    mock.stream_status = 503
    mock.drop()
    until(lambda: page.clock.run_for(500) or page.get_attribute("html", "data-espalier") == "offline")
    mock.stream_status = 200
    page.click("li button")
    until(lambda: page.clock.run_for(10) or page.get_attribute("html", "data-espalier") == "live")
    complaints.clear()
