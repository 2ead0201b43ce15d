"""Rows in view: two linked lists, pictures that load when they come near, and a log of rows that appeared and disappeared."""

import pytest
from harness import Server, until
from live import cell, difference, watch
from windows import idle

TITLES = ["Apples", "Pears", "Plums", "Cherries", "Quinces", "Berries", "Nuts", "Grapes", "Figs", "Medlars", "Roots", "Leaves", "Herbs"]
COUNTS = [8, 9, 8, 13, 7, 4, 5, 5, 7, 2, 10, 5, 4]


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a third of their usual time."""
    server = Server("--pace", "3")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def chosen(page):
    return page.locator(".CategoryTitle [aria-current=true]").all_inner_texts()


def place(page, address, box="wares"):
    """The distance of an element from the upper edge of the box."""
    return page.evaluate("""([address, box]) => {
      const top = (id) => document.getElementById(id).getBoundingClientRect().top;
      return top(address) - top(box);
    }""", [address, box])


def come_over(page):
    """Moves the pointer over the wares, once the page can report visibility."""
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/visibility.js'))")
    idle(page)
    cell(page, "wares").scroll_into_view_if_needed()
    cell(page, "wares").hover()


def is_chosen(page, title):
    page.locator(".CategoryTitle [aria-current=true]", has_text=title).wait_for()
    assert chosen(page) == [title]


@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_shows_thirteen_categories_and_their_wares(visit, javascript):
    """Item F9."""
    page = visit("/category", javascript=javascript)
    assert page.locator(".CategoryTitle").all_inner_texts() == TITLES
    assert page.locator(".CategoryHeader h2").all_inner_texts() == TITLES
    assert [cell(page, f"wares/{n}").locator(".Ware").count() for n in range(13)] == COUNTS
    assert chosen(page) == ["Apples"]


@pytest.mark.parametrize("width", [390, 1280])
def test_a_title_leads_to_its_section_and_scrolling_marks_titles(visit, width):
    """Item F9."""
    page = visit("/category", viewport={"width": width, "height": 844})
    cell(page, "wares").scroll_into_view_if_needed()
    watch(page)
    for title in ("Quinces", "Herbs", "Pears"):
        page.get_by_role("button", name=title, exact=True).click()
        is_chosen(page, title)
        until(lambda: abs(place(page, f"wares/{TITLES.index(title)}")) < 2)
        idle(page)
        assert chosen(page) == [title], "the page marked another title although the person has not scrolled"
    come_over(page)
    before = page.evaluate("scrollY")
    for title in TITLES[1:6]:
        height = cell(page, f"wares/{TITLES.index(title)}").bounding_box()["height"]
        page.mouse.wheel(0, height)
        is_chosen(page, TITLES[TITLES.index(title) + 1])
    assert page.evaluate("scrollY") == before, "the page jumped"
    assert difference(page) is None


def test_sections_that_the_page_scrolls_past_are_not_marked(visit):
    """Item F9."""
    page = visit("/category", reduced_motion="no-preference")
    come_over(page)
    page.evaluate("""() => {
      window.marked = [];
      window.places = new Set();
      const note = () => marked.push(document.querySelector('.CategoryTitle [aria-current=true]').textContent);
      document.addEventListener('espalier:applied', note);
      document.getElementById('wares').addEventListener('scroll', ({ target }) => places.add(target.scrollTop));
    }""")
    page.get_by_role("button", name="Herbs").click()
    until(lambda: abs(place(page, "wares/12")) < 2)
    idle(page)
    assert page.evaluate("places.size") > 3 and set(page.evaluate("marked")) == {"Herbs"}


def test_the_marked_title_is_kept_in_view_and_the_header_sticks(visit):
    """Item F9."""
    page = visit("/category", viewport={"width": 390, "height": 420})
    come_over(page)
    page.mouse.wheel(0, 99999)
    is_chosen(page, "Herbs")
    title = cell(page, "titles/12")
    until(lambda: place(page, "titles/12", "titles") + title.bounding_box()["height"] <= cell(page, "titles").bounding_box()["height"] + 1)
    page.mouse.wheel(0, -300)

    def sticks():
        address = f"wares/{TITLES.index(chosen(page)[0])}"
        return place(page, address) < 0 and abs(place(page, f"{address}/header")) < 2

    until(sticks)


def test_a_reload_scrolls_to_the_marked_title_of_this_tab_only(visit):
    page = visit("/category")
    other = visit("/category", beside=page)
    page.get_by_role("button", name="Figs").click()
    is_chosen(page, "Figs")
    until(lambda: abs(place(page, "wares/8")) < 2)
    page.reload()
    until(lambda: abs(place(page, "wares/8")) < 2)
    assert chosen(page) == ["Figs"] and chosen(other) == ["Apples"]
    page.goto(page.url.split("/category")[0] + "/counter")
    page.go_back()
    until(lambda: abs(place(page, "wares/8")) < 2)
    assert chosen(page) == ["Figs"]


def test_a_focused_heart_is_never_under_the_header(visit):
    page = visit("/category")
    hearts = page.locator(".like")
    hearts.nth(60).focus()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("""() => {
          const { left, top, width, height } = document.activeElement.getBoundingClientRect();
          const under = document.elementFromPoint(left + width / 2, top + height / 2);
          return document.activeElement.contains(under);
        }"""), page.evaluate("document.activeElement.ariaLabel")


def test_a_liked_ware_stays_at_its_place(visit):
    page = visit("/category")
    page.get_by_role("button", name="Roots").click()
    is_chosen(page, "Roots")
    until(lambda: abs(place(page, "wares/10")) < 2)
    # The driver's own click scrolls to a button that is not completely in view.
    page.get_by_role("button", name="I like Turnip").evaluate("button => button.click()")
    page.locator("[aria-label='I like Turnip'][aria-pressed=true]").wait_for()
    idle(page)
    assert abs(place(page, "wares/10")) < 2 and chosen(page) == ["Roots"]
    assert difference(page) is None


def test_without_scripts_a_title_leads_to_its_section(visit):
    """Item F9."""
    page = visit("/category", javascript=False)
    page.get_by_role("button", name="Quinces").click()
    assert page.url.endswith("#wares/4") and chosen(page) == ["Quinces"]
    top, box = (cell(page, address).bounding_box()["y"] for address in ("wares/4", "wares"))
    assert abs(top - box) < 2


def loaded(page):
    return [int(row.get_attribute("id")) for row in page.locator(".RangePicture:has(figure)").all()]


def test_pictures_are_loaded_two_screens_ahead(visit):
    page = visit("/working-range", viewport={"width": 1280, "height": 800})
    until(lambda: loaded(page))
    near = [n for n in range(1, 21) if cell(page, str(n)).bounding_box()["y"] < 3 * 800]
    until(lambda: loaded(page) == near)
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    assert 3 < len(near) < 12 and f"{len(near)} of 20" in page.locator(".RangeCount").inner_text()
    place = cell(page, "20").bounding_box()["y"]
    idle(page)
    assert posts == [] and loaded(page) == near
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    until(lambda: 20 in loaded(page))
    assert cell(page, "20").bounding_box()["y"] + page.evaluate("scrollY") == place, "the heights of rows changed"
    assert difference(page) is None


def test_without_scripts_a_button_loads_its_picture(visit):
    page = visit("/working-range", javascript=False)
    page.wait_for_load_state()
    page.reload()
    assert loaded(page) == []
    page.get_by_role("button", name="Load, picture 7").click()
    assert loaded(page) == [7] and page.url.endswith("#7")
    page.get_by_role("button", name="Load, picture 2", exact=True).click()
    assert loaded(page) == [2, 7]
    before = cell(page, "7").locator("path").first.get_attribute("d")
    page.get_by_role("button", name="Load another, picture 7").click()
    assert loaded(page) == [2, 7] and cell(page, "7").locator("path").first.get_attribute("d") != before


def log(page):
    return page.locator(".SeenEntry > span:first-child").all_inner_texts()


def test_rows_that_appear_and_disappear_are_logged_newest_first(visit):
    page = visit("/display", viewport={"width": 1280, "height": 800})
    page.locator(".SeenEntry").first.wait_for()
    idle(page)
    first = log(page)
    assert first[-5:] == [f"{name} appeared" for name in ("Stone bench", "Box hedge", "Lavender", "Climbing rose", "Rose walk")]
    assert not any("disappeared" in entry for entry in first)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".SeenEntry", has_text="Seed trays appeared").wait_for()
    idle(page)
    news = log(page)[: -len(first)]
    assert "Rose walk disappeared" in news and "Greenhouse appeared" in news
    came, went = news.index("Seed trays appeared"), news.index("Climbing rose disappeared")
    assert came < went, "rows that disappeared are not below rows that appeared"
    assert difference(page) is None


def test_the_log_is_bounded_and_does_not_move_the_rows(visit):
    page = visit("/display", viewport={"width": 390, "height": 844})
    page.locator(".SeenEntry").first.wait_for()
    count = lambda: int(page.locator(".SeenEntry .note").first.inner_text())
    for _ in range(7):
        for end in ("document.body.scrollHeight", "0"):
            before = count()
            page.evaluate(f"scrollTo(0, {end})")
            until(lambda: count() > before + 4)
    assert count() > 60 and page.locator(".SeenEntry").count() == 60
    y = cell(page, "sections/2").bounding_box()["y"]
    page.get_by_role("button", name="Pause").click()
    page.locator(".SeenLogTitle [aria-pressed=true]").wait_for()
    page.get_by_role("button", name="Clear").click()
    page.locator(".SeenLogTitle", has_text="Scroll to see what appears").wait_for()
    assert page.locator(".SeenEntry").count() == 0 and abs(cell(page, "sections/2").bounding_box()["y"] - y) < 1


def test_without_scripts_the_log_stays_empty(visit):
    page = visit("/display", javascript=False)
    assert page.locator(".SeenCell").count() == 24 and log(page) == []
    assert "Scroll to see what appears" in page.locator(".SeenLogTitle").inner_text()


def test_the_keyboard_removes_rows_one_after_another(visit):
    page = visit("/empty")
    idle(page)
    removals = page.get_by_role("button", name="Remove")
    removals.nth(1).focus()
    for left in range(removals.count() - 1, 0, -1):
        page.keyboard.press("Enter")
        until(lambda: removals.count() == left)
        assert "Remove" in page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent")
    assert difference(page) is None
