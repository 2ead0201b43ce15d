"""The demos below a prefix: no page, header or patch has a URL of the site without it, and each such URL leads somewhere."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from harness import ALL, DOM_PATCH, HTML, JSON, LIVE, Server, event_path, senders

PREFIX = "/app"
# Of the URLs of one shape the crawl opens this many. It checks the prefix of all.
EACH = 8
URLS = {"href", "src", "action", "formaction", "poster", "cite", "data", "xlink:href", "background", "manifest", "data-espalier", "data-patches",
        "data-module"}
# Other programs read what these attributes contain. Browsers do not.
TEXTS = {"content", "title", "value", "data-words", "aria-label", "placeholder"}


class Links(HTMLParser):
    """The URLs in markup, and other attributes whose values look like paths."""

    def __init__(self, markup):
        super().__init__()
        self.urls, self.others = [], []
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in URLS:
                self.urls.append(value)
            elif name == "srcset":
                self.urls += [candidate.split()[0] for candidate in value.split(",")]
            elif value and name not in TEXTS and re.match("/[a-z]", value):
                self.others.append((tag, name, value))


def links(markup):
    found = Links(markup)
    assert found.others == [], "These attributes have paths, and the test does not know them."
    return found.urls


def checked(urls, where):
    """The paths of the site among some URLs. Each has the prefix, once."""
    paths = [url for url in urls if url.startswith("/") and not url.startswith("//")]
    for path in paths:
        assert path.startswith(PREFIX + "/") and not path.startswith(PREFIX * 2), f"{where} has the URL {path}"
    return paths


@pytest.fixture(scope="module")
def server():
    server = Server("--prefix", PREFIX, "--development", "--faults", "everyone", "--pace", "100", "--metrics", "everyone")
    server.prefix = PREFIX
    yield server
    assert server.stop() == 0
    assert server.complaints() == []


def header_urls(reply):
    location = [reply.headers["Location"]] if reply.headers["Location"] else []
    return location + re.findall("<([^>]*)>", reply.headers["Link"] or "")


def test_a_crawl_finds_only_urls_with_the_prefix_and_each_leads_somewhere(server):
    client = server.client()
    client.prefix = ""
    todo, seen, shapes = [f"{PREFIX}{path}" for path in ALL], set(), Counter()
    while todo:
        url = todo.pop().partition("#")[0]
        # Each load of a page of scope `tab` has its own tab. A stream has no end.
        if url in seen or "/events" in url or "tab=" in url or ("/patches" in url and "format=json" not in url):
            continue
        seen.add(url)
        # A table has a thousand links that differ only in a row's key.
        shape = re.sub("/[0-9]+|=[^&]*", "…", url)
        shapes[shape] += 1
        if shapes[shape] > EACH:
            continue
        reply = client.get(url, None if "/patches" in url else HTML)
        assert reply.status in (200, 307, 308), f"{url}: {reply}"
        found = header_urls(reply)
        if reply.type == HTML:
            # A URL relative to the page must not leave the prefix either.
            found += [urljoin(url, link) for link in links(reply.text) if not urlsplit(link).netloc]
        elif reply.type == "text/css":
            assert not re.search(r"""(url\(|@import )["']?/""", reply.text), url
        todo += checked(found, url)
    assert len(shapes) > 150, len(shapes)


def operation_urls(operation):
    """The URLs in one operation of the browser's dialect."""
    kind, _, *rest = operation
    if kind == "=":
        return [value for locator, value in zip(rest[::2], rest[1::2]) if locator.partition("@")[2] in URLS]
    if kind == "@":
        return rest[1:] if rest[0] == "navigate" else []
    return [url for word in operation[1:] if isinstance(word, str) and "<" in word for url in links(word)]


@pytest.mark.parametrize("path", LIVE)
def test_patches_receipts_and_redirects_have_the_prefix(server, path):
    client = server.client()
    page = f"{path}?tab={client.tab}" if path == "/scopes/tab" else path
    tree = client.tree(page)[0]
    kinds = {}
    for node, event, data in senders(tree):
        kinds.setdefault(event, (node, event, data))
    count = 0
    for node, event, data in kinds.values():
        press = {"node": node, "event": event, "data": data}
        where = f"{event} of {node}"
        patch = client.post(event_path(page), press, DOM_PATCH)
        if patch.status != 200:
            continue  # The row is gone, or takes no such data now.
        count += 1
        checked([url for operation in patch.json for url in operation_urls(operation)], where)
        checked(header_urls(patch), where)
        receipt = client.post(event_path(page), press, JSON)
        if receipt.status == 200:
            effects = [effect["url"] for effect in receipt.json.get("effects", []) if effect["effect"] == "navigate"]
            assert checked([receipt.json["events"], *effects], where)
        text = data if isinstance(data, str) else json.dumps(data)
        plain = client.submit(event_path(page), node=node, event=event, data=text)
        if plain.status == 303:
            assert checked(header_urls(plain), where)
    assert count or not kinds
    for dialect in ("dom", "turbo"):
        news = client.get(f"{path}/patches{page[len(path):]}{'&' if '?' in page else '?'}format=json&since=old.1&dialect={dialect}", JSON)
        assert news.status == 200, news
        patch = news.json["patches"][0]["patch"]
        urls = links(patch) if dialect == "turbo" else [url for operation in patch for url in operation_urls(operation)]
        checked(urls, f"the snapshot of {path}")
    client.close()


def test_outside_of_the_prefix_there_is_nothing_but_health_checks(server):
    client = server.client()
    client.prefix = ""
    for path in ["/", "/posts", "/site.css", "/metrics", "/faults", "/apps/posts", "/posts/events"]:
        reply = client.get(path, HTML)
        assert reply.status == 404 and f"This site is at {PREFIX}/." in reply.text, path
        checked(links(reply.text), path)
    for path in ["/healthz", "/readyz"]:
        assert client.get(path).status == client.get(PREFIX + path).status == 200
    front = client.get(PREFIX)
    assert (front.status, front.headers["Location"]) == (308, PREFIX + "/")
    assert client.get(f"{PREFIX}/metrics").status == 200


def test_an_invalid_prefix_ends_the_server_with_the_remedy():
    with pytest.raises(AssertionError) as failure:
        Server("--prefix", "app")
    assert 'prefix: "app" is not a path prefix; write one such as /app' in str(failure.value)
