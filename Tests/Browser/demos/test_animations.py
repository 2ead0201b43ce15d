"""The demos that swap tables, and the chooser for their animations, as a page and as a region."""

import pytest
from harness import DOM_PATCH, until
from live import cell
from windows import idle

STYLES = ["fade", "right", "left", "top", "bottom", "none", "middle", "automatic"]
PATHS = ["/animations", "/section-animations"]
APPLY = {"/animations": "table/apply", "/section-animations": "table/actions/apply"}


ROWS = """region => [...document.querySelectorAll(`${region} :is(li, header)[id]:not(:has(li))`)]
  .map((row) => row.innerText.replaceAll('\\n', ' ').trim())"""


def button(page, name, within="main"):
    return page.locator(within).get_by_role("button", name=name, exact=True)


def kind(page, address):
    return cell(page, address).get_by_role("button")


def choose(client, path, style, kinds):
    client.send(path, "chooser/custom", "choose")
    for address in kinds:
        client.send(path, f"chooser/{address}", "toggle")
        assert client.send(path, f"chooser/{address}-{style}", "choose").status == 200


# The operations that the server sends.


@pytest.mark.parametrize("style", STYLES)
def test_each_change_has_the_style_chosen_for_its_kind(client, style):
    choose(client, "/animations", style, ["rows/insertRows", "rows/deleteRows"])
    ops = client.send("/animations", "table/apply", "apply", accept=DOM_PATCH).json
    words = [] if style == "automatic" else [style]
    assert [op[2:] for op in ops if op[0] == "-"] == [words] * 4
    assert [op[4:] for op in ops if op[0] == "+"] == [words] * 2
    assert len(ops) == 6


@pytest.mark.parametrize("style", STYLES)
def test_sections_and_headers_have_their_own_styles(client, style):
    path = "/section-animations"
    choose(client, path, style, ["sections/insertSections", "sections/deleteSections", "sections/reloadSections"])
    words = [] if style == "automatic" else [style]
    ops = client.send(path, "table/footer", "third", accept=DOM_PATCH).json
    (section,) = [op for op in ops if op[0] == "+"]
    assert section[1] == "table" and section[4:] == words
    assert all(op[-1:] == words or style == "automatic" for op in ops)
    ops = client.send(path, "table/footer", "third", accept=DOM_PATCH).json
    assert [op[1:] for op in ops if op[0] == "-"] == [["table/3", *words]]
    headers = [op for op in client.send(path, "table/footer", "shuffle", accept=DOM_PATCH).json if op[0] == "="]
    assert {op[1] for op in headers} == {"table/1/header", "table/2/header"}
    assert all((op[-1] == style) == (len(op) % 2 == 1) == (style != "automatic") for op in headers)


@pytest.mark.parametrize("path", PATHS)
def test_none_replaces_the_table_at_once_and_fade_fades_everything(client, path):
    ops = client.send(path, APPLY[path], "apply", accept=DOM_PATCH).json
    # The first section keeps none of its rows, so the server sends it whole.
    assert sorted(op[0] for op in ops) == (list("++----") if path == "/animations" else list("+--<"))
    assert all(op[-1] == "fade" for op in ops)
    reset = APPLY[path].replace("apply", "reset")
    client.send(path, "chooser/none", "choose")
    ((letter, address, html, style),) = client.send(path, reset, "reset", accept=DOM_PATCH).json
    assert (letter, address, style) == ("<", "table", "none") and html.count("<li") >= 9


def test_shuffle_moves_rows(client):
    ops = client.send("/animations", "table/footer", "shuffle", accept=DOM_PATCH).json
    assert sorted(op[0] for op in ops) == ["=", "=", ">", ">", ">", ">"]
    ops = client.send("/section-animations", "table/footer", "shuffle", accept=DOM_PATCH).json
    assert sorted(op[0] for op in ops) == ["=", "=", ">", "^", "^"]


# The presses of a person.

# In the words of DIF-03: Select is "Choose animations", Apply is "Show next week", Reset is "Show this week", header 1 is the
# apple team, header 2 is the pear team, and P11 to P23 are Ada to Gil.
APPLY_ROWS = ["Choose animations", "Show next week"]
FIRST = [*APPLY_ROWS, "Apple team mornings", "Ada pruning", "Ben picking", "Cleo mowing",
         "Pear team evenings", "Dora grafting", "Finn tying in", "Gil picking"]
