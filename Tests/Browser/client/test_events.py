"""Events go up: every interaction is the submission of a form."""

import threading

import pytest
from mock import at, button, cell, container, until
from test_stream import status
from windows import idle

ACTION = "/list/events?node=f&amp;event=save"


def form(fields, attributes=""):
    return cell("f", f'<form method="post" action="{ACTION}" {attributes}>{fields}</form>')


def bodies(mock):
    return [post["body"] for post in mock.posts]


def problem(status, body):
    import json

    return status, {"Content-Type": "application/problem+json"}, json.dumps(body).encode()


def test_a_button_posts_its_event_and_the_reply_is_applied(mock, live):
    page = live(container("2", cell("2/é", button("2/%C3%A9") + "0")))
    mock.reply = lambda post: mock.patch("e.2", ["=", "2/é", ":1", "1"])
    page.evaluate("document.addEventListener('espalier:send', ({ detail }) => (window.sent = [detail.url, `${detail.body}`]))")
    page.click("li li button")
    page.wait_for_selector(at("e.2", ":text('1')"))
    post = mock.posts[0]
    assert post.pop("id")
    assert int(post.pop("age")) < 1000
    assert post == {"node": "2/é", "event": "like", "body": "data=Like", "accept": "application/vnd.espalier.patch+json"}
    assert page.evaluate("sent") == [f"{mock.url}/list/events?node=2/%C3%A9&event=like", "data=Like"]


def test_each_post_has_its_own_id(mock, live):
    page = live(cell("a", button("a")))
    for _ in range(3):
        page.click("li button")
    until(lambda: len(mock.posts) == 3)
    assert len({post["id"] for post in mock.posts}) == 3


def test_ids_do_not_depend_on_math_random(mock, live):
    page = live(cell("a", button("a")))
    page.evaluate("Math.random = () => 0.5")
    for _ in range(2):
        page.click("li button")
        page.wait_for_selector("#a:not([aria-busy])")
    until(lambda: len(mock.posts) == 2)
    one, other = (post["id"] for post in mock.posts)
    assert one != other and len(one) >= 22


def test_a_form_posts_its_fields_and_the_submitter(mock, live):
    page = live(form('<input name="a" value="1 & 2"><input name="b" value="é"><button name="go" value="now">Go</button>'))
    page.click("li button")
    until(lambda: mock.posts)
    assert bodies(mock) == ["a=1+%26+2&b=%C3%A9&go=now"]


def test_a_prevented_send_is_not_posted(mock, live):
    page = live(cell("a", button("a")))
    page.evaluate("document.addEventListener('espalier:send', event => event.preventDefault())")
    page.click("li button")
    idle(page)
    assert mock.posts == [] and page.locator("#a").get_attribute("aria-busy") is None


@pytest.mark.parametrize("action", ["/other", "/other/events?node=a", "https://example.invalid/list/events?node=a"])
def test_other_forms_are_left_to_the_browser(mock, live, action):
    page = live(cell("a", f'<form method="post" action="{action}"><button>Go</button></form>'))
    page.evaluate(
        "window.addEventListener('submit', event => { window.prevented = event.defaultPrevented; event.preventDefault() })"
    )
    page.click("li button")
    assert page.evaluate("prevented") is False and mock.posts == []


def test_a_form_with_fields_named_like_its_properties_works(mock, live):
    page = live(form('<input name="action" value="x"><input name="method"><input name="id"><button>Go</button>'))
    page.click("li button")
    until(lambda: mock.posts)
    mock.push("e.2", ["<", "f", f'<form method="post" action="{ACTION}"><input name="id"></form>'])
    page.wait_for_selector(at("e.2"))
    assert page.locator("input").count() == 1


def test_input_is_sent_while_typing_and_nothing_is_lost(mock, live):
    page = live(form('<input name="q">', 'data-on="input"'))
    gate = threading.Event()

    def reply(post):
        gate.wait(5)
        value = post["body"].removeprefix("q=")
        return mock.patch(f"e.{len(mock.posts) + 1}", ["=", "f", "0.0@value", value])

    mock.reply = reply
    page.locator("input").focus()
    # One input event: on a busy machine, two letters may be further apart than the client waits.
    page.keyboard.insert_text("he")
    until(lambda: mock.posts)
    for letter in "llo":
        page.locator("input").press_sequentially(letter)
        page.wait_for_timeout(90)
    gate.set()
    page.wait_for_selector(at("e.3"))
    assert bodies(mock) == ["q=he", "q=hello"]
    assert page.locator("input").input_value() == "hello"


def test_an_echo_does_not_overwrite_newer_text_but_a_correction_shows(mock, live):
    page = live(form('<input name="q">', 'data-on="input"'))
    gates = {"q=a": threading.Event(), "q=ab": threading.Event()}

    def reply(post):
        gates[post["body"]].wait(5)
        value = post["body"].removeprefix("q=").upper()
        return mock.patch(f"e.{len(value) + 1}", ["=", "f", "0.0@value", value])

    mock.reply = reply
    page.locator("input").press_sequentially("a")
    until(lambda: mock.posts)
    page.locator("input").press_sequentially("b")
    gates["q=a"].set()
    page.wait_for_selector(at("e.2"))
    assert page.locator("input").input_value() == "ab"
    gates["q=ab"].set()
    page.wait_for_selector(at("e.3"))
    assert page.locator("input").input_value() == "AB"


