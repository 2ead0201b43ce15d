"""An operation touches only what the server has changed."""

import pytest
from mock import at, button, cell, container, listed
from test_operations import caret, push, rows

FORM = '<form><input name="q"><textarea name="t"></textarea></form><details><summary>s</summary>d</details>'


def use(page):
    """Types text and opens the details as a person would, and remembers the elements for the test."""
    page.locator("details").evaluate("d => { d.open = true; window.details = d }")
    page.locator("textarea").fill("typed too")
    page.locator("input").fill("typed text")
    page.locator("input").evaluate("e => { e.focus(); e.setSelectionRange(3, 5); window.field = e }")
    page.evaluate("field.addEventListener('blur', () => (window.blurred = true))")


def is_kept(page):
    return (
        caret(page) == ["INPUT", "typed text", 3, 5]
        and page.evaluate("field === document.activeElement && field.isConnected && !window.blurred")
        and page.locator("textarea").input_value() == "typed too"
        and page.evaluate("details.open && details.isConnected")
    )


@pytest.mark.parametrize(
    "op",
    [
        ["<", "a", f"<p>An error</p>{FORM}"],
        ["<", "a", FORM.replace("<form>", '<form class="bad"><p>An error</p>')],
        ["<", "a", FORM.replace('name="q"', 'name="q" aria-invalid="true"')],
        [">", "a"],
        ["^", "a", "box/a"],
        ["+", "", cell("c", "C"), "a"],
        ["!", listed(cell("b", "B!") + cell("a", FORM + "<p>new</p>") + container("box"))],
        ["!", listed(cell("b", "B") + container("box") + cell("a", FORM))],
    ],
)
def test_focus_caret_text_and_open_details_survive(mock, live, op):
    page = live(cell("a", FORM) + cell("b", "B") + container("box"))
    use(page)
    push(mock, page, op)
    assert is_kept(page)


def test_the_focused_field_survives_at_another_depth(mock, live):
    page = live(cell("a", '<input name="q"><button name="b">1</button>'))
    page.locator("input").fill("typed text")
    page.locator("input").evaluate("e => { e.setSelectionRange(3, 5); window.field = e }")
    after = '<section><label>Q<input name="q" class="wide"></label></section><button name="b">2</button>'
    push(mock, page, ["<", "a", after])
    assert rows(page) == cell("a", after) and caret(page) == ["INPUT", "typed text", 3, 5]
    assert page.evaluate("field === document.activeElement")
    push(mock, page, ["=", "a", "0.0.0@class", "narrow"], number=3)
    assert page.evaluate("field.className") == "narrow"


@pytest.mark.parametrize("order", [1, -1], ids=["before", "after"])
def test_a_row_goes_to_a_list_that_becomes_a_size_container(mock, live, order):
    # Chromium crashes if it lays out both changes at once.
    page = live(cell("a", FORM) + container("box", cell("box/b", "B")))
    page.add_style_tag(content=".Wide { container-type: inline-size; }")
    use(page)
    push(mock, page, *[["=", "box", "@class", "Wide"], ["^", "a", "box/a", "b"]][::order])
    assert page.locator(".Wide > ul > li[id='box/a']").count() == 1 and is_kept(page)


def test_focus_caret_and_scroll_are_restored_if_rows_cannot_be_moved_in_place(mock, live, page):
    page.add_init_script("delete Element.prototype.moveBefore")
    box = '<div class="box" tabindex="0"><div class="tall"></div></div><input>'
    live(cell("a", box) + cell("b", "B"))
    page.add_style_tag(content=".box { height: 50px; overflow: auto } .tall { height: 500px }")
    page.locator(".box").evaluate("e => (e.scrollTop = 70)")
    page.locator("input").fill("typed")
    page.locator("input").evaluate("e => e.setSelectionRange(1, 2)")
    push(mock, page, [">", "a"])
    assert caret(page) == ["INPUT", "typed", 1, 2]
    assert page.locator(".box").evaluate("e => e.scrollTop") == 70
    assert rows(page) == cell("b", "B") + cell("a", box)


