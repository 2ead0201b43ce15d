"""Three lists that look the same, and a letter that reaches a hundred readers (CON-21).

In the case's words: "init value" is "No letter yet", and "value: 1" is "Letter 1"."""

import pytest
from harness import Server
from live import at_version, wait_live, watch


@pytest.fixture
def fresh(open_page):
    """A page at /share of a separate server, because all viewers share the demo's state."""
    server = Server()

    def fresh(javascript=True):
        page = open_page(java_script_enabled=javascript)
        page.goto(server.address + "/share")
        if javascript:
            wait_live(page)
        return page

    fresh.server = server
    yield fresh
    assert server.stop() == 0 and server.complaints() == []


def all_say(page, text, count):
    page.wait_for_function("([text, count]) => { const all = [...document.querySelectorAll('.Listener')];"
                           " return all.length === count && all.every((one) => one.lastElementChild.innerText === text); }", arg=[text, count])


@pytest.mark.parametrize("javascript", [True, False])
def test_one_press_reaches_a_hundred_cells_and_later_ones(fresh, javascript):
    page = fresh(javascript)
    all_say(page, "No letter yet", 100)
    page.get_by_role("button", name="Send letter 1").click()
    all_say(page, "Letter 1", 100)
    page.get_by_role("button", name="Add a reader").click()
    all_say(page, "Letter 1", 101)
    page.get_by_role("button", name="Send letter 2").click()
    all_say(page, "Letter 2", 101)
    page.get_by_role("button", name="Add a reader").click()
    page.get_by_role("button", name="Send letter 3").wait_for()
    all_say(page, "Letter 2", 102)


def test_a_late_cell_and_its_value_are_one_patch(fresh):
    page = fresh()
    page.get_by_role("button", name="Send letter 1").click()
    all_say(page, "Letter 1", 100)
    page.evaluate("window.rows = [...document.querySelectorAll('.Listener')]")
    watch(page)
    page.get_by_role("button", name="Add a reader").click()
    all_say(page, "Letter 1", 101)
    (patch,) = page.evaluate("patches")
    ((operation, _place, html, _before),) = [op for op in patch["ops"] if op[1] == "listeners"]
    assert operation == "+" and "<span>Letter 1</span>" in html
    assert page.evaluate("rows.every((row, index) => row === document.querySelectorAll('.Listener')[index + 1])")


def test_other_windows_receive_the_value_too(fresh):
    one, two = fresh(), fresh()
    one.get_by_role("button", name="Send letter 1").click()
    all_say(two, "Letter 1", 100)
    two.get_by_role("button", name="Send letter 2").click()
    all_say(one, "Letter 2", 100)
    at_version(one, fresh.server.client().tree("/share")[1])


@pytest.mark.parametrize("javascript", [True, False])
def test_three_columns_of_a_hundred_and_one_rows_are_alike(visit, javascript):
    page = visit("/simple", javascript=javascript)
    columns = page.evaluate("""['coded', 'file', 'block'].map((id) =>
      [...document.getElementById(id).querySelectorAll(':scope > ul > li')].slice(1).map((row) => row.innerHTML.trim()))""")
    assert len(columns[0]) == 101 and columns[0] == columns[1] == columns[2]
    assert columns[0][7] == '<span class="note">7</span><span>Beetroot</span>'
    boxes = [page.locator(f"[id='{id}/100']").bounding_box() for id in ("coded", "file", "block")]
    assert len({(box["y"], box["height"]) for box in boxes}) == 1 and len({box["x"] for box in boxes}) == 3
