import pytest
from driver import Page, launched
from harness import firefox as program
from mock import MODULES, Mock, cell

STRICT = "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-eval'"  # The driver's waits need eval.


@pytest.fixture
def mock():
    mock = Mock()
    yield mock
    mock.stop()


@pytest.fixture(scope="module")
def fox():
    """One Firefox for a module."""
    if program() is None:
        pytest.skip("No Firefox. On Debian, run scripts/install test.")
    with launched(program()) as firefox:
        yield firefox


@pytest.fixture(params=["chromium", "firefox"])
def window(request):
    """A page of each browser, with what Playwright and the driver of Firefox have in common."""
    if request.param == "chromium":
        yield request.getfixturevalue("open_page")()
    else:
        firefox = request.getfixturevalue("fox")
        page = Page(firefox)
        yield page
        page.close()
        firefox.complaints.clear()


@pytest.fixture
def readable(mock):
    """The mock server with the readable modules instead of the bundles, as in development."""
    mock.client = [MODULES]
    return mock


@pytest.fixture
def live(mock, page):
    """Opens a page with these rows, or with the mock's own body, and waits until its stream is open. The test may drive its clock."""

    def live(rows="", page=page, **options):
        if not options.get("body"):
            mock.rows = rows
        if options.get("clock"):
            page.clock.install()
        page.goto(mock.url + "/list")
        if options.get("wait", True):
            page.wait_for_selector("html[data-espalier=live]")
        return page

    return live


@pytest.fixture
def tabs(mock, page):
    """Opens tabs of one browser, the first of which leads."""
    mock.rows = cell("a", "1")

    def tabs(count, clock=False):
        if clock:
            page.context.clock.install()
        return [page, *(page.context.new_page() for _ in range(count - 1))]

    return tabs


@pytest.fixture
def moving(mock, live, open_page):
    """Opens a page with animations, slow ones by default, and waits until it is live; by then its motion module is loaded."""

    def moving(before="", body=None, script="", slow=True):
        mock.headers = {"Content-Security-Policy": STRICT}
        page = open_page(reduced_motion="no-preference")
        if script:
            page.add_init_script(script)
        mock.rows = before
        if body:
            mock.body = body
        page.goto(mock.url + "/list")
        page.wait_for_selector("html[data-espalier=live]")
        if slow:
            page.evaluate("document.documentElement.style.setProperty('--espalier-motion', '3000ms')")
        return page

    return moving
