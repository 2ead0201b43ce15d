"""Lists that people edit: they reorder rows by mouse, finger, keyboard and plain buttons, select rows and delete rows."""

import pytest
from harness import Server, until
from live import cell, difference
from windows import hearing, idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


@pytest.fixture(scope="module")
def demos():
    """A server whose demos wait only a fifth of their usual time."""
    server = Server("--pace", "5")
    yield server
    assert server.stop() == 0 and server.complaints() == []


def keys(page, address):
    rows = page.locator(f"[id='{address}'] > ul > li")
    return [name.split("/")[-1] for name in rows.evaluate_all("rows => rows.map((row) => row.id)")]


def handle(page, address):
    return cell(page, address).locator("[data-move]")


def ready(page):
    """Waits for the module that moves rows, which loads a moment after the page."""
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/reordering.js'))")
    idle(page)


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def posts(page):
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.post_data_json["data"]))
    return sent


def drag(page, source, target, steps=12, drop=True):
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*target, steps=steps)
    if drop:
        page.mouse.up()


@pytest.fixture
def reorder(visit):
    page = visit("/reorder", viewport={"width": 1280, "height": 1600})
    ready(page)
    return page


def test_a_tile_is_dragged_to_another_place_and_keeps_its_element_and_focus(reorder):
    """Case CON-16."""
    sent = posts(reorder)
    tile = cell(reorder, "tiles/3")
    tile.evaluate("tile => (window.tile = tile)")
    drag(reorder, handle(reorder, "tiles/3"), middle(cell(reorder, "tiles/6")))
    order = ["1", "2", "4", "5", "6", "3", *map(str, range(7, 21))]
    reorder.wait_for_selector("[data-carried]", state="detached")
    assert sent == ['{"before":"7"}'] and keys(reorder, "tiles") == order
    assert tile.evaluate("tile => tile === window.tile && !tile.hasAttribute('style')")
    assert handle(reorder, "tiles/3").evaluate("handle => handle === document.activeElement")
    assert difference(reorder) is None
    reorder.reload()
    assert keys(reorder, "tiles") == order


def test_a_chore_is_dragged_to_another_day_and_to_an_empty_one(reorder):
    target = cell(reorder, "week/Sunday/Feed~20the~20wrens")
    drag(reorder, handle(reorder, "week/Friday/Oil~20the~20shears"), middle(target))
    reorder.wait_for_selector("[id='week/Sunday/Oil~20the~20shears']")
    assert keys(reorder, "week/Sunday")[4:6] in (["Oil~20the~20shears", "Feed~20the~20wrens"], ["Feed~20the~20wrens", "Oil~20the~20shears"])
    assert cell(reorder, "week/Friday/header").inner_text().split("\n")[-1] == "6 to do"
    while names := keys(reorder, "week/Friday"):
        x, y = middle(cell(reorder, "week/Saturday").locator("ul > li").first)
        drag(reorder, handle(reorder, f"week/Friday/{names[0]}"), (x, y - 10))
        reorder.wait_for_selector(f"[id='week/Saturday/{names[0]}']")
        reorder.wait_for_selector("[data-carried]", state="detached")
    drag(reorder, handle(reorder, "week/Sunday/Sit~20on~20the~20bench"), middle(cell(reorder, "week/Friday").locator("ul")))
    reorder.wait_for_selector("[id='week/Friday/Sit~20on~20the~20bench']")
    assert difference(reorder) is None


def test_a_tile_in_the_free_part_of_the_last_line_becomes_the_last(reorder):
    x, y = middle(cell(reorder, "tiles/20"))
    drag(reorder, handle(reorder, "tiles/3"), (x + 200, y))
    until(lambda: keys(reorder, "tiles")[-2:] == ["20", "3"])
    reorder.wait_for_selector("[data-carried]", state="detached")
    assert keys(reorder, "tiles")[-2:] == ["20", "3"] and difference(reorder) is None


