"""Every page: it opens, it is accessible, it fits, and the menu leads there."""

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import ALL, DEMOS

ERRORS = {"/nothing": 404, "/posts?format=xml": 422}


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("javascript", [True, False])
def test_a_page_opens_without_complaint(visit, complaints, path, javascript):
    page = visit(path, javascript=javascript)
    assert page.locator("h1").count() == 1 and page.locator("main li").count() > 3
    assert page.locator("[data-espalier-status]").inner_text() == ""
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "no style sheet"
    assert complaints == []


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, path, scheme):
    page = visit(path, color_scheme=scheme)
    if path == "/posts":
        for kind in ("Like", "Comment", "Share"):
            post = page.locator(".PostModel").nth(["Like", "Comment", "Share"].index(kind))
            post.get_by_role("button", name=kind).click()
            post.locator("figcaption", has_text=kind).wait_for()
    for summary in page.locator("summary:visible").all():
        summary.click()
    # Axe would load what a style sheet imports as inline styles, which the pages' policy forbids.
    result = Axe().run(page, options={"preload": False})
    assert len(result.response["passes"]) > 10
    serious = [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in result.response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"][:3]
    ]
    assert serious == []


@pytest.mark.parametrize("path", ERRORS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_page_of_an_error(open_page, server, complaints, path, scheme):
    page = open_page(color_scheme=scheme)
    assert page.goto(server + path).status == ERRORS[path]
    violations = Axe().run(page).response["violations"]
    assert [violation["id"] for violation in violations if violation["impact"] in ("serious", "critical")] == []
    assert all(str(ERRORS[path]) in complaint for complaint in complaints)
    complaints.clear()


@pytest.mark.parametrize("path", ALL)
@pytest.mark.parametrize("width", [375, 1280])
def test_a_page_fits_its_window_and_fingers(visit, path, width):
    page = visit(path, viewport={"width": width, "height": 800})
    for summary in page.locator("summary:visible").all():
        summary.click()
    scroll, client = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert scroll <= client
    sizes = page.evaluate("""() =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return { name: element.textContent.trim() || element.ariaLabel, tag: element.localName, of: element.className, width, height };
        })""")
    assert len(sizes) >= 5
    assert [size for size in sizes if size["width"] < 24 or size["height"] < 24] == []
    assert [size for size in sizes if size["tag"] == "button" and size["height"] < 44] == []
    if path == "/share":
        assert any(size["of"] == "primary" for size in sizes)


def come_to(page, address):
    """Waits for a page, in whatever tab's tree it shows."""
    page.wait_for_url(lambda shown: urlsplit(shown)._replace(query="").geturl() == address)


@pytest.mark.parametrize("javascript", [True, False])
def test_the_menu_leads_to_every_demo_and_back(visit, server, javascript):
    page = visit("/", javascript=javascript)
    links = page.locator(".Entry a")
    assert [link.get_attribute("href") for link in links.all()] == DEMOS
    for path in DEMOS:
        title = page.locator(f".Entry a[href='{path}'] strong").inner_text()
        page.locator(f".Entry a[href='{path}']").click()
        come_to(page, server + path)
        assert page.locator("h1").inner_text() == title
        page.locator("a.mark").click()
        come_to(page, server + "/")
        assert page.locator("nav a[aria-current=page]").get_attribute("href") == "/"


@pytest.mark.parametrize("width", [375, 1280])
def test_the_bar_turns_the_pages_and_leads_to_the_group(visit, server, width):
    page = visit(DEMOS[0], javascript=False, viewport={"width": width, "height": 800})
    bar = page.get_by_role("navigation", name="Demos")
    assert bar.get_by_role("link", name="Previous").count() == 0
    for path in DEMOS[1:]:
        bar.get_by_role("link", name="Next").click()
        come_to(page, server + path)
    assert bar.get_by_role("link", name="Next").count() == 0
    bar.get_by_role("link", name="Previous").click()
    come_to(page, server + DEMOS[-2])
    group = bar.locator(".group a")
    title, address = group.inner_text(), group.get_attribute("href")
    group.click()
    come_to(page, server + address)
    target = page.locator(":target")
    assert target.locator("h2").inner_text() == title
    assert target.locator(f".Entry a[href='{DEMOS[-2]}']").count() == 1
    assert 56 <= target.bounding_box()["y"] < 800, "the group hides behind the bar, or is not shown"


def test_the_first_tab_stop_skips_to_the_list(visit):
    page = visit("/posts")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")


def test_behind_each_demo_stand_its_source_and_its_tree(visit, server, complaints):
    for path in DEMOS:
        page = visit(path)
        sources = page.locator(".inspector details:not(.last-patch)")
        assert sources.count() >= 1
        assert "import Espalier" in "".join(sources.locator("code").all_text_contents())
        page.get_by_role("link", name="Tree as JSON").click()
        page.wait_for_url(lambda url: url.startswith(f"{server}{path}?format=json"))
        assert page.evaluate("JSON.parse(document.body.innerText).type")
    # JSON cannot name an icon, so the browser looks for /favicon.ico beside it.
    assert all("404" in complaint for complaint in complaints) and len(complaints) < 2
    complaints.clear()
