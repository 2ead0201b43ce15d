"""Files that viewers send: to disk while they arrive, checked by content, and gone if nobody takes them."""

import contextlib
import hashlib
import os
import random
import re
import socket
import struct
from pathlib import Path

import pytest
from harness import DOM_PATCH, HTML, IS_LONG, JSON, controls, until
from uploads import BOUNDARY, MEGABYTE, PAGE, form, png


class Visitor:
    """A browser that has opened the sheet of the page, and the server's descriptors before it sends anything."""

    def __init__(self, server):
        self.server, self.client = server, server.client()
        self.open()
        # The first route starts threads that keep descriptors.
        self.client.get("/photos/none")
        self.before = self.held()

    def open(self):
        self.client.get(PAGE)
        assert self.client.send(PAGE, "ownPhoto", "edit").status == 200
        tree, _ = self.client.tree(PAGE)
        self.sheet = next(address for address, event in controls(tree) if event["name"] == "send")

    def upload(self, content, accept=JSON, id="", more=(), **options):
        query = f"node={self.sheet}&event=send" + (f"&id={id}" if id else "")
        headers = {"Accept": accept, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Sec-Fetch-Site": "same-origin"}
        return self.client.ask("POST", f"{PAGE}/events?{query}", form(content, **options), **headers | dict(more))

    def photo(self):
        """The page's picture: its address, width and height; None if there is none."""
        found = re.search(r'<img src="([^"]+)" width="(\d+)" height="(\d+)"', self.client.get(PAGE, HTML).text)
        return found and (found[1], int(found[2]), int(found[3]))

    def leaves_nothing(self, folder):
        """Whether the server holds no more descriptors than before, none of a file in the folder, and no file is there."""
        open_there = [target for target in descriptors(self.server).values() if target.startswith(str(folder))]
        return not os.listdir(folder) and not open_there and self.held() <= self.before

    def held(self):
        """The number of files and connections that the server holds. A thread that starts later has its own queue, which is neither."""
        return sum(not target.startswith("anon_inode:") for target in descriptors(self.server).values())


def descriptors(server):
    """The paths of what the server has open, and where they lead. It may close one meanwhile."""
    found = {}
    for path in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found[path] = os.readlink(path)
    return found


@pytest.fixture
def visitor(start, tmp_path):
    visitor = Visitor(start(env=os.environ | {"TMPDIR": str(tmp_path)}))
    visitor.folder = tmp_path
    yield visitor
    until(lambda: visitor.leaves_nothing(tmp_path))
    assert not visitor.server.complaints()


@pytest.mark.parametrize("size", [100, 8 * MEGABYTE, 10 * MEGABYTE])
def test_a_picture_is_shown_with_its_size_and_served_as_it_was_sent(visitor, size):
    content = png(30, 20, size)
    reply = visitor.upload(content)
    assert reply.status == 200, reply
    address, width, height = visitor.photo()
    assert (width, height) == (30, 20)
    assert address == f"/photos/{hashlib.sha256(content).hexdigest()}.png"
    served = visitor.client.get(address)
    assert served.body == content
    headers = {name: served.headers[name] for name in ("Content-Type", "X-Content-Type-Options", "Cache-Control")}
    assert headers == {
        "Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=31536000, immutable"}
    assert "sandbox" in served.headers["Content-Security-Policy"] and served.headers["Content-Disposition"] == "inline"


def test_a_plain_form_comes_back_to_the_page(visitor):
    reply = visitor.upload(png(), accept=HTML)
    assert (reply.status, reply.headers["Location"].split("#")[0]) == (303, PAGE)
    assert visitor.photo()


@pytest.mark.parametrize("content", [
    b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", b"<!doctype html><p>Hello", b"%PDF-1.7\n",
    b"\x7fELF" + bytes(100), b"BM" + bytes(100), b"", b"\x89PNG", bytes(MEGABYTE),
])
def test_a_file_of_a_wrong_kind_is_refused_whatever_its_name(visitor, content):
    reply = visitor.upload(content, name="photo.png")
    assert reply.status == 415, reply
    assert reply.json["field"] == "data.photo" and "PNG, JPEG, GIF" in reply.json["detail"]
    assert visitor.photo() is None
    page = visitor.upload(content, accept=HTML)
    assert page.status == 415 and "“photo”" in page.text or "&quot;photo&quot;" in page.text or '"photo"' in page.text


@pytest.mark.parametrize("size, limit", [(10 * MEGABYTE + 1, None), (12 * MEGABYTE, "upload"), (40 * MEGABYTE, "upload")])
def test_a_file_that_is_too_large_is_refused_after_it_was_sent(visitor, size, limit):
    reply = visitor.upload(png(size=size))
    assert reply.status == 413, reply
    assert reply.json.get("limit") == limit
    assert limit or reply.json["field"] == "data.photo"
    # The connection can be used again.
    assert visitor.client.get(PAGE).status == 200


def test_a_client_that_asks_first_need_not_send_a_file_that_is_too_large(visitor):
    head = (
        f"POST {PAGE}/events?node={visitor.sheet}&event=send HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {20 * MEGABYTE}\r\n\r\n")
    assert visitor.server.raw(head.encode()).startswith(b"HTTP/1.1 413 ")


def test_only_events_that_take_files_take_a_form_with_files(visitor):
    body = form(png())
    headers = {"Accept": JSON, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Sec-Fetch-Site": "same-origin"}
    other = visitor.client.ask("POST", "/cart/events?node=x&event=y", body, **headers)
    assert (other.status, other.json["field"]) == (415, "Content-Type")
    cancel = visitor.client.ask("POST", f"{PAGE}/events?node={visitor.sheet}&event=cancel", body, **headers)
    assert (cancel.status, cancel.json["field"]) == (415, "data.photo")
    missing = visitor.client.ask("POST", f"{PAGE}/events?node={visitor.sheet}&event=send", form(b"", name=""), **headers)
    assert (missing.status, missing.json["field"]) == (400, "data.photo")
    forged = visitor.client.send(PAGE, visitor.sheet, "send", {"photo": {"~reference": "0-" + "0" * 64}})
    assert (forged.status, forged.json["field"]) == (400, "data.photo")
    foreign = visitor.upload(png(), more={"Sec-Fetch-Site": "cross-site"}.items())
    assert foreign.status == 403


def test_a_repeated_form_counts_once(visitor):
    content = png(size=MEGABYTE)
    first = visitor.upload(content, id="an-id-of-one-event", accept=DOM_PATCH)
    again = visitor.upload(content, id="an-id-of-one-event", accept=DOM_PATCH)
    assert (first.status, again.status) == (200, 200)
    assert first.headers["ETag"] == again.headers["ETag"]
    other = visitor.upload(png(size=MEGABYTE + 1), id="an-id-of-one-event")
    assert (other.status, other.json["field"]) == (422, "id")


@pytest.mark.parametrize("seed", range(20 if IS_LONG else 4))
def test_a_form_that_is_cut_leaves_nothing(visitor, seed):
    chance = random.Random(seed)
    body = form(png(size=2 * MEGABYTE))
    head = (
        f"POST {PAGE}/events?node={visitor.sheet}&event=send HTTP/1.1\r\nHost: x\r\nCookie: {visitor.client.cookie_header()['Cookie']}\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\n\r\n").encode()
    whole = head + body
    cuts = [len(head), len(head) + 50, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(5))]
    for cut in cuts:
        with socket.create_connection(("127.0.0.1", visitor.server.port), 30) as connection:
            connection.sendall(whole[:cut])
            if chance.random() < 0.5:
                # A reset instead of an end.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    until(lambda: visitor.leaves_nothing(visitor.folder))
    assert visitor.photo() is None


def test_a_killed_server_leaves_no_file(visitor):
    body = form(png(size=2 * MEGABYTE))
    with socket.create_connection(("127.0.0.1", visitor.server.port), 30) as connection:
        connection.sendall((
            f"POST {PAGE}/events?node={visitor.sheet}&event=send HTTP/1.1\r\nHost: x\r\n"
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body[:MEGABYTE])
        until(lambda: any(target.startswith(str(visitor.folder)) for target in descriptors(visitor.server).values()))
        visitor.server.kill()
    assert not os.listdir(visitor.folder)
    visitor.leaves_nothing = lambda folder: True


def test_memory_does_not_grow_with_a_file(visitor):
    before = visitor.server.memory()
    body = form(bytes(10 * MEGABYTE))
    with socket.create_connection(("127.0.0.1", visitor.server.port), 30) as connection:
        connection.sendall((
            f"POST {PAGE}/events?node={visitor.sheet}&event=send HTTP/1.1\r\nHost: x\r\n"
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body[:-1])
        until(lambda: any(os.stat(path).st_size > 9 * MEGABYTE for path, target in descriptors(visitor.server).items()
                          if target.startswith(str(visitor.folder))))
        assert visitor.server.memory() - before < 2 * MEGABYTE
