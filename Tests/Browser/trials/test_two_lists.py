"""Two long lists on one page: each has its own edges and its own place in the URL."""

import json

import pytest
from harness import Trials, until
from live import wait_live

COUNT = 200


@pytest.fixture(scope="module")
def trials(tmp_path_factory):
    server = Trials("--rows", str(COUNT), data=tmp_path_factory.mktemp("two") / "pages")
    yield server
    server.stop()


def numbers(page, name):
    return [int(text.split()[-1]) for text in page.locator(f"[id='{name}'] .BurstRow").all_inner_texts()]


def scroll(page, name, row):
    page.evaluate("([name, row]) => [...document.querySelectorAll(`[id='${name}'] .BurstRow`)].at(row).scrollIntoView()", [name, row])


def place(page, name):
    return page.evaluate("(name) => new URL(location.href).searchParams.get(name)", name)


def test_both_lists_lead_to_their_ends(open_page, trials):
    page = open_page()
    page.goto(trials.address + "/two")
    wait_live(page)
    for name, last in (("up", COUNT), ("down", 1)):
        while (shown := numbers(page, name))[-1] != last:
            scroll(page, name, -1)
            until(lambda: numbers(page, name)[-1] != shown[-1])
            assert shown == list(range(shown[0], shown[-1] + (1 if name == "up" else -1), 1 if name == "up" else -1))


def test_each_list_keeps_its_place_in_the_url(open_page, trials):
    page = open_page()
    page.goto(trials.address + "/two?word=x&up=[150,150]&down=[60,60]")
    wait_live(page)
    until(lambda: 150 in numbers(page, "up") and 60 in numbers(page, "down"))
    scroll(page, "up", 5)
    until(lambda: place(page, "up") not in (None, "[150,150]"))
    up, down = place(page, "up"), place(page, "down")
    scroll(page, "down", 5)
    until(lambda: place(page, "down") != down)
    # The place in the list that somebody has left is still there, and so is the rest of the query.
    assert place(page, "up") == up and page.evaluate("new URL(location.href).searchParams.get('word')") == "x"
    down = place(page, "down")
    page.reload()
    wait_live(page)
    until(lambda: json.loads(up)[0] in numbers(page, "up") and json.loads(down)[0] in numbers(page, "down"))


def test_without_javascript_a_link_of_one_list_keeps_the_place_of_the_other(open_page, trials):
    page = open_page(java_script_enabled=False)
    page.goto(trials.address + "/two?up=[150,150]&down=[60,60]")
    shown, before = numbers(page, "up"), numbers(page, "down")
    page.locator("[id='up'] > footer a").click()
    assert numbers(page, "up")[0] >= 150 and numbers(page, "up")[-1] > shown[-1] and numbers(page, "down") == before
