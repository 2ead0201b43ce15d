"""Files: parts, and the conditions of RFC 9110, against the server."""

import os
import subprocess
from email.utils import formatdate

import pytest

# More than 1 MiB is read while it is sent; less comes from the cache.
SIZES = {"small.mp4": 300_000, "large.mp4": 3_000_000}
CHANGED = 1_700_000_000


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "public"
    folder.mkdir()
    for name, size in SIZES.items():
        (folder / name).write_bytes(bytes(i * 31 % 251 for i in range(size)))
    (folder / "text.txt").write_text("a text of some length\n" * 500)
    (folder / "text.txt~").write_text("secret")
    (folder / "old.bak").write_text("secret")
    for path in folder.iterdir():
        os.utime(path, (CHANGED, CHANGED))
    return folder


@pytest.fixture
def files(start, folder):
    return start("--public", str(folder))


@pytest.mark.parametrize("name", SIZES)
def test_a_player_gets_the_parts_that_it_asks_for(files, folder, name):
    """As Safari plays a video: two bytes first, then parts, and the last bytes."""
    client, content = files.client(), (folder / name).read_bytes()
    size = len(content)
    whole = client.get(f"/{name}")
    assert whole.status == 200 and whole.body == content and whole.headers["Accept-Ranges"] == "bytes"
    assert whole.headers["Last-Modified"] == formatdate(CHANGED, usegmt=True)
    spans = [("0-1", 0, 2), ("0-", 0, size), (f"0-{size - 1}", 0, size), ("65535-65536", 65_535, 65_537), ("-1000", size - 1000, size),
             (f"{size - 1}-", size - 1, size), (f"{size // 2}-{size * 2}", size // 2, size)]
    for span, first, end in spans:
        reply = client.get(f"/{name}", Range=f"bytes={span}", If_Range=whole.headers["ETag"], Accept_Encoding="identity")
        assert reply.status == 206 and reply.headers["Content-Range"] == f"bytes {first}-{end - 1}/{size}", span
        assert reply.body == content[first:end] and reply.headers["Content-Length"] == str(end - first)
        for header in ("ETag", "Last-Modified", "Content-Type", "Cache-Control"):
            assert reply.headers[header] == whole.headers[header]
    behind = client.get(f"/{name}", Range=f"bytes={size}-")
    assert behind.status == 416 and behind.headers["Content-Range"] == f"bytes */{size}"
    assert client.get(f"/{name}", Range="bytes=0-1,5-6").body == content
    head = client.ask("HEAD", f"/{name}", Range="bytes=0-1")
    assert head.status == 200 and head.headers["Content-Length"] == str(size) and head.body == b""
    # The connection is still in step.
    assert client.get(f"/{name}", Range="bytes=1-2").body == content[1:3]


@pytest.mark.parametrize("name", SIZES)
def test_conditions_of_get_and_head(files, name):
    client = files.client()
    tag = client.get(f"/{name}").headers["ETag"]
    before, same, after = (formatdate(CHANGED + seconds, usegmt=True) for seconds in (-1, 0, 1))
    cases = [({"If_Match": tag}, 200), ({"If_Match": '"x"'}, 412), ({"If_Unmodified_Since": before}, 412),
             ({"If_Unmodified_Since": same}, 200), ({"If_Match": tag, "If_Unmodified_Since": before}, 200), ({"If_None_Match": tag}, 304),
             ({"If_None_Match": '"x"', "If_Modified_Since": after}, 200), ({"If_Modified_Since": same}, 304),
             ({"If_Modified_Since": before}, 200), ({"If_Match": '"x"', "If_None_Match": tag}, 412)]
    for headers, status in cases:
        for method in ("GET", "HEAD"):
            reply = client.ask(method, f"/{name}", **headers)
            assert reply.status == status, (method, headers)
            if status == 304:
                assert reply.body == b"" and reply.headers["ETag"] == tag and reply.headers["Last-Modified"] == same
    for headers, status in [({"If_Range": same}, 206), ({"If_Range": after}, 200), ({"If_Range": f"W/{tag}"}, 200), ({"If_Match": '"x"'}, 412)]:
        assert client.get(f"/{name}", Range="bytes=0-9", **headers).status == status, headers


def test_curl_goes_on_where_a_download_stopped(files, folder, tmp_path):
    for name in SIZES:
        content, path = (folder / name).read_bytes(), tmp_path / name
        path.write_bytes(content[:123_456])
        command = ["curl", "-sS", "--fail", "-C", "-", "-o", str(path), f"http://127.0.0.1:{files.port}/{name}"]
        subprocess.run(command, check=True, timeout=60)
        assert path.read_bytes() == content
        part = subprocess.check_output(["curl", "-sS", "-r", "-5", command[-1]], timeout=60)
        assert part == content[-5:]


@pytest.mark.parametrize("coding", ["br, gzip", "gzip"])
def test_a_part_is_never_compressed(files, folder, coding):
    client, content = files.client(), (folder / "text.txt").read_bytes()
    coded = client.get("/text.txt", Accept_Encoding=coding)
    assert coded.headers["Content-Encoding"] and coded.headers["Accept-Ranges"] is None
    part = client.get("/text.txt", Accept_Encoding=coding, Range="bytes=5-5004")
    assert part.status == 206 and part.headers["Content-Encoding"] is None and part.body == content[5:5005]
    assert part.headers["ETag"] == client.get("/text.txt").headers["ETag"] != coded.headers["ETag"]
    # What the client has is of the compressed form: it needs the whole again.
    again = client.get("/text.txt", Accept_Encoding=coding, Range="bytes=5-", If_Range=coded.headers["ETag"])
    assert again.status == 200 and again.body == coded.body


def test_copies_of_editors_are_not_served(files):
    client = files.client()
    assert [client.get(path).status for path in ("/text.txt~", "/old.bak", "/text.txt")] == [404, 404, 200]
