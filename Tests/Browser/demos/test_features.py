"""Whole features as a person uses them: each on its own page, and four of them on one page."""

import pytest
from harness import until
from live import cell, difference, same_elements, watch

BOTH = pytest.mark.parametrize("javascript", [True, False])


def press(page, name, within=None):
    (within or page).get_by_role("button", name=name, exact=True).click()


def words(page):
    return page.locator(".WordRow").all_inner_texts()


def search(page, text, javascript):
    field = page.get_by_role("searchbox")
    field.fill(text)
    if not javascript:
        press(page, "Search")


@BOTH
def test_words_are_found_while_a_person_types(visit, javascript):
    """Case CON-19."""
    page = visit("/search", javascript=javascript)
    everything = words(page)
    assert len(everything) == 68
    search(page, "AN", javascript)
    page.wait_for_selector(".found output:text-is('9 of 68 words')")
    assert words(page) == [word for word in everything if "an" in word.lower()]
    search(page, "xyz", javascript)
    page.wait_for_selector(".NoMatch")
    assert words(page) == [] and "“xyz”" in page.locator(".NoMatch").inner_text()
    assert page.get_by_role("searchbox").input_value() == "xyz"
    press(page, "Show all")
    page.wait_for_selector(".found output:text-is('68 words')")
    assert words(page) == everything and page.get_by_role("searchbox").input_value() == ""


def test_focus_and_caret_stay_while_the_list_around_them_changes(visit):
    """Case CON-19."""
    page = visit("/search")
    field = page.get_by_role("searchbox")
    field.evaluate("field => window.field = field")
    field.press_sequentially("ber", delay=30)
    page.wait_for_selector(".found output:text-is('4 of 68 words')")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("e")
    page.wait_for_selector(".NoMatch")
    assert page.evaluate("[document.activeElement === field, field.value, field.selectionStart]") == [True, "beer", 2]
    page.keyboard.press("Backspace")
    page.wait_for_selector(".WordRow >> nth=3")
    assert page.evaluate("[document.activeElement === field, field.value, field.selectionStart]") == [True, "ber", 1]
    assert difference(page) is None


@BOTH
def test_mixed_data_is_filtered_and_unfolds(visit, javascript):
    page = visit("/mixed", javascript=javascript)
    assert page.locator(".MixedList > ul > li").count() == 12
    text = page.locator(".fold").nth(1)
    folded = text.bounding_box()["height"]
    text.click()
    page.wait_for_selector(".fold[aria-expanded=true]")
    assert page.locator(".fold").nth(1).bounding_box()["height"] > folded + 30
    for kind, selector in (("people", ".UserRow"), ("colours", ".Section"), ("texts", ".FoldingText")):
        press(page, kind)
        page.wait_for_selector(f"button[aria-pressed=true]:text-is('{kind}')")
        assert page.locator(".MixedList > ul > li").count() == page.locator(f".MixedList > ul > {selector}").count() == 4
    assert page.locator(".fold[aria-expanded=true]").count() == 1
    page.locator(".fold[aria-expanded=true]").click()
    page.wait_for_selector(".fold[aria-expanded=true]", state="detached")
    press(page, "all")
    page.wait_for_selector(".MixedList > ul > li >> nth=11")


@BOTH
def test_the_empty_view_appears_after_the_last_row_and_disappears_with_the_next_one(visit, javascript):
    page = visit("/empty", javascript=javascript)
    for left in ("3 seedlings", "2 seedlings", "1 seedling", "0 seedlings"):
        page.get_by_role("button", name="Remove").first.click()
        page.wait_for_selector(f".RemovableHeader output:has-text('{left}')")
    assert "No seedlings" in page.locator(".NoMoreData").inner_text()
    press(page, "Add a seedling")
    page.wait_for_selector(".RemovableHeader output:has-text('1 seedling')")
    assert page.locator(".RemovableRow").count() == 1 and page.locator(".NoMoreData").count() == 0


