"""Whatever the network does, in whatever order, the page ends with what the server has, and is never loaded anew."""

from pathlib import Path

import pytest

SCHEDULES = Path(__file__).with_name("schedules.js").read_text()


@pytest.mark.parametrize("seed", [4, 40, 400, 4000])
def test_in_any_schedule_the_page_ends_as_the_server(mock, page, complaints, seed):
    page.goto(mock.url + "/elsewhere")
    page.evaluate("window.marker = 'never reloaded'")
    assert page.evaluate(SCHEDULES, {"seed": seed, "schedules": 2500}) == "holds"
    assert page.evaluate("window.marker") == "never reloaded"
    # Posts and requests that the schedule let fail.
    assert all("espalier:error" in complaint for complaint in complaints)
    complaints.clear()
