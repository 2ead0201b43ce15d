"""Every control of every demo is sent the extremes of each type: the server lives, keeps no poison, and does not swell."""

from urllib.parse import urlencode

from harness import HTML, JSON, PAGES, Server, cells, event_path

LONG = "a" + "\u200d" * 30_000  # one character
EXTREMES = [2**63 - 1, -(2**63), 2**63, 2**31, -1, 0, 1e308, 5e-324, "", "\0", "9223372036854775807", LONG, True, None, [], {},
            [2**63 - 1] * 100]
SENT_BY_FORM = ["9223372036854775807", "-9223372036854775808", "1e308", "", LONG]


def variations(example):
    """The extremes, each as the data and as each of its fields."""
    yield from EXTREMES
    for name in example if isinstance(example, dict) else []:
        yield from (example | {name: value} for value in EXTREMES)
    if example is not None:
        yield example


def controls(tree):
    """One control of each kind: (address, event). Those without data come last, for they may take rows away."""
    kinds = {}
    for cell in cells(tree):
        for event in cell["events"]:
            kinds.setdefault((cell["type"], event["name"]), (cell["id"], event))
    return sorted(kinds.values(), key=lambda control: control[1]["type"] == "NoData")


def press(client, path, address, event):
    """All statuses with which a control answers."""
    statuses = [client.send(path, address, event["name"], data).status for data in variations(event["example"])]
    query = urlencode({"node": address, "event": event["name"]})
    separator = "&" if "?" in path else "?"
    return statuses + [client.submit(event_path(path) + separator + query, JSON, data=text).status for text in SENT_BY_FORM]


def test_no_data_ends_the_server_nor_what_it_keeps(tmp_path):
    server = Server("--pace", "100", data=tmp_path / "pages.sqlite")
    clients = {path: server.client() for path in PAGES}
    typed = 0
    for path, client in clients.items():
        tree = client.tree(path)[0]
        for address, event in controls(tree):
            statuses = press(client, path, address, event)
            assert server.process.poll() is None and max(statuses) < 500, (path, address, event, statuses)
            if event["type"] != "NoData":
                typed += 1
                assert set(statuses) - {410}, f"{path}: {address} was gone before it could be asked"
        rows = {"appeared": [LONG, ""], "progressed": [tree["id"]], "percent": [2**63 - 1]}
        assert client.send(path, "", "sight", rows).status < 500
    assert typed >= 25
    sizes = {path: len(client.get(path, JSON).body) for path, client in clients.items()}
    assert max(sizes.values()) < 400_000, sizes
    assert server.complaints() == []
    server.kill()

    again = Server("--pace", "100", data=tmp_path / "pages.sqlite", port=server.port)
    for path, client in clients.items():
        client.close()
        assert client.get(path, HTML).status == client.get(path, JSON).status == 200
        client.close()
    assert again.complaints() == []
    assert again.stop() == 0


