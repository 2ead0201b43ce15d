"""Makes the pictures that must be PNG, from drawings: card.png for links on other sites, and touch-icon.png for phones.

usage: .venv/bin/python scripts/pictures.py
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "Tests"))
from harness import chromium  # noqa: E402

PICTURES = {"card.png": ("docs/drawings/card.svg", 1200, 630), "touch-icon.png": ("Public/icon.svg", 180, 180)}


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (drawing, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto((ROOT / drawing).as_uri())
            page.evaluate("document.documentElement.setAttribute('width', '100%')")
            page.screenshot(path=ROOT / "Public" / name)
        browser.close()


if __name__ == "__main__":
    main()
