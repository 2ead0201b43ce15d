"""Every operation of a patch, and what it must leave alone."""

import pytest
from mock import at, button, cell, container, listed

TWO = cell("a", "<b>A</b>") + cell("b", "<b>B</b>")


def rows(page):
    return page.eval_on_selector("[id='~root'] > ul", "list => list.innerHTML")


@pytest.fixture
def patched(mock, live):
    """Opens a page with rows, pushes one patch and waits for it."""

    def patched(before, *ops):
        page = live(before)
        push(mock, page, *ops)
        return page

    return patched


def push(mock, page, *ops, number=2):
    mock.push(f"e.{number}", *ops)
    page.wait_for_selector(at(f"e.{number}"), state="attached")


@pytest.mark.parametrize(
    ("html", "parts", "after"),
    [
        ("old", [":0", "new"], "new"),
        ("", [":0", "made"], "made"),
        ("<i>x</i>", [":0", "before"], "before<i>x</i>"),
        ("<i>x</i>", [":1", "after"], "<i>x</i>after"),
        ("one<i>x</i>two<i>y</i>three", [":1", "2", ":2", "3"], "one<i>x</i>2<i>y</i>3"),
        ("<i>x</i><i>y</i>", [":1", "between"], "<i>x</i>between<i>y</i>"),
        ("<p><b>x</b><i>y</i></p>", ["0.1:0", "z"], "<p><b>x</b><i>z</i></p>"),
        ("<p>x</p>", ["0@title", "t & \"q\""], '<p title="t &amp; &quot;q&quot;">x</p>'),
        ('<p title="t" hidden="">x</p>', ["0@title", None, "0@hidden", None], "<p>x</p>"),
        ('<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>', ["0.0@d", "M1 1", "0@viewBox", "0 0 2 2"],
         '<svg viewBox="0 0 2 2"><path d="M1 1"></path></svg>'),
        ("<p>x</p>", ["0:0", "<img src=x onerror=boom()>"], "<p>&lt;img src=x onerror=boom()&gt;</p>"),
        ("x", [":0", ""], ""),
    ],
)
def test_sets_parts_of_a_cell(patched, html, parts, after):
    assert rows(patched(cell("a", html), ["=", "a", *parts])) == cell("a", after)


def test_sets_an_attribute_of_the_row_itself(patched):
    assert rows(patched(cell("a", "x"), ["=", "a", "@class", "Row done"])) == cell("a", "x", "Row done")


def test_sets_an_attribute_of_the_root_but_keeps_its_rows(patched):
    page = patched(TWO, ["=", "", "@class", "List wide"])
    assert page.locator("[id='~root'].wide").count() == 1 and rows(page) == TWO


def test_merges_text_that_was_split(mock, live):
    page = live(cell("a", "one"))
    page.evaluate("document.getElementById('a').firstChild.splitText(1)")
    page.evaluate("import('/espalier/espalier.js').then(({ stop, start }) => { stop(); window.stop = start(); })")
    page.wait_for_selector("html[data-espalier=live]")
    push(mock, page, ["=", "a", ":0", "two"])
    assert page.evaluate("[...document.getElementById('a').childNodes].map(n => n.data)") == ["two"]


@pytest.mark.parametrize(
    ("field", "parts", "read", "value"),
    [
        ('<input value="a">', ["0@value", "b"], "e => e.value", "b"),
        ('<input value="a">', ["0@value", None], "e => e.value", ""),
        ('<input type="checkbox">', ["0@checked", ""], "e => e.checked", True),
        ('<input type="checkbox" checked>', ["0@checked", None], "e => e.checked", False),
        ("<select><option>a</option><option>b</option></select>", ["0.1@selected", ""], "e => e.value", "b"),
        ("<textarea>a</textarea>", ["0:0", "b"], "e => e.value", "b"),
        ("<textarea></textarea>", ["0:0", "b"], "e => e.value", "b"),
        ("<details><summary>s</summary></details>", ["0@open", ""], "e => e.open", True),
        ("<video></video>", ["0@muted", ""], "e => e.muted", True),
    ],
)
def test_what_the_server_changes_shows_even_after_the_person_did(mock, live, field, parts, read, value):
    page = live(cell("a", field))
    control = page.locator("#a > *")
    control.evaluate(
        "e => { if ('checked' in e) { e.checked = !e.checked; e.checked = !e.checked }"
        " if (e.matches('input:not([type]), textarea')) e.value = 'typed' }"
    )
    push(mock, page, ["=", "a", *parts])
    assert control.evaluate(read) == value


