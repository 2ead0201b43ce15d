"""One site of three servers. Whatever ends, pauses or lies, each acknowledged event counts once, and the site goes on."""

import collections
import hashlib
import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from cluster import TAKEOVER, Balancer, Cluster, Database, Poster, children, clusters, environment, free_ports, is_running, ready, rotations
from harness import DOM_PATCH, HTML, IS_LONG, JSON, ROOT, Client, Server, Stream, binary, controls, until, with_usual_signals
from proxies import free_port
from uploads import BOUNDARY, MEGABYTE, form, png

ARTICLE = ROOT / "Sources/EspalierCluster/EspalierCluster.docc/ManyMachines.md"
LEDGER = "/ledger"
# The fields that one server tells another of a request.
SENDER = {"wire": 1, "id": "abcdefgh", "address": "192.0.2.7", "isProxied": False, "isAddressKnown": True, "isSecure": False, "host": None,
          "event": None, "isHead": False, "mayBeOld": False, "isRelayed": False}


@pytest.fixture(scope="module")
def names():
    """Names of new databases."""
    return (f"site{number}" for number in range(1000))


@pytest.fixture
def start(database):
    """Starts clusters, each with a new database, and ends them."""
    with clusters(database) as start:
        yield start


@pytest.fixture
def cluster(start):
    return start("--unlimited", "--log", "info")


@pytest.fixture
def posting():
    """Starts posters, and ends them."""
    posters = []

    def post(*sets, **others):
        new = [Poster(ports, **others) for ports in sets]
        posters.extend(new)
        for poster in new:
            poster.start()
        return new

    yield post
    for poster in posters:
        poster.ends.set()


def total(client):
    """What a page says about the number of its entries."""
    # Without the database the page has no version.
    tree = client.get(LEDGER, JSON).json
    return tree["children"][0]["model"]["total"]


def check(cluster, acknowledged):
    """Each acknowledged entry is saved once, no entry is there twice, and all servers show the same."""
    entries = cluster.entries()
    assert len(entries) == len(set(entries)), "an entry is there twice"
    assert set(acknowledged) <= set(entries), "an acknowledged entry is lost"
    shown = [total(cluster.client(index)) for index in range(len(cluster.ports))]
    assert shown == [len(entries)] * len(shown)
    assert cluster.are_alive()


# Servers that end.


def test_after_kill_9_another_server_goes_on_and_nothing_counts_twice(cluster, posting):
    posters = posting(*rotations(cluster.ports))
    # Without an id of the client: the server that gets it gives it one.
    once, = posting(cluster.ports, repeats=False)
    took = []
    for _ in range(20 if IS_LONG else 3):
        holder, term, begun = cluster.holder(), cluster.term(), time.monotonic()
        cluster.kill(holder)
        assert cluster.until_held(term, TAKEOVER) != holder
        took.append(round(time.monotonic() - begun, 2))
        cluster.start(holder)
        until(lambda port=cluster.ports[holder]: ready(port) == 200, 30, "the server was ready again")
        # A server may declare another one dead when it has lived for three seconds itself.
        until(lambda: all(len(poster.acknowledged) > 3 for poster in posters), 30, "each poster got replies")
    # Started again at its address, it need not wait until its lease is over.
    holder, term, begun = cluster.holder(), cluster.term(), time.monotonic()
    cluster.kill(holder)
    cluster.start(holder)
    cluster.until_held(term, TAKEOVER)
    again = round(time.monotonic() - begun, 2)
    acknowledged = [entry for poster in posters for entry in poster.stop()]
    print("takeovers:", took)
    print("restarted:", again)
    print("slowest:", [round(poster.slowest, 2) for poster in posters])
    print("acknowledged:", len(acknowledged))
    check(cluster, [*acknowledged, *once.stop()])


def test_a_server_that_leaves_refuses_nothing(cluster, posting):
    holder, term = cluster.holder(), cluster.term()
    first, second = cluster.others_than(holder)
    # Those that post at the other servers see no error. Who posts at the server that ends goes elsewhere then.
    strict = posting([cluster.ports[first]], [cluster.ports[second]])
    loose = posting([cluster.ports[holder], cluster.ports[first]])
    until(lambda: all(len(poster.acknowledged) > 20 for poster in strict), 30, "the posters got replies")
    begun = time.monotonic()
    assert cluster.servers[holder].stop() == 0
    assert cluster.until_held(term, TAKEOVER) != holder
    print("left:", round(time.monotonic() - begun, 2))
    counts = [len(poster.acknowledged) for poster in strict]
    until(lambda: all(len(poster.acknowledged) > count + 20 for poster, count in zip(strict, counts)), 30, "the posters got replies again")
    cluster.start(holder)
    cluster.wait()
    acknowledged = [entry for poster in [*strict, *loose] for entry in poster.stop()]
    assert [set(poster.statuses) for poster in strict] == [{200}, {200}]
    print("slowest:", [round(poster.slowest, 2) for poster in strict])
    check(cluster, acknowledged)


