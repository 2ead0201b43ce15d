"""The front page: a live list in two windows, measured facts, rooms of demos that are searched, and the code of a page."""

import re
import struct

import pytest
from audit import violations
from harness import DEMOS, GUIDES, HTML, INDEX, ROOT, until
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


def shown(page):
    # In one step: between two, a search may hide an entry.
    return page.locator(".Entry:visible a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")


def dishes(frame):
    return [row.split() for row in frame.locator(".Dish").all_inner_texts()]


def lunch(page):
    """The two frames, when their lists are live."""
    frames = [frame for frame in page.frames if frame.url.endswith("/lunch")]
    for frame in frames:
        frame.wait_for_selector("html[data-espalier=live]")
    assert len(frames) == 2
    return frames


def test_the_address_of_the_site_answers_with_the_page_itself(client, server):
    reply = client.get("/", HTML)
    assert reply.status == 200 and "Location" not in reply.headers
    for name, content in {"description": "Swift", "og:title": "Live lists", "og:image": "/card.png", "og:type": "website"}.items():
        (found,) = re.findall(rf'<meta (?:name|property)="{name}" content="([^"]*)">', reply.text)
        assert content in found
    assert '<link rel="canonical" href="/">' in reply.text
    assert '<link rel="canonical" href="/category">' in client.get("/category?tab=0123456789abcdef", HTML).text


@pytest.mark.parametrize(("path", "size"), [("/card.png", (1200, 630)), ("/touch-icon.png", (180, 180))])
def test_pictures_for_other_sites_and_for_phones_have_their_sizes(client, path, size):
    reply = client.get(path, "*/*")
    assert reply.status == 200 and reply.type == "image/png"
    data = (ROOT / "Public" / path[1:]).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == size


def test_robots_may_read_the_pages_but_not_their_other_forms(client):
    reply = client.get("/robots.txt", "*/*")
    assert reply.status == 200 and reply.type == "text/plain"
    assert "User-agent: *" in reply.text and "Disallow: /*?view=" in reply.text


def test_a_vote_in_one_window_appears_in_the_other_and_the_page_shows_the_patch(visit):
    page = visit("/")
    first, second = lunch(page)
    dish, votes = dishes(first)[0][:2]
    first.get_by_role("button").first.click()
    until(lambda: [dish, str(int(votes) + 1)] == dishes(second)[0][:2])
    until(lambda: "bytes" in page.locator("[data-patch-size]").inner_text())
    patch = page.locator("[data-patch]").inner_text()
    assert patch == f'[["=","{dish}","1:0","{int(votes) + 1}"]]'
    size = int(page.locator("[data-patch-size]").inner_text().split()[0])
    # The fact that the page states.
    assert size == len(patch) and size <= int(re.match(r"(\d+) bytes", page.locator(".facts").inner_text())[1]) < size + 4


@BOTH
def test_a_vote_is_counted_with_and_without_javascript(visit, javascript):
    page = visit("/", javascript=javascript)
    frame = next(frame for frame in page.frames if frame.url.endswith("/lunch"))
    until(lambda: len(dishes(frame)) == 3)
    dish, votes = dishes(frame)[0][:2]
    frame.get_by_role("button").first.click()
    frame.locator(".Dish", has_text=dish).locator(f"output:text-is('{int(votes) + 1}')").wait_for()


def test_the_page_itself_opens_no_stream(visit):
    page = visit("/")
    lunch(page)
    idle(page)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    assert [name for name in loaded if name.endswith((".js", "/patches"))] == ["/front.js"]


