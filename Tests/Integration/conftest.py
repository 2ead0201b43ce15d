"""What several of these tests need."""

import pytest
from harness import Server


@pytest.fixture
def start():
    """Starts demo servers with options of their own, and ends them."""
    servers = []

    def start(*options, **others):
        servers.append(Server("--metrics", "127.0.0.1", *options, **others))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()
