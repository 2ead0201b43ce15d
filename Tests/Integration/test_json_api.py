"""Every demo read and driven by plain HTTP: the tree, events and receipts, patches and streams."""

import itertools
import random
import re
import threading

import jsonpatch
import pytest
from harness import (
    ALL, DEMOS, DOM_PATCH, GUIDES, HTML, IS_LONG, JSON, JSON_PATCH, ROOT, SHARED, TABLES, UNCHANGED, WORKING, Stream, cells, controls, event_path, find,
    patches_path, senders, until,
)

LIVE = [path for path in DEMOS if path != "/simple"]
# The pages that answer at once. The page of a tab redirects a client without a tab to a new tab.
AT_ONCE = [path for path in ALL if path != "/scopes/tab"]
# The pages that change only through requests.
STEADY = [path for path in LIVE if path not in WORKING]

# The types of JSON Schema by the types that Python reads.
TYPES = {bool: ["boolean"], int: ["integer", "number"], float: ["number"], str: ["string"], list: ["array"], dict: ["object"]}


def number(version):
    return int(version.split(".")[1])


def press(client, path, choice, accept=JSON, **fields):
    node, event, data = choice
    reply = client.send(path, node, event, data, accept, **fields)
    assert reply.status == 200, reply
    return reply


def after(version, count):
    epoch, first = version.split(".")
    return [f"{epoch}.{int(first) + step}" for step in range(1, count + 1)]


def of_one_version(ask):
    """Replies to several requests about a page that show one version of it: a page with a task may change between two requests."""
    def replies():
        found = ask()
        return found if len({reply.version for reply in found if "Espalier-Instance" in reply.headers}) < 2 else None

    return until(replies)


# The tree


@pytest.mark.parametrize("path", ALL)
def test_each_node_of_a_tree_describes_itself(client, path):
    reply = client.get(path, JSON)
    assert (reply.status, reply.type) == (200, JSON)
    tree = reply.json
    assert tree["id"] == ""
    addresses = [cell["id"] for cell in cells(tree)]
    assert len(set(addresses)) == len(addresses) > 1
    for cell in cells(tree):
        assert list(cell) == ["id", "type", "model", "events", "children"], cell["id"]
        assert cell["type"] and isinstance(cell["model"], dict)
        for event in cell["events"]:
            assert list(event) == ["name", "type", "schema", "example"] and event["name"]
            assert event["type"] in (["null"] if event["example"] is None else TYPES[type(event["example"])]), event
        for child in cell["children"]:
            parent, _, key = child["id"].rpartition("/")
            assert parent == cell["id"] and key


@pytest.mark.parametrize("path", AT_ONCE)
def test_the_html_has_the_same_nodes_in_the_same_order(client, path):
    document, page = of_one_version(lambda: (client.get(path, JSON), client.get(path, HTML)))
    tree, version = document.json, document.version
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.version == version and page.headers["ETag"].startswith(f'W/"{version}-')
    # The class contains the type, and the classes of a layout or a height.
    ids = re.findall(r'<(?:li|header|footer|div|tr|thead|tfoot|td)(?: role="\w+")?(?: data-column="[^"]*")?(?: data-region)? id="([^"]*)" class="(\w*)[^"]*"', page.text)
    assert [pair for pair in ids if pair[0] != "~root"] == [(cell["id"], cell["type"]) for cell in cells(tree)][1:]
    actions = re.findall(r' (?:form)?action="[^"]*[?;]node=([^&"]*)&amp;event=([^"]*)"', page.text)
    assert actions == [(node, event["name"]) for node, event in controls(tree)]


def test_the_menu_leads_to_every_demo(client):
    tree, _ = client.tree("/")
    links = [cell["model"]["href"] for cell in cells(tree) if "href" in cell["model"]]
    assert links == DEMOS
    assert all(client.get(link, JSON).status == 200 for link in links)