@pytest.mark.parametrize(("query", "found"), [
    ("infinite scroll", "/tail"), ("chat", "/chat"), ("validation", "/feed"), ("drag and drop", "/reorder"), ("Kanban", "/reorder"),
    ("modal", "/alert"), ("autocomplete", "/search"), ("date picker", "/calendar"), ("carousel", "/strips"), ("alphabet", "/alphabet"), ("shop total", "/cart"),
])
def test_people_find_a_demo_by_the_words_they_use(visit, query, found):
    page = visit("/")
    assert shown(page) == INDEX
    page.get_by_role("searchbox").fill(query)
    until(lambda: found in shown(page) and len(shown(page)) < 12)
    assert page.locator("[data-found]").inner_text() == f"{len(shown(page))} of {len(DEMOS)} demos"
    # A group without a match is hidden, with its title.
    assert page.locator(".DemoIndex > ul > li:visible").count() == page.locator(".DemoIndex h3:visible").count() < 7


def test_the_query_is_in_the_address_and_stays(visit, server):
    page = visit("/")
    page.get_by_role("searchbox").fill("chat")
    page.wait_for_url("**/?q=chat")
    wanted = shown(page)
    page.reload()
    assert shown(page) == wanted and page.get_by_role("searchbox").input_value() == "chat"
    page.locator(".Entry:visible a").first.click()
    page.wait_for_url(lambda url: "/?q=" not in url)
    page.go_back()
    until(lambda: shown(page) == wanted)
    page.get_by_role("searchbox").fill("xyz <b>")
    until(lambda: shown(page) == [])
    assert page.locator("[data-found]").inner_text() == "Nothing matches “xyz <b>”."
    page.get_by_role("searchbox").fill("")
    until(lambda: shown(page) == INDEX)
    assert page.evaluate("location.href") == server + "/"


def test_without_javascript_the_whole_index_is_there(visit):
    """Item F41."""
    page = visit("/?q=chat", javascript=False)
    assert shown(page) == INDEX and not page.get_by_role("searchbox").is_visible()


def test_each_room_has_a_cover_and_demos_with_a_sentence(visit, client):
    page = visit("/", javascript=False)
    drawings = client.get("/cards.svg", "*/*").text
    rooms = page.locator(".DemoIndex > ul > li:visible").all()
    assert len(rooms) == 6
    for room in rooms:
        (symbol,) = re.findall(r"#(\w+)", room.locator("use").get_attribute("href"))
        assert f'<symbol id="{symbol}"' in drawings
        assert 3 <= room.locator(".Entry").count() <= 5
        assert all(text.endswith(".") and len(text) > 30 for text in room.locator(".Entry span").all_inner_texts())


def test_the_front_page_leads_onward(visit):
    page = visit("/", javascript=False)
    onward = page.get_by_role("navigation", name="Espalier")
    assert onward.get_by_role("link").all_inner_texts() == ["Docs", "Source"]
    links = [link.get_attribute("href") for link in page.locator(".from a").all()]
    assert ["/docs", *links] == GUIDES
    assert (ROOT / page.locator(".copy code").inner_text().split()[0]).is_file()


def test_the_line_is_copied(visit):
    page = visit("/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".copy code").inner_text()


def votes(frame):
    return sum(int(row[1]) for row in dishes(frame))


def test_ada_votes_until_somebody_touches_the_page(visit):
    page = visit("/", reduced_motion="no-preference")
    first, _ = lunch(page)
    before = votes(first)
    until(lambda: votes(first) > before + 1)
    until(lambda: "bytes" in page.locator("[data-patch-size]").inner_text())
    assert page.locator("[data-ada=still]").count() == 0
    page.keyboard.press("Shift")
    page.locator("[data-ada=still]").wait_for()


def test_ada_stands_still_for_people_who_want_no_motion(visit):
    visit("/", reduced_motion="reduce").locator("[data-ada=still]").wait_for()


def test_the_code_beside_the_list_is_the_code_of_the_list(visit):
    page = visit("/", javascript=False)
    assert page.locator(".build pre").inner_text().strip() == (ROOT / "Sources/EspalierDemos/Lunch/Lunch.swift").read_text().strip()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (375, "light"), (320, "dark")])
def test_the_front_page_is_accessible_and_fits(visit, width, scheme):
    page = visit("/", viewport={"width": width, "height": 800}, color_scheme=scheme)
    lunch(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert violations(page) == []
