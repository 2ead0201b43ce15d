"""Growing lists: twenty rows at a time, a pull that refreshes the list, trees that load when the end comes near."""

import pytest
from harness import Server, until
from live import cell, difference, watch
from windows import idle


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a fifth of their usual time."""
    server = Server("--pace", "5")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def rows(page):
    return page.locator(".GrowingRow, .NumberRow")


def has_rows(page, count):
    page.wait_for_function("count => document.querySelectorAll('.GrowingRow, .NumberRow').length === count", arg=count)


def says(page, text):
    """Waits for a text that stays in the footer until somebody presses or scrolls."""
    cell(page, "footer").get_by_text(text).locator("visible=true").first.wait_for()


# Remembers each text of the live regions, with the address of the cell, and each number of rows. On a busy machine, they may have changed
# again before the test looks.
LISTEN = """() => {
  const now = {};
  window.heard = [];
  window.counts = [];
  new MutationObserver(() => {
    const count = document.querySelectorAll('.GrowingRow, .NumberRow').length;
    if (now.count !== count) counts.push((now.count = count));
    for (const region of document.querySelectorAll('main [role=status]')) {
      const { id } = region.closest('[id]');
      const text = region.checkVisibility() ? region.textContent.trim() : '';
      if (now[id] !== text) heard.push([id, (now[id] = text)]);
    }
  }).observe(document.querySelector('main'), { attributes: true, childList: true, characterData: true, subtree: true });
}"""


def listen(page):
    page.evaluate(LISTEN)


def has_said(page, text):
    """Waits until the footer's live region has this text, or has had it since `listen`."""
    page.wait_for_function("text => heard.some(([address, said]) => address === 'footer' && said === text)", arg=text)


def come_to_the_end(page):
    cell(page, "footer").evaluate("footer => footer.scrollIntoView({ block: 'end' })")


def count_posts(page):
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url.split("event=")[1].split("&")[0]))
    return posts


def keep(page):
    page.evaluate("window.kept = [...document.querySelectorAll('.GrowingRow, .NumberRow')]")


KEPT = """() => {
  const now = document.querySelectorAll('.GrowingRow, .NumberRow');
  return kept.length > 0 && kept.every((row, index) => row === now[index]);
}"""


def test_without_scripts_every_button_works(visit):
    page = visit("/growing", javascript=False)
    button = cell(page, "footer").get_by_role("button")
    assert rows(page).count() == 20
    for count, text in [(40, "Load more"), (40, "Try again"), (60, "Load more"), (80, "Load more")]:
        button.click()
        assert rows(page).count() == count and page.url.endswith("#footer")
        assert button.count() == 0 or button.inner_text() == text
        assert rows(page).last.bounding_box()["y"] > 0, "the new rows are above the window"
    assert cell(page, "footer").locator("[role=status]").inner_text().strip().endswith("End of the list.")
    page.get_by_role("button", name="Refresh").click()
    assert rows(page).count() == 20
    assert [text.split("\n")[-1] for text in rows(page).all_inner_texts()[:4]] == ["sent, read 2×"] * 4
    assert cell(page, "footer").get_by_role("button").inner_text() == "Load more"


def test_the_end_loads_more_until_a_failure_and_a_person_can_try_again(visit):
    page = visit("/growing")
    posts = count_posts(page)
    idle(page)
    assert posts == [], "the end is far away"
    watch(page)
    keep(page)
    listen(page)
    come_to_the_end(page)
    has_said(page, "Loading…")
    has_rows(page, 40)
    assert page.evaluate(KEPT)
    come_to_the_end(page)
    says(page, "The connection failed.")
    for _ in range(3):
        page.evaluate("scrollTo(0, 0)")
        idle(page)
        come_to_the_end(page)
        idle(page)
    assert posts == ["loadMore"] * 2 and rows(page).count() == 40, "only a person tries again after a failure"
    page.get_by_role("button", name="Try again").click()
    for count in (60, 80):
        has_rows(page, count)
        come_to_the_end(page)
    says(page, "End of the list.")
    idle(page)
    assert posts == ["loadMore"] * 4 and page.evaluate(KEPT)
    assert difference(page) is None


def test_no_rows_are_requested_twice_however_a_person_scrolls(visit):
    page = visit("/growing")
    rounds = []
    page.on("request", lambda request: request.method == "POST" and rounds.append(request.post_data))
    listen(page)
    come_to_the_end(page)
    has_said(page, "Loading…")
    for _ in range(5):
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(20)
        come_to_the_end(page)
        page.wait_for_timeout(20)
    has_rows(page, 40)
    come_to_the_end(page)
    says(page, "The connection failed.")
    assert len(rounds) == 2 and rounds[0] != rounds[1]


