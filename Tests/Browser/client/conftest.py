import pytest
from mock import Mock, cell


@pytest.fixture
def mock():
    mock = Mock()
    yield mock
    mock.stop()


@pytest.fixture
def live(mock, page):
    """Opens a page with these rows, or with the mock's own body, and waits until its stream is open."""

    def live(rows="", page=page, **options):
        if not options.get("body"):
            mock.rows = rows
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
