"""Extensions, proxies and elements that build themselves change the page before the client sees it. Patches then show what they show in a
page that nobody changed, and what others have added stays."""

import itertools
import re

import pytest
from driver import Page
from harness import IS_LONG
from mock import MODULES, Mock, button, cell, root, until
from windows import idle

# A foreign node has the mark Ω in its text. `WRAP` are nodes around something of the server.
CHANGES = {
    "insert before": "element.before(made())",
    "insert behind": "element.after(made())",
    "insert first": "element.prepend(made())",
    "insert last": "element.append(made())",
    "insert many": "for (let i = 0; i < 30; i++) element.after(made())",
    "insert a comment first": "element.prepend(document.createComment('c'))",
    "insert a comment behind": "element.after(document.createComment('c'))",
    "wrap": "element.replaceWith(wrapper); wrapper.append(element)",
    "wrap the content": "wrapper.append(...element.childNodes); element.append(wrapper)",
    "wrap twice": "element.replaceWith(wrapper); wrapper.append(made(), element, made())",
    "replace": "wrapper.textContent = element.textContent; element.replaceWith(wrapper)",
    "replace the content": "wrapper.textContent = 'Ω'; element.replaceChildren(wrapper)",
    "split the text": "element.firstChild?.splitText?.(1); element.firstChild?.after(made())",
    "unwrap": "element.replaceWith(...element.childNodes)",
    "remove": "element.remove()",
}
# Whoever does this again to each new element changes what the page shows.
ONCE = ("replace", "replace the content", "split the text", "unwrap", "remove")
TARGETS = ["output", "button", "i", "input", "li"]
# When a script changes the page: as soon as an element is parsed, before the client starts, or when it has started.
TIMES = {
    "while it loads": """const observer = new MutationObserver(() => change());
      observer.observe(document, { childList: true, subtree: true });
      if (ONCE) document.addEventListener('readystatechange', () => observer.disconnect(), { once: true })""",
    "before the start": "document.addEventListener('readystatechange', () => document.readyState === 'interactive' && change())",
}
SCRIPT = """<script>
const done = new WeakSet();
const made = () => Object.assign(document.createElement('u'), { className: 'foreign', textContent: 'Ω' });
function change() {
  for (const element of document.querySelectorAll('#b TARGET, #c TARGET, #b:is(TARGET), #c:is(TARGET)')) {
    if (done.has(element) || !element.closest('ul').nextElementSibling && document.readyState === 'loading') continue;
    done.add(element);
    const wrapper = Object.assign(document.createElement('mark'), { className: 'wrap' });
    CHANGE;
  }
}
TIME;
</script></head>"""
PROXIES = {
    "wraps numbers": (r">(\d+)<", r'><mark class="wrap">\1</mark><'),
    "wraps words": (r"(Mail|degrees)", r'<mark class="wrap">\1</mark>'),
    "hides addresses": (r"\w+@\w+\.example", '<mark class="wrap">[protected]</mark>'),
    "adds an element behind buttons": ("</button>", '</button><u class="foreign">Ω</u>'),
    "adds comments": (r"<output>|</i>", r"\g<0><!-- seen -->"),
    "adds a script": ("</ul>", '</ul><script class="foreign"></script>'),
    "removes white space": (r">\s+<", "><"),
    "adds attributes": ("<li ", '<li data-seen="1" '),
    "puts a banner at the start": ('<div id="~root"', '<u class="foreign">Ω</u><div id="~root"'),
}
# Elements that build themselves: when they are parsed, before the client starts, or afterwards.
ELEMENTS = {
    "at once": "define()",
    "before the start": "document.addEventListener('readystatechange', () => document.readyState === 'interactive' && define())",
    "later": "document.addEventListener('espalier:applied', define, { once: true })",
}
ELEMENT = """<script>
const define = () => customElements.define('x-icon', class extends HTMLElement {
  connectedCallback() {
    if (!this.querySelector('u')) this.insertAdjacentHTML('WHERE', '<u class="foreign">Ω</u>');
  }
});
TIME;
</script></head>"""


def kinds():
    for (time, when), (change, what), target in itertools.product(TIMES.items(), CHANGES.items(), TARGETS):
        if time == "while it loads" and ("many" in change or target == "li"):
            continue
        if target == "input" and "content" in change:
            continue
        script = SCRIPT.replace("TIME", when).replace("CHANGE", what).replace("TARGET", target).replace("ONCE", str(change in ONCE).lower())
        yield f"{change}, {target}, {time}", lambda page, script=script: page.replace("</head>", script)
    for name, (old, new) in PROXIES.items():
        # Only the list: a proxy may change the rest of the page at will.
        yield f"a proxy {name}", lambda page, old=old, new=new: "".join(
            re.sub(old, new, part) if part.startswith("<div") else part for part in re.split(r"(<div.*</div>)", page, flags=re.DOTALL))
    for (time, when), where in itertools.product(ELEMENTS.items(), ["beforeend", "afterbegin"]):
        script = ELEMENT.replace("TIME", when).replace("WHERE", where)
        yield f"an element builds itself {time}, {where}", lambda page, script=script: page.replace("</head>", script)


