"""With forced colours, as in Windows' contrast themes, each state can be seen: pressed, chosen, on, movable."""

import pytest
from live import wait_live
from windows import idle


@pytest.fixture
def forced(open_page, server):
    def forced(path):
        page = open_page(forced_colors="active")
        page.goto(server + path)
        wait_live(page)
        return page

    return forced


def picture(page, locator):
    """A picture of an element, without the focus and the pointer, which have marks of their own."""
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    idle(page)
    return locator.screenshot(animations="disabled")


@pytest.mark.parametrize(("path", "one", "other"), [
    ("/chooser", ".choice[aria-pressed=true]", ".choice[aria-pressed=false]"),
    ("/calendar", ".day[aria-pressed=true] > span:first-child", ".day[aria-pressed=false]:not(.today) > span:first-child"),
])
def test_a_chosen_option_looks_different_without_its_text(forced, path, one, other):
    page = forced(path)
    if path == "/calendar":
        page.locator("button.day").nth(10).click()
        page.wait_for_selector(one)
    pictures = []
    for selector in (one, other):
        option = page.locator(selector).first
        option.evaluate("one => { (one.querySelector('span') ?? one).textContent = 'x'; one.querySelectorAll('.note').forEach((note) => note.remove()); }")
        pictures.append(picture(page, option))
    assert pictures[0] != pictures[1]


def test_a_switch_shows_whether_it_is_on(forced):
    page = forced("/cells")
    switch = page.locator(".switch-box, .toggle").first
    before = picture(page, switch)
    switch.click()
    idle(page)
    assert picture(page, switch) != before


def test_a_handle_can_be_seen(forced):
    page = forced("/reorder")
    handle = page.locator(".e-handle").first
    before = picture(page, handle)
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.e-handle::before { visibility: hidden; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }""")
    assert picture(page, handle) != before


def test_only_chosen_names_have_a_tick(forced):
    page = forced("/names")
    assert page.locator(".Name .name").count() > 3
    shown = "[...document.querySelectorAll('.Name .name')].filter((name) => getComputedStyle(name, '::before').visibility === 'visible').length"
    for row in range(3):
        page.locator(".Name .e-select").nth(row).click()
        page.wait_for_selector(f".Name:nth-child({row + 1}).e-selected")
        assert page.evaluate(shown) == page.locator(".Name.e-selected").count() > 0
