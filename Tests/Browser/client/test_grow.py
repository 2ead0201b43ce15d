"""The client presses the button of a growing list when it comes near the window, once for each state."""

import itertools

import pytest
from mock import at, cell, container, header, root, until
from windows import idle


def near(value, node="footer"):
    action = f"/list/events?node={node}&amp;event=loadMore"
    return f'<button form="~form" formaction="{action}" name="data" value="{value}" data-grow="near">More</button>'


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
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('growing.js'))")
    idle(page)
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    page.evaluate("scrollTo(0, 9999)")
    idle(page)
    assert mock.posts == []


def before(value, grow="before"):
    action = "/list/events?node=header&amp;event=loadEarlier"
    return f'<button form="~form" formaction="{action}" name="data" value="{value}" data-grow="{grow}">Earlier</button>'


def days(start, end, section=""):
    return "".join(cell(f"{section}r{day}", f"<p>Day {day}</p>" * (1 + day % 3)) for day in range(start, end))


def two_way(rows):
    return "<h1>Diary</h1><p>Read up and down.</p>" * 2 + root(rows, header=header("header", before(1)))


def arrive(mock, version, round, *rows):
    """The patches of one load: the button is busy, then the rows are there."""
    mock.push(f"e.{version}", ["=", "header", "0@data-grow", "", "0@value", str(round + 1)])
    mock.push(f"e.{version + 1}", *rows, ["=", "header", "0@data-grow", "before", "0@value", str(round + 2)])


def place(page, row):
    return page.evaluate("row => document.getElementById(row).getBoundingClientRect().top", row)


def has_module(page, name):
    page.wait_for_function("name => performance.getEntriesByType('resource').some(entry => entry.name.includes(name))", arg=name)


def test_at_the_top_earlier_rows_wait_for_somebody_who_scrolls_up(mock, live):
    mock.body = two_way(days(0, 60))
    page = live(body=True)
    has_module(page, "rows-above.js")
    idle(page)
    assert mock.posts == [], "a page begins at the top"
    # On a busy machine, the first turn of the wheel may scroll nothing.
    until(lambda: page.evaluate("scrollY") >= 800 or page.mouse.wheel(0, 800))
    idle(page)
    assert mock.posts == []
    until(lambda: mock.posts or page.mouse.wheel(0, -9999))
    assert values(mock) == ["1"]


@pytest.mark.parametrize("section", ["", "s"])
@pytest.mark.parametrize("where", ["top", "near the top", "middle"])
@pytest.mark.parametrize("phone", [False, True])
def test_the_row_that_is_read_stays_while_41_rows_arrive_above_it(mock, live, section, where, phone):
    """Case RFR-09."""
    prefix = section and f"{section}/"
    mock.body = two_way(container(section, days(0, 60, prefix)) if section else days(0, 60))
    page = live(body=True)
    if phone:
        page.set_viewport_size({"width": 390, "height": 844})
    has_module(page, "rows-above.js")
    if where == "near the top":
        page.evaluate("scrollTo(0, 40)")
    elif where == "middle":
        page.evaluate("row => document.getElementById(row).scrollIntoView({ block: 'center' })", f"{prefix}r20")
    idle(page)
    read = f"{prefix}r20" if where == "middle" else f"{prefix}r0"
    top = place(page, read)
    for load in range(3):
        new = days(-41 * (load + 1), -41 * load, prefix)
        arrive(mock, 2 + 2 * load, 1 + 2 * load, ["+", section, new, f"r{-41 * load}"])
        page.wait_for_selector(f"[id='{prefix}r{-41 * (load + 1)}']", state="attached")
        idle(page)
        assert abs(place(page, read) - top) <= 1, f"load {load}"


def test_at_the_top_a_row_that_goes_leaves_its_place_to_the_next(mock, live):
    mock.body = two_way(days(0, 60))
    page = live(body=True)
    has_module(page, "rows-above.js")
    idle(page)
    top = place(page, "r0")
    arrive(mock, 2, 1, ["+", "", days(-41, 0), "r0"], ["-", "r0"])
    page.wait_for_selector("#r-41", state="attached")
    idle(page)
    assert page.query_selector("#r0") is None
    assert place(page, "r-1") < top < place(page, "r2")


def test_a_row_that_comes_above_without_a_load_is_shown(mock, live):
    """At the top of a page somebody waits for news."""
    mock.body = two_way(days(0, 60))
    page = live(body=True)
    has_module(page, "rows-above.js")
    mock.push("e.2", ["+", "", cell("news", "<p>News</p>"), "r0"])
    page.wait_for_selector("#news")
    idle(page)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("phone", [False, True])
def test_ten_loads_move_nothing_while_somebody_scrolls_up(mock, live, phone):
    """Only the wheel moves the rows, by as much as it turns. Cases RFR-09 and H-E6: each press loads once."""
    mock.body = two_way(days(0, 120))
    rounds = itertools.count(1, 2)

    def reply(post):
        round = next(rounds)
        assert post["body"] == f"data={round}"
        load = round // 2
        # More rows come after the reply, as from a task.
        arrive(mock, 1 + round, round, ["+", "", days(-41 * (load + 1), -41 * load), f"r{-41 * load}"])
        return 204, {}, b""

    mock.reply = reply
    page = live(body=True)
    if phone:
        page.set_viewport_size({"width": 390, "height": 844})
    has_module(page, "rows-above.js")
    page.evaluate("document.getElementById('r100').scrollIntoView({ block: 'start', behavior: 'instant' })")
    idle(page)
    page.mouse.move(100, 100)
    top, turned = place(page, "r100"), 0
    while len(mock.posts) < 10:
        # The wheel cannot turn a page beyond its top: the next rows make room.
        page.wait_for_function("() => scrollY >= 150")
        page.mouse.wheel(0, -150)
        turned += 150
        # The row may have gone out of sight: its distance tells how far everything has moved.
        page.wait_for_function(
            "([top]) => Math.abs(document.getElementById('r100').getBoundingClientRect().top - top) <= 1", arg=[top + turned])
    idle(page)
    assert abs(place(page, "r100") - top - turned) <= 1
    assert page.evaluate("document.querySelectorAll('li').length") == 120 + 41 * 10