def test_the_tests_know_every_page_of_the_demos():
    texts = [file.read_text() for file in (ROOT / "Sources/EspalierDemos").glob("Demo*.swift")]
    assert {"/", *re.findall(r'"(/[a-z][a-z/-]*)"', "".join(texts))} == set(ALL) - set(GUIDES)


def test_the_types_that_a_client_accepts_decide_the_format(client):
    chromium = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
    assert client.get("/posts", chromium).type == HTML
    assert client.get("/posts").type == HTML
    assert client.get("/posts", "application/json, text/html;q=0.5").type == JSON
    assert client.get("/posts?format=json", chromium).type == JSON
    assert client.get("/posts?format=html", JSON).type == HTML
    assert {"Accept", "Cookie"} <= {word.strip() for word in client.get("/posts").headers["Vary"].split(",")}


# Caching


@pytest.mark.parametrize(("path", "accept"), list(itertools.product(AT_ONCE, [HTML, JSON])))
def test_a_page_that_a_client_has_is_not_sent_again(client, path, accept):
    def ask():
        first = client.get(path, accept)
        tags = first.headers["ETag"], '"another.1"'
        return first, *(client.get(path, accept, If_None_Match=tag) for tag in tags)

    first, again, other = of_one_version(ask)
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    # Each load of a page has its own number.
    bodies = [re.sub(rb"([0-9a-f]{32})\.[0-9a-f]{16}", rb"\1", reply.body) for reply in (first, other)]
    assert bodies[0] == bodies[1]


def test_a_change_makes_a_clients_copy_stale(client):
    seen = client.get("/cart", JSON).headers["ETag"]
    press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1}))
    fresh = client.get("/cart", JSON, If_None_Match=seen)
    assert fresh.status == 200 and fresh.headers["ETag"] != seen


# HEAD does not depend on a page: one that all browsers share, one of each browser, one with a task and one of each tab.
@pytest.mark.parametrize("path", ["/posts", "/cart", "/prices", "/people", "/site.css", "/espalier/espalier.js", "/healthz", "/posts/patches"])
def test_head_is_get_without_a_body(client, path):
    if path == "/posts/patches":
        head = client.ask("HEAD", path, Accept="*/*")
        assert (head.status, head.body, head.type) == (200, b"", "text/event-stream")
    else:
        # A page with a task may change between the two requests.
        head, get = of_one_version(lambda: (client.ask("HEAD", path, Accept="*/*"), client.get(path, "*/*")))
        assert head.status == 200 and head.body == b""
        volatile = ("Date", "Espalier-Instance", "Link", "ETag", "Set-Cookie", "Espalier-Request")
        assert {k: v for k, v in head.headers.items() if k not in volatile} == {
            k: v for k, v in get.headers.items() if k not in volatile}
        assert int(head.headers["Content-Length"]) == len(get.body) > 0


# Events


@pytest.mark.parametrize("path", ["/simple", *STEADY])
def test_each_control_can_be_pressed_and_answers_with_a_receipt(demos, path):
    client = demos.client()
    choices = senders(client.tree(path)[0])
    assert bool(choices) == (path in LIVE)
    for choice in choices:
        tree, version = client.tree(path)
        if choice not in senders(tree):
            continue  # an earlier press has removed the control
        node, event, _ = choice
        reply = press(client, path, choice)
        receipt = reply.json
        assert receipt["event"] == event
        assert receipt["version"] == reply.version
        assert number(receipt["version"]) == number(version) + (1 if receipt["patch"] else 0)
        route = [step["node"] for step in receipt["route"]]
        parents = ["/".join(node.split("/")[:depth]) for depth in range(node.count("/") + 1)][::-1]
        # A command runs at its own cell, an event bubbles to the root.
        assert route == ([node] if receipt["stopped"] else parents)
        assert path not in ("/posts", "/cart", "/share") or not receipt["stopped"]
        assert any(step["handled"] for step in receipt["route"])
        assert receipt["events"] == event_path(path) + ("" if path in SHARED else f"?instance={receipt['instance']}")
        fresh, current = client.tree(path)
        assert current == receipt["version"]
        assert jsonpatch.apply_patch(tree, receipt["patch"]) == fresh
    client.close()


