"""Keys of rows and ids of the page are two worlds: a row may have the id of any other element as its key."""

import re

import pytest
from mock import at, button, cell, container, header, root

KEY = re.compile(r"(?:[A-Za-z0-9._-]|~[0-9A-F]{2})+|~")
IDS = "() => [...new Set(Array.from(document.querySelectorAll('[id]'), ({ id }) => id))]"
ROWS = "() => Array.from(document.querySelectorAll('[role=list] > li'), ({ id }) => id)"
# The elements with an id that are no rows, without the rows in them and without what the client adds.
OTHERS = """() => {
  const body = document.body.cloneNode(true);
  for (const own of body.querySelectorAll('[role=list] > *, [id^="~"]:not([id="~root"])')) own.remove();
  return body.outerHTML;
}"""
# The list without what the client adds.
SERVED = """() => {
  const root = document.getElementById('~root').cloneNode(true);
  root.querySelector('.e-newer').remove();
  return root.innerHTML;
}"""
FIELD = '<form id="entry"><label for="field">F</label><input id="field" name="q"><ul><li id="inner">i</li></ul></form>'
TEMPLATE = '<header id="top"><h1 id="title">T</h1></header><main id="content"><section id="list">{}</section></main><p id="end">E</p>'
TALL = cell("tall", '<svg height="3000" width="9"></svg>')


def rows_of(page):
    return [key for key in page.evaluate(ROWS) if key]


@pytest.fixture
def changing(mock, live):
    """A page with ids in its template, in a cell and in the elements that the client makes, and a way to change it."""
    mock.body = TEMPLATE.format(root(cell("x", button("x")), cell("cell", FIELD), container("box", cell("box/y", "Y")), cell("z", "Z"), TALL, header=header("header", "H")))
    page = live(body=True)
    number = iter(range(2, 9999))

    def change(*ops):
        version = f"e.{next(number)}"
        mock.push(version, *ops)
        page.wait_for_selector(at(version), state="attached")
        return page

    return change


def noticed(page, change):
    """The ids of a page that shows a notice and a note at a field."""
    page.focus("#field")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/newer.js'))")
    change(["@", "", "notice", "Saved"])
    page.wait_for_selector("body > .e-notice:text('Saved')")
    page.keyboard.type("mine")
    change(["=", "cell", "0.1@value", "theirs"])
    page.wait_for_selector(".e-newer")
    return page.evaluate(IDS)


def test_a_row_with_the_id_of_another_element_is_a_row_of_its_own(changing):
    page = changing(["=", "z", ":0", "Z!"])
    ids = noticed(page, changing)
    own = {"~root", *rows_of(page)}
    keys = [id for id in ids if KEY.fullmatch(id)]
    # No key can be the id of an element of the client.
    assert [id for id in ids if id not in keys and id not in own] == ["~form", "~newer", "~notice"]
    keys = [key for key in keys if key not in own and key != "header"]
    assert {"top", "title", "content", "list", "end", "entry", "field", "inner"} == set(keys)
    before = page.evaluate(OTHERS)
    for key in keys:
        row = f"[role=list] > [id='{key}']"
        changing(["+", "", cell(key, button(key)), "z"])
        changing(["=", key, "0@value", "2", "0:0", "new"])
        assert page.locator(row).inner_text() == "new"
        changing([">", key, "x"])
        assert rows_of(page)[:2] == [key, "x"]
        changing(["@", key, "focus"])
        page.wait_for_function("([row]) => document.activeElement === document.querySelector(row + ' > button')", arg=[row])
        changing([">", key])
        assert rows_of(page)[-1] == key
        changing(["@", key, "scroll", "start"])
        page.wait_for_function("([row]) => document.querySelector(row).getBoundingClientRect().bottom <= innerHeight", arg=[row])
        changing(["<", key, "<b>whole</b>"])
        assert page.locator(row).inner_html() == "<b>whole</b>"
        changing(["^", key, f"box/{key}", "y"])
        assert [id for id in rows_of(page) if id.startswith("box/")] == [f"box/{key}", "box/y"]
        changing(["=", f"box/{key}", "0:0", "in the box"], ["^", f"box/{key}", key, "x"])
        assert rows_of(page)[0] == key and page.locator(row).inner_text() == "in the box"
        changing(["-", key])
        assert page.locator(row).count() == 0
        assert page.evaluate(OTHERS) == before


def test_a_row_that_moves_keeps_the_ids_of_its_content(changing):
    page = changing(["^", "cell", "box/cell"])
    assert page.locator("[id='box/cell'] > form#entry > input#field").count() == 1
    changing(["+", "", cell("field", "<input id='field'>"), "x"], ["^", "field", "box/field"])
    assert page.locator("[id='box/field'] > input#field").count() == 1


def test_a_new_copy_of_the_page_leaves_out_what_the_client_has_added(mock, changing, complaints):
    page = changing(["=", "z", ":0", "Z!"])
    noticed(page, changing)
    assert page.locator("#entry > input + .e-newer + ul").count() == 1
    # The client copies the page again after a patch that it could not apply, and asks for the patches.
    rows = page.evaluate(SERVED)
    mock.catch_up = lambda since: {"version": "e.9", "patches": [{"version": "e.9", "event": "snapshot", "patch": [["!", rows]]}]}
    mock.push("e.5", ["-", "nowhere"])
    page.wait_for_selector(at("e.9"), state="attached")
    mock.push("e.10", ["=", "cell", "0.2.0:0", "second"])
    page.wait_for_selector(at("e.10", "#inner:text('second')"))
    assert "No node nowhere" in complaints.pop() and not complaints


def test_a_region_may_have_the_id_of_what_is_around_it(mock, live):
    people = root(cell("people/a", "A"), address="people")
    mock.body = f'<div id="people"><ul role="list"><li id="people/x">menu</li></ul>{people}</div>'
    page = live(body=True)
    mock.push("e.2", ["+", "people", cell("people/b", "B")], ["=", "people/a", ":0", "A!"], ["=", "people", "@class", "List wide"])
    page.wait_for_selector(at("e.2"))
    assert page.locator("#people").nth(0).get_attribute("class") is None
    assert page.locator("[data-region].wide > ul").inner_html() == cell("people/a", "A!") + cell("people/b", "B")
