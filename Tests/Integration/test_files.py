"""Files: permanent URLs, compression by Accept-Encoding, entity tags."""

import gzip
import re
import zlib

import pytest
from harness import HTML

CODINGS = [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0.1, gzip", "gzip"), ("*", "br"), ("br;q=0, *", "gzip"),
           ("identity", None), ("", None), (None, None), ("gzip;q=0", None), ("gzip;q=0.2, identity", None), ("zstd", None),
           ("BR", "br"), ("gzip;q=x", None)]


@pytest.fixture(scope="module")
def library(server, demos):
    client = demos.client()
    paths = re.findall(r'(?:href|src)="(/espalier/[0-9a-f]{16}/[^"]+)"', client.get("/collections", HTML).text)
    client.close()
    assert [path.split("/")[-1].split("?")[0] for path in paths] == ["arrangements.css", "numbers.css", "espalier.css", "espalier.js", "rest.js"]
    return dict(zip(["arrangements", "numbers", "css", "js", "rest"], paths, strict=True))


def accept(coding):
    return {} if coding is None else {"Accept_Encoding": coding}


@pytest.mark.parametrize(("wanted", "coding"), CODINGS)
@pytest.mark.parametrize("file", ["js", "/site.css"])
def test_the_coding_is_the_one_that_the_client_prefers(client, library, file, wanted, coding):
    path = library.get(file, file)
    reply = client.get(path, **accept(wanted))
    plain = client.get(path, **accept("identity"))
    assert reply.status == 200 and reply.headers["Content-Encoding"] == coding
    assert reply.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert int(reply.headers["Content-Length"]) == len(reply.body)
    assert (reply.headers["ETag"] == plain.headers["ETag"]) == (coding is None)
    if coding:
        assert len(reply.body) < len(plain.body) / 2
    if coding == "gzip":
        assert gzip.decompress(reply.body) == plain.body


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
def test_each_coding_has_its_own_tag_and_HEAD_says_the_same(client, library, coding):
    reply = client.get(library["js"], **accept(coding))
    head = client.ask("HEAD", library["js"], **accept(coding))
    assert head.body == b"" and head.headers["Content-Length"] == str(len(reply.body))
    for name in ("ETag", "Content-Encoding", "Vary", "Content-Type", "Cache-Control"):
        assert head.headers[name] == reply.headers[name]
    again = client.get(library["js"], If_None_Match=reply.headers["ETag"], **accept(coding))
    assert again.status == 304 and again.body == b"" and again.headers["Vary"] == "Accept-Encoding"
    other = client.get(library["js"], If_None_Match=reply.headers["ETag"], **accept("gzip" if coding == "br" else "br"))
    assert other.status == 200 and other.headers["ETag"] != reply.headers["ETag"]


def test_the_files_of_the_library_are_immutable_and_those_of_a_site_are_not(client, library):
    for path in library.values():
        assert client.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for path in ("/site.css", "/inspector.js", "/icon.svg"):
        reply = client.get(path)
        assert reply.headers["Cache-Control"] == "no-cache" and reply.headers["ETag"]


def test_the_folder_of_another_version_is_answered_but_not_cached(client, library):
    """During a deployment a page of one server may request files from another."""
    path = re.sub("/[0-9a-f]{16}/", "/0123456789abcdef/", library["js"])
    reply = client.get(path)
    assert reply.status == 200 and reply.headers["Cache-Control"] == "no-cache" and reply.body == client.get(library["js"]).body
    assert client.get("/espalier/0123456789abcdef/nothing.js").status == 404
    assert client.get("/espalier/0123456789abcde/espalier.js").status == 404


def test_the_sheet_of_numbers_has_the_rules_of_its_url(client, library):
    folder = library["js"].rpartition("/")[0]
    assert client.get(f"{folder}/numbers.css?e-h-45.e-columns-3.e-h-x.%7D").text == ".e-h-45{--e-h-1:45}\n.e-columns-3{--e-columns:3}\n"
    assert len(client.get(f"{folder}/numbers.css").text) > 20_000
    assert client.post(f"{folder}/espalier.js", "x").status == 405


def test_a_small_file_or_a_picture_is_not_compressed(client, tmp_path, start):
    (tmp_path / "small.txt").write_text("small " * 20)
    (tmp_path / "noise.txt").write_bytes(zlib.compress(bytes(range(256)) * 40) * 9 + bytes(range(256)))
    (tmp_path / "text.txt").write_text("a text of some length\n" * 500)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG" + bytes(5000))
    other = start("--public", str(tmp_path)).client()
    codings = {path.name: other.get(f"/{path.name}", Accept_Encoding="br, gzip").headers["Content-Encoding"] for path in tmp_path.iterdir()}
    assert codings == {"small.txt": None, "noise.txt": codings["noise.txt"], "text.txt": "br", "picture.png": None}
