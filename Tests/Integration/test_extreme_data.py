"""Every control of every demo gets extreme data of each type. The server survives, its saved state loads again, and pages stay small."""

from urllib.parse import urlencode

from harness import HTML, JSON, PAGES, Server, cells, event_path

LONG = "a" + "\u200d" * 30_000  # one character
EXTREMES = [2**63 - 1, -(2**63), 2**63, -1, 0, 1e308, "", "9223372036854775807", LONG, None, [], {}, [2**63 - 1] * 100]
SENT_BY_FORM = ["9223372036854775807", "-9223372036854775808", "1e308", "", LONG]
# The press in a dialog that is over.
PRESS = {"name": "~dialog", "type": "Press", "example": {"dialog": "a", "action": "b"}}


def variations(event):
    """Yields each extreme as the data and as each field of the data, then the data of the control itself."""
    example = event["example"]
    if event["type"] != "null":
        yield from EXTREMES
        for name in example if isinstance(example, dict) else []:
            yield from (example | {name: value} for value in EXTREMES)
    yield example


def next_control(tree, done):
    """A control of a kind that was not tested yet. Controls with data come first, because one without may remove rows."""
    kinds = [((cell["type"], event["name"]), cell["id"], event) for cell in cells(tree) for event in cell["events"]]
    left = [control for control in kinds if control[0] not in done]
    return min(left, key=lambda control: control[2]["type"] == "null", default=None)


def press(client, path, address, event):
    """Returns the statuses of all answers of a control."""
    statuses = [client.send(path, address, event["name"], data).status for data in variations(event)]
    target = f"{event_path(path)}?{urlencode({'node': address, 'event': event['name']})}"
    for text in SENT_BY_FORM if event["type"] != "null" else []:
        statuses.append(client.submit(target, JSON, data=text).status)
    return statuses


def test_no_data_ends_the_server_or_breaks_its_saved_state(tmp_path):
    server = Server("--pace", "100", data=tmp_path / "pages.sqlite")
    clients = {path: server.client() for path in PAGES}
    with_data = 0
    for path, client in clients.items():
        done = set()
        while control := next_control(client.tree(path)[0], done):
            kind, address, event = control
            statuses = press(client, path, address, event)
            assert server.process.poll() is None and max(statuses) < 500, (path, address, event, statuses)
            done.add(kind)
            with_data += event["type"] != "null"
        assert max(press(client, path, "", PRESS)) < 500, path
        rows = {"appeared": [LONG, ""], "progressed": [""], "percent": [2**63 - 1]}
        assert client.send(path, "", "visibility", rows).status < 500
        client.close()  # The server would close the idle connection.
    assert with_data >= 25
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


def test_every_event_of_a_demo_limits_its_integers(start):
    server = start("--development", "--log", "warning")
    client = server.client()
    for path in PAGES:
        assert client.get(path, JSON).status == 200
    client.close()
    assert server.stop() == 0
    assert not [line for line in server.complaints() if "takes any" in line]