def test_leaving_the_field_sends_at_once(mock, page):
    mock.rows = form('<input name="q">', 'data-on="input"')
    page.goto(mock.url + "/list")
    page.wait_for_selector("html[data-espalier=live]")
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    page.locator("input").press_sequentially("hi")
    page.locator("input").blur()
    page.clock.run_for(1)
    until(lambda: mock.posts)
    assert bodies(mock) == ["q=hi"]


def test_a_changed_choice_is_sent(mock, live):
    page = live(form('<input type="checkbox" name="done"><input name="note">', 'data-on="change"'))
    mock.reply = lambda post: mock.patch(f"e.{len(mock.posts) + 1}", ["=", "f", "0.0@checked", ""])
    page.check("input[type=checkbox]")
    until(lambda: mock.posts)
    page.locator("[name=note]").press_sequentially("x")
    idle(page)
    assert bodies(mock) == ["done=on&note="]
    page.locator("[name=note]").blur()
    until(lambda: len(mock.posts) == 2)
    assert bodies(mock)[1] == "done=on&note=x"


@pytest.mark.parametrize("trigger", ["change", "input"])
def test_an_edit_is_posted_before_the_press_that_ends_it(mock, live, trigger):
    fields = form('<input name="q">', f'data-on="{trigger}"')
    page = live(fields + cell("b", button("b")))
    # On touch all of this is one task: no timer runs in between.
    page.evaluate(
        """() => {
            const field = document.querySelector('input');
            field.focus();
            field.value = 'Oat milk';
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
            document.querySelector('button').click();
        }"""
    )
    until(lambda: len(mock.posts) == 2)
    assert bodies(mock) == ["q=Oat+milk", "data=Like"]
    page.wait_for_selector("li:not([aria-busy])")
    page.get_by_text("Like").click()
    until(lambda: len(mock.posts) == 3)
    assert bodies(mock)[2] == "data=Like"


def test_an_invalid_field_is_not_sent_and_causes_no_error(mock, live):
    page = live(form('<input name="n" pattern="[0-9]*">', 'data-on="input"'))
    page.locator("input").press_sequentially("x")
    idle(page)
    assert mock.posts == []


def test_a_form_is_ready_for_the_next_entry_once_its_event_is_accepted(mock, live, complaints):
    page = live(form('<input name="text"><button>Send</button>'))
    page.fill("input", "hello")
    mock.reply = lambda post: problem(422, {"title": "No.", "detail": "Too polite."})
    page.click("li button")
    page.wait_for_selector("[data-espalier-status]:has-text('Too polite.')")
    assert page.locator("input").input_value() == "hello"
    mock.reply = lambda post: mock.patch("e.2", ["+", "", cell("x", "hello")])
    page.click("li button")
    page.wait_for_selector("#x")
    page.wait_for_function("() => document.querySelector('input').value === ''")
    complaints.clear()


FIELDS = '<input name="seats" value="{}"><input name="note"><textarea name="more"></textarea><button>Book</button>'


def test_a_form_that_was_refused_once_is_empty_after_it_is_accepted(mock, live):
    """The refusal writes the typed text into the markup; the acceptance removes it again."""
    page = live(form(FIELDS.format("1")))
    page.fill("[name=seats]", "99")
    mock.reply = lambda post: mock.patch("e.2", ["=", "f", "0.0@value", "99"])
    page.click("li button")
    page.wait_for_selector(at("e.2"))
    page.wait_for_selector("#f:not([aria-busy])")
    page.fill("[name=seats]", "2")
    page.fill("[name=note]", "by the window")
    page.fill("[name=more]", "please")
    mock.reply = lambda post: mock.patch("e.3", ["=", "f", "0.0@value", "1"], ["+", "", cell("x", "booked")])
    page.click("li button")
    page.wait_for_selector("#x")
    values = "[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()"
    page.wait_for_function(f"() => {values} === '1,,'")


def test_a_form_is_emptied_too_if_the_stream_brings_the_patch_before_the_reply(mock, live):
    page = live(form(FIELDS.format("1")))
    ops = [["=", "f", "0.0@value", "3"], ["+", "", cell("x", "booked")]]

    def reply(post):
        mock.push("e.2", *ops)
        page_shows.wait(5)
        return mock.patch("e.2", *ops)

    mock.reply, page_shows = reply, threading.Event()
    page.fill("[name=seats]", "2")
    page.fill("[name=note]", "by the window")
    page.click("li button")
    page.wait_for_selector("#x")
    page_shows.set()
    page.wait_for_function("() => document.querySelector('[name=note]').value === ''")
    assert page.locator("[name=seats]").input_value() == "3"


