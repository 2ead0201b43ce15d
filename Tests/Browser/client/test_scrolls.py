"""Reports of how somebody scrolls a list: a list in the page, a list that is a box, a strip, and a table."""

from urllib.parse import parse_qs

import pytest
from mock import until
from windows import idle

STYLE = """<style>[id] > ul { margin: 0; padding: 0; list-style: none; } [id] > ul > li, tr { height: 100px; }
.box > ul { height: 300px; overflow-y: auto; }
.e-strip > ul { display: flex; width: 300px; overflow-x: auto; } .e-strip li { flex: none; width: 100px; }</style>"""
ROWS = "".join(f'<li id="r{n}" class="Row">{n}</li>' for n in range(20))
CELLS = "".join(f'<tr id="r{n}" class="Row"><td id="r{n}/0" class="Cell">{n}</td></tr>' for n in range(20))
PLACES = {
    "page": ("", f'<ul role="list">{ROWS}</ul>', "document.documentElement"),
    "box": ("box", f'<ul role="list">{ROWS}</ul>', "document.querySelector('.box > ul')"),
    "strip": ("e-strip", f'<ul role="list">{ROWS}</ul>', "document.querySelector('.e-strip > ul')"),
    "table": ("e-table", f"<table><tbody>{CELLS}</tbody></table>", "document.documentElement"),
}


@pytest.mark.parametrize("place", PLACES)
def test_moments_of_a_list_arrive_wherever_it_scrolls(mock, live, place):
    name, rows, box = PLACES[place]
    mock.body = STYLE + f'<div id="~root" class="List e-scrolls {name}">{rows}</div>'
    page = live(body=True)
    idle(page)

    def scroll(left, top):
        mock.posts.clear()
        page.evaluate(f"([left, top]) => {box}.scrollTo({{ left, top, behavior: 'instant' }})", [left, top])
        until(lambda: page.evaluate("true") and "ended" in moments())

    def moments():
        return [moment for post in mock.posts for moment in parse_qs(post["body"]).get("moments", [])]

    far = 9999
    # Strips snap to a row.
    scroll(*((100, 0) if place == "strip" else (0, 40)))
    assert moments() == ["began", "forward", "ended"]
    scroll(far, far)
    assert moments() == ["began", "forward", "endReached", "lastRowInView", "ended"]
    scroll(0, 0)
    assert moments() == ["began", "backward", "startReached", "ended"]
    assert {post["event"] for post in mock.posts} == {"scrolled"} and not any("node" in post for post in mock.posts)


def test_a_strip_says_nothing_when_the_page_scrolls(mock, live):
    mock.body = STYLE + f'<div id="~root" class="List e-scrolls e-strip"><ul role="list">{ROWS}</ul></div><svg width="9" height="3000"></svg>'
    page = live(body=True)
    idle(page)
    page.evaluate("scrollTo({ top: 500, behavior: 'instant' })")
    idle(page)
    assert mock.posts == []
