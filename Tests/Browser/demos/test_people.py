"""Lists over a database: windows, search, sections, pages of rows, and what other programs write."""

import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness import HTML, JSON, Server, until
from live import difference, wait_live
from windows import idle

sys.path.insert(0, str(Path(__file__).parents[2] / "Integration"))
from test_uploads import png  # noqa: E402


@pytest.fixture
def tables(tmp_path):
    return tmp_path / "people.sqlite"


@pytest.fixture
def book(tables):
    server = Server("--tables", str(tables))
    yield server
    assert server.stop() == 0 and server.complaints() == []


@pytest.fixture
def open_book(book, open_page, complaints):
    def open_book(path="/people", javascript=True, **options):
        page = open_page(java_script_enabled=javascript, **options)
        page.goto(book.address + path)
        if javascript:
            wait_live(page)
        return page

    yield open_book
    # A page that could not read its rows within a second says so, and gets them later. Only a busy machine takes so long.
    complaints[:] = [complaint for complaint in complaints if "503 (Service Unavailable)" not in complaint]


def names(page):
    return page.locator(".ContactRow a").all_inner_texts()


def everybody(tables):
    with sqlite3.connect(tables) as database:
        return [f"{first} {last}" for first, last in database.execute("SELECT first, last FROM person ORDER BY last, first, id")]


def shown(page):
    """The numbers of the first and the last row that the list shows, and of all rows."""
    found = re.search(r"Rows ([\d]+) to ([\d]+) of ([\d]+)", page.locator(".e-rows").last.inner_text())
    return found and tuple(int(number) for number in found.groups())


def scroll(page, row):
    page.evaluate(f"(() => {{ const rows = document.querySelectorAll('.ContactRow'); {row}.scrollIntoView(); }})()")


def test_scrolling_leads_through_all_rows_and_back(open_book, tables):
    page = open_book()
    everyone = everybody(tables)
    assert len(everyone) == 520
    until(lambda: shown(page) == (1, 60, 520))
    assert names(page) == everyone[:60]

    def rows_are_right():
        first, last, count = shown(page)
        return names(page) == everyone[first - 1:last] and count == 520

    # Each turn looks once, because the list may load rows meanwhile.
    while (last := shown(page)[1]) < 520:
        scroll(page, "[...rows].at(-1)")
        until(lambda last=last: shown(page)[1] > last)
        until(rows_are_right)
        # The rows far above are gone, so that the page stays small.
        assert page.locator(".ContactRow").count() <= 180
    while (first := shown(page)[0]) > 1:
        scroll(page, "rows[0]")
        until(lambda first=first: shown(page)[0] < first)
        until(rows_are_right)
    until(lambda: difference(page) is None)


def test_rows_that_come_above_do_not_move_what_somebody_reads(open_book):
    page = open_book('/people?at=["M","Moreau","Kira",231]')
    row = page.locator(".ContactRow").nth(30)
    row.scroll_into_view_if_needed()
    top = row.bounding_box()["y"]
    name = row.inner_text()
    first = shown(page)[0]
    page.get_by_role("button", name="Earlier rows").evaluate("button => button.click()")
    until(lambda: shown(page)[0] < first)
    moved = page.locator(".ContactRow", has_text=name.split("\n")[0])
    until(lambda: abs(moved.bounding_box()["y"] - top) < 1, what="the row is where it was")


def top_row(page):
    """The first row in view, and its distance from the top of the window."""
    return page.evaluate("""() => {
      const edge = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const row = [...document.querySelectorAll('.ContactRow')].find((row) => row.getBoundingClientRect().bottom > edge + 1);
      return row && [row.querySelector('strong').innerText, row.getBoundingClientRect().top];
    }""")


def same_place(page, place):
    now = top_row(page)
    return now and now[0] == place[0] and abs(now[1] - place[1]) <= 1


def read_on(page, distance):
    """Scrolls as somebody who reads, until the place is in the URL."""
    before = page.url
    page.mouse.move(200, 300)
    page.mouse.wheel(0, distance)
    until(lambda: page.evaluate("location.href") != before)
    # The URL follows when nobody has scrolled for a moment.
    page.wait_for_function("""() => new Promise((resolve) => {
      const url = location.href, top = scrollY;
      setTimeout(() => resolve(url === location.href && top === scrollY), 400);
    })""")


# At the start, in the middle, at the last rows, and on a phone.
PLACES = [("/people", 1234), ('/people?at=["M","Moreau","Kira",231]', 750), ('/people?at=["T","Tanaka","Zoe",500]', 900)]


