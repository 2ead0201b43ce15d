"""Every page in one visit: it opens, it is accessible, it fits its window, and it equals a fresh render while it changes.

The checks of a page share its window, which is wide and light, narrow and dark, or in forced colours. The laws change the page, so they
run last. What no script changes is checked by plain HTTP, and without JavaScript on four pages here; the tests of the demos do the rest."""

import random

import pytest
from audit import violations
from harness import DEMOS, HTML, IS_LONG, LIVE, UNCHANGED, WORKING, patches_path, senders, until
from live import FETCHED_TO_PROVE, REGION, at_version, difference, instance_of, wait_live, watch
from tour import unreached, use
from windows import idle, opener

EVENTS = 120 if IS_LONG else 30
USES = 100 if IS_LONG else 12
# The width of the window, the colour scheme, and whether the system forces its own colours.
LOOKS = {"desk": (1280, "light", "none"), "phone": (375, "dark", "none"), "contrast": (1280, "dark", "active")}
# What the browser says of an event whose row is gone.
GONE = "status of 410 (Gone)"
BOTH = pytest.mark.parametrize("name", ["desk", "phone"])
# Makes the page compare itself with the server soon after each patch, as in development. A difference is a complaint.
CHECKED = """document.addEventListener('readystatechange', () => document.getElementById('~form')?.setAttribute('data-check', '0.2'))"""
# The elements that only their colour shows: their background differs from what is behind them.
COLOURED = """() => {
  const clear = (colour) => /^(transparent|rgba\\(.*, 0\\))$/.test(colour);
  const behind = (element) => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      if (!clear(getComputedStyle(each).backgroundColor)) return getComputedStyle(each).backgroundColor;
    }
  };
  window.coloured = [...document.querySelectorAll('main *')].filter((element) => {
    if (element.closest('svg, pre, code, .inspector, mark') || !element.checkVisibility()) return false;
    const { backgroundColor: colour } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return !clear(colour) && colour !== behind(element) && width >= 12 && height >= 12;
  });
  return coloured.length;
}"""
EDGELESS = """() => coloured.filter((element) => {
  const style = getComputedStyle(element);
  if (style.forcedColorAdjust === 'none') return false;
  if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth)) return false;
  return !['Top', 'Bottom'].some((side) => style[`border${side}Style`] !== 'none' && parseFloat(style[`border${side}Width`]));
}).map((element) => `${element.parentElement.className} > ${element.localName}.${element.className}`)"""


@pytest.fixture(scope="module", params=LIVE)
def path(request):
    return request.param


@pytest.fixture(scope="module")
def heard(path):
    """The complaints of this page's windows since the last check."""
    return []


@pytest.fixture(autouse=True)
def complaints(heard):
    yield heard
    said = heard[:]
    heard.clear()
    assert said == []


@pytest.fixture(scope="module")
def window(browser, server, path, heard):
    """Returns the window of the page with a look. The first check that needs it opens it."""
    pages = []
    with opener(browser, heard) as open_page:

        def window(name):
            if not pages:
                pages.append(open_page(script=CHECKED))
                pages[0].goto(server + path)
                wait_live(pages[0])
            (page,) = pages
            width, scheme, forced = LOOKS[name]
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme, forced_colors=forced)
            # The colours may change in steps.
            page.wait_for_function("() => !document.getAnimations().some((change) => change instanceof CSSTransition)")
            return page

        yield window


def is_whole(page):
    assert page.locator("h1").count() == 1 and page.locator("main :is(li, tr)").count() >= 3
    assert page.locator("[data-espalier-status]").inner_text() == ""
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "no style sheet"
    return True


def test_a_page_opens_without_complaint(window):
    page = window("desk")
    assert is_whole(page)
    idle(page)
    # The page has the outline that the server wrote, so it fetches nothing to prove it.
    assert int(page.evaluate("document.getElementById('~form').dataset.outline"))
    assert page.evaluate(FETCHED_TO_PROVE) == []


@pytest.mark.parametrize("path", ["/posts", "/cart", "/table", "/embed/widget"], indirect=True)
def test_a_page_opens_without_scripts(browser, server, path, heard):
    with opener(browser, heard) as open_page:
        page = open_page(java_script_enabled=False)
        page.goto(server + path)
        assert is_whole(page)


def test_what_a_colour_shows_has_an_edge_in_forced_colours(window, path):
    count = window("desk").evaluate(COLOURED)
    if path in ("/waterfall", "/counter", "/sizes", "/reorder"):
        assert count > 1
    # The colours of this page are its subject.
    if path != "/layout":
        assert sorted(set(window("contrast").evaluate(EDGELESS))) == []


def unfold(page):
    """Opens everything but the menus of rows, of which only one is open at a time."""
    for summary in page.query_selector_all("details:not([open]):not(.e-menu) > summary"):
        if summary.is_visible():
            summary.click()


