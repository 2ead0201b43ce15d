import pytest
from mock import Mock


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
