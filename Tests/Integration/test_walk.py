"""A random walk over all demos: the server survives, never answers 5xx, and each page can still be read.

Set ESPALIER_WALK to the number of presses on each page (50; 600 with ESPALIER_LONG=1), and ESPALIER_SEED to repeat a walk."""

import os
import random

import pytest
from harness import IS_LONG, LIVE, Server
from walks import Walk

SEED = int(os.environ.get("ESPALIER_SEED") or random.SystemRandom().randrange(10**6))
STEPS = int(os.environ.get("ESPALIER_WALK") or (600 if IS_LONG else 50))


def test_no_walk_over_the_pages_ends_the_server_or_closes_a_page(tmp_path):
    print(f"ESPALIER_SEED={SEED} ESPALIER_WALK={STEPS}")
    server = Server("--pace", "100", "--log", "warning", data=tmp_path / "pages.sqlite")
    walks = [Walk(server, path, SEED, STEPS) for path in LIVE]
    for walk in walks:
        try:
            walk.go()
        except OSError as error:
            pytest.fail(f"{walk.story()}: {error!r}, exit {server.process.poll()}: {server.log()[-2000:]}")
    assert sum(len(walk.presses) for walk in walks) == STEPS * len(LIVE)
    assert sum(walk.forms for walk in walks) > STEPS * len(LIVE) / 10
    assert server.complaints() == []
    assert server.stop() == 0
