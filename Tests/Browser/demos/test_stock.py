"""One stock that changes several pages of several viewers; one container with several layouts."""

import pytest
from harness import Server, until
from live import cell, difference, same_elements, wait_live, watch


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def wait_still(page):
    page.wait_for_selector(".FollowBar button:text-is('Go live')")


def cents(page, selector):
    return [round(float(text.strip("$")) * 100) for text in page.locator(selector).all_inner_texts()]


def test_two_viewers_follow_one_stock_on_two_pages(visit):
    prices, ticker = visit("/prices"), visit("/ticker")
    before = cents(prices, ".PriceRow .price")
    watch(prices)

    def both_followed():
        for page in (prices, ticker):
            press(page, "Go live")
        for page in (prices, ticker):
            wait_still(page)
        # If one page was late, trading had already ended for the other. A button may also say Go live because no answer has come yet.
        now = cents(prices, ".PriceRow .price")
        return now != before and cents(ticker, ".sum") == [sum(now)]

    until(both_followed, what="both pages followed one stock")
    after = cents(prices, ".PriceRow .price")
    assert len(after) == 12
    assert cents(prices, ".Extremes .price") == [max(after), min(after)]
    assert set(cents(ticker, ".Movers .price")) <= set(after)
    # No row was replaced, although many rows changed many times.
    assert prices.evaluate("changes.filter(({ type, place }) => type === 'childList' && place.startsWith('PriceList')).length") == 0
    assert prices.evaluate("patches.length") > 2
    assert difference(prices) is None and difference(ticker) is None


@pytest.mark.parametrize(("path", "prices"), [("/prices", ".PriceRow .price"), ("/ticker", ".StockSum .sum, .Movers .price")])
def test_without_scripts_a_page_that_is_loaded_again_shows_newer_prices(visit, path, prices):
    page = visit(path, javascript=False)
    before = cents(page, prices)
    press(page, "Go live")
    for _ in range(100):
        page.get_by_role("link", name="Reload").click()
        if page.get_by_role("button", name="Go live").count():
            break
    assert page.get_by_role("button", name="Go live").count() == 1
    assert cents(page, prices) != before
    if path == "/ticker":
        stock = visit("/prices", javascript=False)
        assert cents(page, ".StockSum .sum") == [sum(cents(stock, ".PriceRow .price"))]


def test_a_paused_page_does_not_change_while_others_do(open_page):
    server = Server("--pace", "4")
    try:
        still, other = open_page(), open_page()
        for page in (still, other):
            page.goto(server.address + "/prices")
            wait_live(page)
            press(page, "Go live")
            page.wait_for_selector(".FollowBar button:text-is('Pause')")
        press(still, "Pause")
        wait_still(still)
        assert still.evaluate("document.activeElement.textContent") == "Go live"
        watch(still)
        text = other.locator(".PriceList").inner_text()
        other.wait_for_function("text => document.querySelector('.PriceList').innerText !== text", arg=text)
        assert still.evaluate("[changes, patches]") == [[], []]
        press(still, "Go live")
        still.wait_for_selector(".FollowBar button:text-is('Pause')")
        # An open page would try to connect to a server that has ended, and complain.
        for page in (still, other):
            page.close()
    finally:
        assert server.stop() == 0


# The number of different left and top edges of the tiles. Those of a flow depend on the widths of the names.
SHAPES = {
    "list": lambda left, top: (left, top) == (1, 16),
    "flow": lambda left, top: left > 4 and 1 < top < 8,
    "grid": lambda left, top: (left, top) == (3, 6),
    "waterfall": lambda left, top: left == 3 and top > 6,
    "strip": lambda left, top: (left, top) == (16, 1),
}


def shape(page):
    places = page.locator(".Leaf").evaluate_all(
        "rows => rows.map((row) => { const { x, y } = row.getBoundingClientRect(); return [Math.round(x), Math.round(y)]; })")
    return len({x for x, _ in places}), len({y for _, y in places})


@pytest.mark.parametrize("javascript", [True, False])
def test_one_container_takes_any_layout(visit, javascript):
    page = visit("/waterfall", javascript=javascript, viewport={"width": 1280, "height": 900})
    for name, fits in SHAPES.items():
        press(page, name)
        page.wait_for_selector(f".LayoutBar button[aria-pressed=true]:text-is('{name}')")
        # Without scripts the page may show before its style sheet is loaded.
        until(lambda: fits(*shape(page)), what=f"the tiles formed a {name}")
    press(page, "waterfall")
    for columns in (2, 4, 3):
        press(page, f"{columns} columns")
        page.wait_for_selector(f".LayoutBar code:has-text('columns: {columns}')")
        until(lambda: shape(page)[0] == columns, what=f"the waterfall had {columns} columns")


@pytest.mark.parametrize(("name", "classes", "fixed"), [
    ("strip", ["e-strip"], 3), ("grid", ["e-grid", "e-columns-3"], 0), ("list", [], 3)])  # fmt: skip
def test_a_change_of_layout_sets_one_attribute_and_keeps_every_tile(visit, name, classes, fixed):
    page = visit("/waterfall")
    watch(page)
    press(page, name)
    page.wait_for_selector(f".LayoutBar button[aria-pressed=true]:text-is('{name}')")
    [patch] = page.evaluate("patches")
    assert [op[:4] for op in patch["ops"] if op[1] != "header"] == [
        ["=", "", "@class", " ".join(["Waterfall", *classes, "e-across-8", "e-down-8"])]]
    assert same_elements(page)
    assert cell(page, "header").locator("[aria-disabled=true]").count() == fixed
    assert page.evaluate("document.activeElement.textContent") == name
    assert difference(page) is None