def test_a_server_that_was_paused_saves_nothing_and_tells_nothing_old(cluster, posting):
    holder, term = cluster.holder(), cluster.term()
    others = cluster.others_than(holder)
    stream = Stream(cluster.ports[holder], f"{LEDGER}/patches")
    posters = posting(*rotations([cluster.ports[index] for index in others]), [cluster.ports[holder], *(cluster.ports[index] for index in others)])
    until(lambda: all(len(poster.acknowledged) > 5 for poster in posters), 30, "the posters got replies")
    begun = time.monotonic()
    cluster.signal(holder, signal.SIGSTOP)
    assert cluster.until_held(term, TAKEOVER) != holder
    print("taken over:", round(time.monotonic() - begun, 2))
    saved = len(cluster.entries())
    counts = [len(poster.acknowledged) for poster in posters[:2]]
    time.sleep(max(0, 8 - (time.monotonic() - begun)))
    assert all(len(poster.acknowledged) > count for poster, count in zip(posters, counts)), "the others went on"
    # What it had sent before it was paused has arrived.
    before = stream.events.qsize()
    cluster.signal(holder, signal.SIGCONT)
    until(lambda: "begins again" in cluster.servers[holder].log(), 30, "the server found out that it was replaced")
    until(lambda: ready(cluster.ports[holder]) == 200, 30, "it was ready again")
    time.sleep(1)
    acknowledged = [entry for poster in posters for entry in poster.stop()]
    events = [event for event in list(stream.events.queue)[before:] if event]
    old = f"{term:x}g"
    # A frame that was ready when the server was paused may leave: what it tells was saved before.
    totals = [int(event[2][0][3]) for event in events if event[1] == "patch" and event[0].startswith(old)]
    assert len(totals) <= 1 and all(total <= saved for total in totals), totals
    stream.close()
    check(cluster, acknowledged)


