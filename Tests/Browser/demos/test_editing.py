"""Row editing: fields keep text, focus and caret while other rows come and go (DIF-05)."""

import pytest
from live import cell, difference, watch

BEFORE = ["select", "apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"]
AFTER = ["reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"]
DELETES = ["select", "apply", "P11", "P12", "P13"]
INSERTS = [("reset", "Htf"), ("P23", "TF2"), ("P24", None)]


def rows(page):
    return page.evaluate("[...document.querySelectorAll('[id=\"~root\"] > ul > li')].map((row) => row.id)")


def shows(page, ids):
    page.wait_for_function(
        "ids => `${[...document.querySelectorAll('[id=\"~root\"] > ul > li')].map((row) => row.id)}` === `${ids}`", arg=ids)


def field(page, address):
    return cell(page, address).locator("input")


def the_server_has(page, text):
    cell(page, "TF1").locator("output").get_by_text(f"“{text}”", exact=True).wait_for()


def type_and_leave_the_caret(page, address, text, caret):
    """Types a text, moves the caret back by keys, and remembers the element."""
    field(page, address).click()
    page.keyboard.type(text)
    for _ in range(len(text) - caret):
        page.keyboard.press("ArrowLeft")
    field(page, address).evaluate("field => { window.mine = field; window.lost = 0; field.addEventListener('blur', () => lost++) }")


# Whether the field is the same element, still focused and never left; its text, and its caret.
SEEN = """address => {
  const field = document.getElementById(address).querySelector('input');
  return [field === mine, field === document.activeElement, lost, field.value, field.selectionStart, field.selectionEnd];
}"""


def is_untouched(page, address, text, caret):
    assert page.evaluate(SEEN, address) == [True, True, 0, text, caret, caret]


def test_a_field_that_has_the_focus_is_not_overwritten_by_another_window(visit):
    page = visit("/editing")
    other = visit("/editing", beside=page)
    field(page, "TF1").focus()
    page.keyboard.type("mine")
    the_server_has(page, "mine")
    field(other, "TF1").fill("theirs")
    note = page.locator(".e-newer")
    note.get_by_text("Changed elsewhere: “theirs”").wait_for()
    assert field(page, "TF1").input_value() == "mine"
    note.get_by_text("Use it").click()
    assert field(page, "TF1").input_value() == "theirs" and note.count() == 0
    # What is typed here wins, and the other window has the focus in its field too.
    page.keyboard.type("!")
    the_server_has(page, "theirs!")
    other.locator(".e-newer").get_by_text("“theirs!”").wait_for()
    field(other, "TF1").blur()
    assert field(other, "TF1").input_value() == "theirs!"


def check_operations(page):
    """Five deletions, three insertions, nothing else: no move, no update."""
    (patch,) = page.evaluate("patches")
    operations = patch["ops"]
    assert sorted(operation[1] for operation in operations if operation[0] == "-") == sorted(DELETES)
    inserts = [operation for operation in operations if operation[0] == "+"]
    assert [operation[1] for operation in inserts] == ["", "", ""]
    places = {operation[2].split('"')[1]: operation[3] for operation in inserts}
    assert places == dict(INSERTS)
    assert len(operations) == 8


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_posted_field_keeps_text_focus_and_caret_while_another_tab_applies(visit, motion):
    page = visit("/editing", reduced_motion=motion)
    tab = visit("/editing", beside=page)
    type_and_leave_the_caret(page, "TF1", "espalier", 3)
    the_server_has(page, "espalier")
    the_server_has(tab, "espalier")
    assert field(tab, "TF1").input_value() == "espalier"
    watch(page)
    cell(tab, "apply").get_by_role("button").click()
    shows(page, AFTER)
    is_untouched(page, "TF1", "espalier", 3)
    check_operations(page)
    # The next letter goes to the caret.
    page.keyboard.type("X")
    the_server_has(tab, "espXalier")
    is_untouched(page, "TF1", "espXalier", 4)
    cell(tab, "reset").get_by_role("button").click()
    shows(page, BEFORE)
    is_untouched(page, "TF1", "espXalier", 4)
    for window in (page, tab):
        window.wait_for_function("() => !document.querySelector('[data-motion]')")
        assert difference(window) is None


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_field_that_never_posts_keeps_text_focus_and_caret_too(visit, motion):
    page = visit("/editing", reduced_motion=motion)
    tab = visit("/editing", beside=page)
    type_and_leave_the_caret(page, "TF2", "only here", 4)
    watch(page)
    cell(tab, "apply").get_by_role("button").click()
    shows(page, AFTER)
    is_untouched(page, "TF2", "only here", 4)
    check_operations(page)
    page.keyboard.type("!")
    cell(tab, "reset").get_by_role("button").click()
    shows(page, BEFORE)
    is_untouched(page, "TF2", "only! here", 5)
    assert field(tab, "TF2").input_value() == ""


def test_a_person_can_type_while_rows_come_and_go(visit):
    page = visit("/editing", reduced_motion="no-preference")
    tab = visit("/editing", beside=page)
    field(page, "TF1").click()
    text = "the quick brown fox jumps over the lazy dog"
    for index, letter in enumerate(text):
        page.keyboard.type(letter)
        if index % 8 == 4:
            name = "apply" if index % 16 == 4 else "reset"
            cell(tab, name).get_by_role("button").click()
    the_server_has(tab, text)
    assert field(page, "TF1").input_value() == text
    assert field(tab, "TF1").input_value() == text
    shows(page, rows(tab))


@pytest.mark.parametrize("style", ["left", "middle", "none"])
def test_the_rows_have_the_chosen_style(visit, style):
    page = visit("/editing")
    page.get_by_label("Row animation").select_option(style)
    page.wait_for_function("style => document.querySelector('option[selected]')?.value === style", arg=style)
    watch(page)
    cell(page, "apply").get_by_role("button").click()
    shows(page, AFTER)
    (patch,) = page.evaluate("patches")
    assert {operation[-1] for operation in patch["ops"]} == {style}
    cell(page, "reset").get_by_role("button").click()
    shows(page, BEFORE)
    assert page.get_by_label("Row animation").input_value() == style


def test_without_javascript_a_field_is_sent_and_shown_again(visit):
    page = visit("/editing", javascript=False)
    assert rows_without_scripts(page) == BEFORE
    field(page, "TF1").fill("sent")
    cell(page, "TF1").get_by_role("button", name="Send").click()
    the_server_has(page, "sent")
    cell(page, "apply").get_by_role("button").click()
    cell(page, "reset").wait_for()
    assert rows_without_scripts(page) == AFTER
    assert field(page, "TF1").input_value() == "sent"
    cell(page, "reset").get_by_role("button").click()
    cell(page, "select").wait_for()
    assert rows_without_scripts(page) == BEFORE
    page.get_by_label("Row animation").select_option("top")
    cell(page, "select").get_by_role("button", name="Set").click()
    assert page.get_by_label("Row animation").input_value() == "top"


def rows_without_scripts(page):
    return [row.get_attribute("id") for row in page.locator("[id='~root'] > ul > li").all()]
