"""A control that gets the focus by keyboard is not behind a sticky or fixed element."""

import pytest
from mock import button, cell, header, root
from windows import idle

STYLE = """<style>
  body { margin: 0; } ul { margin: 0; padding: 0; } li { list-style: none; height: 60px; }
  #bar { position: sticky; top: 0; height: 50px; background: #ccc; z-index: 2; }
  #header { position: sticky; top: 50px; height: 70px; background: #eee; z-index: 1; }
  #foot { position: fixed; bottom: 0; width: 100%; height: 90px; background: #ddd; }
</style>"""
COVERED = """() => {
  const { left, width, top, bottom } = document.activeElement.getBoundingClientRect();
  const seen = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + width / 2, y));
  return document.activeElement.localName === 'button' && seen.some((element) => element !== document.activeElement);
}"""


@pytest.mark.parametrize("box", ["", "<style>#\\~root { height: 400px; overflow: auto; } #header { top: 0; }</style>"])
def test_the_focus_is_never_behind_what_sticks(mock, live, box):
    rows = [cell(f"r{number}", button(f"r{number}")) for number in range(40)]
    mock.body = f"{STYLE}{box}<div id=bar>Bar</div>" + root(*rows, header=header("header", "Title")) + "<div id=foot>Foot</div>"
    page = live(body=True)
    for key, count in (("Tab", 39), ("Shift+Tab", 38)):
        for _ in range(count):
            page.keyboard.press(key)
            idle(page)
            assert page.evaluate(COVERED) is False, page.evaluate("document.activeElement.value + document.activeElement.closest('li').id")


def test_without_the_keyboard_the_module_is_not_loaded(live):
    page = live(cell("a", button("a")))
    page.mouse.click(5, 5)
    idle(page)
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('uncover'))")
