"""Pages that say `.onAnyNode()`: several servers share them out, and any of them answers for each."""

import itertools
import re
import socket
import time
from pathlib import Path

import pytest
from cluster import TAKEOVER, HAProxy, Poster, clusters, ready, rotations
from harness import IS_LONG, JSON, ROOT, Client, Stream, event_path, until

SHELVES = [f"/shelf/{number}" for number in range(6)]
CART = "/cart"
ARTICLE = ROOT / "Sources/EspalierCluster/EspalierCluster.docc/ManyMachines.md"


@pytest.fixture
def start(database):
    """Starts clusters, each with a new database, and ends them."""
    with clusters(database, "--apart") as start:
        yield start


@pytest.fixture
def cluster(start):
    return start("--unlimited", "--log", "info")


class Crowd:
    """Posters at all servers: one at each shelf and each cart, and viewers of each shelf at each server."""

    def __init__(self, cluster):
        self.cluster, turns = cluster, rotations(cluster.ports)
        self.browsers = [Client(port) for port in cluster.ports]
        for browser in self.browsers:
            assert browser.get(CART).status == 200
        self.posters = [Poster(turns[number % len(turns)], page=shelf) for number, shelf in enumerate(SHELVES)]
        self.posters += [Poster(turn, page=CART, cookies=browser.cookie_header()) for turn, browser in zip(turns[1:] + turns[:1], self.browsers)]
        for poster in self.posters:
            poster.start()
        self.go_on(5)

    def go_on(self, count):
        counts = [len(poster.acknowledged) for poster in self.posters]
        until(lambda: all(len(poster.acknowledged) >= before + count for poster, before in zip(self.posters, counts)), 60, "each poster got replies")

    def check(self):
        """Each acknowledged entry is saved once, in its page and browser, and all servers show the same."""
        acknowledged = [(poster.page, entry) for poster in self.posters for entry in poster.stop()]
        for page in [*SHELVES, CART]:
            entries = self.cluster.entries(page)
            assert len(entries) == len(set(entries)), "an entry is there twice"
            assert {entry for its, entry in acknowledged if its == page} <= set(entries), "an acknowledged entry is lost"
        for shelf in SHELVES:
            assert {total(Client(port), shelf) for port in self.cluster.ports} == {len(self.cluster.entries(shelf))}
        carts = [{total(browser_at(browser, port), CART) for port in self.cluster.ports} for browser in self.browsers]
        assert all(len(totals) == 1 for totals in carts)
        assert sum(map(sum, carts)) == len(self.cluster.entries(CART))
        assert self.cluster.are_alive()
        print("acknowledged:", len(acknowledged), "slowest:", [round(poster.slowest, 2) for poster in self.posters])

    def end(self):
        for poster in self.posters:
            poster.ends.set()


@pytest.fixture
def crowd():
    crowds = []

    def gather(cluster):
        crowds.append(Crowd(cluster))
        return crowds[-1]

    yield gather
    for crowd in crowds:
        crowd.end()


def browser_at(browser, port):
    """The same browser, at another server."""
    other = Client(port)
    other.cookies = dict(browser.cookies)
    return other


def total(client, page):
    tree, _ = client.tree(page)
    return tree["children"][0]["model"]["total"]


def holders(cluster):
    """Each holding, with the index of the server that has it."""
    rows = cluster.database.rows(
        "SELECT name, address FROM espalier.holding JOIN espalier.node ON node.id = holding.node", cluster.name)
    places = [cluster.address(index) for index in range(len(cluster.ports))]
    return {name: places.index(address) for name, address in rows}


def test_shelves_and_carts_are_shared_out_and_survive_kills(cluster, crowd):
    people = crowd(cluster)
    held = holders(cluster)
    assert len(set(held.values())) == 3 and sum(name.startswith("page/shelf/") for name in held) == 6
    assert sum(name.startswith("browser/") for name in held) == 3
    took = []
    for number in range(10 if IS_LONG else 3):
        index = number % 3
        lost = {name for name, holder in holders(cluster).items() if holder == index}
        assert lost
        begun = time.monotonic()
        cluster.kill(index)

        def are_taken():
            time.sleep(0.05)  # Each question is a process.
            now = holders(cluster)
            return all(now.get(name, index) != index for name in lost)

        until(are_taken, TAKEOVER, "the others took over what was asked for")
        took.append(round(time.monotonic() - begun, 2))
        cluster.start(index)
        until(lambda port=cluster.ports[index]: ready(port) == 200, 30, "the server was ready again")
        people.go_on(3)
    print("takeovers:", took)
    people.check()


