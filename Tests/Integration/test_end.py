"""The end of a server, seen from outside: the answers to a load balancer, and the last events of the streams."""

import re
import signal
import socket
import time

from harness import HTML, Stream, read_all, until

LIKE = {"node": "B/actions", "event": "like", "data": "Like"}


def test_a_server_is_ready_while_it_serves(client):
    reply = client.get("/readyz")
    assert (reply.status, reply.text, reply.headers["Cache-Control"]) == (200, "ready\n", "no-store")


def test_while_a_server_drains_readyz_says_so_and_everything_else_works(start):
    server = start("--drain", "1.5")
    stream = Stream(server.port, "/posts/patches")
    stream.next()
    assert server.client().get("/readyz").status == 200
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)

    def draining():
        reply = server.client().get("/readyz")
        return reply.status == 503 and reply
    assert until(draining).text == "draining\n"
    fresh = server.client()
    assert fresh.get("/healthz").text == "ok\n"
    assert fresh.get("/posts", HTML).status == 200
    assert fresh.post("/posts/events", LIKE).status == 200
    assert stream.next()[1] == "patch"
    late = Stream(server.port, "/posts/patches")
    assert late.next()[1] == "snapshot"
    assert server.process.wait(30) == 0
    assert 1.4 < time.monotonic() - began < 12
    assert [event[1] for event in stream.ended()] == [event[1] for event in late.ended()] == ["bye"]
    assert "event=draining ms=1500" in server.log() and server.complaints() == []


def test_a_second_signal_does_not_wait_for_the_drain(start):
    server = start("--drain", "60")
    server.process.send_signal(signal.SIGTERM)
    until(lambda: "event=draining" in server.log())
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(5) == -signal.SIGTERM


# The last event of a stream


def open_stream(server, path):
    connection = socket.create_connection(("127.0.0.1", server.port), 10)
    connection.sendall(f"GET {path} HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n".encode())
    received = b""
    while b"event: snapshot" not in received:
        received += connection.recv(1 << 16)
    return connection


def test_every_stream_gets_its_own_time_to_reconnect(start):
    server = start()
    connections = [open_stream(server, path) for path in ("/posts/patches", "/share/patches", "/simple/patches") * 20]
    server.process.send_signal(signal.SIGTERM)
    hints = []
    for connection in connections:
        last = read_all(connection).decode().split("\n\n")[-2]
        match = re.fullmatch(r'retry: (\d+)\nid: \w+\.\d+\nevent: bye\ndata: \{"retry":(\d+)\}', last)
        assert match and match[1] == match[2], last
        hints.append(int(match[1]))
        connection.close()
    assert server.process.wait(30) == 0
    assert all(500 <= hint <= 5000 for hint in hints)
    assert len(set(hints)) > 30 and max(hints) - min(hints) > 1500
