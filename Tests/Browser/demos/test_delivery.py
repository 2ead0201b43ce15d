"""The requests of a browser when it opens a page for the first and for the second time."""

import re
from urllib.parse import urljoin

import pytest
from harness import ROOT, Server, Trials, until
from windows import idle

PLUGINS = {"effects.js", "growing.js", "reordering.js", "sticky.js", "triggers.js", "visibility.js"}
RESOURCES = """() => performance.getEntriesByType('resource').map(({ name, transferSize, encodedBodySize, decodedBodySize }) =>
  ({ path: new URL(name).pathname, transferSize, encodedBodySize, decodedBodySize }))"""


@pytest.fixture
def page(open_page):
    # A pointer over the page loads a script.
    return open_page(is_new=True)


@pytest.fixture(scope="module")
def plain():
    """A server with pages that have no template."""
    server = Trials("--public", "none")
    yield server.address
    server.stop()


def asked(page, address):
    """Opens the page and waits until it is live; returns all requests to its server except the one for the page itself."""
    requests, server = [], urljoin(address, "/")
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    page.wait_for_selector("html[data-espalier=live]")
    idle(page)
    return [url for url in requests if url.startswith(server)][1:]


def library(page):
    return [entry for entry in page.evaluate(RESOURCES) if entry["path"].startswith("/espalier/")]


def test_a_first_visit_of_a_plain_page_needs_four_requests_and_fourteen_kilobytes(page, plain):
    requests = asked(page, plain + "/rows")
    # The style sheet, two scripts, and the stream of patches.
    assert len(requests) <= 4, requests
    files = library(page)
    assert sorted(entry["path"].split("/")[-1] for entry in files) == ["espalier.css", "espalier.js", "rest.js"]
    size = sum(entry["encodedBodySize"] for entry in files)
    assert size <= 14_336
    # The fact on the front page.
    fact = re.search(r"clientSize: Int64 = (\d+)", (ROOT / "Sources/EspalierDemos/Front/FrontPage.swift").read_text())
    assert int(fact[1]) == round(size / 1024)
    assert all(0 < entry["encodedBodySize"] < entry["decodedBodySize"] / 2 for entry in files), "not compressed"


def test_a_second_visit_requests_no_file_of_the_library(page, plain):
    page.goto(plain + "/rows")
    page.wait_for_selector("html[data-espalier=live]")
    assert all(entry["transferSize"] for entry in library(page))
    page.goto(plain + "/busy")
    page.wait_for_selector("html[data-espalier=live]")
    files = library(page)
    # A request that only revalidates a file would have a size too.
    assert len(files) == 3 and [entry["transferSize"] for entry in files] == [0, 0, 0]


def test_scripts_for_later_come_when_somebody_presses_or_scrolls(visit):
    page = visit("/posts", viewport={"width": 390, "height": 844})
    idle(page)
    loaded = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').at(-1))"
    assert not {"inspector.js", "sticky.js"} & set(page.evaluate(loaded))
    page.get_by_role("button", name="Like").first.click()
    page.locator("[data-inspector]").wait_for()
    assert {"inspector.js", "sticky.js"} & set(page.evaluate(loaded)) == {"inspector.js"}
    page.evaluate("scrollTo(0, 300)")
    page.wait_for_function(f"() => {loaded}.includes('sticky.js')")


@pytest.mark.parametrize(("path", "plugins"), [
    ("/simple", set()), ("/cart", set()), ("/counter", {"triggers.js"}), ("/posts", set()), ("/reorder", {"reordering.js"}), ("/growing", {"growing.js"}), ("/display", {"visibility.js"}),
])
def test_a_page_loads_the_plugins_that_it_uses_and_no_others(visit, path, plugins):
    page = visit(path)
    idle(page)
    names = {entry["path"].split("/")[-1] for entry in library(page)}
    assert names & PLUGINS == plugins


def sheets(page):
    return page.evaluate("[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => new URL(href)).map((url) => url.pathname + url.search)")


def test_a_page_links_the_layout_numbers_that_it_uses(visit):
    assert not any("numbers" in sheet for sheet in sheets(visit("/posts")))
    for javascript in (True, False):
        page = visit("/compositional", javascript=javascript)
        (path,) = [sheet for sheet in sheets(page) if "numbers" in sheet]
        linked = set(path.partition("?")[2].split("."))
        used = set(re.findall(r' (e-(?:h|w|top|bottom|left|right|across|down|columns|offset|stack|below|rule)-\d+)(?=[ "])', page.content()))
        assert linked and used <= linked | {f"e-{name}-0" for name in ("left", "right", "across", "down", "offset", "below")}
        assert len(linked) < 80


def test_a_page_links_a_sheet_of_the_library_one_of_the_site_and_its_own(visit):
    names = [re.sub(r"\?.*|.*/", "", sheet) for sheet in sheets(visit("/reorder"))]
    assert [name for name in names if name != "numbers.css"] == ["arrangements.css", "reordering.css", "espalier.css", "site.css", "touching.css"]


def test_in_development_a_page_loads_the_readable_modules(page):
    server = Server("--development")
    try:
        page.goto(server.address + "/reorder")
        page.wait_for_selector("html[data-espalier=live]")
        wanted = {"/espalier/espalier.js", "/espalier/rest.js", "/espalier/page/wire-names.js", "/espalier/espalier.css",
                  "/espalier/plugins/pointer-reordering.js"}
        # One module loads the next.
        until(lambda: wanted <= {entry["path"] for entry in library(page)}, what="the modules were loaded")
        paths = {entry["path"] for entry in library(page)}
        assert not any(re.match("/espalier/[0-9a-f]{16}/.*js", path) for path in paths)
    finally:
        server.stop()
