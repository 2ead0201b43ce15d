"""Each demo is worked by keyboard alone, and a screen reader says what the press changed.

`announcements.txt` has the presses and what is said after each."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from harness import DEMOS, Server
from playwright.sync_api import TimeoutError
from windows import idle

STEP = re.compile(r'(tab|press|type|keys) "([^"]+)"(?: in "([^"]+)")?(?: in "([^"]+)")?')

# What a list says that loads rows.
GROWTH = re.compile(r"Loading…|[0-9]+ rows added\..*")

# Records what screen readers say of live regions: the whole text of a region after each change of it, and of a log only what
# was added. They say nothing about a region that comes with its text, because they don't know it yet.
RECORDER = """() => {
  const live = 'output, [role=status], [role=alert], [role=log], [aria-live]';
  const known = new WeakMap();
  const regions = (node) => [...(node.matches?.(live) ? [node] : []), ...(node.querySelectorAll?.(live) ?? [])];
  const isHidden = (element) => element.ariaHidden === 'true' || getComputedStyle(element).display === 'none';
  const isInline = (element) => getComputedStyle(element).display.startsWith('inline');
  const spoken = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || isHidden(node)) return '';
    const text = [...node.childNodes].map(spoken).join('');
    return isInline(node) ? text : ` ${text} `;
  };
  const words = (node) => spoken(node).replace(/\\s+/g, ' ').replace(/ ([,.])/g, '$1').trim();
  const states = {
    'aria-pressed': ['pressed', 'not pressed'], 'aria-expanded': ['expanded', 'collapsed'], 'aria-checked': ['on', 'off'],
    'aria-current': ['current', ''], 'aria-disabled': ['unavailable', ''],
  };
  const said = [];
  let [focused, description] = [];

  for (const region of regions(document)) known.set(region, words(region));
  const read = (records) => {
    const changed = new Set();
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) for (const one of regions(node)) if (!known.has(one)) known.set(one, words(one));
      const region = (target.closest ? target : target.parentElement)?.closest(live);
      if (region?.isConnected) changed.add(region);
    }
    for (const region of changed) {
      const [before, now] = [known.get(region), words(region)];
      known.set(region, now);
      if (before === undefined || now === before || region.closest('[aria-live=off]')) continue;
      if (region.role !== 'log') said.push(now);
      else if (now.startsWith(before)) said.push(now.slice(before.length).trim());
    }
  };
  const observer = new MutationObserver(read);
  observer.observe(document, { subtree: true, childList: true, characterData: true });

  const nameOf = (element) => element.ariaLabel ?? (words(element.labels?.[0] ?? element) || element.placeholder);
  const describe = (element) => {
    const parts = Object.entries(states).map(([key, [yes, no]]) => ({ true: yes, false: no })[element.getAttribute(key)]);
    if (element.type === 'checkbox') parts.push(element.checked ? 'on' : 'off');
    return [nameOf(element), ...parts.filter(Boolean)].join(', ');
  };
  const titleOf = (box) =>
    box.ariaLabel ?? [...box.ariaLabelledByElements, ...(box.ariaDescribedByElements ?? [])].map(words).join(': ');
  const places = (element) => (element ? [element.id, element.ariaLabel, ...places(element.parentElement)] : []);
  window.speech = {
    focused: () => [nameOf(document.activeElement), places(document.activeElement).filter(Boolean)],
    begin: () => (said.length = 0),
    hold() {
      focused = document.activeElement;
      description = describe(focused);
    },
    // Without what the status line says of a slow connection.
    said: () => (read(observer.takeRecords()), said.filter((text) => text && text !== 'Sending…')),
    // The control that has the focus, if it is another one or has changed, after the words of a dialog that has opened.
    focus() {
      const now = document.activeElement;
      const box = now.closest('dialog');
      if (now === focused && describe(now) === description) return [];
      return [...(box && !box.contains(focused) ? [`* ${titleOf(box)}`] : []), `* ${describe(now)}`];
    },
  };
}"""


def parse(text):
    """Returns the steps of each demo, each with what is said after it."""
    demos = {}
    for line in text.splitlines():
        if line.startswith("/"):
            steps = demos[line] = []
        elif line.startswith("    "):
            steps[-1][1].append(line.strip())
        elif line.startswith("  "):
            steps.append((line.strip(), []))
        else:
            assert not line or line.startswith("#"), line
    return demos


EXPECTED = parse(Path(__file__).with_name("announcements.txt").read_text())


def written(steps):
    return "\n".join(line for step, said in steps for line in [f"  {step}", *(f"    {words}" for words in said)])


# A list that loads more because the focus came near its end has another name on its button meanwhile.
FOCUSED = """async () => {
  while (document.querySelector('.e-running')) await new Promise(requestAnimationFrame);
  return speech.focused();
}"""


def tab_to(page, name, place):
    passed = []
    while len(passed) < 200:
        now, places = page.evaluate(FOCUSED)
        if now == name and (not place or place in places):
            return
        passed.append(now)
        page.keyboard.press("Tab")
    pytest.fail(f"The Tab key does not reach “{name}”, but {passed}.")


def work(page, step, expected):
    """Does a step by keyboard, and returns what is said."""
    kind, text, name, place = STEP.fullmatch(step).groups()
    # Moving the focus can scroll, which makes a list load more.
    page.evaluate("speech.begin()")
    if kind in ("tab", "press"):
        tab_to(page, text, name)
    elif name:
        tab_to(page, name, place)
    page.evaluate("speech.hold()")
    if kind == "type":
        page.keyboard.insert_text(text)
    elif kind != "tab":
        is_box = page.evaluate("document.activeElement.type === 'checkbox'")
        for key in text.split() if kind == "keys" else ["Space" if is_box else "Enter"]:
            page.keyboard.press(key)
    # What a task of the server changes comes later than the reply.
    count = len([line for line in expected if not line.startswith("*") and line != "nothing"])
    with suppress(TimeoutError):
        page.wait_for_function("count => speech.said().length >= count", arg=count)
    page.wait_for_function("() => !document.querySelector('.e-running')")
    idle(page)
    # The focus may pass the start or the end of a list, which then loads rows, sooner or later.
    said = [line for line in page.evaluate("speech.said()") if line in expected or not GROWTH.fullmatch(line)]
    # A list that loads near its end can load once more, before the new rows have moved the end away.
    return said[:count] if kind == "tab" else [*said, *page.evaluate("speech.focus()")] or ["nothing"]


@pytest.fixture(scope="module")
def demos():
    """Slower than for other tests, so that the start and the end of a task are two patches."""
    server = Server("--pace", "10")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def test_the_text_has_every_demo():
    assert sorted(EXPECTED) == sorted(DEMOS)


@pytest.mark.parametrize("path", EXPECTED)
def test_a_screen_reader_says_what_a_press_changed(visit, path):
    page = visit(path)
    if not EXPECTED[path]:
        assert page.locator(".list").locator("a, button, select, input:not([type=hidden])").count() == 0
        return
    idle(page)
    page.evaluate(RECORDER)
    # The first Tab reaches the link to the list.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    heard = [(step, work(page, step, said)) for step, said in EXPECTED[path]]
    assert written(heard) == written(EXPECTED[path])


# Two texts in a live region, in elements of a line, without a space between them: "Total$17.93".
GLUED = re.compile(r"[\w.,]</(?:span|strong|b|i|em)><(?:span|strong|b|i|em)[^>]*>[\w$€]")


@pytest.mark.parametrize("path", DEMOS)
def test_the_words_of_a_live_region_have_spaces(client, path):
    html = client.get(path, "text/html").text
    assert [text for text in re.findall(r"<output\b.*?</output>", html, re.DOTALL) if GLUED.search(text)] == []