@pytest.mark.parametrize(("path", "distance"), PLACES)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_row_that_somebody_reads_is_there_after_a_reload(open_book, tables, path, distance, width):
    page = open_book(path, viewport={"width": width, "height": 700})
    read_on(page, distance)
    place = top_row(page)
    assert "at=" in page.url
    page.reload()
    wait_live(page)
    until(lambda: same_place(page, place), what=lambda: f"{top_row(page)} instead of {place}")
    # Another program inserts rows above, and removes the first one.
    with sqlite3.connect(tables) as database:
        database.executemany("INSERT INTO person (first, last, phone, town) VALUES (?, 'Aaron', '', '')", [(str(n),) for n in range(50)])
        database.execute("DELETE FROM person WHERE last = 'Abbott' AND first = 'Ada'")
    page.reload()
    wait_live(page)
    until(lambda: shown(page) and shown(page)[2] == 569)
    until(lambda: same_place(page, place), what=lambda: f"{top_row(page)} instead of {place}")
    # A shared link leads to the row, too.
    other = open_book(page.url[page.url.index("/people"):])
    assert names(other)[0] == place[0]
    assert difference(page) is None


def test_back_leads_to_the_row_that_somebody_left(open_book):
    page = open_book()
    read_on(page, 1500)
    place = top_row(page)
    page.locator(".ContactRow a").filter(visible=True).nth(20).evaluate("link => link.click()")
    page.wait_for_url("**/people/*")
    page.go_back()
    page.wait_for_url("**/people?*")
    wait_live(page)
    until(lambda: same_place(page, place), what=lambda: f"{top_row(page)} instead of {place}")


def test_at_the_first_row_the_url_is_the_one_of_the_list(open_book):
    page = open_book("/people?search=kira")
    page.set_viewport_size({"width": 390, "height": 500})
    read_on(page, 900)
    assert "search=kira" in page.url and "&at=" in page.url
    page.mouse.wheel(0, -2000)
    page.wait_for_url("**/people?search=kira")


def test_screen_readers_hear_which_row_of_the_list_it_is(open_book):
    page = open_book('/people?at=["M","Moreau","Kira",231]')
    until(lambda: shown(page))
    first, last, count = shown(page)
    rows = page.locator("li.ContactRow")
    until(lambda: rows.first.get_attribute("aria-posinset") == f"{first}")
    assert rows.last.get_attribute("aria-posinset") == f"{last}" and rows.last.get_attribute("aria-setsize") == f"{count}"
    page.get_by_role("button", name="Earlier rows").evaluate("button => button.click()")
    until(lambda: shown(page)[0] < first)
    until(lambda: rows.first.get_attribute("aria-posinset") == f"{shown(page)[0]}")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_search_is_in_the_url(open_book, javascript):
    page = open_book(javascript=javascript)
    page.get_by_role("searchbox").fill("kira")
    page.keyboard.press("Enter")
    page.wait_for_url("**/people?search=kira*")
    page.get_by_text("Rows 1 to 26 of 26", exact=True).wait_for()
    assert len(names(page)) == 26 and all(name.startswith("Kira ") for name in names(page))
    assert page.title().startswith("People: kira")


def test_without_javascript_links_lead_through_all_rows(open_book, tables):
    page = open_book(javascript=False)
    everyone = everybody(tables)
    seen = names(page)
    for _ in range(8):
        page.get_by_role("link", name="Later rows").click()
        # The last row of a page is the first of the next one, so that the reader finds the place again.
        assert names(page)[0] == seen[-1]
        seen += names(page)[1:]
    assert seen == everyone[:len(seen)] and len(seen) > 480
    page.get_by_role("link", name="Earlier rows").click()
    assert names(page)[-1] == everyone[everyone.index(names(page)[0]) + len(names(page)) - 1]


@pytest.mark.parametrize("javascript", [True, False])
def test_a_saved_name_is_in_every_list_and_in_the_file(open_book, tables, javascript):
    """Pitfall H-D14, item F59."""
    watcher = open_book()
    page = open_book(javascript=javascript)
    page.get_by_role("link", name="Ada Abbott").click()
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_label("First name").fill("Adele")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Adele Abbott").wait_for()
    watcher.get_by_role("link", name="Adele Abbott").wait_for()
    assert "Adele Abbott" in everybody(tables)
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    page.wait_for_url("**/people")
    watcher.get_by_role("link", name="Adele Abbott").wait_for(state="detached")
    assert "Adele Abbott" not in everybody(tables)
    assert difference(watcher) is None


