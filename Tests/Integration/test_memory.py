"""What reads bytes from outside touches no memory that is not its own: parsers, forms, uploads, hostile requests and the JSON interface,
in the optimised build under valgrind. ESPALIER_LONG=1 tries twenty times more random input."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import hostile_requests
import pytest
import test_raw_http
from harness import DOM_PATCH, HTML, IS_LONG, JSON, JSON_PATCH, LIVE, ROOT, Stream, binary, controls, replies_in
from hostile_requests import LAST
from memory import CheckedServer, checked, report
from preloaded import preloading
from uploads import BOUNDARY, PAGE, form, png
from walks import Walk

SEED = int(os.environ.get("ESPALIER_SEED") or random.SystemRandom().randrange(10**6))
MORE = 20 if IS_LONG else 1


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = CheckedServer(tmp_path_factory.mktemp("memory"), "--pace", "100", "--metrics", "127.0.0.1")
    yield server
    if found := server.end():
        pytest.fail(found)


@pytest.mark.parametrize("table", ["REFUSED", "ANSWERED"])
def test_hostile_requests(server, table):
    for case, (sent, status) in getattr(hostile_requests, table).items():
        received = server.raw(sent + LAST)
        assert f"HTTP/1.1 {status} ".encode() in received, (case, received[:300])


def test_ordinary_requests(server):
    for case, sent in test_raw_http.ANSWERED.items():
        replies = replies_in(server.raw(sent * 3 + LAST))
        assert [status for status, _, _ in replies if status != 100] == [200] * 4, case


def test_trees_documents_and_random_events(server):
    print(f"ESPALIER_SEED={SEED}")
    for path in LIVE:
        Walk(server, path, SEED, 4 * MORE).go()


def test_patches_in_each_dialect(server):
    client = server.client()
    streams = [Stream(server.port, f"/posts/patches?last=1&dialect={dialect}") for dialect in ("dom", "json-patch")]
    for number in range(20 * MORE):
        accept = [JSON, JSON_PATCH, DOM_PATCH, HTML, "text/vnd.turbo-stream.html"][number % 5]
        reply = client.send("/posts", "A/actions", "like", f"{number}", accept)
        assert reply.status in (200, 303), reply
    for stream in streams:
        stream.next()
        stream.close()
    client.close()


# Forms with files: what stands before the first boundary, between the parts and after the last boundary.

PIECES = [b"", b"x", b"\r\n", b"\r\n--", f"--{BOUNDARY}".encode(), f"\r\n--{BOUNDARY}".encode(), f"\r\n--{BOUNDARY[:-1]}".encode(), b"\0\xff"]
SIZES = [1, 40, 1000, 3000, 5000, 11_000, 12_000, 15_000, 60_000]


def send(server, sheet, cookies, body):
    head = (
        f"POST {PAGE}/events?node={sheet}&event=send HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: {cookies}\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    return replies_in(server.raw(head.encode() + body))[-1]


@pytest.fixture(scope="module")
def sheet(server):
    """Sends a form to the sheet of the picture, which a page has opened, and returns the status."""
    client = server.client()
    client.get(PAGE)
    assert client.send(PAGE, "ownPhoto", "edit").status == 200
    tree, _ = client.tree(PAGE)
    address = next(address for address, event in controls(tree) if event["name"] == "send")
    yield lambda body: send(server, address, client.cookie_header()["Cookie"], body)[0]
    client.close()


@pytest.mark.parametrize("piece", PIECES[1:])
def test_a_form_with_a_preamble(sheet, piece):
    """The defect of docs/unused-copy-of-a-slice.md: the parser copied the preamble into freed memory."""
    for size in SIZES:
        preamble = (piece * size)[:size]
        # A preamble that holds a boundary is the beginning of a form that is not valid.
        wanted = 400 if f"\r\n--{BOUNDARY}".encode() in b"\r\n" + preamble + b"\r\n" else 415
        assert sheet(preamble + b"\r\n" + form(b"no picture")) == wanted, (piece, size)


def test_forms_that_are_changed_at_random(sheet):
    print(f"ESPALIER_SEED={SEED}")
    chance = random.Random(SEED)
    whole = form(png(), note="a text", other="\r\n--")
    assert sheet(whole) in (200, 400, 415)
    for _ in range(150 * MORE):
        body = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(body))
            kind = chance.randrange(4)
            if kind == 0: body[place] = chance.randrange(256)
            elif kind == 1: body[place:place] = chance.choice(PIECES) * chance.randrange(400)
            elif kind == 2: del body[place:place + chance.randrange(60)]
            else: body[place:place] = body[:chance.randrange(len(body))]
        assert sheet(bytes(body)) < 500, bytes(body)


# The Swift tests of what reads bytes: the fuzzers' seeds, the parsers and the JSON tests.

FOLDERS = [
    "EspalierServerTests/Fuzz", *(f"EspalierServerTests/HTTP/{part}" for part in ("Addresses", "Bodies", "Fields", "Requests", "Responses", "Uploads")),
    "EspalierTests/Values",
]


def test_the_parsers_under_their_own_tests(tmp_path):
    files = [file for folder in FOLDERS for file in sorted((ROOT / "Tests" / folder).rglob("*.swift"))]
    suites = [name for file in files for name in re.findall(r"^(?:@Suite\S* )?(?:struct|enum|final class) (\w+Tests|\w*Conformance)\b", file.read_text(), re.MULTILINE)]
    assert {"SeedTests", "MultipartTests", "JSONParseTests", "TemplateTests", "RequestHeadTests"} <= set(suites)
    program = Path(binary()).parent / "espalierPackageTests.xctest"
    command = [*checked(program, tmp_path), "--testing-library", "swift-testing", "--no-parallel", "--filter", rf"\.({'|'.join(suites)})(/|$)"]
    environment = preloading("sigsuspend", tmp_path, ESPALIER_VALGRIND="1")
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=560 * (6 if IS_LONG else 1), check=False, cwd=ROOT,
        env=environment)
    if found := report(tmp_path):
        pytest.fail(found)
    assert done.returncode == 0, done.stdout[-3000:]
    (count,) = re.findall(r"Test run with (\d+) tests? .*passed", done.stdout)
    assert int(count) > 100, done.stdout[-300:]


def test_a_defect_is_reported(tmp_path):
    """Without this test, a valgrind that checks nothing would pass."""
    script = "import ctypes; c = ctypes.CDLL(None); c.malloc.restype = ctypes.c_void_p; p = c.malloc(100); c.free(ctypes.c_void_p(p)); ctypes.memset(p, 1, 50)"
    done = subprocess.run(
        ["valgrind", "--undef-value-errors=no", f"--log-file={tmp_path}/report", sys.executable, "-S", "-c", script],
        env=os.environ | {"PYTHONMALLOC": "malloc"}, check=False)
    assert done.returncode == 0 and "Invalid write" in report(tmp_path)
