import pytest
from harness import LIVE
from live import wait_live


@pytest.fixture
def visit(open_page, server):
    """Opens a demo in its own browser context, or in that of the page `beside`; live, or without JavaScript."""

    def visit(path, beside=None, javascript=True, **options):
        if beside:
            page = beside.context.new_page()
        else:
            page = open_page(java_script_enabled=javascript, **options)
        page.goto(server + path)
        # The front page follows no tree.
        if javascript and path.partition("?")[0] in LIVE:
            wait_live(page)
        return page

    return visit