def test_what_another_program_writes_is_shown(open_book, tables):
    page = open_book()
    subprocess.run(["sqlite3", "-cmd", ".timeout 30000", tables, "UPDATE person SET first = 'Zed' WHERE last = 'Abbott' AND first = 'Ada'"], check=True, timeout=20)
    page.get_by_role("link", name="Zed Abbott").wait_for()
    # A changed sort key is one move: the row went to the end of its section.
    assert names(page)[19] == "Zed Abbott" and names(page)[0] == "Ben Abbott"
    assert difference(page) is None


def test_somebody_who_is_gone_is_404(book):
    client = book.client()
    assert client.get(f"/people/1?tab={client.tab}", HTML).status == 200
    reply = client.get(f"/people/999999?tab={client.tab}", HTML)
    assert reply.status == 404 and "not in the address book" in reply.text


def test_an_anchor_that_is_gone_leads_to_the_row_that_took_its_place(open_book):
    page = open_book('/people?at=["M","Moreau","Kirk",9999]', javascript=False)
    assert names(page)[0] == "Luis Moreau"
    page.get_by_text("Here is what took its place").wait_for()


def test_a_list_that_cannot_be_read_says_so_and_comes_back(open_book, book, tables):
    page = open_book()
    for name in tables.parent.glob("people.sqlite*"):
        name.rename(name.with_name("away-" + name.name))
    page.locator(".e-unreadable").wait_for()
    for name in tables.parent.glob("away-*"):
        name.rename(name.with_name(name.name.removeprefix("away-")))
    page.get_by_role("link", name="Ada Abbott").wait_for()
    until(lambda: difference(page) is None)
    complaints = book.complaints()
    assert complaints and all("there is no such file" in line for line in complaints)
    book.complaints = list


def test_a_page_that_nobody_looks_at_reads_nothing(book, tables):
    client = book.client()
    tree, _ = client.tree("/people")
    assert len(tree["children"]) > 1
    first = client.get("/people", JSON)
    time.sleep(7)
    with sqlite3.connect(tables) as database:
        database.execute("UPDATE person SET first = 'Zoe' WHERE last = 'Abbott' AND first = 'Ada'")
    time.sleep(1)
    # The page rests, and looks again for the next viewer.
    second = client.get("/people", JSON)
    assert "Zoe" not in first.text and "Zoe" in second.text


@pytest.mark.parametrize("javascript", [True, False])
def test_the_index_leads_to_each_letter_of_the_whole_table(open_book, javascript):
    page = open_book(javascript=javascript)
    index = page.get_by_role("navigation", name="Index")
    assert index.get_by_role("link").all_inner_texts() == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    index.get_by_role("link", name="M").click()
    page.wait_for_url("**/people?at=*")
    page.locator("h2", has_text="M").wait_for()
    assert names(page)[0] == "Ada Moreau"
    # A section of the window is a place on the page.
    index.get_by_role("link", name="N").click()
    page.wait_for_url("**#peopleRows/N")
    until(lambda: 0 <= page.locator("h2", has_text="N").bounding_box()["y"] < 200)


def test_the_index_follows_what_somebody_writes(open_book):
    page, other = open_book(), open_book()
    link = page.get_by_role("navigation", name="Index").get_by_role("link", name="Ö")
    assert link.count() == 0
    other.get_by_text("Add somebody", exact=True).click()
    other.get_by_label("First name").fill("Ana")
    other.get_by_label("Last name").fill("Östberg")
    other.get_by_role("button", name="Add", exact=True).click()
    link.click()
    page.wait_for_url("**/people?at=*")
    assert names(page)[0] == "Ana Östberg"


def test_few_sections_have_neither_titles_nor_an_index(open_book):
    page = open_book("/people?search=quinn")
    until(lambda: page.locator(".ContactRow").count() == 20)
    assert page.locator("h2").count() == 0 and page.get_by_role("navigation", name="Index").count() == 0


