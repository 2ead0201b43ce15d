"""Requests of hostile clients, as tables: the bytes of a request and the expected status."""

import json

HOST = b"Host: x\r\n"
LAST = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
LIKE = {"node": "B/actions", "event": "like", "data": "Like"}
LARGEST = 1 << 20
# One letter that is slow to compare, because its marks are above and below it in turn.
ACCENTS = "a" + "\u0301\u0316" * 60_000
MANY = range(20_000)


def request(line, *fields, body=b"", host=HOST):
    return line + b" HTTP/1.1\r\n" + host + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + body


def get(target, *fields, host=HOST):
    return request(b"GET " + target, *fields, host=host)


def post(body, *fields, to=b"/posts/events", type=b"application/json"):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return request(b"POST " + to, b"Content-Type: " + type, b"Content-Length: %d" % len(body), *fields, body=body)


def form(body, to=b"/posts/events"):
    return post(body, to=to, type=b"application/x-www-form-urlencoded")


def like(**fields):
    return post(LIKE | fields)


def data(text):
    """A step of the cart with this JSON as its data."""
    return post(b'{"node":"Topsounds/id1","event":"step","data":%s}' % text, to=b"/cart/events")


def framed(fields, body=b"abcde"):
    """An event with these header fields for its length."""
    return request(b"POST /posts/events", b"Content-Type: application/json", *fields.split(b"\n"), body=body)


def chunks(body):
    return framed(b"Transfer-Encoding: chunked", body)


BODY = json.dumps(LIKE).encode()
GOOD_CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)

