"""Fixtures for tests in real Chromium: the browser and its pages."""

import pytest
from harness import chromium
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    executable = chromium()
    if executable is None:
        pytest.fail("No Chromium: run scripts/install test, or set ESPALIER_CHROMIUM to its path.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints():
    """What pages of this test complained of; a test that expects a complaint clears the list."""
    return []


@pytest.fixture
def open_page(browser, complaints):
    """Opens pages that fail the test if a script throws, the console shows an error, or a patch does not fit."""
    contexts = []

    def open_page(**options):
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        context.set_default_timeout(30_000)
        context.add_init_script(
            "document.addEventListener('espalier:error', ({ detail }) =>"
            " console.error(`espalier:error ${detail.title ?? ''} ${detail.detail ?? ''} ${detail.error ?? ''}`))"
        )
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
def nojs_page(open_page):
    return open_page(java_script_enabled=False)