SECOND = ["Show this week", "Apple team mornings", "Ada pruning", "Pear team evenings", "Dora grafting", "Edda watering",
          "Finn tying in", "Gil picking"]
SHUFFLED = ["Show this week", "Pear team mornings", "Dora grafting", "Edda watering", "Finn tying in", "Ada pruning",
            "Apple team evenings", "Gil picking"]
MIXED = [*APPLY_ROWS, "Pear team mornings", "Dora grafting", "Finn tying in", "Cleo mowing",
         "Apple team evenings", "Ada pruning", "Ben picking", "Gil picking"]


def becomes(page, region, expected):
    until(lambda: page.evaluate(ROWS, region) == expected, what=f"{region} shows {expected}")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("javascript", [True, False])
def test_apply_swaps_the_lists_and_reset_swaps_them_back(visit, path, javascript):
    page = visit(path, javascript=javascript)
    becomes(page, "#table", FIRST)
    button(page, "Show next week").click()
    becomes(page, "#table", SECOND)
    button(page, "Swap shifts").click()
    becomes(page, "#table", SHUFFLED)
    button(page, "Show this week").click()
    becomes(page, "#table", FIRST)


@pytest.mark.parametrize("path", [*PATHS, "/chooser"])
@pytest.mark.parametrize("javascript", [True, False])
def test_the_chooser_opens_and_closes_and_shows_the_code_of_its_choice(visit, path, javascript):
    page = visit(path, javascript=javascript)
    base = "" if path == "/chooser" else "chooser/"
    code = cell(page, f"{base}footer").locator("code")
    assert code.inner_text() == "animations: .fade"
    kind(page, f"{base}custom").click()
    page.wait_for_selector(f"[id='{base}sections/reloadSections']")
    assert page.locator(".KindRow").count() == 6 and page.locator(".StyleRow").count() == 0
    kind(page, f"{base}sections/insertSections").click()
    page.wait_for_selector(".StyleRow")
    assert [text.lower() for text in page.locator(".StyleRow").all_inner_texts()] == STYLES
    assert page.locator(".KindRow [aria-expanded=true]").count() == 1
    kind(page, f"{base}sections/insertSections-middle").click()
    page.wait_for_selector("code:text-is('animations: Animations(insertSections: .middle)')")
    # The text has separate lines only after the style sheets have loaded.
    page.wait_for_load_state()
    pressed = page.locator("main [aria-pressed=true]").all_inner_texts()
    assert [text.split("\n")[0] for text in pressed] == ["Custom", "Middle"]
    kind(page, f"{base}rows/deleteRows").click()
    page.wait_for_selector(f"[id='{base}rows/deleteRows-left']")
    assert page.locator(".StyleRow").count() == 8
    kind(page, f"{base}none").click()
    page.wait_for_selector("code:text-is('animations: .replaceAll')")
    assert page.locator(".KindRow, .StyleRow").count() == 0


def test_select_leads_to_the_chooser(visit):
    page = visit("/animations", javascript=False, viewport={"width": 375, "height": 700})
    page.get_by_role("link", name="Choose animations").click()
    assert page.locator("#chooser").evaluate("element => element.matches(':target')")
    # The browser scrolls there in its next frame.
    until(lambda: 56 <= page.locator("#chooser").bounding_box()["y"] < 700, what="the chooser is in the window, below the bar")
    assert page.locator("#chooser > header").is_visible()


# The animations in the browser.

# A live page has loaded its motion module.
WAIT_MOTION = """async () => {
  while (document.documentElement.dataset.espalier !== 'live') await new Promise((resolve) => setTimeout(resolve, 20));
}"""
SEE = """() => {
  window.seen = [];
  const look = () => {
    for (const { animationName, effect } of document.getAnimations())
      seen.push([animationName ?? 'glide', effect.pseudoElement ? 'picture' : effect.target?.id ?? '']);
    requestAnimationFrame(look);
  };
  look();
}"""


