"""Over a line like 3G, a page is soon seen and soon live, and nothing jumps. `slow_line.py` also slows the processor down."""

from live import wait_live
from slow_line import LINE, TARGETS, visits
from windows import idle

# Adds up how far what was already painted has moved (Layout Instability API).
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
"""


def test_posts_are_soon_seen_and_live_on_a_slow_line(browser, server):
    results = visits(browser, server + "/posts", slowdown=1)
    for (paint, live, requests), target in zip(results, TARGETS, strict=True):
        # Twice the target, because other tests run beside it.
        assert paint <= 2 * target[0] and live <= 2 * target[1] and requests <= target[2], results


def test_photos_do_not_jump_while_their_page_loads(open_page, server):
    page = open_page()
    page.add_init_script(SHIFTS)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    page.goto(server + "/album")
    wait_live(page)
    idle(page)
    # Up to 0.1 counts as good (web.dev/cls).
    assert page.evaluate("PerformanceObserver.supportedEntryTypes.includes('layout-shift')")
    assert page.evaluate("shifts.reduce((sum, shift) => sum + shift, 0)") < 0.1
