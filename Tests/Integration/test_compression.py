"""Pages in gzip: only those that all browsers share, right headers, and one compression for each version."""

import gzip
import re

import pytest
from harness import HTML, JSON, OWN

GZIP = {"Accept_Encoding": "gzip, deflate, br, zstd"}
LOAD = re.compile(rb'name="~load" value="([^"]*)"')


def without_loads(body):
    number = LOAD.search(body).group(1).split(b".")[-1]
    return body.replace(number, b"")


def test_a_shared_page_in_gzip_is_the_page_with_a_number_of_its_own(client):
    plain = client.get("/posts", HTML)
    packed = [client.get("/posts", HTML, **GZIP) for _ in range(3)]
    for reply in packed:
        assert reply.headers["Content-Encoding"] == "gzip" and int(reply.headers["Content-Length"]) == len(reply.body)
        assert len(reply.body) < len(plain.body) / 3
        # A weak tag stands for every coding (RFC 9110, 8.8.1).
        assert reply.headers["ETag"] == plain.headers["ETag"] and reply.headers["ETag"].startswith("W/")
        assert without_loads(gzip.decompress(reply.body)) == without_loads(plain.body)
    loads = {LOAD.search(gzip.decompress(reply.body)).group(1) for reply in packed}
    assert len(loads) == 3
    assert plain.headers["Vary"] == packed[0].headers["Vary"] == "Accept, Cookie, Accept-Encoding"
    assert "Content-Encoding" not in plain.headers


def test_HEAD_and_304_have_the_headers_of_the_page(client):
    reply = client.get("/posts", HTML, **GZIP)
    head = client.ask("HEAD", "/posts", HTML, **GZIP)
    for name in ("Content-Encoding", "Content-Length", "ETag", "Vary", "Cache-Control"):
        assert head.headers[name] == reply.headers[name], name
    same = client.get("/posts", HTML, If_None_Match=reply.headers["ETag"], **GZIP)
    assert same.status == 304 and same.body == b"" and same.headers["Vary"] == reply.headers["Vary"]
    assert "Content-Encoding" not in same.headers


def test_the_tree_in_gzip_has_a_strong_tag_of_its_own(client):
    plain = client.get("/posts", JSON)
    packed = client.get("/posts", JSON, **GZIP)
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.body) == plain.body
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert client.get("/posts", JSON, If_None_Match=packed.headers["ETag"], **GZIP).status == 304
    assert client.get("/posts", JSON, If_None_Match=packed.headers["ETag"]).status == 200
    assert client.get("/posts", JSON, If_None_Match=plain.headers["ETag"]).status == 304


@pytest.mark.parametrize("tag", ["plain", "gzip"])
def test_an_event_may_name_either_tag_of_the_version(client, tag):
    headers = GZIP if tag == "gzip" else {}
    seen = client.get("/posts", JSON, **headers).headers["ETag"]
    refused = client.post("/posts/events", {"node": "none", "event": "none"}, If_Match=seen)
    # The version is right, so the server looks for the node.
    assert refused.status != 412
    assert client.post("/posts/events", {"node": "none", "event": "none"}, If_Match='"other"').status == 412


def test_a_page_of_one_browser_is_not_compressed(client):
    """Its length could tell what it holds to somebody who can put text into it (BREACH)."""
    owned = next(path for path in OWN if len(client.get(path, HTML).body) > 2048)
    reply = client.get(owned, HTML, **GZIP)
    assert reply.status == 200
    assert "Content-Encoding" not in reply.headers and "Accept-Encoding" not in reply.headers["Vary"]


def test_short_replies_streams_and_pictures_are_not_compressed(client):
    for path in ("/healthz", "/nothing-here"):
        assert "Content-Encoding" not in client.get(path, **GZIP).headers


def test_metrics_count_the_bytes_that_compression_saves(client):
    def saved():
        return int(re.search(r"espalier_compression_saved_bytes_total (\d+)", client.get("/metrics").text).group(1))

    before = saved()
    reply = client.get("/posts", HTML, **GZIP)
    now = before + len(gzip.decompress(reply.body)) - len(reply.body)
    assert saved() == now > before
    client.ask("HEAD", "/posts", HTML, **GZIP)
    client.get("/posts", HTML)
    assert saved() == now
