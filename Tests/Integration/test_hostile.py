"""Requests of hostile clients: each gets its answer, and the server stays healthy."""

import re
import socket
import struct
import threading
import time

import pytest
from harness import Server, read_all, replies_in, until
from hostile_requests import ANSWERED, BODY, LAST, LIKE, REFUSED, framed, get


@pytest.fixture(scope="module")
def calm(demos):
    """The number of file descriptors that the server has when nobody is connected."""
    for path in (b"/posts", b"/cart"):
        demos.raw(get(path, b"Connection: close"))
    time.sleep(0.2)
    return demos.descriptors()


@pytest.fixture
def healthy(demos, calm):
    """Checks after a test that the server answers at once, has released the test's descriptors and has logged no complaint."""
    yield
    start = time.monotonic()
    assert demos.raw(LAST).endswith(b"\r\n\r\nok\n")
    assert time.monotonic() - start < 8
    until(lambda: demos.descriptors() <= calm, what="the server closed all descriptors")
    assert demos.process.poll() is None
    assert demos.complaints() == []
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", demos.log()[-20_000:]), "a client wrote control characters into the log"


@pytest.mark.parametrize("case", REFUSED)
def test_a_doubtful_request_is_refused_and_nothing_after_it_is_answered(demos, healthy, client, case):
    sent, status = REFUSED[case]
    before = client.tree("/posts")
    client.close()
    start = time.monotonic()
    received = demos.raw(sent + get(b"/site.css"))
    assert time.monotonic() - start < 8
    assert received.startswith(b"HTTP/1.1 %d " % status), received[:200]
    assert b"HTTP/1.1 200 " not in received
    assert len(re.findall(rb"HTTP/1.1 \d", received)) == 1
    assert client.tree("/posts") == before
    client.close()


@pytest.mark.parametrize("case", ANSWERED)
def test_an_odd_request_is_answered_and_so_is_the_next(demos, healthy, case):
    sent, status = ANSWERED[case]
    start = time.monotonic()
    *replies, last = replies_in(demos.raw(sent + LAST))
    assert time.monotonic() - start < 8
    assert replies[-1][0] == status, replies
    assert (last[0], last[2]) == (200, b"ok\n")
    for _, headers, body in replies:
        assert headers.get("set-cookie", "espalier=").startswith("espalier=")
        assert not headers.get("content-type", "").startswith("text/html") or b"<script>" not in body


def test_an_instance_of_another_browser_is_not_found(demos, healthy):
    mine, other = demos.client(), demos.client()
    instance = mine.get("/cart").headers["Espalier-Instance"]
    other.get("/cart")
    assert mine.get(f"/cart?instance={instance}").status == 200
    for path in ("/cart", "/cart/patches"):
        assert other.get(f"{path}?instance={instance}&format=json").status == 404
    assert other.post(f"/cart/events?instance={instance}", LIKE).status == 404
    mine.close()
    other.close()


# Clients that leave in the middle of a request. The server does not answer them.


def reset(connection):
    """Ends a connection by RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


LEFT = {
    "in the head": b"GET /posts HTTP/1.1\r\nHost: x\r\nX",
    "in the request line": b"GET /po",
    "before the first byte": b"",
    "in a body": framed(b"Content-Length: 100", BODY),
}


@pytest.mark.parametrize("leave", ["by reset", "by its end", "by half"])
@pytest.mark.parametrize("case", LEFT)
def test_a_client_that_leaves_in_the_middle_has_no_effect(demos, healthy, client, case, leave):
    before = client.tree("/posts")
    client.close()
    connection = socket.create_connection(("127.0.0.1", demos.port), 5)
    connection.sendall(LEFT[case])
    if leave == "by reset":
        reset(connection)
    elif leave == "by its end":
        connection.close()
    else:
        connection.shutdown(socket.SHUT_WR)
        assert b" 200 " not in read_all(connection)
        connection.close()
    assert client.tree("/posts") == before
    client.close()


@pytest.mark.parametrize("sent", [get(b"/posts") * 100, get(b"/posts/patches", b"Accept: text/event-stream"), LAST])
def test_a_client_that_leaves_before_its_replies_is_forgotten(demos, healthy, sent):
    for _ in range(20):
        connection = socket.create_connection(("127.0.0.1", demos.port), 5)
        connection.sendall(sent)
        reset(connection)


# Slow clients, all at once, with their own server.


# The first bytes of a TLS client: a record of version 3.1, a ClientHello of version 3.3, its random bytes.
CLIENT_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(0x40, 0x60)) + b"\x00" * 480

# The bytes that are sent at once, the pieces that follow each quarter of a second, and the status; None for a closed connection.
SLOW = {
    "nothing": (b"", [], None),
    "half a head": (b"GET /posts HTTP/1.1\r\nHost: x\r\n", [], None),
    "a head by bytes": (b"GET /posts HTTP/1.1\r\nHost: x\r\nX: ", [b"a"] * 60, None),
    "a head by lines": (b"GET /posts HTTP/1.1\r\nHost: x\r\n", [b"X: a\r\n"] * 60, None),
    "empty lines": (b"", [b"\r\n"] * 60, None),
    "TLS": (CLIENT_HELLO, [], None),
    "a body in halves": (framed(b"Content-Length: %d\nConnection: close" % len(BODY), BODY[:5]), [b"", BODY[5:]], 200),
}  # fmt: skip


def send_slowly(port, first, rest):
    """Sends slowly; returns the seconds until the end, and the received bytes."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        try:
            connection.sendall(first)
            for piece in rest:
                time.sleep(0.25)
                connection.sendall(piece)
        except OSError:
            pass  # The server has closed the connection.
        received = read_all(connection)
    return time.monotonic() - start, received


@pytest.fixture(scope="module", autouse=True)
def slow_clients():
    """Starts all slow clients, which run during the other tests; yields their server, the threads, the results and the calm descriptors."""
    server, results = Server(), {}

    def run(name):
        first, rest, _ = SLOW[name]
        results[name] = send_slowly(server.port, first, rest)

    server.raw(LAST)
    calm = server.descriptors()
    threads = [threading.Thread(target=run, args=(name,), daemon=True) for name in SLOW for _ in range(5)]
    for thread in threads: thread.start()
    yield server, threads, results, calm
    server.stop()


def test_slow_clients_keep_nobody_waiting(slow_clients):
    server, threads, _, _ = slow_clients
    for _ in range(20):
        start = time.monotonic()
        assert server.raw(LAST).endswith(b"ok\n")
        assert time.monotonic() - start < 5


@pytest.mark.parametrize("case", SLOW)
def test_a_slow_client_is_answered_or_disconnected_at_its_deadline(slow_clients, case):
    _, threads, results, _ = slow_clients
    for thread in threads: thread.join(30)
    seconds, received = results[case]
    status = SLOW[case][2]
    if status is None:
        assert b"HTTP/1.1 200" not in received and 9 < seconds < 25, (seconds, received)
    else:
        assert replies_in(received)[0][0] == status


def test_slow_clients_leave_no_descriptor_open(slow_clients):
    server, _, _, calm = slow_clients
    until(lambda: server.descriptors() <= calm, what="the server closed all descriptors")
    assert server.process.poll() is None
    assert server.complaints() == []
