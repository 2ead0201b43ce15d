"""Heads around the limit of a connection's memory: each request gets a complete reply, and a refused request has no effect."""

import json
import re

import pytest
from harness import JSON, Trials, replies_in


@pytest.fixture(scope="module")
def trials():
    server = Trials()
    yield server
    server.kill()


def head(size, kind, entry, closes):
    """An event whose head has `size` bytes, most of them of one kind, and its body."""
    body = json.dumps({"node": "entry", "event": "put", "data": entry}).encode()
    fields = f"Host: x\r\nContent-Type: {JSON}\r\nAccept: {JSON}\r\nContent-Length: {len(body)}\r\n" + closes * "Connection: close\r\n"
    query, more = "", ""
    left = size - len(fields) - len("POST /ledger/events HTTP/1.1\r\n\r\n")
    if kind in ("target", "pairs"):
        query = ("?a=" + "x" * 3900) if kind == "target" else "?" + "&".join(f"a{n}=1" for n in range(60))
        left -= len(query)
    if kind == "cookies":
        count = max(0, (left - 10) // 30)
        more = "Cookie: " + "; ".join(f"a{n:04}=" + "b" * 22 for n in range(count // 2)) + "\r\n"
        left -= len(more)
    if kind == "fields":
        more = "".join(f"X-{n:02}: {'y' * 40}\r\n" for n in range(min(80, left // 48)))
        left -= len(more)
    if left > 8:
        more += "X-P: " + "z" * (left - 7) + "\r\n"
    return f"POST /ledger/events{query} HTTP/1.1\r\n{fields}{more}\r\n".encode() + body


@pytest.mark.parametrize("behind", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + b"X-B: " + b"b" * 700 + b"\r\n\r\n"],
                         ids=["alone", "pipelined"])
@pytest.mark.parametrize("kind", ["field", "fields", "cookies", "target", "pairs"])
def test_each_head_gets_a_complete_reply_and_a_refused_request_has_no_effect(trials, kind, behind):
    client = trials.client()
    before = client.get("/ledger", JSON).json["children"][0]["model"]["total"]
    counted, refused = 0, 0
    for size in range(3000, 16_800, 131):
        received = trials.raw(head(size, kind, f"{kind} {size}", not behind) + behind, seconds=5)
        assert received.startswith(b"HTTP/1.1 "), f"A head of {size} bytes got no reply: {received[:200]}"
        status = int(received[9:12])
        # libmicrohttpd itself refuses a head that does not fit at all, with its own page.
        assert len(re.findall(rb"HTTP/1.1 \d", received)) <= 1 + bool(behind), f"The reply to a head of {size} bytes has its head twice."
        replies = [] if b"<html>" in received else replies_in(received)
        assert status in (200, 414, 431), (size, received[:200])
        assert not replies or replies[0][2], f"The reply to a head of {size} bytes has no body."
        assert status != 200 or len(replies) == 1 + bool(behind), f"The request after a head of {size} bytes got no reply."
        counted, refused = counted + (status == 200), refused + (status != 200)
    # The sizes are on both sides of the limit.
    assert counted > 5 and refused > 5
    after = client.get("/ledger", JSON).json["children"][0]["model"]["total"]
    assert after - before == counted
    client.close()


@pytest.mark.parametrize("kind", ["field", "cookies", "target"])
def test_a_head_of_eight_thousand_bytes_is_answered(trials, kind):
    assert replies_in(trials.raw(head(8000, kind, "usual", True)))[0][0] == 200