@pytest.mark.parametrize("trigger", ["change", "input"])
def test_a_field_that_sends_itself_shows_what_the_server_has_after_a_refusal(mock, live, trigger):
    page = live(form('<input name="q" value="old"><p></p>', f'data-on="{trigger}"'))
    mock.reply = lambda post: mock.patch("e.2", ["=", "f", "0.1:0", "That name is taken."])
    page.fill("input", "taken")
    page.locator("input").blur()
    page.wait_for_selector(at("e.2", "p:text('taken')"))
    page.wait_for_function("() => document.querySelector('input').value === 'old'")


def test_text_typed_during_the_post_stays(mock, live):
    page = live(form('<input name="text"><button>Send</button>'))
    gate = threading.Event()
    mock.reply = lambda post: gate.wait(5) and mock.patch("e.2", ["+", "", cell("x", "one")])
    page.fill("input", "one")
    page.press("input", "Enter")
    until(lambda: mock.posts)
    page.fill("input", "two")
    gate.set()
    page.wait_for_selector("#x")
    page.wait_for_selector("#f:not([aria-busy])")
    assert page.locator("input").input_value() == "two"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (problem(422, {"title": "Not a number.", "detail": "Field “age”."}), "Not a number. Field “age”."),
        (problem(409, {"title": "<b>Too late</b>"}), "<b>Too late</b>"),
        (problem(410, {"title": "Gone", "detail": "It was removed"}), "Gone. It was removed."),
        ((500, {"Content-Type": "text/html"}, b"<h1>no</h1>"), "The server answered 500."),
    ],
)
def test_the_status_line_shows_a_refusal_and_the_next_post_is_sent(mock, live, complaints, reply, text):
    page = live(cell("a", button("a")))
    mock.reply = lambda post: reply
    page.click("li button")
    page.wait_for_function("text => document.querySelector('[data-espalier-status]').firstChild?.data === text", arg=text)
    page.wait_for_selector("#a:not([aria-busy])")
    assert len(mock.posts) == 1 and any("espalier:error" in complaint for complaint in complaints)
    complaints.clear()
    mock.reply = lambda post: mock.patch("e.2", ["+", "", cell("b", "B")])
    page.click("li button")
    page.wait_for_selector("#b")


def test_an_error_stays_until_it_is_closed_and_a_listener_may_show_it_instead(mock, live, complaints):
    page = live(cell("a", button("a")) + cell("b", button("b")), clock=True)
    mock.reply = lambda post: problem(422, {"title": "No."})
    page.click("#a button")
    page.wait_for_selector("[data-espalier-status=error]:has-text('No.')")
    mock.reply = lambda post: (204, {}, b"")
    page.click("#b button")
    page.wait_for_selector("#b:not([aria-busy])")
    page.clock.run_for(20_000)
    page.wait_for_selector("[data-espalier-status=error]:has-text('No.')")
    page.get_by_role("button", name="Close").click()
    assert status(page) == ""
    mock.reply = lambda post: problem(422, {"title": "No."})
    page.evaluate("document.addEventListener('espalier:error', event => { window.said = event.detail.title; event.preventDefault() })")
    page.click("#a button")
    page.wait_for_function("() => window.said === 'No.'")
    assert status(page) == ""
    complaints.clear()


def test_the_refusal_disappears_when_the_form_is_sent_again(mock, live, complaints):
    page = live(form('<input name="n"><button>Add</button>'), clock=True)
    mock.reply = lambda post: problem(422, {"title": "No."})
    page.clock.pause_at("2030-01-01")
    page.click("li button")
    page.wait_for_selector("[data-espalier-status]:has-text('No.')")
    mock.reply = lambda post: mock.patch("e.2", ["+", "", cell("x", "one")])
    page.click("li button")
    page.wait_for_selector("#x")
    assert status(page) == ""
    complaints.clear()


def test_a_reply_can_lead_elsewhere(mock, live):
    page = live(cell("a", button("a")))
    mock.reply = lambda post: (303, {"Location": "/elsewhere"}, b"")
    page.click("li button")
    page.wait_for_url(mock.url + "/elsewhere")


def test_an_html_reply_reloads_the_page(mock, live):
    page = live(cell("a", button("a")))
    page.evaluate("window.old = true")
    mock.reply = lambda post: (303, {"Location": "/list#a"}, b"")
    page.click("li button")
    page.wait_for_function("() => !window.old")


def test_without_javascript_the_same_button_posts_a_form(mock, nojs_page):
    mock.rows = cell("a", button("a"))
    nojs_page.goto(mock.url + "/list")

    def reply(post):
        mock.rows = cell("a", "Liked")
        return 303, {"Location": "/list#a"}, b""

    mock.reply = reply
    nojs_page.click("li button")
    nojs_page.get_by_text("Liked").wait_for()
    assert bodies(mock) == ["data=Like"] and "text/html" in mock.posts[0]["accept"]
