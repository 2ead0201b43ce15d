"""Earlier rows come while somebody reads and scrolls: what is read stays at its place, with and without the browser's scroll anchoring."""

import pytest
from harness import Server, until
from windows import idle, two_frames

# Before the client starts, because it looks whether the browser has scroll anchoring.
WITHOUT_ANCHORING = """document.addEventListener('readystatechange', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { overflow-anchor: none; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}, { once: true });"""
# Follows the first row in view: how far it moves in all, the length of its way there and back, and how far the wheel was turned.
# `hasRoom` says whether the wheel may turn further: at the ends of the page, it scrolls nothing.
FOLLOW = """(rows) => {
  const all = () => document.querySelectorAll(rows);
  const top = () => row.getBoundingClientRect().top;
  const row = [...all()].find((row) => row.getBoundingClientRect().top > 100);
  window.moved = window.turned = window.way = 0;
  window.count = all().length;
  window.hasMore = () => all().length > count;
  let last = top();
  let place = scrollY;
  window.hasRoom = (turn) => {
    if (place <= 300 || innerHeight + place + turn >= document.body.scrollHeight) return false;
    place += turn;
    return true;
  };
  document.addEventListener('wheel', ({ deltaY }) => (turned += deltaY), { passive: true });
  (function look() {
    moved += top() - last;
    way += Math.abs(top() - last);
    last = top();
    requestAnimationFrame(look);
  })();
}"""
PAGES = {"/two-way": ".DiaryDay", "/chat": "[id^='history/']"}


def scroll(page, turn):
    if turn and page.evaluate("turn => hasRoom(turn)", turn):
        page.mouse.wheel(0, turn)
    two_frames(page)


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a fifth of their usual time."""
    server = Server("--pace", "5")
    yield server
    assert server.stop() == 0 and server.complaints() == []


@pytest.mark.parametrize("turn", [0, -100, -300, 100])
@pytest.mark.parametrize("anchoring", [True, False])
@pytest.mark.parametrize("path", PAGES)
def test_earlier_rows_move_nothing_at_any_speed(open_page, server, path, anchoring, turn):
    page = open_page(reduced_motion="no-preference")
    if not anchoring:
        page.add_init_script(WITHOUT_ANCHORING)
    page.goto(server + path)
    page.wait_for_selector("html[data-espalier=live]")
    idle(page)
    page.evaluate("scrollTo(0, Math.max(1000, scrollY - 700))")
    page.mouse.move(200, 300)
    idle(page)
    page.evaluate(FOLLOW, PAGES[path])
    # On a busy machine, the rows may come before the first turn after the press.
    until(lambda: scroll(page, turn) or page.evaluate("turned") or not turn, what="the page got a turn of the wheel")
    page.evaluate("document.querySelector('[data-grow=before]').click()")
    until(lambda: scroll(page, turn) or page.evaluate("hasMore()"), what="earlier rows came")
    if turn < 0:
        page.mouse.wheel(0, turn)
    idle(page)
    moved, turned, way = page.evaluate("[moved, turned, way]")
    assert moved == -turned and bool(turned) == bool(turn)
    # The row never jumped away and back.
    assert way == abs(turned)
