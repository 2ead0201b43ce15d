"""A mock server that a test controls. It serves one page at /list, its events, patches and stream."""

import contextlib
import json
import queue
import re
import select
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from windows import hearing

ROOT = Path(__file__).parents[3]
BUNDLES, MODULES = ROOT / "Sources/EspalierServer/Bundles", ROOT / "Public/espalier"
TYPES = {".js": "text/javascript", ".css": "text/css"}
BEAT = b"event: beat\ndata: 20000\n\n"
PATCH = "application/vnd.espalier.patch+json"

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>List</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/espalier/espalier.css">
<script type="module" src="/espalier/espalier.js"></script><script type="module" src="/espalier/rest.js"></script></head><body>
<p role="status" data-espalier-status></p>
<form id="~form" method="post" action="/list/events" data-espalier="/list" data-patches="{patches}"
 data-version="{version}"{outline} hidden></form>
{body}
</body></html>"""


def cell(address, html, kind="Row"):
    return f'<li id="{address}" class="{kind}">{html}</li>'


def listed(*children):
    return f'<ul role="list">{"".join(children)}</ul>'


def container(address, *children, header="", footer=""):
    return f'<li id="{address}" class="Box">{header}{listed(*children)}{footer}</li>'


def header(address, html, tag="header"):
    return f'<{tag} id="{address}" class="Title">{html}</{tag}>'


def root(*children, header="", footer="", address="~root"):
    region = "" if address == "~root" else ' data-region=""'
    return f'<div id="{address}"{region} class="List">{header}{listed(*children)}{footer}</div>'


def outline(markup):
    """The elements and comments in the first element as one number, as the server writes it."""
    number = 0
    for letter in re.findall(r"<([a-z!])", markup, re.IGNORECASE)[1:]:
        number = number * 31 + ord(letter.lower().replace("!", "#"))
    return (number + 2**31) % 2**32 - 2**31


def text(value):
    return ["=", "a", ":0", str(value)]


def button(node, event="like", value="Like"):
    action = f"/list/events?node={node}&amp;event={event}"
    return f'<button form="~form" formaction="{action}" name="data" value="{value}">{value}</button>'


def as_sent(ops):
    """The operations as JSON. Buttons in patches name no form."""
    return json.dumps(ops).replace(' form=\\"~form\\"', "")


class Server(ThreadingHTTPServer):
    request_queue_size = 512


class Mock:
    def __init__(self):
        self.body, self.version = root(), "e.1"
        # The folders with the client. The modules that a bundle contains are there for tests that import one of them.
        self.client = [BUNDLES, MODULES]
        self.patches_url = "/list/patches?instance={instance}"
        # Whether the page says what shape the server gave it, and what a proxy makes of the page.
        self.has_outline, self.rewrite = False, lambda page: page
        self.headers, self.posts, self.gets, self.streams = {}, [], [], []
        # The number of requests with events.
        self.requests = 0
        # Whether it takes several events in one request.
        self.knows_arrays = True
        # "collects": streams get an answer but no events; "swallows": streams get no answer.
        self.proxy = None
        # Writes the first events of a stream; returns whether the stream stays open.
        self.speak = self.begin
        # The patches since e.1. The first events of a stream and the reply to a plain request come from it.
        self.journal, self.first_words = [], lambda since: self.journal[int(since.split(".")[1]) - 1 :]
        # A reply to a request for patches instead of the usual one.
        self.refusal = lambda query: None
        self.stream_status, self.catch_up = 200, lambda since: {"version": self.version, "patches": self.first_words(since)}
        self.reply = lambda post: (204, {}, b"")
        self.http = Server(("127.0.0.1", 0), type("Handler", (Handler,), {"mock": self}))
        self.http.daemon_threads, self.http.block_on_close = True, False
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def rows(self):
        return self.body

    @rows.setter
    def rows(self, html):
        self.body = root(html)

    def begin(self, query, write):
        words = self.first_words(query["since"]) if "since" in query else []
        write("".join(map(self.frame, words)).encode() + BEAT)
        return True

    def push(self, version, *ops, event="patch"):
        self.say(self.frame({"version": version, "event": event, "patch": ops}))

    def change(self, number):
        """Changes the text of the row `a` to the number: in the page, in the journal and on the open streams."""
        self.journal.append({"version": f"e.{number}", "event": "patch", "patch": [text(number)]})
        self.rows, self.version = cell("a", str(number)), f"e.{number}"
        self.push(f"e.{number}", text(number))

    @staticmethod
    def frame(patch):
        return f"event: {patch['event']}\nid: {patch['version']}\ndata: {as_sent(patch['patch'])}\n\n"

    def say(self, text):
        for stream in self.streams:
            stream.put(text)

    def drop(self):
        self.say(None)
        until(lambda: not self.streams)

    def stop(self):
        self.say(None)
        self.http.shutdown()
        self.http.server_close()

    def patch(self, version, *ops, **headers):
        headers = {"Content-Type": PATCH, "ETag": f'"{version}"'} | headers
        return 200, headers, as_sent(ops).encode()

    def catch_ups(self):
        return [get for get in self.gets if get["accept"] == "application/json"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    mock: Mock

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/list":
            instance = parse_qs(url.query).get("instance", ["i1"])[0]
            mark = f' data-outline="{outline(self.mock.body)}"' if self.mock.has_outline else ""
            patches = self.mock.patches_url.format(instance=instance)
            page = self.mock.rewrite(PAGE.format(body=self.mock.body, version=self.mock.version, patches=patches, outline=mark))
            return self.send(200, {"Content-Type": "text/html; charset=utf-8"} | self.mock.headers, page.encode())
        if url.path == "/list/patches":
            return self.patches({key: values[0] for key, values in parse_qs(url.query).items()})
        for folder in self.mock.client:
            file = folder / url.path.removeprefix("/espalier/")
            if file.suffix in TYPES and file.is_file():
                return self.send(200, {"Content-Type": TYPES[file.suffix]}, file.read_bytes())
        if url.path == "/elsewhere":
            page = b"<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>"
            return self.send(200, {"Content-Type": "text/html"}, page)
        self.send(404, {}, b"")

    def patches(self, query):
        accept = self.headers["Accept"]
        self.mock.gets.append(query | {"accept": accept})
        if refusal := self.mock.refusal(query):
            return self.send(*refusal)
        if accept == "application/json" and self.mock.stream_status == 200:
            answer = self.mock.catch_up(query.get("since"))
            # A hundred times faster than a real server, because tests advance the page's clock.
            end = time.monotonic() + int(query.get("wait", 0)) / 100
            while "wait" in query and not answer["patches"] and time.monotonic() < end and not self.has_left():
                time.sleep(0.02)
                answer = self.mock.catch_up(query.get("since"))
            return self.send(200, {"Content-Type": "application/json"}, json.dumps(answer).encode())
        if self.mock.stream_status != 200:
            return self.send(self.mock.stream_status, {}, b"")
        stream = queue.Queue()
        while self.mock.proxy == "swallows":
            time.sleep(0.02)
            if self.has_left():
                self.close_connection = True
                return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.mock.streams.append(stream)
        self.close_connection = True
        try:
            stays_open = self.mock.proxy or self.mock.speak(query, self.wfile.write)
            while stays_open and (text := self.next(stream)) is not None:
                if not self.mock.proxy:
                    self.wfile.write(text.encode())
        except OSError:
            pass
        self.mock.streams.remove(stream)

    def next(self, stream):
        """Returns the next event; None if the stream should end or its reader has left."""
        while True:
            with contextlib.suppress(queue.Empty):
                return stream.get(timeout=0.05)
            if self.has_left():
                return None

    def has_left(self):
        return bool(select.select([self.connection], [], [], 0)[0])

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:  # The browser gave up. A server does not handle a part of a request, either.
            self.close_connection = True
            return None
        self.mock.requests += 1
        if self.headers["Content-Type"] == "application/json":
            if not self.mock.knows_arrays:
                return self.send(400, {"Content-Type": "application/problem+json"}, b'{"title": "No array."}')
            return self.answer_all(json.loads(body))
        status, headers, reply = self.answer(urlsplit(self.path).query, body.decode())
        return self.hang_up() if status is None else self.send(status, headers, reply)

    def answer(self, query, body):
        post = {key: values[0] for key, values in parse_qs(query).items()} | {"body": body, "accept": self.headers["Accept"]}
        self.mock.posts.append(post)
        return self.mock.reply(post)

    def answer_all(self, events):
        """Answers several events of one request, up to the first that has to be sent again."""
        replies = []
        for event in events:
            status, headers, reply = self.answer(event["query"], event["body"])
            if status is None:
                return self.hang_up()
            replies.append({"status": status, "headers": headers} | ({"body": json.loads(reply)} if reply else {}))
            if status in (429, 502, 503, 504):
                break
        return self.send(200, {"Content-Type": "application/json"}, json.dumps(replies).encode())

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(2)

    def send(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def heard_all(mock, page):
    """Waits until the page has received everything that the server has sent on the stream."""
    with hearing(page, "beat"):
        mock.say(BEAT.decode())


def at(version, selector="body"):
    return f":root:has([data-version='{version}']) {selector}"


def until(holds, seconds=30):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "The condition did not become true in time."
        time.sleep(0.01)
