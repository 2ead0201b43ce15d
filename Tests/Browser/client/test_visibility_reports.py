"""The client reports rows that ask for it when they come into view and leave it: many in one post, each once, and no others."""

import json
from urllib.parse import parse_qs

import pytest
from mock import at, cell, container, root, until
from windows import idle

TALL = '<svg width="10" height="300"></svg>'


# Returns when the browser has told its observers that an element is in view.
SEEN = """id => new Promise((done) =>
  new IntersectionObserver(([{ isIntersecting }], observer) => {
    if (!isIntersecting) return;
    observer.disconnect();
    done();
  }).observe(document.getElementById(id)))"""


def row(address, html=TALL, way=""):
    return cell(address, html, f"Row e-visibility{way}")


def reports(mock):
    """The reports in order. One that was not answered when its page was left is sent again; like a server, this counts it once, by its id."""
    posts = {}
    for post in mock.posts:
        if post.get("event") == "visibility": posts.setdefault(post["id"], parse_qs(post["body"]))
    # Each names the window.
    assert all(len(report.pop("viewer")) == 1 for report in posts.values())
    return list(posts.values())


def viewers(mock):
    return {viewer for post in mock.posts for viewer in parse_qs(post["body"]).get("viewer", [])}


def in_view(mock):
    """The rows in view according to all reports so far."""
    rows = []
    for report in reports(mock):
        for gone in report.get("disappeared", []):
            rows.remove(gone)
        rows += report.get("appeared", [])
    return sorted(rows)


def scroll(page, y):
    page.evaluate("y => scrollTo(0, y)", y)


@pytest.fixture
def long(mock, live):
    """Ten rows of 300 pixels in a window of 720."""
    mock.body = root(*(row(f"r{n}") for n in range(10)), cell("plain", TALL))
    return live(body=True)


def test_rows_in_view_are_reported_in_one_post_and_no_others(mock, long):
    until(lambda: mock.posts)
    idle(long)
    assert reports(mock) == [{"appeared": ["r0", "r1", "r2"]}]
    assert mock.posts[0]["event"] == "visibility" and "node" not in mock.posts[0], "the root's address is empty"


def test_rows_that_come_into_view_and_leave_it_are_reported_together(mock, long):
    until(lambda: mock.posts)
    scroll(long, 1000)
    until(lambda: len(reports(mock)) == 2)
    assert sorted(reports(mock)[1]["disappeared"]) == ["r0", "r1", "r2"]
    assert sorted(reports(mock)[1]["appeared"]) == ["r3", "r4", "r5"]


def test_rows_that_are_in_view_only_during_the_pause_are_not_reported(mock, live):
    mock.body = root(*(row(f"r{n}") for n in range(10)))
    page = live(body=True, clock=True)
    until(lambda: mock.posts)
    # From here on the pause lasts until the test ends it, however slow the browser is.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.5)
    for y, shown in (1500, "r5"), (0, "r0"):
        scroll(page, y)
        page.evaluate(SEEN, shown)
    page.clock.run_for(1_000)
    page.clock.resume()
    idle(page)
    assert reports(mock) == [{"appeared": ["r0", "r1", "r2"]}]


def test_a_post_that_failed_is_sent_again_unchanged(mock, long, complaints):
    until(lambda: mock.posts)
    mock.reply = lambda post: (None, {}, b"")
    scroll(long, 1000)
    until(lambda: len(reports(mock)) >= 2)
    idle(long)
    lost = mock.posts[-1]
    mock.reply = lambda post: (204, {}, b"")
    scroll(long, 0)
    until(lambda: "r0" in reports(mock)[-1].get("appeared", []))
    again = [post for post in mock.posts if post["id"] == lost["id"]]
    assert len(again) >= 2 and all(post["body"] == lost["body"] for post in again)
    news = {post["id"]: parse_qs(post["body"]) for post in mock.posts}
    assert sorted(list(news.values())[-1]["appeared"]) == ["r0", "r1", "r2"]
    assert len(complaints) == 1 and "ERR_EMPTY_RESPONSE" in complaints.pop()


def test_a_report_that_is_refused_is_not_sent_again(mock, live, complaints):
    refusal = json.dumps({"title": "No", "detail": "no"}).encode()
    mock.reply = lambda post: (422, {"Content-Type": "application/problem+json"}, refusal)
    mock.body = root(row("a"))
    page = live(body=True)
    until(lambda: mock.posts)
    idle(page)
    assert len(mock.posts) == 1
    assert page.locator("[data-espalier-status]").inner_text() == "", "the person has not done anything"
    assert len(complaints) == 1 and "422" in complaints.pop()


def test_the_reply_is_applied(mock, live):
    mock.reply = lambda post: mock.patch("e.2", ["=", "a", ":0", "seen"])
    mock.body = root(row("a", "not yet"))
    page = live(body=True)
    page.wait_for_selector(at("e.2"))
    assert page.locator("#a").inner_text() == "seen"


def test_rows_that_a_patch_inserts_or_removes_are_reported(mock, live):
    page = live(cell("a", "A"))
    idle(page)
    assert mock.posts == []
    mock.push("e.2", ["+", "", row("b", "B")], ["=", "a", "@class", "Row e-visibility"])
    until(lambda: in_view(mock) == ["a", "b"])
    mock.push("e.3", ["-", "b"], ["=", "a", "@class", "Row"])
    until(lambda: in_view(mock) == ["a"])
    mock.push("e.4", ["=", "a", "@class", "Row e-visibility"])
    until(lambda: [report.get("appeared") for report in reports(mock)][-1] == ["a"])


