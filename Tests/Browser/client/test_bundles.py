"""The client as servers deliver it: in bundles."""

import json
import re
from urllib.parse import parse_qs

from mock import BUNDLES, at, button, cell, root, text, until
from test_missing import NOTICE, forget, lose, status
from test_reorder import drop, keys, row
from windows import idle

NAMES = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.js'))"


def test_a_page_is_live_with_two_scripts(mock, live, open_page):
    # In a page that was used before, the pointer may be over the document, and then the third script comes.
    page = live(cell("a", button("a") + "0"), open_page(is_new=True))
    mock.reply = lambda post: mock.patch("e.2", ["=", "a", ":1", "1"])
    page.evaluate("document.querySelector('button').click()")
    page.wait_for_selector(at("e.2", "#a:text('1')"))
    mock.push("e.3", ["=", "a", "@class", "Row e-h-300 e-h-45"])
    page.wait_for_selector(at("e.3"))
    assert page.locator("#a").bounding_box()["height"] == 345
    idle(page)
    assert sorted(page.evaluate(NAMES)) == ["espalier.js", "rest.js"]
    # The next comes with the pointer.
    page.hover("button")
    until(lambda: sorted(page.evaluate(NAMES)) == ["espalier.js", "hold.js", "rest.js"])


def test_the_page_loads_a_plugins_bundle_with_the_first_element_that_needs_it(mock, live):
    mock.body = root(cell("a", "A"))
    page = live(body=True)
    mock.push("e.2", ["!", "".join(["<ul role=list>", *map(row, "abcde"), "</ul>"])], event="snapshot")
    page.wait_for_selector(at("e.2"))
    until(lambda: "reordering.js" in page.evaluate(NAMES))
    mock.reply = lambda post: mock.patch("e.3", [">", "b", "e"])
    until(lambda: page.locator("#b .e-handle").focus() or page.keyboard.press("Space") or page.locator("[data-carried]").count())
    drop(page)
    page.wait_for_selector(at("e.3"))
    assert keys(page) == "acdbe" and [json.loads(parse_qs(post["body"])["data"][0]) for post in mock.posts] == [{"before": "e"}]
    assert page.evaluate(NAMES).count("reordering.js") == 1



def test_a_page_whose_first_bundle_does_not_arrive_says_so_and_its_forms_work(mock, page, complaints):
    mock.rows = cell("a", button("a"))
    mock.reply = lambda post: (303, {"Location": "/list"}, b"")
    page.clock.install()
    lose(page, "espalier")
    page.goto(mock.url + "/list")
    until(lambda: page.clock.run_for(500) or status(page) == NOTICE)
    page.click("button")
    until(lambda: len(mock.posts) == 1)
    assert "text/html" in mock.posts[0]["accept"]
    forget(complaints)


def test_a_first_bundle_that_arrives_late_makes_the_page_live_once(mock, page, complaints):
    mock.rows = cell("a", "1")
    page.clock.install()
    lose(page, "espalier", times=1)
    page.goto(mock.url + "/list")
    until(lambda: page.clock.run_for(500) or page.locator("html[data-espalier=live]").count())
    mock.push("e.2", text(2))
    page.wait_for_selector(at("e.2"))
    assert status(page) == "" and len(mock.streams) == 1
    forget(complaints)


def test_without_the_second_bundle_the_stream_works(mock, page, complaints):
    mock.rows = cell("a", "1")
    lose(page, "rest")
    page.goto(mock.url + "/list")
    page.wait_for_selector("html[data-espalier=live]")
    mock.push("e.2", text(2))
    page.wait_for_selector(at("e.2"))
    forget(complaints)


def test_the_sheet_is_one_file_with_all_its_rules(mock, live):
    page = live(cell("a", "A", "Row e-fixed"))
    assert page.evaluate("document.styleSheets.length") == 1
    assert page.evaluate("[...document.styleSheets[0].cssRules].filter((rule) => rule instanceof CSSImportRule).length") == 0
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--espalier-motion')") == "0ms"
    source = (BUNDLES / "espalier.css").read_text()
    assert not re.search(r"--[\w-]+: ?\.\d+s", source), "a script reads milliseconds"