KINDS = dict(kinds())
# Firefox takes part with each change, each target and each time, but without ESPALIER_LONG=1 not with each combination of them.
IN_FIREFOX = [*KINDS][:: 1 if IS_LONG else 4]
# The text of the list without what others have added to it.
TEXT = """() => {
  const list = document.getElementById('~root').cloneNode(true);
  for (const wrap of list.querySelectorAll('.wrap')) wrap.replaceWith(...wrap.childNodes);
  for (const node of list.querySelectorAll('.foreign')) node.remove();
  return list.textContent.replace(/\\s/g, '');
}"""
# Only the first markup of a form names the load of the page.
LOAD = "~load=i1.7&amp;"
STATE = "() => [document.documentElement.dataset.espalier, document.querySelector('[data-version]').dataset.version]"


def row(key, number):
    form = f'<form method="post" action="/list/events?{LOAD}node={key}&amp;event=find"><label>Find</label> <input name="q"> {number}</form>'
    rest = f"<x-icon>{number}</x-icon> {button(key)} Mail me@a.example now <b>end</b> {number}"
    return cell(key, f"<p><i>Row</i> {key}</p> <output>{number}</output> degrees {rest}{form}")


def patch(key, number):
    return ["=", key, "1:0", f"{number}", "2:0", f"{number}", ":5", f" {number}", "5:2", f" {number}"]


# The patches, and the rows after each.
STEPS = [
    ([patch("a", 41), patch("b", 42), patch("c", 43)], [("a", 41), ("b", 42), ("c", 43)]),
    ([["+", "", row("d", 4).replace(LOAD, ""), "b"]], [("a", 41), ("d", 4), ("b", 42), ("c", 43)]),
    ([[">", "c", "a"], patch("c", 44)], [("c", 44), ("a", 41), ("d", 4), ("b", 42)]),
    ([["-", "b"], patch("d", 45)], [("c", 44), ("a", 41), ("d", 45)]),
    ([["<", "a", row("a", 46).replace(LOAD, "").split(">", 1)[1].removesuffix("</li>")]], [("c", 44), ("a", 46), ("d", 45)]),
]


def serve(mock, number, rows):
    mock.body, mock.version = root(*(row(*each) for each in rows)), f"e.{number}"


def fresh(page, mock):
    """The text of a page that nobody changed."""
    content = mock.body.split(">", 1)[1].removesuffix("</div>")
    return page.evaluate("""(html) => {
      const template = document.createElement('template');
      template.innerHTML = html;
      return template.content.textContent.replace(/\\s/g, '');
    }""", content)


@pytest.fixture
def changed(window):
    mock = Mock()
    mock.has_outline = True

    def snapshot(since):
        content = mock.body.split(">", 1)[1].removesuffix("</div>").replace(' form="~form"', "").replace(LOAD, "")
        ops = [["!", content], ["=", "", "@class", "List"]]
        return {"version": mock.version, "patches": [{"version": mock.version, "event": "snapshot", "patch": ops}] if since is None else []}

    mock.catch_up = snapshot

    def changed(kind, client=None):
        mock.client = client or mock.client
        serve(mock, 1, [("a", 1), ("b", 2), ("c", 3)])
        mock.rewrite = KINDS[kind] if kind else lambda page: page
        window.goto(mock.url + "/list")
        until(lambda: window.evaluate(STATE) == ["live", "e.1"])
        return mock, window

    yield changed
    mock.stop()


@pytest.mark.parametrize(("window", "kind"), [*itertools.product(["chromium"], KINDS), *itertools.product(["firefox"], IN_FIREFOX)], indirect=["window"])
def test_patches_show_what_a_page_shows_that_nobody_changed(changed, kind):
    mock, page = changed(kind)
    stays = kind.startswith(("insert before", "insert behind", "insert many"))
    # A patch may come before the page is the server's again. Then nobody knows which nodes are foreign.
    if stays:
        (page.idle if isinstance(page, Page) else lambda: idle(page))()
    for number, (ops, rows) in enumerate(STEPS, 2):
        serve(mock, number, rows)
        mock.push(f"e.{number}", *ops)
        until(lambda number=number: page.evaluate(STATE)[1] == f"e.{number}")
        assert page.evaluate(TEXT) == fresh(page, mock), (number, page.evaluate("() => document.getElementById('~root').outerHTML"))
    # What is beside the server's elements stays, except in the row that was removed.
    if stays:
        most = (30 if "many" in kind else 1) * (2 if ", li," in kind else 1)
        assert page.evaluate("() => document.querySelectorAll('li .foreign, ul > .foreign').length") == most
    # One request, and none if the elements are those of the server.
    assert len(mock.catch_ups()) <= 1 and all("since" not in get for get in mock.catch_ups())


def test_the_readable_modules_of_development_do_so_too(changed):
    mock, page = changed("replace the content, output, before the start", [MODULES])
    serve(mock, 2, STEPS[0][1])
    mock.push("e.2", *STEPS[0][0])
    until(lambda: page.evaluate(STATE)[1] == "e.2")
    assert page.evaluate(TEXT) == fresh(page, mock) and len(mock.catch_ups()) == 1


def test_a_page_that_nobody_changed_makes_no_request(changed):
    mock, page = changed(None)
    serve(mock, 2, STEPS[0][1])
    mock.push("e.2", *STEPS[0][0])
    until(lambda: page.evaluate(STATE)[1] == "e.2")
    assert mock.catch_ups() == [] and page.evaluate(TEXT) == fresh(page, mock)
