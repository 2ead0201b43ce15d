"""The task board of Examples: two people, their filters, the end of the server, no JavaScript, and 10,000 cards."""

import json
import os
import re
import sqlite3
import time

import pytest
from audit import violations
from harness import JSON, ROOT, Server, binary, until
from live import wait_live
from windows import idle

FOLDER = ROOT / "Examples/TaskBoard"


class Board(Server):
    """The server of the board, with its file."""

    def __init__(self, file, port=0):
        program = os.path.join(os.path.dirname(binary()), "TaskBoard")
        settings = {"PORT": str(port), "BOARD_FILE": str(file), "BOARD_PASSWORD": "secret"}
        os.environ["ESPALIER_BOARD"] = program
        super().__init__(program="ESPALIER_BOARD", takes_options=False, cwd=FOLDER, env=os.environ | settings)
        self.file = file


@pytest.fixture
def file(tmp_path):
    return tmp_path / "board.sqlite"


@pytest.fixture
def board(file):
    board = Board(file)
    yield board
    assert board.stop() == 0
    assert board.complaints() == []


@pytest.fixture
def enter(open_page, board):
    """Opens a window in which somebody has signed in."""

    def enter(name, path="/board", **options):
        page = open_page(**options)
        page.goto(board.address + path)
        sign_in(page, name)
        if options.get("java_script_enabled", True):
            wait_live(page)
        return page

    return enter


def sign_in(page, name, password="secret"):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in" not in url)
    page.get_by_role("button", name="Sign out").wait_for()


def titles(page, column=None):
    place = f'[id="columns/{column}"] ' if column else ""
    return page.locator(f"{place}.CardRow a.title").all_inner_texts()


def card(page, title):
    return page.locator(".CardRow").filter(has_text=title)


def add(page, title, **others):
    page.get_by_role("textbox", name="Task").fill(title)
    for label, value in others.items():
        page.get_by_role("combobox", name=label).select_option(value) if label == "Who" else page.get_by_label(label).fill(value)
    page.get_by_role("button", name="Add", exact=True).click()


def test_a_stranger_signs_in_and_comes_back_to_the_page_that_was_asked_for(open_page, board):
    page = open_page()
    page.goto(board.address + "/board?assignee=Ben")
    assert page.url.endswith("/sign-in?back=%2Fboard%3Fassignee%3DBen")
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("This name and this password do not fit.").wait_for()
    assert page.get_by_label("Name").input_value() == "Ada"
    sign_in(page, "Ada")
    assert page.url.endswith("/board?assignee=Ben")
    until(lambda: titles(page) == ["Order tiles for the bathroom"])


def test_two_people_see_each_others_changes_and_keep_their_filters_and_their_typing(enter):
    ada, ben = enter("Ada"), enter("Ben")
    ben.get_by_role("button", name="Ben", exact=True).click()
    ben.wait_for_url("**/board?assignee=Ben")
    wait_live(ben)
    until(lambda: titles(ben) == ["Order tiles for the bathroom"])
    card(ben, "Order tiles").get_by_role("button", name="Rename").click()
    ben.get_by_role("textbox", name="Title").fill("Order bl")
    add(ada, "Buy grout", Who="Ben", Due="2020-02-29")
    until(lambda: "Buy grout" in titles(ben), seconds=3)
    assert len(titles(ada)) == 4 and len(titles(ben)) == 1
    assert "Late: 2020-02-29" in card(ben, "Buy grout").inner_text()
    # The card moves to another column while its title is being typed.
    card(ada, "Order tiles").get_by_role("button", name="To Doing").click()
    until(lambda: ben.locator('[id="columns/doing"]').get_by_role("textbox", name="Title").count() == 1 or "Order tiles for the bathroom" in titles(ben, "doing"))
    assert ada.evaluate("location.search") == "" and ben.evaluate("location.search") == "?assignee=Ben"
    idle(ben)


def test_typing_survives_the_changes_of_others(enter):
    ada, ben = enter("Ada"), enter("Ben")
    card(ben, "Paint the door").get_by_role("button", name="Rename").click()
    field = ben.get_by_role("textbox", name="Title")
    field.fill("Paint the gre")
    add(ada, "Buy brushes")
    until(lambda: "Buy brushes" in titles(ben))
    assert field.input_value() == "Paint the gre" and field.evaluate("field => field === document.activeElement")
    field.press_sequentially("en door")
    field.press("Enter")
    until(lambda: "Paint the green door" in titles(ada))