def test_a_receipt_names_the_handlers_and_the_shared_data(client):
    # A node does not receive a value that it has already.
    press(client, "/posts", ("B/actions", "like", "Like"))
    receipt = press(client, "/posts", ("B/actions", "share", "Share")).json
    assert receipt["route"] == [{"node": "B", "handled": True}, {"node": "", "handled": False}]
    assert receipt["shared"] == [
        {"name": "shown", "by": "B", "to": ["B/photo"], "value": {"text": "Share", "tone": "blue"}}
    ]
    assert {change["path"] for change in receipt["patch"]} == {
        "/children/1/children/1/model/text", "/children/1/children/1/model/tone"}

    receipt = press(client, "/cart", ("instudio/id3", "step", {"product": "id3", "by": 1})).json
    assert receipt["route"] == [{"node": "instudio", "handled": False}, {"node": "", "handled": True}]
    assert receipt["shared"] == [{"name": "total", "by": "", "to": ["total"], "value": 2606}]

    listeners = [cell["id"] for cell in find(client.tree("/share")[0], "listeners")["children"]]
    receipt = press(client, "/share", ("sharer", "shareNext", None)).json
    assert len(listeners) >= 100 and sorted(receipt["shared"][0]["to"]) == sorted(listeners)


def test_an_event_that_changes_nothing_makes_no_version(client):
    tree, version = client.tree("/cart")
    assert find(tree, "Topsounds/id1")["model"]["quantity"] == 1
    down = ("Topsounds/id1", "step", {"product": "id1", "by": -1})
    receipt = press(client, "/cart", down).json
    assert (receipt["patch"], receipt["version"]) == ([], version)
    for accept in (JSON_PATCH, DOM_PATCH):
        reply = press(client, "/cart", down, accept)
        assert (reply.json, reply.version) == ([], version)
    assert client.tree("/cart") == (tree, version)


@pytest.mark.parametrize("path", STEADY)
@pytest.mark.parametrize("seed", range(3 if IS_LONG else 1))
def test_patches_of_random_events_lead_from_the_old_tree_to_the_new(demos, path, seed):
    chance = random.Random(f"{path} {seed}")
    client = demos.client()
    tree, version = client.tree(path)
    for _ in range(60):
        reply = press(client, path, chance.choice(senders(tree)), chance.choice([JSON, JSON_PATCH]))
        patch = reply.json["patch"] if reply.type == JSON else reply.json
        assert number(reply.version) == number(version) + bool(patch)
        tree, version = jsonpatch.apply_patch(tree, patch), reply.version
        if chance.random() < 0.3:
            assert (tree, version) == client.tree(path)
    assert (tree, version) == client.tree(path)
    client.close()


# The many patches of lists over a database are longer than the lists, so that a client gets the list instead.
@pytest.mark.parametrize("path", [path for path in WORKING if path not in TABLES])
def test_patches_of_tasks_that_end_later_lead_from_the_old_tree_to_the_new(demos, path):
    chance = random.Random(path)
    client = demos.client()
    old, version = client.tree(path)
    tree = old
    for _ in range(60):
        choice = chance.choice(senders(tree))
        reply = client.send(path, *choice)
        # A task may take the row away, or its button, between reading and pressing.
        is_gone = reply.status == 410 or reply.status == 422 and "unknown-event" in reply.text
        assert is_gone or reply.status == 200, reply
        assert is_gone or any(step["handled"] for step in reply.json["route"])
        tree = client.tree(path)[0]

    def settled():
        tree, last = client.tree(path)
        patches = client.get(f"{patches_path(path)}?since={version}&dialect=json-patch", JSON).json["patches"]
        versions = [patch["version"] for patch in patches]
        # If a patch was longer than the page, the page comes in its place.
        is_whole = bool(patches) and patches[0]["event"] == "snapshot" and versions == [last]
        # A task may end between the two requests.
        is_settled = "running" not in str(tree) and (is_whole or versions == after(version, number(last)))
        return is_settled and (tree, last, patches)

    tree, last, patches = until(settled, what="all tasks ended, and the patches lead to the tree")
    # However busy the machine is, a task began and ended.
    assert number(last) >= 2
    for patch in patches:
        old = jsonpatch.apply_patch(old, patch["patch"])
    assert old == tree
    client.close()


