"""The store under bad conditions: values it cannot read or save, missing files, other servers, other programs, wrong clocks."""

import os
import re
import shutil
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from harness import HTML, JSON, Server, Trials, event_path, until
from preloaded import preloading


@pytest.fixture
def trials(tmp_path):
    """Starts servers of misbehaving pages with one store file, and stops them at the end."""
    servers = []

    def trials(*options, **others):
        servers.append(Trials("--unlimited", *options, **{"data": tmp_path / "pages.sqlite"} | others))
        return servers[-1]

    yield trials
    for server in servers:
        server.kill()


def node(path, client):
    """The address of a page's only cell."""
    return client.tree(path)[0]["children"][0]["id"]


def put(client, path, entry, **fields):
    return client.send(path, node(path, client), "put", entry, **fields)


def total(client, path):
    return client.tree(path)[0]["children"][0]["model"]["total"]


def metric(client, name):
    return int(re.search(rf"^{re.escape(name)} (\d+)$", client.get("/metrics").text, re.M)[1])


def said(server, *texts):
    """Waits until the log has a complaint with all these texts, because the server writes it after its replies."""
    until(lambda: any(all(text in line for text in texts) for line in server.complaints()), 10, f"the log had a line with {texts}")


# Saving and reading


def test_a_dictionary_with_more_keys_than_a_request_may_have_survives_a_restart(trials):
    server = trials()
    client = server.client()
    address = node("/dictionary", client)
    for number in range(1030):
        reply = client.send("/dictionary", address, "put", f"key {number}")
        assert reply.status == 200, reply
    server.kill()
    again = trials()
    assert total(again.client(), "/dictionary") == 1030
    assert put(again.client(), "/dictionary", "one more").status == 200
    assert again.complaints() == []


def test_a_number_that_could_not_be_read_back_is_an_error_at_once(trials):
    server = trials()
    client = server.client()
    assert put(client, "/number", "7").status == 200
    for value in ("18446744073709551615", "nan", "-inf"):
        reply = put(client, "/number", value)
        key = "#whole" if value.isdigit() else "#real"
        assert reply.status == 500 and f'the value of "{key}" cannot be saved' in reply.json["detail"], reply
        remedy = "store it as a String" if value.isdigit() else "store an optional"
        assert remedy in reply.json["detail"]
        said(server, f'"{key}\\" cannot be saved', remedy)
        assert put(client, "/number", "8" if value.isdigit() else "0.5").status == 200
    server.kill()
    again = trials()
    assert put(again.client(), "/number", "9").status == 200
    assert again.complaints() == []


def test_a_value_that_cannot_be_read_stays_and_its_page_answers_503(trials, tmp_path):
    server = trials()
    for _ in range(3):
        assert put(server.client(), "/ledger", "entry").status == 200
    assert put(server.client(), "/dictionary", "key").status == 200
    server.kill()
    with sqlite3.connect(tmp_path / "pages.sqlite") as database:
        database.execute("UPDATE state SET value = '[\"entry\", ' WHERE key = '#entries'")
        database.execute("UPDATE state SET value = '[1, 2]' WHERE key = '#counts'")
    database.close()
    again = trials()
    client = again.client()
    for path in ("/ledger", "/dictionary"):
        reply = client.get(path, JSON)
        assert reply.status == 503 and "this version cannot read a saved value, and keeps it" in reply.text
    for key in ("#entries", "#counts"):
        said(again, f'"{key}\\" cannot be read')
    assert metric(client, "espalier_store_unreadable_total") == 2
    assert client.get("/number", JSON).status == 200
    again.kill()
    with sqlite3.connect(tmp_path / "pages.sqlite") as database:
        values = dict(database.execute("SELECT key, value FROM state WHERE key LIKE '#%'").fetchall())
    assert values == {"#entries": '["entry", ', "#counts": "[1, 2]"}


# The file


@pytest.mark.parametrize("how", ["deleted", "renamed", "replaced", "log deleted"])
def test_a_missing_file_is_noticed_within_a_second_and_by_the_next_save(trials, tmp_path, how):
    data = tmp_path / "pages.sqlite"
    server = trials()
    client = server.client()
    assert put(client, "/ledger", "before").status == 200
    shutil.copy(data, tmp_path / "copy")
    if how == "deleted":
        for file in tmp_path.glob("pages.sqlite*"):
            file.unlink()
    elif how == "renamed":
        data.rename(tmp_path / "elsewhere")
    elif how == "replaced":
        (tmp_path / "copy").rename(data)
    else:
        Path(f"{data}-wal").unlink()
    until(lambda: metric(client, "espalier_store_up") == 0, 3, "the store noticed that its file is missing")
    said(server, "was deleted, renamed or replaced while the server runs")
    for _ in range(2):
        reply = put(client, "/ledger", "after")
        assert reply.status == 500 and "renamed or replaced while the server runs" in reply.json["detail"], reply
    assert server.client().get("/ledger").status == 200 and server.client().get("/healthz").status == 200
    if how == "renamed":
        (tmp_path / "elsewhere").rename(data)
        assert put(client, "/ledger", "later").status == 200
        until(lambda: metric(client, "espalier_store_up") == 1, 3, "the store recovered")
        said(server, "the store works again")
        server.kill()
        assert total(trials().client(), "/ledger") == 4


