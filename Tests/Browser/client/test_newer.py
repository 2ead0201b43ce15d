"""A field that has the focus keeps its text when another window changes it. The newer text waits in a note beside the field."""

import threading

import pytest
from mock import at, button, cell, until
from test_operations import push
from windows import idle, two_frames

ACTION = "/list/events?node=f&amp;event=said"
NOTE = "[id='~newer']"


def form(fields, attributes=""):
    return cell("f", f'<form method="post" action="{ACTION}" {attributes}>{fields}</form>')


def focus(page, selector="input"):
    """Focuses a field, and waits for the module that this loads."""
    page.locator(selector).focus()
    if selector != "select":
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => /newer.js/.test(name))")
    idle(page)


def theirs(mock, page, text, number=2):
    """Another window of the person gives the field a text."""
    push(mock, page, ["=", "f", "0.0@value", text], number=number)


def value(page, selector="input"):
    return page.locator(selector).input_value()


FIELD = '<input name="q" value="old">'


@pytest.mark.parametrize("trigger", ["", 'data-on="change"', 'data-on="input"'])
def test_the_text_stays_and_a_note_offers_the_newer_one(mock, live, trigger):
    page = live(form(FIELD, trigger) + cell("b", "B"))
    focus(page)
    page.locator("input").evaluate("field => field.setSelectionRange(1, 2)")
    theirs(mock, page, "new")
    page.locator(NOTE).get_by_text("Changed elsewhere: “new”").wait_for()
    assert value(page) == "old" and page.locator(NOTE).get_attribute("role") == "status"
    assert page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]") == ["q", 1]
    theirs(mock, page, "newer", number=3)
    page.locator(NOTE).get_by_text("“newer”").wait_for()
    page.get_by_text("Use it").click()
    assert value(page) == "newer" and page.locator(NOTE).count() == 0
    assert page.evaluate("document.activeElement.name") == "q"
    idle(page)
    assert mock.posts == []


def test_the_newer_text_is_shown_when_a_field_without_edits_is_left(mock, live):
    page = live(form(FIELD))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.locator("input").blur()
    assert value(page) == "new" and page.locator(NOTE).count() == 0


@pytest.mark.parametrize("first", ["typed", "changed elsewhere"])
def test_edits_that_were_not_sent_stay_when_the_field_is_left(mock, live, first):
    page = live(form(FIELD))
    focus(page)
    if first == "typed":
        page.keyboard.type("er")
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    if first != "typed":
        page.keyboard.type("er")
    page.locator("input").blur()
    assert "er" in value(page) and page.locator(NOTE).count() == 0


def test_a_field_that_sends_itself_when_it_is_left_sends_its_edits(mock, live):
    page = live(form(FIELD, 'data-on="change"'))
    mock.reply = lambda post: mock.patch("e.3", ["=", "f", "0.0@value", "older"])
    focus(page)
    page.keyboard.press("End")
    page.keyboard.type("er")
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.locator("input").blur()
    page.wait_for_selector(at("e.3"))
    assert [post["body"] for post in mock.posts] == ["q=older"] and value(page) == "older"


def test_taking_the_newer_text_ends_the_edits(mock, live):
    page = live(form(FIELD, 'data-on="change"'))
    mock.reply = lambda post: (204, {}, b"")
    focus(page)
    page.keyboard.type("er")
    theirs(mock, page, "new")
    page.get_by_text("Use it").click()
    until(lambda: [post["body"] for post in mock.posts] == ["q=new"])
    page.locator("input").blur()
    idle(page)
    theirs(mock, page, "newer", number=3)
    assert value(page) == "newer"


@pytest.mark.parametrize("first", ["reply", "stream"])
def test_a_correction_of_what_this_window_sent_shows(mock, live, first):
    page = live(form(FIELD, 'data-on="input"'))
    correction, gate = ["=", "f", "0.0@value", "NEW"], threading.Event()

    def reply(post):
        gate.wait(5)
        return mock.patch("e.2", correction)

    mock.reply = reply
    focus(page)
    page.locator("input").press_sequentially("n")
    until(lambda: mock.posts)
    if first == "stream":
        push(mock, page, correction)
        assert value(page) != "NEW"
    gate.set()
    until(lambda: value(page) == "NEW")
    idle(page)
    assert page.locator(NOTE).count() == 0


