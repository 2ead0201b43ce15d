"""The diary loads at both ends, and what somebody reads stays where it is. Case F79."""

import pytest
from harness import Server, until
from live import cell, difference, watch
from windows import idle


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a fifth of their usual time."""
    server = Server("--pace", "5")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def days(page):
    return page.locator(".DiaryDay")


def has_days(page, count):
    page.wait_for_function("count => document.querySelectorAll('.DiaryDay').length === count", arg=count)


def place(page, day):
    return page.evaluate("day => document.getElementById(day).getBoundingClientRect().top", day)


def test_scrolling_up_loads_the_days_before_and_moves_nothing(visit):
    page = visit("/two-way")
    watch(page)
    idle(page)
    assert days(page).count() == 41, "a page begins at the top"
    page.mouse.move(200, 300)
    # A list loads earlier rows when its start comes near the window, so it must be far away before.
    until(lambda: page.evaluate("scrollY") >= 600 or page.mouse.wheel(0, 600), what="the wheel scrolled the page")
    idle(page)
    day = page.evaluate("scrollTo(0, 150); [...document.querySelectorAll('.DiaryDay')].find(day => day.getBoundingClientRect().top > 0).id")
    top = place(page, day)
    has_days(page, 82)
    idle(page)
    assert abs(place(page, day) - top) <= 1
    assert difference(page) is None


def test_at_the_top_the_button_loads_and_the_first_day_stays(visit):
    page = visit("/two-way")
    watch(page)
    idle(page)
    top = place(page, "0")
    cell(page, "header").get_by_role("button", name="Load earlier rows").focus()
    page.keyboard.press("Enter")
    has_days(page, 82)
    idle(page)
    assert abs(place(page, "0") - top) <= 1
    page.keyboard.press("Enter")
    cell(page, "header").get_by_text("The connection failed.").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    has_days(page, 123)
    page.keyboard.press("Enter")
    has_days(page, 164)
    assert difference(page) is None


def test_without_scripts_both_buttons_work(visit):
    page = visit("/two-way", javascript=False)
    cell(page, "header").get_by_role("button").click()
    assert days(page).count() == 82
    cell(page, "footer").get_by_role("button").click()
    assert days(page).count() == 123
    cell(page, "header").get_by_role("button").click()
    assert "The connection failed." in cell(page, "header").inner_text()
    cell(page, "header").get_by_role("button", name="Try again").click()
    assert days(page).count() == 164
