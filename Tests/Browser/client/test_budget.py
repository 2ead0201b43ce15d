"""The size of the bundles as servers send them: compressed."""

import gzip
import re

import pytest
from mock import BUNDLES, MODULES

SOURCES = sorted(MODULES.rglob("*.js"))
# In bytes; brotli makes them a tenth smaller than this. test_delivery.py limits what a browser receives for each page.
BUDGETS = {"espalier.js": 7600, "rest.js": 5500, "espalier.css": 2400, "effects.js": 2450, "animated.js": 700, "poll.js": 690, "newer.js": 1700, "anchoring.js": 1400,
           "check.js": 900, "fades.js": 630, "foreign.js": 1500, "hold.js": 350, "arrangements.css": 780, "arrangements.js": 300, "arrow-keys.js": 1200, "modal.js": 1000, "modules.js": 1050, "parts.css": 1000, "parts.js": 400, "own-tab.js": 600, "growing.js": 1100, "highlight.js": 400, "highlight.css": 700, "rows-above.js": 690, "uploads.js": 1250, "reordering.js": 3400, "scrolls.js": 1750, "scrub.js": 500, "selection.js": 400, "stays.js": 700, "sticky.js": 1100,
           "reordering.css": 950, "dialog.css": 500, "table.css": 1250, "table.js": 400, "together.js": 1150, "tools.css": 1250, "tools.js": 520, "triggers.js": 1350, "uncover.js": 700, "visibility.js": 2200, "windows.js": 1290, "words.js": 400, "swipes.js": 1100, "swipes.css": 500, "folding.js": 1100, "folding.css": 500}


def weight(name):
    return len(gzip.compress((BUNDLES / name).read_bytes(), 9))


@pytest.mark.parametrize("name", BUDGETS)
def test_a_bundle_keeps_its_budget(name):
    assert weight(name) <= BUDGETS[name]


def test_every_script_has_a_budget():
    assert set(BUDGETS) == {file.name for file in BUNDLES.iterdir()}


def test_no_module_reads_a_property_of_a_form():
    """A field may have the name of any property, so they read `of(form)`. An event may have happened to a form."""
    reads = re.compile(r"(?<![\w.])(form|target)\??\.\w|(form|target): \{|\.form\??\.\w")
    for file in SOURCES:
        code = [line for line in file.read_text().splitlines() if not line.lstrip().startswith(("//", "/**", "*"))]
        assert [line for line in code if reads.search(line)] == [], file.name


def test_modules_are_short_and_load_nothing_from_elsewhere():
    for file in SOURCES:
        lines = file.read_text().splitlines()
        code = [line for line in lines if line.strip() and not line.lstrip().startswith(("//", "/**", "*"))]
        # wire-names.js is a list of names.
        most = 130 if file.name == "wire-names.js" else 100
        assert len(code) <= most and max(map(len, lines)) <= 120, file.name
        assert not any("eval(" in line or "from 'http" in line for line in lines)
