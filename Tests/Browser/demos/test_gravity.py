"""The demo of rows in order by weight: by pointer, by keyboard, and without JavaScript."""

import pytest
from live import difference

ORDER = ["Open the frames", "Cut the lawn", "Weed the long bed", "Pot on the tomatoes", "Water the tubs"]


def names(page):
    return page.locator(".TimedJob strong").all_inner_texts()



def wait_for(page, order):
    page.wait_for_function(
        "order => JSON.stringify([...document.querySelectorAll('.TimedJob strong')].map(e => e.textContent)) === JSON.stringify(order)",
        arg=order,
    )


def test_jobs_that_arrive_in_any_order_stand_by_their_hour(visit):
    """Items F65 and E7, case GRV-07."""
    page = visit("/gravity")
    wait_for(page, ORDER)
    button = page.get_by_role("button", name="Steps of Pot on the tomatoes")
    for _ in range(3):
        button.click()
        page.locator(".JobStep").nth(1).wait_for()
        assert page.locator(".JobStep").all_inner_texts() == ["Mix the compost", "Tie them to canes"]
        assert page.locator(".TimedJob:has(+ .JobStep) strong").inner_text() == "Pot on the tomatoes"
        button.click()
        page.locator(".JobStep").first.wait_for(state="detached")
    assert names(page) == ORDER
    assert difference(page) is None


def test_a_row_that_is_moved_against_the_order_goes_back(visit):
    """Pitfall H-E5."""
    page = visit("/gravity")
    wait_for(page, ORDER)
    page.get_by_label("Add a job at").select_option("3")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("Rake the path, at 3 o’clock", exact=True).wait_for()
    order = [*ORDER[:3], "Rake the path", *ORDER[3:]]
    assert names(page) == order
    handle = page.get_by_role("button", name="Move Rake the path", exact=True)
    handle.focus()
    # Down is against the order, up is not.
    for keys, expected in (("Space ArrowDown Space", order), ("Space ArrowUp Space", [*ORDER[:2], "Rake the path", *ORDER[2:]])):
        with page.expect_response(lambda response: response.request.method == "POST"):
            for key in keys.split():
                page.keyboard.press(key)
        wait_for(page, expected)
    page.wait_for_function("() => !document.querySelector('[data-carried]')")
    assert difference(page) is None


def test_a_job_is_added_without_javascript(visit):
    page = visit("/gravity", javascript=False)
    page.get_by_label("Add a job at").select_option("5")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("Rake the path, at 5 o’clock", exact=True).wait_for()
    assert "Rake the path" in names(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_steps_are_shown_beside_their_job(visit, javascript):
    page = visit("/gravity", javascript=javascript)
    button = page.get_by_role("button", name="Steps of Pot on the tomatoes")
    while not javascript and not button.count():
        page.reload()
    button.click()
    page.locator(".JobStep").nth(1).wait_for()
    assert button.get_attribute("aria-expanded") == "true"