@BOTH
def test_two_lists_of_nine_people_are_exchanged(visit, javascript):
    page = visit("/diff", javascript=javascript)
    names = lambda: page.locator(".Member > span:last-child").all_inner_texts()  # noqa: E731
    first = ["Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Ole", "Pia", "Quin"]
    assert names() == first
    press(page, "Show the summer team")
    page.get_by_role("heading", name="Summer team").wait_for()
    assert names() == ["Jon", "Rosa", "Max", "Ida", "Kira", "Pia", "Ole", "Leo", "Quin"]
    press(page, "Show the spring team")
    page.get_by_role("heading", name="Spring team").wait_for()
    assert names() == first


def test_people_who_stay_keep_their_elements_even_if_their_names_change(visit):
    page = visit("/diff")
    page.evaluate("window.rows = Object.fromEntries([...document.querySelectorAll('.Member')].map((row) => [row.id, row]))")
    watch(page)
    press(page, "Show the summer team")
    page.get_by_role("heading", name="Summer team").wait_for()
    same = page.evaluate("[...document.querySelectorAll('.Member')].filter((row) => row === rows[row.id]).map((row) => row.id)")
    assert same == ["2", "5", "1", "3", "8", "7", "4", "9"]
    (patch,) = page.evaluate("patches")
    assert sorted(op[0] for op in patch["ops"] if op[1] != "header") == sorted(["+", "-", ">", ">", ">", ">", "=", "="])


@BOTH
def test_a_day_opens_and_closes(visit, javascript):
    """Case DIF-15."""
    page = visit("/calendar", javascript=javascript)
    day = lambda number: page.locator(f"[id='days/{number}'] button")  # noqa: E731
    dots = [page.locator(f"[id='days/{number}'] i").count() for number in range(1, 31)]
    assert {n + 1: count for n, count in enumerate(dots) if count} == {2: 1, 4: 1, 7: 2, 12: 2, 13: 1, 17: 3, 20: 1, 21: 1, 25: 1, 26: 2}
    assert page.locator(".today").count() == 1 and "today" in day(15).get_attribute("aria-label")
    columns = {round(day(number).bounding_box()["x"]) for number in range(1, 31)}
    assert len(columns) == 7
    day(7).click()
    page.wait_for_selector("[id='7-Nails']")
    assert page.locator(".AppointmentRow span").all_inner_texts() == ["Hair", "Nails"]
    assert day(7).get_attribute("aria-pressed") == "true"
    day(17).click()
    page.wait_for_selector("[id='17-Walk']")
    assert page.locator(".AppointmentRow").count() == 3 and day(7).get_attribute("aria-pressed") == "false"
    press(page, "Delete Hair")
    page.wait_for_selector("[id='17-Hair']", state="detached")
    assert page.locator("[id='days/17'] i").count() == 2
    press(page, "Restore all")
    page.wait_for_selector("[id='17-Hair']")
    day(17).click()
    page.wait_for_selector(".AppointmentRow", state="detached")


def test_a_day_is_one_operation_and_keeps_the_focus(visit):
    """Case DIF-15."""
    page = visit("/calendar")
    watch(page)
    day = page.locator("[id='days/7'] button")
    day.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[id='7-Nails']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[id='7-Nails']", state="detached")
    opened, closed = page.evaluate("patches.map(({ ops }) => ops.map(([letter, address]) => [letter, address]))")
    assert ["=", "days/7"] in opened and ["=", "days/7"] in closed
    assert {address for _, address in opened + closed} <= {"days/7", "days/footer", "", "7-Hair", "7-Nails"}
    assert same_elements(page) and day.evaluate("day => day === document.activeElement")


