"""Makes the pictures that must be PNG: card.png for links on other sites, touch-icon.png for phones, and the README's picture.

usage: ESPALIER_DEMOS=PATH .venv/bin/python scripts/pictures.py
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "Tests"))
from harness import Server, chromium  # noqa: E402

PICTURES = {"card.png": ("docs/drawings/card.svg", 1200, 630), "touch-icon.png": ("Public/icon.svg", 180, 180)}


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (drawing, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto((ROOT / drawing).as_uri())
            page.evaluate("document.documentElement.setAttribute('width', '100%')")
            page.screenshot(path=ROOT / "Public" / name)
        front(browser).screenshot(path=ROOT / "docs/front.png")
        browser.close()


def front(browser):
    """The front page after two votes."""
    server = Server("--log", "warning")
    page = browser.new_page(viewport={"width": 1280, "height": 600}, reduced_motion="reduce")
    page.goto(server.address)
    first, second = [frame for frame in page.frames if frame.url.endswith("/lunch")]
    for frame in (first, second):
        frame.wait_for_selector("html[data-espalier=live]")
    for votes in (1, 2):
        first.get_by_role("button").first.click()
        second.wait_for_selector(f"output:text-is('{votes}')")
    page.locator("[data-patch-size]:has-text('bytes')").wait_for()
    page.evaluate("document.activeElement.blur()")
    server.stop()
    return page


if __name__ == "__main__":
    main()