def test_escape_puts_the_tile_back_and_sends_nothing(reorder):
    sent, before = posts(reorder), keys(reorder, "tiles")
    drag(reorder, handle(reorder, "tiles/3"), middle(cell(reorder, "tiles/8")), drop=False)
    assert keys(reorder, "tiles") != before
    reorder.keyboard.press("Escape")
    assert keys(reorder, "tiles") == before and reorder.locator("[data-carried]").count() == 0
    reorder.mouse.up()
    assert sent == [] and difference(reorder) is None


def test_patches_wait_while_a_row_is_dragged_and_apply_with_its_move(reorder, visit):
    """Item A51."""
    other = visit("/reorder", beside=reorder)
    drag(reorder, handle(reorder, "tiles/3"), middle(cell(reorder, "tiles/6")), drop=False)
    cell(other, "tiles/20").locator("[data-move]").click()
    with hearing(reorder, "patch"):
        cell(other, "tiles/20").get_by_role("button", name="Move Agave up").click()
        until(lambda: keys(other, "tiles")[-2:] == ["20", "19"])
    assert keys(reorder, "tiles")[-2:] == ["19", "20"], "the list changed under the finger"
    reorder.mouse.up()
    order = ["1", "2", "4", "5", "6", "3", *map(str, range(7, 19)), "20", "19"]
    for page in (reorder, other):
        until(lambda page=page: keys(page, "tiles") == order)
    assert difference(reorder) is None


def test_the_keyboard_picks_up_moves_and_drops_a_tile_and_the_status_line_says_so(reorder):
    sent = posts(reorder)
    status = reorder.locator("[data-espalier-status]")
    handle(reorder, "tiles/3").focus()
    reorder.keyboard.press("Space")
    assert status.inner_text().startswith("Basil, 3 of 20.") and handle(reorder, "tiles/3").get_attribute("aria-pressed") == "true"
    reorder.keyboard.press("ArrowRight")
    reorder.keyboard.press("ArrowDown")
    reorder.keyboard.press("ArrowLeft")
    position = keys(reorder, "tiles").index("3")
    assert position > 5 and status.inner_text() == f"Basil, {position + 1} of 20." and sent == []
    reorder.keyboard.press("Enter")
    until(lambda: status.inner_text() == f"Dropped: Basil, {position + 1} of 20.")
    assert len(sent) == 1 and handle(reorder, "tiles/3").evaluate("handle => handle === document.activeElement")
    assert handle(reorder, "tiles/3").get_attribute("aria-pressed") is None and difference(reorder) is None
    before = keys(reorder, "tiles")
    reorder.keyboard.press("Space")
    reorder.keyboard.press("ArrowLeft")
    reorder.keyboard.press("Escape")
    assert keys(reorder, "tiles") == before and len(sent) == 1


def test_past_the_end_of_a_day_the_keyboard_moves_a_chore_to_the_next(reorder):
    handle(reorder, "week/Friday/Weed~20the~20path").focus()
    for key in ("Space", "ArrowDown", "Space"):
        reorder.keyboard.press(key)
    reorder.wait_for_selector("[id='week/Saturday/Weed~20the~20path']")
    assert keys(reorder, "week/Saturday")[0] == "Weed~20the~20path"
    assert reorder.evaluate("document.activeElement.closest('li').id") == "week/Saturday/Weed~20the~20path"
    assert difference(reorder) is None


def test_leaving_the_handle_puts_the_tile_back(reorder):
    before = keys(reorder, "tiles")
    handle(reorder, "tiles/3").focus()
    for key in ("Space", "ArrowRight", "Tab"):
        reorder.keyboard.press(key)
    until(lambda: keys(reorder, "tiles") == before and reorder.locator("[data-carried]").count() == 0)


class Finger:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, source, target):
        for step in range(1, 11):
            self.send("touchMove", tuple(a + (b - a) * step / 10 for a, b in zip(source, target)))
        self.send("touchEnd")


