"""The demo server as a process, and plain clients for it: HTTP with cookies, Server-Sent Events, raw bytes."""

import http.client
import json
import os
import queue
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

ROOT = Path(__file__).parents[1]
# Tests with random input try more of it.
IS_LONG = os.environ.get("ESPALIER_LONG") == "1"
# The demos in the rooms of the front page, and those of the pages for other frameworks.
INDEX = [
    "/chat", "/posts", "/feed", "/timeline", "/cart", "/products", "/category", "/seeds", "/reorder", "/drag", "/calendar",
    "/map", "/people", "/table", "/live-table", "/chart", "/gallery", "/album", "/carousel", "/picture", "/search",
    "/editing", "/grouped", "/swipes",
]
DEMOS = [
    *INDEX,
    "/simple", "/growing", "/tail", "/checkout", "/mixed", "/empty", "/working-range", "/diff", "/share", "/merged", "/strips",
    "/alert", "/names", "/sizes", "/display", "/injected", "/compositional", "/embed", "/cells", "/animations", "/section-animations",
    "/origins", "/sections", "/collections", "/chooser", "/counter", "/progress", "/prices", "/ticker", "/notifications", "/waterfall",
    "/batched", "/places", "/scopes", "/binding", "/titles", "/groups", "/questions", "/edit-mode", "/database", "/fold",
    "/gravity", "/alphabet", "/countries", "/everything", "/timed", "/highlight", "/two-way", "/stacks", "/looks",
]
# The pages beside the demos, which follow nothing.
GUIDES = ["/docs", "/from/dcframe", "/from/declarativetvc", "/from/ddpresenter", "/from/viewmodelkit", "/from/rddm"]
PAGES = ["/", *DEMOS]
# The pages that follow their trees: all but the front page and the guides, with those that nothing lists.
LIVE = [*DEMOS, "/layout", "/scopes/browser", "/scopes/tab", "/embed/widget", "/lunch"]
ALL = ["/", *GUIDES, *LIVE]
# The pages that all browsers share. Of the other pages each browser has its own tree.
SHARED = ["/", *GUIDES, "/simple", "/highlight", "/live-table", "/posts", "/seeds", "/share", "/scopes", "/origins", "/sections", "/embed"]
OWN = [path for path in PAGES if path not in SHARED]
# The pages of which each tab has its own tree, which the tab's address names.
TABBED = ["/chat", "/category", "/people", "/database"]
# The pages that also change on their own, when one of their tasks ends.
WORKING = ["/chat", "/prices", "/ticker", "/growing", "/tail", "/two-way", "/working-range", "/gallery", "/people", "/live-table", "/database", "/gravity", "/everything", "/timed",
           "/highlight", "/timeline", "/embed"]
# The pages of lists over a database.
TABLES = ["/people", "/live-table", "/database"]
# The pages whose presses change no list, or seldom do: they show dialogs to their senders, or lead to another page.
UNCHANGED = ["/alert", "/questions", "/people"]
JSON = "application/json"
HTML = "text/html"
JSON_PATCH = "application/json-patch+json"
DOM_PATCH = "application/vnd.espalier.patch+json"
PROBLEM = "application/problem+json"


BUSY = re.compile(r" event=slow .* ms=1?\d{1,3}$")


def until(holds, seconds=30, what="the condition became true"):
    """Waits until `holds()` is true, and returns what it returned."""
    end = time.monotonic() + seconds
    while not (result := unless_it_navigates(holds)):
        assert time.monotonic() < end, f"This did not happen within {seconds} s: {what() if callable(what) else what}."
        time.sleep(0.01)
    return result


def unless_it_navigates(holds):
    """What `holds` returns; False if a page went elsewhere in the middle of it."""
    try:
        return holds()
    except Exception as error:
        if "Execution context was destroyed" in str(error):
            return False
        raise


