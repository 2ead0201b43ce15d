"""Each request gets one reply, or a line in the log that says why not: long URLs, unusual heads, a full server, many new clients."""

import re
import resource
import select
import signal
import socket
from urllib.parse import quote

import pytest
from harness import HTML, JSON, Trials, controls, replies_in, until

LONGEST = 4 << 10


@pytest.fixture(scope="module")
def logged():
    """A server whose log has a line for each request."""
    server = Trials("--log", "info")
    yield server
    server.kill()


def lines(server, event):
    return [line for line in server.log().splitlines() if f" event={event} " in line]


@pytest.mark.parametrize("cookies", [0, 2_000, 6_000])
def test_each_length_of_a_url_has_one_reply(start, cookies):
    server = start("--log", "info")
    sent = 0
    for length in range(0, LONGEST + 200, 331):
        for line in (f"GET /people?at={'x' * length}", f"HEAD /people?filter={quote('(é' * (length // 7))}", f"GET /cart?{'a&' * (length // 2)}",
                     f"GET /{'p' * length}", f"GET //{'%41' * (length // 3)}"):
            head = f"{line} HTTP/1.1\r\nHost: x\r\nAccept: {HTML}\r\nCookie: other={'c' * cookies}\r\nConnection: close\r\n\r\n"
            received = server.raw(head.encode(), seconds=10)
            sent += 1
            assert received.startswith(b"HTTP/1.1 ") and len(re.findall(rb"HTTP/1.1 \d", received)) == 1, (length, line[:20], received[:100])
            assert int(received[9:12]) in (200, 308, 400, 404, 414, 431), received[:100]
    assert not lines(server, "unanswered")
    assert until(lambda: len(lines(server, "request")) >= sent)


def test_a_long_query_is_not_in_every_link_of_a_page_and_its_controls_work(start):
    server = start()
    client = server.client()
    short = client.get("/people?at=" + "x" * 5, HTML)
    query = "at=" + "x" * 3650
    long = client.get("/people?" + query, HTML)
    assert (short.status, long.status) == (200, 200)
    assert len(long.body) < len(short.body) + 16 * 3650, (len(short.body), len(long.body))
    # Buttons, with and without the page's form, lead to the same tree.
    actions = re.findall(r'<button[^>]* formaction="([^"]+)"', long.text)
    assert len(actions) > 20 and all(len(action) < 400 for action in actions)
    assert all("x" * 300 not in action for action in re.findall(r'<form[^>]* action="([^"]+)"', long.text))
    load = re.search(r'name="~load" value="([^"]+)"', long.text)[1]
    action = next(action for action in actions if "event=chooseAction" in action).replace("&amp;", "&")
    reply = client.submit(action, data="edit", **{"~load": load})
    assert reply.status == 303 and re.fullmatch(r"/people/\d+\?editing=true", reply.headers["Location"]), reply
    assert server.client().submit(action, data="edit", **{"~load": load}).status in (403, 404)
    # The header names the events and the patches of the same tree.
    tree = client.get(f"/people?{query}&tab={client.tab}", JSON)
    events, patches = re.findall("<([^>]+)>", tree.headers["Link"])
    assert len(events) < 200
    node, event = next((node, event) for node, event in controls(tree.json) if event["name"] == "chooseAction")
    assert client.post(events, {"node": node, "event": event["name"], "data": "edit"}).status == 200
    assert client.get(f"{patches}&since={tree.version}", JSON).status in (200, 204)
    client.close()


def test_a_long_path_leaves_out_the_header_link(start):
    client = start().client()
    assert "Link" in client.get("/people", JSON).headers
    reply = client.get(f"/database/{'t' * 3000}", JSON)
    assert reply.status in (200, 404) and "Link" not in reply.headers


@pytest.mark.parametrize("head", [b"G\0T /lunch HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /lunch HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n"])
def test_a_head_that_the_c_library_refuses_or_accepts_has_one_reply_of_the_server(logged, head):
    [(status, headers, _)] = replies_in(logged.raw(head + b"GET /lunch HTTP/1.1\r\nHost: x\r\n\r\n"))
    assert (status, headers["connection"]) == (400, "close") and "espalier-request" in headers
    assert until(lambda: [line for line in lines(logged, "request") if f"id={headers['espalier-request']}" in line and "status=400" in line])


def test_what_is_no_request_is_in_the_log(logged):
    before = len(lines(logged, "unreadable"))
    assert logged.raw(b"NONSENSE\r\n\r\n") == b""
    assert until(lambda: len(lines(logged, "unreadable")) == before + 1)
    # A client that comes and goes is none.
    assert logged.raw(b"", ends=True) == b""
    # A client that has left before the server looks is one, if it has said something.
    logged.process.send_signal(signal.SIGSTOP)
    for words in (b"NONSENSE\r\n\r\n", b""):
        with socket.create_connection(("127.0.0.1", logged.port), 30) as connection:
            connection.sendall(words)
    logged.process.send_signal(signal.SIGCONT)
    until(lambda: logged.client().get("/healthz").status == 200)
    assert until(lambda: len(lines(logged, "unreadable")) == before + 2)


def test_a_client_that_leaves_is_in_the_log_with_the_reason(logged):
    with socket.create_connection(("127.0.0.1", logged.port)) as connection:
        connection.sendall(b"POST /lunch/events HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        until(lambda: logged.client().get("/healthz").status == 200)
    assert until(lambda: [line for line in lines(logged, "unanswered") if "why=client-left" in line])


def test_each_client_of_a_full_server_gets_503_although_others_wait(trials):
    server = trials("--log", "info", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
    # More connections than the process has descriptors. Some of them end with a 503 of their own.
    held = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(90)]
    try:
        for _ in range(20):
            [(status, headers, _)] = replies_in(server.raw(b"GET /lunch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
            assert (status, headers["retry-after"]) == (503, "1")
    finally:
        for connection in held:
            connection.close()
    assert until(lambda: server.client().get("/lunch", HTML).status == 200)


def test_a_health_probe_does_not_wait_behind_new_streams(trials):
    server = trials("--unlimited")
    server.process.send_signal(signal.SIGSTOP)
    streams = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(2_000)]
    answered = select.poll()
    for connection in streams:
        answered.register(connection, select.POLLIN)
        connection.sendall(b"GET /rows/patches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
    with socket.create_connection(("127.0.0.1", server.port), 30) as probe:
        probe.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        server.process.send_signal(signal.SIGCONT)
        assert probe.recv(1 << 12).startswith(b"HTTP/1.1 200 ")
    # All clients were there before the probe, and the page code of most of them can wait.
    assert len(answered.poll(0)) < len(streams) / 2
    for connection in streams:
        assert connection.recv(1 << 12).startswith(b"HTTP/1.1 200 ")
        connection.close()
