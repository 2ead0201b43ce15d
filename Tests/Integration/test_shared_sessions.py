"""Sessions that pages at several servers change."""

import http.client
import json
import threading
import time

import pytest
from cluster import clusters, ready
from harness import IS_LONG, JSON, Client, Stream, event_path, until

COUNT = 1000 if IS_LONG else 300


@pytest.fixture
def cluster(database):
    with clusters(database, "--apart") as start:
        yield start("--unlimited", "--log", "info")


def browser_at(port, cookies):
    client = Client(port)
    client.cookies = dict(cookies)
    return client


def visitor(port, cookies):
    """The name and the count of a browser's session, as a server has it."""
    return browser_at(port, cookies).get("/visitor").text.strip()


def send(client, page, event, data=None, identity=None):
    """Posts an event of a gate; until it is acknowledged, if it has an id."""
    body = {"node": "gate", "event": event, "data": data} | ({"id": identity} if identity else {})
    return client.post(event_path(page), body, Sec_Fetch_Site="same-origin")


def has_ended(stream):
    """Whether a stream ends at once, or with the next look at the database."""
    stream.thread.join(1.5)
    return not stream.thread.is_alive()


def test_updates_at_three_servers_count_once_each_whoever_dies(cluster):
    first = Client(cluster.ports[0])
    assert first.get("/visit").status == 200
    wrong = []

    def count(place):
        for number in range(COUNT // 3):
            for attempt in range(1000):
                # A server that refuses is followed by the next one.
                port = cluster.ports[(place + attempt) % 3]
                try:
                    status = send(browser_at(port, first.cookies), f"/gate/{place}", "count", identity=f"a-count-{place}-{number}").status
                except (OSError, http.client.HTTPException):
                    status = "none"
                if status == 200:
                    break
                if status not in ("none", 503):
                    wrong.append(status)
                time.sleep(0.02)

    threads = [threading.Thread(target=count, args=[place]) for place in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    cluster.kill(1)
    cluster.start(1)
    for thread in threads:
        thread.join(120)
    until(lambda: ready(cluster.ports[1]) == 200, 30, "the server was ready again")
    assert wrong == []
    assert {visitor(port, first.cookies) for port in cluster.ports} == {str(COUNT // 3 * 3)}
    for port in cluster.ports:
        shown = browser_at(port, first.cookies).tree("/visit")[0]["children"][0]["model"]["visit"]
        assert shown == {"name": "", "count": COUNT // 3 * 3}


def test_who_signs_in_or_out_at_one_server_has_done_so_at_all(cluster):
    one, two, three = cluster.ports
    browser = Client(one)
    assert browser.get("/visit").status == 200
    assert send(browser, "/visit", "count").status == 200
    old = dict(browser.cookies)
    stream = Stream(one, "/visit/patches", **browser.cookie_header())
    elsewhere = browser_at(two, old)
    assert send(elsewhere, "/gate/1", "enter", "Ann").status == 200
    new = dict(elsewhere.cookies)
    assert new != old
    assert has_ended(stream)
    assert {visitor(port, new) for port in cluster.ports} == {"Ann 1"}
    assert "Ann" not in "".join(visitor(port, old) for port in cluster.ports)
    stream = Stream(one, "/visit/patches", **browser_at(one, new).cookie_header())
    last = browser_at(three, new)
    assert send(last, "/gate/2", "leave").status == 200
    assert has_ended(stream)
    assert "Ann" not in "".join(visitor(port, cookies) for port in cluster.ports for cookies in (old, new, last.cookies))
    assert cluster.database.rows("SELECT count(*) FROM espalier.instance WHERE browser <> ''", cluster.name) == [["0"]]


def test_a_sign_in_whose_server_was_killed_is_repeated_at_another(cluster):
    one, two, _ = cluster.ports
    browser = Client(one)
    assert browser.get("/visit").status == 200
    assert send(browser, "/gate/1", "count").status == 200
    old = dict(browser.cookies)
    connection = http.client.HTTPConnection("127.0.0.1", one, timeout=15)
    body = json.dumps({"node": "gate", "event": "enter", "data": "Ann", "id": "the-id-of-a-sign-in"})
    connection.request("POST", event_path("/gate/1"), body, {"Content-Type": JSON, "Accept": JSON, "Sec-Fetch-Site": "same-origin"} | browser.cookie_header())
    until(lambda: "Ann" in str(cluster.database.rows("SELECT states FROM espalier.session", cluster.name)), 10, "the sign-in was saved")
    cluster.kill(0)
    connection.close()
    again = browser_at(two, old)

    def is_in():
        reply = send(again, "/gate/1", "enter", "Ann", "the-id-of-a-sign-in")
        assert reply.status in (200, 503), reply
        return reply.status == 200

    until(is_in, 15, "another server admitted the repeat")
    assert again.cookies != old
    assert visitor(two, again.cookies) == "Ann 1"
    assert "Ann" not in visitor(two, old)