def test_a_reply_has_the_dialect_that_the_client_accepts(client):
    choice = ("Topsounds/id2", "step", {"product": "id2", "by": 1})
    reply = press(client, "/cart", choice, JSON_PATCH)
    assert reply.type == JSON_PATCH
    assert reply.json == [
        {"op": "replace", "path": "/children/0/children/2/model/quantity", "value": 3},
        {"op": "replace", "path": "/children/2/model/cents", "value": 1793},
    ]
    reply = press(client, "/cart", choice, DOM_PATCH)
    assert reply.type == DOM_PATCH
    assert reply.json == [["=", "Topsounds/id2", "1.1:1", "4"], ["=", "total", "0.1:0", "$19.84"]]
    reply = client.send("/cart", *choice, accept=HTML)
    assert (reply.status, reply.headers["Location"], reply.body) == (303, "/cart#Topsounds/id2", b"")
    assert find(client.tree("/cart")[0], "total")["model"] == {"cents": 2175}


@pytest.mark.parametrize("as_query", [True, False])
def test_a_form_without_scripts_presses_the_same_button(client, as_query):
    names = {"node": "Topsounds/id1", "event": "step"}
    data = '{"product":"id1","by":1}'
    if as_query:
        reply = client.submit("/cart/events?node=Topsounds/id1&event=step", data=data)
    else:
        reply = client.submit("/cart/events", **names, data=data)
    assert (reply.status, reply.headers["Location"]) == (303, "/cart#Topsounds/id1")
    assert "$18.18" in client.get("/cart", HTML).text


# Instances


@pytest.mark.parametrize("path", STEADY)
def test_a_client_without_cookies_can_follow_the_links(demos, path):
    client = demos.client(keeps_cookies=False)
    page = client.get(path, JSON)
    instance = page.headers["Espalier-Instance"]
    name = "" if path in SHARED else f"?instance={instance}"
    events, patches = event_path(path) + name, patches_path(path) + name
    assert page.headers["Link"] == f'<{events}>; rel="events", <{patches}>; rel="patches"'
    node, event, data = senders(page.json)[-1]
    reply = client.post(events, {"node": node, "event": event, "data": data})
    assert reply.json["events"] == events
    again = client.get(f"{path}?instance={instance}", JSON)
    assert again.json == jsonpatch.apply_patch(page.json, reply.json["patch"])
    assert client.get(f"{patches}{'&' if name else '?'}last=1", JSON).json["version"] == again.version == reply.version
    client.close()


def test_browsers_have_their_own_carts_and_share_the_posts(demos):
    one, two = demos.client(), demos.client()
    assert one.get("/cart", JSON).headers["Set-Cookie"]
    cookie = two.get("/cart", JSON).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Lax"} <= {part.strip() for part in cookie.split(";")}
    assert one.cookies != two.cookies
    assert one.get("/cart", JSON).headers["Set-Cookie"] is None
    press(one, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1}))
    assert find(one.tree("/cart")[0], "total")["model"]["cents"] == 1818
    assert find(two.tree("/cart")[0], "total")["model"]["cents"] == 1602
    instances = [client.get("/posts").headers["Espalier-Instance"] for client in (one, two)]
    assert instances[0] == instances[1]
    one.close(), two.close()


def test_another_browsers_instance_is_not_found(demos):
    one, two = demos.client(), demos.client()
    mine = one.get("/cart", JSON).headers["Espalier-Instance"]
    two.get("/cart", JSON)
    for path in (f"/cart?instance={mine}", f"/cart/patches?instance={mine}"):
        assert one.get(path, JSON).status == 200
        refusal = two.get(path, JSON)
        assert (refusal.status, refusal.json["field"]) == (404, "instance")
    body = {"node": "Topsounds/id1", "event": "step", "data": {"product": "id1", "by": 1}}
    assert two.post(f"/cart/events?instance={mine}", body).status == 404
    assert find(one.tree("/cart")[0], "total")["model"]["cents"] == 1602
    one.close(), two.close()