def test_a_pressed_day_shows_its_appointments_and_another_day_replaces_them_at_once(visit):
    page = visit("/calendar", viewport={"width": 390, "height": 700})
    watch(page)
    page.locator("[id='days/17'] button").click()
    page.wait_for_function("""() => {
      const rows = [...document.querySelectorAll('.AppointmentRow')];
      return rows.length === 3 && rows.every((row) => row.getBoundingClientRect().bottom <= innerHeight);
    }""")
    page.locator("[id='days/12'] button").click()
    cell(page, "12-Hair").wait_for()
    gone = [op for op in page.evaluate("patches.at(-1).ops") if op[0] == "-"]
    assert [(address, how) for _, address, how in gone] == [(f"17-{name}", "none") for name in ("Hair", "Nails", "Walk")]


@BOTH
def test_a_feed_grows_and_counts_remarks(visit, javascript):
    page = visit("/feed", javascript=javascript)
    item = cell(page, "Gil")
    assert item.locator("output").inner_text() == "No comments"
    item.get_by_role("textbox").fill("It was <me>.")
    press(page, "Post", item)
    page.wait_for_selector("[id='Gil/footer'] output:text-is('1 comment')")
    assert item.locator(".Remark").inner_text() == "It was <me>."
    assert item.get_by_role("textbox").input_value() == ""
    for sentences in (2, 3, 4):
        height = item.locator(".GrowingText").bounding_box()["height"]
        press(page, "Read more", item)
        page.wait_for_selector(f"[id='Gil'] .text p >> nth={sentences - 1}")
        assert item.locator(".GrowingText").bounding_box()["height"] > height
    press(page, "Show less", item)
    page.wait_for_selector("[id='Gil'] .text p >> nth=1", state="detached")
    assert cell(page, "Finn").locator("output").inner_text() == "1 comment"


@BOTH
def test_a_name_is_selected_and_removed(visit, javascript):
    page = visit("/names", javascript=javascript)
    assert page.locator(".Name").count() == 32
    press(page, "Cleo")
    page.wait_for_selector(".NamesHeader output:text-is('Cleo is selected')")
    assert page.locator(".Name:has([aria-pressed=true])").all_inner_texts() == ["Cleo\n×"]
    press(page, "Remove Cleo")
    page.wait_for_selector(".NamesHeader output:text-is('No name is selected')")
    assert page.locator(".Name").count() == 31 and page.get_by_role("button", name="Cleo", exact=True).count() == 0
    press(page, "Restore all")
    page.wait_for_selector(".Name >> nth=31")
    assert page.locator(".Name").nth(2).inner_text().startswith("Cleo")


@BOTH
def test_four_features_share_a_page_and_do_not_disturb_each_other(visit, javascript):
    page = visit("/merged", javascript=javascript)
    rows = lambda: [page.locator(selector).count() for selector in (".WordRow", ".RemovableRow", ".DayCell", ".PostModel")]  # noqa: E731
    assert rows() == [68, 4, 30, 4]
    page.locator("[id='calendar/days/7'] button").click()
    page.wait_for_selector("[id='calendar/7-Nails']")
    search(page, "an", javascript)
    page.wait_for_selector(".found output:text-is('9 of 68 words')")
    assert rows() == [9, 4, 30, 4] and cell(page, "calendar/7-Hair").count() == 1
    press(page, "Remove Leek")
    page.wait_for_selector("[id='seedlings/1']", state="detached")
    press(page, "Like", cell(page, "posts/B"))
    page.wait_for_selector("[id='posts/B/photo'] .red")
    assert page.locator(".photo.red").count() == 1
    assert rows() == [9, 3, 30, 4] and page.get_by_role("searchbox").input_value() == "an"


def test_changes_of_a_person_show_in_their_next_tab_and_to_nobody_else(visit):
    mine, theirs = visit("/merged"), visit("/merged")
    mine.locator("[id='calendar/days/26'] button").click()
    mine.wait_for_selector("[id='calendar/26-Walk']")
    tab = visit("/merged", beside=mine)
    assert cell(tab, "calendar/26-Walk").count() == 1
    assert cell(theirs, "calendar/26-Walk").count() == 0
    # The calendar alone is another page.
    assert visit("/calendar", beside=mine).locator(".AppointmentRow").count() == 0


