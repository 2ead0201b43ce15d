"""Wrong and hostile requests: each gets its own error, which names the cause, and the server keeps working."""

import json
import random
import re
import string
import threading
from urllib.parse import urlencode

import pytest
from harness import DEMOS, HTML, JSON, PAGES, PROBLEM, SHARED, Reply, event_path, senders

CHROMIUM = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
FORM = "application/x-www-form-urlencoded"
LIKE = {"node": "B/actions", "event": "like", "data": "Like"}
STEP = {"node": "Topsounds/id1", "event": "step"}
# One very long letter that is slow to compare, because its marks are above and below it in turn.
ACCENTS = "a" + "\u0301\u0316" * 40_000


def step(data):
    return json.dumps(STEP | {"data": data})


def like(**fields):
    return json.dumps({name: value for name, value in (LIKE | fields).items() if value is not ...})


def post(path, body, **headers):
    return "POST", path, body, {"Content-Type": JSON} | {name.replace("_", "-"): value for name, value in headers.items()}


def get(path, **headers):
    return "GET", path, None, headers


def form(path, body, **headers):
    return "POST", path, body, {"Content-Type": FORM} | headers


POSTS, CART = "/posts/events", "/cart/events"

# The request, the status, the wrong field (None: the request as a whole), and words in the detail.
TABLE = {
    "not JSON": (post(POSTS, "{node: 1}"), 400, "body", "byte 1"),
    "no JSON at all": (post(POSTS, ""), 400, "body", "byte 0"),
    "JSON cut short": (post(POSTS, like()[:-1]), 400, "body", "byte"),
    "text after the JSON": (post(POSTS, like() + "x"), 400, "body", "after the value"),
    "a number": (post(POSTS, "7"), 400, "body", "must be a JSON object"),
    "an empty list": (post(POSTS, "[]"), 400, "body", "1 to 32 events"),
    "a list of lists": (post(POSTS, "[[]]"), 422, "[0]", '"query" and "body"'),
    "a name twice": (post(POSTS, '{"node":"B/actions","node":"A/actions"}'), 400, "body", '"node" appears twice'),
    "a name twice, escaped": (post(POSTS, '{"node":"a","\\u006eode":"b"}'), 400, "body", '"node" appears twice'),
    "a name twice inside": (post(CART, step(0).replace("0}", '{"by":1,"by":2}}')), 400, "body", '"by" appears twice'),
    "nested deeply": (post(POSTS, like(data=0).replace("0", "[" * 40 + "]" * 40)), 400, "body", "nested too deeply"),
    "nested very deeply": (post(POSTS, "[" * 200_000), 400, "body", "nested too deeply"),
    "not UTF-8": (post(POSTS, b'{"node":"\xff"}'), 400, "body", "not UTF-8"),
    "half a surrogate pair": (post(POSTS, '{"node":"\\ud800"}'), 400, "body", "surrogate"),
    "an overlong encoding": (post(POSTS, b'{"node":"\xc0\xaf"}'), 400, "body", "not UTF-8"),
    "a bare control character": (post(POSTS, '{"node":"\x01"}'), 400, "body", "control character"),
    "a number out of range": (post(POSTS, like(data=0).replace("0", "1e999")), 400, "body", "out of range"),
    "no node": (post(POSTS, like(node=...)), 422, "node", "missing"),
    "no event": (post(POSTS, like(event=...)), 422, "event", "missing"),
    "node null": (post(POSTS, like(node=None)), 422, "node", "missing"),
    "node a number": (post(POSTS, like(node=7)), 422, "node", "must be a string"),
    "event a list": (post(POSTS, like(event=["like"])), 422, "event", "must be a string"),
    "id a number": (post(POSTS, like(id=7)), 422, "id", "must be a string"),
    "an unknown field": (post(POSTS, like(colour="red")), 422, "colour", "node, event, data, id, age, version"),
    "an unknown node": (post(POSTS, like(node="Z/actions")), 410, "node", '"Z/actions"'),
    "the root": (post(POSTS, like(node="")), 422, "event", "sends none"),
    "a container": (post(POSTS, like(node="B")), 422, "event", "sends none"),
    "a cell that sends nothing": (post(POSTS, like(node="B/photo")), 422, "event", "sends none"),
    "an unknown event": (post(POSTS, like(event="hate")), 422, "event", "like, comment, share"),
    "another page's event": (post(POSTS, like(event="step")), 422, "event", "like, comment, share"),
    "data a number": (post(POSTS, like(data=5)), 400, "data", "must be a string, not a number"),
    "no data": (post(POSTS, like(data=...)), 400, "data", "string"),
    "data.by a string": (post(CART, step({"product": "id1", "by": "1"})), 400, "data.by", "not a string"),
    "data.by a fraction": (post(CART, step({"product": "id1", "by": 0.5})), 400, "data.by", "whole number"),
    "data.by too large": (post(CART, step({"product": "id1", "by": 2**63})), 400, "data.by", "whole number"),
    "data.by missing": (post(CART, step({"product": "id1"})), 400, "data.by", "missing"),
    "data.product missing": (post(CART, step({"by": 1})), 400, "data.product", "missing"),
    "data a list": (post(CART, step([1])), 400, "data", "an object, not an array"),
    "a stale version": (post(POSTS, like(version="zzzzzz.9")), 409, "version", "now at version"),
    "a form without node": (form(POSTS, "event=like&data=Like"), 422, "node", "missing"),
    "a form without event": (form(POSTS, "node=B/actions&data=Like"), 422, "event", "missing"),
    "a form that is not UTF-8": (form(POSTS, "node=%ff"), 400, "node", "UTF-8"),
    "a form with a broken escape": (form(POSTS, "event=like&node=%zz"), 400, "node", ""),
    "a form of another type": (form(CART, "node=Topsounds/id1&event=step&data=7"), 400, "data", ""),
    "a huge body": (post(POSTS, like(data="x" * (1 << 20))), 413, None, "1048576 bytes"),
    "plain text": (post(POSTS, like(), Content_Type="text/plain"), 415, "Content-Type", "application/json"),
    "a multipart form": (post(POSTS, "x", Content_Type="multipart/form-data; boundary=x"), 415, "Content-Type", "takes no files"),
    "a broken content type": (post(POSTS, like(), Content_Type="json"), 415, "Content-Type", JSON),
    "no content type": (("POST", POSTS, like(), {}), 415, "Content-Type", JSON),
    "an unknown type of reply": (post(POSTS, like(), Accept="image/png"), 406, "Accept", "application/json"),
    "a page as a picture": (get("/posts", Accept="image/png"), 406, "Accept", "text/html"),
    "patches as a picture": (get("/posts/patches", Accept="image/png"), 406, "Accept", "text/event-stream"),
    "everything refused": (get("/posts", Accept="*/*;q=0"), 406, "Accept", "text/html"),
    "a page in an unknown format": (get("/posts?format=xml"), 422, "format", "html or json"),
    "patches in an unknown dialect": (get("/posts/patches?dialect=xml"), 422, "dialect", "json-patch"),
    "patches since a word": (get("/posts/patches?last=x", Accept=JSON), 422, "last", "whole number"),
    "patches since minus one": (get("/posts/patches?last=-1", Accept=JSON), 422, "last", "whole number"),
    "an unknown instance": (get("/posts?instance=7"), 404, "instance", "/posts"),
    "nothing there": (get("/nothing"), 404, None, "/nothing"),
    "nothing there either": (get("/posts/events/more"), 404, None, "/posts/events/more"),
    "a page with a slash": (get("/posts/"), 404, None, "/posts/"),
    "a hidden file": (get("/.git/config"), 404, None, "/.git/config"),
    "a folder": (get("/espalier"), 404, None, "/espalier"),
    "a template": (get("/Templates/demo.html"), 404, None, "/Templates/demo.html"),
    "out of the root": (get("/../Package.swift"), 400, "target", "goes above the root"),
    "out of the root, hidden": (get("/%2e%2e/Package.swift"), 400, "target", "goes above the root"),
    "out of a folder": (get("/espalier/../../Package.swift"), 400, "target", "goes above the root"),
    "a hidden dot segment": (get("/espalier/..%2f..%2fPackage.swift"), 400, "target", "dot segment"),
    "a hidden dot segment, backwards": (get("/espalier/..%5c..%5cPackage.swift"), 400, "target", "dot segment"),
    "a NUL in a path": (get("/site.css%00.html"), 400, "target", "NUL; remove it"),
    "a broken escape in a path": (get("/%zz"), 400, "target", "write a % as %25"),
    "an accent thousandfold in a path": (get("/a" + "%CC%81" * 500), 400, "target", "remove some"),
    "an accent thousandfold in a query": (get("/posts?a=a" + "%CC%81" * 500), 400, "a", "remove some"),
    "an accent thousandfold in a header": (get("/posts", X=("a" + "\u0301" * 500).encode()), 400, "X", "remove some"),
    "an accent thousandfold in the data": (post(POSTS, like(data=ACCENTS)), 400, "data", "remove some"),
    "an accent thousandfold, unescaped": (
        post(CART, json.dumps(STEP | {"data": {"product": ACCENTS, "by": 1}}, ensure_ascii=False).encode()), 400, "data.product", "30"),
    "an accent thousandfold as a name": (post(POSTS, json.dumps({ACCENTS: 1})), 400, "body", "remove some"),
    "an accent thousandfold in a form": (form(POSTS, urlencode({"node": ACCENTS})), 400, "node", "remove some"),
    "an accent thousandfold as a field": (form(POSTS, urlencode({ACCENTS[:31]: 1})), 422, "node", "missing"),
    "a text in UTF-16": (post(POSTS, like(), Content_Type="application/json; charset=utf-16"), 415, "Content-Type", "UTF-8"),
    "a form in Latin-1": (
        ("POST", POSTS, "node=a", {"Content-Type": FORM + "; charset=iso-8859-1"}), 415, "Content-Type", "UTF-8"),
    "a field with a name without end": (post(POSTS, like(**{"n" * 99_999: 1})), 422, "n" * 77 + "…", "version"),
    "a wait without end": (get("/posts/patches?wait=99", Accept=JSON), 422, "wait", "seconds, at most 60"),
    "a count out of the range": (
        post("/counter/events", json.dumps({"node": "counterFace", "event": "assign", "data": 2**63 - 1})),
        400, "data", "from -40 to 60"),
    "metrics under another name": (get("/metrics", Host="evil.example"), 421, "Host", '"evil.example"'),
    "a path that is not UTF-8": (get("/%ff"), 400, "target", "encode it as UTF-8"),
    "a query that is not UTF-8": (get("/posts?since=%ff"), 400, "since", "UTF-8"),
    "another site's page": (post(POSTS, like(), Sec_Fetch_Site="cross-site"), 403, "Sec-Fetch-Site", "own origin"),
    "another host's page": (post(POSTS, like(), Sec_Fetch_Site="same-site"), 403, "Sec-Fetch-Site", "own origin"),
    "another origin": (post(POSTS, like(), Origin="http://evil.example"), 403, "Origin", "own origin"),
    "another port": (post(POSTS, like(), Origin="http://127.0.0.1:1"), 403, "Origin", "own origin"),
    "the origin null": (post(POSTS, like(), Origin="null"), 403, "Origin", "own origin"),
}
METHODS = [
    ("GET", POSTS, "POST"), ("DELETE", POSTS, "POST"), ("OPTIONS", POSTS, "POST"),
    ("POST", "/posts", "GET, HEAD"), ("PUT", "/", "GET, HEAD"), ("TRACE", "/cart", "GET, HEAD"),
    ("POST", "/posts/patches", "GET, HEAD"), ("POST", "/site.css", "GET, HEAD"), ("DELETE", "/healthz", "GET, HEAD"),
]  # fmt: skip


