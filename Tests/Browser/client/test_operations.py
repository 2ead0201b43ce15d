"""Every operation of a patch, and what it must not change."""

import time

import pytest
from mock import at, button, cell, container, header, listed, root, until

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
def test_an_operation_sets_parts_of_a_cell(patched, html, parts, after):
    assert rows(patched(cell("a", html), ["=", "a", *parts])) == cell("a", after)


def test_an_operation_sets_an_attribute_of_the_row_itself(patched):
    assert rows(patched(cell("a", "x"), ["=", "a", "@class", "Row done"])) == cell("a", "x", "Row done")


def test_an_operation_sets_an_attribute_of_the_root_but_keeps_its_rows(patched):
    page = patched(TWO, ["=", "", "@class", "List wide"])
    assert page.locator("[id='~root'].wide").count() == 1 and rows(page) == TWO


def test_an_operation_merges_text_that_was_split(mock, live):
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
def test_a_change_of_the_server_shows_even_after_the_person_changed_the_field(mock, live, field, parts, read, value):
    page = live(cell("a", field))
    control = page.locator("#a > *")
    control.evaluate(
        "e => { if ('checked' in e) { e.checked = !e.checked; e.checked = !e.checked }"
        " if (e.matches('input:not([type]), textarea')) e.value = 'typed' }"
    )
    push(mock, page, ["=", "a", *parts])
    assert control.evaluate(read) == value


def test_the_page_closes_a_dialog_that_the_server_closes(mock, live):
    page = live(cell("a", "<dialog open>hi</dialog>"))
    page.evaluate("document.querySelector('dialog').close(); document.querySelector('dialog').showModal()")
    push(mock, page, ["=", "a", "0@open", None])
    assert not page.locator("dialog").evaluate("d => d.open || d.matches(':modal')")


def test_a_value_from_the_server_keeps_focus_and_clamps_the_caret(mock, live):
    page = live(cell("a", '<input value="hello">'))
    # In a window behind another one, the field takes the text at once.
    page.evaluate("document.hasFocus = () => false")
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
def test_an_operation_changes_rows(patched, op, after):
    assert rows(patched(TWO, op)) == after


def test_operations_change_rows_of_a_container(patched):
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


def test_headers_and_footers_are_inserted_changed_and_removed(mock, live):
    mock.body = root(cell("a", "A"), container("1", cell("1/a", "A")), container("2"))
    page = live(body=True)
    push(
        mock,
        page,
        ["+", "", header("footer", "End", "footer"), None, "fade"],
        ["+", "", header("header", "Top")],
        ["+", "1", header("1/header", "One")],
        ["+", "1", header("1/footer", "one", "footer")],
        ["+", "1", cell("1/b", "B")],
        ["+", "2", header("2/footer", "two", "footer")],
    )
    one = container("1", cell("1/a", "A"), cell("1/b", "B"), header=header("1/header", "One"), footer=header("1/footer", "one", "footer"))
    two = container("2", footer=header("2/footer", "two", "footer"))
    ends = {"header": header("header", "Top"), "footer": header("footer", "End", "footer")}
    assert whole(page) == root(cell("a", "A"), one, two, **ends)
    push(
        mock, page,
        ["<", "1/header", "<b>Uno</b>"], ["=", "footer", ":0", "Fin"], ["-", "1/footer"], ["^", "1", "2/1"], ["-", "header"],
        number=3,
    )
    one = container("2/1", cell("2/1/a", "A"), cell("2/1/b", "B"), header=header("2/1/header", "<b>Uno</b>"))
    two = container("2", one, footer=header("2/footer", "two", "footer"))
    assert whole(page) == root(cell("a", "A"), two, footer=header("footer", "Fin", "footer"))
    push(mock, page, ["<", "2", header("2/header", "H") + listed(cell("2/x", "X"))], number=4)
    assert whole(page) == root(cell("a", "A"), container("2", cell("2/x", "X"), header=header("2/header", "H")), footer=header("footer", "Fin", "footer"))


def whole(page, address="~root"):
    return page.eval_on_selector(f"[id='{address}']", "root => root.outerHTML")


def test_a_button_of_a_header_makes_only_the_header_busy(mock, live):
    mock.body = root(container("1", cell("1/a", "A"), header=header("1/header", button("1/header"))))
    page = live(body=True)
    mock.reply = lambda post: (time.sleep(0.3), (204, {}, b""))[1]
    page.click("button")
    until(lambda: mock.posts)
    assert page.evaluate("[...document.querySelectorAll('[aria-busy]')].map(({ id }) => id)") == ["1/header"]
    page.wait_for_selector(":not([aria-busy]) > button")


PEOPLE = root(cell("people/a", "Ann"), header=header("people/header", "All"), address="people")
LOG = root(cell("log/1", "came"), address="log")


def test_regions_may_be_anywhere_and_the_page_around_them_stays_unchanged(mock, live):
    mock.body = f"<main><h1>Title</h1>{PEOPLE}</main><aside><p>Log</p>{LOG}</aside>"
    page = live(body=True)
    page.evaluate("""() => {
      document.querySelector('h1').textContent = 'Changed';
      document.querySelector('p').remove();
      document.querySelector('aside').prepend(document.createElement('canvas'));
      document.body.prepend(document.createElement('script'));
    }""")
    push(
        mock, page,
        ["+", "people", cell("people/b", "Ben"), "a"], ["-", "log/1"], ["+", "log", header("log/footer", "end", "footer")],
        ["^", "people/a", "log/a"], ["=", "people", "@class", "List wide"],
    )
    people = root(cell("people/b", "Ben"), header=header("people/header", "All"), address="people")
    assert whole(page, "people") == people.replace('"List"', '"List wide"')
    assert whole(page, "log") == root(cell("log/a", "Ann"), footer=header("log/footer", "end", "footer"), address="log")
    assert page.locator("h1").inner_text() == "Changed" and page.locator("aside > canvas").count() == 1


def test_a_snapshot_of_regions_is_one_operation_for_each(mock, live):
    mock.body = f"<main>{PEOPLE}</main><aside>{LOG}</aside>"
    page = live(body=True)
    page.evaluate("window.kept = document.getElementById('people/a')")
    people, log = header("people/header", "New") + listed(cell("people/c", "Cy"), cell("people/a", "Ann")), listed()
    mock.push("f.7", ["!", people, "people"], ["!", log, "log"], event="snapshot")
    page.wait_for_selector(at("f.7"))
    inner = "({ innerHTML }) => innerHTML"
    assert [page.eval_on_selector(place, inner) for place in ("#people", "#log")] == [people, log]
    assert page.evaluate("kept === document.getElementById('people/a')")


def test_a_container_gets_another_layout(patched):
    page = patched(container("g", cell("g/a", "A")), ["=", "g", "@class", "Box e-strip"])
    assert rows(page) == container("g", cell("g/a", "A")).replace('"Box"', '"Box e-strip"')
