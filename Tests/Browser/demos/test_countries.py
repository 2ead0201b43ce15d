"""Demos of lists that change: countries that a search finds (F69), and a hedge that grows by itself (F74)."""

import pytest
from harness import Server, until
from live import difference, watch
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a tenth of their usual time."""
    server = Server("--pace", "10")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def names(page):
    return page.locator(".Country strong").all_inner_texts()


@BOTH
def test_a_country_is_found_by_its_beginning(visit, javascript):
    page = visit("/countries", javascript=javascript)
    assert len(names(page)) == 17
    page.get_by_label("How a country begins").fill("i")
    if not javascript:
        page.get_by_role("button", name="Search").click()
    until(lambda: names(page) == ["Iceland", "Ireland", "Italy"])
    page.get_by_role("button", name="Remove first").click()
    until(lambda: names(page) == ["Ireland", "Italy"])
    page.get_by_text("2 of 16 countries", exact=True).wait_for()
    page.get_by_label("How a country begins").fill("x")
    if not javascript:
        page.get_by_role("button", name="Search").click()
    page.locator(".NoCountry").wait_for()
    page.get_by_role("button", name="All again").click()
    until(lambda: len(names(page)) == 17)
    assert page.locator(".CountryNote").is_visible()
    if javascript:
        idle(page)
        assert difference(page) is None


def shrubs(page):
    return page.locator(".Shrub").count()


def test_a_hedge_grows_by_itself_until_it_is_full(visit):
    page = visit("/timed")
    assert 0 < shrubs(page) < 12, "the page does not open empty"
    watch(page)
    page.get_by_role("button", name="Let it grow").press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.Shrub').length > 12")
    first = page.locator(".Shrub").first.get_attribute("id")
    page.wait_for_function("() => document.querySelectorAll('.Shrub').length === 24")
    button = page.get_by_role("button", name="Plant it anew")
    button.wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Plant it anew", "the button keeps the focus"
    assert first and shrubs(page) == 24
    idle(page)
    assert difference(page) is None
    button.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.Shrub').length < 24")
    page.get_by_role("button", name="Stop").press("Enter")
    page.get_by_role("button", name="Let it grow").or_(page.get_by_role("button", name="Plant it anew")).wait_for()


def test_without_javascript_a_reload_shows_what_has_grown(visit):
    page = visit("/timed", javascript=False)
    with page.expect_navigation():
        page.get_by_role("button", name="Let it grow").click()

    def grown():
        page.reload()
        return shrubs(page) > 7

    until(grown)