@pytest.mark.parametrize("javascript", [True, False])
def test_what_somebody_else_saved_is_beside_what_is_typed(open_book, tables, javascript):
    page, other = open_book("/people/1?editing=true", javascript), open_book("/people/1?editing=true")
    page.get_by_label("Town").fill("Lyon")
    other.get_by_label("First name").fill("Adele")
    other.get_by_role("button", name="Save").click()
    other.get_by_role("heading", name="Adele Abbott").wait_for()
    if not javascript:
        # The form shows the old name, so it must not be written over the new one.
        page.get_by_role("button", name="Save").click()
        page.locator(".PersonForm").get_by_text("Nothing is saved yet").wait_for()
    page.locator(".PersonForm").get_by_text("Somebody has changed this to “Adele”.").wait_for()
    assert page.get_by_label("Town").input_value() == "Lyon"
    assert "Adele Abbott" in everybody(tables)
    page.get_by_label("First name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Ada Abbott").wait_for()
    page.locator(".PersonForm").get_by_text("Somebody has changed this").wait_for(state="detached")
    assert "Ada Abbott" in everybody(tables) and "Adele Abbott" not in everybody(tables)


def test_somebody_who_is_removed_meanwhile_can_be_added_again(open_book, tables):
    page = open_book("/people/1?editing=true")
    page.get_by_label("First name").fill("Adele")
    with sqlite3.connect(tables) as database:
        database.execute("DELETE FROM person WHERE id = 1")
    page.locator(".PersonForm").get_by_text("What you typed is still here").wait_for()
    assert page.get_by_label("First name").input_value() == "Adele"
    page.get_by_role("button", name="Add again").click()
    page.get_by_role("heading", name="Adele Abbott").wait_for()
    assert "Adele Abbott" in everybody(tables)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_wrong_field_says_why_and_keeps_what_is_typed(open_book, tables, javascript):
    page = open_book("/people/1?editing=true", javascript)
    page.get_by_label("Last name").fill("   ")
    page.get_by_label("Town").fill("Lyon")
    page.get_by_role("button", name="Save").click()
    page.locator(".PersonForm").get_by_text("Write a last name.").wait_for()
    assert page.get_by_label("Last name").get_attribute("aria-invalid") == "true"
    assert page.get_by_label("Town").input_value() == "Lyon"
    page.get_by_role("button", name="Reset").click()
    page.locator(".PersonForm").get_by_text("Write a last name.").wait_for(state="detached")
    assert page.get_by_label("Last name").input_value() == "Abbott" and page.get_by_label("Town").input_value() == "Turku"
    assert everybody(tables)[0] == "Ada Abbott"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_row_has_a_menu_to_edit_and_to_remove(open_book, tables, javascript):
    watcher, page = open_book(), open_book(javascript=javascript)

    def choose(name, person):
        page.get_by_label(f"Actions for {person}").click()
        page.get_by_role("button", name=f"{name}: {person}").click()

    choose("Remove…", "Ada Abbott")
    dialog = page.get_by_role("alertdialog", name="Remove Ada Abbott?")
    dialog.get_by_role("button", name="Keep").click()
    dialog.wait_for(state="detached")
    assert "Ada Abbott" in everybody(tables)
    choose("Remove…", "Ada Abbott")
    dialog.get_by_role("button", name="Remove").click()
    watcher.get_by_role("link", name="Ada Abbott").wait_for(state="detached")
    assert "Ada Abbott" not in everybody(tables)
    choose("Edit", "Ben Abbott")
    page.wait_for_url("**/people/27?editing=true*")
    page.get_by_role("heading", name="Ben Abbott").wait_for()


@pytest.mark.parametrize("javascript", [True, False])
def test_editing_goes_along_to_the_next_page_and_back(open_book, tables, javascript):
    """Capability D6."""
    page = open_book(javascript=javascript)
    edit, done = (page.get_by_role("button", name=name, exact=True) for name in ("Edit", "Done"))
    assert page.get_by_role("button", name="Delete Ada Abbott").count() == 0
    edit.click()
    done.wait_for()
    page.get_by_role("link", name="Ada Abbott").click()
    page.wait_for_url("**/people/1?editing=true")
    page.get_by_label("Town").fill("Lyon")
    page.get_by_role("button", name="Save").click()
    page.locator(".PersonCard", has_text="Lyon").wait_for()
    page.get_by_role("link", name="All people").click()
    page.wait_for_url("**/people?editing=true")
    done.click()
    edit.wait_for()
    page.get_by_role("link", name="Ada Abbott").click()
    page.wait_for_url("**/people/1")
    page.get_by_role("heading", name="Ada Abbott").wait_for()
    assert page.get_by_label("Town").count() == 0