@pytest.fixture
def ask(demos):
    def ask(request):
        method, path, body, headers = request
        client = demos.client()
        reply = client.ask(method, path, body, **headers)
        client.close()
        return reply

    return ask


def state(client):
    return [client.get(path, JSON).body for path in SHARED]


@pytest.mark.parametrize("case", TABLE)
def test_the_reply_to_a_wrong_request_says_what_is_wrong(ask, client, case):
    request, status, field, words = TABLE[case]
    before = state(client)
    reply = ask(request)
    assert (reply.status, reply.type) == (status, PROBLEM), reply
    problem = reply.json
    assert problem["status"] == status and problem["title"] and problem["instance"]
    assert problem["type"].startswith("urn:espalier:problem:")
    assert problem.get("field") == field, problem
    assert words in problem["detail"], problem
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.headers["Content-Security-Policy"]
    assert state(client) == before


@pytest.mark.parametrize("case", [case for case, row in TABLE.items() if "Accept" not in row[0][3]])
def test_a_browser_gets_a_page_for_a_wrong_request(ask, case):
    (method, path, body, headers), status, field, words = TABLE[case]
    reply = ask((method, path, body, headers | {"Accept": CHROMIUM}))
    assert reply.status == status
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    text = re.sub("&quot;", '"', reply.text)
    # The page has the site's frame, also if the request never reached the site.
    assert '<main id="content" class="problem">' in text
    assert text.lower().startswith("<!doctype html>") and f"Status {status}, request " in text and words in text
    assert field is None or f"<code>{field}</code>" in text
    # If the path names a page, the error links back to it.
    links = re.findall('<a href="(.*?)">', text.partition("<main")[2])
    assert links in ([[path.removesuffix("/events")]] if path.endswith("/events") and status != 413 else [["/"], ["/posts"], []])
    assert not re.search(r"<script|<style|\s(style|on\w+)=", text)