def test_a_killed_server_and_a_closed_browser_sign_nobody_out(enter, browser, board, file, complaints):
    ada, ben = enter("Ada"), enter("Ben", "/card/1")
    add(ada, "Sand the floor")
    until(lambda: "Sand the floor" in titles(ada))
    state = ada.context.storage_state()
    assert all(cookie["expires"] - time.time() > 29 * 86_400 for cookie in state["cookies"])
    board.kill()
    again = Board(file, port=board.port)
    try:
        ben.get_by_role("textbox", name="Comment").fill("Blue ones, please.")
        ben.get_by_role("button", name="Send").click()
        ben.locator(".CommentRow").get_by_text("Blue ones, please.").wait_for()
        assert "Ben" in ben.locator(".CommentRow").inner_text()
        add(ada, "Oil the floor")
        until(lambda: "Oil the floor" in titles(ada) and "Sand the floor" in titles(ada))
        later = browser.new_context(storage_state=state)
        page = later.new_page()
        page.goto(board.address + "/board")
        page.get_by_role("button", name="Sign out").wait_for()
        assert "Oil the floor" in titles(page)
        later.close()
    finally:
        ada.goto("about:blank")
        ben.goto("about:blank")
        assert again.stop() == 0
        board.process = again.process
        complaints.clear()  # Each window lost its stream for a moment.


def test_signing_out_ends_all_windows_and_nothing_is_left(enter, browser, board, file, complaints):
    page = enter("Cleo")
    other = page.context.new_page()
    other.goto(board.address + "/table")
    wait_live(other)
    before = page.context.cookies()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    until(lambda: page.context.cookies()[0]["value"] != before[0]["value"])
    other.wait_for_url("**/sign-in?back=*")
    page.go_back()
    page.wait_for_url("**/sign-in*")
    other.close()
    thief = browser.new_context()
    thief.add_cookies(before)
    window = thief.new_page()
    window.goto(board.address + "/board")
    assert "/sign-in" in window.url
    thief.close()
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        assert "Cleo" not in str(database.execute("SELECT value FROM state WHERE key LIKE 'login%'").fetchall())
    complaints.clear()  # The other window's stream was refused.


def test_a_press_after_the_session_is_over_leads_to_the_sign_in_page_and_back(enter, complaints):
    page = enter("Ada")
    page.context.clear_cookies()
    card(page, "Paint the door").get_by_role("button", name="To Doing").click()
    page.wait_for_url("**/sign-in?back=%2Fboard")
    sign_in(page, "Ada")
    assert page.url.endswith("/board") and len(titles(page, "todo")) == 3
    complaints.clear()  # The stream of the page was refused.


def test_cards_are_dragged_between_columns_and_stay_there(enter, board):
    ada, ben = enter("Ada"), enter("Ben")
    box, target = card(ada, "Paint the door").locator(".e-handle").bounding_box(), ada.locator('[id="columns/done"]').bounding_box()
    ada.mouse.move(box["x"] + 5, box["y"] + 5)
    ada.mouse.down()
    ada.mouse.move(target["x"] + 60, target["y"] + 60, steps=10)
    ada.mouse.up()
    until(lambda: titles(ben, "done") == ["Paint the door"] and titles(ada, "done") == ["Paint the door"])
    # With the keyboard, within a column.
    card(ada, "Measure the kitchen").locator(".e-handle").focus()
    for key in ["Space", "ArrowUp", "Space"]:
        ada.keyboard.press(key)
    until(lambda: titles(ben, "todo") == ["Measure the kitchen", "Order tiles for the bathroom"])
    ada.reload()
    assert titles(ada, "todo") == ["Measure the kitchen", "Order tiles for the bathroom"] and titles(ada, "done") == ["Paint the door"]


def test_a_card_is_deleted_after_a_question_and_its_page_says_so(enter, board, complaints):
    ada, ben = enter("Ada"), enter("Ben", "/card/2")
    card(ada, "Paint the door").get_by_role("button", name="Delete").click()
    ada.get_by_role("button", name="Keep").click()
    ada.get_by_text("and its comments?").wait_for(state="detached")
    card(ada, "Paint the door").get_by_role("button", name="Delete").click()
    ada.get_by_role("button", name="Delete", exact=True).click()
    until(lambda: "Paint the door" not in titles(ada))
    ben.get_by_text("Somebody deleted this card.").wait_for()
    assert ben.title().startswith("Deleted card")
    assert ben.goto(board.address + "/card/2").status == 410
    assert ada.goto(board.address + "/card/2").status == 404
    complaints.clear()  # The browser complains about both.


