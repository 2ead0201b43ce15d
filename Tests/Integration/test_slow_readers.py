"""Viewers that read little or nothing cost little memory, and end with the same page as everybody."""

import json
import re
import socket
import time

import jsonpatch
import pytest
from harness import IS_LONG, JSON, until

BROWSER = "espalier=" + "b" * 32
WAITING = 128 << 10
# The text in each patch of these tests. It is long, so that patches that the server keeps show in its memory.
TEXT = "x" * 2000


def metric(client, name):
    return int(re.search(rf"^{re.escape(name)} (\d+)$", client.get("/metrics").text, re.M)[1])


def memory(client):
    return metric(client, "process_resident_memory_bytes")


class SlowReader:
    """A stream that reads only as much as a test asks for. The buffer of its socket is very small."""

    def __init__(self, port, path):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
        self.raw = b""
        while b"\r\n\r\n" not in self.raw:
            self.read(1)
        head, _, self.raw = self.raw.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        self.body = b""

    def read(self, count):
        data = self.socket.recv(count)
        assert data, "The stream ended."
        self.raw += data

    def events(self):
        """Yields the events that have arrived completely: (number, name, data)."""
        while match := re.match(rb"([0-9a-fA-F]+)\r\n", self.raw):
            start, size = match.end(), int(match[1], 16)
            if len(self.raw) < start + size + 2:
                break
            self.body += self.raw[start:start + size]
            self.raw = self.raw[start + size + 2:]
        *whole, self.body = self.body.split(b"\n\n")
        for event in whole:
            fields = dict(line.split(": ", 1) for line in event.decode().split("\n") if not line.startswith(":"))
            # Heartbeats have no number.
            if "id" in fields:
                yield int(fields["id"].split(".")[1]), fields["event"], json.loads(fields["data"])


class Page:
    """The tree of one viewer, by the rules of a client: patch n + 1 applies only to version n, a snapshot to any version."""

    def __init__(self, client):
        self.tree, version = client.tree("/posts")
        self.version = version
        self.number = int(version.split(".")[1])
        self.kinds = []

    def take(self, events):
        for number, kind, data in events:
            assert kind == "snapshot" or number == self.number + 1
            self.tree, self.number = jsonpatch.apply_patch(self.tree, data), number
            self.kinds.append(kind)


def change(client, number):
    reply = client.post("/posts/events", {"node": "B/actions", "event": "like", "data": f"{number} {TEXT}"}, Cookie=BROWSER)
    assert reply.status == 200, reply


def slow_viewer(server, changes, pause, beat):
    """Changes the page while a viewer reads one byte in each `beat`. Then the viewer reads everything. Prints and returns the memory."""
    client = server.client()
    for number in range(400):  # until the journal and the receipts are full
        change(client, number)
    page = Page(client)
    viewer = SlowReader(server.port, f"/posts/patches?dialect=json-patch&since={page.version}")
    before, began, memories, taken = memory(client), time.monotonic(), [], 0
    for number in range(changes):
        change(client, number)
        while time.monotonic() > began + taken * beat:
            viewer.read(1)
            taken += 1
        if number % (changes // 12) == 0:
            memories.append(memory(client) - before)
            assert metric(client, "espalier_stream_pending_bytes") <= WAITING
        time.sleep(max(0, began + number * pause - time.monotonic()))
    memories.append(memory(client) - before)
    print(f"{changes} changes in {time.monotonic() - began:.1f} s, {taken} bytes read, memory {[size >> 10 for size in memories]} KiB")

    assert metric(client, "espalier_streams_behind_total") == 1, "The viewer was not slow enough."
    tree, version = client.tree("/posts")
    number = int(version.split(".")[1])
    began = time.monotonic()
    while page.number < number:
        viewer.read(1 << 16)
        page.take(viewer.events())
        assert time.monotonic() < began + 30
    assert page.tree == tree
    assert len(page.kinds) < 150 and "snapshot" in page.kinds
    change(client, "the last")
    while page.number == number:
        viewer.read(1 << 16)
        page.take(viewer.events())
    assert page.tree == client.tree("/posts")[0] and page.kinds[-1] == "patch"
    assert server.complaints() == []
    return memories


def test_a_viewer_that_hardly_reads_costs_no_memory_and_ends_with_the_same_page(start):
    # 3,000 patches of 2 kB are 6 MB, which would show if the server kept them for this viewer. The rate is what a client may send.
    memories = slow_viewer(start("--log", "warning"), changes=3000, pause=0.0015, beat=0.01)
    assert max(memories) < 3 << 20, memories


@pytest.mark.skipif(not IS_LONG, reason="takes two minutes; set ESPALIER_LONG=1")
def test_a_viewer_may_read_one_byte_a_second_during_a_hundred_patches_a_second(start):
    memories = slow_viewer(start("--log", "warning"), changes=12_000, pause=0.01, beat=1)
    assert max(memories) < 2 << 20, memories


def test_500_idle_streams_are_small_and_a_change_for_all_is_encoded_once(start):
    server = start("--log", "warning")
    client = server.client()
    change(client, 0)
    version = client.tree("/posts")[1]

    def opened(count):
        return [SlowReader(server.port, f"/posts/patches?since={version}") for _ in range(count)]

    few = opened(50)
    names = ["espalier_renders_total", "espalier_patches_total", 'espalier_patch_encodings_total{dialect="dom"}']
    before = memory(client)
    many = opened(500)
    cost = (memory(client) - before) // len(many)
    print(f"{cost} bytes for each idle stream")
    assert cost <= 16_384

    counts = [metric(client, name) for name in names]
    change(client, 1)
    events = set()
    for viewer in few + many:
        while not (heard := list(viewer.events())):
            viewer.read(1 << 16)
        events.add(json.dumps(heard))
    assert len(events) == 1
    assert [metric(client, name) - count for name, count in zip(names, counts)] == [1, 1, 1]
    for viewer in few + many:
        viewer.socket.close()
    until(lambda: metric(client, "espalier_streams") == 0)


def test_the_streams_of_a_browser_are_limited_and_the_error_names_the_limit(start):
    server = start()
    client = server.client()
    client.cookies["espalier"] = "c" * 32
    streams = []
    for _ in range(16):
        stream = socket.create_connection(("127.0.0.1", server.port), 10)
        stream.sendall(f"GET /share/patches HTTP/1.1\r\nHost: x\r\nCookie: espalier={'c' * 32}\r\n\r\n".encode())
        assert b" 200 " in stream.recv(100)
        streams.append(stream)
    reply = client.get("/posts/patches", "text/event-stream")
    assert (reply.status, reply.headers["Retry-After"]) == (429, "1")
    assert (reply.json["type"], reply.json["limit"]) == ("urn:espalier:problem:too-many-requests", "streamsPerBrowser")
    assert client.get("/posts/patches", JSON).status == 200, "requests that are not streams were counted"
    streams.pop().close()
    until(lambda: metric(client, "espalier_streams") == 15)
    stream = SlowReader(server.port, "/posts/patches")
    stream.socket.close()


@pytest.mark.parametrize(("path", "headers", "status", "code", "limit"), [
    ("/posts?" + "x" * 4096, {}, 414, "target-too-long", "target"),
    ("/posts", {f"X-{number}": "a" for number in range(101)}, 431, "too-many-headers", "headers"),
])  # fmt: skip
def test_the_error_of_a_head_over_a_limit_names_the_limit(client, path, headers, status, code, limit):
    reply = client.get(path, JSON, **headers)
    assert (reply.status, reply.json["type"], reply.json["limit"]) == (status, f"urn:espalier:problem:{code}", limit)
