"""A burst of writes to a table that many look at: each page is right at the end, and nobody waits for the others' windows."""

import threading
import time

import jsonpatch
from harness import JSON, Stream, Trials

VIEWERS = 40
WRITES = 1000


def texts(tree):
    """The texts of the rows."""
    return [row["model"]["text"] for row in tree["children"][1]["children"]]


class Looker:
    """A tab that looks at the table."""

    def __init__(self, server):
        self.client = server.client()
        self.page = f"/burst?tab={self.client.tab}"
        self.tree, self.version = self.client.tree(self.page)
        path = f"/burst/patches?tab={self.client.tab}&since={self.version}&dialect=json-patch"
        self.stream = Stream(server.port, path, **self.client.cookie_header())
        self.patches = 0

    def rows(self):
        return texts(self.tree)

    def follow(self, last):
        """Applies patches until the first row has a text."""
        while self.rows()[0] != last:
            _, _, patch = self.stream.next()
            self.tree = jsonpatch.apply_patch(self.tree, patch)
            self.patches += 1


def test_a_burst_of_writes_stops_nobody(tmp_path):
    server = Trials("--unlimited", "--rows", "1000", data=tmp_path / "pages.sqlite")
    lookers = [Looker(server) for _ in range(VIEWERS)]
    first, other = lookers[0], server.client()
    assert first.rows()[0] == "row 1000"
    last = str(WRITES - 1)
    assert first.client.send(first.page, first.tree["children"][0]["id"], "burst", WRITES).status == 200
    following = threading.Thread(target=first.follow, args=(last,), daemon=True)
    following.start()
    answered, slowest = 0, 0
    while following.is_alive():
        start = time.monotonic()
        assert other.get("/number", JSON).status == 200
        answered, slowest = answered + 1, max(slowest, time.monotonic() - start)
    print(f"{answered} replies, the slowest after {slowest * 1000:.0f} ms")
    # Before, the first of these waited until all windows had shown all writes.
    assert answered >= 5
    for looker in lookers:
        looker.follow(last)
        fresh, _ = looker.client.tree(looker.page)
        assert looker.rows() == texts(fresh)
        # Several writes are one patch.
        assert looker.patches < WRITES / 2
        looker.stream.close()
    assert server.stop() == 0
