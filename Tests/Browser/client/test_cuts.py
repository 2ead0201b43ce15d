"""A stream may break after any byte. The page continues from the last complete event."""

import json
from collections import defaultdict

from mock import BEAT, at, cell, listed, until

PAGES = 20


def patches(round):
    """Five changes that leave the list unchanged except for the text of `b`. Some characters take several bytes."""
    return [
        ["+", "", cell("x", "é"), "b"],
        ["=", "x", ":0", "“ü” €"],
        [">", "x", "a"],
        ["<", "b", f"<i>{round}</i>"],
        ["-", "x"],
    ]


def frames(round):
    """The events of the stream in one round."""
    return [
        f"id: e.{5 * round + index + 2}\nevent: patch\ndata: {json.dumps([op], ensure_ascii=False)}\n\n".encode()
        for index, op in enumerate(patches(round))
    ]


class Cutter:
    """Writes the events of one instance's streams round by round, and cuts each round after a different byte."""

    def __init__(self, offsets):
        self.offsets, self.round, self.heard = offsets, 0, defaultdict(list)

    def speak(self, query, write):
        since = int(query["since"].removeprefix("e.")) - 1
        self.heard[self.round].append(since)
        done = 5 * self.round
        missing = [frame for round in range(self.round) for frame in frames(round)][since:done]
        write(b"".join(missing) + BEAT)
        if self.round == len(self.offsets):
            return True
        write(b"".join(frames(self.round))[: self.offsets[self.round]])
        self.round += 1
        return False

    def check(self):
        """Checks that each time the page continued from the last event that had arrived completely."""
        for round, offset in enumerate(self.offsets):
            whole = [sum(map(len, frames(round)[: count + 1])) <= offset for count in range(5)]
            assert self.heard[round + 1] == [5 * round + sum(whole)], (round, offset)


def test_the_stream_may_break_after_any_byte(mock, open_page):
    length = len(b"".join(frames(10)))
    assert len(b"".join(frames(99))) - length < 20
    cutters = {f"i{start}": Cutter(range(start, length + 1, PAGES)) for start in range(PAGES)}
    mock.rows = cell("a", "A") + cell("b", "B")
    mock.speak = lambda query, write: cutters[query["instance"]].speak(query, write)
    pages = {}
    for instance in cutters:
        pages[instance] = page = open_page()
        # The shortest pauses.
        page.add_init_script("Math.random = () => 0; window.marker = 'never reloaded'; window.applied = []")
        page.add_init_script("document.addEventListener('espalier:applied', ({ detail }) => applied.push(detail.version))")
        page.goto(f"{mock.url}/list?instance={instance}")
    for instance, cutter in cutters.items():
        rounds, page = len(cutter.offsets), pages[instance]
        until(lambda: cutter.round == rounds and cutter.heard[rounds], 40)
        page.wait_for_selector(at(f"e.{5 * rounds + 1}"))
        cutter.check()
        assert page.evaluate("applied") == [f"e.{number + 2}" for number in range(5 * rounds)]
        assert page.inner_html("[id='~root']") == listed(cell("a", "A"), cell("b", f"<i>{rounds - 1}</i>"))
        assert page.evaluate("marker") == "never reloaded"
    assert mock.catch_ups() == []
