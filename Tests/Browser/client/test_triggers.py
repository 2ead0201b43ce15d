"""Controls with `data-when` send their events at other moments than a press."""

import pytest
from mock import button, cell, root, until
from windows import idle


def form(fields, when, node="f", more=""):
    return f'<form method="post" action="/list/events?node={node}&amp;event=save" data-when="{when}"{more}>{fields}</form>'


def pressed(node, when, event="like"):
    return button(node, event).replace("<button ", f'<button data-when="{when}" ')


def sent(mock):
    return [(post["event"], post["body"]) for post in mock.posts]


@pytest.fixture
def open_list(mock, live):
    def open_list(*rows):
        mock.body = root(*rows)
        page = live(body=True)
        idle(page)
        # The module has come.
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/triggers.js'))")
        page.wait_for_timeout(200)
        return page

    return open_list


def test_keys_press_the_controls_of_the_cell_that_has_the_focus(mock, open_list):
    page = open_list(cell("a", '<p tabindex="0" class="a">A</p>' + pressed("a", "keys Enter Escape x Space")), cell("b", '<p tabindex="0" class="b">B</p>'))
    page.focus(".b")
    for key in ["Enter", "Escape", "x"]:
        page.keyboard.press(key)
    page.focus(".a")
    for key in ["y", "Control+x", "Shift+Enter", "Tab"]:
        page.keyboard.press(key)
    page.focus(".a")
    assert mock.posts == []
    for number, key in enumerate(["Enter", "Escape", "x", " "], 1):
        page.keyboard.press(key)
        until(lambda: len(mock.posts) == number)
    assert sent(mock) == [("like", "data=Like")] * 4
    assert page.evaluate("scrollY") == 0, "a key that has pressed something does nothing else"


def test_a_key_that_types_belongs_to_the_field(mock, open_list):
    page = open_list(cell("a", form('<input name="text">', "keys x Enter Escape") + pressed("a", "keys x Space")))
    page.focus("input")
    page.keyboard.type("x y")
    assert page.input_value("input") == "x y" and mock.posts == []
    page.keyboard.press("Enter")
    until(lambda: len(mock.posts) == 1)
    idle(page)
    assert sent(mock) == [("save", "text=x+y")], "Enter sends a form once"


def test_rows_inside_another_row_have_keys_of_their_own(mock, open_list):
    inner = cell("a/b", '<p tabindex="0" class="b">B</p>' + pressed("a/b", "keys Enter", "inner"))
    page = open_list(f'<li id="a" class="Box"><p tabindex="0" class="a">A</p>{pressed("a", "keys Enter", "outer")}<ul>{inner}</ul></li>')
    page.focus(".b")
    page.keyboard.press("Enter")
    until(lambda: mock.posts)
    page.focus(".a")
    page.keyboard.press("Enter")
    until(lambda: len(mock.posts) == 2)
    assert [event for event, _ in sent(mock)] == ["inner", "outer"]


def test_the_focus_comes_and_goes(mock, open_list):
    fields = '<input name="one"><input name="two">'
    page = open_list(cell("f", form(fields, "focus") + form(fields, "blur", node="g")), cell("z", "<button class='z'>Z</button>"))
    first, second = page.locator("form[data-when=focus]"), page.locator("form[data-when=blur]")
    first.locator("[name=one]").focus()
    until(lambda: len(mock.posts) == 1)
    first.locator("[name=two]").focus()
    second.locator("[name=one]").fill("x")
    second.locator("[name=two]").focus()
    idle(page)
    assert [post["node"] for post in mock.posts] == ["f"]
    page.focus(".z")
    until(lambda: len(mock.posts) == 2)
    assert mock.posts[1]["node"] == "g" and mock.posts[1]["body"] == "one=x&two="


def test_a_pause_in_editing_sends_the_form_once(mock, open_list):
    page = open_list(cell("f", form('<input name="text">', "pause 300", more=' data-on="later"')))
    page.evaluate("""() => {
      const [field] = document.querySelectorAll('input');
      [...'abcd'].forEach((letter, index) => setTimeout(() => {
        field.value += letter;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, 50 * index));
    }""")
    until(lambda: mock.posts)
    page.wait_for_timeout(400)
    assert sent(mock) == [("save", "text=abcd")]


def test_what_waits_for_a_pause_is_sent_when_the_page_is_left(mock, open_list):
    page = open_list(cell("f", form('<input name="text">', "pause 9000", more=' data-on="later"')))
    page.fill("input", "last words")
    page.goto(mock.url + "/elsewhere")
    # It may arrive twice, with one id.
    until(lambda: set(sent(mock)) == {("save", "text=last+words")})


