"""The client presses the button of a growing list when it comes near the window, once for each state."""

from mock import at, cell, container, header, root, until
from windows import idle


def near(value, node="footer"):
    action = f"/list/events?node={node}&amp;event=loadMore"
    return f'<button form="espalier" formaction="{action}" name="data" value="{value}" data-grow="near">More</button>'


def footer(value):
    return header("footer", near(value), tag="footer")


def values(mock):
    return [post["body"].removeprefix("data=") for post in mock.posts]


def test_an_empty_list_asks_for_its_first_rows(mock, live):
    """Case RFR-07."""
    mock.body = root(footer=footer(1))
    page = live(body=True)
    until(lambda: mock.posts)
    idle(page)
    assert values(mock) == ["1"]


def test_the_button_is_pressed_when_it_comes_within_two_hundred_pixels(mock, live):
    mock.body = root(cell("a", '<svg width="10" height="2000"></svg>'), footer=footer(1))
    page = live(body=True)
    top = page.evaluate("document.querySelector('#footer').getBoundingClientRect().top")
    page.evaluate("top => scrollTo(0, top - innerHeight - 220)", top)
    idle(page)
    assert mock.posts == []
    page.evaluate("scrollBy(0, 40)")
    until(lambda: mock.posts)
    for _ in range(2):
        page.evaluate("scrollTo(0, 0)")
        idle(page)
        page.evaluate("scrollTo(0, 9999)")
        idle(page)
    assert values(mock) == ["1"]


def test_a_new_value_is_a_new_press_although_the_button_never_left_the_window(mock, live):
    mock.body = root(footer=footer(1))
    page = live(body=True)
    until(lambda: mock.posts)
    mock.push("e.2", ["=", "footer", "0@data-grow", "", "0@value", "2"])
    page.wait_for_selector(at("e.2"))
    mock.push("e.3", ["+", "", cell("a", "A"), None])
    page.wait_for_selector("#a")
    idle(page)
    assert values(mock) == ["1"], "the button is busy"
    mock.push("e.4", ["=", "footer", "0@data-grow", "near", "0@value", "3"])
    until(lambda: len(mock.posts) == 2)
    mock.push("e.5", ["+", "", cell("b", "B"), None])
    page.wait_for_selector("#b")
    idle(page)
    assert values(mock) == ["1", "3"]


def test_a_button_that_stays_near_is_pressed_for_each_value(mock, live):
    mock.body = root(footer=footer(1))
    page = live(body=True)
    until(lambda: mock.posts)
    for number in (2, 3):
        mock.push(f"e.{number}", ["=", "footer", "0@value", str(number)])
        until(lambda: len(mock.posts) == number)
    idle(page)
    assert values(mock) == ["1", "2", "3"]


def test_a_button_that_a_patch_brings_is_pressed_too(mock, live):
    page = live(cell("a", "A"))
    idle(page)
    mock.push("e.2", ["+", "", container("b", footer=header("b/footer", near(7, "b/footer"), tag="footer")), None])
    until(lambda: mock.posts)
    assert mock.posts[0]["node"] == "b/footer" and values(mock) == ["7"]


def test_a_stopped_client_presses_nothing(mock, live):
    mock.body = root(cell("a", '<svg width="10" height="2000"></svg>'), footer=footer(1))
    page = live(body=True)
    page.wait_for_function("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('growing.js'))")
    idle(page)
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    page.evaluate("scrollTo(0, 9999)")
    idle(page)
    assert mock.posts == []
