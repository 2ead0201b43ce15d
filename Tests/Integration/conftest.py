"""Fixtures that several integration tests use."""

import pytest
from cluster import Database
from harness import Server, Trials, binary


@pytest.fixture
def start():
    """Starts demo servers with the given options, and stops them at the end."""
    servers = []

    def start(*options, **others):
        servers.append(Server("--metrics", "127.0.0.1", *options, **others))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def trials():
    """Starts servers of pages that misbehave, with the given options, and stops them at the end."""
    servers = []

    def start(*options, **others):
        servers.append(Trials(*options, **others))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def database():
    """A PostgreSQL of the module's own, which its tests may kill."""
    binary("ESPALIER_TRIALS")
    database = Database()
    yield database
    database.stop()
