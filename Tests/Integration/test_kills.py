"""Servers that are killed at any moment. Each event notes its entry in the page, in a service and in a database. Whoever
acknowledged it, and however often it was repeated, the entry is in each place once. Meanwhile the program is upgraded, rolled
back and upgraded again, and the form of what it saves changes."""

import json
import random
import re
import secrets
import sqlite3
import threading

from harness import IS_LONG, Trials

# The form of the saved numbers in each round: an upgrade, a roll-back, and two upgrades.
FORMS = [form for form in [1, 1, 2, 1, 2, 2, 3, 3] for _ in range(5 if IS_LONG else 1)]
PAGES = ["/everywhere", "/everywhere", "/everywhere", "/ledger", "/mine"]


# What no version of the program can read.
STRANGE = ("counts/strange", '"strange"')
KEY = re.compile(r".*?counts(?:@(?P<form>\d+))?(?:/(?P<entry>.*))?")


def number(saved):
    """How often an entry was posted, in any form."""
    return len(saved["marks"]) if "marks" in saved else saved["count"]


def saved(data):
    """The counts of each entry in the page, in the service and in the database. The newest form of a value counts."""
    with sqlite3.connect(data) as store:
        states = store.execute("SELECT page, key, value FROM instance JOIN state ON instance.id = state.instance").fetchall()
    pages, tally = {}, {}
    keys = [(KEY.fullmatch(key), page, value) for page, key, value in states if (key, value) != STRANGE]
    for key, page, value in sorted((key for key in keys if key[0]), key=lambda key: int(key[0]["form"] or 1)):
        if page == "/everywhere":
            pages = {entry: number(count) for entry, count in json.loads(value).items()}
        elif page == "~site" and key["entry"]:
            tally[key["entry"]] = number(json.loads(value))
    rows = {}
    with sqlite3.connect(f"{data}-rows") as database:
        for text, half in database.execute("SELECT text, half FROM entry ORDER BY id"):
            rows.setdefault(text, []).append(half)
    return pages, tally, rows


class Writer(threading.Thread):
    """Posts entries until the server dies. Sometimes it does not wait for the reply, and posts the entry again."""

    def __init__(self, server, page, chance, pending=()):
        super().__init__(daemon=True)
        self.server, self.page, self.chance = server, page, chance
        self.client, self.pending, self.acknowledged, self.wrong = server.client(), list(pending), [], []

    def look(self):
        self.node = self.client.tree(self.page)[0]["children"][0]["id"]

    def body(self, entry):
        return {"node": self.node, "event": "put", "data": entry, "id": entry * 2}

    def post(self, entry):
        return self.client.post(f"{self.page}/events", self.body(entry)).status

    def run(self):
        try:
            self.look()
            while True:
                entry = self.pending[0] if self.pending else secrets.token_hex(8)
                self.pending = [entry, *self.pending[1:]]
                if self.chance.random() < 0.1:
                    body = json.dumps(self.body(entry))
                    headers = {"Content-Type": "application/json", "Accept": "application/json"} | self.client.cookie_header()
                    self.client.connection.request("POST", f"{self.page}/events", body, headers)
                    self.client.close()
                status = self.post(entry)
                if status == 200:
                    self.acknowledged.append(entry)
                    self.pending.pop(0)
                elif status < 500:
                    self.wrong.append(status)
        except (OSError, EOFError, json.JSONDecodeError):
            pass
        except Exception as error:  # noqa: BLE001 - the main thread looks at it
            if "http.client" not in type(error).__module__:
                self.wrong.append(error)


def add_strange(data):
    """Adds what no version of the program can read to the values of the service."""
    with sqlite3.connect(data) as store:
        store.execute("INSERT INTO state (instance, key, value) SELECT id, ?, ? FROM instance WHERE page = '~site'", STRANGE)


def has_strange(data):
    with sqlite3.connect(data) as store:
        return store.execute("SELECT key, value FROM state WHERE key LIKE '%strange%'").fetchall() == [STRANGE]


def lock_for_a_while(data, chance, stop):
    """Another program that locks the database now and then."""
    while not stop.wait(chance.uniform(0.02, 0.3)):
        with sqlite3.connect(f"{data}-rows", isolation_level=None, timeout=10) as database:
            database.execute("BEGIN IMMEDIATE")
            stop.wait(chance.uniform(0.01, 0.15))
            database.execute("ROLLBACK")


def test_no_event_is_lost_or_counts_twice_whenever_the_server_dies(tmp_path):
    data = tmp_path / "pages.sqlite"
    chance = random.Random(35)
    clients, acknowledged = {}, set()
    for turn, form in enumerate(FORMS):
        server = Trials("--unlimited", "--form", str(form), data=data)
        writers = [Writer(server, page, random.Random(f"{turn} {index}"), clients.get(index, ([], None))[0])
                   for index, page in enumerate(PAGES)]
        for index, writer in enumerate(writers):
            if index in clients:
                writer.client.cookies = clients[index][1]
            writer.start()
        stop = threading.Event()
        locker = threading.Thread(target=lock_for_a_while, args=(data, chance, stop))
        locker.start()
        for writer in writers:
            writer.join(chance.uniform(0.02, 0.25))
        server.kill()
        for writer in writers:
            writer.join(30)
            assert not writer.is_alive()
        stop.set()
        locker.join()
        assert [writer.wrong for writer in writers] == [[]] * len(writers)
        clients = {index: (writer.pending, writer.client.cookies) for index, writer in enumerate(writers)}
        # Only those of the page that notes them. The other writers make the server save meanwhile.
        acknowledged |= {entry for writer in writers[:3] for entry in writer.acknowledged}
        pages, tally, rows = saved(data)
        for place in (pages, tally):
            assert {entry: place.get(entry) for entry in acknowledged} == dict.fromkeys(acknowledged, 1)
            assert set(place.values()) <= {1}
        assert all(rows[entry] == [1, 2] for entry in acknowledged)
        assert pages == tally, "the page and the service are saved together"
        assert all(halves in ([1], [1, 2]) for halves in rows.values())
        if turn == 0:
            add_strange(data)
        assert has_strange(data)
    server = Trials("--unlimited", "--form", str(FORMS[-1]), data=data)
    for index in range(3):
        pending, cookies = clients[index]
        last = Writer(server, PAGES[index], chance)
        last.client.cookies = cookies
        last.look()
        for entry in pending:
            assert last.post(entry) == 200
            acknowledged.add(entry)
    assert server.stop() == 0
    pages, tally, rows = saved(data)
    assert len(acknowledged) > len(FORMS) * 3
    assert pages == tally == dict.fromkeys(acknowledged, 1)
    assert rows == dict.fromkeys(acknowledged, [1, 2])
    assert has_strange(data)
