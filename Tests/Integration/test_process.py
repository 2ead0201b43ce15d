"""The server as a process: its command line, its templates, its end, and its descriptors."""

import json
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
from harness import DEMOS, HTML, JSON, OWN, PAGES, ROOT, Stream, Trials, binary, patches_path, read_all, until


def run(*options, cwd=ROOT):
    """Runs the command to its end: exit code, standard output, standard error."""
    result = subprocess.run([binary(), *options], cwd=cwd, capture_output=True, text=True, timeout=10)
    return result.returncode, result.stdout, result.stderr


def one_line(errors):
    """Returns the only line that is not a line of the log."""
    lines = [line for line in errors.splitlines() if not line.startswith("time=")]
    assert len(lines) == 1 and lines[0].startswith("espalier-demos: "), errors
    return lines[0]


@pytest.fixture(scope="module")
def slow_connections(demos):
    """Connections that never finish a head, opened before the other tests run: one is silent, one sends a byte at a time."""
    opened = time.monotonic()
    ends = {}

    def hold(name, trickles):
        with socket.create_connection(("127.0.0.1", demos.port), 20) as connection:
            connection.sendall(b"GET /posts HTTP/1.1\r\nHost: x\r\n")
            connection.settimeout(0.3)
            while time.monotonic() - opened < 30:
                try:
                    if trickles:
                        connection.send(b"X")
                    if not connection.recv(1000):
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            ends[name] = time.monotonic() - opened

    threads = [threading.Thread(target=hold, args=row, daemon=True) for row in (("silent", False), ("trickling", True))]
    for thread in threads:
        thread.start()
    return ends, threads


# Command line. Meanwhile the slow connections reach their deadline.


@pytest.mark.usefixtures("slow_connections")
def test_a_port_in_use_is_reported_in_one_line(demos):
    status, output, errors = run("--port", str(demos.port))
    assert (status, output) == (1, "")
    reason = f": Port {demos.port} of 127.0.0.1 is already in use; choose another port, or 0 for any free port."
    assert reason in one_line(errors)


@pytest.mark.parametrize(("options", "words"), [
    (["--nonsense"], "unknown option --nonsense"), (["stray"], "unknown option stray"),
    (["--port", "x"], '"x"'), (["--port", "65536"], '"65536"'), (["--port=-1"], '"-1"'), (["--port"], "--port needs a value"),
    (["--log", "loud"], "debug, info, warning, error, silent"),
])  # fmt: skip
def test_a_bad_option_is_reported_in_one_line(options, words):
    status, output, errors = run(*options)
    assert (status, output) == (2, "")
    assert words in one_line(errors)


@pytest.mark.parametrize(("option", "folder"), [
    ("--templates", "/nowhere"), ("--public", "/nowhere"), ("--sources", "/nowhere/Posts")])  # fmt: skip
def test_a_missing_folder_is_reported_in_one_line(option, folder):
    status, output, errors = run("--port", "0", option, "/nowhere")
    assert (status, output) == (1, "")
    assert f"there is no folder {folder};" in one_line(errors)


def test_a_server_that_is_started_in_another_folder_says_what_is_missing(tmp_path):
    status, output, errors = run("--port", "0", cwd=tmp_path)
    assert (status, output) == (1, "") and "there is no folder Templates" in one_line(errors)


@pytest.mark.parametrize("host", ["256.0.0.1", "no.such.host.example", "192.0.2.1"])
def test_a_host_that_is_not_this_machine_is_reported_in_one_line(host):
    status, output, errors = run("--port", "0", "--host", host)
    assert (status, output) == (1, "") and host in one_line(errors)


def test_help_is_on_standard_output():
    status, output, errors = run("--help")
    assert (status, errors) == (0, "") and "--development" in output


def test_check_asks_a_running_server(demos):
    assert run("--check", f"{demos.address}/healthz") == (0, "", "")
    status, _, errors = run("--check", f"{demos.address}/nothing")
    assert status == 1 and "404" in one_line(errors)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    status, _, errors = run("--check", f"http://127.0.0.1:{port}/healthz")
    assert status == 1 and "no server listens" in one_line(errors)


# Templates


@pytest.fixture
def templates(tmp_path):
    return shutil.copytree(ROOT / "Templates", tmp_path / "Templates")