# The server refuses these with this status and closes the connection. The bytes that follow could belong to the request, so the server
# answers nothing after it.
REFUSED = {
    "no Host": (get(b"/healthz", host=b""), 400),
    "two Hosts": (get(b"/healthz", b"Host: y"), 400),
    "the same Host twice": (get(b"/healthz", b"Host: x"), 400),
    "a Host with a path": (get(b"/healthz", host=b"Host: x/y\r\n"), 400),
    "a Host with a user": (get(b"/healthz", host=b"Host: a@x\r\n"), 400),
    "a Host with a blank": (get(b"/healthz", host=b"Host: x y\r\n"), 400),
    "a Host with markup": (get(b"/healthz", host=b"Host: <script>\r\n"), 400),
    "a Host that is no text": (get(b"/healthz", host=b"Host: \xff\r\n"), 400),
    "length and chunks": (framed(b"Content-Length: 5\nTransfer-Encoding: chunked", GOOD_CHUNKS), 400),
    "chunks and length": (framed(b"Transfer-Encoding: chunked\nContent-Length: 5", GOOD_CHUNKS), 400),
    "two lengths": (framed(b"Content-Length: 3\nContent-Length: 5"), 400),
    "the same length twice": (framed(b"Content-Length: 5\ncontent-length: 5"), 400),
    "two lengths in one": (framed(b"Content-Length: 5, 5"), 400),
    "a negative length": (framed(b"Content-Length: -5"), 400),
    "a length with a plus": (framed(b"Content-Length: +5"), 400),
    "a hexadecimal length": (framed(b"Content-Length: 0x5"), 400),
    "a length with a tail": (framed(b"Content-Length: 5x"), 400),
    "a length in two parts": (framed(b"Content-Length: 5 5"), 400),
    "a blank length": (framed(b"Content-Length: "), 400),
    "a length of 20 digits": (framed(b"Content-Length: 99999999999999999999"), 413),
    "a length of 2^63": (framed(b"Content-Length: 9223372036854775808"), 400),
    "a length above the limit": (framed(b"Content-Length: %d" % (LARGEST + 1)), 413),
    "an unknown coding": (framed(b"Transfer-Encoding: xchunked", GOOD_CHUNKS), 501),
    "two codings": (framed(b"Transfer-Encoding: gzip, chunked", GOOD_CHUNKS), 501),
    "chunks": (chunks(GOOD_CHUNKS), 411),
    "chunks with a blank after the word": (framed(b"Transfer-Encoding: chunked ", GOOD_CHUNKS), 411),
    "chunks with a tab after the word": (framed(b"Transfer-Encoding: chunked\t", GOOD_CHUNKS), 411),
    "a chunk line that never ends": (chunks(b"0" * 14_000), 411),
    "a chunk extension that never ends": (chunks(b"5;" + b"x" * 14_000), 411),
    "chunk lines with bare line feeds": (chunks(b"5\nabcde\n0\n\n"), 411),
    "trailers with a NUL": (chunks(b"0\r\nX: a\0b\r\n\r\n"), 411),
    "chunked twice": (framed(b"Transfer-Encoding: chunked, chunked", GOOD_CHUNKS), 501),
    "two fields of codings": (framed(b"Transfer-Encoding: chunked\nTransfer-Encoding: chunked", GOOD_CHUNKS), 501),
    "no coding at all": (framed(b"Transfer-Encoding: identity", BODY), 501),
    "a coding after a control": (framed(b"Transfer-Encoding: \x0bchunked", GOOD_CHUNKS), 400),
    "a blank before the colon": (framed(b"Transfer-Encoding : chunked", GOOD_CHUNKS), 400),
    "chunks in HTTP/1.0": (chunks(GOOD_CHUNKS).replace(b"HTTP/1.1", b"HTTP/1.0"), 400),
    "a folded header": (get(b"/healthz", b"X: a\r\n b"), 400),
    "a header folded by a tab": (get(b"/healthz", b"X: a\r\n\tb", b"Y: c"), 400),
    "a first header that is folded": (get(b"/healthz", host=b" Host: x\r\n"), 400),
    "bare line feeds": (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400),
    "one bare line feed": (get(b"/healthz", host=b"Host: x\nX: y\r\n"), 400),
    "a bare line feed at the end": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\n", 400),
    "a bare return": (get(b"/healthz", host=b"Host: x\rX: y\r\n"), 400),
    "a header without a colon": (get(b"/healthz", b"nothing"), 400),
    "a header without a name": (get(b"/healthz", b": x"), 400),
    "a name that is no token": (get(b"/healthz", b"X(y): x"), 400),
    "a NUL in a header": (get(b"/healthz", b"X: a\0b"), 400),
    "a control in a header": (get(b"/healthz", b"X: a\x01b"), 400),
    "a NUL in a target": (get(b"/health\0z"), 400),
    "a NUL in a method": (request(b"P\0ST /posts/events", b"Content-Length: 0"), 400),
    "a NUL after a method": (request(b"GET\0 /healthz"), 400),
    "a NUL after a target": (get(b"/healthz\0"), 400),
    "a NUL, escaped": (get(b"/site.css%00.html"), 400),
    "a broken escape": (get(b"/%zz"), 400),
    "half an escape": (get(b"/posts%"), 400),
    "a target that is no text": (get(b"/\xff\xfe"), 400),
    "a target that is no text, escaped": (get(b"/%c0%af"), 400),
    "a query that is no text": (get(b"/posts?since=%ff"), 400),
    "a NUL in a query": (get(b"/posts?since=%00"), 400),
    "a fragment": (get(b"/posts#A"), 400),
    "double blanks": (b"GET  /healthz  HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a target without a slash": (get(b"healthz"), 400),
    "the authority form": (request(b"CONNECT x:80"), 400),
    "another scheme": (get(b"file:///etc/passwd"), 400),
    "an absolute form with a user": (get(b"http://a@x/healthz"), 400),
    "an asterisk": (get(b"*"), 400),
    "out of the root": (get(b"/../Package.swift"), 400),
    "out of the root, escaped": (get(b"/%2e%2e/Package.swift"), 400),
    "out of a folder": (get(b"/espalier/../../Package.swift"), 400),
    "a slash in a segment": (get(b"/espalier/..%2f..%2fPackage.swift"), 400),
    "a backslash in a segment": (get(b"/espalier/..%5c..%5cPackage.swift"), 400),
    "a slash that a letter joins": (get(b"/espalier/..%2f%cc%81"), 400),
    "an accent thousandfold in a path": (get(b"/a" + "\u0301".encode() * 1500), 400),
    "an accent thousandfold in a query": (get(b"/posts?a=a" + "\u0301".encode() * 1500), 400),
    "an accent thousandfold in a header": (get(b"/posts", b"X: a" + "\u0301".encode() * 3000), 400),
    "an accent thousandfold in a cookie": (get(b"/cart", b"Cookie: espalier=" + "\u0301".encode() * 1000), 400),
    "an overlong dot": (get(b"/espalier/%c0%ae%c0%ae/wire.js"), 400),
    "a Host with a word for its port": (get(b"/healthz", host=b"Host: x:abc\r\n"), 400),
    "a Host with an open bracket": (get(b"/healthz", host=b"Host: [::1\r\n"), 400),
    "an absolute form with a word for its port": (get(b"http://x:abc/healthz"), 400),
    "an absolute form with an open bracket": (get(b"http://[::1/healthz"), 400),
    "a return before the method": (b"\r" + get(b"/healthz"), 400),
    "a byte order mark before the method": (b"\xef\xbb\xbf" + get(b"/healthz"), 400),
    "two slashes and another spelling": (get(b"//evil.example/%61"), 400),
    "HTTP/0.9": (b"GET /healthz\r\n\r\n", 400),
    "HTTP/2.0": (b"GET /healthz HTTP/2.0\r\n" + HOST + b"\r\n", 505),
    "the preface of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "a huge target": (get(b"/" + b"a" * 40_000), 414),
    "thousands of query pairs": (get(b"/posts?" + b"&".join(b"a%d=1" % n for n in MANY)), 414),
    "a huge header": (get(b"/healthz", b"X: " + b"a" * 40_000), 431),
    "thousands of headers": (get(b"/healthz", *(b"X%d: a" % n for n in MANY)), 431),
    "thousands of cookies": (get(b"/cart", b"Cookie: " + b"; ".join(b"a%d=1" % n for n in MANY)), 431),
}  # fmt: skip

# The server can read these in only one way. It answers them with this status, and also the next request on the same connection.
ANSWERED = {
    "the absolute form": (get(b"http://x/healthz"), 200),
    "an empty Host": (get(b"/healthz", host=b"Host:\r\n"), 200),
    "a header that is no text": (get(b"/healthz", b"X: \xff\xfe"), 200),
    "another protocol": (get(b"/healthz", b"Connection: Upgrade", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABk"), 200),
    "an unknown method": (request(b"FOO /healthz"), 405),
    "a method in small letters": (request(b"get /healthz"), 405),
    "TRACE": (request(b"TRACE /posts"), 405),
    "a body where none is read": (get(b"/healthz", b"Content-Length: 3") + b"abc", 200),
    "a request in a body": (post(LAST), 400),
    "two cookies of the name": (get(b"/cart", b"Cookie: espalier=" + b"a" * 32 + b"; espalier=" + b"b" * 32), 400),
    "OPTIONS for the whole server": (request(b"OPTIONS *"), 204),
    "a slash in a page's name": (get(b"/embed%2Fwidget"), 404),
    "a path in another spelling": (get(b"/%6detrics"), 308),
    "a dot segment": (get(b"/x/../metrics"), 308),
    "a line end in a target": (get(b"/posts%0D%0ASet-Cookie:%20a=b"), 404),
    "a line end in a target, in another spelling": (get(b"/posts%0d%0aSet-Cookie:%20a=b"), 308),
    "markup in a target": (get(b"/%3Cscript%3E", b"Accept: text/html"), 404),
    "a template": (get(b"/Templates/demo.html"), 404),
    "a hidden file": (get(b"/.git/config"), 404),
    "an escaped escape": (get(b"/espalier/%252e%252e/wire.js"), 404),
    "a folder of the system": (get(b"//etc/passwd"), 404),
    "an invalid pair in a query": (get(b"/posts?&&==&=a&a"), 200),
    "a body of the largest size": (post(BODY.ljust(LARGEST)), 200),
    "compressed": (post(b"\x1f\x8b\x08\0" + bytes(20), b"Content-Encoding: gzip"), 400),
    "no body": (post(b""), 400),
    "a NUL": (post(b"\0"), 400),
    "a NUL in a string": (post(b'{"node":"\0"}'), 400),
    "no text": (post(b'{"node":"\xff\xc0\xaf"}'), 400),
    "a byte order mark": (post(b"\xef\xbb\xbf" + BODY), 400),
    "UTF-16": (post(BODY.decode().encode("utf-16")), 400),
    "an unterminated string": (post(b'{"node":"B/actions'), 400),
    "half of a surrogate pair": (post(rb'{"node":"\ud800"}'), 400),
    "the other half": (post(rb'{"node":"\udc00\ud800"}'), 400),
    "a name twice": (post(rb'{"node":"A","\u006eode":"B"}'), 400),
    "nested deeply": (post(b"[" * 500_000), 400),
    "nested deeply in objects": (post(b'{"a":' * 100_000), 400),
    "thousands of names": (post({"n%d" % n: n for n in MANY}), 400),
    "thousands of elements": (data(b"[" + b",".join(b"%d" % n for n in MANY) + b"]"), 400),
    "a huge exponent": (data(b'{"product":"id1","by":1e999999}'), 400),
    "a tiny exponent": (data(b'{"product":"id1","by":1e-999999999999}'), 200),
    "a number of 400 digits": (data(b'{"product":"id1","by":%s}' % (b"9" * 400)), 400),
    "a fraction of 100 000 digits": (data(b'{"product":"id1","by":0.%s}' % (b"3" * 100_000)), 400),
    "a number beyond its type": (data(b'{"product":"id1","by":9223372036854775808}'), 400),
    "no object": (post(b"[]"), 400),
    "an accent thousandfold as a name": (post({ACCENTS: 1}), 400),
    "an accent thousandfold as data": (like(id="accents", data=ACCENTS), 400),
    "an accent thousandfold as an id": (like(id=ACCENTS), 400),
    "an accent thousandfold as a field": (form(ACCENTS.encode() + b"=1"), 400),
    "many unescaped accents in a form": (form(b"node=" + ACCENTS.encode() * 4), 400),
    "a text of one character": (like(data="a" + "\u200d" * 100_000), 400),
    "a text declared as UTF-16": (post(BODY, type=b"application/json; charset=UTF-16"), 415),
    "metrics under another name": (get(b"/metrics", host=b"Host: evil.example:80\r\n"), 421),
    "metrics under an address": (get(b"/metrics", host=b"Host: [::1]:80\r\n"), 200),
    "thousands of fields": (form(b"&".join(b"a%d=b" % n for n in MANY)), 400),
    "one field thousands of times": (form(b"&".join(b"a=b" for _ in MANY)), 400),
    "a broken field": (form(b"node=%zz&event=like"), 400),
    "a field that is no text": (form(b"node=%ff&event=like"), 400),
    "a NUL in a field": (form(b"node=%00&event=like"), 400),
    "a field's number as a word": (form(b"product=id1&by=1e9x", to=b"/cart/events?node=Topsounds/id1&event=step"), 400),
    "no field at all": (form(b"&&&"), 422),
    "a form of another kind": (post(b"--x\r\n\r\n--x--", type=b"multipart/form-data; boundary=x"), 415),
    "an invalid type": (post(BODY, type=b"application/json/json;;="), 415),
    "a node that climbs": (like(node="../B/actions"), 410),
    "a node from the root": (like(node="/B/actions"), 410),
    "a node with a double slash": (like(node="B//actions"), 410),
    "the whole list": (like(node="~root"), 410),
    "the tree": (like(node=""), 422),
    "a container": (like(node="B"), 422),
    "a node with quotes": (like(node="B/actions'\"><script>"), 410),
    "a node with line ends": (like(node="B/actions\r\nX: y\0"), 410),
    "a node of 100 000 letters": (like(node="B/" * 50_000), 410),
    "an event with line ends": (like(event="like\r\n\r\ndata: x"), 422),
    "an event of 100 000 letters": (like(event="x" * 100_000), 422),
    "an id with line ends": (like(id="a\r\n\0\u2028" + "x" * 16), 200),
    "an id of 129 bytes": (like(id="x" * 129), 422),
    "an id of 15 bytes without a cookie": (like(id="x" * 15), 422),
    "an id of no bytes": (like(id=""), 422),
    "an id that is a number": (like(id=1), 422),
    "an id of another event": (like(id="one" * 6) + like(id="one" * 6, data="Other"), 422),
    "another epoch": (like(version="zzzzzz.0"), 409),
    "an invalid version": (like(version="../../x"), 409),
    "an invalid tag": (post(LIKE, b"If-Match: \"x"), 412),
    "since another epoch": (get(b"/posts/patches?since=zzzzzz.9&format=json"), 200),
    "since a negative number": (get(b"/posts/patches?since=zzzzzz.-1&format=json"), 422),
    "since 20 digits": (get(b"/posts/patches?since=zzzzzz.99999999999999999999&format=json"), 422),
    "since nothing": (get(b"/posts/patches?since=&format=json"), 422),
    "since a name of 20 digits": (get(b"/posts/patches?format=json", b"Last-Event-ID: zzzzzz.99999999999999999999"), 200),
    "since an invalid name": (get(b"/posts/patches?format=json", b"Last-Event-ID: \"><x>\xff"), 200),
    "the last 2^63 - 1": (get(b"/posts/patches?last=9223372036854775807&format=json"), 200),
    "the last 2^63": (get(b"/posts/patches?last=9223372036854775808&format=json"), 422),
    "a wait without end": (get(b"/posts/patches?wait=9223372036854775807&format=json"), 422),
    "a wait into the past": (get(b"/posts/patches?wait=-1&format=json"), 422),
    "an invalid dialect": (get(b"/posts/patches?dialect=../dom&format=json"), 422),
    "an invalid cookie": (get(b"/cart", b"Cookie: espalier=../../x; =;;espalier"), 200),
    "an unknown cookie": (get(b"/cart", b"Cookie: espalier=" + b"A" * 32), 200),
    "an invalid instance": (get(b"/cart?instance=../../cart"), 404),
    "another site": (post(LIKE, b"Sec-Fetch-Site: cross-site"), 403),
    "another host of the site": (post(LIKE, b"Sec-Fetch-Site: same-site"), 403),
    "another origin": (post(LIKE, b"Origin: http://evil.example"), 403),
    "another port": (post(LIKE, b"Origin: http://x:81"), 403),
    "the origin null": (post(LIKE, b"Origin: null"), 403),
    "an empty origin": (post(LIKE, b"Origin:"), 403),
    "an origin that begins alike": (post(LIKE, b"Origin: http://x.evil.example"), 403),
    "two origins": (post(LIKE, b"Origin: http://x", b"Origin: http://evil.example"), 403),
}  # fmt: skip
