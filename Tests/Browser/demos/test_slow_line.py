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


def test_quick_presses_of_one_row_travel_together(open_page, server):
    """One after another, twenty presses would need 16 seconds."""
    page = open_page()
    page.goto(server + "/cart")
    wait_live(page)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 800, "downloadThroughput": -1, "uploadThroughput": -1})
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request))
    page.evaluate("""() => {
      const more = () => document.querySelector('[id="Topsounds/id1"] [aria-label="One more"]').click();
      for (let press = 0; press < 20; press++) setTimeout(more, 40 * press);
    }""")
    page.wait_for_function("() => /\\b21$/.test(document.querySelector('[id=\"Topsounds/id1\"] output').innerText)")
    assert 2 <= len(posts) <= 4, [post.post_data for post in posts]
