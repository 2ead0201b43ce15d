"""Takes a picture of every page of a fresh demo server: phone and desk, light and dark.

usage: ESPALIER_DEMOS=PATH .venv/bin/python Tests/Browser/screenshots.py DIR
"""

import itertools
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from harness import ALL, LIVE, Server, chromium  # noqa: E402

SIZES = {"phone": (390, 844), "desk": (1280, 900)}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    server = Server("--log", "warning")
    client = server.client()
    for post, event in (("A", "like"), ("B", "comment"), ("C", "share")):
        client.send("/posts", f"{post}/actions", event, event.capitalize())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for (size, (width, height)), scheme in itertools.product(SIZES.items(), ("light", "dark")):
            viewport = {"width": width, "height": height}
            page = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce").new_page()
            for path in ALL:
                page.goto(server.address + path)
                if path in LIVE:
                    page.wait_for_selector("html[data-espalier=live]")
                page.screenshot(path=folder / f"{path.strip('/') or 'front'}-{size}-{scheme}.png", full_page=True)
        browser.close()
    return server.stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
