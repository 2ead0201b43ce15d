"""The demo server speaks TLS itself, with a certificate and its key."""

import json
import re
import socket
import ssl
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from harness import HTML, JSON, ROOT, Client, Server, event_path
from proxies import HOST, ResponseReader, SecureServer, certificate, free_port, secured

LIKE = {"node": "A/actions", "event": "like", "data": "Like"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    certificate(folder)
    return folder


@pytest.fixture(scope="module")
def server(folder):
    server = SecureServer(folder, "--pace", "100", "--metrics", "127.0.0.1")
    yield server
    assert server.stop() == 0
    assert server.complaints() == []


@pytest.fixture
def client(server):
    client = server.client()
    yield client
    client.close()


def test_the_address_begins_with_https(server):
    assert server.address.startswith("https://")


# TLS does not depend on a page: the front page, two with state, and a page of many records.
@pytest.mark.parametrize("path", ["/", "/posts", "/cart", "/gallery"])
def test_a_page_is_served_over_tls(client, path):
    assert client.get(path, HTML).status == 200
    if path != "/":
        assert client.get(path, JSON).status == 200


def test_the_cookie_is_for_tls_only_and_events_of_the_own_origin_count(server, client):
    reply = client.get("/cart", HTML)
    assert re.fullmatch(r"__Host-espalier=[0-9a-f]{32}; Path=/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax", reply.headers["Set-Cookie"])
    press = {"node": "Topsounds/id1", "event": "step", "data": {"product": "id1", "by": 1}}
    own, foreign = f"https://{HOST}:{server.port}", f"http://{HOST}:{server.port + 1}"
    assert client.post(event_path("/cart"), press, Origin=own).status == 200
    assert client.post(event_path("/cart"), press, Origin=foreign).status == 403
    plain = client.submit("/posts/events", node="A/actions", event="like", data="Like")
    assert plain.status == 303 and plain.headers["Location"] == "/posts#A/actions"


def test_files_arrive_whole(client):
    for path in ["/site.css", "/card.png", "/touch-icon.png", "/cards.svg"]:
        assert client.get(path, Accept_Encoding="identity").body == (ROOT / "Public" / path[1:]).read_bytes()


def test_long_bodies_arrive_whole_from_many_clients_at_once(server):
    def send(spaces):
        client = server.client()
        status = client.post("/posts/events", b" " * spaces + json.dumps(LIKE).encode()).status
        client.close()
        return status

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(send, range(600_000, 600_800, 100))) == {200}
    assert send((1 << 20) - 200) == 200
    # The server refuses it before the client has sent all of it, so the client may only see that the connection ends.
    try:
        assert send(1 << 20) == 413
    except OSError:
        pass
    assert server.client().get("/healthz").status == 200


def test_two_requests_in_one_record_are_both_answered(server):
    connection = server.connect()
    request = f"GET /posts HTTP/1.1\r\nHost: {HOST}\r\nAccept: {JSON}\r\n\r\n".encode()
    press = b'{"node": "A/actions", "event": "like", "data": "Like"}'
    post = f"POST /posts/events HTTP/1.1\r\nHost: {HOST}\r\nAccept: {JSON}\r\nContent-Type: {JSON}\r\nContent-Length: {len(press)}\r\n\r\n"
    connection.sendall(request + post.encode() + press + request)
    # One reader for all, because a reader may read ahead.
    reader = ResponseReader(connection)
    bodies = [reader.body()]
    for _ in range(2):
        reader.next()
        bodies.append(reader.body())
    assert [body[:6] for body in bodies] == [b'{"id":', b'{"vers', b'{"id":']
    reader.close()


def test_a_silent_stream_gets_a_patch_at_once(server, client):
    reader = server.ask("/posts/patches", Accept="text/event-stream")
    reader.until(b"event: beat")
    times = [1]
    for number in range(30):
        if min(times) < 0.1:
            break
        time.sleep(0.05)  # The connection is suspended while the stream is silent.
        start = time.monotonic()
        version = client.post("/posts/events", LIKE | {"data": f"Like {number} {start}"}).version
        reader.until(f"id: {version}\n".encode())
        times.append(time.monotonic() - start)
    assert min(times) < 0.1, times
    reader.close()


