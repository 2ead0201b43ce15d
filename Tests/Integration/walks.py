"""A random walk over a page: it presses random controls of the current tree, with ordinary and with extreme data."""

import json
import random
from urllib.parse import urlencode

from harness import HTML, JSON, cells, event_path, until

# After this many presses the walk also reads the page as HTML.
READ_EACH = 6

NUMBERS = [-(2**63), 2**63 - 1, -(2**63) + 1, 2**63 - 2, 2**63, -(2**31), 2**31, 10**6, -1, 0, 1]
TEXTS = ["", "\0", "0", "-1", "a" * 300, "é" * 200, "\u0301" * 30, "\U0001f3f3\ufe0f\u200d\U0001f308" * 50, "../..", "~root",
         "{}", "[]", "null", "true", "\r\n", "javascript:x", *map(str, NUMBERS[:2])]  # fmt: skip
REALS = [1e308, -1e308, 0.5, -0.0]


class Walk:
    """One browser's walk on one page."""

    def __init__(self, server, path, seed, steps):
        self.client = server.client()
        # The client does not add the tab to the URL of this page.
        self.path = f"{path}?tab={self.client.tab}" if path == "/scopes/tab" else path
        # Each page has its own source, so that its walk does not depend on the others.
        self.random = random.Random(f"{seed} {path}")
        self.seed, self.steps = seed, steps
        self.presses, self.forms = [], 0

    def go(self):
        for step in range(self.steps):
            # A checked server may take long to read the rows of a database, and says so meanwhile.
            reply = until(lambda: (reply := self.check(self.client.get(self.path, JSON))).status != 503 and reply)
            assert reply.status == 200, self.story(reply)
            self.check(self.press(reply.json))
            if step % READ_EACH == 0:
                assert self.check(self.client.get(self.path, HTML)).status == 200
        self.check(self.client.get(self.with_query(self.path, view="full"), HTML))
        self.client.close()

    def press(self, tree):
        controls = {}
        for cell in cells(tree):
            for event in cell["events"]:
                controls.setdefault((cell["type"], event["name"], event["type"]), []).append((cell["id"], event))
        if not controls or self.random.random() < 0.06:
            return self.send("", "visibility", self.visibility(tree))
        # Each kind of control is as likely as any other, however many rows have it.
        address, event = self.random.choice(self.random.choice(list(controls.values())))
        data = self.extreme(event) if self.random.random() < 0.55 else event["example"]
        if self.random.random() < 0.25:
            return self.submit(address, event["name"], data)
        reply = self.send(address, event["name"], data)
        # No demo can use the least integer, so each of their integers has a range.
        assert event["type"] != "integer" or data != NUMBERS[0] or 400 <= reply.status < 500, self.story(reply)
        return reply

    def extreme(self, event):
        example = event["example"]
        if isinstance(example, dict):
            return {name: self.other(value) if self.random.random() < 0.7 else value for name, value in example.items()}
        return self.other(example, event["type"])

    def other(self, value, type=None):
        """Another value of the same kind, or sometimes of any kind."""
        if self.random.random() < 0.1:
            return self.random.choice([None, [], {}, self.random.choice(NUMBERS), self.random.choice(TEXTS), REALS])
        if isinstance(value, bool):
            return not value
        if isinstance(value, int) or type == "integer":
            return self.random.choice(NUMBERS)
        if isinstance(value, float):
            return self.random.choice([*REALS, *NUMBERS])
        if isinstance(value, list):
            return [self.other(one) for one in value] * self.random.choice([0, 1, 2, 50])
        return self.random.choice(TEXTS) if isinstance(value, str) else value

    def visibility(self, tree):
        rows = [cell["id"] for cell in cells(tree)]
        kind = self.random.choice(["appeared", "disappeared", "progressed"])
        some = self.random.sample(rows, min(len(rows), 5))
        return {kind: some} | ({"percent": [self.random.choice(NUMBERS) for _ in some]} if kind == "progressed" else {})

    def send(self, address, event, data):
        self.presses.append(("json", address, event, data))
        return self.client.send(self.path, address, event, data)

    def submit(self, address, event, data):
        """Sends the press as a plain form would: as text, and with several fields for an object."""
        self.presses.append(("form", address, event, data))
        self.forms += 1
        target = self.with_query(event_path(self.path), node=address, event=event)
        fields = data if isinstance(data, dict) else {"data": data}
        texts = {name: value if isinstance(value, str) else "" if value is None else json.dumps(value)
                 for name, value in fields.items()}  # fmt: skip
        return self.client.submit(target, self.random.choice([JSON, HTML]), **texts)

    def with_query(self, path, **fields):
        return f"{path}{'&' if '?' in path else '?'}{urlencode(fields)}"

    def check(self, reply):
        assert reply.status < 500 or reply.status == 503 and reply.type == JSON, self.story(reply)
        return reply

    def story(self, reply=None):
        return f"ESPALIER_SEED={self.seed} {self.path}: {reply} after {len(self.presses)} presses, the last {self.presses[-4:]}"
