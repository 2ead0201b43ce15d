"""Framing: what two servers could read in two ways is refused, and nothing behind it is answered."""

import socket
import time

import pytest
from harness import read_all

HOST = b"Host: x\r\n"
PAGE = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
LAST_PAGE = PAGE[:-2] + b"Connection: close\r\n\r\n"
SMUGGLED = b"GET /site.css HTTP/1.1\r\n" + HOST + b"\r\n"
EVENTS = b"POST /posts/events HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
BODY = b'{"node":"A/actions","event":"like","data":"Like"}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"

REFUSED = {
    "no Host": (b"GET /healthz HTTP/1.1\r\n\r\n", 400),
    "two Hosts": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    "a Host with a path": (b"GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
    "length and chunks": (EVENTS + LENGTH + CHUNKED + b"\r\n0\r\n\r\n", 400),
    "chunks and length": (EVENTS + CHUNKED + LENGTH + b"\r\n0\r\n\r\n", 400),
    "two lengths": (EVENTS + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde", 400),
    "the same length twice": (EVENTS + LENGTH + LENGTH + b"\r\n" + BODY, 400),
    "two lengths in one": (EVENTS + b"Content-Length: 5, 5\r\n\r\nabcde", 400),
    "a negative length": (EVENTS + b"Content-Length: -1\r\n\r\n", 400),
    "a length with a sign": (EVENTS + b"Content-Length: +5\r\n\r\nabcde", 400),
    "a length that is none": (EVENTS + b"Content-Length: 5x\r\n\r\nabcde", 400),
    "a length beyond counting": (EVENTS + b"Content-Length: 99999999999999999999\r\n\r\nabcde", 413),
    "an unknown coding": (EVENTS + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    "two codings": (EVENTS + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    "a blank before the colon": (EVENTS + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
    "chunks in HTTP/1.0": (EVENTS.replace(b"1.1", b"1.0") + CHUNKED + b"\r\n0\r\n\r\n", 400),
    "a folded header": (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n", 400),
    "bare line feeds": (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400),
    "one bare line feed": (b"GET /healthz HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400),
    "a bare return": (b"GET /healthz HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", 400),
    "a NUL in a header": (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n", 400),
    "a NUL in a target": (b"GET /health\0z HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "double blanks": (b"GET  /healthz  HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "HTTP/0.9": (b"GET /healthz\r\n\r\n", 400),
    "HTTP/2.0": (b"GET /healthz HTTP/2.0\r\n" + HOST + b"\r\n", 505),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "a long target": (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
    "a long header": (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 40_000 + b"\r\n\r\n", 431),
    "many headers": (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 5000 + b"\r\n", 431),
    "a chunk beyond counting": (EVENTS + CHUNKED + b"\r\nfffffffffffffffff\r\n", 413),
    "a chunk without a size": (EVENTS + CHUNKED + b"\r\nzz\r\n", 400),
}


def split(raw):
    """All replies of a connection: (status, headers, body)."""
    replies = []
    while raw:
        head, separator, raw = raw.partition(b"\r\n\r\n")
        assert separator and head.startswith(b"HTTP/1.1 "), head
        lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        length = int(headers.get("content-length", 0))
        assert len(raw) >= length, "a reply was cut"
        replies.append((int(lines[0].split()[1]), headers, raw[:length]))
        raw = raw[length:]
    return replies


@pytest.mark.parametrize("case", REFUSED)
def test_a_doubtful_request_is_refused_and_nothing_behind_it_is_answered(demos, client, case):
    request, status = REFUSED[case]
    before = client.tree("/posts")
    received = demos.raw(request + SMUGGLED)
    assert received.startswith(b"HTTP/1.1 %d " % status)
    # libmicrohttpd writes the head of its own refusal of a length twice.
    assert b" 200 " not in received
    assert received.count(b"HTTP/1.1 %d " % status) == (2 if b"Content-Length</b>" in received else 1)
    assert client.tree("/posts") == before


ANSWERED = {
    "a page": (PAGE, 200),
    "the absolute form": (b"GET http://x/healthz HTTP/1.1\r\n" + HOST + b"\r\n", 200),
    "an unknown method": (b"FOO /healthz HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "a body by length": (EVENTS + LENGTH + b"\r\n" + BODY, 200),
    "a body in chunks": (EVENTS + CHUNKED + b"\r\n%x;ext=1\r\n%s\r\n0\r\nTrailer: x\r\n\r\n" % (len(BODY), BODY), 200),
    "a body behind Expect": (EVENTS + LENGTH + b"Expect: 100-continue\r\n\r\n" + BODY, 200),
    "a body where none is read": (b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\n\r\nabc", 200),
}


@pytest.mark.parametrize("case", ANSWERED)
def test_a_clear_request_is_answered_and_so_is_the_next(demos, case):
    request, status = ANSWERED[case]
    replies = split(demos.raw(request + PAGE + request + LAST_PAGE))
    assert [reply[0] for reply in replies if reply[0] != 100] == [status, 200, status, 200]
    assert replies[-1][2] == b"ok\n"


def test_hundred_continue_is_said_when_it_is_waited_for(demos):
    with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
        connection.sendall(EVENTS + LENGTH + b"Connection: close\r\nExpect: 100-continue\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
        connection.sendall(BODY)
        assert split(read_all(connection))[0][0] == 200


def test_a_body_that_never_ends_is_no_event(demos, client):
    before = client.tree("/posts")
    assert demos.raw(EVENTS + b"Content-Length: 100\r\n\r\n" + BODY, ends=True) == b""
    assert demos.raw(EVENTS + CHUNKED + b"\r\n%x\r\n%s\r\n" % (len(BODY), BODY), ends=True) == b""
    assert client.tree("/posts") == before


def test_chunks_that_grow_too_large_are_refused(demos, client):
    before = client.tree("/posts")
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    request = EVENTS + CHUNKED + b"Connection: close\r\n\r\n" + chunk * 17 + b"0\r\n\r\n"
    replies = split(demos.raw(request))
    assert replies[0][0] == 413 and b"1048576" in replies[0][2]
    assert client.tree("/posts") == before


def test_a_request_may_come_byte_by_byte(demos):
    with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in EVENTS + LENGTH + b"Connection: close\r\n\r\n" + BODY:
            connection.send(bytes([byte]))
        assert split(read_all(connection))[0][0] == 200


@pytest.mark.parametrize("count", [1, 2, 4, 16])
def test_a_client_that_has_ended_its_side_gets_its_replies_and_is_let_go(demos, count):
    assert [reply[2] for reply in split(demos.raw(PAGE * count, ends=True))] == [b"ok\n"] * count


def test_http_1_0_and_connection_close_end_the_connection(demos):
    for head in (b"GET /healthz HTTP/1.0\r\n\r\n", LAST_PAGE):
        with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
            connection.sendall(head)
            start = time.monotonic()
            assert split(read_all(connection))[0][2] == b"ok\n"
            assert time.monotonic() - start < 4, "closed by a deadline only"