@pytest.mark.parametrize(("method", "path", "allowed"), METHODS)
def test_the_reply_to_a_wrong_method_names_the_right_ones(ask, method, path, allowed):
    reply = ask((method, path, None, {"Accept": JSON}))
    assert reply.status == 405 and reply.headers["Allow"] == allowed
    assert reply.json["allow"] == allowed.split(", ")


def test_an_error_shows_the_requested_path_as_text(ask):
    reply = ask(get("/%3Cscript%3Ealert(1)%3C/script%3E", Accept=HTML))
    assert reply.status == 404
    assert "<script" not in reply.text and "&lt;script&gt;alert(1)" in reply.text
    reply = ask(post(POSTS, like(node='"><img src=x>'), Accept=HTML))
    assert reply.status == 410 and "<img" not in reply.text


@pytest.mark.parametrize("cookie", [
    "espalier=", "espalier=short", "espalier=" + "A" * 32, "espalier=" + "0" * 31 + "g", "espalier=../../x", "=;;=;",
    "espalier=" + "0" * 4000, "espalier=\"" + "0" * 32 + "\"x",
])  # fmt: skip
def test_an_invalid_cookie_is_replaced_with_a_new_one(ask, cookie):
    reply = ask(get("/cart", Cookie=cookie, Accept=JSON))
    assert reply.status == 200
    assert re.match(r"espalier=[0-9a-f]{32};", reply.headers["Set-Cookie"])