def test_a_button_keeps_focus_when_its_cell_is_replaced(mock, live):
    page = live(cell("a", f"<p>{button('a', value='More')}{button('a')}</p>"))
    page.get_by_text("Like").focus()
    push(mock, page, ["<", "a", f"<div>{button('a', value='More')}{button('a')}</div>"])
    assert page.evaluate("document.activeElement.value") == "Like"


def test_details_are_matched_by_their_content_not_by_their_position(mock, live):
    one, two, new = (f"<details><summary>{name}</summary></details>" for name in "one two new".split())
    page = live(cell("a", one + two))
    page.locator("details").nth(0).evaluate("d => (d.open = true)")
    push(mock, page, ["<", "a", new + one + two])
    assert page.evaluate("[...document.querySelectorAll('details')].map(d => d.open)") == [False, True, False]


def test_a_snapshot_with_a_new_first_row_moves_no_other_row(mock, live):
    page = live("".join(cell(f"r{n}", str(n)) for n in range(9)))
    page.evaluate("""() => {
      window.gone = [];
      const observer = new MutationObserver((records) => gone.push(...records.flatMap(({ removedNodes }) => [...removedNodes])));
      observer.observe(document.body, { childList: true, subtree: true });
    }""")
    push(mock, page, ["!", listed(cell("new", "new") + "".join(cell(f"r{n}", str(n)) for n in range(9) if n != 4))])
    assert page.evaluate("gone.map(({ id }) => id)") == ["r4"]


def test_a_snapshot_keeps_the_elements_of_unchanged_rows(mock, live):
    page = live("".join(cell(f"r{n}", f"<b>{n}</b>") for n in range(5)) + container("box", cell("box/x", "<b>X</b>")))
    page.evaluate("window.old = Object.fromEntries([...document.querySelectorAll('b')].map(b => [b.closest('li').id, b]))")
    page.evaluate("document.querySelector('#r1 b').append(document.createElement('widget-x'))")
    after = (
        cell("new", "N") + cell("r4", "<b>4</b>") + cell("r1", "<b>1</b>") + cell("r2", "<i>2</i>")
        + container("box", cell("box/y", "Y"), cell("box/x", "<b>X</b>"))
    )
    mock.push("e.9", ["!", listed(after)], event="snapshot")
    page.wait_for_selector(at("e.9"))
    same = "Object.entries(old).filter(([id, b]) => b.isConnected && b.closest('li').id === id).map(([id]) => id)"
    assert page.evaluate(same) == ["r1", "r4", "box/x"]
    assert page.locator("#r1 widget-x").count() == 1
    page.evaluate("document.querySelector('widget-x').remove()")
    assert rows(page) == after


def test_elements_that_widgets_add_do_not_disturb_later_operations(mock, live):
    page = live(cell("a", "<b>x</b><i>y</i>") + cell("b", "B"))
    page.evaluate("document.querySelector('#a').prepend(document.createElement('widget-x'))")
    page.evaluate("document.querySelector('ul').prepend(document.createElement('widget-x'))")
    push(mock, page, ["=", "a", "1:0", "z", ":1", "t"], ["+", "", cell("c", "C"), "a"])
    assert page.locator("#a").inner_html() == "<widget-x></widget-x><b>x</b>t<i>z</i>"
    assert page.evaluate("[...document.querySelectorAll('li')].map(li => li.id)") == ["c", "a", "b"]


def test_a_busy_row_stays_busy_through_a_snapshot(mock, live):
    page = live(cell("a", "A"))
    page.evaluate("document.getElementById('a').setAttribute('aria-busy', 'true')")
    mock.push("e.2", ["!", listed(cell("a", "B"))], event="snapshot")
    page.wait_for_selector("#a[aria-busy]:has-text('B')")