def test_everything_works_without_javascript(enter, board):
    page = enter("Dora", java_script_enabled=False)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("Write what there is to do.").wait_for()
    add(page, "Hang the lamp", Who="Dora", Due="2099-01-31")
    assert "Hang the lamp" in titles(page, "todo")
    card(page, "Hang the lamp").get_by_role("button", name="To Doing").click()
    assert "Hang the lamp" in titles(page, "doing")
    card(page, "Hang the lamp").get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Title").fill("Hang the <b>lamp</b>")
    page.get_by_role("button", name="Rename", exact=True).click()
    assert "Hang the <b>lamp</b>" in titles(page)
    page.get_by_role("button", name="Dora", exact=True).click()
    assert page.url.split("#")[0].endswith("/board?assignee=Dora") and titles(page) == ["Hang the <b>lamp</b>"]
    page.get_by_role("link", name="Hang the <b>lamp</b>").click()
    page.get_by_role("textbox", name="Comment").fill("With a dimmer.")
    page.get_by_role("button", name="Send").click()
    assert "With a dimmer." in page.locator(".CommentRow").inner_text()
    page.get_by_role("button", name="Archive").click()
    page.get_by_role("link", name="Archive").click()
    assert page.locator(".ArchiveRow a").all_inner_texts() == ["Hang the <b>lamp</b>"]
    page.locator(".ArchiveRow a").click()
    page.get_by_role("button", name="Put it back on the board").click()
    page.get_by_role("link", name="Table").click()
    page.get_by_role("button", name="Task").click()
    assert page.locator(".TableLine th, .TableLine [role=rowheader]").first.inner_text().startswith("Hang the <b>lamp</b>")
    page.get_by_role("button", name="Sign out").click()
    assert page.url.endswith("/sign-in")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (375, "dark")])
def test_the_pages_are_accessible_and_fit_the_window(enter, width, scheme):
    page = enter("Ada", viewport={"width": width, "height": 800}, color_scheme=scheme)
    card(page, "Paint the door").get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Title").wait_for()
    for path in ["/board", "/card/1", "/table", "/archive"]:
        page.goto(re.sub("(?<=[0-9])/.*", path, page.url))
        wait_live(page)
        idle(page)
        assert violations(page, impacts=None) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_curl_reads_the_board_and_exports_it(board):
    client = board.client()
    assert client.get("/board", JSON).status == 401
    tree, _ = client.tree("/sign-in")
    assert tree["children"][0]["events"][0]["name"] == "enter"
    assert client.send("/sign-in", "signInForm", "enter", {"name": "Ada", "password": "secret"}).status == 200
    columns = client.tree("/board")[0]["children"][-1]["children"]
    assert [column["id"] for column in columns] == ["columns/todo", "columns/doing", "columns/done"]
    export = client.get("/board.csv")
    assert export.type == "text/csv" and export.text.splitlines()[1] == '"Order tiles for the bathroom","To do","Ben",""'


CARDS = 10_000


def fill(file, count):
    """Puts cards into the archive, as the board would have saved them."""
    with sqlite3.connect(file) as database:
        site = database.execute("SELECT id FROM instance WHERE page = '~site'").fetchone()[0]
        for number in range(100, 100 + count):
            saved = {"id": number, "fields": {"title": f"Card {number}"}, "status": "Done", "rank": number, "comments": []}
            database.execute("INSERT INTO state VALUES (?, ?, ?)", (site, f"archive/{number}", json.dumps(saved)))


def test_with_10_000_cards_it_starts_fast_saves_only_what_changes_and_strangers_leave_nothing(file):
    first = Board(file)
    client = first.client()
    client.send("/sign-in", "signInForm", "enter", {"name": "Ada", "password": "secret"})
    client.send("/card/1", "comments/footer", "send", "First")
    assert first.stop() == 0
    fill(file, CARDS)
    begin = time.monotonic()
    board = Board(file)
    print(f"start with {CARDS} cards: {time.monotonic() - begin:.2f} s")
    try:
        client = board.client()
        client.send("/sign-in", "signInForm", "enter", {"name": "Ada", "password": "secret"})
        assert client.get("/card/10099", JSON).json["children"][1]["model"]["fields"]["title"] == "Card 10099"
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            database.create_function("note", 1, lambda text: None)
            before = dict(database.execute("SELECT key, value FROM state"))
            client.send("/card/1", "comments/footer", "send", "Second")
            after = dict(database.execute("SELECT key, value FROM state"))
        assert {key for key in after if after[key] != before.get(key)} == {"cards/1"}
        memory = board.memory()
        for number in range(1_000_000, 1_005_000):
            assert client.get(f"/card/{number}", JSON).status == 404
        assert board.memory() < memory + (8 << 20)
        samples = client.get("/archive", JSON).json
        assert len(samples["children"][1]["children"]) == 51
    finally:
        assert board.stop() == 0