def chromium():
    """Returns the browser for the tests: the headless shell if it is installed, because it is the fastest."""
    names = ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
    return os.environ.get("ESPALIER_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def firefox():
    """Returns the Firefox for the tests. Debian's name is asked for, because Ubuntu's `firefox` is a snap, which tests cannot drive."""
    return os.environ.get("ESPALIER_FIREFOX") or shutil.which("firefox-esr")


def binary(variable="ESPALIER_DEMOS"):
    path = os.environ.get(variable)
    if not path:
        pytest.skip(f"{variable} is not set. scripts/test builds the program and sets it.")
    return str(Path(path).resolve())


def with_usual_signals():
    """Called in a new process: signals have their usual effects there, whatever the tests inherited. `nohup` ignores SIGHUP, and some shells
    ignore SIGINT and SIGQUIT for what runs in the background."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Server:
    """One server, of the demos or of another `program`. Its log goes to a file, which `log()` reads."""

    def __init__(self, *options, port=0, cwd=ROOT, data="none", program="ESPALIER_DEMOS", takes_options=True, **others):
        self.errors = tempfile.TemporaryFile()
        settings = ["--port", str(port), "--data", str(data)] if takes_options else []
        if program == "ESPALIER_DEMOS" and takes_options:
            settings += ["--tables", "none"]
        self.process = subprocess.Popen(
            [*self.command(program), *settings, *options],
            **{"cwd": cwd, "stdout": subprocess.PIPE, "stderr": self.errors, "text": True, "preexec_fn": with_usual_signals} | others,
        )
        line = self.process.stdout.readline()
        match = re.search(r"Espalier is listening on (https?://127\.0\.0\.1:(\d+))", line)
        assert match, f"The server ended with {self.process.wait()} before it listened: {self.log()}"
        self.address, self.port = match[1], int(match[2])

    def command(self, program):
        return [binary(program)]

    def log(self):
        # pread, because the process shares the file's offset.
        return os.pread(self.errors.fileno(), os.fstat(self.errors.fileno()).st_size, 0).decode(errors="replace")

    def complaints(self):
        """Errors and warnings in the log, except slow events below two seconds, which only show that the machine was busy."""
        bad = [line for line in self.log().splitlines() if "level=error" in line or "level=warning" in line or "Fatal" in line]
        return [line for line in bad if not BUSY.search(line)]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """The resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, how=signal.SIGTERM, seconds=15):
        """Ends the server as an operator does, and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"The demo server did not end within {seconds} s of {how.name}.") from None

    # The path below which the server serves its pages, with clients that send each path below it.
    prefix = ""

    def client(self, **options):
        return Client(self.port, prefix=self.prefix, **options)

    def raw(self, data, ends=False, seconds=30):
        """Sends bytes, closes its sending side if `ends`, and returns everything that the server sends until it closes."""
        with socket.create_connection(("127.0.0.1", self.port), seconds) as connection:
            try:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # The server refused before everything was sent, but its answer can still be read.
            return read_all(connection)


def read_all(connection):
    received = b""
    try:
        while data := connection.recv(1 << 16):
            received += data
    except ConnectionResetError:
        pass
    return received


def replies_in(raw):
    """All replies of a connection, from its bytes: (status, headers, body)."""
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


class Trials(Server):
    """The server of pages that misbehave on purpose: see Tests/EspalierTrials."""

    def __init__(self, *options, **others):
        super().__init__(*options, program="ESPALIER_TRIALS", **others)


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f"{self.status} {self.type} {self.body[:300]!r}"

    @property
    def type(self):
        return self.headers.get_content_type() if "Content-Type" in self.headers else None

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def version(self):
        return re.fullmatch(r'(?:W/)?"([^"-]+)[^"]*"', self.headers["ETag"])[1]


class Client:
    """HTTP over one persistent connection. Keeps cookies like a browser if `keeps_cookies`. Adds `prefix` to each path."""

    def __init__(self, port, keeps_cookies=True, prefix="", connection=None):
        self.connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.keeps_cookies = keeps_cookies
        self.prefix = prefix
        self.cookies = {}
        self.tab = secrets.token_hex(8)

    def address(self, path):
        """The path as this client's only tab requests it."""
        place, _, query = path.partition("?")
        page = re.sub("/(events|patches|tree)$", "", place) or "/"
        if page not in TABBED or re.search("(^|&)(tab|instance)=", query):
            return path
        return f"{place}?{query and query + '&'}tab={self.tab}"

    def ask(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            headers.setdefault("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            try:
                self.connection.request(method, self.prefix + self.address(path), body, headers)
            except BrokenPipeError:
                pass  # The server refused before everything was sent, but its answer can still be read.
            response = self.connection.getresponse()
            reply = Reply(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            # A connection with half a reply takes no further request.
            self.connection.close()
            raise
        for cookie in response.headers.get_all("Set-Cookie") or []:
            if self.keeps_cookies:
                name, value = cookie.split(";")[0].split("=", 1)
                self.cookies[name] = value
        return reply

    def get(self, path, accept=None, **headers):
        return self.ask("GET", path, **({"Accept": accept} if accept else {}), **headers)

    def post(self, path, body, accept=JSON, **headers):
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        return self.ask("POST", path, body, **{"Accept": accept, "Content-Type": JSON} | headers)

    def submit(self, path, accept=HTML, **fields):
        headers = {"Accept": accept, "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        return self.ask("POST", path, urlencode(fields), **headers)

    def tree(self, path):
        """A page's JSON tree and its version."""
        reply = self.get(path, JSON)
        assert reply.status == 200, reply
        return reply.json, reply.version

    def send(self, path, node, event, data=None, accept=JSON, **fields):
        return self.post(event_path(path), {"node": node, "event": event, "data": data} | fields, accept)

    def cookie_header(self):
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    def close(self):
        self.connection.close()


def event_path(path):
    page, _, query = path.partition("?")
    return page.rstrip("/") + "/events" + (f"?{query}" if query else "")


def patches_path(path):
    return path.rstrip("/") + "/patches"


def cells(tree):
    """The tree's nodes, from the root down."""
    yield tree
    for child in tree["children"]:
        yield from cells(child)


def find(tree, address):
    return next(cell for cell in cells(tree) if cell["id"] == address)


def controls(tree):
    """Every control of the page: (address, event)."""
    return [(cell["id"], event) for cell in cells(tree) for event in cell["events"]]


def senders(tree):
    """Every control that needs no file: (address, event's name, example)."""
    return [
        (address, event["name"], event["example"])
        for address, event in controls(tree) if event["type"] == "null" or event["example"] is not None
    ]


class Stream:
    """A reader of Server-Sent Events over a plain socket. Its events are (id, name, data). It only counts heartbeats."""

    def __init__(self, port, path, **headers):
        self.events, self.taken, self.beats = queue.Queue(), [], 0
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.file = self.socket.makefile("rb")
        fields = {"Host": f"127.0.0.1:{port}", "Accept": "text/event-stream"} | headers
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.status = int(self.file.readline().split()[1])
        self.headers = http.client.parse_headers(self.file)
        assert self.status == 200, self.status
        assert self.headers.get_content_type() == "text/event-stream"
        self.socket.settimeout(None)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def lines(self):
        """The lines of the body, with chunks joined if the server sends chunks."""
        if self.headers.get("Transfer-Encoding") != "chunked":
            yield from self.file
            return
        rest = b""
        while size := int(self.file.readline() or b"0", 16):
            rest += self.file.read(size)
            assert self.file.read(2) == b"\r\n"
            *lines, rest = rest.split(b"\n")
            yield from lines
        self.is_complete = True

    is_complete = False

    def read(self):
        fields = {}
        try:
            for line in self.lines():
                line = line.decode().rstrip("\n")
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif fields.get("event") == "beat":
                    self.beats, fields = self.beats + 1, {}
                elif "data" in fields:
                    self.events.put((fields.get("id"), fields.get("event", "message"), json.loads(fields["data"])))
                    fields = {}
                else:
                    fields = {}
        except (OSError, ValueError):
            pass  # closed by either side
        self.events.put(None)

    def next(self, seconds=30):
        event = self.events.get(timeout=seconds)
        assert event, "The stream ended."
        self.taken.append(event)
        return event

    def until(self, version, seconds=30):
        """Returns all events up to and including that version."""
        events = [self.next(seconds)]
        while events[-1][0] != version:
            events.append(self.next(seconds))
        return events

    def ended(self, seconds=30):
        """Waits for the end of the stream, and returns the events before it."""
        events = []
        while event := self.events.get(timeout=seconds):
            events.append(event)
        return events

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.file.close()
        self.socket.close()