@pytest.mark.parametrize("how", ["kill", "leave", "pause"])
def test_streams_at_other_servers_stay_open_and_get_one_snapshot(cluster, posting, how):
    holder, term = cluster.holder(), cluster.term()
    first, second = cluster.others_than(holder)
    streams = [Stream(cluster.ports[index], f"{LEDGER}/patches") for index in (first, second) for _ in range(3)]
    posters = posting([cluster.ports[first]], [cluster.ports[second]])
    until(lambda: all(len(poster.acknowledged) > 5 for poster in posters), 30, "the posters got replies")
    if how == "kill":
        cluster.kill(holder)
    elif how == "leave":
        assert cluster.servers[holder].stop() == 0
    else:
        cluster.signal(holder, signal.SIGSTOP)
    cluster.until_held(term, TAKEOVER)
    counts = [len(poster.acknowledged) for poster in posters]
    until(lambda: all(len(poster.acknowledged) > count + 5 for poster, count in zip(posters, counts)), 30, "the posters got replies again")
    if how == "pause":
        cluster.signal(holder, signal.SIGCONT)
        until(lambda: "begins again" in cluster.servers[holder].log(), 30, "the server found out that it was replaced")
    acknowledged = [entry for poster in posters for entry in poster.stop()]
    version = cluster.client(first).tree(LEDGER)[1]
    old, new = f"{term:x}g", version.split(".")[0]
    for stream in streams:
        events = stream.until(version)
        epochs = [event[0].split(".")[0] for event in events]
        change = next(number for number, epoch in enumerate(epochs) if not epoch.startswith(old))
        assert set(epochs[change:]) == {new}, "after a frame of the new term came one of the old"
        assert [event[1] for event in events[change:]].count("snapshot") == 1 and events[change][1] == "snapshot"
        numbers = [int(event[0].split(".")[1]) for event in events[change:]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "each version came once, in order"
        stream.close()
    if how != "pause":
        cluster.start(holder)
    cluster.wait()
    check(cluster, acknowledged)


def test_a_server_that_is_cut_from_the_database_is_replaced_and_comes_back(start, posting):
    cluster = start("--unlimited", has_wires=True)
    holder, term = cluster.holder(), cluster.term()
    others = [cluster.ports[index] for index in cluster.others_than(holder)]
    posters = posting(*rotations(others), [cluster.ports[holder], *others])
    until(lambda: all(len(poster.acknowledged) > 5 for poster in posters), 30, "the posters got replies")
    begun = time.monotonic()
    cluster.wires[holder].cut()
    client, refusals = cluster.client(holder), []
    assert cluster.until_held(term, TAKEOVER) != holder
    print("taken over:", round(time.monotonic() - begun, 2))
    while time.monotonic() < begun + 8:
        asked = time.monotonic()
        reply = client.post(f"{LEDGER}/events", {"node": "entry", "event": "put", "data": "cut", "id": "an-event-of-the-cut"})
        refusals.append((reply.status, round(time.monotonic() - asked, 3)))
        time.sleep(0.1)
    print("events at the server that is cut:", refusals)
    assert all(status in (200, 503) for status, _ in refusals) and max(took for _, took in refusals) < 5
    counts = [len(poster.acknowledged) for poster in posters[:2]]
    until(lambda: all(len(poster.acknowledged) > count for poster, count in zip(posters, counts)), 30, "the others went on")
    cluster.wires[holder].mend()
    until(lambda: "begins again" in cluster.servers[holder].log(), 30, "the server found out that it was replaced")
    until(lambda: client.post(f"{LEDGER}/events", {"node": "entry", "event": "put", "data": "mended", "id": "an-event-after-it"}).status == 200, 30,
          "events at the server were acknowledged again")
    acknowledged = [entry for poster in posters for entry in poster.stop()]
    check(cluster, [*acknowledged, "mended"])


# Clients and programs that are no servers of the site.


def peer_reply(port, method="GET", path=LEDGER, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    reply = response.status, response.read(), response.headers
    connection.close()
    return reply


def test_the_port_for_servers_answers_nobody_else(cluster):
    secret = cluster.database.rows("SELECT text FROM espalier.secret", cluster.name)[0][0]
    sender = json.dumps(SENDER)
    for port in cluster.peers:
        for headers in (
            {}, {"Espalier_Sender": sender}, {"Espalier_Secret": secret}, {"Espalier_Secret": "", "Espalier_Sender": sender},
            {"Espalier_Secret": secret[:-1], "Espalier_Sender": sender}, {"Espalier_Secret": f"{secret}x", "Espalier_Sender": sender},
            {"Espalier_Secret": secrets.token_hex(32), "Espalier_Sender": sender},
        ):
            for path in (LEDGER, "/healthz", "/metrics", "/nothing"):
                status, body, answer = peer_reply(port, path=path, **headers)
                assert status == 403, (path, headers, body)
                assert answer.get("Espalier-Answer") in (None, "refused")
            assert peer_reply(port, "POST", f"{LEDGER}/events", "node=entry&event=put&data=x",
                              Content_Type="application/x-www-form-urlencoded", **headers)[0] == 403
        for text, status in (
            ("", 400), ("{", 400), ("[]", 400), ("{}", 400), ("null", 400), ('{"wire": "1"}', 400), ('{"wire": 1}', 400),
            (json.dumps(SENDER | {"address": 7}), 400), (json.dumps(SENDER | {"isHead": "yes"}), 400), ("{" * 2000, 400),
            (json.dumps(SENDER | {"wire": 2}), 503), (json.dumps(SENDER | {"wire": -1}), 503), (json.dumps({"wire": 99}), 503),
        ):
            found, body, answer = peer_reply(port, Espalier_Secret=secret, Espalier_Sender=text)
            assert found == status, (text, found, body)
            assert answer.get("Espalier-Answer") in (None, "refused")
        _, body, _ = peer_reply(port, Espalier_Secret=secret, Espalier_Sender=json.dumps(SENDER | {"wire": 2}))
        assert "wire 2" in json.loads(body)["detail"] and "wire 1" in json.loads(body)["detail"]
        # A server that knows the secret is believed, and hears who has the site.
        status, _, answer = peer_reply(port, Accept=JSON, Espalier_Secret=secret, Espalier_Sender=sender)
        has_site = port == cluster.peers[cluster.holder()]
        assert answer["Espalier-Answer"] == ("given" if has_site else "moved") and (status == 200) == has_site
        for garbage in (b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", bytes(5000), b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nx"):
            with socket.create_connection(("127.0.0.1", port), 10) as connection:
                connection.sendall(garbage)
    assert cluster.entries() == [] and cluster.are_alive()
    assert all(total(cluster.client(index)) == 0 for index in range(3))
    assert [server.complaints() for server in cluster.servers] == [[]] * 3


def test_the_headers_of_servers_mean_nothing_from_a_client(cluster):
    secret = cluster.database.rows("SELECT text FROM espalier.secret", cluster.name)[0][0]
    acknowledged = []
    for index in range(3):
        client = cluster.client(index)
        headers = {"Espalier_Secret": secret, "Espalier_Answer": "moved",
                   "Espalier_Sender": json.dumps(SENDER | {"event": "the-same-event", "isHead": True, "id": "imposter"})}
        for _ in range(2):
            entry = secrets.token_hex(4)
            reply = client.post(f"{LEDGER}/events", {"node": "entry", "event": "put", "data": entry}, JSON, **headers)
            assert reply.status == 200, reply
            assert "Espalier-Answer" not in reply.headers and reply.headers["Espalier-Request"] != "imposter"
            acknowledged.append(entry)
        reply = client.get(f"{LEDGER}?replayed={index}", JSON, **headers)
        assert reply.status == 200 and reply.body and "Espalier-Answer" not in reply.headers
        wrong = client.get(LEDGER, JSON, Espalier_Secret="x", Espalier_Sender="{")
        assert wrong.status == 200
    check(cluster, acknowledged)
    assert cluster.entries() == acknowledged
    lines = [line for line in cluster.logs().splitlines() if "/ledger" in line and "remote=" in line]
    assert lines and all("remote=127.0.0.1" in line for line in lines)


class Imposter:
    """A program at the address of a server: it closes each connection, sends half an answer or none, or is another HTTP server."""

    ANSWERS = {
        "garbage": b"\x00\xff\xfe not HTTP at all\r\n\r\n",
        "half": b"HTTP/1.1 200 OK\r\nEspalier-Answer: given\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>",
        "half a head": b"HTTP/1.1 200 OK\r\nEspalier-Ans",
        "plain": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\nno!",
        "never": None,
    }

    def __init__(self, kind):
        self.answer = self.ANSWERS[kind]
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.asked, self.held = 0, []
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            while True:
                connection, _ = self.socket.accept()
                connection.settimeout(5)
                self.asked += 1
                try:
                    connection.recv(1 << 16)
                    if self.answer is not None:
                        connection.sendall(self.answer)
                        connection.close()
                    else:
                        self.held.append(connection)
                except OSError:
                    connection.close()
        except OSError:
            pass  # closed

    def close(self):
        self.socket.close()
        for connection in self.held:
            connection.close()


def test_a_server_that_answers_nonsense_is_replaced_when_its_time_is_over(start, database):
    """All kinds at the same time, each with a site of its own. A holder that is nobody, or a program that is no server, is held until its
    lease is over."""
    kinds = ["nobody", *Imposter.ANSWERS]
    imposters = {kind: Imposter(kind) for kind in kinds if kind != "nobody"}
    first = start("--unlimited", count=1)
    assert first.servers[0].stop() == 0
    found = {}

    def serve(kind):
        # A copy of a database whose tables exist.
        name = kind.replace(" ", "_")
        address = imposters[kind].address if kind in imposters else f"127.0.0.1:{free_port()}"
        database.run("INSERT INTO espalier.node (id, address, until) VALUES ('nonsense', "
                     f"'{address}', now() + interval '5 seconds')", name)
        database.run("UPDATE espalier.holding SET node = 'nonsense', term = term + 1", name)
        options = ["--cluster", database.url(name), "--peers", f"127.0.0.1:{free_port()}", "--unlimited"]
        server = Server(*options, program="ESPALIER_TRIALS", env=environment(TMPDIR=str(database.folder)))
        begun = time.monotonic()
        poster = Poster([server.port])
        poster.start()
        client = Client(server.port)
        statuses = []
        while time.monotonic() < begun + 30 and (not statuses or statuses[-1] != 200):
            statuses.append(client.get(LEDGER, JSON).status)
        found[kind] = (server, statuses, round(time.monotonic() - begun, 2), poster)

    try:
        for kind in kinds:
            database.run(f"CREATE DATABASE {kind.replace(' ', '_')} TEMPLATE {first.name}")
        threads = [threading.Thread(target=serve, args=(kind,)) for kind in kinds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert set(found) == set(kinds)
        print("answered after:", {kind: took for kind, (_, _, took, _) in found.items()})
        for kind, (server, statuses, _, poster) in found.items():
            assert statuses[-1] == 200 and set(statuses) <= {200, 503}, (kind, statuses, server.log())
            until(lambda poster=poster: poster.acknowledged, 30, f"an event was acknowledged ({kind})")
            acknowledged = poster.stop()
            rows = database.rows("SELECT value FROM espalier.state WHERE key = '#entries'", kind.replace(" ", "_"))
            entries = json.loads(rows[0][0])
            assert len(entries) == len(set(entries)) and set(acknowledged) <= set(entries), kind
            assert server.process.poll() is None, kind
            assert kind not in imposters or imposters[kind].asked > 0, f"nobody asked the imposter ({kind})"
    finally:
        for server, _, _, poster in found.values():
            poster.ends.set()
            server.kill()
        for imposter in imposters.values():
            imposter.close()


# The database.


def test_without_the_database_pages_are_shown_and_events_refused_at_once(start, names):
    database = Database()
    cluster = Cluster(database, "--unlimited")
    try:
        holder, term = cluster.holder(), cluster.term()
        clients = [cluster.client(index) for index in range(3)]
        acknowledged = []

        def post(client, entry):
            begun = time.monotonic()
            reply = client.post(f"{LEDGER}/events", {"node": "entry", "event": "put", "data": entry, "id": f"{entry}-of-an-event"})
            return reply, time.monotonic() - begun

        for number, client in enumerate(clients):
            assert post(client, f"before{number}")[0].status == 200
            acknowledged.append(f"before{number}")
        assert [total(client) for client in clients] == [3, 3, 3]
        stream = Stream(cluster.ports[cluster.others_than(holder)[0]], f"{LEDGER}/patches")
        database.kill()
        # As long as the leases last, and longer.
        slowest, end, refused = 0, time.monotonic() + 5, 0
        while time.monotonic() < end:
            for client in clients:
                # What could not be saved is not shown.
                assert total(client) == 3
                assert client.get("/readyz").status == 200
            for number, client in enumerate(clients):
                reply, took = post(client, f"while{number}")
                assert reply.status == 503 and reply.headers["Retry-After"], (number, reply)
                slowest, refused = max(slowest, took), refused + 1
            time.sleep(0.1)
        assert slowest < 3
        print("slowest refusal:", round(slowest, 3))
        assert refused >= 6 and cluster.are_alive()
        database.start()
        begun = time.monotonic()
        for number, client in enumerate(clients):
            until(lambda client=client, number=number: post(client, f"while{number}")[0].status == 200, 20, "an event was acknowledged again")
            acknowledged.append(f"while{number}")
            if not number:
                print("acknowledged again after:", round(time.monotonic() - begun, 2))
        assert (cluster.holder(), cluster.term()) == (holder, term), "another server took over"
        # The stream has gone on.
        until(lambda: [event for event in list(stream.events.queue) if event and event[1] == "patch"], 20, "the stream got a patch")
        stream.close()
        check(cluster, acknowledged)
        assert sorted(cluster.entries()) == sorted(acknowledged)
        logs = cluster.logs()
        assert "The database does not answer." in logs and "The database answers again." in logs or "level=info" not in logs
    finally:
        cluster.end()
        database.stop()


# Requests at another server than the one that has the site.


@pytest.fixture(scope="module")
def demos(database, names):
    """The demos as a site of three servers, for tests that end none."""
    name = next(names)
    database.run(f"CREATE DATABASE {name}")
    demos = Cluster(database, "--pace", "100", "--metrics", "127.0.0.1", "--proxies", "127.0.0.9", program="ESPALIER_DEMOS", name=name)
    yield demos
    assert [server.complaints() for server in demos.servers] == [[]] * 3
    for index in demos.others_than(demos.holder()):
        assert demos.servers[index].stop() == 0
    demos.end()


def test_a_large_file_arrives_whole_through_another_server(demos):
    holder = demos.holder()
    here, there = (demos.client(index) for index in demos.others_than(holder))
    content = png(30, 20, 10 * MEGABYTE)
    here.get("/picture")
    there.cookies = here.cookies
    assert here.send("/picture", "ownPhoto", "edit").status == 200
    tree, _ = there.tree("/picture")
    sheet = next(address for address, event in controls(tree) if event["name"] == "send")
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Sec-Fetch-Site": "same-origin"}
    place = f"/picture/events?node={sheet}&event=send&id=one-event-with-a-file"
    reply = here.ask("POST", place, form(content), Accept=DOM_PATCH, **headers)
    assert reply.status == 200, reply
    # The repeat of an event that is known has no effect, at any server.
    again = there.ask("POST", place, form(content), Accept=DOM_PATCH, **headers)
    assert again.status == 200 and again.headers["ETag"] == reply.headers["ETag"]
    other = there.ask("POST", place, form(png(size=MEGABYTE)), Accept=JSON, **headers)
    assert (other.status, other.json["field"]) == (422, "id")
    # Without JavaScript.
    assert there.send("/picture", "ownPhoto", "edit").status == 200
    sheet = next(address for address, event in controls(here.tree("/picture")[0]) if event["name"] == "send")
    plain = here.ask("POST", f"/picture/events?node={sheet}&event=send", form(content), Accept=HTML, **headers)
    assert (plain.status, plain.headers["Location"].split("#")[0]) == (303, "/picture")
    address = f"/photos/{hashlib.sha256(content).hexdigest()}.png"
    for client in (here, there):
        assert client.get("/picture", HTML).text.count(address) == 1
        served = client.get(address)
        assert served.status == 200 and served.body == content


def test_a_file_that_is_too_large_or_of_a_wrong_kind_is_refused_at_another_server(demos):
    client = demos.client(demos.others_than(demos.holder())[0])
    client.get("/picture")
    client.send("/picture", "ownPhoto", "edit")
    tree, _ = client.tree("/picture")
    sheet = next(address for address, event in controls(tree) if event["name"] == "send")
    headers = {"Accept": JSON, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Sec-Fetch-Site": "same-origin"}
    place = f"/picture/events?node={sheet}&event=send"
    assert client.ask("POST", place, form(png(size=10 * MEGABYTE + 1)), **headers).status == 413
    assert client.ask("POST", place, form(b"%PDF-1.7\n"), **headers).status == 415
    assert client.ask("POST", "/cart/events?node=x&event=y", form(png()), **headers).status == 415


def test_a_plain_form_at_another_server_comes_back_to_the_page_with_its_notice(demos):
    one, other = (demos.client(index) for index in demos.others_than(demos.holder()))
    page = one.get("/seeds", HTML)
    assert page.status == 200
    one.cookies, other.cookies = (one.cookies or {}), one.cookies
    tree, _ = one.tree("/seeds")
    address = next(address for address, event in controls(tree) if event["name"] == "add")
    reply = one.submit("/seeds/events", node=address, event="add", **{"data.name": "Marjoram", "name": "Marjoram", "kind": "herb"})
    assert reply.status == 303, reply
    place = re.sub(r"^https?://[^/]+", "", reply.headers["Location"]).split("#")[0]
    shown = other.get(place, HTML)
    assert shown.status == 200 and "Marjoram added" in shown.text
    assert "Marjoram added" not in one.get(place, HTML).text, "a notice is shown once"


def test_a_stream_at_one_server_gets_what_happens_at_another(demos):
    first, second = demos.others_than(demos.holder())
    streams = [Stream(demos.ports[index], "/posts/patches") for index in range(3)]
    client = demos.client(second)
    version = client.tree("/posts")[1]
    assert re.fullmatch(r"[0-9a-f]+g[0-9a-f]{6}\.\d+", version), "the version begins with the term"
    for number in range(3):
        reply = client.send("/posts", "A/actions", "like", f"Like {secrets.token_hex(3)}", DOM_PATCH)
        assert reply.status == 200, (number, reply)
        version = reply.version
    for stream in streams:
        assert [event[1] for event in stream.until(version) if event[1] not in ("patch", "snapshot", "message")] == []
        stream.close()
    # A long poll at another server waits for the next version.
    poll = {}
    waiting = threading.Thread(target=lambda: poll.update(reply=demos.client(first).get(f"/posts/patches?format=json&since={version}&wait=30")))
    waiting.start()
    while waiting.is_alive():
        client.send("/posts", "A/actions", "like", f"Like {secrets.token_hex(3)}")
        waiting.join(0.3)
    assert poll["reply"].status == 200 and poll["reply"].json["patches"]


def test_every_server_answers_what_it_has_itself(demos):
    holder = demos.holder()
    for index in range(3):
        client = demos.client(index)
        assert client.get("/site.css").status == 200 and client.get("/nothing/here").status == 404
        head = client.ask("HEAD", "/posts", Accept=HTML)
        assert head.status == 200 and head.body == b"" and int(head.headers["Content-Length"]) > 1000
        text = client.get("/metrics").text
        assert f"espalier_node_holdings {int(index == holder)}" in text and "espalier_node_up 1" in text
        types = dict(re.findall(r"^# TYPE (espalier_node_\w+) (\w+)$", text, re.M))
        listed = dict(re.findall(r"^\| `(espalier_node_\w+)` \| (\w+) \|", ARTICLE.read_text(), re.M))
        assert listed == types, "the article lists other metrics"


def test_what_a_browser_has_not_used_for_a_month_is_deleted(cluster):
    cluster.database.run(
        "INSERT INTO espalier.instance VALUES ('old', '/mine', 'nobody', '', now() - interval '31 days'), "
        "('new', '/mine', 'somebody', '', now() - interval '29 days'); "
        "INSERT INTO espalier.state VALUES ('old', '#x', '1'), ('new', '#x', '1')", cluster.name)
    # The server that gets the site looks at once, and then each hour.
    term = cluster.term()
    cluster.kill(cluster.holder())
    cluster.until_held(term)
    until(lambda: cluster.database.rows("SELECT instance FROM espalier.state WHERE key = '#x'", cluster.name) == [["new"]], 30, "it was deleted")
    assert cluster.database.rows("SELECT id FROM espalier.instance WHERE browser <> ''", cluster.name) == [["new"]]


# The script, the command line, and what a program links.


class Script:
    """scripts/cluster with the demos."""

    def __init__(self, *options):
        self.port = free_ports(7)[0]
        self.process = subprocess.Popen(
            [ROOT / "scripts/cluster", "--port", str(self.port), *options], env=environment(ESPALIER_DEMOS=binary()), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, preexec_fn=with_usual_signals)
        self.lines = []
        threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True).start()

    def serves(self):
        assert self.process.poll() is None, self.lines
        return any(f"http://127.0.0.1:{self.port}\n" in line for line in self.lines)


def test_the_script_starts_a_site_that_survives_a_kill_and_ends_whole():
    script = Script()
    running = []
    try:
        until(script.serves, 90, lambda: f"the script said that the site serves: {script.lines}")
        client = Client(script.port)
        assert client.get("/posts", HTML).status == 200
        version = client.send("/posts", "A/actions", "like", "Like it", DOM_PATCH).version
        killed = [pid for pid in children(script.process.pid) if f"--port {script.port + 1} " in command_line(pid)]
        assert len(killed) == 1
        subprocess.run(["kill", "-9", str(killed[0])], check=True)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            # Over a new connection: HAProxy ends a client's connection whose server has gone, and the client asks again.
            assert Client(script.port).get("/posts", HTML).status == 200
        client = Client(script.port)
        assert client.tree("/posts")[1].split("g")[0] >= version.split("g")[0]
        until(lambda: ready(script.port + 1) == 200, 30, "the server was started again")
        running = children(script.process.pid)
        assert len([pid for pid in running if "--peers" in command_line(pid)]) >= 3
        assert {"haproxy", "postgres"} <= {Path(command_line(pid).split()[0]).name for pid in running if command_line(pid)}
    finally:
        script.process.terminate()
        status = script.process.wait(60)
    assert status == 0
    until(lambda: not [pid for pid in running if is_running(pid)], 10, "each process ended")


def test_behind_the_balancer_a_server_can_be_replaced_without_a_refused_request():
    script = Script("--drain", "2")
    statuses, ends = [], threading.Event()

    def ask():
        while not ends.is_set():
            client = Client(script.port)
            statuses.append(client.get("/posts", HTML).status)
            statuses.append(client.send("/posts", "A/actions", "like", f"Like {secrets.token_hex(3)}", id=secrets.token_hex(8)).status)
            client.close()
            time.sleep(0.02)

    clients = [threading.Thread(target=ask, daemon=True) for _ in range(2)]
    try:
        until(script.serves, 90, lambda: f"the script said that the site serves: {script.lines}")
        for client in clients:
            client.start()
        url = next(line for line in script.lines if line.startswith("The database: ")).split()[2]
        sql = "SELECT address FROM espalier.holding JOIN espalier.node ON node.id = holding.node"

        def holder():
            return subprocess.run(["psql", "-X", "-q", "-t", "-A", "-c", sql, url], check=True, capture_output=True, text=True).stdout.strip()

        before = holder()
        held, = [pid for pid in children(script.process.pid) if f"--peers {before} " in command_line(pid)]
        subprocess.run(["kill", str(held)], check=True)
        until(lambda: holder() not in ("", before), 30, "another server took over")
        port = int(before.rpartition(":")[2]) - 3
        until(lambda: not is_running(held), 30, "the server ended")
        until(lambda: ready(port) == 200, 30, "the server was started again")
        count = len(statuses)
        until(lambda: len(statuses) > count + 20, 30, "requests were answered")
    finally:
        ends.set()
        for client in clients:
            client.join(30)
        script.process.terminate()
        assert script.process.wait(60) == 0
    assert set(statuses) == {200}


def test_behind_nginx_a_page_is_shown_and_followed_while_the_server_that_has_it_is_killed(start, posting, tmp_path):
    cluster = start("--unlimited", "--proxies", "127.0.0.1")
    balancer = Balancer(ARTICLE, cluster.ports, tmp_path)
    statuses, ends, streams = [], threading.Event(), []

    def look():
        while not ends.is_set():
            client = Client(balancer.port)
            statuses.append(client.get(LEDGER, JSON).status)
            client.close()
            time.sleep(0.02)

    lookers = [threading.Thread(target=look, daemon=True) for _ in range(2)]
    try:
        # nginx takes the servers in turn.
        streams += [Stream(balancer.port, f"{LEDGER}/patches") for _ in range(3)]
        assert total(Client(balancer.port)) == 0
        begun = time.monotonic()
        version = Client(balancer.port).send(LEDGER, "entry", "put", "first").version
        for stream in streams:
            stream.until(version, 10)
        print("followed after:", round(time.monotonic() - begun, 3))
        for looker in lookers:
            looker.start()
        posters = posting([balancer.port], [balancer.port])
        until(lambda: all(len(poster.acknowledged) > 10 for poster in posters), 30, "the posters got replies")
        holder, term = cluster.holder(), cluster.term()
        cluster.kill(holder)
        cluster.until_held(term, TAKEOVER)
        counts = [len(poster.acknowledged) for poster in posters]
        until(lambda: all(len(poster.acknowledged) > count + 10 for poster, count in zip(posters, counts)), 30, "the posters got replies again")
        cluster.start(holder)
        cluster.wait()
        acknowledged = [entry for poster in posters for entry in poster.stop()]
    finally:
        ends.set()
        for looker in lookers:
            if looker.is_alive():
                looker.join(30)
        for stream in streams:
            stream.close()
        balancer.stop()
    print("pages:", len(statuses), "posts:", dict(sum((poster.statuses for poster in posters), collections.Counter())))
    assert set(statuses) == {200} and len(statuses) > 20
    check(cluster, ["first", *acknowledged])


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@pytest.mark.parametrize("options", [["--cluster", "postgresql://x"], ["--peers", "127.0.0.1:7001"]])
def test_a_cluster_needs_both_its_options(options):
    done = subprocess.run([binary(), *options], capture_output=True, text=True, timeout=20, cwd=ROOT, check=False)
    assert done.returncode == 2 and "--cluster" in done.stderr and "--peers" in done.stderr


@pytest.mark.parametrize("peers", ["nonsense", "127.0.0.1", "127.0.0.1:http", "192.0.2.1:7001"])
def test_an_address_that_cannot_be_used_ends_the_start(database, peers):
    command = [binary(), "--port", "0", "--tables", "none", "--cluster", database.url(), "--peers", peers]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=20, cwd=ROOT, check=False, env=environment(TMPDIR=str(database.folder)))
    assert done.returncode != 0 and peers.split(":")[0] in done.stderr, done


def libraries(program):
    """The C libraries that a program names."""
    text = subprocess.run(["readelf", "-d", str(program)], check=True, capture_output=True, text=True).stdout
    return {name for name in re.findall(r"\(NEEDED\).*\[lib([^\].]+)\.so", text)}


def test_only_a_program_with_a_cluster_links_its_libraries():
    assert {"pq", "curl"} <= libraries(binary())
    others = [Path(binary()).parent / "TaskBoard", Path(binary("ESPALIER_BENCHMARKS"))]
    found = [libraries(program) for program in others if program.exists()]
    assert found and all("microhttpd" in names and not {"pq", "curl"} & names for names in found)


@pytest.mark.parametrize("options", [["--port", "0"], ["--port", "65530"], ["--port"], ["--folder", "/tmp/a b"]])
def test_the_script_refuses_options_that_it_cannot_use(options):
    done = subprocess.run([ROOT / "scripts/cluster", *options], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1


# Crashes.


def test_an_event_that_crashes_two_servers_is_not_handled_by_a_third(cluster, posting):
    """As under a supervisor, each server that ends is started again."""
    (poster,) = posting(cluster.ports)
    holder = cluster.holder()
    client = cluster.client(cluster.others_than(holder)[0])
    found, ended = [], []

    def send():
        fields = {"node": "trap", "event": "now", "data": None, "id": "an-event-that-crashes"}
        # The server that passes it on may be the next to have the site, and crash too. Then the client sends it again.
        while not found:
            try:
                reply = client.post("/trap/events", fields)
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
            else:
                if reply.status != 503:
                    found.append(reply)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()

    def is_answered():
        for index, server in enumerate(cluster.servers):
            if server.process.poll() is not None:
                ended.append(server.process.returncode)
                try:
                    cluster.start(index)
                except AssertionError:
                    # It got the site, and with it the event, before it listened for clients.
                    ended.append(-1)
                    cluster.start(index)
        return found

    until(is_answered, 60, lambda: f"the event was answered: {cluster.logs()[-3000:]}")
    assert found[0].status == 500 and "ended 2 times while it handled this event" in found[0].text, found[0]
    assert len(ended) == 2 and all(status < 0 for status in ended), ended
    # Nothing else is closed, and nothing is lost.
    assert cluster.client(0).get("/trap", JSON).status == 200
    check(cluster, poster.stop())


def test_a_server_whose_threads_are_all_blocked_is_replaced(cluster, posting):
    (poster,) = posting(cluster.ports)
    holder, term = cluster.holder(), cluster.term()
    # Each browser's page has a handler that never ends. A server has 64 threads for slow handlers, and one for each loop.
    blocking = [threading.Thread(target=press_stay, args=(cluster.client(holder), "/mytrap"), daemon=True) for _ in range(64 + 2 * os.cpu_count())]
    begun = time.monotonic()
    for thread in blocking:
        thread.start()
    cluster.until_held(term, 60)
    print("replaced after:", round(time.monotonic() - begun, 1))
    acknowledged = poster.acknowledged
    until(lambda: len(acknowledged) > 5 and poster.statuses[200] > 5, 60, "events are acknowledged again")
    poster.ends.set()
    cluster.kill(holder)
    cluster.start(holder)
    poster.join(60)
    check(cluster, poster.acknowledged)


def test_a_server_that_is_killed_while_it_handles_an_event_closes_nothing(cluster):
    for _ in range(2):
        holder = cluster.until_held()
        sender = threading.Thread(target=lambda holder=holder: press_stay(cluster.client(holder)), daemon=True)
        sender.start()
        until(lambda holder=holder: b"stay" in (cluster.database.folder / f"espalier-{cluster.address(holder)}-running").read_bytes(), 30,
              "the handler began")  # fmt: skip
        term = cluster.term()
        cluster.kill(holder)
        cluster.start(holder)
        cluster.until_held(term)
    assert cluster.client(0).get("/trap", JSON).status == 200
    assert cluster.database.rows("SELECT count(*) FROM espalier.crash", cluster.name) == [["0"]]


def press_stay(client, path="/trap"):
    """Sends an event whose handler never ends."""
    try:
        client.post(f"{path}/events", {"node": "trap", "event": "stay", "data": None, "id": "an-event-that-stays"})
    except (OSError, http.client.HTTPException):
        pass
