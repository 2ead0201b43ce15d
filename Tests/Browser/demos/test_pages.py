"""The index leads to every page, and pages of errors are accessible."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from audit import violations
from harness import DEMOS, HTML, INDEX
from live import difference

ERRORS = {"/nothing": 404, "/posts?format=xml": 422}


@pytest.mark.parametrize("path", ERRORS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_an_error_page(open_page, server, complaints, path, scheme):
    page = open_page(color_scheme=scheme)
    assert page.goto(server + path).status == ERRORS[path]
    assert violations(page) == []
    # It looks like the rest of the site.
    assert page.locator("header.bar a.mark").get_attribute("href") == "/" and page.locator("main h1").count() == 1
    assert all(str(ERRORS[path]) in complaint for complaint in complaints)
    complaints.clear()


def come_to(page, address):
    """Waits for a page's address, whatever tab the address names."""
    page.wait_for_url(lambda shown: urlsplit(shown)._replace(query="").geturl() == address)


@pytest.mark.parametrize("javascript", [True, False])
def test_the_index_leads_to_a_demo_and_back(visit, server, javascript):
    page = visit("/", javascript=javascript)
    links = page.locator(".Entry a")
    assert [link.get_attribute("href") for link in links.all()] == DEMOS
    for path in (INDEX[0], INDEX[-1]):
        title = page.locator(f".Entry a[href='{path}'] strong").inner_text()
        page.locator(f".Entry a[href='{path}']").click()
        come_to(page, server + path)
        assert page.locator("h1").inner_text() == title
        page.locator("a.mark").click()
        come_to(page, server + "/")


def test_every_demo_links_to_the_front_page_and_to_its_neighbours(client, visit):
    page = visit("/", javascript=False)
    titles = page.locator(".Entry a strong").all_text_contents()
    for number, (path, title) in enumerate(zip(DEMOS, titles, strict=True)):
        text = client.get(path, Accept="text/html").text
        assert unescape(re.search(r"<h1>(.*?)</h1>", text)[1]) == title
        assert '<a class="mark" href="/">' in text
        links = {relation: address for address, relation in re.findall(r'<a href="([^"]*)" rel="(prev|next)">', text)}
        around = {"prev": number - 1, "next": number + 1}
        assert links == {relation: DEMOS[other] for relation, other in around.items() if 0 <= other < len(DEMOS)}


@pytest.mark.parametrize("width", [375, 1280])
def test_the_bar_leads_to_the_next_and_previous_page_and_to_the_group(visit, server, width):
    page = visit(DEMOS[-1], javascript=False, viewport={"width": width, "height": 800})
    bar = page.get_by_role("navigation", name="Demos")
    assert bar.get_by_role("link", name="Next").count() == 0
    page.goto(server + INDEX[-2])
    bar.get_by_role("link", name="Next").click()
    come_to(page, server + INDEX[-1])
    bar.get_by_role("link", name="Previous").click()
    come_to(page, server + INDEX[-2])
    group = bar.locator(".group a")
    title, address = group.inner_text(), group.get_attribute("href")
    group.click()
    come_to(page, server + address)
    target = page.locator(":target")
    assert target.locator("h3").inner_text() == title
    assert target.locator(f".Entry a[href='{INDEX[-2]}']").count() == 1
    assert 56 <= target.bounding_box()["y"] < 800, "the group is behind the bar or not shown"


@pytest.mark.parametrize("path", [path for path in DEMOS if path not in INDEX])
def test_a_demo_that_is_not_in_the_index_belongs_to_a_framework(client, path):
    (group,) = re.findall(r'<li class="group"><a href="([^"]*)">', client.get(path, HTML).text)
    assert f'<a href="{path}"' in client.get(group, HTML).text


def test_the_first_tab_stop_skips_to_the_list(visit):
    page = visit("/posts")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")


def test_the_comparison_with_a_fresh_render_finds_a_difference(visit):
    page = visit("/posts")
    page.evaluate("document.querySelector('figcaption').textContent = 'Tampered'")
    assert "Tampered" in difference(page)[0]