def test_500_streams_get_each_patch_and_slow_readers_disturb_nobody(server, client):
    before = server.descriptors()
    slow = []
    for _ in range(20):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", server.port))
        slow.append(server.ask("/sections?format=html", secured(connection, server.folder)))
    streams = [server.ask("/posts/patches", server.connect(f"127.0.1.{1 + number % 20}")) for number in range(500)]
    assert [reader.status for reader in streams] == [200] * 500
    for _ in range(3):
        start = time.monotonic()
        version = client.post("/posts/events", LIKE | {"data": f"Like {start}"}).version
        for reader in streams:
            reader.until(f"id: {version}\n".encode())
        assert time.monotonic() - start < 10
    used = server.processor_time()
    time.sleep(1)
    assert server.processor_time() - used < 0.3, "The server is busy although nothing happens."
    # The slow readers still get everything.
    for reader in slow:
        assert len(reader.body()) == int(reader.headers["content-length"]) > 64 << 10
    for reader in streams + slow:
        reader.close()
    end = time.monotonic() + 20
    while server.descriptors() > before + 5:
        assert time.monotonic() < end, "The server keeps the descriptors of closed streams."
        time.sleep(0.05)


def test_a_client_without_tls_is_cut_off_and_disturbs_nobody(server, client):
    assert not server.raw(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").startswith(b"HTTP/")
    silent = socket.create_connection(("127.0.0.1", server.port))
    assert client.get("/posts", JSON).status == 200
    silent.close()


def test_a_head_that_is_too_large_gets_431_or_no_answer(server, client):
    connection = server.connect()
    fields = "".join(f"X-{number}: {'x' * 400}\r\n" for number in range(40))
    try:
        connection.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{fields}\r\n".encode())
        received = connection.recv(1 << 16)
    except (ConnectionError, ssl.SSLError):
        received = b""
    assert received == b"" or received.startswith(b"HTTP/1.1 431 ")
    assert client.get("/posts", JSON).status == 200


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated")
def test_only_tls_1_2_and_1_3_are_spoken(server):
    versions = {}
    for name in ("TLSv1_1", "TLSv1_2", "TLSv1_3"):
        context = ssl.create_default_context(cafile=f"{server.folder}/{HOST}.pem")
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = ssl.TLSVersion[name]
        connection = socket.create_connection(("127.0.0.1", server.port), 10)
        try:
            versions[name] = context.wrap_socket(connection, server_hostname=HOST).version()
        except (ssl.SSLError, ConnectionError):
            versions[name] = None
        connection.close()
    assert versions == {"TLSv1_1": None, "TLSv1_2": "TLSv1.2", "TLSv1_3": "TLSv1.3"}


def test_a_stop_ends_streams_and_finishes_replies(folder):
    server = SecureServer(folder)
    reader = server.ask("/posts/patches")
    reader.until(b"event: beat")
    assert server.stop(seconds=5) == 0
    reader.until(b"retry: ")
    assert server.complaints() == []


def test_metrics_on_their_own_port_use_no_tls(folder):
    port = free_port()
    server = SecureServer(folder, "--metrics", str(port))
    assert Client(port).get("/metrics").status == 200
    assert server.stop() == 0


@pytest.fixture
def files(folder, tmp_path):
    """Files that cannot be used, by name."""
    certificate(tmp_path)
    run = lambda *words: subprocess.run(words, check=True, capture_output=True)  # noqa: E731
    run("openssl", "pkey", "-in", f"{folder}/{HOST}.key", "-aes256", "-passout", "pass:a", "-out", f"{tmp_path}/locked")
    (tmp_path / "broken").write_text((folder / f"{HOST}.pem").read_text().replace("M", "N", 3))
    return {
        "good": f"{folder}/{HOST}.pem", "key": f"{folder}/{HOST}.key", "other": f"{tmp_path}/{HOST}.key", "none": f"{tmp_path}/none",
        "locked": f"{tmp_path}/locked", "broken": f"{tmp_path}/broken",
    }  # fmt: skip


@pytest.mark.parametrize(("pem", "key", "words"), [
    ("none", "key", ["The certificate file", "none cannot be read: No such file or directory"]),
    ("good", "none", ["The key file", "none cannot be read"]),
    ("key", "key", ["contains no certificate in PEM"]),
    ("good", "good", ["contains no key in PEM"]),
    ("good", "other", ["cannot be used", "belongs to the first certificate"]),
    ("broken", "key", ["cannot be used", "valid PEM"]),
    ("good", "locked", ["has a passphrase", "openssl pkey -in"]),
])
def test_files_that_cannot_be_used_stop_the_start_with_a_remedy(files, pem, key, words):
    with pytest.raises(AssertionError) as failure:
        Server("--certificate", files[pem], "--key", files[key])
    text = str(failure.value)
    assert "ended with 1 " in text and text.count("espalier-demos: ") == 1
    for word in words:
        assert word in text


def test_one_option_without_the_other_is_an_error(files):
    for option in ("--certificate", "--key"):
        with pytest.raises(AssertionError, match="TLS needs both --certificate and --key"):
            Server(option, files["key"])
