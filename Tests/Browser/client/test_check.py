"""The client compares its copy of the page with the server's now and then. A wrong page heals, and the server hears of it."""

import pytest
from mock import at, cell, root, until
from test_operations import push
from windows import idle

LOADED = "~load=i1.7&amp;"


def row(address, text):
    return cell(address, f'<p>{text} <b>x</b></p><details><summary>s</summary>d</details><form method="post" action="/list/events?LOADnode={address}"></form>')


def page_of(*texts):
    return root("".join(row(key, text) for key, text in zip("abc", texts, strict=True)))


@pytest.fixture
def checked(mock, page):
    """Opens a page that is checked soon after each patch. `before` runs before the client starts."""

    def checked(before=""):
        mock.body = page_of("1", "2", "3").replace("LOAD", LOADED)
        page.add_init_script(f"""document.addEventListener('readystatechange', () => {{
          if (document.readyState !== 'interactive') return;
          document.forms[0].setAttribute('data-check', '0.05');
          {before}
        }})""")
        mock.catch_up = lambda since: {"version": mock.version, "patches": snapshot(mock) if since is None else []}
        page.goto(mock.url + "/list")
        page.wait_for_selector("html[data-espalier=live]")
        return page

    return checked


def snapshot(mock):
    html = mock.body.removeprefix('<div id="~root" class="List">').removesuffix("</div>").replace("LOAD", "")
    return [{"version": mock.version, "event": "snapshot", "patch": [["!", html], ["=", "", "@class", "List"]]}]


def change(mock, page, number, *texts):
    """Changes the texts of all rows on the server; sends the last one to the page."""
    mock.body, mock.version = page_of(*texts), f"e.{number}"
    push(mock, page, ["=", "c", "0:0", texts[-1] + " "], number=number)


def checks(mock):
    return [get for get in mock.catch_ups() if "since" not in get]


def repairs(mock):
    return [get for get in mock.catch_ups() if get.get("repair")]


def shown(page):
    return page.locator("b").evaluate_all("all => all.map((b) => b.previousSibling.data.trim())")


def test_a_right_page_is_left_alone(mock, checked):
    page = checked("document.querySelector('details').open = true")
    page.evaluate("window.rows = [...document.querySelectorAll('li')]")
    for number in (2, 3):
        change(mock, page, number, "1", "2", f"3 and {number}")
        until(lambda: len(checks(mock)) == number - 1)
        idle(page)
    assert not repairs(mock) and page.evaluate("rows.every((row) => row.isConnected) && document.querySelector('details').open")
    # Without patches nothing is checked.
    idle(page)
    assert len(checks(mock)) == 2


def test_texts_in_parts_are_no_difference(mock, checked):
    page = checked()
    mock.body, mock.version = page_of("1", "2", "3"), "e.3"
    push(mock, page, ["=", "a", "0:1", "more"])
    push(mock, page, ["=", "a", "0:1", ""], number=3)
    until(lambda: checks(mock))
    idle(page)
    assert not repairs(mock)


def test_a_page_that_a_script_made_wrong_heals_once(mock, checked, complaints):
    page = checked("document.querySelector('#a b').previousSibling.data = 'wrong '; document.getElementById('b').remove()")
    assert shown(page) == ["wrong", "3"]
    page.evaluate("window.row = document.getElementById('c')")
    change(mock, page, 2, "1", "2", "4")
    until(lambda: shown(page) == ["1", "2", "4"])
    until(lambda: repairs(mock))
    idle(page)
    assert len(repairs(mock)) == 1 and repairs(mock)[0]["since"] == "e.2"
    assert page.evaluate("row === document.getElementById('c')")
    (complaint,) = complaints
    assert "The page differed from the server. It was wrong at “a”." in complaint
    complaints.clear()
    change(mock, page, 3, "1", "2", "5")
    until(lambda: len(checks(mock)) >= 3)
    idle(page)
    assert len(repairs(mock)) == 1 and shown(page) == ["1", "2", "5"]


def test_a_snapshot_of_another_version_says_nothing(mock, checked):
    page = checked()
    late = {"version": "e.9", "patches": [{"version": "e.9", "event": "snapshot", "patch": [["!", "<ul role=list></ul>"]]}]}
    catch_up, answers = mock.catch_up, iter([late, {"status": 404}])
    mock.catch_up = lambda since: next(answers, None) or catch_up(since)
    change(mock, page, 2, "1", "2", "4")
    until(lambda: len(checks(mock)) == 3)
    idle(page)
    assert not repairs(mock) and shown(page) == ["1", "2", "4"]


def test_in_production_a_page_is_checked_ten_to_twenty_minutes_after_a_patch(mock, live):
    page, modules = live(row("a", "1").replace("LOAD", ""), clock=True), []
    page.on("request", lambda request: "check.js" in request.url and modules.append(request))
    mock.catch_up = lambda since: {"version": mock.version, "patches": []}
    mock.version = "e.2"
    push(mock, page, ["=", "a", "0:0", "2 "])
    page.wait_for_selector(at("e.2"))
    page.clock.run_for(590_000)
    assert not modules
    page.clock.run_for(620_000)
    until(lambda: modules)