def test_links_to_other_rows_take_editing_along_without_javascript(open_book):
    page = open_book("/people?editing=true", javascript=False)
    page.get_by_role("link", name="Later rows").click()
    assert "editing=true" in page.url and page.get_by_role("button", name="Done", exact=True).count() == 1
    page.get_by_role("navigation", name="Index").get_by_role("link", name="T").click()
    assert "editing=true" in page.url and names(page)[0] == "Ada Tanaka"
    page.get_by_role("searchbox").fill("kira")
    page.keyboard.press("Enter")
    page.wait_for_url("**/people?search=kira&editing=true*")


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_are_deleted_while_editing_is_on(open_book, tables, javascript):
    page = open_book("/people?editing=true", javascript)
    for answer in ("Keep", "Remove"):
        page.get_by_role("button", name="Delete Ada Abbott").click()
        dialog = page.get_by_role("alertdialog", name="Remove Ada Abbott?")
        dialog.get_by_role("button", name=answer).click()
        dialog.wait_for(state="detached")
        if answer == "Keep":
            assert "Ada Abbott" in everybody(tables)
    page.get_by_role("link", name="Ada Abbott").wait_for(state="detached")
    assert "Ada Abbott" not in everybody(tables)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_photo_of_any_size_fits_the_row_and_goes_with_the_person(open_book, tables, javascript):
    """Capability D15."""
    watcher, page = open_book(), open_book("/people/1?editing=true", javascript)
    page.get_by_role("button", name="Add a photo").click()
    if javascript:
        # Before its module is there, the browser sends the form by itself.
        page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/uploads.js'))")
        idle(page)
    page.get_by_label("Choose a picture").set_input_files({"name": "ada.png", "mimeType": "image/png", "buffer": png(300, 200)})
    if not javascript:
        page.get_by_role("button", name="Send the picture").click()
    picture = page.get_by_role("img", name="Photo of Ada Abbott")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => [image.naturalWidth, image.width, image.height])") == [300, 96, 96]
    # Every list shows it, in the height of the row.
    row = watcher.locator(".ContactRow", has_text="Ada Abbott")
    image = row.locator("img")
    image.wait_for()
    assert image.evaluate("image => image.decode().then(() => [image.width, image.height])") == [40, 40]
    heights = watcher.evaluate("[...document.querySelectorAll('.ContactRow')].slice(0, 2).map((row) => row.offsetHeight)")
    assert heights[0] == heights[1]
    address = image.get_attribute("src")
    page.get_by_role("button", name="Change the photo").click()
    page.get_by_role("button", name="Delete the photo").click()
    page.get_by_role("button", name="Add a photo").wait_for()
    image.wait_for(state="detached")
    assert watcher.request.get(watcher.url.split("/people")[0] + address).status == 404
    assert difference(watcher) is None


def test_the_photo_of_somebody_whom_another_program_removes_is_gone(book, tables):
    book.client().tree("/people")
    with sqlite3.connect(tables) as database:
        database.execute("INSERT INTO portrait VALUES (1, 'x.png', x'00')")
        database.execute("DELETE FROM person WHERE id = 1")
        assert database.execute("SELECT count(*) FROM portrait").fetchone() == (0,)


WITHOUT_ANCHORING = """document.addEventListener('readystatechange', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { overflow-anchor: none; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}, { once: true });"""


@pytest.mark.parametrize("anchoring", [True, False])
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_people_who_come_above_the_window_move_nothing(open_page, book, tables, anchoring, motion):
    """Another program inserts three people before the rows in view, twice."""
    page = open_page(reduced_motion=motion)
    if not anchoring:
        page.add_init_script(WITHOUT_ANCHORING)
    page.goto(book.address + "/people?at=%5B%22H%22%2C%22Hill%22%2C%22Jonas%22%2C237%5D")
    wait_live(page)
    idle(page)
    page.mouse.move(300, 400)
    page.mouse.wheel(0, 900)
    idle(page)
    page.evaluate("window.row = [...document.querySelectorAll('.ContactRow')].find((row) => row.getBoundingClientRect().top > 150)")
    place = "[row.getBoundingClientRect().top, row.isConnected]"
    before = page.evaluate(place)
    for first in ("Aba", "Abe"):
        last = page.evaluate("[...row.parentElement.closest('[id]').querySelectorAll('.ContactRow a')][0].innerText.split(' ').at(-1)")
        with sqlite3.connect(tables) as database:
            for number in "xyz":
                database.execute("INSERT INTO person (last, first) VALUES (?, ?)", (last, f"{first}{number}"))
        page.get_by_text(f"{first}z {last}").first.wait_for(state="attached")
        idle(page)
        assert page.evaluate(place) == before
