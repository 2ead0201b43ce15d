"""The configurations of the article "Behind a proxy" do what the article promises, with the real proxies."""

import itertools
import json
import re
import resource
import threading
import time
import urllib.request
from urllib.parse import urlencode

import pytest
from harness import HTML, JSON, Server, Trials
from proxies import KINDS, Proxy, configuration, free_port

NUMBERS = itertools.count()


def like():
    """A press that changes the page, whatever was pressed before."""
    return {"node": "A/actions", "event": "like", "data": f"Like {next(NUMBERS)}"}


FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def metrics_port():
    return free_port()


@pytest.fixture(scope="module")
def server(metrics_port):
    server = Server("--proxies", "127.0.0.1", "--metrics", str(metrics_port), "--pace", "100")
    yield server
    assert server.stop() == 0
    assert server.complaints() == []


@pytest.fixture(scope="module", params=KINDS)
def proxy(request, server, tmp_path_factory):
    proxy = Proxy(request.param, server.port, tmp_path_factory.mktemp(request.param))
    yield proxy
    proxy.stop()


def press(proxy, secure=False, origin=None, cookie=None, **headers):
    body = urlencode(like()).encode()
    headers |= {"Content_Type": FORM, "Accept": JSON, "Origin": origin or proxy.origin(secure)}
    if cookie:
        headers["Cookie"] = cookie
    return proxy.ask("POST", "/posts/events", body, secure, **headers)


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_a_stream_delivers_a_patch_at_once(server, proxy, secure):
    reader = proxy.stream("/posts/patches", secure)
    assert reader.status == 200 and reader.headers["content-type"].startswith("text/event-stream")
    reader.until(b"event: beat")
    client, times = server.client(), [1]
    for _ in range(30):
        if min(times) < 0.1:
            break
        start = time.monotonic()
        version = client.post("/posts/events", like(), JSON).version
        reader.until(f"id: {version}\n".encode())
        times.append(time.monotonic() - start)
    # The cores may be busy with other tests; a proxy that buffers needs 200 ms each time.
    assert min(times) < 0.1, times
    reader.close()
    client.close()


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_a_page_and_a_press_work_under_the_public_name(proxy, secure):
    status, headers, body = proxy.ask("GET", "/posts", secure=secure, Accept=HTML)
    assert status == 200 and b"<form id=\"~form\"" in body
    cookie, = headers["set-cookie"]
    if secure:
        assert re.fullmatch(r"__Host-espalier=[0-9a-f]{32}; Path=/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax", cookie)
    else:
        assert re.fullmatch(r"espalier=[0-9a-f]{32}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax", cookie)
    cookie = cookie.split(";")[0]
    assert press(proxy, secure, cookie=cookie)[0] == 200
    status, _, body = press(proxy, secure, origin="http://evil.example", cookie=cookie)
    assert status == 403 and b"evil.example" in body


def test_a_long_poll_waits_and_gets_a_patch(server, proxy):
    version = server.client().tree("/posts")[1]
    result = {}
    poll = threading.Thread(target=lambda: result.update(reply=proxy.ask("GET", f"/posts/patches?format=json&since={version}&wait=30")))
    poll.start()
    client = server.client()
    while poll.is_alive():  # The poll may not have begun when the first press arrives; then it is answered at once.
        client.post("/posts/events", like(), JSON)
        poll.join(0.2)
    status, _, body = result["reply"]
    assert status == 200 and json.loads(body)["patches"]
    client.close()


@pytest.mark.parametrize("kind, pattern", [("nginx", r"proxy_read_timeout (\d+)s"), ("haproxy", r"timeout client (\d+)s"),
                                           ("haproxy", r"timeout server (\d+)s")])
def test_the_longest_poll_is_shorter_than_the_proxys_timeout(kind, pattern):
    assert int(re.search(pattern, configuration(kind))[1]) > 60


def test_metrics_are_available_on_their_port_and_not_through_the_proxy(proxy, metrics_port):
    own = urllib.request.urlopen(f"http://127.0.0.1:{metrics_port}/metrics", timeout=5).read()
    assert b"espalier_requests_total" in own
    for path in ("/metrics", "/%6detrics", "/posts/../metrics", "//metrics", "/metrics/", "/faults"):
        for secure in (False, True):
            assert proxy.ask("GET", path, secure=secure, X_Forwarded_For="127.0.0.1")[0] in (308, 400, 404), path


def test_the_forwarding_headers_of_a_client_are_not_trusted(server, proxy):
    headers = {"X_Forwarded_For": "192.0.2.99", "X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "https",
               "Forwarded": "for=192.0.2.99;host=evil.example;proto=https"}
    status, reply, _ = proxy.ask("GET", "/posts?said=so", Accept=HTML, **headers)
    assert status == 200 and reply["set-cookie"][0].startswith("espalier=")
    assert press(proxy, origin="http://evil.example", **headers)[0] == 403
    assert press(proxy, **headers)[0] == 200
    line = next(line for line in server.log().splitlines() if "/posts?said=so" in line)
    assert "remote=127.0.0.1 " in line


def test_limits_count_clients_and_not_the_proxy(proxy_of_trials):
    proxy, limit = proxy_of_trials
    first = [proxy.stream("/ledger/patches", source="127.0.0.2") for _ in range(limit)]
    try:
        assert [reader.status for reader in first] == [200] * limit
        refused = proxy.ask("GET", "/ledger", source="127.0.0.2", Accept=JSON)
        assert refused[0] == 429 and json.loads(refused[2])["limit"] == "connectionsPerAddress"
        assert proxy.ask("GET", "/ledger", source="127.0.0.3", Accept=JSON)[0] == 200
    finally:
        for reader in first:
            reader.close()
    # A place is free again when a stream has ended.
    end = time.monotonic() + 10
    while proxy.ask("GET", "/ledger", source="127.0.0.2", Accept=JSON)[0] != 200:
        assert time.monotonic() < end, "The client that left is still counted."


@pytest.fixture(params=KINDS)
def proxy_of_trials(request, tmp_path):
    server = Trials("--proxies", "127.0.0.1", "--connections", "6")
    proxy = Proxy(request.param, server.port, tmp_path)
    yield proxy, 6
    proxy.stop()
    server.kill()


def test_1050_streams_behind_nginx_do_not_disturb_other_requests(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard >= 8192, "This test needs 8192 descriptors; raise the hard limit (ulimit -Hn)."
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 8192), hard))
    server = Server("--proxies", "127.0.0.1", "--log", "warning", "--pace", "100")
    proxy = Proxy("nginx", server.port, tmp_path)
    streams = []
    try:
        # More streams than one address may have, from 42 clients.
        for number in range(1050):
            streams.append(proxy.stream("/posts/patches", source=f"127.0.1.{1 + number % 42}"))
        assert [reader.status for reader in streams] == [200] * 1050
        start = time.monotonic()
        assert proxy.ask("GET", "/posts", Accept=HTML)[0] == 200
        status, headers, _ = press(proxy)
        assert status == 200
        assert time.monotonic() - start < 8
        version = headers["etag"].strip('"')
        for reader in streams:
            reader.until(f"id: {version}\n".encode())
        assert server.client().get("/healthz").status == 200
        assert server.complaints() == []
    finally:
        for reader in streams:
            reader.close()
        proxy.stop()
        server.kill()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
