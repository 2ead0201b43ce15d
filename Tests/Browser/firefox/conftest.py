"""Fixtures for tests in real Firefox. One Firefox serves all its tests."""

import pytest
from driver import Page, launched
from harness import firefox as program


@pytest.fixture(scope="session")
def firefox():
    if program() is None:
        pytest.skip("No Firefox. On Debian, run scripts/install test. Elsewhere, set ESPALIER_FIREFOX to the path of a Firefox that is no snap.")
    with launched(program()) as firefox:
        yield firefox


@pytest.fixture
def complaints(firefox):
    """The errors and warnings of this test's pages. A test that expects some clears the list."""
    firefox.complaints.clear()
    return firefox.complaints


@pytest.fixture
def visit(firefox, complaints, demos):
    """Opens a page of the demos, or of another server, with its own cookies. No page may complain."""
    pages = []

    def visit(path, server=demos):
        pages.append(Page(firefox))
        pages[-1].goto(server.address + path)
        return pages[-1]

    yield visit
    for page in pages:
        page.close()
    assert complaints == []
