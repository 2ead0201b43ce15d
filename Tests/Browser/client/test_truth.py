"""The page is never silently wrong: whatever happens to it, it shows what the server sends, or asks for it again."""

import threading

import pytest
from mock import at, cell, text, until
from windows import hearing, idle

BROKEN = ["=", "nowhere", ":0", "?"]


def snapshot(number):
    rows = f'<ul role="list">{cell("a", number)}</ul>'
    return {"version": f"e.{number}", "patches": [{"version": f"e.{number}", "event": "snapshot", "patch": [["!", rows]]}]}


@pytest.mark.parametrize(("snapshots", "late"), [(["3"], 4), (["3", "5"], 5)], ids=["follows the snapshot", "has a gap before it"])
def test_a_patch_that_arrives_while_the_page_asks_for_a_snapshot_is_not_lost(mock, live, complaints, snapshots, late):
    page = live(cell("a", "1"))
    asked, gate, replies = threading.Event(), threading.Event(), map(snapshot, snapshots)

    def catch_up(since):
        asked.set()
        gate.wait(10)
        return next(replies)

    mock.catch_up = catch_up
    mock.push("e.2", BROKEN)
    assert asked.wait(10)
    with hearing(page, "patch"):
        mock.push(f"e.{late}", text(late))
    gate.set()
    page.wait_for_selector(at(f"e.{late}", f"#a:text-is('{late}')"))
    idle(page)
    assert len(mock.catch_ups()) == len(snapshots)
    assert all("espalier:error" in complaint for complaint in complaints) and complaints
    complaints.clear()


# What translators do: https://issues.chromium.org/41407169
TRANSLATE = """() => {
  const walker = document.createTreeWalker(document.getElementById('~root'), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
  }
}"""


def test_a_translated_page_shows_every_change(mock, live):
    page = live(cell("a", "one") + cell("b", "<p>two <b>bold</b> three</p><input>"))
    page.fill("input", "typed")
    page.evaluate("window.input = document.querySelector('input')")
    for turn, ops in enumerate([
        [["=", "a", ":0", "1"]],
        [["=", "b", "0:0", "2 "], ["=", "b", "0.0:0", "BOLD"], ["=", "b", "0:1", " 3"]],
        [["<", "b", "<p>2 <i>new</i> <b>BOLD</b> 4</p><input>"]],
        [["+", "", cell("c", "last"), "b"], ["-", "a"]],
        [["=", "b", "0:2", " 5"]],
    ]):  # fmt: skip
        page.evaluate(TRANSLATE)
        mock.push(f"e.{turn + 2}", *ops)
        page.wait_for_selector(at(f"e.{turn + 2}"))
        assert page.evaluate("input.isConnected && input.value") == "typed"
    texts = page.evaluate("[...document.querySelectorAll('li')].map((row) => row.textContent.replace(/\\s+/g, ' ').toUpperCase())")
    assert texts == ["LAST", "2 NEW BOLD 5"]
    assert mock.catch_ups() == []


def test_a_cell_of_many_children_without_ids_is_replaced_in_linear_time(mock, live):
    """Ten times as many children need about ten times as many steps in the document, not a hundred times."""
    page = live(cell("a", ""))
    count = """async ([few, many]) => {
      const { morph } = await import('/espalier/copy/morph.js');
      const { parse, serverDOM } = await import('/espalier/copy/server-dom.js');
      let steps = 0;
      const counted = (prototype, name) => {
        const { get, value, ...rest } = Object.getOwnPropertyDescriptor(prototype, name);
        const count = (call) => call && function (...values) { steps += 1; return call.apply(this, values); };
        const wrapped = get ? { ...rest, get: count(get) } : { ...rest, value: count(value) };
        if (get) delete wrapped.writable;
        Object.defineProperty(prototype, name, wrapped);
      };
      ['nextSibling', 'childNodes', 'isEqualNode', 'insertBefore', 'nodeName'].forEach((name) => counted(Node.prototype, name));
      counted(Element.prototype, 'outerHTML');
      const lines = (count, first) => Array.from({ length: count }, (_, n) => `<p>${first + n}</p>`).join('');
      return [few, many].map((count) => {
        const list = document.createElement('div');
        document.body.append(list);
        list.append(parse(lines(count, 0)));
        const copy = serverDOM();
        const fresh = parse(lines(count + 10, -10));
        steps = 0;
        morph(copy.body.lastChild, fresh);
        if (list.children.length !== count + 10) throw new Error('wrong result');
        return steps;
      });
    }"""
    few, many = page.evaluate(count, [400, 4000])
    assert 400 <= few
    assert many < 12 * few


def test_animated_removals_leave_no_listener(mock, moving):
    page = moving("".join(cell(f"r{n}", str(n)) for n in range(30)), slow=False, script="""
      window.listeners = new Set();
      const { addEventListener: add, removeEventListener: remove } = document;
      document.addEventListener = function (type, listener, ...rest) {
        if (type === 'espalier:send') listeners.add(listener);
        return add.call(this, type, listener, ...rest);
      };
      document.removeEventListener = function (type, listener, ...rest) {
        if (type === 'espalier:send') listeners.delete(listener);
        return remove.call(this, type, listener, ...rest);
      };""")
    before = page.evaluate("listeners.size")
    for number in range(2, 22):
        mock.push(f"e.{number}", ["-", f"r{number}"])
        page.wait_for_selector(at(f"e.{number}"))
    until(lambda: page.evaluate("listeners.size") == before)


def test_a_plugin_that_did_not_load_is_asked_for_again(mock, page, complaints):
    asked = []

    def route(route):
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    mock.rows = cell("a", '<button type="button" class="e-handle" data-name="A">move</button>')
    page.clock.install()
    page.route("**/espalier/reordering.js*", route)
    page.goto(mock.url + "/list")
    until(lambda: page.clock.run_for(500) or len(asked) == 2)
    page.wait_for_function("() => document.querySelector('.e-handle')")
    until(lambda: page.press(".e-handle", " ") or page.get_attribute(".e-handle", "aria-pressed") == "true")
    complaints.clear()
