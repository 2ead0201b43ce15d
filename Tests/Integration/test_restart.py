"""A server is killed at any moment and started again. No acknowledged event is lost."""

import random
import threading

import pytest
from harness import Server, find, senders

STEP = {"product": "id1", "by": 1}


def quantity(client):
    client.close()  # The connection may be to a server that has ended.
    return find(client.tree("/cart")[0], "Topsounds/id1")["model"]["quantity"]


def test_the_changes_of_a_browser_survive_a_kill(tmp_path):
    """Pitfall H-A18."""
    data = tmp_path / "pages.sqlite"
    server = Server(data=data)
    client = server.client()
    for _ in range(3):
        assert client.send("/cart", "Topsounds/id1", "step", STEP).status == 200
    client.send("/posts", "A/actions", "like", "Like")
    server.kill()

    again = Server(data=data, port=server.port)
    assert quantity(client) == 4
    assert quantity(again.client()) == 1, "another browser does not have its own cart"
    assert find(again.client().tree("/posts")[0], "A/photo")["model"] == {"text": "Like", "tone": "red"}
    assert again.complaints() == []
    assert again.stop() == 0


def test_features_are_unchanged_after_a_restart(tmp_path):
    data = tmp_path / "pages.sqlite"
    server = Server(data=data)
    client, trees = server.client(), {}
    for path in ("/mixed", "/empty", "/diff", "/calendar", "/feed", "/names", "/merged"):
        new, chance = client.tree(path)[0], random.Random(f"features of {path}")
        # An odd number, so that a page with only one switch is not back in its first state.
        for _ in range(15):
            assert client.send(path, *chance.choice(senders(client.tree(path)[0]))).status == 200
        trees[path] = client.tree(path)[0]
        assert trees[path] != new
    server.kill()

    again = Server(data=data, port=server.port)
    client.close()
    assert {path: client.tree(path)[0] for path in trees} == trees
    assert again.complaints() == []
    assert again.stop() == 0


@pytest.mark.parametrize("seed", range(4))
def test_no_acknowledged_event_is_lost_whenever_the_server_dies(tmp_path, seed):
    data = tmp_path / "pages.sqlite"
    server = Server(data=data)
    client = server.client()
    client.get("/cart")
    acknowledged = 0
    killer = threading.Timer(random.Random(seed).uniform(0.02, 0.25), server.kill)
    killer.start()
    try:
        while acknowledged < 90:
            if client.send("/cart", "Topsounds/id1", "step", STEP).status != 200:
                break
            acknowledged += 1
    except OSError:
        pass
    killer.join()

    again = Server(data=data, port=server.port)
    # The last event before the server died may have had its effect without an acknowledgement.
    assert quantity(client) - 1 in (acknowledged, acknowledged + 1)
    assert again.stop() == 0


def test_a_repeated_event_has_no_second_effect_after_a_restart(tmp_path):
    data = tmp_path / "pages.sqlite"
    server = Server(data=data)
    client = server.client()
    assert client.send("/cart", "Topsounds/id1", "step", STEP, id="once").status == 200
    server.kill()
    again = Server(data=data, port=server.port)
    client.close()
    reply = client.send("/cart", "Topsounds/id1", "step", STEP, id="once")
    assert reply.status == 200 and reply.json["repeated"] is True
    assert quantity(client) == 2
    assert again.stop() == 0


def test_a_file_that_cannot_be_opened_is_reported_at_once(tmp_path):
    with pytest.raises(AssertionError, match="unable to open database file"):
        Server(data=tmp_path / "nowhere" / "pages.sqlite")


def test_a_second_server_does_not_get_the_store_of_a_running_one(tmp_path, start):
    data = tmp_path / "pages.sqlite"
    first = start(data=data)
    with pytest.raises(AssertionError) as refusal:
        start(data=data)
    assert "ended with 2" in str(refusal.value) and "another server uses this store; stop that server" in str(refusal.value)
    assert first.client().get("/cart").status == 200
    first.kill()
    assert start(data=data).client().get("/cart").status == 200
