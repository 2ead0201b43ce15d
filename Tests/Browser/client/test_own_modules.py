"""Modules of the site at elements with `data-module`."""

from urllib.parse import parse_qsl

import pytest
from mock import at, button, cell, container, until
from test_operations import push

OWN = """
const note = (...words) => (self.notes ??= []).push(words.join(' '));
export async function mounted(element, page) {
  element.append(document.createElement('canvas'));
  await new Promise((go) => setTimeout(go, 50));
  note('mounted', element.title);
  page.count = 0;
  page.on('point', (value) => note('point', element.title, value.x, ++page.count));
  page.on('wrong', () => { throw new Error('own fault'); });
  element.addEventListener('click', () => page.send('pin', { x: 1, tags: ['a', 'b'] }));
  element.addEventListener('dblclick', () => page.send('stranger').catch((error) => note(error)));
}
export function updated(element, page, { version, ops }) { note('updated', element.title, version, ops.length); }
export function removed(element, page) { element.querySelector('canvas').remove(); note('removed', element.title, page.count); }
"""


def place(title, node="a", path="/own.js"):
    form = f'<form method="post" action="/list/events?node={node}&amp;event=pin" data-offline="refused" hidden></form>'
    return cell(node, f'<div data-module="{path}" title="{title}">server</div>{form}')


@pytest.fixture
def notes(mock, live, page, complaints):
    """Opens a page with the rows and returns what the modules have noted."""
    asked = []

    def own(route):
        asked.append(route.request.url)
        route.fulfill(body=OWN, content_type="text/javascript")

    page.route("**/own*.js", own)

    def notes(rows=None):
        if rows is not None:
            live(rows)
        return page.evaluate("self.notes ?? []")

    notes.asked = asked
    return notes


def test_a_module_is_told_when_its_element_comes_changes_and_goes(mock, page, notes):
    notes(place("A") + cell("b", "B"))
    until(lambda: notes() == ["mounted A"])
    push(mock, page, ["=", "b", ":0", "C"])
    until(lambda: notes()[1:] == ["updated A e.2 1"])
    push(mock, page, ["+", "", place("D", "d"), None], number=3)
    until(lambda: "mounted D" in notes() and len(notes()) == 5)
    assert "updated A e.3 1" in notes() and notes().index("mounted D") < notes().index("updated D e.3 1")
    push(mock, page, [">", "a", None], number=4)
    until(lambda: "updated D e.4 1" in notes())
    assert not any("removed" in note for note in notes()) and page.locator("#a canvas").count() == 1, "it survives a move"
    push(mock, page, ["-", "a"], number=5)
    until(lambda: "removed A 0" in notes())
    assert len(notes.asked) == 1, "one module for all its elements"


def test_what_the_module_has_added_stays_when_the_server_changes_the_row(mock, page, notes):
    notes(place("A"))
    until(lambda: notes() == ["mounted A"])
    push(mock, page, ["=", "a", "0:0", "changed"], ["=", "a", "0@title", "B"])
    until(lambda: "updated B e.2 2" in notes())
    push(mock, page, ["<", "a", place("C").split(">", 1)[1].removesuffix("</li>")], number=3)
    until(lambda: "updated C e.3 1" in notes())
    assert page.locator("#a canvas").count() == 1 and page.inner_text("#a div") == "server"
    assert [note for note in notes() if "ed " in note and "updated" not in note] == ["mounted A"]


def test_another_page_in_place_ends_the_module_and_begins_it_again(mock, page, notes):
    notes(place("A") + cell("b", button("b")))
    until(lambda: notes() == ["mounted A"])
    mock.reply = lambda post: mock.patch("e.1", ["@", "", "navigate", "/list?instance=i2"])
    page.evaluate("window.mark = 1")
    page.click("#b button")
    page.wait_for_url("**instance=i2")
    until(lambda: notes() == ["mounted A", "removed A 0", "mounted A"])
    assert page.evaluate("mark") == 1 and page.locator("#a canvas").count() == 1 and len(notes.asked) == 1


def test_messages_reach_the_modules_in_the_node_in_order_also_those_that_still_load(mock, page, notes):
    notes(cell("b", "B"))
    late = container("box", place("In", "box/in"), place("Too", "box/too"))
    push(mock, page, ["+", "", late, None], ["+", "", place("Out", "out"), None], *[["@", "box", "message", "point", f'{{"x":{n}}}'] for n in range(3)])
    until(lambda: sum(note.startswith("point") for note in notes()) == 6)
    for title in ["In", "Too"]:
        assert [note for note in notes() if note.startswith(f"point {title}")] == [f"point {title} {n} {n + 1}" for n in range(3)]
    push(mock, page, ["@", "", "message", "point", '{"x":9}'], number=3)
    until(lambda: sum(" 9 " in note for note in notes()) == 3)


def test_a_message_that_two_ways_bring_is_given_once(mock, page, notes):
    notes(place("A"))
    until(lambda: notes() == ["mounted A"])
    patch = {"version": "e.3", "event": "patch", "patch": [["@", "a", "message", "point", '{"x":3}']]}
    mock.journal = [{"version": "e.2", "event": "patch", "patch": [["=", "a", "0@lang", "de"]]}, patch]
    # The one before is missing, so the page asks for both, and a proxy brings the second once more.
    mock.say(mock.frame(patch))
    page.wait_for_selector("[data-version='e.3']", state="attached")
    mock.say(mock.frame(patch))
    push(mock, page, ["=", "a", "0@lang", "fr"], number=4)
    until(lambda: "updated A e.4 1" in notes())
    assert [note for note in notes() if note.startswith("point")] == ["point A 3 1"]


def test_a_module_sends_the_events_of_its_row_as_a_control_does(mock, page, notes):
    notes(place("A"))
    mock.reply = lambda post: mock.patch("e.2", ["=", "a", "0:0", "sent"])
    until(lambda: notes() == ["mounted A"])
    page.click("#a div")
    page.wait_for_selector(at("e.2", ":text('sent')"))
    post = mock.posts[0]
    assert post["node"] == "a" and post["event"] == "pin" and post["id"]
    assert parse_qsl(post["body"]) == [("x", "1"), ("tags", "a"), ("tags", "b")]
    assert page.locator("#a form").count() == 1, "nothing is left in the page"


def test_what_a_module_does_wrong_is_reported_and_the_page_goes_on(mock, page, notes, complaints):
    page.route("**/broken.js", lambda route: route.fulfill(body="throw new TypeError('own beginning')", content_type="text/javascript"))
    notes(place("A") + place("B", "b", "/missing.js") + place("C", "c", "/broken.js"))
    until(lambda: notes() == ["mounted A"])
    page.evaluate("document.querySelector('#a div').dispatchEvent(new MouseEvent('dblclick'))")
    until(lambda: len(notes()) == 2)
    assert notes()[1].startswith("Error: no control here sends the event “stranger”")
    push(mock, page, ["@", "a", "message", "wrong", "1"], ["@", "a", "message", "unknown", "1"], ["@", "a", "message", "point", '{"x":5}'])
    until(lambda: "point A 5 1" in notes())
    assert all(any(fault in complaint for complaint in complaints) for fault in ("own fault", "own beginning", "404")) and mock.posts == []
    assert not any("imported" in complaint for complaint in complaints)
    complaints.clear()