@pytest.mark.parametrize("instance", ["", "0", "0" * 32, "x" * 3000])
def test_an_unknown_instance_is_not_found(client, instance):
    for path in (f"/posts?instance={instance}", f"/posts/patches?instance={instance}"):
        reply = client.get(path, JSON)
        assert (reply.status, reply.json["field"]) == (404, "instance")


def test_an_instance_belongs_to_one_page(client):
    posts = client.get("/posts").headers["Espalier-Instance"]
    assert client.get(f"/share?instance={posts}", JSON).status == 404


# Exactly once, and only at the expected version


@pytest.mark.parametrize("accept", [JSON, JSON_PATCH, DOM_PATCH, HTML])
def test_a_repeated_event_has_one_effect_and_the_same_reply(client, accept):
    choice = ("Topsounds/id1", "step", {"product": "id1", "by": 1})
    first = client.send("/cart", *choice, accept=accept, id="click-1")
    again = client.send("/cart", *choice, accept=accept, id="click-1")
    assert (again.status, again.body, again.headers["ETag"]) == (first.status, first.body, first.headers["ETag"])
    assert find(client.tree("/cart")[0], "Topsounds/id1")["model"]["quantity"] == 2
    client.send("/cart", *choice, accept=accept, id="click-2")
    assert find(client.tree("/cart")[0], "Topsounds/id1")["model"]["quantity"] == 3


def test_an_invalid_cookie_does_not_make_another_sender(demos):
    client = demos.client()
    replies = []
    for cookie in ("old-junk", "0" * 31 + "1"):
        client.cookies = {"espalier": cookie}
        replies.append(client.send("/posts", "A/actions", "like", "Like", id="odd-cookie-0123456789"))
    assert replies[0].version == replies[1].version and replies[1].json == replies[0].json
    client.close()


