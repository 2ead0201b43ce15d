"""Every control of every demo is sent the extremes of each type: the server lives, keeps no poison, and does not swell."""

from urllib.parse import urlencode

from harness import HTML, JSON, PAGES, Server, cells, event_path

LONG = "a" + "\u200d" * 30_000  # one character
EXTREMES = [2**63 - 1, -(2**63), 2**63, -1, 0, 1e308, "", "9223372036854775807", LONG, None, [], {}, [2**63 - 1] * 100]
SENT_BY_FORM = ["9223372036854775807", "-9223372036854775808", "1e308", "", LONG]
# What opens a page's control that closes itself.
OPENED_BY = {"/alert": ("1", "select", 1)}


def variations(event):
    """The extremes, each as the data and as each of its fields; and what the control itself would send."""
    example = event["example"]
    if event["type"] != "NoData":
        yield from EXTREMES
        for name in example if isinstance(example, dict) else []:
            yield from (example | {name: value} for value in EXTREMES)
    yield example


def next_control(tree, asked):
    """A control of a kind that was not asked yet, those with data first: without, it may take rows away."""
    kinds = [((cell["type"], event["name"]), cell["id"], event) for cell in cells(tree) for event in cell["events"]]
    left = [control for control in kinds if control[0] not in asked]
    return min(left, key=lambda control: control[2]["type"] == "NoData", default=None)


def press(client, path, address, event):
    """All statuses with which a control answers."""
    statuses = []

    def send(how):
        # One that closes itself is opened again, or the extremes after the first would meet nothing.
        if path in OPENED_BY and not any(cell["id"] == address for cell in cells(client.tree(path)[0])):
            assert client.send(path, *OPENED_BY[path]).status == 200
        statuses.append(how().status)

    for data in variations(event):
        send(lambda data=data: client.send(path, address, event["name"], data))
    target = f"{event_path(path)}?{urlencode({'node': address, 'event': event['name']})}"
    for text in SENT_BY_FORM if event["type"] != "NoData" else []:
        send(lambda text=text: client.submit(target, JSON, data=text))
    return statuses


def test_no_data_ends_the_server_nor_what_it_keeps(tmp_path):
    server = Server("--pace", "100", data=tmp_path / "pages.sqlite")
    clients = {path: server.client() for path in PAGES}
    with_data = 0
    for path, client in clients.items():
        asked = set()
        while control := next_control(client.tree(path)[0], asked):
            kind, address, event = control
            statuses = press(client, path, address, event)
            assert server.process.poll() is None and max(statuses) < 500, (path, address, event, statuses)
            asked.add(kind)
            with_data += event["type"] != "NoData"
        rows = {"appeared": [LONG, ""], "progressed": [""], "percent": [2**63 - 1]}
        assert client.send(path, "", "visibility", rows).status < 500
        client.close()  # It would be cut for its silence.
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


def test_no_event_of_a_demo_takes_any_integer(start):
    server = start("--development", "--log", "warning")
    client = server.client()
    for path in PAGES:
        assert client.get(path, JSON).status == 200
    client.close()
    assert server.stop() == 0
    assert not [line for line in server.complaints() if "takes any" in line]