def test_another_server_gets_all_reports_again(mock, live):
    mock.body = root(row("a", "A"))
    page = live(body=True)
    until(lambda: mock.posts)
    mock.push("f.7", ["!", f'<ul role="list">{row("a", "A")}</ul>'], event="snapshot")
    page.wait_for_selector(at("f.7"))
    until(lambda: len(reports(mock)) == 2)
    assert reports(mock)[1] == {"appeared": ["a"]}


def test_containers_and_the_whole_list_can_be_reported(mock, live):
    inner = container("box", cell("box/a", "A")).replace('class="Box"', 'class="Box e-visibility"')
    mock.body = root(inner).replace('class="List"', 'class="List e-visibility"')
    live(body=True)
    until(lambda: mock.posts)
    assert mock.posts[0]["body"].startswith(("appeared=&appeared=box&viewer=", "appeared=box&appeared=&viewer="))


def test_a_window_has_one_name_and_reports_anew_when_it_is_live_again(mock, live):
    """A server that was not followed for some seconds has forgotten what was in view. Reports that it has not forgotten count nothing."""
    mock.body = root(row("a", "A"), row("b", "B"))
    page = live(body=True)
    until(lambda: in_view(mock) == ["a", "b"])
    mock.drop()
    until(lambda: len(reports(mock)) == 2)
    assert reports(mock)[0] == reports(mock)[1] and len(viewers(mock)) == 1
    page.reload()
    until(lambda: len(viewers(mock)) == 2)


@pytest.mark.parametrize("screens", [1, 2])
def test_rows_within_a_number_of_screens_are_reported(mock, live, screens):
    mock.body = root(*(row(f"r{n}", way=f" e-visibility-{screens}") for n in range(20)))
    page = live(body=True)
    until(lambda: mock.posts)
    height = page.evaluate("document.querySelector('#r1').offsetTop - document.querySelector('#r0').offsetTop")
    top = page.evaluate("document.querySelector('#r0').getBoundingClientRect().top")
    near = [n for n in range(20) if top + n * height < 720 * (screens + 1)]
    assert in_view(mock) == sorted(f"r{n}" for n in near)


BOX = "<style>#box { height: 400px; overflow-y: auto; position: relative; } #box ul { margin: 0; padding: 0; }</style>"


@pytest.fixture
def boxed(mock, live):
    """Six sections of 300 pixels, in a box of 400 pixels that scrolls on its own."""
    sections = (row(f"box/s{n}", way=" e-visibility-top") for n in range(6))
    mock.body = BOX + root(container("box", *sections), cell("below", TALL * 9))
    page = live(body=True)
    page.mouse.move(200, 200)
    idle(page)
    return page


def test_the_row_at_the_top_is_reported_while_a_person_scrolls(mock, boxed):
    assert mock.posts == [], "nobody has scrolled"
    boxed.mouse.wheel(0, 330)
    until(lambda: in_view(mock) == ["box/s1"])
    boxed.mouse.wheel(0, 300)
    until(lambda: in_view(mock) == ["box/s2"])
    boxed.mouse.wheel(0, -9999)
    until(lambda: in_view(mock) == ["box/s0"])
    assert all(len(report.get("appeared", [])) <= 1 for report in reports(mock))


def test_scrolling_by_a_script_is_not_reported(mock, boxed):
    boxed.evaluate("document.querySelector('#box').scrollTop = 700")
    idle(boxed)
    assert mock.posts == []
    boxed.mouse.wheel(0, 20)
    until(lambda: in_view(mock) == ["box/s2"])
    mock.push("e.2", ["@", "box/s4", "scroll", "start", "smooth"])
    boxed.wait_for_function("() => document.querySelector('#box').scrollTop >= 1100")
    idle(boxed)
    assert in_view(mock) == ["box/s2"], "the person has not scrolled"
    boxed.mouse.wheel(0, -40)
    until(lambda: in_view(mock) == ["box/s3"])


def test_a_page_that_is_left_has_nothing_in_view(mock, long):
    until(lambda: mock.posts)
    long.goto(mock.url + "/elsewhere")
    until(lambda: in_view(mock) == [])
    long.go_back()
    until(lambda: in_view(mock) == ["r0", "r1", "r2"])


def test_a_stopped_client_reports_nothing(mock, long):
    until(lambda: mock.posts)
    idle(long)
    long.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    count = len(mock.posts)
    scroll(long, 1000)
    idle(long)
    assert len(mock.posts) == count


def test_pages_without_such_rows_do_not_load_the_module(live):
    page = live(cell("a", "A"))
    idle(page)
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))")
    assert "rest.js" in names and "visibility.js" not in names


def test_the_visible_part_of_a_row_is_reported_in_quarters(mock, live):
    """Item A22."""
    mock.body = root(row("a", way=" e-visibility-quarters"), *(cell(f"r{n}", TALL) for n in range(9)))
    page = live(body=True)
    until(lambda: mock.posts)
    assert reports(mock) == [{"appeared": ["a"], "progressed": ["a"], "percent": ["100"]}]
    height = page.locator("#a").bounding_box()["height"]
    scroll(page, 0.6 * height)
    until(lambda: len(reports(mock)) == 2)
    assert reports(mock)[1] == {"progressed": ["a"], "percent": ["25"]}
    scroll(page, 0.65 * height)
    idle(page)
    assert len(reports(mock)) == 2, "a quarter of the row is still in view"
    scroll(page, 2 * height)
    until(lambda: len(reports(mock)) == 3)
    assert reports(mock)[2] == {"disappeared": ["a"]}
    scroll(page, 0)
    until(lambda: len(reports(mock)) == 4)
    assert reports(mock)[3] == {"appeared": ["a"], "progressed": ["a"], "percent": ["100"]}
