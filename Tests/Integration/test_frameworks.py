"""The pages for people who come from another framework: every example screen, and the terms of the guide."""

import re
from html import unescape

import pytest
from harness import GUIDES, HTML, ROOT
from test_documents import tables

PAGES = [path for path in GUIDES if path.startswith("/from/")]


def numbers(text):
    return {int(number) for number in re.findall(r"\bF(\d+)", text)}


def test_every_example_screen_that_has_a_demo_is_on_the_page_of_its_framework(client):
    rows = [row for row in tables(ROOT / "docs/SEEDS.md") if "original" in row]
    wanted = {number: row["here"] for row in rows for number in numbers(row[""]) if not row["here"].startswith("not needed")}
    assert set(wanted) == set(range(1, 86)) - {34}
    found = {}
    for path in PAGES:
        text = client.get(path, HTML).text
        for example in re.findall(r'<span class="note">([^<]*)</span><div><p class="screen">.*?<a href="([^"]*)"', text, re.DOTALL):
            for number in numbers(example[0]):
                found.setdefault(number, set()).add(example[1])
    assert sorted(set(wanted) - set(found)) == []
    # A page leads to a demo that the document names.
    named = {number: set(re.findall(r"`(/[a-z-]*)`", here)) for number, here in wanted.items()}
    assert {n: (found[n], named[n]) for n in wanted if named[n] and not found[n] & named[n] and found[n] != {"/"}} == {}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_the_terms_of_the_guides_and_names_its_guide(client, path):
    text = client.get(path, HTML).text
    (framework,) = re.findall(r'<th scope="col">(?!Espalier)([^<]*)</th>', text)
    terms = [tuple(map(unescape, pair)) for pair in re.findall(r"<tr><td>([^<]*)</td><td>([^<]*)</td></tr>", text)]
    (vocabulary,) = [[row for row in tables(ROOT / "docs/coming-from/README.md") if "what it is" in row]]
    assert terms == [(row[framework], row["here"].replace("`", "")) for row in vocabulary if row[framework] != "-"]
    (guide,) = re.findall(r"<code>(docs/coming-from/[a-z]+\.md)</code>", text)
    assert (ROOT / guide).is_file()
