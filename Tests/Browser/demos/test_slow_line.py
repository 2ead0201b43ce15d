"""Over a line like 3G, a page is soon seen and soon live. `slow_line.py` also slows the processor down, and prints the times."""

from slow_line import TARGETS, visits


def test_posts_are_soon_seen_and_live_on_a_slow_line(browser, server):
    results = visits(browser, server + "/posts", slowdown=1)
    for (paint, live, requests), target in zip(results, TARGETS, strict=True):
        assert paint <= target[0] and live <= target[1] and requests <= target[2], results