def test_the_note_goes_when_the_texts_are_equal_again(mock, live):
    page = live(form(FIELD))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    theirs(mock, page, "old", number=3)
    assert page.locator(NOTE).count() == 0 and value(page) == "old"


def test_the_note_survives_patches_of_its_cell_and_goes_with_it(mock, live):
    page = live(form(FIELD) + cell("b", "B"))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    after = f'<p>Said</p><form method="post" action="{ACTION}" class="x"><b>1</b><input name="q" value="newer"> text</form>'
    push(mock, page, ["<", "f", after], number=3)
    page.locator(NOTE).get_by_text("“newer”").wait_for()
    assert page.evaluate("document.activeElement.nextSibling.id") == "~newer" and value(page) == "old"
    push(mock, page, ["=", "f", "1:2", " more"], [">", "f"], number=4)
    assert page.locator(NOTE).count() == 1 and page.locator("form.x").evaluate("form => form.lastChild.data") == " more"
    page.locator(NOTE).evaluate("note => (window.note = note)")
    push(mock, page, ["<", "f", "<p>Gone</p>"], number=5)
    assert page.locator("#f").inner_html() == "<p>Gone</p>" and not page.evaluate("note.isConnected")


def test_a_translated_cell_keeps_the_note(mock, live):
    page = live(cell("f", f'<form method="post" action="{ACTION}"><input name="q" value="old"> text</form>'))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.evaluate("""() => {
      const text = [...document.forms[1].childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }""")
    push(mock, page, ["=", "f", "0:1", " words"], number=3)
    assert page.locator(NOTE).is_visible() and "words" in page.locator("form[action*=said]").inner_text()


def test_a_text_area_keeps_its_text_too(mock, live):
    page = live(form('<textarea name="q">old</textarea>'))
    focus(page, "textarea")
    push(mock, page, ["=", "f", "0.0:0", "new"])
    page.locator(NOTE).get_by_text("“new”").wait_for()
    assert value(page, "textarea") == "old"
    page.locator("textarea").blur()
    assert value(page, "textarea") == "new"


@pytest.mark.parametrize(("field", "op", "now"), [
    ('<input type="checkbox" name="q">', ["=", "f", "0.0@checked", ""], "document.activeElement.checked"),
    ('<select name="q"><option>1<option>2</select>', ["=", "f", "0.0.1@selected", ""], "document.activeElement.value === '2'"),
    ('<input name="q" value="old" readonly>', ["=", "f", "0.0@value", "new"], "document.activeElement.value === 'new'"),
    ('<input type="range" name="q" value="1">', ["=", "f", "0.0@value", "9"], "document.activeElement.value === '9'"),
])
def test_other_controls_show_the_newer_state(mock, live, field, op, now):
    page = live(form(field))
    focus(page, "select" if "select" in field else "input")
    push(mock, page, op)
    assert page.evaluate(now)


@pytest.mark.parametrize("ops", [[], [["@", "f", "focus"]]])
def test_an_event_that_changes_nothing_does_not_make_the_newer_text_its_own(mock, live, ops):
    page = live(form(FIELD))
    mock.reply = lambda post: mock.patch("e.2", *ops)
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.keyboard.press("Enter")
    until(lambda: mock.posts)
    idle(page)
    assert value(page) == "old" and page.locator(NOTE).is_visible()


def test_a_long_text_is_cut_in_the_note_and_whole_in_the_field(mock, live):
    page, long = live(form(FIELD)), "x" * 500
    focus(page)
    theirs(mock, page, long)
    page.locator(NOTE).get_by_text("x…").wait_for()
    page.get_by_text("Use it").click()
    assert value(page) == long


def test_a_field_without_the_focus_shows_the_newer_text(mock, live):
    page = live(form(FIELD) + cell("b", button("b")))
    focus(page)
    page.locator("li button").focus()
    theirs(mock, page, "new")
    assert value(page) == "new" and page.locator(NOTE).count() == 0


def test_the_note_can_be_pressed_by_keyboard(mock, live):
    page = live(form(FIELD))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Use it" and value(page) == "old"
    page.keyboard.press("Enter")
    assert value(page) == "new" and page.evaluate("document.activeElement.name") == "q"


def test_stop_removes_the_note(mock, live):
    page = live(form(FIELD))
    focus(page)
    theirs(mock, page, "new")
    page.locator(NOTE).wait_for()
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    two_frames(page)
    until(lambda: page.locator(NOTE).count() == 0)