@pytest.fixture
def phone(visit):
    page = visit("/reorder", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    ready(page)
    return page


def test_a_finger_drags_by_the_handle_and_the_page_does_not_scroll(phone):
    finger, start = Finger(phone), middle(handle(phone, "tiles/1"))
    finger.send("touchStart", start)
    finger.drag(start, middle(cell(phone, "tiles/5")))
    until(lambda: keys(phone, "tiles")[:5] == ["2", "3", "4", "5", "1"])
    phone.wait_for_selector("[data-carried]", state="detached")
    assert phone.evaluate("scrollY") == 0 and difference(phone) is None


def test_a_long_press_lifts_a_tile_and_a_short_one_scrolls(phone):
    finger = Finger(phone)
    x, y = middle(cell(phone, "tiles/1"))
    finger.send("touchStart", (x - 20, y))
    phone.locator("[data-carried]").wait_for()
    finger.drag((x - 20, y), middle(cell(phone, "tiles/2")))
    until(lambda: keys(phone, "tiles")[:3] == ["2", "1", "3"])
    phone.wait_for_selector("[data-carried]", state="detached")
    before = keys(phone, "tiles")
    x, y = middle(cell(phone, "tiles/9"))
    finger.send("touchStart", (x - 20, y))
    finger.drag((x - 20, y), (x - 20, y - 200))
    idle(phone)
    assert keys(phone, "tiles") == before and phone.evaluate("scrollY") > 100


@BOTH
def test_each_step_has_its_own_button(visit, javascript):
    page = visit("/reorder", javascript=javascript)
    if javascript:
        ready(page)
        handle(page, "week/Friday/Weed~20the~20path").click()
    else:
        assert not handle(page, "week/Friday/Weed~20the~20path").is_visible()
    page.get_by_role("button", name="Move Weed the path down").click()
    page.wait_for_selector("[id='week/Saturday/Weed~20the~20path']")
    if javascript:
        assert page.get_by_role("button", name="Move Weed the path up").is_visible()
    page.get_by_role("button", name="Move Weed the path up").click()
    page.wait_for_selector("[id='week/Friday/Weed~20the~20path']")
    assert keys(page, "week/Friday")[-1] == "Weed~20the~20path"


def test_before_its_script_has_loaded_a_handle_shows_the_buttons_for_one_step(open_page, server):
    held = []
    page = open_page()
    page.route("**/reordering.js*", lambda route: held.append(route))
    page.goto(server + "/reorder")
    page.wait_for_selector("html[data-espalier=live]")
    until(lambda: held or page.wait_for_timeout(10), what="the script is requested")
    handle(page, "week/Friday/Weed~20the~20path").click()
    page.get_by_role("button", name="Move Weed the path down").click()
    page.wait_for_selector("[id='week/Saturday/Weed~20the~20path']")
    for route in held:
        route.continue_()


def test_mixed_rows_keep_their_order_when_others_are_shown(visit):
    """A person and a whole grid change their places: F13, F23."""
    page = visit("/mixed", viewport={"width": 1280, "height": 2400})
    ready(page)
    drag(page, handle(page, "colours-1/header"), middle(cell(page, "text-2")))
    until(lambda: keys(page, "~root").index("colours-1") >= 2)
    page.wait_for_selector("[data-carried]", state="detached")
    order = keys(page, "~root")
    page.get_by_role("button", name="people").click()
    page.wait_for_selector("button[aria-pressed=true]:text-is('people')")
    drag(page, handle(page, "Dora"), (middle(cell(page, "Ada"))[0], cell(page, "Ada").bounding_box()["y"] + 4))
    until(lambda: keys(page, "~root") == ["Dora", "Ada", "Ben", "Cleo"])
    page.get_by_role("button", name="all").click()
    page.wait_for_selector("button[aria-pressed=true]:text-is('all')")
    people = iter(["Dora", "Ada", "Ben", "Cleo"])
    assert keys(page, "~root") == [next(people) if key in ("Ada", "Ben", "Cleo", "Dora") else key for key in order]
    assert difference(page) is None


@BOTH
def test_names_are_selected_one_or_several_at_a_time(visit, javascript):
    """Case CON-15."""
    page = visit("/names", javascript=javascript)
    pressed = lambda: page.locator(".Name.e-selected .name").all_inner_texts()  # noqa: E731
    press = lambda name: page.get_by_role("button", name=name, exact=True).click()  # noqa: E731
    press("Cleo")
    page.wait_for_selector("output:text-is('Cleo is selected')")
    press("Finn")
    page.wait_for_selector("output:text-is('Finn is selected')")
    assert pressed() == ["Finn"]
    press("multiple")
    page.wait_for_selector("button[aria-pressed=true]:text-is('multiple')")
    press("Ada")
    page.wait_for_selector("output:text-is('Finn and Ada are selected')")
    page.reload()
    assert pressed() == ["Ada", "Finn"]
    press("Remove Finn")
    page.wait_for_selector("output:text-is('Ada is selected')")
    press("Ada")
    page.wait_for_selector("output:text-is('No name is selected')")
    assert pressed() == [] and (not javascript or difference(page) is None)


def test_the_keyboard_selects_and_the_focus_stays(visit):
    page = visit("/names")
    page.get_by_role("button", name="Cleo", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("output:text-is('Cleo is selected')")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Cleo"
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"


@BOTH
def test_an_item_is_reported_and_deleted_by_its_sheet(visit, javascript):
    """Item F39."""
    page = visit("/timeline", javascript=javascript)
    options = cell(page, "1").get_by_role("button", name="Options")
    sheet = page.get_by_role("dialog", name="Ben Okoro")

    def choose(name):
        options.click()
        sheet.get_by_role("button", name=name).click()
        sheet.wait_for(state="detached")

    choose("Cancel")
    choose("Report")
    cell(page, "1").locator(".remark").wait_for()
    options.click()
    sheet.wait_for()
    assert sheet.get_by_role("button").all_inner_texts() == ["Delete", "Cancel"]
    sheet.get_by_role("button", name="Delete").click()
    page.wait_for_selector("[id='1']", state="detached")
    # With scripts the page loads more items when the end of the shorter list comes into view.
    assert page.locator(".TimelineItem").evaluate_all("items => items.slice(0, 7).map((item) => item.id)") == list("2345678")
    if javascript:
        until(lambda: difference(page) is None, what="the page equals a fresh render")


def test_the_timeline_grows_ends_says_when_it_is_empty_and_can_be_refreshed(visit):
    page = visit("/timeline", javascript=False)
    for count in (16, 24):
        page.get_by_role("button", name="Load more").click()
        assert page.locator(".TimelineItem").count() == count
    for left in range(23, -1, -1):
        item = page.locator(".TimelineItem").first
        item.get_by_role("button", name="Options").click()
        page.get_by_role("button", name="Delete").click()
        assert page.locator(".TimelineItem").count() == left
    assert "Nothing left to read" in page.locator(".EmptyTimeline").inner_text()
    page.get_by_role("button", name="Refresh").click()
    assert page.locator(".TimelineItem").count() == 8 and page.locator(".EmptyTimeline").count() == 0


# An alert that only the sender of the event sees.


@pytest.mark.parametrize("javascript", [True, False])
def test_an_alert_names_the_row_takes_the_focus_and_returns_it(visit, javascript):
    """Item F26."""
    page = visit("/alert", javascript=javascript)
    names = page.locator(".AlertRow").all_inner_texts()
    assert len(names) == 20
    alert = page.get_by_role("alertdialog")
    for number in (7, 20):
        name = names[number - 1]
        page.get_by_role("button", name=name, exact=True).click()
        alert.wait_for()
        assert alert.inner_text().split("\n")[0] == name and f"Apple {number} of 20" in alert.inner_text()
        inside = "() => document.activeElement.closest('dialog') !== null"
        if javascript:
            page.wait_for_function(inside)
            page.keyboard.press("Enter")
        else:
            assert page.evaluate(inside)
            alert.get_by_role("button", name="OK").click()
        alert.wait_for(state="detached")
        if javascript:
            page.wait_for_function("text => document.activeElement.textContent === text", arg=name)
        else:
            assert page.url.endswith(f"#{number}")
    if javascript:
        assert difference(page) is None


def test_an_alert_is_modal_and_escape_closes_it(visit, complaints):
    page = visit("/alert", viewport={"width": 390, "height": 844})
    for name in ("Elstar", "Boskoop"):
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('dialog')?.matches(':modal')")
        for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"):
            page.keyboard.press(key)
            # Between the last and the first control, the focus is at the browser's own controls.
            assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
        if name == "Boskoop":
            page.context.set_offline(True)
        page.keyboard.press("Escape")
        if name == "Boskoop":
            # The status line of the page is behind the alert.
            page.get_by_role("alertdialog").get_by_text("Not saved: no connection.").wait_for()
            page.context.set_offline(False)
        page.get_by_role("alertdialog").wait_for(state="detached")
        page.wait_for_function("text => document.activeElement.textContent === text", arg=name)
    assert difference(page) is None
    assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in complaints)
    complaints.clear()


def test_the_pointer_cannot_press_rows_below_an_alert(visit):
    page = visit("/alert", viewport={"width": 390, "height": 700})
    page.get_by_role("button", name="Berlepsch", exact=True).click()
    page.wait_for_selector("dialog:modal")
    row = page.get_by_role("button", name="Alkmene", exact=True).bounding_box()
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).localName", [row["x"] + 9, row["y"] + 9]) == "dialog"


