"""A patch may bring layout numbers that the page's own sheet does not have."""

from mock import at, cell, root

STRICT = {"Content-Security-Policy": "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-eval'"}


def height(page, address):
    return page.locator(f"[id='{address}']").bounding_box()["height"]


def test_numbers_of_inserted_and_changed_rows_have_their_rules_at_once(mock, live):
    mock.headers = STRICT
    page = live(cell("a", "A"))
    page.evaluate("document.addEventListener('espalier:applied', () => (window.seen = document.querySelector('li').offsetHeight))")
    mock.push("e.2", ["=", "a", "@class", "Row e-h-200 e-h-45"])
    page.wait_for_selector(at("e.2"))
    assert height(page, "a") == 245 and page.evaluate("seen") == 245
    mock.push("e.3", ["+", "", cell("b", "B", "Row e-h-99")], ["=", "a", "@class", "Row e-h-45"])
    page.wait_for_selector(at("e.3"))
    assert (height(page, "a"), height(page, "b")) == (45, 99)
    assert page.locator("style, [style]").count() == 0


def test_columns_are_one_class_and_other_numbers_are_sums(mock, live):
    page = live("".join(cell(key, key) for key in "abcd"))
    mock.push("e.2", ["=", "", "@class", "List e-grid e-columns-3 e-across-100 e-across-20"])
    page.wait_for_selector(at("e.2"))
    # The sheet of arrangements comes with the patch that brings the first.
    page.wait_for_function("() => getComputedStyle(document.querySelector('ul')).display === 'grid'")
    boxes = [page.locator(f"#{key}").bounding_box() for key in "abcd"]
    assert boxes[2]["y"] == boxes[0]["y"] < boxes[3]["y"]
    assert abs(boxes[1]["x"] - boxes[0]["x"] - boxes[0]["width"] - 120) < 1


def test_numbers_of_a_snapshot_have_their_rules_too(mock, live):
    page = live(cell("a", "A"))
    mock.push("f.1", ["!", root(cell("a", "A", "Row e-h-77")).removeprefix('<div id="~root" class="List">').removesuffix("</div>")], event="snapshot")
    page.wait_for_selector(at("f.1"))
    assert height(page, "a") == 77


def test_text_that_only_looks_like_a_number_adds_no_rule(mock, live):
    page = live(cell("a", "A"))
    mock.push("e.2", ["=", "a", ":0", "the-h-12 e-1 e-h- e-h-1x"])
    page.wait_for_selector(at("e.2"))
    assert page.evaluate("document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).length") == 0


def test_rows_keep_their_sizes_when_the_client_stops(mock, live):
    page = live(cell("a", "A"))
    mock.push("e.2", ["=", "a", "@class", "Row e-h-77"])
    page.wait_for_selector(at("e.2"))
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    page.wait_for_selector("html:not([data-espalier])")
    assert height(page, "a") == 77
