"""A browser of any SQLite file: sorted, filtered, live, and never written."""

import hashlib
import re
import sqlite3

import pytest
from harness import HTML, Server, until
from live import difference, wait_live

# Names that somebody may have chosen to break the page.
HOSTILE = 'a"b<script>'


@pytest.fixture
def file(tmp_path):
    return tmp_path / "shop.sqlite"


def fill(file):
    with sqlite3.connect(file) as data:
        data.executescript(f"""
            CREATE TABLE article (id INTEGER PRIMARY KEY, name TEXT, price REAL, picture BLOB, note TEXT);
            CREATE TABLE "{HOSTILE.replace('"', '""')}" ("x""y" TEXT, "<b>" TEXT);
            INSERT INTO "{HOSTILE.replace('"', '""')}" VALUES ('<i>one</i>', 'two');
            CREATE TABLE stock (place TEXT, article INTEGER, count INTEGER, PRIMARY KEY (place, article)) WITHOUT ROWID;
            INSERT INTO stock VALUES ('A', 1, 5), ('A', 2, 7), ('B', 1, 9);
            CREATE VIEW cheap AS SELECT name, price FROM article WHERE price < 3;
        """)
        data.executemany("INSERT INTO article VALUES (?, ?, ?, ?, ?)", [
            (number, f"Article {number:03}", (number * 37 % 100) / 10, bytes(number) if number % 2 else None, "long " * 200 if number == 1 else "100%")
            for number in range(1, 401)])


def write(file, statement):
    with sqlite3.connect(file) as data:
        data.execute(statement)


@pytest.fixture
def shop(file):
    fill(file)
    server = Server("--database", str(file))
    yield server
    assert server.stop() == 0 and server.complaints() == []


@pytest.fixture
def open_shop(shop, open_page):
    def open_shop(path="/database", javascript=True):
        page = open_page(java_script_enabled=javascript)
        page.goto(shop.address + path)
        if javascript:
            wait_live(page)
        return page

    return open_shop


def column(page, number):
    return page.locator(f"tr.DataRow > :nth-child({number})").all_inner_texts()


@pytest.mark.parametrize("javascript", [True, False])
def test_tables_lead_to_their_rows(open_shop, javascript):
    page = open_shop(javascript=javascript)
    links = page.locator(".TableName")
    assert [text.split("\n")[0] for text in links.all_inner_texts()] == sorted(["article", HOSTILE, "cheap", "stock"])
    page.get_by_role("link", name="article", exact=True).click()
    page.get_by_role("columnheader", name="price").wait_for()
    assert len(column(page, 1)) == 100 and column(page, 2)[:2] == ["Article 001", "Article 002"]
    assert column(page, 4)[:2] == ["1 byte", "NULL"]
    # A long text is behind a button.
    assert page.locator("tr.DataRow details").count() == 1
    page.get_by_role("link", name="All tables").click()
    page.get_by_role("link", name="cheap", exact=True).click()
    page.get_by_text("View").or_(page.get_by_role("table")).first.wait_for()
    until(lambda: len(column(page, 1)) > 50)


@pytest.mark.parametrize("javascript", [True, False])
def test_the_order_and_the_filter_are_in_the_url(open_shop, javascript):
    page = open_shop("/database/article", javascript)
    page.get_by_role("button", name="price", exact=True).click()
    page.wait_for_url("**sort=price*")
    prices = [float(text) for text in column(page, 3)]
    assert prices == sorted(prices) and prices[0] == 0
    page.get_by_role("button", name="price", exact=True).click()
    page.wait_for_url("**descending=*")
    until(lambda: column(page, 3)[0] == "9.9")
    assert page.get_by_role("columnheader", name="price").get_attribute("aria-sort") == "descending"
    page.get_by_label("Column").select_option("name")
    page.get_by_role("searchbox").fill("e 39")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**filter=*")
    until(lambda: len(column(page, 2)) == 10)
    assert all("Article 39" in name for name in column(page, 2)) and "sort=price" in page.url
    # A sign that means something in a pattern means itself here.
    page.get_by_label("Column").select_option("")
    page.get_by_role("searchbox").fill("0%")
    page.get_by_role("button", name="Filter").click()
    page.get_by_text(re.compile("of 399$")).wait_for()


def test_what_another_program_writes_is_shown(open_shop, file):
    page, overview = open_shop("/database/article?sort=name"), open_shop()
    write(file, "UPDATE article SET name = 'Aardvark' WHERE id = 390")
    page.locator(".DataRow").get_by_text("Aardvark").wait_for()
    assert column(page, 2)[0] == "Aardvark"
    write(file, "DELETE FROM article WHERE name = 'Aardvark'")
    page.locator(".DataRow").get_by_text("Aardvark").wait_for(state="detached")
    assert difference(page) is None
    stock = open_shop("/database/stock")
    write(file, "INSERT INTO stock VALUES ('A', 3, 11)")
    until(lambda: column(stock, 3) == ["5", "7", "11", "9"])
    write(file, "ALTER TABLE stock ADD COLUMN unit TEXT")
    stock.get_by_role("columnheader", name="unit").wait_for()
    write(file, "CREATE TABLE zone (id INTEGER PRIMARY KEY)")
    overview.get_by_role("link", name="zone").wait_for()


def test_names_from_the_file_are_only_names(open_shop):
    page = open_shop()
    page.get_by_role("link", name=HOSTILE, exact=True).click()
    page.get_by_role("columnheader", name="<b>").wait_for()
    assert column(page, 1) == ["<i>one</i>"] and page.locator("tr.DataRow i").count() == 0
    page.get_by_role("button", name='x"y', exact=True).click()
    page.wait_for_url("**sort=*")
    until(lambda: column(page, 2) == ["two"])


def test_a_table_that_is_not_there_is_404(shop):
    client = shop.client()
    assert client.get(f"/database/article?tab={client.tab}", HTML).status == 200
    reply = client.get(f"/database/nothing?tab={client.tab}", HTML)
    assert reply.status == 404 and "The file has no table" in reply.text


def test_browsing_changes_nothing(open_shop, file):
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    page = open_shop("/database/article?sort=price&filter=Article")
    until(lambda: len(column(page, 1)) == 100)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(file.name)] == [file.name]


def test_a_file_that_comes_later_is_shown_then(file, open_page, complaints):
    server = Server("--database", str(file))
    page = open_page()
    page.goto(server.address + "/database")
    wait_live(page)
    fill(file)
    page.get_by_role("link", name="article", exact=True).wait_for()
    # Without its file, the page was an error.
    assert len(complaints) == 1 and "503" in complaints[0]
    complaints.clear()
    assert server.stop() == 0