def test_closes_a_dialog_that_the_server_closes(mock, live):
    page = live(cell("a", "<dialog open>hi</dialog>"))
    page.evaluate("document.querySelector('dialog').close(); document.querySelector('dialog').showModal()")
    push(mock, page, ["=", "a", "0@open", None])
    assert not page.locator("dialog").evaluate("d => d.open || d.matches(':modal')")


def test_a_value_from_the_server_keeps_focus_and_clamps_the_caret(mock, live):
    page = live(cell("a", '<input value="hello">'))
    page.locator("input").evaluate("e => { e.focus(); e.setSelectionRange(4, 5) }")
    push(mock, page, ["=", "a", "0@value", "help!"])
    assert caret(page) == ["INPUT", "help!", 4, 5]
    push(mock, page, ["=", "a", "0@value", "h"], number=3)
    assert caret(page) == ["INPUT", "h", 1, 1]


def caret(page):
    return page.evaluate(
        "(({ tagName, value, selectionStart, selectionEnd }) => [tagName, value, selectionStart, selectionEnd])"
        "(document.activeElement)"
    )


@pytest.mark.parametrize(
    ("op", "after"),
    [
        (["+", "", cell("c", "C")], TWO + cell("c", "C")),
        (["+", "", cell("c", "C"), "a"], cell("c", "C") + TWO),
        (["+", "", cell("c", "C"), "b"], cell("a", "<b>A</b>") + cell("c", "C") + cell("b", "<b>B</b>")),
        (["-", "a"], cell("b", "<b>B</b>")),
        ([">", "a"], cell("b", "<b>B</b>") + cell("a", "<b>A</b>")),
        ([">", "b", "a"], cell("b", "<b>B</b>") + cell("a", "<b>A</b>")),
        ([">", "a", "a"], TWO),
        (["<", "a", "<i>x</i>y"], cell("a", "<i>x</i>y") + cell("b", "<b>B</b>")),
        (["!", listed(cell("b", "2") + cell("z", "Z"))], cell("b", "2") + cell("z", "Z")),
        (["!", listed("")], ""),
    ],
)
def test_changes_rows(patched, op, after):
    assert rows(patched(TWO, op)) == after


def test_changes_rows_of_a_container(patched):
    page = patched(
        container("1", cell("1/a", "A"), cell("1/b", "B")) + container("2"),
        ["+", "1", cell("1/c", "C"), "b"],
        [">", "1/a"],
        ["-", "1/b"],
        ["+", "2", cell("2/x", "X")],
    )
    assert rows(page) == container("1", cell("1/c", "C"), cell("1/a", "A")) + container("2", cell("2/x", "X"))


def test_operations_apply_to_the_result_of_the_one_before(patched):
    page = patched("", ["+", "", cell("a", "x")], ["=", "a", ":0", "y"], ["+", "", cell("b", "z"), "a"], [">", "a", "b"])
    assert rows(page) == cell("a", "y") + cell("b", "z")


def test_a_row_that_moves_to_another_container_keeps_its_elements_and_gets_its_address(mock, live):
    moving = container("1/x y", cell("1/x y/like", button("1/x%20y/like") + '<form action="/list/events?event=e&amp;node=1/x%20y/like"></form>'), cell("1/x y/10", button("1/x%20yz")))
    page = live(container("1", moving) + container("2", cell("2/b", "B")))
    page.evaluate("window.kept = document.getElementById('1/x y/like')")
    push(mock, page, ["^", "1/x y", "2/é", "b"])
    assert page.evaluate("kept === document.getElementById('2/é/like')")
    assert page.evaluate("[...document.querySelectorAll('li')].map(li => li.id)") == ["1", "2", "2/é", "2/é/like", "2/é/10", "2/b"]
    assert page.evaluate("[...document.querySelectorAll('button')].map(b => b.getAttribute('formaction'))") == [
        "/list/events?node=2/%C3%A9/like&event=like",
        "/list/events?node=1/x%20yz&event=like",
    ]
    assert page.locator("li form").get_attribute("action") == "/list/events?event=e&node=2/%C3%A9/like"
    push(mock, page, ["=", "2/é/like", "0:0", "renamed"], ["^", "2/é", "é"], number=3)
    assert page.locator("[id='é/like'] button").inner_text() == "renamed"


def test_scripts_in_markup_do_not_run(patched):
    page = patched("", ["+", "", cell("a", "<script>window.ran = 1</script>")], ["<", "a", "<script>window.ran = 2</script>"])
    assert page.evaluate("window.ran") is None
