"""While a person carries a row, the client holds patches back until the row is dropped or removed."""

import json
import time

import pytest
from mock import at, cell, container, heard_all, root, until
from windows import idle

ACTION = '/list/events?node={0}&amp;event=move'
TOOLS = """<b>{0}</b><span class="e-mover"><button type="button" class="e-handle" data-move="list" data-name="{0}" aria-label="Move {0}"></button>
<button class="e-step e-up" form="~form" formaction="%s" name="data" value="1">↑</button></span>""" % ACTION


def row(key):
    return cell(key, TOOLS.format(key).replace("\n", ""), "Row e-movable")


@pytest.fixture
def carried(mock, live, page):
    """A page of five rows; the second row is picked up."""
    page = live("".join(map(row, "abcde")))
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('reordering.js'))")
    idle(page)
    page.locator("#b .e-handle").focus()
    page.keyboard.press("Space")
    page.locator("[data-carried]").wait_for()
    return page


def keys(page):
    return page.locator("#\\~root > ul > li").evaluate_all("rows => rows.map((row) => row.id).join('')")


def drop(page, steps=2):
    for key in ["ArrowDown"] * steps + ["Space"]:
        page.keyboard.press(key)


def test_the_reply_puts_the_row_where_it_was_dropped(mock, carried):
    mock.reply = lambda post: mock.patch("e.2", [">", "b", "e"])
    drop(carried)
    carried.wait_for_selector(at("e.2"))
    assert keys(carried) == "acdbe" and carried.locator("[data-carried]").count() == 0
    assert [json.loads(post["body"].removeprefix("data=").replace("%7B", "{").replace("%22", '"').replace("%3A", ":").replace("%7D", "}"))
            for post in mock.posts] == [{"before": "e"}]
    assert carried.locator("#b .e-up").get_attribute("value") == "1"


@pytest.mark.parametrize("reply", [(204, {}, b""), (422, {"Content-Type": "application/problem+json"}, b'{"title":"No."}')])
def test_a_refused_move_puts_the_row_back(mock, carried, complaints, reply):
    mock.reply = lambda post: reply
    drop(carried)
    until(lambda: mock.posts)
    carried.wait_for_selector("[data-carried]", state="detached")
    until(lambda: keys(carried) == "abcde")
    assert carried.evaluate("document.activeElement.closest('li').id") == "b"
    complaints.clear()


def test_patches_wait_and_apply_to_the_old_order(mock, carried):
    """Item A51."""
    carried.keyboard.press("ArrowDown")
    carried.keyboard.press("ArrowDown")
    mock.push("e.2", ["+", "", row("x"), "b"])
    mock.push("e.3", ["-", "e"])
    heard_all(mock, carried)
    assert keys(carried) == "acdbe"
    mock.reply = lambda post: mock.patch("e.4", [">", "b", None])
    carried.keyboard.press("Space")
    carried.wait_for_selector(at("e.4"))
    assert keys(carried) == "axcdb"
    mock.push("e.5", ["=", "b", "0:0", "later"])
    carried.wait_for_selector("#b:has-text('later')")


@pytest.mark.parametrize("op", [["-", "b"], ["<", "", f'<ul role="list">{row("a")}</ul>'], ["!", f'<ul role="list">{row("a")}</ul>']])
def test_a_patch_that_removes_the_row_does_not_wait(mock, carried, op):
    """Item A51."""
    carried.keyboard.press("ArrowDown")
    mock.push("e.2", op)
    carried.wait_for_selector(at("e.2"))
    assert keys(carried) == ("acde" if op[0] == "-" else "a") and mock.posts == []
    mock.push("e.3", ["=", "a", "0:0", "on"])
    carried.wait_for_selector("#a:has-text('on')")


def test_a_change_inside_the_row_waits_and_does_not_end_the_move(mock, carried):
    mock.push("e.2", ["=", "b", "0:0", "new"])
    heard_all(mock, carried)
    assert carried.locator("#b b").inner_text() == "b" and carried.locator("[data-carried]").count() == 1
    carried.keyboard.press("Escape")
    carried.wait_for_selector("#b:has-text('new')")
    assert keys(carried) == "abcde" and mock.posts == []