def test_rows_load_without_a_jump_and_the_button_keeps_the_focus(visit):
    page = visit("/growing")
    come_to_the_end(page)
    place = "document.getElementById('19').getBoundingClientRect().top"
    before = page.evaluate(place)
    button = cell(page, "footer").get_by_role("button")
    # The rows may have arrived already, and the browser would scroll to the button.
    button.evaluate("button => button.focus({ preventScroll: true })")
    has_rows(page, 40)
    assert page.evaluate(place) == before
    has_focus = "document.activeElement.closest('footer[id]')?.id === 'footer'"
    assert page.evaluate(has_focus)
    come_to_the_end(page)
    says(page, "The connection failed.")
    for count in (60, 80):
        page.keyboard.press("Enter")
        has_rows(page, count)
        assert page.evaluate(has_focus)
    says(page, "End of the list.")
    assert page.evaluate(has_focus) and button.get_attribute("aria-disabled") == "true"
    page.keyboard.press("Tab")
    assert not button.is_visible(), "a finished button is not reachable after it has lost the focus"


def refreshes(page):
    """How many refreshes have begun since `listen`."""
    return page.evaluate("heard.filter(([address, text]) => address === 'header' && text === 'Refreshing…').length")


def test_the_refresh_button_keeps_the_focus_and_reloads_the_list(visit):
    page = visit("/growing")
    come_to_the_end(page)
    has_rows(page, 40)
    button = cell(page, "header").get_by_role("button")
    button.focus()
    listen(page)
    before, done = 0, 0
    for _ in range(5):
        before = done
        page.keyboard.press("Enter")
        until(lambda: refreshes(page) > before, what="a refresh began")
        page.keyboard.press("Enter")
        idle(page)
        page.wait_for_function("() => document.querySelector('#header [role=status]').textContent === ''")
        done = refreshes(page)
        # A press during a refresh does nothing. On a busy machine, the refresh may be over, and the press begins another one.
        if done == before + 1:
            break
    assert done == before + 1, "every second press began a refresh"
    has_rows(page, 20)
    assert rows(page).first.inner_text().split("\n") == ["Order 1001, 1 fig", f"sent, read {done + 1}×"]
    assert button.evaluate("button => button === document.activeElement") and button.inner_text() == "Refresh"
    assert difference(page) is None


class Finger:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def pull(self, distance, x=200, y=300, aside=0, lift=True):
        self.send("touchStart", (x, y))
        for step in range(1, 6):
            self.send("touchMove", (x + aside * step / 5, y + distance * step / 5))
        if lift:
            self.send("touchEnd")


@pytest.fixture
def phone(visit):
    page = visit("/growing", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.wait_for_function("() => document.documentElement.style.overscrollBehaviorY === 'contain'")
    return page


def test_a_pull_of_more_than_fifty_pixels_refreshes(phone):
    posts, finger = count_posts(phone), Finger(phone)
    finger.pull(80, lift=False)
    phone.locator("#header button[data-pulled]").wait_for()
    assert posts == []
    finger.send("touchEnd")
    rows(phone).first.get_by_text("sent, read 2×", exact=True).wait_for()
    assert posts == ["refresh"] and phone.locator("[data-pulled]").count() == 0
    assert difference(phone) is None


@pytest.mark.parametrize("pull", [{"distance": 40}, {"distance": 70, "aside": -150}, {"distance": -200}])
def test_a_shorter_pull_or_another_direction_does_nothing(phone, pull):
    posts, finger = count_posts(phone), Finger(phone)
    finger.pull(**pull)
    idle(phone)
    assert "refresh" not in posts and phone.locator("[data-pulled]").count() == 0


def test_scrolling_back_to_the_top_is_no_pull(phone):
    posts, finger = count_posts(phone), Finger(phone)
    phone.evaluate("scrollTo(0, 60)")
    finger.pull(400)
    idle(phone)
    assert "refresh" not in posts


def test_pages_without_such_lists_do_not_load_the_module(visit):
    page = visit("/posts")
    names = "performance.getEntriesByType('resource').map(({ name }) => name).join()"
    assert "growing.js" not in page.evaluate(names)
    page = visit("/tail", beside=page)
    until(lambda: "growing.js" in page.evaluate(names))


def test_a_list_goes_on_loading_after_a_lost_connection(visit, complaints):
    page = visit("/tail")
    idle(page)
    before = rows(page).count()
    page.context.set_offline(True)
    come_to_the_end(page)
    page.get_by_text("Not saved: no connection.").wait_for()
    page.context.set_offline(False)
    # Without another press or scroll by the person.
    until(lambda: rows(page).count() >= before + 5, what="the first trees came")
    come_to_the_end(page)
    until(lambda: rows(page).count() >= before + 10, what="the next trees came")
    idle(page)
    until(lambda: difference(page) is None, what="the page equals a fresh render")
    assert all("ERR_INTERNET_DISCONNECTED" in complaint or "espalier:error" in complaint for complaint in complaints)
    complaints.clear()


@pytest.mark.parametrize("javascript", [True, False])
def test_trees_come_five_at_a_time(visit, javascript):
    page = visit("/tail", javascript=javascript)
    if javascript:
        listen(page)
        # After five rows, the end is still near the window, and five more come.
        until(lambda: come_to_the_end(page) or rows(page).count() >= 31, what="the list had 31 rows")
        until(lambda: difference(page) is None, what="the page equals a fresh render")
        counts = [count for count in page.evaluate("counts") if count > 16]
        assert counts == [21 + 5 * load for load in range(len(counts))]
    else:
        for count in (21, 26, 31):
            page.get_by_role("button", name="Load five more").click()
            assert rows(page).count() == count
    assert rows(page).nth(30).inner_text().startswith("Tree 31")