@pytest.mark.parametrize("javascript", [True, False])
def test_two_widgets_show_one_page_and_the_page_around_them_shows_their_changes(visit, javascript):
    page = visit("/embed", javascript=javascript)
    desk, door = (page.frame_locator(f"iframe >> nth={number}") for number in (0, 1))
    page.locator(".WateringReport", has_text="no plant is watered yet.").wait_for()
    desk.get_by_role("button", name="Fig").click()
    desk.get_by_role("button", name="Fig", pressed=True).wait_for()
    if not javascript:
        page.reload()
    door.get_by_role("button", name="Fig", pressed=True).wait_for()
    page.locator(".WateringReport", has_text="1 of 5 plants are watered.").wait_for()
    press(page, "Start the next day")
    if not javascript:
        rests = page.locator(".WateringReport", has_text="no plant is watered yet.")
        until(lambda: (page.reload(), rests.count())[1])
    door.get_by_role("button", name="Fig", pressed=False).wait_for()
    page.locator(".WateringReport", has_text="no plant is watered yet.").wait_for()


@BOTH
def test_the_injected_rain_gauge_shows_in_all_beds(visit, javascript):
    page = visit("/injected", javascript=javascript)
    for count in (1, 2):
        page.get_by_role("button", name="1 mm of rain").click()
        page.get_by_text(f"{count} mm", exact=True).nth(19).wait_for()
    page.reload()
    assert page.get_by_text("2 mm", exact=True).count() == 20


@BOTH
def test_a_height_is_added_and_a_day_marked(visit, javascript):
    """The module draws what the server writes, and its press on a point is an event of the row."""
    page = visit("/chart", javascript=javascript)
    page.get_by_label("Height today").fill("44")
    press(page, "Add")
    page.locator(".note", has_text="Day 8: 44 cm").wait_for()
    days = page.locator(".Measure span")
    assert days.all_inner_texts() == [f"Day {day}" for day in range(8, 0, -1)]
    if javascript:
        canvas = page.locator(".plot canvas")
        box = canvas.bounding_box()
        ink = "(canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part)"
        assert canvas.evaluate(ink)
        page.mouse.click(box["x"] + 40, box["y"] + 100)
        page.locator(".Measure", has_text="Day 1").locator("[aria-pressed=true]").wait_for()
        assert canvas.count() == 1 and difference(page) is None
    else:
        press(page, "Mark day 1")
        page.locator(".Measure", has_text="Day 1").locator("[aria-pressed=true]").wait_for()


@BOTH
def test_a_plant_comes_where_somebody_presses_the_map(visit, javascript):
    page = visit("/map", javascript=javascript)
    if javascript:
        box = page.locator(".map canvas").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator(".note", has_text="Seedling 4 grows at 48, 45.").wait_for()
        # A drag moves the map and plants nothing. A message of the server moves it to a plant.
        page.mouse.move(box["x"] + 200, box["y"] + 200)
        page.mouse.down()
        page.mouse.move(box["x"] + 110, box["y"] + 110, steps=5)
        page.mouse.up()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator(".note", has_text="Seedling 5 grows at 58, 55.").wait_for()
        drawn = "(canvas) => canvas.toDataURL()"
        before = page.locator(".map canvas").evaluate(drawn)
        press(page, "Show Apple on the map")
        page.wait_for_function("(before) => document.querySelector('.map canvas').toDataURL() !== before", arg=before)
    else:
        page.get_by_label("Plant", exact=True).fill("Rose")
        press(page, "Plant")
        page.locator(".note", has_text="Rose grows at 50, 50.").wait_for()
    press(page, "Remove Pear")
    page.locator(".note", has_text="Pear is gone.").wait_for()
    assert "Pear" not in page.locator(".PlantOnMap span").all_inner_texts()
