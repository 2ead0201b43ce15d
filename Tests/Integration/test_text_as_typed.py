"""The text that a handler gets is the text that was typed, whatever encoding a form has."""

import re

import pytest
from harness import HTML, JSON, Trials
from uploads import BOUNDARY

FORM = "application/x-www-form-urlencoded"
TYPED = "\n\none\ntwo\n"


@pytest.fixture(scope="module")
def trials():
    server = Trials()
    yield server
    server.kill()


def send(client, body, type, event="save"):
    node = next(cell["id"] for cell in client.tree("/note")[0]["children"])
    headers = {"Accept": JSON, "Content-Type": type, "Sec-Fetch-Site": "same-origin"}
    return client.ask("POST", f"/note/events?node={node}&event={event}", body, **headers)


def multipart(text, file=b"", name="empty.txt"):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="text"\r\n\r\n{text}\r\n--{BOUNDARY}\r\n'
    head += f'Content-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
    return head.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()


def stored(client):
    return client.tree("/note")[0]["children"][0]["model"]


@pytest.mark.parametrize("end", ["%0D%0A", "%0A", "%0D"])
def test_a_form_has_line_feeds(trials, end):
    client = trials.client()
    assert send(client, "data=" + TYPED.replace("\n", end), FORM).status == 200
    assert stored(client)["text"] == TYPED


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_form_with_a_file_has_line_feeds_and_the_file_stays(trials, end):
    client, type = trials.client(), f"multipart/form-data; boundary={BOUNDARY}"
    assert send(client, multipart(TYPED.replace("\n", end), b"a\r\nb"), type, "attach").status == 200
    assert stored(client) == {"text": TYPED, "fileSize": 4}


def test_an_empty_file_is_a_file_and_a_text(trials):
    client, type = trials.client(), f"multipart/form-data; boundary={BOUNDARY}"
    assert send(client, multipart("empty"), type, "attach").status == 200
    assert stored(client) == {"text": "empty", "fileSize": 0}
    # Nobody chose a file.
    assert send(client, multipart("none", name=""), type, "attach").status == 400


def test_a_form_as_plain_text_is_refused(trials):
    # Its values cannot be told from its syntax (WHATWG HTML, 4.10.22.9).
    assert send(trials.client(), "data=a\r\n", "text/plain").status == 415


def test_a_page_has_a_line_feed_more_where_a_browser_drops_one(trials):
    client = trials.client()
    assert send(client, "data=" + TYPED.replace("\n", "%0D%0A"), FORM).status == 200
    page = client.get("/note", HTML).text
    for name in ("textarea", "pre", "listing"):
        found = re.findall(rf"<{name}[^>]*>(.*?)</{name}>", page, re.S)
        assert found and all(text.startswith("\n" + TYPED) for text in found), (name, found)