def test_a_repeated_event_has_one_effect_even_while_the_first_is_handled(demos):
    client = demos.client()
    client.tree("/cart")
    replies = []

    def post():
        own = demos.client()
        own.cookies = dict(client.cookies)
        replies.append(own.send("/cart", "Topsounds/id1", "step", {"product": "id1", "by": 1}, id="same").json)
        own.close()

    threads = [threading.Thread(target=post) for _ in range(16)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert len(replies) == 16 and all(reply == replies[0] for reply in replies)
    assert find(client.tree("/cart")[0], "Topsounds/id1")["model"]["quantity"] == 2
    client.close()


def test_an_event_for_an_older_version_is_refused_and_changes_nothing(client):
    _, version = client.tree("/cart")
    choice = ("Topsounds/id1", "step", {"product": "id1", "by": 1})
    assert client.send("/cart", *choice, version=version).status == 200
    before = client.tree("/cart")
    refusal = client.send("/cart", *choice, version=version)
    assert (refusal.status, refusal.json["field"]) == (409, "version")
    assert before[1] in refusal.json["detail"]
    assert client.tree("/cart") == before


def test_a_refused_event_does_not_use_up_its_id(client):
    client.tree("/cart")
    assert client.send("/cart", "Topsounds/id1", "step", {"product": "id1"}, id="once").status == 400
    assert client.send("/cart", "Topsounds/id1", "step", {"product": "id1", "by": 1}, id="once").status == 200
    assert find(client.tree("/cart")[0], "Topsounds/id1")["model"]["quantity"] == 2


# Patches


def test_missed_patches_are_one_document(client):
    tree, version = client.tree("/cart")
    for by in (1, 1, -1):
        press(client, "/cart", ("Topsounds/id2", "step", {"product": "id2", "by": by}))
    fresh, current = client.tree("/cart")
    reply = client.get(f"/cart/patches?since={version}", JSON)
    assert reply.type == JSON and reply.json["version"] == current
    patches = reply.json["patches"]
    assert [patch["version"] for patch in patches] == after(version, 3)
    assert {patch["event"] for patch in patches} == {"patch"}
    for patch in patches:
        tree = jsonpatch.apply_patch(tree, patch["patch"])
    assert tree == fresh
    assert client.get(f"/cart/patches?since={current}", JSON).json == {"version": current, "patches": []}
    last = client.get("/cart/patches?last=1", JSON).json["patches"]
    assert last == patches[-1:]
    assert client.get("/cart/patches?last=2&format=json").json["patches"] == patches[-2:]
    compact = client.get("/cart/patches?last=1&dialect=dom", JSON).json["patches"]
    assert compact[0]["patch"] == [["=", "Topsounds/id2", "1.1:1", "3"], ["=", "total", "0.1:0", "$17.93"]]


@pytest.mark.parametrize("since", ["zzzzzz.1", "{epoch}.999999"])
def test_a_client_with_an_unknown_version_gets_a_snapshot(client, since):
    tree, version = client.tree("/posts")
    query = since.format(epoch=version.split(".")[0])
    document = client.get(f"/posts/patches?since={query}", JSON).json
    assert document["version"] == version
    (patch,) = document["patches"]
    assert (patch["version"], patch["event"]) == (version, "snapshot")
    assert jsonpatch.apply_patch({"other": 1}, patch["patch"]) == tree


@pytest.mark.parametrize("query", ["since=", "since=nonsense", "since=e.-1", "since=e", "last=x", "last=-1"])
def test_an_invalid_cursor_is_refused(client, query):
    reply = client.get(f"/posts/patches?{query}", JSON)
    assert reply.status == 422 and reply.json["field"] == query.split("=")[0]


def test_a_client_that_was_away_too_long_gets_a_snapshot(demos):
    client = demos.client()
    _, version = client.tree("/cart")
    for turn in range(257):
        press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1 if turn % 2 == 0 else -1}))
    tree, current = client.tree("/cart")
    assert number(current) == number(version) + 257
    first = after(version, 1)[0]
    assert len(client.get(f"/cart/patches?since={first}", JSON).json["patches"]) == 256
    (patch,) = client.get(f"/cart/patches?since={version}", JSON).json["patches"]
    assert patch["event"] == "snapshot" and jsonpatch.apply_patch({}, patch["patch"]) == tree
    client.close()


# Streams


@pytest.fixture
def open_stream(demos):
    streams = []

    def open_stream(path, client=None, **headers):
        if client:
            path, headers = client.address(path), client.cookie_header() | headers
        stream = Stream(demos.port, path, **headers)
        streams.append(stream)
        return stream

    yield open_stream
    for stream in streams:
        stream.close()


@pytest.mark.parametrize("path", [path for path in STEADY if path not in UNCHANGED])
def test_events_between_page_load_and_attach_arrive_once_and_in_order(client, open_stream, path):
    tree, version = client.tree(path)
    expected = []

    def change(count):
        # A press may remove other controls, so each turn reads the controls again.
        for turn in range(40):
            choices = senders(client.tree(path)[0])
            if len(expected) >= count:
                return
            reply = press(client, path, choices[-1 - turn % len(choices)])
            if reply.json["patch"]:
                expected.append(reply.version)

    change(3)
    stream = open_stream(f"{patches_path(path)}?since={version}&dialect=json-patch", client)
    change(6)
    events = [stream.next() for _ in expected]
    assert [id for id, _, _ in events] == expected == after(version, 6)
    for _, name, patch in events:
        assert name == "patch"
        tree = jsonpatch.apply_patch(tree, patch)
    assert (tree, expected[-1]) == client.tree(path)


