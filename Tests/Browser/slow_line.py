"""Opens a demo for the first and the second time over a simulated 3G line, and prints how long a person waits.

usage: ESPALIER_DEMOS=PATH .venv/bin/python Tests/Browser/slow_line.py [PATH-OF-A-DEMO ...]

The line has 400 ms of latency and 400 kb/s, and the processor has a quarter of its speed. Ends with 1 if `/posts` misses a target.
The times mean something only on a machine that does nothing else."""

import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from harness import Server, chromium  # noqa: E402

LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
# Seconds until the first paint and until the stream is open, and the number of requests.
TARGETS = [(1.8, 2.4, 6), (0.8, 1.3, 2)]
# Notes when the page says that it is live. Nobody points at it: the browser itself may say that a pointer is in the corner.
NOTE = """
addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true });
new MutationObserver((_, observer) => {
  if (document.documentElement?.dataset.espalier !== 'live') return;
  window.live = performance.now();
  observer.disconnect();
}).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-espalier'] });
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def visits(browser, address, slowdown):
    """Returns for the first and the second visit: seconds until the first paint and until live, and the number of requests."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(NOTE)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    requests = {}
    session.on("Network.requestWillBeSent", lambda event: requests.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.requestServedFromCache", lambda event: requests.pop(event["requestId"], None))
    session.on("Network.responseReceived", lambda event: event["response"]["fromDiskCache"] and requests.pop(event["requestId"], None))
    results = []
    for _ in TARGETS:
        requests.clear()
        page.goto(address)
        page.wait_for_function(f"() => window.live && {PAINT}")
        paint, live = page.evaluate(f"[{PAINT}, window.live]")
        results.append((paint / 1000, live / 1000, len([url for url in requests.values() if url.startswith("http")])))
        page.goto("about:blank")
    context.close()
    return results


def main(paths):
    server = Server("--log", "warning")
    missed = False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        print("| page | visit | first paint | live | requests |\n| --- | --- | --- | --- | --- |")
        for path in paths:
            # The median of five, each with a browser that knows nothing yet.
            rounds = [visits(browser, server.address + path, slowdown=4) for _ in range(5)]
            for visit, target, *runs in zip(("first", "second"), TARGETS, *rounds, strict=True):
                paint, live, requests = (median(values) for values in zip(*runs, strict=True))
                print(f"| {path} | {visit} | {paint:.2f} s | {live:.2f} s | {requests} |")
                missed |= path == "/posts" and any(is_ > most for is_, most in zip((paint, live, requests), target, strict=True))
        browser.close()
    server.stop()
    print("The targets are", "missed." if missed else "met.")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["/posts"]))
