"""The style sheet of pages without a template."""

import pytest
from mock import cell


@pytest.mark.parametrize(("layout", "width"), [("", "1px"), ("e-grid e-columns-2", "0px"), ("e-flow", "0px"), ("e-strip", "0px")])
def test_only_plain_lists_have_lines_between_their_rows(mock, live, layout, width):
    page = live(cell("a", "A") + cell("b", "B"))
    page.evaluate("document.body.className = 'e-plain'")
    page.evaluate("layout => { document.getElementById('~root').className = `List ${layout}`; }", layout)
    assert page.evaluate("getComputedStyle(document.getElementById('b')).borderTopWidth") == width
    assert page.evaluate("getComputedStyle(document.getElementById('a')).borderTopWidth") == "0px"


@pytest.mark.parametrize("rule", [".Cell { padding: 8px 16px; }", "li { padding: 8px 16px; }"])
def test_a_rule_of_the_site_wins(mock, live, rule):
    page = live(cell("a", "A").replace("<li", "<li class=\"Cell\"", 1))
    page.evaluate("document.body.className = 'e-plain'")
    padding = "getComputedStyle(document.getElementById('a')).padding"
    assert page.evaluate(padding) == "8px 0px"
    page.evaluate("rule => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rule); document.adoptedStyleSheets = [sheet]; }", rule)
    assert page.evaluate(padding) == "8px 16px"


def test_what_the_library_hides_stays_hidden(mock, live):
    page = live(cell("a", '<button class="e-load" hidden>Earlier</button>'))
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('button { display: inline-grid }');
      document.adoptedStyleSheets = [sheet];
    }""")
    assert page.locator(".e-load").is_hidden()
