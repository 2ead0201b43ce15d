"""If a module does not load, the page says so or works without it."""

import re

import pytest
from mock import BEAT, MODULES, at, button, cell, text, until

NOTICE = "Updates did not load. Reload the page."


def imported(name, seen=()):
    """Returns the paths of a module and of all modules that it imports statically, below the folder of all and without `.js`."""
    file = MODULES / f"{name}.js"
    found = re.findall(r"^import .* from '(\.[^']+)\.js';", file.read_text(), re.M)
    names = [str((file.parent / path).resolve().relative_to(MODULES)) for path in found]
    return {name}.union(*(imported(inner, (*seen, name)) for inner in names if inner not in seen))


# The modules that only the first bundle has. Modules that the rest imports too are in both bundles.
NEEDED = imported("espalier") - imported("rest")
# One that the page names, and two that other modules import. The browser treats all imports alike.
SOME = ["espalier", "start-client", "copy/apply-patch"]


def status(page):
    return page.locator("[data-espalier-status]").inner_text()


def lose(page, name, times=None):
    """Makes the requests for a module fail, all of them or the first ones; returns a list that collects the requests."""
    asked = []

    def route(route):
        asked.append(route.request.url)
        lost = times is None or len(asked) <= times
        route.abort() if lost else route.continue_()

    page.route(re.compile(rf"/espalier/{name}\.js(\?.*)?$"), route)
    return asked


def forget(complaints):
    assert all("ERR_FAILED" in complaint or "dynamically imported module" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_the_modules_that_are_imported_at_once_are_known():
    assert len(NEEDED) >= 11 and {*SOME, "copy/server-dom", "receiving/event-stream"} <= NEEDED


@pytest.mark.parametrize("name", SOME)
def test_a_page_whose_client_does_not_arrive_says_so_and_its_forms_work(readable, page, complaints, name):
    readable.rows = cell("a", button("a"))
    readable.reply = lambda post: (303, {"Location": "/list"}, b"")
    page.clock.install()
    lose(page, name)
    page.goto(readable.url + "/list")
    until(lambda: page.clock.run_for(500) or status(page) == NOTICE)
    page.click("button")
    until(lambda: len(readable.posts) == 1)
    assert "text/html" in readable.posts[0]["accept"]
    forget(complaints)


@pytest.mark.parametrize("name", SOME)
def test_a_module_that_arrives_the_second_time_makes_the_page_live(readable, page, complaints, name):
    readable.rows = cell("a", "1")
    page.clock.install()
    asked = lose(page, name, times=1)
    page.goto(readable.url + "/list")
    until(lambda: page.clock.run_for(500) or page.locator("html[data-espalier=live]").count())
    assert len(asked) == 2 and status(page) == ""
    readable.push("e.2", text(2))
    page.wait_for_selector(at("e.2"))
    forget(complaints)


@pytest.mark.parametrize("name", ["rest", "receiving/stream-supervisor"])
def test_without_the_rest_the_stream_continues_through_beats(readable, page, complaints, name):
    readable.rows = cell("a", "1")
    lose(page, name)
    page.goto(readable.url + "/list")
    page.wait_for_selector("html[data-espalier=live]")
    for number in range(2, 5):
        readable.push(f"e.{number}", text(number))
        readable.say(BEAT.decode())
        page.wait_for_selector(at(f"e.{number}"))
    assert page.locator("#a").inner_text() == "4" and status(page) == ""
    forget(complaints)
