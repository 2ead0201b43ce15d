"""A log that grows: viewers at its end stay there, and those who have scrolled up stay where they are."""

import pytest
from harness import Trials, until
from live import wait_live


@pytest.fixture(scope="module")
def trials():
    server = Trials()
    yield server
    server.stop()


@pytest.fixture
def log(open_page, trials):
    page = open_page(viewport={"width": 390, "height": 600})
    page.goto(trials.address + "/log")
    wait_live(page)
    return page


def last(page):
    return page.locator("p", has_text="Line").last


def end(page):
    """How far the last line ends below the window."""
    return page.evaluate("document.querySelector('.e-stays').getBoundingClientRect().bottom - innerHeight")


def write(page, count=3):
    """Writes lines in another window."""
    number = int(last(page).inner_text().split()[1])
    other = page.context.new_page()
    other.goto(page.url)
    wait_live(other)
    for _ in range(count):
        other.get_by_role("button", name="Write a line").click()
    page.get_by_text(f"Line {number + count}", exact=True).wait_for(state="attached")
    other.close()


def test_viewers_at_the_end_stay_there(log):
    until(lambda: abs(end(log)) <= 1, what="the log begins at its end")
    write(log)
    until(lambda: abs(end(log)) <= 1, what="the new last line is in view")


def test_somebody_who_has_scrolled_up_stays_where_they_read(log):
    until(lambda: abs(end(log)) <= 1)
    log.mouse.move(100, 300)
    log.mouse.wheel(0, -900)
    until(lambda: end(log) > 800)
    far = end(log)
    line = last(log)
    top = line.evaluate_handle("element => element")
    before = top.evaluate("element => element.getBoundingClientRect().top")
    write(log)
    assert end(log) > far and abs(top.evaluate("element => element.getBoundingClientRect().top") - before) <= 1
    # Back at the end, the log is followed again.
    log.keyboard.press("End")
    until(lambda: end(log) <= 1)
    write(log)
    until(lambda: abs(end(log)) <= 1)


def test_after_a_reload_a_reader_is_where_they_were(log):
    until(lambda: abs(end(log)) <= 1)
    log.mouse.move(100, 300)
    log.mouse.wheel(0, -900)
    until(lambda: end(log) > 800)
    far = end(log)
    log.reload()
    wait_live(log)
    until(lambda: abs(end(log) - far) <= 1)
    write(log)
    assert end(log) > far
