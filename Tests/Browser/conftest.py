"""Fixtures for tests in real Chromium: the browser and its pages."""

import pytest
from harness import chromium
from playwright.sync_api import sync_playwright
from proxies import HOST
from windows import Pages, opener

# Lead the public name of the proxies in tests to this machine, and accept their certificate, which signs itself.
PROXIES = [f"--host-resolver-rules=MAP {HOST} 127.0.0.1", "--ignore-certificate-errors"]


def pytest_collection_modifyitems(items):
    """Lets fixtures that open pages begin last and so end first: a page that is open when its server ends may complain."""
    for item in items:
        definitions = item._fixtureinfo.name2fixturedefs
        opens = {"open_page"}
        while more := {name for name, known in definitions.items() if opens & set(known[-1].argnames)} - opens:
            opens |= more
        item.fixturenames.sort(key=lambda name: name in opens)


@pytest.fixture(scope="session")
def browser():
    executable = chromium()
    if executable is None:
        pytest.fail("No Chromium: run scripts/install test, or set ESPALIER_CHROMIUM to its path.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", *PROXIES])
        browser.pages = Pages(browser)
        yield browser
        browser.close()


@pytest.fixture
def complaints():
    """The complaints of this test's pages. A test that expects a complaint clears the list."""
    return []


@pytest.fixture
def open_page(browser, complaints):
    """Opens pages that fail the test if they complain."""
    with opener(browser, complaints) as open_page:
        yield open_page
    assert complaints == []


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
def nojs_page(open_page):
    return open_page(java_script_enabled=False)
