"""Patches of tables: a `<tr>` is inserted, moved and changed like a row of a list, and a table brings its style sheet."""

from urllib.parse import parse_qs

from mock import at, button, root
from windows import idle

HEAD = '<thead role="rowgroup" id="t/header" class="TableHead"><tr role="row"><th role="columnheader" aria-sort="none">A</th></tr></thead>'


def row(key, value="1", address="t"):
    return f'<tr role="row" id="{address}/{key}" class="Row"><th role="rowheader">{key}</th><td role="cell" data-column="B">{value}</td></tr>'


def table(*rows, address="t", head=HEAD):
    body = f'<tbody role="rowgroup">{"".join(rows)}</tbody>'
    caption = "<caption>Caption</caption><colgroup><col><col></colgroup>"
    return f'<li id="{address}" class="Box e-table"><table role="table">{caption}{head}{body}</table></li>'


def keys(page, address="t"):
    return page.eval_on_selector_all(f"[id='{address}'] > table > tbody > tr", "rows => rows.map(({ id }) => id.split('/').pop()).join('')")


def test_rows_of_a_table_are_inserted_moved_changed_and_removed(mock, live):
    mock.body = root(table(row("a"), row("b"), row("c")))
    page = live(body=True)
    page.evaluate("window.a = document.getElementById('t/a')")
    foot = '<tfoot role="rowgroup" id="t/footer" class="Sum"><tr role="row"><td role="cell" colspan="2">3</td></tr></tfoot>'
    mock.push("e.2", ["+", "t", row("d"), "b"], ["+", "t", foot], [">", "t/a"], ["=", "t/a", "1:0", "7"], ["-", "t/c"])
    page.wait_for_selector(at("e.2"))
    assert keys(page) == "dba"
    assert page.evaluate("document.getElementById('t/a') === a && a.cells[1].textContent === '7'")
    parts = page.eval_on_selector_all("table > *", "parts => parts.map(({ localName }) => localName)")
    assert parts == ["caption", "colgroup", "thead", "tbody", "tfoot"]
    mock.push("e.3", ["=", "t", "@class", "Box e-table", "0.0:0", "New"], ["=", "t/header", "0.0@aria-sort", "ascending"])
    page.wait_for_selector(at("e.3"))
    assert page.locator("caption").inner_text() == "New"
    assert page.locator("th[aria-sort=ascending]").count() == 1


def test_a_row_goes_from_one_table_to_another(mock, live):
    mock.body = root(table(row("a"), row("b")), table(row("c", address="u"), address="u", head=""))
    page = live(body=True)
    page.evaluate("window.a = document.getElementById('t/a')")
    mock.push("e.2", ["^", "t/a", "u/a", "c"])
    page.wait_for_selector(at("e.2"))
    assert (keys(page), keys(page, "u")) == ("b", "ac")
    assert page.evaluate("document.getElementById('u/a') === a")


def test_cells_of_a_row_are_nodes(mock, live):
    cells = '<tr role="row" id="t/a" class="Box"><td role="cell" data-column="A" id="t/a/x" class="Row">1</td></tr>'
    mock.body = root(table(cells))
    page = live(body=True)
    added = '<td role="cell" data-column="B" id="t/a/y" class="Row">2</td>'
    mock.push("e.2", ["+", "t/a", added], ["=", "t/a/x", ":0", "3"], [">", "t/a/y", "x"])
    page.wait_for_selector(at("e.2"))
    assert page.locator("[id='t/a'] > td").all_inner_texts() == ["2", "3"]


def test_the_focus_stays_in_the_table_when_its_row_is_removed(mock, live):
    mock.body = root(table(row("a", button("t/a")), row("b", button("t/b")), row("c", button("t/c"))))
    page = live(body=True)
    page.locator("[id='t/b'] button").focus()
    mock.push("e.2", ["-", "t/b"])
    page.wait_for_selector(at("e.2"))
    assert page.evaluate("document.activeElement.closest('tr').id") == "t/c"


def test_a_table_that_a_patch_brings_gets_its_style_sheet(mock, live):
    mock.body = root('<li id="t" class="Box"><ul role="list"></ul></li>')
    page = live(body=True)
    assert page.locator("link[href$='table.css']").count() == 0
    mock.push("e.2", ["!", f'<ul role="list">{table(row("a"))}</ul>'], event="snapshot")
    page.wait_for_selector(at("e.2"))
    page.wait_for_function("() => getComputedStyle(document.querySelector('thead')).position === 'sticky'")
    assert page.locator("link[href$='table.css']").count() == 1


def test_a_row_of_a_table_is_carried_by_its_handle(mock, live):
    tools = [f'<span class="e-mover"><button type="button" class="e-handle" data-move="list" data-name="{key}" aria-label="Move {key}"></button>'
             f'{button(f"t/{key}", "move", "1")}</span>' for key in "abc"]
    mock.body = root(table(*(row(key, tool).replace('class="Row"', 'class="Row e-movable"') for key, tool in zip("abc", tools, strict=True))))
    page = live(body=True)
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('reordering.js'))")
    idle(page)
    mock.reply = lambda post: mock.patch("e.2", [">", "t/a", "c"])
    page.locator("[id='t/a'] .e-handle").focus()
    for key in ("Space", "ArrowDown", "Space"):
        page.keyboard.press(key)
    page.wait_for_selector(at("e.2"))
    assert keys(page) == "bac"
    assert [parse_qs(post["body"])["data"] for post in mock.posts] == [['{"before":"c"}']]