@pytest.mark.parametrize("how", [os.symlink, os.link])
def test_a_second_server_is_refused_by_any_path(trials, tmp_path, how):
    data = tmp_path / "pages.sqlite"
    first = trials()
    assert put(first.client(), "/ledger", "entry").status == 200
    how(data, tmp_path / "other.sqlite")
    Path(f"{data}-lock").unlink(missing_ok=True)
    for path in (data, tmp_path / "other.sqlite"):
        with pytest.raises(AssertionError, match="another server uses this store; stop that server, or use another file"):
            trials(data=path)
    assert put(first.client(), "/ledger", "entry").status == 200


def test_other_programs_may_read_while_a_server_has_the_file(trials, tmp_path):
    server = trials()
    client = server.client()
    for number in range(3):
        assert put(client, "/ledger", f"{number}").status == 200
        # Closing this database must not remove the server's locks or log of SQLite.
        database = sqlite3.connect(tmp_path / "pages.sqlite")
        assert database.execute("SELECT value FROM state WHERE key = '#entries'").fetchone()[0].count(",") == number
        database.close()
    assert (tmp_path / "pages.sqlite-wal").exists() and server.complaints() == []
    server.kill()
    assert total(trials().client(), "/ledger") == 3


def test_a_file_of_a_newer_version_is_refused_and_stays_unchanged(trials, tmp_path):
    data = tmp_path / "pages.sqlite"
    with sqlite3.connect(data) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = data.read_bytes()
    with pytest.raises(AssertionError, match="a newer version of Espalier has written this file"):
        trials()
    assert data.read_bytes() == before


# The clock


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    """Options that give a process another wall clock."""
    folder = tmp_path_factory.mktemp("clock")
    return lambda days: {"env": preloading("clock", folder, ESPALIER_CLOCK=str(days * 86400))}


@pytest.mark.parametrize("days", [[0, 40, 0], [-20_000, 0], [4000, 0, 4000]])
def test_a_clock_that_jumps_deletes_nothing(trials, clock, days):
    first = trials(**clock(days[0]))
    client = first.client()
    client.get("/mine")
    for _ in range(2):
        assert put(client, "/mine", "entry").status == 200
    first.kill()
    for day in days[1:]:
        server = trials("--log", "info", **clock(day))
        year = time.gmtime(time.time() + day * 86400).tm_year
        until(lambda: f"time={year}-" in server.log(), 10, "the server used the other clock")
        later = server.client()
        later.cookies = client.cookies
        assert total(later, "/mine") == 2
        assert metric(later, 'espalier_store_forgotten_total{reason="unused"}') == 0
        server.kill()


# Another program


def test_while_another_program_has_locked_the_file_events_fail_quickly_and_are_saved_later(trials, tmp_path):
    server = trials()
    client = server.client()
    client.get("/mine")
    assert put(client, "/mine", "before").status == 200
    addresses = {path: node(path, client) for path in ("/mine", "/ledger")}
    database = sqlite3.connect(tmp_path / "pages.sqlite", isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    slowest, replies = [], []

    def post(number):
        mine = server.client()
        mine.cookies = dict(client.cookies)
        for turn in range(10):
            path = "/mine" if number % 2 else "/ledger"
            begin = time.monotonic()
            replies.append(mine.send(path, addresses[path], "put", "locked", id=f"{number}-{turn}"))
            slowest.append(time.monotonic() - begin)

    threads = [threading.Thread(target=post, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {reply.status for reply in replies} == {503}
    assert all("another program has locked the database" in reply.json["detail"] for reply in replies)
    assert all("safely repeat the event with the same id" in reply.json["detail"] for reply in replies)
    # If each event waited for 50 ms, eight events in a queue would need 0.4 s. Most events take longer on a busy machine.
    slowest.sort()
    assert slowest[len(slowest) // 4] < 0.1, slowest
    # A new instance is read from the file, which still works.
    begin = time.monotonic()
    assert server.client().get("/mine").status == 200
    assert server.client().get("/healthz").status == 200
    assert time.monotonic() - begin < 4
    said(server, "locked the database")
    assert len([line for line in server.complaints() if "locked the database" in line]) == 1

    database.execute("ROLLBACK")
    database.close()
    for path in addresses:
        assert client.send(path, addresses[path], "put", "after").status == 200
    server.kill()
    again = trials()
    later = again.client()
    later.cookies = client.cookies
    assert total(later, "/mine") == 42 and total(later, "/ledger") == 41
    for path, number in (("/mine", 1), ("/ledger", 0)):
        reply = later.post(event_path(path), {"node": addresses[path], "event": "put", "data": "locked", "id": f"{number}-3"})
        assert reply.status == 200 and reply.json["repeated"] is True
    assert total(later, "/mine") == 42 and total(later, "/ledger") == 41


def test_a_conversation_that_lost_its_newest_messages_shows_the_others(tmp_path):
    """The room of `/chat` begins again with the server, but a page keeps which messages it has shown."""
    data = tmp_path / "pages.sqlite"
    first = Server(data=data)
    writer, reader = first.client(), first.client()
    for number in range(40):
        assert writer.send("/chat", "footer", "write", {"text": f"Message {number}", "send": "yes"}).status == 200
    assert reader.send("/chat", "footer", "write", {"text": "Hel"}).status == 200
    first.kill()
    second = Server(data=data, port=first.port)
    reader.connection.close()
    assert reader.get("/chat", HTML).text.count('class="MessageBubble"') == 30
    assert second.stop() == 0