def test_servers_are_replaced_one_after_the_other_without_a_refused_event(cluster, crowd):
    people = crowd(cluster)
    for index in range(3):
        # Each poster goes from server to server. The one that stops refuses connections, and the poster asks the next.
        assert cluster.servers[index].stop() == 0
        cluster.start(index)
        cluster.wait()
        people.go_on(3)
    people.check()
    statuses = sum((poster.statuses for poster in people.posters), start=type(people.posters[0].statuses)())
    assert set(statuses) <= {200, "none"}, statuses


def followed(stream, port, path, version):
    """Returns all events up to that version, and how many streams there were. A busy server may end a stream; then it
    connects again from its last event on, as a browser does."""
    events, streams = [], 1
    while not events or events[-1][0] != version:
        if event := stream.events.get(timeout=30):
            events.append(event)
            continue
        stream.close()
        until(lambda: ready(port) == 200, 30, "the server was ready again")
        stream, streams = Stream(port, path, **({"Last-Event-ID": events[-1][0]} if events else {})), streams + 1
    stream.close()
    return events, streams


def test_viewers_at_each_server_follow_a_shelf_whoever_has_it(cluster, crowd):
    people = crowd(cluster)
    streams = [Stream(port, f"{SHELVES[0]}/patches") for port in cluster.ports]
    holder = holders(cluster)[f"page{SHELVES[0]}"]
    people.go_on(5)
    cluster.kill(holder)
    people.go_on(5)
    cluster.start(holder)
    until(lambda: ready(cluster.ports[holder]) == 200, 30, "the server was ready again")
    people.check()
    version = Client(cluster.ports[0]).tree(SHELVES[0])[1]
    for index, stream in enumerate(streams):
        if index == holder:
            continue
        events, number = followed(stream, cluster.ports[index], f"{SHELVES[0]}/patches", version)
        seen = [(event[0].split(".")[0], event[1]) for event in events]
        epochs = [epoch for epoch, _ in itertools.groupby(seen, key=lambda event: event[0])]
        # One server after the other has the shelf: two, or more if a busy one was taken for ended.
        assert len(epochs) == len(set(epochs)) >= 2, epochs
        for epoch in epochs[1:]:
            kinds = [kind for each, kind in seen if each == epoch]
            assert kinds[0] == "snapshot" and kinds.count("snapshot") <= number, seen


def test_a_client_without_cookies_is_led_by_the_link_of_its_page(cluster):
    first = Client(cluster.ports[0], keeps_cookies=False)
    page = first.get(CART, JSON)
    events = re.search(r'<([^>]+)>; rel="events"', page.headers["Link"])[1]
    for number, port in enumerate([*cluster.ports, *cluster.ports]):
        client = Client(port, keeps_cookies=False)
        reply = client.post(events, {"node": "entry", "event": "put", "data": f"e{number}", "id": f"an-event-of-curl-{number}"})
        assert reply.status == 200, reply
    assert cluster.entries(CART) == [f"e{number}" for number in range(6)]
    instance = events.partition("?")[2]
    assert [total(Client(port, keeps_cookies=False), f"{CART}?{instance}") for port in cluster.ports] == [6] * 3


def test_a_plain_form_without_cookies_works_at_any_server(cluster):
    page = Client(cluster.ports[0], keeps_cookies=False).get(CART, "text/html")
    load = re.search(r'name="([^"]+)" value="([^"]+)"', page.text[page.text.index('id="~form"'):])
    for number, port in enumerate(cluster.ports):
        client = Client(port, keeps_cookies=False)
        reply = client.submit(f"{event_path(CART)}?node=entry&event=put", **{load[1]: load[2], "data": f"f{number}"})
        assert reply.status == 303, reply
        assert total(client, f"{CART}?{reply.headers['Location'].partition('?')[2].partition('#')[0]}") == number + 1


def passed(cluster):
    """How many requests the servers have passed on."""
    texts = [cluster.client(index).get("/metrics").text for index in range(len(cluster.ports))]
    return sum(int(re.search(r"^espalier_node_passed_seconds_count (\d+)", text, re.M)[1]) for text in texts)


