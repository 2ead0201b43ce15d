"""Whatever the network does, and in whatever order, the page ends in the state of the server without a reload."""

from pathlib import Path

import pytest
from harness import IS_LONG

SCHEDULES = Path(__file__).with_name("schedules.js").read_text()

@pytest.mark.parametrize("seed", [4, 40, 400, 4000])
def test_after_any_schedule_the_page_shows_the_state_of_the_server(mock, page, complaints, seed):
    page.goto(mock.url + "/elsewhere")
    page.evaluate("window.marker = 'never reloaded'")
    assert page.evaluate(SCHEDULES, {"seed": seed, "schedules": 2500 if IS_LONG else 500}) == "holds"
    assert page.evaluate("window.marker") == "never reloaded"
    # Errors of posts and requests that the schedule made fail.
    assert all("espalier:error" in complaint for complaint in complaints)
    complaints.clear()