def test_streams_that_attach_during_events_miss_nothing_and_get_nothing_twice(demos, client, open_stream):
    tree, version = client.tree("/posts")
    total, words = 150, [("like", "Like"), ("comment", "Comment"), ("share", "Share")]
    attached = threading.Semaphore(0)

    def change():
        own = demos.client()
        for turn in range(total):
            event, word = words[turn % 3]
            press(own, "/posts", ("D/actions", event, word))
            if turn % 10 == 0:
                attached.release()
        own.close()

    # The first event must change something, whatever state the earlier tests left.
    press(client, "/posts", ("D/actions", "share", "Share"))
    tree, version = client.tree("/posts")
    thread = threading.Thread(target=change)
    thread.start()
    streams = []
    for _ in range(15):
        attached.acquire(timeout=10)
        streams.append(open_stream(f"/posts/patches?since={version}&dialect=json-patch"))
    thread.join()
    last = after(version, total)[-1]
    fresh = client.tree("/posts")[0]
    for stream in streams:
        events = stream.until(last)
        assert [id for id, _, _ in events] == after(version, total)
        copy = tree
        for _, _, patch in events:
            copy = jsonpatch.apply_patch(copy, patch)
        assert copy == fresh


def test_last_event_id_takes_precedence_over_since(client, open_stream):
    _, version = client.tree("/cart")
    for _ in range(4):
        press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1}))
    versions = after(version, 4)
    stream = open_stream(f"/cart/patches?since={version}", client, **{"Last-Event-ID": versions[1]})
    assert [stream.next()[0], stream.next()[0]] == versions[2:]
    assert stream.events.empty()


@pytest.mark.parametrize("since", ["zzzzzz.3", "{epoch}.99999"])
@pytest.mark.parametrize("dialect", ["dom", "json-patch"])
def test_a_stream_from_an_unknown_version_begins_with_a_snapshot(client, open_stream, since, dialect):
    tree, version = client.tree("/cart")
    query = since.format(epoch=version.split(".")[0])
    stream = open_stream(f"/cart/patches?since={query}&dialect={dialect}", client)
    id, name, patch = stream.next()
    assert (id, name) == (version, "snapshot")
    if dialect == "json-patch":
        assert jsonpatch.apply_patch({}, patch) == tree
    else:
        (operation, html), classes = patch
        assert classes == ["=", "", "@class", "CartModel"]
        # Buttons in patches name no form.
        assert operation == "!" and f">{html}</div>" in client.get("/cart", HTML).text.replace(' form="~form"', "")
    press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1}))
    assert stream.next()[:2] == (after(version, 1)[0], "patch")


def test_a_stream_beyond_the_journal_begins_with_a_snapshot(demos, open_stream):
    client = demos.client()
    _, version = client.tree("/cart")
    for turn in range(257):
        press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1 if turn % 2 == 0 else -1}))
    stream = open_stream(f"/cart/patches?since={version}", client)
    assert stream.next()[:2] == (after(version, 257)[-1], "snapshot")
    client.close()


def test_all_streams_of_an_instance_get_the_same_change_in_their_dialects(client, open_stream):
    tree, version = client.tree("/share")
    streams = [open_stream(f"/share/patches?since={version}&dialect={name}") for name in ("dom", "json-patch", "dom")]
    reply = press(client, "/share", ("sharer", "addCell", None), DOM_PATCH)
    events = [stream.next() for stream in streams]
    assert [event[:2] for event in events] == [(reply.version, "patch")] * 3
    assert events[0][2] == events[2][2] == reply.json
    assert jsonpatch.apply_patch(tree, events[1][2]) == client.tree("/share")[0]


def test_a_stream_gets_nothing_of_another_browsers_cart(demos, client, open_stream):
    _, version = client.tree("/cart")
    stream = open_stream(f"/cart/patches?since={version}", client)
    other = demos.client()
    press(other, "/cart", ("Topsounds/id2", "step", {"product": "id2", "by": 1}))
    press(client, "/cart", ("Topsounds/id1", "step", {"product": "id1", "by": 1}))
    assert stream.next()[2] == [["=", "Topsounds/id1", "1.0@disabled", None, "1.1:1", "2"], ["=", "total", "0.1:0", "$18.18"]]
    assert stream.events.empty()
    other.close()
