"""Checks a page with axe, which knows rules of accessibility."""

from axe_playwright_python.base import AXE_SCRIPT

SERIOUS = ["serious", "critical"]
# Axe would load imported style sheets as inline styles, which the pages' policy forbids. It needs half of its time to list
# where each rule has passed, and nobody reads that list.
RUN = """async (rules) => {
  const options = { preload: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { passes, violations } = await axe.run(document, options);
  const places = ({ nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => [target.join(' '), failureSummary]);
  return { passed: passes.length, violations: violations.map((found) => [found.id, found.impact, places(found)]) };
}"""


def violations(page, rules=None, impacts=SERIOUS):
    """What axe finds wrong on a page: pairs of a rule and the first places that break it. `rules` are the rules to check, None for all;
    `impacts` are the impacts that count, None for all."""
    # The script is large, so a document gets it once.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    result = page.evaluate(RUN, rules)
    assert result["passed"] > (0 if rules else 10), "axe has checked nothing"
    return [(rule, places) for rule, impact, places in result["violations"] if impacts is None or impact in impacts]