def test_behind_the_balancer_of_the_article_few_requests_are_passed_on(cluster, tmp_path):
    balancer = HAProxy(ARTICLE, cluster.ports, tmp_path)
    try:
        before, count = passed(cluster), 0
        for number in range(30):
            browser = Client(balancer.port)
            for step in range(6):
                shelf = f"/shelf/{number}"
                assert browser.get(CART).status == 200
                for page in (CART, shelf):
                    reply = browser.post(event_path(page), {"node": "entry", "event": "put", "data": f"{number}-{step}"}, Sec_Fetch_Site="same-origin")
                    assert reply.status == 200, reply
                count += 3
            assert [total(browser, CART), total(browser, shelf)] == [6, 6]
            count += 2
            browser.close()
        share = (passed(cluster) - before) / count
        print("passed on:", round(share, 3), "of", count, "requests", holders(cluster).values())
        assert share < 0.05
        assert len(set(holders(cluster).values())) == 3
    finally:
        balancer.stop()


def test_what_the_site_shares_reaches_the_pages_of_all_servers(cluster):
    pages = [f"/price/{index}" for index in range(3)]
    streams = [Stream(port, f"{page}/patches") for port, page in zip(cluster.ports, pages)]
    until(lambda: [holders(cluster).get(f"page{page}") for page in pages] == [0, 1, 2], 10, "each server had a page")

    def shown(price):
        return all(client.tree(page)[0]["children"][0]["model"]["price"] == price for client, page in zip(clients, pages))

    clients, took = [Client(port) for port in cluster.ports], []
    for price in range(1, 31):
        index, begun = price % 3, time.monotonic()
        reply = clients[index].post(event_path(pages[index]), {"node": "tag", "event": "set", "data": price}, Sec_Fetch_Site="same-origin")
        assert reply.status == 200, reply
        until(lambda price=price: shown(price), 10, f"all servers showed {price}")
        took.append(round(1000 * (time.monotonic() - begun)))
    print("from the event to all pages, in ms:", sorted(took))
    # A server that starts later knows it, also without the one that shared it.
    cluster.kill(0)
    cluster.start(0)
    late = Client(cluster.ports[0])
    until(lambda: ready(cluster.ports[0]) == 200, 30, "the server was ready again")
    until(lambda: late.tree("/price/9")[0]["children"][0]["model"]["price"] == 30, 10, "a new server knew the price")
    for stream in streams:
        stream.close()


def test_pages_that_one_server_follows_at_another_travel_on_one_connection(start):
    """Each page costs both servers little more than its viewer costs without a second server."""
    cluster, count = start("--unlimited", count=2), 5_000 if IS_LONG else 500
    shelves = [f"/shelf/{number}" for number in range(count)]
    client = cluster.client(0)
    for shelf in shelves:
        reply = client.post(event_path(shelf), {"node": "entry", "event": "put", "data": "e"}, Sec_Fetch_Site="same-origin")
        assert reply.status == 200, reply
    # On a busy machine a server may seem to have ended, and the other one takes over some of its pages.
    held = holders(cluster)
    shelves = [shelf for shelf in shelves if held[f"page{shelf}"] == 0]
    assert len(shelves) > count / 2
    count = len(shelves)
    for index in (0, 1):
        # What the first stream needs once.
        Follower(cluster.ports[index], shelves[0]).close()
    before = [server.memory() for server in cluster.servers]
    followers = [Follower(cluster.ports[1], shelf) for shelf in shelves]
    there = [server.memory() - old for server, old in zip(cluster.servers, before)]
    connections = connected(cluster.peers[0])
    reply = client.post(event_path(shelves[-1]), {"node": "entry", "event": "put", "data": "f"}, Sec_Fetch_Site="same-origin")
    followers[-1].read_until(b'id: ' + reply.version.encode())
    for follower in followers:
        follower.close()
    before = cluster.servers[0].memory()
    followers = [Follower(cluster.ports[0], shelf) for shelf in shelves]
    own = cluster.servers[0].memory() - before
    for follower in followers:
        follower.close()
    extra = [round(more / count / 1024, 1) for more in (there[0], there[1] - own)]
    print("KiB a page at the server that has it, and at the one that follows:", extra, "viewer:", round(own / count / 1024, 1), "connections:", connections)
    assert connections < 20
    assert max(extra) <= 8


class Follower:
    """A viewer's stream, which costs this process little."""

    def __init__(self, port, page):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.sendall(f"GET {page}/patches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
        self.read_until(b"event: snapshot")

    def read_until(self, text):
        read = b""
        while text not in read:
            more = self.socket.recv(1 << 16)
            assert more, read
            read = read[-1000:] + more

    def close(self):
        self.socket.close()


def connected(port):
    """How many connections lead to a port of this machine."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(remote.endswith(f":{port:04X}") and state == "01" for _, _, remote, state, *_ in lines)