def record(page):
    """Records all animations from now on. They play slowly: a busy machine draws too few frames to see a fast one.

    The page itself slows them down. The browser's own playback rate moves the start of an animation that runs already, such as that of
    a button under the pointer, and the test would wait for its end in vain."""
    page.evaluate("document.documentElement.style.setProperty('--espalier-motion', '700ms')")
    page.evaluate(SEE)


def seen(page):
    """Each animation once: its name, and the row, or `picture` for a removed row. A control that waits is animated on a busy machine only."""
    return {tuple(pair) for pair in page.evaluate("seen") if pair[0] != "e-waiting"}


def choose_in(page, style, *kinds):
    if button(page, "Custom a style for each kind of change", "#chooser").get_attribute("aria-pressed") == "false":
        button(page, "Custom a style for each kind of change", "#chooser").click()
    for address in kinds:
        kind(page, f"chooser/{address}").click()
        chosen = kind(page, f"chooser/{address}-{style}")
        chosen.wait_for()
        # Nobody can aim at a row before its list is drawn. Until then a press is for what is drawn there.
        page.wait_for_function("() => document.getAnimations().length === 0")
        chosen.click()
        page.wait_for_selector(f"[id='chooser/{address}-{style}'] [aria-pressed=true]")


@pytest.mark.parametrize("style", STYLES)
def test_apply_is_animated_in_the_chosen_style(visit, style):
    page = visit("/animations", reduced_motion="no-preference")
    page.evaluate(WAIT_MOTION)
    choose_in(page, style, "rows/insertRows", "rows/deleteRows")
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.evaluate("scrollTo(0, 0)")
    record(page)
    button(page, "Show next week").click()
    becomes(page, "#table", SECOND)
    if style == "none":
        idle(page)
        assert not {name for name, row in seen(page) if row in ("table/reset", "table/P211", "picture") and name != "glide"}
        return
    came = {(f"e-{style}", "table/reset"), (f"e-{style}", "table/P211")}
    went = ("e-fade" if style == "automatic" else f"e-{style}", "picture")
    for _ in range(5):
        page.wait_for_function("() => document.getAnimations().length === 0")
        if went in seen(page):
            break
        # If the browser draws nothing for half a second, the rows that leave are gone at once. So once more.
        button(page, "Show this week").click()
        becomes(page, "#table", FIRST)
        page.wait_for_function("() => document.getAnimations().length === 0")
        button(page, "Show next week").click()
        becomes(page, "#table", SECOND)
    until(lambda: came | {went} <= seen(page), what=f"the page played {came} and {went}")
    names = {name for name, row in seen(page) if row.startswith("table/P211")}
    assert names <= {f"e-{style}", "glide"}


def test_a_move_is_animated_as_a_glide_and_none_is_not_animated(visit):
    page = visit("/animations", reduced_motion="no-preference")
    page.evaluate(WAIT_MOTION)
    record(page)
    button(page, "Swap shifts").click()
    becomes(page, "#table", MIXED)
    until(lambda: ("glide", "table/P21") in seen(page), what="a row glides")
    button(page, "None no animation", "#chooser").click()
    page.wait_for_selector("code:text-is('animations: .replaceAll')")
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.evaluate("() => { seen.length = 0; }")
    button(page, "Show next week").click()
    becomes(page, "#table", SHUFFLED)
    idle(page)
    assert [what for what in seen(page) if what[1]] == []


@pytest.mark.parametrize("path", [*PATHS, "/chooser"])
def test_the_chooser_keeps_its_rows_and_the_focus(visit, path):
    page = visit(path)
    base = "" if path == "/chooser" else "chooser/"
    page.evaluate("""base => { window.kept = ['none', 'fade', 'custom'].map((key) => document.getElementById(base + key)); }""", base)
    for address in ("custom", "rows/reloadRows", "rows/reloadRows-left", "none", "custom"):
        kind(page, base + address).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[id='{base}{address}'] :is([aria-pressed=true], [aria-expanded=true])")
        assert page.evaluate("document.activeElement.closest('li').id") == base + address
    assert page.evaluate("kept.every((row) => row === document.getElementById(row.id) && row.isConnected)")