def fold(page):
    """Closes what a test before this one may have opened in the list: nobody else closes what a person has opened."""
    page.evaluate("for (const details of document.querySelectorAll('.list details[open]')) details.open = false")


@BOTH
def test_a_page_fits_its_window_and_fingers(window, path, name):
    page = window(name)
    unfold(page)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    if name == "phone":
        # Text alone at 200 %: WCAG 1.4.4.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.evaluate(overflow)
        page.evaluate("document.documentElement.style.fontSize = ''")
        assert wide == 0, "with text at 200 %"
    sizes = page.evaluate("""() =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return { name: element.textContent.trim() || element.ariaLabel, tag: element.localName, of: element.className, width, height };
        })""")
    assert len(sizes) >= 3
    assert [size for size in sizes if size["width"] < 24 or size["height"] < 24] == []
    assert [size for size in sizes if size["tag"] == "button" and size["height"] < 44] == []
    if path == "/share":
        assert any(size["of"] == "primary" for size in sizes)


# The looks take turns among the pages. With ESPALIER_LONG=1 each page has all of them.
@pytest.mark.parametrize("turn", range(len(LOOKS) if IS_LONG else 1))
def test_axe_finds_nothing_serious(window, path, turn):
    page = window([*LOOKS][(LIVE.index(path) + turn) % len(LOOKS)])
    if path == "/posts":
        for number, kind in enumerate(("Like", "Comment", "Share")):
            post = page.locator(".PostModel").nth(number)
            post.get_by_role("button", name=kind).click()
            post.locator("figcaption", has_text=kind).wait_for()
    unfold(page)
    assert violations(page) == []


@pytest.mark.parametrize("path", DEMOS, indirect=True)
def test_every_control_is_reached_by_keyboard(window, path):
    """The tour: capability E41, demo F85, case PLG-13."""
    page = window("desk")
    fold(page)
    idle(page)
    assert unreached(page) == []


@pytest.mark.parametrize("path", DEMOS, indirect=True)
def test_a_demo_shows_its_source_and_links_to_its_tree(window, client, path):
    sources = window("desk").locator(".inspector details:not(.last-patch)")
    assert sources.count() >= 1
    assert "import Espalier" in "".join(sources.locator("code").all_text_contents())
    link = window("desk").get_by_role("link", name="Tree as JSON").get_attribute("href")
    instance_of(window("desk"), client)
    assert link.startswith(f"{path}?") and client.get(link).json["type"]


def test_every_page_has_a_full_view_that_runs_no_script(client, path):
    html = client.get(f"{path}?view=full{'&tab=' + client.tab if path == '/scopes/tab' else ''}", HTML).text
    assert html.count("<h1") == 1 and "<script" not in html


# The laws: a live page always equals a fresh render of the same instance, and so does the first page with all patches.


def send(client, at, path, choice):
    reply = client.send(at, *choice)
    # A task of the page may remove the sender, or its button, after the page was read.
    assert reply.status == 200 or path in WORKING and (reply.status == 410 or reply.status == 422 and "unknown-event" in reply.text), reply
    # At the pace of these tests the writers of this page move thousands of boxes in a second, and keep every viewer busy.
    if path == "/live-table" and choice[1:] == ("play", True):
        return client.send(at, choice[0], "play", False)
    return reply


def drive(page, client, path, chance, count, check):
    """Posts random events from another client to the instance that the page shows."""
    instance = instance_of(page, client)
    at = f"{path}?instance={instance}"
    for turn in range(count):
        choices = senders(client.tree(at)[0])
        if not choices:
            return check()
        reply = send(client, at, path, chance.choice(choices))
        if chance.random() < 0.1 or turn == count - 1:
            if reply.status == 200:
                at_version(page, reply.version)
            check()


@pytest.mark.parametrize("path", DEMOS, indirect=True)
def test_a_live_page_equals_a_fresh_render(window, client, path):
    page = window("desk")
    fold(page)
    watch(page)
    assert difference(page) is None

    def check():
        # A task of the page may end between the two renders.
        until(lambda: difference(page) is None, what=f"{path} equals a fresh render")

    drive(page, client, path, random.Random(path), EVENTS, check)
    assert page.evaluate("window.marker") == "never reloaded"
    assert page.evaluate("patches.some(({ ops }) => ops[0]?.[0] === '!')") is False, "a snapshot was needed"


