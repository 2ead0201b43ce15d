"""All plugins on one list: each hears what happens, and scrolling is reported only where a page asks for it."""

import pytest
from harness import JSON, until
from live import cell, difference
from windows import idle


@pytest.fixture
def beds(visit):
    page = visit("/everything")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/scrolls.js'))")
    idle(page)
    return page


def news(page):
    return page.locator(".TrialNews output").inner_text()


def place(page):
    return page.locator(".TrialNews .note").inner_text()


def test_a_list_hears_where_somebody_scrolls(beds):
    """Capabilities E27 and E28, demo F73."""
    reports = []
    beds.on("request", lambda request: "event=scrolled" in request.url and reports.append(request.post_data))
    beds.mouse.move(200, 300)
    beds.mouse.wheel(0, 1000)
    until(lambda: place(beds) == "You scroll down.")
    beds.mouse.wheel(0, -100)
    until(lambda: place(beds) == "You scroll up.")
    beds.evaluate("scrollTo(0, document.body.scrollHeight)")
    until(lambda: place(beds) == "You are at the end.")
    beds.evaluate("scrollTo(0, 0)")
    until(lambda: place(beds) == "You are at the start.")
    idle(beds)
    said = [part.partition("=")[2] for report in reports for part in report.split("&") if part.startswith("moments")]
    assert {"began", "forward", "backward", "endReached", "startReached", "lastRowInView", "ended", "headerOutOfView", "headerInView"} == set(said)
    assert difference(beds) is None


def test_many_movements_are_few_reports(beds):
    reports = []
    beds.on("request", lambda request: "event=scrolled" in request.url and reports.append(request.post_data))
    seconds = beds.evaluate("""async () => {
        const start = performance.now();
        for (let step = 0; step < 120; step += 1) {
          scrollBy(0, step % 40 < 20 ? 30 : -30);
          await new Promise(requestAnimationFrame);
        }
        return (performance.now() - start) / 1000;
    }""")
    until(lambda: beds.evaluate("true") and any("ended" in report for report in reports))
    idle(beds)
    assert len(reports) <= 4 * seconds + 3, (len(reports), seconds)
    assert difference(beds) is None


def test_all_plugins_work_on_one_row(beds):
    row = cell(beds, "beds/3")
    row.get_by_role("button", name="Endive 4", exact=True).press("Enter")
    until(lambda: news(beds) == "1 selected.")
    row.locator("summary").click()
    row.get_by_role("button", name="Water").click()
    until(lambda: news(beds) == "Endive 4 is watered.")
    row.get_by_text("Sow in row 1").wait_for()
    beds.get_by_role("button", name="Move Endive 4").first.press("Enter")
    beds.keyboard.press("ArrowUp")
    beds.keyboard.press("Enter")
    until(lambda: news(beds) == "Moved.")
    beds.get_by_role("button", name="Edit", exact=True).click()
    cell(beds, "beds/3").get_by_role("button", name="Delete Endive 4").click()
    until(lambda: news(beds) == "Removed, 43 rows are left.")
    cell(beds, "beds/field-north").locator(".e-fold").press("Enter")
    until(lambda: news(beds) == "Unfolded.")
    cell(beds, "beds/field-north").get_by_text("Sown in north field").wait_for()
    idle(beds)
    assert difference(beds) is None


def test_a_page_that_does_not_ask_loads_no_script_for_it_and_refuses_reports(visit, client):
    page = visit("/growing")
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0")
    idle(page)
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/scrolls.js'))")
    reply = client.post("/growing/events", {"node": "", "event": "scrolled", "data": {"moments": ["began"]}}, JSON)
    assert reply.status == 422 and "scrolled" in reply.text, reply
    reply = client.post("/everything/events", {"node": "beds", "event": "scrolled", "data": {"moments": ["began"], "speed": 1}}, JSON)
    assert reply.status == 400 and reply.json["field"] == "data.speed" and "is not known; a report has moments" in reply.text, reply
