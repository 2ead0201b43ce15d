"""One request, one id: in its log line, in its error, and in a header of its reply."""

import re
import signal
import socket
import time

import pytest
from harness import HTML, JSON, PROBLEM, read_all, until

ERRORS = {
    "a target that leaves the root": (b"GET /../x HTTP/1.1\r\nHost: x\r\n%s\r\n", 400),
    "no host": (b"GET /posts HTTP/1.1\r\n%s\r\n", 400),
    "two lengths": (b"POST /posts/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n%s\r\n", 400),
    "an unknown coding": (b"POST /posts/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n%s\r\n", 501),
    "nothing there": (b"GET /nothing HTTP/1.1\r\nHost: x\r\n%s\r\n", 404),
    "a method that the page does not allow": (b"DELETE /posts HTTP/1.1\r\nHost: x\r\n%s\r\n", 405),
    "a post to a file": (b"POST /site.css HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n%s\r\n", 405),
    "a body that is too large": (b"POST /posts/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n%s\r\n", 413),
    "invalid JSON": (
        b"POST /posts/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\n%s\r\n{", 400),
    "an unknown cell": (
        b"POST /posts/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 24\r\n%s\r\n"
        b'{"node":"Z","event":"x"}', 410),
}  # fmt: skip


def parts(reply):
    """A reply's head, the id in it, and the body."""
    head, _, body = reply.decode().partition("\r\n\r\n")
    (id,) = re.findall(r"\r\nEspalier-Request: ([0-9a-v]+)(?=\r\n|$)", head)
    return head, id, body


@pytest.mark.parametrize("accept", [JSON, HTML])
@pytest.mark.parametrize("case", ERRORS)
def test_an_error_its_header_and_its_log_line_have_one_id_that_no_client_chose(demos, case, accept):
    request, status = ERRORS[case]
    own = "X-Request-ID: forged\r\nEspalier-Request: forged\r\nX-Correlation-ID: forged\r\n"
    head, id, body = parts(demos.raw(request % f"Accept: {accept}\r\nConnection: close\r\n{own}".encode()))
    assert f" {status} " in head.splitlines()[0], head
    if accept == JSON:
        assert f"Content-Type: {PROBLEM}" in head and f'"instance":"{id}"' in body
    else:
        assert f"request <code>{id}</code>" in body
    lines = until(lambda: [line for line in demos.log().splitlines() if line.endswith(f" id={id}")])
    assert len(lines) == 1 and f"status={status}" in lines[0]
    assert "forged" not in head + body + lines[0]


def test_a_stopping_server_names_the_request_too(start):
    server = start()
    connection = socket.create_connection(("127.0.0.1", server.port), 10)
    ask = b"GET /posts/patches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
    # The server has received a part of the head when it stops. So it still answers, but it begins no stream any more.
    connection.sendall(ask)
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    until(lambda: "event=stopping" in server.log())
    time.sleep(0.05)
    connection.sendall(b"\r\n")
    head, id, body = parts(read_all(connection))
    assert " 503 " in head and "Retry-After: 1" in head
    assert f'"instance":"{id}"' in body
    assert server.process.wait(10) == 0
    assert "status=503" in next(line for line in server.log().splitlines() if line.endswith(f" id={id}"))


def test_replies_without_an_error_have_an_id_too(demos, client):
    ids = [client.get(path, HTML).headers["Espalier-Request"] for path in ("/posts", "/site.css", "/healthz")]
    assert len(set(ids)) == 3
    for id in ids:
        until(lambda id=id: f" id={id}\n" in demos.log())