def test_a_page_of_the_same_site_may_post(ask, demos):
    for headers in ({"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}, {"Origin": demos.address}):
        assert ask(post(POSTS, like(), **headers)).status == 200


# A thousand random requests


def random_text(chance, alphabet=string.printable, most=40):
    return "".join(chance.choices(alphabet, k=chance.randint(1, most)))


def hostile(chance):
    """One wrong request as bytes, with the statuses that it may get and a word that its error must contain."""
    page = chance.choice(DEMOS)
    word = random_text(chance, string.ascii_letters, 12) + "Q"
    kind = chance.randrange(15)
    body, headers, method, target, fits, needle = b"", {}, "POST", event_path(page), {400}, ""
    headers["Content-Type"] = JSON
    if kind == 0:  # invalid JSON
        body, needle = b"{," + random_text(chance, string.ascii_letters + "{}[],:").encode(), "body"
    elif kind == 1:  # bytes that are not text
        body, needle = b'{"node":"' + bytes(chance.choices(range(0x80, 0xC0), k=8)) + b'"}', "body"
    elif kind == 2:  # JSON that was changed in one byte
        valid = bytearray(json.dumps(LIKE | {"node": "no/" + word}).encode())
        valid[chance.randrange(len(valid))] = chance.randrange(256)
        body, fits = bytes(valid), {400, 410, 422}
    elif kind == 3:  # JSON that was cut
        valid = json.dumps(LIKE).encode()
        body, needle = valid[: chance.randrange(len(valid))], "body"
    elif kind == 4:
        body, fits, needle = json.dumps({"node": word, "event": word}).encode(), {410}, word
    elif kind == 5:
        page = "/posts"
        target, fits, needle = POSTS, {422}, word
        body = json.dumps({"node": "A/actions", "event": word, "data": "Like"}).encode()
    elif kind == 6:
        body, fits, needle = json.dumps(LIKE | {word: 1}).encode(), {422}, word
    elif kind == 7:
        target, needle = CART, "data.by"
        bad = chance.choice([None, "1", 1.5, [], {}, True, 1e300, -(2**70)])
        body = json.dumps(STEP | {"data": {"product": "id1", "by": bad}}).encode()
    elif kind == 8:
        depth = chance.randint(33, 5000)
        body, needle = b'{"data":' + b'{"a":' * depth + b"1" + b"}" * depth + b"}", "nested too deeply"
    elif kind == 9:
        headers["Content-Type"], fits, needle = chance.choice(["text/xml", "a/b", "x", "multipart/form-data"]), {415}, "Content-Type"
        body = b"x" * chance.randint(0, 5000)
    elif kind == 10:
        method, fits, needle = chance.choice(["PUT", "DELETE", "PATCH", "BREW", "GET"]), {405}, "POST"
    elif kind == 11:
        method, target, fits, needle = "GET", "/" + word, {404}, word
    elif kind == 12:
        escape = chance.choice(["%00", "%zz", "%", "%f", "%ff", "%c0%af", "../" * 9, "..%2f" * 3, "..%5c.."])
        method, target = "GET", f"/espalier/{escape}{word}"
    elif kind == 13:
        headers["Origin"] = f"https://{word}.example"
        body, fits, needle = json.dumps(LIKE).encode(), {403}, "Origin"
    else:
        headers[chance.choice(["Last-Event-ID", "Cookie", "Accept-Language"])] = random_text(chance, string.punctuation)
        body, needle = bytes(chance.choices(b"node=evt&%;+", k=30)), '"field"'
        headers["Content-Type"], fits = FORM, {400, 422}
    headers |= {"Host": "127.0.0.1", "Connection": "close", "Content-Length": str(len(body)), "Accept": JSON}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body, fits, needle


def parse(raw):
    import http.client
    import io

    class Socket:
        def makefile(self, *_):
            return io.BytesIO(raw)

    response = http.client.HTTPResponse(Socket())
    response.begin()
    return Reply(response.status, response.headers, response.read())


def test_after_a_thousand_hostile_requests_every_page_still_works(demos, client):
    before = state(client)
    chance = random.Random(20261)
    requests = [hostile(chance) for _ in range(1000)]
    failures = []

    def run(requests):
        for raw, fits, needle in requests:
            try:
                reply = parse(demos.raw(raw))
                good = reply.status in fits and reply.type == PROBLEM and reply.json["status"] == reply.status
                if not good or needle not in reply.text:
                    failures.append((raw[:300], fits, needle, reply))
            except Exception as error:  # a hang, a cut reply, an invalid reply
                failures.append((raw[:300], fits, needle, repr(error)))

    threads = [threading.Thread(target=run, args=(requests[start::4],)) for start in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert failures == []
    assert state(client) == before
    for path in PAGES:
        tree, version = client.tree(path)
        assert client.get(path, HTML).version == version
        for turn in range(3 if senders(tree) else 0):
            # A press may remove the next control.
            choices = senders(client.tree(path)[0])
            assert client.send(path, *choices[turn % len(choices)]).status == 200
