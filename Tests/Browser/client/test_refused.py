"""Whatever the browser refuses, the other changes of a patch show, the cell is fetched once, and the page goes on."""

import pytest
from mock import at, cell, heard_all, listed, root, until
from windows import idle

# Makes the browser refuse changes of the rows `b` and `n`, a number of times.
REFUSE = """(times) => {
  window.left = times;
  const isOurs = (node) => node instanceof Node && node.ownerDocument === document
    && (node.id === 'n' || node.id === 'b' || node.parentElement?.closest('[id=b]'));
  const check = (...nodes) => {
    if (nodes.some(isOurs) && left-- > 0) throw new DOMException('No room', 'QuotaExceededError');
  };
  const wrap = (type, name) => {
    const { value } = Object.getOwnPropertyDescriptor(type.prototype, name) ?? {};
    if (value) type.prototype[name] = function (...all) { check(this, ...all); return value.apply(this, all); };
  };
  wrap(Node, 'insertBefore');
  wrap(Document, 'adoptNode');
  for (const name of ['removeAttribute', 'moveBefore']) wrap(Element, name);
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== 'data-stale') check(this);
    setAttribute.call(this, name, value);
  };
  const { get, set } = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data');
  Object.defineProperty(CharacterData.prototype, 'data', { get, set(text) { check(this); set.call(this, text); } });
}"""


def row(key, number):
    return cell(key, f'<p title="t{number}">{number}</p><i>{key}</i>')


START = {"a": 1, "b": 1, "c": 1}
# What an operation about `b` makes of the list.
OPERATIONS = {
    "a text": (["=", "b", "0:0", "2"], {"b": 1.5}),
    "an attribute": (["=", "b", "0@title", "t2"], {"b": 1.7}),
    "the cell": (["<", "b", '<p title="t2">2</p><i>b</i>'], {"b": 2}),
    "other markup": (["<", "b", "<u>2</u>"], {"b": "u"}),
    "a new row": (["+", "", row("n", 2), "b"], {"n": 2}),
    "a removed row": (["-", "b"], {"b": None}),
    "a moved row": ([">", "b"], {"move": True}),
    "a row that is not there": (["-", "nobody"], {}),
    "a place that is not there": (["=", "b", "5.1:0", "x"], {}),
    "an unknown operation": (["?", "b"], {}),
}


def list_after(change, number):
    """The rows after the operation, with the number in `a` and `c`."""
    rows = {"a": row("a", number)} | ({"n": row("n", 2)} if "n" in change else {})
    value = change.get("b", 1)
    texts = {1.5: '<p title="t1">2</p><i>b</i>', 1.7: '<p title="t2">1</p><i>b</i>', "u": "<u>2</u>"}
    if value is not None and not change.get("move"):
        rows["b"] = cell("b", texts[value]) if value in texts else row("b", value)
    rows["c"] = row("c", number)
    if change.get("move"):
        rows["b"] = row("b", 1)
    return rows


def serve(mock, rows, version):
    mock.body, mock.version = root(*rows.values()), version
    content = listed(*rows.values())
    mock.catch_up = lambda since: {"version": version, "patches": [{"version": version, "event": "snapshot", "patch": [["!", content]]}]}


def numbers(number):
    return [["=", key, "0:0", str(number), "0@title", f"t{number}"] for key in "ac"]


def shown(page, *keys):
    return [page.evaluate("key => document.getElementById(key)?.outerHTML", key) for key in keys]


@pytest.mark.parametrize("about", OPERATIONS)
@pytest.mark.parametrize("times", [1, 3, 1000])
def test_the_other_changes_show_and_the_page_goes_on(mock, live, complaints, about, times):
    op, change = OPERATIONS[about]
    page = live("".join(row(key, number) for key, number in START.items()))
    page.evaluate(REFUSE, times)
    rows = list_after(change, 2)
    serve(mock, rows, "e.2")
    first, last = numbers(2)
    mock.push("e.2", first, op, last)
    page.wait_for_selector(at("e.2"))
    assert shown(page, "a", "c") == [row("a", 2), row("c", 2)]
    idle(page)
    assert len(mock.catch_ups()) == 1 and "since" not in mock.catch_ups()[0]
    assert "espalier:error" in complaints[0]
    if times == 1000 and set(change.values()) & {1.5, 1.7, 2, "u"} and "b" in change:
        assert page.locator("[data-stale]").count() == 1
        assert "A part of the page is not up to date. The browser refused a change of “b”." in complaints[-1]
        # What was there before is still there.
        assert page.evaluate("document.getElementById('b').textContent !== ''")
    elif times != 3:
        assert page.eval_on_selector("ul", "list => list.innerHTML") == "".join(rows.values())
        assert len(complaints) == 1 and page.locator("[data-stale]").count() == 0
    complaints.clear()
    # The page goes on, and fetches what is hopeless only once.
    serve(mock, list_after(change, 4), "e.4")
    mock.push("e.3", *numbers(3))
    page.wait_for_selector(at("e.3"))
    mock.push("e.4", *numbers(4))
    page.wait_for_selector(at("e.4"))
    assert shown(page, "a", "c") == [row("a", 4), row("c", 4)]
    heard_all(mock, page)
    idle(page)
    assert len(mock.catch_ups()) == 1 and complaints == []


def test_what_is_hopeless_is_fetched_once(mock, live, complaints):
    page = live("".join(row(key, number) for key, number in START.items()))
    page.evaluate(REFUSE, 1000)
    for number in range(2, 6):
        serve(mock, {key: row(key, number) for key in "abc"}, f"e.{number}")
        mock.push(f"e.{number}", *numbers(number), ["=", "b", "0:0", str(number)])
        page.wait_for_selector(at(f"e.{number}"))
        idle(page)
        assert shown(page, "a", "c") == [row("a", number), row("c", number)]
    assert len(mock.catch_ups()) == 1
    complaints.clear()


def test_a_row_that_a_script_removed_comes_back_when_it_is_in_the_way(mock, live, complaints):
    page = live("".join(row(key, number) for key, number in START.items()))
    page.evaluate("document.getElementById('b').remove()")
    rows = {key: row(key, 2) for key in "anbc"}
    serve(mock, rows, "e.2")
    mock.push("e.2", *numbers(2), ["+", "", row("n", 2), "b"], ["=", "b", "0:0", "2", "0@title", "t2"])
    until(lambda: page.evaluate("document.querySelector('ul')?.innerHTML") == "".join(rows.values()))
    assert len(mock.catch_ups()) == 1 and len(complaints) == 1
    complaints.clear()


def test_a_change_that_trusted_types_refuse_comes_with_the_cell(mock, open_page, complaints):
    def frame(number):
        return cell("b", f'<iframe sandbox srcdoc="<p>{number}</p>"></iframe>')

    mock.headers = {"Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types espalier"}
    page = open_page()
    mock.rows = row("a", 1) + frame(1)
    page.goto(mock.url + "/list")
    until(lambda: page.evaluate("document.documentElement.dataset.espalier") == "live")
    serve(mock, {"a": row("a", 2), "b": frame(2)}, "e.2")
    mock.push("e.2", ["=", "b", "0@srcdoc", "<p>2</p>"], *numbers(2)[:1])
    until(lambda: page.evaluate("document.querySelector('iframe').getAttribute('srcdoc')") == "<p>2</p>")
    assert shown(page, "a") == [row("a", 2)] and page.locator("[data-stale]").count() == 0
    assert any("TrustedHTML" in complaint for complaint in complaints)
    complaints.clear()
