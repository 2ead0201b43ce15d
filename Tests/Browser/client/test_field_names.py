"""The fields of a form hide its properties (DOM clobbering). Whatever they are called, the page works."""

from contextlib import contextmanager

import pytest
from driver import Page, launched
from harness import firefox as program
from mock import cell, listed, root, until

NAMES = """() => {
  const names = new Set(['live']);
  for (let type = HTMLFormElement.prototype; type; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) names.add(name);
  }
  return [...names];
}"""
# What people do with every form: edit its field, press its button, and press, touch, focus and scroll the form itself.
EDIT = """() => {
  for (const field of document.querySelectorAll('li input')) {
    field.value = 'typed';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}"""
SEND = """() => {
  const { dispatchEvent, requestSubmit } = HTMLFormElement.prototype;
  const [bubbles, pointerType, isPrimary] = [true, 'touch', true];
  for (const form of [...document.querySelectorAll('li form')].slice(FIRST, LAST)) {
    const cause = (Type, types, options) =>
      types.split(' ').forEach((type) => dispatchEvent.call(form, new Type(type, { bubbles, ...options })));
    cause(PointerEvent, 'pointerdown pointerup click', { pointerType, isPrimary });
    for (const key of ['ArrowDown', 'Escape', ' ']) cause(KeyboardEvent, 'keydown', { key });
    cause(Event, 'focusin focusout scroll toggle wheel', {});
    requestSubmit.call(form);
  }
}"""
VALUES = "() => [...new Set([...document.querySelectorAll('li input')].map((field) => field.value))]"
ROOT = "() => document.getElementById('~root').outerHTML.replaceAll(' data-waiting=\"\"', '')"
STATE = "() => [document.documentElement.dataset.espalier, document.querySelector('[data-version]').getAttribute('data-version')]"
KINDS = ["name", "id"]
# Elements of the plugins that look at what people press.
PLUGINS = cell("plugins", "".join(f'<i class="{name}"></i>' for name in "e-arrows e-fold e-handle e-swipe e-tools e-visibility e-stays e-scrolls".split()))


def form(number, kind, name, text, value, tag="p"):
    action = f"/list/events?node={number}&amp;event=send"
    return f'<form action="{action}" method="post" tabindex="-1"><{tag}>{text}</{tag}><input {kind}="{name}" value="{value}"><button>Send</button></form>'


def body(names, kind, *rest):
    return root(*(cell(f"r{number}", form(number, kind, name, *rest)) for number, name in enumerate(names)), PLUGINS)


def sent(mock):
    """What the forms have sent. The plugin that reports what is in view sends events too."""
    return [post for post in mock.posts if post.get("event") == "send"]


@contextmanager
def chromium(open_page):
    yield open_page()


@contextmanager
def firefox():
    if program() is None:
        pytest.skip("No Firefox. On Debian, run scripts/install test.")
    with launched(program()) as firefox:
        page = Page(firefox)
        yield page
        page.close()
        assert firefox.complaints == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("browser_name", ["chromium", "firefox"])
def test_a_field_may_have_the_name_of_any_property(mock, open_page, browser_name, kind):
    with chromium(open_page) if browser_name == "chromium" else firefox() as page:
        page.goto(mock.url + "/list")
        names = page.evaluate(NAMES)
        assert len(names) > 300
        mock.body = body(names, kind, "old", "a")
        page.goto(mock.url + "/list")
        until(lambda: page.evaluate(STATE) == ["live", "e.1"])

        def shows(version, *rest):
            until(lambda: page.evaluate(STATE) == ["live", version])
            mock.body, mock.version = body(names, kind, *rest), version
            return page.evaluate(ROOT)

        rows = [f"r{number}" for number in range(len(names))]
        mock.push("e.2", *(["=", row, "0.0:0", "new", "0.1@value", "b"] for row in rows))
        seen = [shows("e.2", "new", "b")]
        page.evaluate(EDIT)
        # Of many connections that Firefox opens at once, the mock server may lose some.
        most = 20 if browser_name == "firefox" else len(names)
        for first in range(0, len(names), most):
            last = min(first + most, len(names))
            page.evaluate(SEND.replace("FIRST", str(first)).replace("LAST", str(last)))
            until(lambda last=last: len({post["node"] for post in sent(mock)}) >= last, 60)
        until(lambda: page.evaluate(VALUES) == ["b"], 60)
        if kind == "name":
            assert [post for post in sent(mock) if "typed" not in post["body"]] == []
        mock.push("e.3", *(["<", row, form(number, kind, names[number], "newer", "c", "b")] for number, row in enumerate(rows)))
        seen.append(shows("e.3", "newer", "c", "b"))
        mock.push("e.4", *([">", row] for row in rows[:9]), *([">", row, rows[9]] for row in rows[:9]))
        seen.append(shows("e.4", "newer", "c", "b"))
        whole = [cell(row, form(number, kind, names[number], "whole", "d", "em")) for number, row in enumerate(rows)]
        mock.push("e.5", ["!", listed(*whole, PLUGINS)])
        seen.append(shows("e.5", "whole", "d", "em"))
        assert mock.catch_ups() == []
        fresh = []
        for rest in [("new", "b"), ("newer", "c", "b"), ("newer", "c", "b"), ("whole", "d", "em")]:
            mock.body = body(names, kind, *rest)
            page.goto(mock.url + "/list")
            until(lambda: page.evaluate(STATE)[0] == "live")
            fresh.append(page.evaluate(ROOT))
        assert seen == fresh
