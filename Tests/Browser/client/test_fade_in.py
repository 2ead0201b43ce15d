"""Rows that fade in when they are first in view."""

from mock import cell
from test_operations import push

ROWS = "".join(cell(f"r{n}", '<svg width="9" height="100"></svg>') for n in range(60))
BODY = f'<div id="~root" class="List e-fades"><ul role="list">{ROWS}</ul></div>'
FADING = "() => document.getAnimations().filter(({ playState }) => playState === 'running').map(({ effect }) => effect.target.id)"


def opacity(page, row):
    return page.evaluate("(id) => Number(getComputedStyle(document.getElementById(id)).opacity)", row)


def scroll(page, top):
    page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", top)


def frames(page):
    """Lets the page show two frames, after which its observers have been told."""
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))")


def hidden(page):
    page.wait_for_function("() => document.getAnimations().some(({ playState }) => playState === 'paused')")


def test_a_row_fades_in_when_it_comes_into_view_and_only_then(mock, moving):
    page = moving(body=BODY)
    hidden(page)
    below = page.viewport_size["height"] // 100 + 2
    assert page.evaluate(FADING) == [] and opacity(page, "r0") == 1, "rows that come with the page do not"
    assert opacity(page, f"r{below}") == 0 and opacity(page, "r59") == 1, "only rows near the window wait"
    scroll(page, 500)
    page.wait_for_function(f"() => document.getAnimations().some(({{ playState, effect }}) => playState === 'running' && effect.target.id === 'r{below}')")
    page.wait_for_function(f"() => getComputedStyle(document.getElementById('r{below}')).opacity === '1'")
    scroll(page, 0)
    frames(page)
    scroll(page, 500)
    frames(page)
    assert f"r{below}" not in page.evaluate(FADING) and opacity(page, f"r{below}") == 1, "once"
    assert page.evaluate("document.querySelectorAll('li[style]').length") == 0, "the markup is the server's"


def test_a_row_that_comes_in_view_with_a_patch_has_the_animation_of_the_patch_alone(mock, moving):
    page = moving(body=BODY)
    hidden(page)
    push(mock, page, ["+", "", cell("new", "N"), "r1", "none"])
    frames(page)
    assert "new" not in page.evaluate(FADING) and opacity(page, "new") == 1


def test_without_motion_and_on_paper_no_row_waits(mock, moving, live):
    page = moving(body=BODY)
    hidden(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.getAnimations().length") == 0
    still = live(body=True)
    still.wait_for_load_state("networkidle")
    frames(still)
    assert still.evaluate("document.getAnimations().length") == 0
    still.evaluate("scrollTo({ top: 500, behavior: 'instant' })")
    frames(still)
    assert still.evaluate("document.getAnimations().length") == 0
