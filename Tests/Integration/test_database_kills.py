"""`kill -9` during writes to a database leaves it intact: each event is in it once, as a whole or not at all."""

import os
import random
import sqlite3
import subprocess
import time

import pytest
from harness import IS_LONG, until

ROUNDS = 60 if IS_LONG else 10


def killed_after(path, first, seconds):
    """Lets the trial program write for a while. Returns the numbers of the events that it has acknowledged."""
    command = [os.environ["ESPALIER_TRIALS"], "--write", str(path), "--from", str(first)]
    # Without a buffer: `communicate` would not see what a buffer has read.
    process = subprocess.Popen(command, stderr=subprocess.PIPE, bufsize=0)
    try:
        line = process.stderr.readline()  # It has begun.
        time.sleep(seconds)
    finally:
        process.kill()
        _, rest = process.communicate(timeout=20)
    lines = (line + rest).split(b"\n")
    # The process may be killed within a line.
    return [int(number) for number in lines[:-1]]


class File:
    """A database file."""

    def __init__(self, folder):
        self.url = folder / "ledger.sqlite"

    def events(self, table):
        with sqlite3.connect(self.url) as database:
            return [row[0] for row in database.execute(f"SELECT event FROM {table} ORDER BY id")]

    def check(self):
        with sqlite3.connect(self.url) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


class Tables:
    """Tables of PostgreSQL."""

    def __init__(self, database):
        self.database = database
        self.url = database.url()
        for table in ("debit", "credit"):
            database.run(f"CREATE TABLE {table} (id serial PRIMARY KEY, event int NOT NULL, note text NOT NULL)")

    def events(self, table):
        return [int(number) for (number,) in self.database.rows(f"SELECT event FROM {table} ORDER BY event")]

    def check(self):
        # The transaction of a process that was killed may still run.
        others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        until(lambda: self.database.rows(others) == [["0"]])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_is_intact_after_kill_9(kind, tmp_path, request):
    ledger = File(tmp_path) if kind == "sqlite" else Tables(request.getfixturevalue("database"))
    chance = random.Random(1)
    first, total = 0, 0
    for _ in range(ROUNDS):
        acknowledged = killed_after(ledger.url, first, chance.uniform(0.0, 0.15))
        total += len(acknowledged)
        assert acknowledged == list(range(first, first + len(acknowledged)))
        ledger.check()
        written = ledger.events("debit")
        assert written == ledger.events("credit") == list(range(len(written)))
        # One more event may be written than was acknowledged. It is repeated with its id, as a page would repeat it.
        assert first + len(acknowledged) <= len(written) <= first + len(acknowledged) + 1
        first += len(acknowledged)
    assert total > ROUNDS