# Replays patches in the page, over markup that another page of the same path has: WEB-07.
REPLAY = """
async ([before, patches, path, selector]) => {
  const { apply } = await import('/espalier/copy/apply-patch.js');
  const { serverDOM, parse: fragment, refusals } = await import('/espalier/copy/server-dom.js');
  const parse = (html) => {
    const page = document.implementation.createHTMLDocument();
    page.body.append(fragment(html));
    return page;
  };
  const regions = (page) => {
    page.normalize();
    const all = page.createElement('main');
    all.append(...page.querySelectorAll(selector));
    // Only the first buttons of a new page name its form, and none in a patch.
    for (const button of all.querySelectorAll('[form="~form"]')) button.removeAttribute('form');
    // Each load of a page has its own number.
    for (const form of all.querySelectorAll('form')) form.setAttribute('action', form.getAttribute('action').replace(/~load=[^&]*&/, ''));
    return all;
  };
  // The client copies the page that it is in.
  document.body = document.adoptNode(parse(before).body);
  const tree = serverDOM();
  // An effect is for the window, and changes no element.
  for (const patch of patches) apply(tree, patch.filter(([letter]) => letter !== '@'));
  const refused = refusals.splice(0).map(([what, error]) => `${what}: ${error}`).join();
  const fresh = parse(await (await fetch(path, { headers: { Accept: 'text/html' } })).text());
  const [is, wanted] = [document, fresh].map(regions);
  return [is.isEqualNode(wanted) && !refused, `${refused}\n${is.outerHTML}`, wanted.outerHTML];
}"""


@pytest.fixture(scope="module")
def bench(browser, server):
    """A page without scripts, because a page's policy allows only one copy of the client."""
    complaints = []
    with opener(browser, complaints) as open_page:
        page = open_page()
        page.goto(server + "/layout?view=full")
        yield page
    assert complaints == []


@pytest.mark.parametrize("path", DEMOS, indirect=True)
def test_the_first_page_with_all_patches_equals_a_fresh_render(bench, server, client, path):
    instance = client.get(path, HTML).headers["Espalier-Instance"]
    at = f"{path}?instance={instance}"
    before = client.get(at, "text/html")
    chance = random.Random(f"WEB-07 {path}")
    patches, seen = [], before.version

    def gather():
        # Gather often, because the server replaces patches that are longer than the page with the whole page.
        nonlocal seen
        document = client.get(f"{patches_path(path)}?instance={instance}&since={seen}&dialect=dom", "application/json").json
        # A page that works by itself may do so much between two looks that the whole page is shorter.
        assert path in WORKING or all(patch["event"] == "patch" for patch in document["patches"])
        patches.extend(document["patches"])
        seen = document["version"]

    for _ in range(EVENTS):
        if choices := senders(client.tree(at)[0]):
            send(client, at, path, chance.choice(choices))
            gather()

    bench.context.clear_cookies()
    bench.context.add_cookies([{"name": name, "value": value, "url": server} for name, value in client.cookies.items()])

    def replay():
        until(lambda: "running" not in client.get(at, "application/json").text, what="all tasks ended")
        gather()
        # A page that loads is busy most of the time, and then a press changes nothing.
        assert len(patches) > EVENTS / (24 if path in WORKING else 6) or path in UNCHANGED or not senders(client.tree(at)[0])
        return bench.evaluate(REPLAY, [before.text, [patch["patch"] for patch in patches], at, REGION])

    same, live, fresh = replay()
    if path in WORKING:
        # The page itself presses a button when its end comes near. That event may end between the two renders.
        until(lambda: replay()[0], what=f"{path} equals a fresh render")
    else:
        assert same, f"\n{live[:3000]}\n{fresh[:3000]}"


# Presses the button "Stop" if there is one. Returns whether there is none.
STOPPED = """() => {
  const stop = [...document.querySelectorAll('.list button')].find((button) => button.textContent === 'Stop');
  stop?.click();
  return !stop;
}"""


@pytest.mark.parametrize("path", DEMOS, indirect=True)
def test_a_page_that_somebody_works_at_random_equals_a_fresh_render(window, server, complaints, path):
    """The tour: presses, texts, the wheel and drags in the page itself, not by another client. Capability E41, demo F85."""
    page, chance, steps = window("desk"), random.Random(f"tour {path}"), []
    page.goto(server + path)
    wait_live(page)
    for _ in range(USES):
        steps.append(use(page, REGION, chance))
        # A press on a row that a press before it removes is an error, and rightly so.
        page.wait_for_function("() => !document.querySelector('[aria-busy=true], [data-waiting]')")
        if path == "/live-table":
            # A page that plays is never idle. Its button says so only when the reply to the press is shown.
            until(lambda: page.evaluate(STOPPED), what="the page stopped playing")
    idle(page)
    page.keyboard.press("Escape")
    fold(page)
    until(lambda: idle(page) or difference(page) is None, what=lambda: f"{path} equals a fresh render after {steps}: {difference(page)}")
    # A task of the page may remove a row while somebody presses it. The page says so, and that is all.
    if path in WORKING and any(GONE in complaint for complaint in complaints):
        complaints[:] = [complaint for complaint in complaints if GONE not in complaint and not complaint.endswith("[object Object]")]
