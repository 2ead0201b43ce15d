"""The operations of js-framework-benchmark, driven by the server, against plain JavaScript that makes the same document.

A run of an operation is timed from the press until the browser has painted the change, as the public benchmark does. With the server,
that includes the request, the rows that the server makes, and the patch. Plain JavaScript keeps its rows in the page and changes only
what is different. `pytest -s` prints the figures of all operations, and the time until the document had changed and was laid out.

A usual run of the tests presses each button twice and demands only that the page changes. A long run is alone on the machine: it also
judges the times of the operations that change a few rows."""

from statistics import median

import pytest
from harness import IS_LONG, Trials
from windows import idle

TARGET = 1.5
# Selecting and swapping change two rows, deleting one. The others make, change or delete hundreds.
SMALL = ["select", "swap", "delete"]
RUNS = 15 if IS_LONG else 1
# Presses a button and returns the milliseconds until the document is laid out after the change, and until it is painted.
PRESS = """async (button) => {
  const changed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing changed after a press of ${button.textContent}`)), 20000);
    new MutationObserver((_, observer) => { observer.disconnect(); resolve(); })
      .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['aria-pressed', 'id'] });
  });
  const start = performance.now();
  button.click();
  await changed;
  document.body.offsetHeight;  // Lays the page out now.
  const laidOut = performance.now() - start;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return [laidOut, performance.now() - start];
}"""
# Plain JavaScript for the same document: the page's own rows, cloned, with listeners for the same buttons.
PLAIN = """() => {
  const list = document.querySelector('main ul');
  const sample = list.querySelector('li').cloneNode(true);
  const words = ['pretty', 'large', 'big', 'small', 'tall', 'short', 'long', 'handsome', 'plain', 'quaint'];
  let made = 100000;
  const button = (row, name) => row.querySelector(name === 'delete' ? '[aria-label=Delete]' : '[aria-pressed]');
  function row() {
    const item = sample.cloneNode(true), id = ++made;
    item.id = `${id}`;
    item.querySelector('span').textContent = id;
    button(item).textContent = `${words[id % 10]} ${words[Math.floor(id / 10) % 10]}`;
    return item;
  }
  const fresh = (count) => { const rows = document.createDocumentFragment(); for (let i = 0; i < count; i++) rows.append(row()); return rows; };
  const operations = {
    create: () => list.replaceChildren(fresh(1000)),
    createMany: () => list.replaceChildren(fresh(10000)),
    append: () => list.append(fresh(1000)),
    update: () => { for (let i = 0; i < list.children.length; i += 10) button(list.children[i]).firstChild.data += ' !!!'; },
    swap: () => { const { 1: first, 998: last } = list.children, after = last.nextSibling; list.insertBefore(last, first); list.insertBefore(first, after); },
    clear: () => list.replaceChildren(),
  };
  document.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const pressed = event.target.closest('button'), item = pressed.closest('li');
    if (pressed.closest('header')) return operations[pressed.textContent]();
    if (pressed.ariaLabel) return item.remove();
    list.querySelector('[aria-pressed=true]')?.setAttribute('aria-pressed', 'false');
    pressed.setAttribute('aria-pressed', 'true');
  }, true);
}"""


@pytest.fixture(scope="module")
def trials():
    server = Trials("--unlimited")
    yield server.address
    server.stop()


def button(page, name):
    return page.evaluate_handle("""(name) => {
      const rows = document.querySelectorAll('main ul > li');
      if (name === 'select') return [...rows].slice(4).find((row) => row.querySelector('[aria-pressed=false]')).querySelector('[aria-pressed]');
      if (name === 'delete') return rows[3].querySelector('[aria-label=Delete]');
      return [...document.querySelectorAll('main header button')].find((button) => button.textContent === name);
    }""", name)


def measure(page, name, before):
    times = []
    for run in range(RUNS + 1):
        for step in before:
            page.evaluate(PRESS, button(page, step))
            idle(page)
        time = page.evaluate(PRESS, button(page, name))
        idle(page)
        # The first run warms up.
        if run:
            times.append(time)
    return [median(column) for column in zip(*times, strict=True)]


# Each operation, with those that prepare the list before each run.
OPERATIONS = {
    "create": ["clear"], "append": ["create"], "update": ["create"], "select": [], "swap": [], "delete": [],
    "clear": ["create"], "createMany": ["create", "clear"],
}  # fmt: skip


def test_operations_on_a_table_of_a_thousand_rows(open_page, trials):
    figures = {}
    for kind in ("server", "plain"):
        page = open_page()
        page.goto(trials + "/table")
        page.wait_for_selector("html[data-espalier=live]")
        page.evaluate(PRESS, button(page, "create"))
        idle(page)
        assert page.locator("main ul > li").count() == 1000
        if kind == "plain":
            page.evaluate(PLAIN)
        for name, before in OPERATIONS.items():
            if name == "select":
                page.evaluate(PRESS, button(page, "create"))
                idle(page)
            figures.setdefault(name, {})[kind] = measure(page, name, before)
    print("milliseconds, with the server and in plain JavaScript: until laid out, until painted, ratio of the second")
    ratios = {}
    for name, figure in figures.items():
        server, plain = figure["server"], figure["plain"]
        ratios[name] = server[1] / plain[1]
        print(f"{name}: {server[0]:.1f} {plain[0]:.1f}, {server[1]:.1f} {plain[1]:.1f}, {ratios[name]:.2f}")
    if IS_LONG:
        assert all(ratios[name] <= TARGET for name in SMALL), ratios
