"""Lists with `e-arrows` are one Tab stop. The places of the rows say where the arrow keys go."""

import pytest
from mock import at, button, cell, container, root

GRID = "<style>#g > ul { display: grid; grid-template-columns: repeat(3, 100px); } #g li { height: 40px; list-style: none; }</style>"
COLUMN = "<style>#g li { height: 40px; list-style: none; }</style>"


def items(keys):
    return [cell(f"g/{key}", button(f"g/{key}", value=key)) for key in keys]


@pytest.fixture
def listed(mock, live):
    """A list of rows between two buttons; the list has the class."""

    def listed(keys="abcdefgh", style=GRID, rows=None):
        box = container("g", *(rows or items(keys))).replace('class="Box"', 'class="Box e-arrows"')
        mock.body = style + root(cell("before", button("before")), box, cell("after", button("after")))
        page = live(body=True)
        page.wait_for_function("() => document.querySelector('[tabindex]')")
        return page

    return listed


def focused(page):
    return page.evaluate("document.activeElement.closest('li')?.id")


def walk(page, keys):
    return [(page.keyboard.press(key), focused(page).removeprefix("g/"))[1] for key in keys.split()]


def enter(page):
    page.locator("#before button").focus()
    page.keyboard.press("Tab")


def test_tab_stops_once_and_comes_back_to_the_same_row(listed):
    page = listed()
    enter(page)
    assert focused(page) == "g/a"
    assert walk(page, "ArrowRight ArrowDown Tab Shift+Tab Shift+Tab Tab") == ["b", "e", "after", "e", "before", "e"]
    page.locator("[id='g/h'] button").click()
    assert walk(page, "Tab Shift+Tab") == ["after", "h"]
    assert page.locator("#g button:not([tabindex])").count() == 1


@pytest.mark.parametrize(("style", "steps"), [
    (GRID, "ArrowRight>b ArrowRight>c ArrowRight>d ArrowUp>a ArrowDown>d ArrowDown>g ArrowDown>g End>h ArrowUp>e Home>d "
           "ArrowLeft>c Control+End>h ArrowRight>h Control+Home>a ArrowLeft>a ArrowUp>a"),
    (COLUMN, "ArrowDown>b ArrowRight>b ArrowLeft>b End>h ArrowDown>h ArrowUp>g Home>a ArrowUp>a"),
    (GRID + "<style>#g > ul { direction: rtl; }</style>", "ArrowLeft>b ArrowLeft>c ArrowLeft>d ArrowRight>c ArrowDown>f Home>d End>f"),
])  # fmt: skip
def test_the_keys_go_where_the_rows_are(listed, style, steps):
    page = listed(style=style)
    enter(page)
    steps = [step.split(">") for step in steps.split()]
    assert walk(page, " ".join(key for key, _ in steps)) == [row for _, row in steps]


def test_a_row_alone_in_the_last_line_is_reached_and_left(listed):
    page = listed("abcdefg")
    enter(page)
    assert walk(page, "Control+End ArrowLeft ArrowRight ArrowUp") == ["g", "f", "g", "d"]


def test_the_chosen_row_is_the_first_stop(listed):
    rows = items("abcd")
    rows[1] = rows[1].replace("<button", '<button aria-current="date"')
    page = listed(rows=rows)
    enter(page)
    assert focused(page) == "g/b"


def test_patches_keep_the_stop(mock, listed):
    page = listed()
    enter(page)
    assert walk(page, "ArrowDown") == ["d"]
    # A change of the row, a row in another shape, new rows, a moved one.
    mock.push("e.2", ["=", "g/d", "0@aria-pressed", "true"], ["<", "g/e", button("g/e", value="E") + "<i>new</i>"],
              ["+", "g", "".join(items("xy")), "a"], [">", "g/d", "a"])
    page.wait_for_selector(at("e.2"))
    assert focused(page) == "g/d" and page.locator("#g button:not([tabindex])").count() == 1
    assert walk(page, "Tab Shift+Tab") == ["after", "d"]
    mock.push("e.3", ["-", "g/d"])
    page.wait_for_selector(at("e.3"))
    assert focused(page).startswith("g/") and page.locator("#g button:not([tabindex])").count() == 1
    mock.push("e.4", ["!", GRID + root(cell("before", button("before")), container("g", *items("ab")).replace("Box", "Box e-arrows")), ""])
    page.wait_for_selector(at("e.4"))
    assert page.locator("#g button:not([tabindex])").count() == 1


def test_a_row_that_leaves_the_list_and_a_list_without_the_class_are_ordinary(mock, listed):
    page = listed()
    mock.push("e.2", ["^", "g/h", "h"])
    page.wait_for_selector(at("e.2"))
    assert page.locator("[id='h'] button").get_attribute("tabindex") is None
    mock.push("e.3", ["=", "g", "@class", "Box"])
    page.wait_for_selector(at("e.3"))
    assert page.locator("[tabindex]").count() == 0


def test_other_controls_of_the_row_follow_and_fields_keep_their_keys(listed):
    rows = [cell(f"g/{key}", f'<button>{key}</button><input aria-label="{key}">') for key in "abc"]
    page = listed(rows=rows)
    enter(page)
    kind = lambda: (focused(page), page.evaluate("document.activeElement.localName"))  # noqa: E731
    page.keyboard.press("ArrowRight")
    assert kind() == ("g/b", "button")
    page.keyboard.press("Tab")
    assert kind() == ("g/b", "input")
    page.keyboard.press("ArrowRight")
    assert kind() == ("g/b", "input")
    page.keyboard.press("Tab")
    assert focused(page) == "after"
