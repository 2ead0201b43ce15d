"""After an insert into a long list, the style sheets of the library and of the demos cost little more than plain CSS.

Some selectors make Chromium visit all rows after each insert, for example `li + li` and `:checked + span`. The times are processor time
of the page's thread, so that a busy machine does not change them much."""

from statistics import median

import pytest
from harness import ROOT

ROWS = 4000
PLAIN = "* { box-sizing: border-box } body { font: 16px sans-serif } li { min-height: 44px }"
LIBRARY = ROOT / "Sources/EspalierServer/Bundles/espalier.css"
SITE = ROOT / "Public/site.css"
GROUPS = sorted((ROOT / "Public/styles").glob("*.css"))
# A list with a distance and a line between its rows.
FILL = """(count) => {
  document.body.className = 'e-plain';
  const rows = Array.from({ length: count }, (_, id) =>
    `<li class="Row" id="${id}"><span>Row ${id}</span> <button value="${id}"><span>${id}</span> presses</button></li>`);
  document.body.innerHTML =
    `<main><section class="List e-lines-between e-down-8" id="~root"><ul role="list">${rows.join('')}</ul></section></main>`;
}"""
STYLE = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  document.body.offsetHeight;
}"""
INSERT = """() => {
  const list = document.querySelector('ul');
  const row = list.lastChild.cloneNode(true);
  row.id = 'new';
  list.insertBefore(row, list.children[list.children.length >> 1]);
  document.body.offsetHeight;
}"""
REMOVE = "() => { document.getElementById('new').remove(); document.body.offsetHeight; }"


@pytest.fixture
def cost(page):
    """Returns the medians of the times for style, and for style and layout, after an insert with this style sheet."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        values = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        return values["RecalcStyleDuration"], values["LayoutDuration"]

    def cost(css):
        page.evaluate(STYLE, css)
        times = []
        for _ in range(5):
            before = spent()
            page.evaluate(INSERT)
            after = spent()
            page.evaluate(REMOVE)
            times.append([now - then for then, now in zip(before, after, strict=True)])
        # The first insert also prepares what the next ones use again.
        style, layout = (median(kind) for kind in zip(*times[1:], strict=True))
        return style, style + layout

    return cost


def test_an_insert_costs_little_more_than_with_plain_css(page, cost):
    page.goto("about:blank")
    page.evaluate(FILL, ROWS)
    style, whole = cost(PLAIN)
    for sheets in ([LIBRARY], [LIBRARY, SITE], [LIBRARY, SITE, *GROUPS]):
        own_style, own_whole = cost("\n".join(sheet.read_text() for sheet in sheets))
        ratios = (own_style / style, own_whole / whole)
        # No page links the sheets of all groups of demos, and `:has()` in some of them costs as much as all other rules.
        assert ratios[0] <= (12 if GROUPS[0] in sheets else 4) and ratios[1] <= 3, (sheets[-1].name, ratios)
