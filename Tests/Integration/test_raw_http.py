"""Framing: an unambiguous request is answered, in whatever pieces it arrives. Ambiguous requests are in `test_hostile.py`."""

import socket
import time

import pytest
from harness import read_all, replies_in

HOST = b"Host: x\r\n"
PAGE = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
LAST_PAGE = PAGE[:-2] + b"Connection: close\r\n\r\n"
EVENTS = b"POST /posts/events HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
BODY = b'{"node":"A/actions","event":"like","data":"Like"}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)

ANSWERED = {
    "a page": PAGE,
    "a body by length": EVENTS + LENGTH + b"\r\n" + BODY,
    "a body after Expect": EVENTS + LENGTH + b"Expect: 100-continue\r\n\r\n" + BODY,
}


@pytest.mark.parametrize("case", ANSWERED)
def test_an_unambiguous_request_is_answered_and_so_is_the_next(demos, case):
    request = ANSWERED[case]
    replies = replies_in(demos.raw(request + PAGE + request + LAST_PAGE))
    assert [reply[0] for reply in replies if reply[0] != 100] == [200] * 4
    assert replies[-1][2] == b"ok\n"


def test_the_server_sends_100_continue_when_the_client_waits_for_it(demos):
    with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
        connection.sendall(EVENTS + LENGTH + b"Connection: close\r\nExpect: 100-continue\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
        connection.sendall(BODY)
        assert replies_in(read_all(connection))[0][0] == 200


def test_a_request_may_arrive_byte_by_byte(demos):
    with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in EVENTS + LENGTH + b"Connection: close\r\n\r\n" + BODY:
            connection.send(bytes([byte]))
        assert replies_in(read_all(connection))[0][0] == 200


@pytest.mark.parametrize("count", [1, 2, 4, 16])
def test_a_client_that_has_closed_its_sending_side_gets_its_replies_and_is_disconnected(demos, count):
    assert [reply[2] for reply in replies_in(demos.raw(PAGE * count, ends=True))] == [b"ok\n"] * count


def test_http_1_0_and_connection_close_end_the_connection(demos):
    for head in (b"GET /healthz HTTP/1.0\r\n\r\n", LAST_PAGE):
        with socket.create_connection(("127.0.0.1", demos.port), 5) as connection:
            connection.sendall(head)
            start = time.monotonic()
            assert replies_in(read_all(connection))[0][2] == b"ok\n"
            assert time.monotonic() - start < 9, "the connection was closed only by a deadline"