def test_a_press_elsewhere_closes_what_is_open(mock, open_list):
    page = open_list(cell("a", "<p class='a'>A</p>" + pressed("a", "outside", "close")), cell("b", "<p class='b'>B</p>"))
    page.click(".a")
    idle(page)
    assert mock.posts == []
    page.click(".b")
    until(lambda: sent(mock) == [("close", "data=Like")])
    page.evaluate("document.querySelector('[data-when]').hidden = true")
    page.click(".b")
    idle(page)
    assert len(mock.posts) == 1, "what nobody sees is not pressed"


def test_a_control_in_view_is_pressed_again_and_again(mock, open_list):
    tall = '<svg width="10" height="3000"></svg>'
    page = open_list(cell("a", pressed("a", "every 200", "tick")), cell("b", tall), cell("c", pressed("c", "every 200", "tock")))
    until(lambda: len(mock.posts) >= 3)
    assert {event for event, _ in sent(mock)} == {"tick"}
    page.evaluate("scrollTo(0, 9999)")
    until(lambda: "tock" in {event for event, _ in sent(mock)})
    mock.push("e.2", ["-", "c"])
    page.wait_for_selector("#c", state="detached")
    idle(page)
    count = len(mock.posts)
    page.wait_for_timeout(600)
    assert len(mock.posts) == count, "a row that has left presses nothing"
    # A patch brings another one.
    mock.push("e.3", ["+", "", cell("d", pressed("d", "every 200", "tack"))])
    page.evaluate("scrollTo(0, 9999)")
    until(lambda: "tack" in {event for event, _ in sent(mock)})


def test_fields_with_the_names_of_properties_hide_nothing(mock, open_list):
    names = "".join(f'<input name="{name}">' for name in ["closest", "contains", "getAttribute", "requestSubmit", "checkValidity", "localName", "elements"])
    page = open_list(cell("f", form(names, "blur") + form(names, "pause 100", node="g")), cell("z", "<button class='z'>Z</button>"))
    page.evaluate("document.querySelector('form[data-when=blur] [name=contains]').focus()")
    page.focus(".z")
    until(lambda: len(mock.posts) == 1)
    page.evaluate("document.querySelector('form[data-when^=pause] [name=elements]').focus()")
    page.keyboard.type("x")
    until(lambda: len(mock.posts) == 2)


def test_scripts_that_press_press_nothing_elsewhere(mock, open_list):
    """A press of a label is one press, and several controls are pressed once each."""
    outside = [cell(name, pressed(name, "outside", name)) for name in "abc"]
    page = open_list(*outside, cell("z", '<label>Z <input type="checkbox"></label><p class="z">Z</p>'))
    page.evaluate("document.querySelector('.z').click()")
    idle(page)
    assert mock.posts == []
    page.locator("label").click()
    until(lambda: len(mock.posts) == 3)
    idle(page)
    assert sorted(event for event, _ in sent(mock)) == ["a", "b", "c"]


def test_other_controls_keep_their_keys(mock, open_list):
    """WCAG 2.2, 2.1.1."""
    fields = '<textarea name="t"></textarea><input name="i" value="ab">'
    row = cell("a", form(fields, "keys Enter Delete ArrowLeft Escape") + button("a", "other", "Other") + pressed("a", "keys Enter Space Delete", "first"))
    page = open_list(row)
    page.locator("textarea").focus()
    for key in ["Enter", "ArrowLeft", "Delete"]:
        page.keyboard.press(key)
    page.locator("input").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    assert page.input_value("input") == "b"
    idle(page)
    assert mock.posts == []
    page.get_by_role("button", name="Other").focus()
    page.keyboard.press("Enter")
    until(lambda: [event for event, _ in sent(mock)] == ["other"])
    page.keyboard.press(" ")
    until(lambda: [event for event, _ in sent(mock)] == ["other", "other"])


def test_what_the_server_takes_away_ends(mock, open_list):
    page = open_list(cell("a", pressed("a", "every 200", "tick")))
    until(lambda: len(mock.posts) >= 2)
    mock.push("e.2", ["<", "a", button("a", "tick")])
    page.wait_for_selector("#a button:not([data-when])")
    idle(page)
    count = len(mock.posts)
    page.wait_for_timeout(700)
    assert len(mock.posts) <= count + 1


def test_a_form_that_was_submitted_waits_for_no_pause(mock, open_list):
    page = open_list(cell("f", form('<input name="text"><button>Go</button>', "pause 600", more=' data-on="later"')), cell("z", button("z", "other")))
    page.locator("input").fill("a")
    page.keyboard.press("Enter")
    until(lambda: mock.posts)
    page.wait_for_timeout(800)
    assert len(mock.posts) == 1
    # Another press sends it before.
    page.locator("input").fill("ab")
    page.locator("[id=z] button").click()
    until(lambda: len(mock.posts) == 3)
    assert [event for event, _ in sent(mock)][1:] == ["save", "other"]
