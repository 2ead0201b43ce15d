"""Pages in gzip: right headers, one compression for each version of a shared page, and nothing about secrets."""

import gzip
import re

import pytest
from harness import HTML, JSON

GZIP = {"Accept_Encoding": "gzip, deflate, br, zstd"}
LOAD = re.compile(rb'name="~load" value="([^"]*)"')


def without_loads(body):
    load = LOAD.search(body)
    return body.replace(load.group(1).split(b".")[-1], b"") if load else body


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


@pytest.mark.parametrize("path", ["/album", "/people", "/cart", "/editing"])
def test_a_page_of_one_browser_in_gzip_says_nothing_about_its_secret(client, path):
    """The length of what is compressed could tell it to somebody who can put text into the page (BREACH)."""
    packed = client.get(path, HTML, **GZIP)
    page = gzip.decompress(packed.body)
    assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.body) < len(page) / (3 if len(page) > 40_000 else 2)
    secret = re.search(rb'data-patches="[^"#]*#([0-9a-f]{32})"', page).group(1)
    # It stands in the compressed bytes as it is, so no match with another text makes them shorter.
    assert packed.body.count(secret) == page.count(secret) > 0
    tree = client.get(path, JSON, **GZIP)
    assert gzip.decompress(tree.body) == client.get(path, JSON).body and tree.body.count(secret) == 0
    assert without_loads(client.get(path, HTML).body) == without_loads(page)


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