def test_a_stopped_client_puts_the_row_back(mock, carried):
    carried.keyboard.press("ArrowDown")
    carried.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    until(lambda: keys(carried) == "abcde")


def test_a_client_that_is_started_again_moves_rows(mock, carried):
    carried.keyboard.press("Escape")
    carried.evaluate("import('/espalier/espalier.js').then(({ stop, start }) => { stop(); start(); })")
    mock.reply = lambda post: mock.patch("e.2", [">", "b", "e"])
    until(lambda: carried.locator("#b .e-handle").focus() or carried.keyboard.press("Space")
          or carried.wait_for_timeout(50) or carried.locator("[data-carried]").count(), seconds=10)
    drop(carried)
    carried.wait_for_selector(at("e.2"))
    assert keys(carried) == "acdbe" and len(mock.posts) == 1


def test_the_status_line_announces_the_rows_name_in_any_language(mock, live):
    names = {"a": "Frühstück", "b": "Move house"}
    tools = {key: TOOLS.replace('data-name="{0}" aria-label="Move {0}"', f'data-name="{name}" aria-label="{name} verschieben"') for key, name in names.items()}
    page = live("".join(cell(key, tools[key].format(key).replace("\n", ""), "Row e-movable") for key in "ab"))
    idle(page)
    for place, (key, name) in enumerate(names.items(), 1):
        page.locator(f"#{key} .e-handle").focus()
        until(lambda: page.keyboard.press("Space") or page.locator("[data-carried]").count())
        assert page.locator("[data-espalier-status]").inner_text().startswith(f"{name}, {place} of 2.")
        page.keyboard.press("Escape")


def test_rows_make_room_with_an_animation_that_leaves_no_trace(mock, live, open_page):
    """Drags with the mouse while motion is allowed. The page ends in the same state as without motion."""
    page = live("".join(map(row, "abcde")), page=open_page(reduced_motion="no-preference"))
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('reordering.js'))")
    idle(page)
    mock.reply = lambda post: mock.patch("e.2", [">", "b", "e"])
    box, target = (page.locator(f"#{key} .e-handle").bounding_box() for key in "bd")
    x, y, way = box["x"] + 22, box["y"] + box["height"] / 2, target["y"] + 4 - box["y"]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 31):
        page.mouse.move(x, y + step * way / 30)
        page.wait_for_timeout(16)
    assert keys(page) == "acdbe"
    place = page.locator("#b .e-handle").bounding_box()
    assert abs(place["y"] + place["height"] / 2 - y - way) < 1, "the row is not under the pointer"
    page.mouse.up()
    page.wait_for_selector(at("e.2"))
    idle(page)
    until(lambda: page.evaluate("document.getAnimations().length") == 0)
    assert keys(page) == "acdbe" and page.locator("[style], [data-motion], [data-carried]").count() == 0


def test_pages_without_handles_do_not_load_the_modules_until_a_patch_brings_one(mock, live):
    mock.body = root(container("a"))
    page = live(body=True)
    names = "performance.getEntriesByType('resource').map(({ name }) => name).join()"
    idle(page)
    assert "reordering.js" not in page.evaluate(names)
    mock.push("e.2", ["+", "", row("b"), None])
    until(lambda: "reordering.js" in page.evaluate(names))


def test_the_words_about_a_carried_row_stay_while_its_event_waits(mock, carried):
    mock.reply = lambda post: time.sleep(1) or (204, {}, b"")
    drop(carried)
    carried.wait_for_selector("#b [data-waiting]", state="attached")
    status = carried.locator("[data-espalier-status]")
    assert status.inner_text().startswith("b, 4 of 5.")
    until(lambda: status.inner_text().startswith("Dropped: b"))


def test_right_to_left_the_left_arrow_moves_the_row_on(carried):
    carried.evaluate("document.documentElement.dir = 'rtl'")
    carried.keyboard.press("ArrowLeft")
    assert keys(carried) == "acbde"
    carried.keyboard.press("ArrowRight")
    assert keys(carried) == "abcde"
    carried.keyboard.press("Escape")