@pytest.mark.parametrize(("file", "text", "words"), [
    ("FileRow.html", "<span>\n{{id</span>\n", r"FileRow\.html:2: "),
    ("FileRow.html", "<span>{{identity}}</span>\n", r"FileRow.*identity"),
    ("intro.html", "<h1>{{title}}</h1>\n{{#rule}}<p>{{rule}}</p>\n", r"intro\.html:2: .*rule"),
    ("demo.html", "<main>\n{{> nothing}}\n{{{content}}}</main>\n", r"demo\.html:2: .*nothing"),
    ("front.html", "<main></main>\n", r"front\.html.*\{\{\{content\}\}\}"),
    ("simple.html", "<main>{{{content}}}</main>\n", r"BlockRow"),
])  # fmt: skip
def test_a_broken_template_is_reported_at_the_start_with_file_and_line(templates, file, text, words):
    (templates / file).write_text(text)
    status, output, errors = run("--port", "0", "--templates", str(templates))
    assert (status, output) == (1, "")
    assert re.search(words, one_line(errors)), errors


def test_a_missing_template_is_reported_at_the_start(templates):
    (templates / "FileRow.html").unlink()
    status, _, errors = run("--port", "0", "--templates", str(templates))
    assert status == 1 and "FileRow" in one_line(errors)


def test_in_development_a_changed_template_shows_and_is_pushed(start, templates):
    server = start("--development", "--templates", str(templates))
    client = server.client()
    before, version = client.get("/simple", HTML), client.tree("/simple")[1]
    assert '<span>Beetroot</span></li><li id="file/8"' in before.text
    stream = Stream(server.port, f"/simple/patches?since={version}")
    for turn in range(1, 6):
        (templates / "FileRow.html").write_text(f"<b>{{{{id}}}} of {turn}</b>\n")
        # The first load shows it; no second is needed.
        page = client.get("/simple", HTML)
        assert f"<b>7 of {turn}</b>" in page.text
        id, name, operations = stream.next()
        assert (id, name, len(operations)) == (page.version, "patch", 101)
        assert f"<b>7 of {turn}</b>" in json.dumps(operations)
    (templates / "intro.html").write_text("<h1>Another {{title}}</h1>\n")
    assert "<h1>Another Posts</h1>" in client.get("/posts", HTML).text
    stream.close()
    client.close()


def test_in_development_a_broken_template_is_reported_until_it_is_fixed(start, templates):
    server = start("--development", "--templates", str(templates))
    client = server.client()
    good = (templates / "FileRow.html").read_text()
    (templates / "FileRow.html").write_text("<b>\n{{id</b>\n")
    reply = client.get("/simple", HTML)
    assert reply.status == 500 and "FileRow.html:2: " in reply.text
    (templates / "FileRow.html").write_text(good)
    assert client.get("/simple", HTML).status == 200
    client.close()


def test_in_production_a_changed_template_waits_for_the_next_start(start, templates):
    server = start("--templates", str(templates))
    client = server.client()
    (templates / "FileRow.html").write_text("<b>{{id}}</b>\n")
    assert "<b>7</b>" not in client.get("/simple", HTML).text
    client.close()


# The end


