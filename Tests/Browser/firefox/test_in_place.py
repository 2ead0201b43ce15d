"""In Firefox: what is read, pressed and selected stays at its place while rows come and move."""

import pytest
from driver import DOWN, UP
from harness import Server, until
from live import difference

# Before the client starts, because it looks whether the browser has scroll anchoring.
WITHOUT_ANCHORING = """() => document.addEventListener('readystatechange', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { overflow-anchor: none; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}, { once: true })"""
FOLLOW = """(rows) => {
  const all = () => document.querySelectorAll(rows);
  const row = [...all()].find((row) => row.getBoundingClientRect().top > 100);
  const top = () => row.getBoundingClientRect().top;
  const [start, count] = [top(), all().length];
  window.turned = 0;
  window.moved = () => top() - start;
  window.hasMore = () => all().length > count;
  document.addEventListener('wheel', ({ deltaY }) => (turned += deltaY), { passive: true });
}"""
PAGES = {"/two-way": ".DiaryDay", "/chat": "[id^='history/']"}


@pytest.fixture(scope="module")
def quick():
    """A server whose demos wait only a fifth of their usual time."""
    server = Server("--pace", "5")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def turn(page, way):
    page.ask("input.performActions", actions=[{"type": "wheel", "id": "wheel", "actions": [
        {"type": "scroll", "x": 200, "y": 300, "deltaX": 0, "deltaY": way}]}])


def scroll(page, way):
    # At the ends of the page, the wheel scrolls nothing.
    if way and page.evaluate("way => Math.abs(turned + way) <= 500", way):
        turn(page, way)


@pytest.mark.parametrize("way", [0, -100, -250, 100])
@pytest.mark.parametrize("anchoring", [True, False])
@pytest.mark.parametrize("path", PAGES)
def test_earlier_rows_move_nothing_at_any_speed(visit, quick, path, anchoring, way):
    page = visit(path, quick)
    if not anchoring:
        page.firefox.ask("script.addPreloadScript", functionDeclaration=WITHOUT_ANCHORING, contexts=[page.context])
        page.goto(quick.address + path)
    page.idle()
    page.evaluate("scrollTo(0, Math.max(1000, scrollY - 700))")
    page.idle()
    page.evaluate(FOLLOW, PAGES[path])
    # On a busy machine, the rows may come before the first turn after the press.
    until(lambda: scroll(page, way) or page.evaluate("turned") or not way, what="the page got a turn of the wheel")
    page.evaluate("document.querySelector('[data-grow=before]').click()")
    until(lambda: scroll(page, way) or page.evaluate("hasMore()"), what="earlier rows came")
    page.idle()
    moved, turned = page.evaluate("[moved(), turned]")
    assert abs(moved + turned) < 1 and bool(turned) == bool(way)


def test_a_press_hits_the_row_that_moves_while_the_button_is_down(visit, client):
    page = visit("/table")
    page.idle()
    button = "[id='bench/Basil'] button[aria-label^=Sell]"
    page.evaluate("document.addEventListener('click', ({ target }) => (window.pressed = target.closest('tr')?.id), true)")
    page.act("pointer", [page.move(button), DOWN])
    place, before = page.evaluate("button => [document.querySelector(button).getBoundingClientRect().top, heard.patch]", button)
    client.cookies = page.cookies()
    assert client.send("/table", "bench/header", "sort", {"column": "left", "isDescending": True}).status == 200
    until(lambda: page.evaluate("heard.patch") > before)
    assert page.evaluate("button => document.querySelector(button).getBoundingClientRect().top", button) == place
    page.act("pointer", [UP])
    until(lambda: page.evaluate("window.pressed") == "bench/Basil")
    page.wait("th[aria-label=Left][aria-sort=descending]")
    page.idle()
    assert difference(page) is None


def test_a_text_stays_selected_when_its_row_moves(visit):
    page = visit("/diff")
    page.idle()
    page.click("[id='3'] span:last-child", times=2)
    until(lambda: page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('selection'))"))
    moved = set()
    # The names of 3 and 4 change, too.
    for member in (1, 2, 5, 7, 8, 9):
        page.evaluate("""(member) => {
          window.mine = document.getElementById(member);
          const text = mine?.querySelector('span:last-child').firstChild;
          if (text) getSelection().setBaseAndExtent(text, 1, text, 3);
          else getSelection().removeAllRanges();
        }""", member)
        places = "[...document.querySelectorAll('.Member')].map(({ id }) => id)"
        before, said = page.evaluate(places), page.evaluate("`${getSelection()}`")
        page.evaluate("document.querySelector('header button[formaction]').click()")
        until(lambda before=before: page.evaluate(places) != before)
        page.idle()
        if page.evaluate("!!mine?.isConnected"):
            assert page.evaluate("`${getSelection()}`") == said
            moved.add(member)
    assert len(moved) > 3