def test_a_mouse_drags_a_row_by_any_part_of_it_and_selects_no_text(reorder):
    for address, target, moved in [("tiles/1", "tiles/5", "tiles/1"), (
            "week/Friday/Oil~20the~20shears", "week/Sunday/Feed~20the~20wrens", "week/Sunday/Oil~20the~20shears")]:
        box = cell(reorder, address).bounding_box()
        reorder.mouse.move(box["x"] + 20, box["y"] + box["height"] - 16)
        reorder.mouse.down()
        reorder.mouse.move(*middle(cell(reorder, target)), steps=12)
        assert cell(reorder, address).get_attribute("data-carried") == ""
        reorder.mouse.up()
        reorder.wait_for_selector("[data-carried]", state="detached")
        cell(reorder, moved).wait_for()
        assert reorder.evaluate("getSelection().toString()") == ""
    assert keys(reorder, "tiles")[:6] == ["2", "3", "4", "5", "1", "6"]
    assert difference(reorder) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_a_step_that_cannot_move_the_row_has_no_button(visit, javascript):
    page = visit("/reorder", javascript=javascript)
    if javascript:
        ready(page)
    rows = {"tiles/1": "Move Lavender", "tiles/2": "Move Rosemary", "tiles/20": "Move Agave",
            "week/Friday/Water~20the~20pears": "Move Water the pears",
            "week/Friday/Weed~20the~20path": "Move Weed the path", "week/Sunday/Sit~20on~20the~20bench": "Move Sit on the bench"}
    seen = {}
    for address, name in rows.items():
        if javascript:
            handle(page, address).click()
        ways = [way for way in ("up", "down") if page.get_by_role("button", name=f"{name} {way}", exact=True).count()]
        seen[address] = ways
    both = ["up", "down"]
    assert list(seen.values()) == [["down"], both, ["up"], ["down"], both, ["up"]]


def test_the_buttons_for_one_step_cover_no_text(visit):
    page = visit("/mixed", javascript=False, viewport={"width": 390, "height": 844})
    row = page.locator(".FoldingText").first
    text, step = row.locator(".fold").bounding_box(), row.locator(".e-step").last.bounding_box()
    assert text["x"] + text["width"] <= step["x"]