class Load(threading.Thread):
    """Sends requests on one connection until the server closes it, and records whether each reply was complete."""

    def __init__(self, port, path):
        super().__init__(daemon=True)
        self.port, self.path = port, path
        self.whole, self.cut = 0, None

    def run(self):
        head = f"GET {self.path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n".encode()
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", self.port), 10)
            except ConnectionRefusedError:
                return
            except ConnectionResetError:
                continue
            with connection, connection.makefile("rb") as file:
                try:
                    while True:
                        connection.sendall(head)
                        if not self.reply(file):
                            break
                except (ConnectionResetError, BrokenPipeError):
                    pass  # The reset came between two replies. A reset inside a reply sets `cut`.

    def reply(self, file):
        received, self.cut = b"", True
        try:
            status = file.readline()
            if not status:
                self.cut = None
                return False
            received, length, closes = status, 0, False
            while (line := file.readline()) != b"\r\n":
                assert line.endswith(b"\r\n"), (status, line)
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                closes |= name.lower() == b"connection" and b"close" in value.lower()
            body = file.read(length)
            assert len(body) == length, f"{len(body)} bytes of {length}"
            # A page of which each tab has its own tree redirects to one.
            assert any(code in status for code in (b" 200 ", b" 303 ", b" 503 ")), status
        except ConnectionResetError:
            if not received:
                self.cut = None
            else:
                self.cut = f"reset inside a reply after {received!r}"
            raise
        except AssertionError as error:
            self.cut = str(error)
            raise SystemExit from None
        self.cut = None
        self.whole += 1
        return not closes


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_under_load_ends_the_server_and_cuts_no_reply(start, how):
    server = start("--log", "warning")
    loads = [Load(server.port, path) for path in PAGES + ["/site.css"] for _ in range(2)]
    streams = [Stream(server.port, patches_path(path)) for path in DEMOS if path not in OWN]
    for stream in streams:
        assert stream.next()[1] == "snapshot"
    for load in loads:
        load.start()
    until(lambda: all(load.whole >= 5 for load in loads), what="each load got 5 replies")
    began = time.monotonic()
    assert server.stop(how) == 0
    assert time.monotonic() - began < 12
    for load in loads:
        load.join(10)
        assert not load.is_alive() and load.cut is None, load.cut
    for stream in streams:
        stream.ended()
        assert stream.is_complete or stream.headers.get("Transfer-Encoding") != "chunked"
        stream.close()
    # On a busy machine page code takes long, and the server says that it needs more threads than it may have.
    assert [line for line in server.complaints() if "event=threads-full" not in line] == []


def test_at_the_end_idle_connections_close_and_the_port_is_free(start):
    server = start()
    idle = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(20)]
    idle[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b" 200 " in idle[0].recv(10_000)
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 12
    for connection in idle:
        assert read_all(connection) == b""
        connection.close()
    again = start(port=server.port)
    assert again.client().get("/healthz").text == "ok\n"
    assert again.stop() == 0


def test_the_log_has_one_line_for_each_request(start):
    server = start()
    client = server.client()
    for path in PAGES:
        client.get(path, HTML)
    client.get("/nothing\"\\%0a", JSON)
    client.close()
    assert server.stop() == 0
    lines = [line for line in server.log().splitlines() if "event=request" in line]
    assert len(lines) == len(PAGES) + 1 and all(re.match(r"time=\S+ level=info event=request ", line) for line in lines)
    # The path is not in its canonical spelling.
    assert "status=308" in lines[-1]


# Descriptors


def test_no_descriptor_stays_open(demos):
    def sweep(requests, streams):
        for turn in range(requests):
            client = demos.client()
            client.get([*PAGES, "/site.css", "/nothing"][turn % 7], HTML)
            client.close()
        opened = [Stream(demos.port, patches_path(["/posts", "/share", "/simple"][turn % 3])) for turn in range(streams)]
        for stream in opened:
            stream.next()
        most = demos.descriptors()
        for stream in opened:
            stream.close()
        return most

    sweep(14, 4)
    until(lambda: not_growing(demos), what="the number of descriptors stopped growing")
    before = demos.descriptors()
    # Each open stream holds one descriptor; some of those counted before may have been closing.
    assert sweep(300, 50) >= 50
    # The number may be lower if slow connections have closed. On a busy machine some descriptors stay open for more than 10 s,
    # and the reason is not known yet; the library's idle timeout of 30 s should bound the time.
    until(lambda: demos.descriptors() <= before, 45, what="the server released all descriptors")


def not_growing(demos):
    first = demos.descriptors()
    time.sleep(0.1)
    return demos.descriptors() == first


def test_a_connection_whose_head_does_not_end_is_closed_after_ten_seconds(demos, slow_connections):
    ends, threads = slow_connections
    for thread in threads:
        thread.join(40)
    assert set(ends) == {"silent", "trickling"}
    assert all(9 < seconds < 25 for seconds in ends.values()), ends
    assert demos.client().get("/healthz").status == 200


def test_a_task_of_the_program_goes_on_while_the_site_is_served():
    server = Trials("--tick")
    until(lambda: server.log().count("tick\n") > 5)
    assert server.client().get("/number", JSON).status == 200
    assert server.stop() == 0
