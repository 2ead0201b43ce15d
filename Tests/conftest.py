"""The demo server for all tests that need one. Each module gets a new server, which must end cleanly."""

import pytest
from groups import Groups, order
from harness import Server


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `-n`, workers take groups of tests, whatever `--dist` says."""
    return Groups(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: order(item.nodeid))


@pytest.fixture(scope="module")
def demos():
    """A demo server as a process; no test may make it complain, and it must end cleanly on SIGTERM."""
    # The pace makes the simulated delays of the demos short.
    server = Server("--pace", "100", "--metrics", "127.0.0.1")
    yield server
    status = server.stop()
    assert status == 0, f"The demo server ended with {status} on SIGTERM: {server.log()[-2000:]}"
    assert server.complaints() == []


@pytest.fixture(scope="module")
def server(demos):
    """The address of the demo server."""
    return demos.address


@pytest.fixture
def client(demos):
    """A client with its own cookies."""
    client = demos.client()
    yield client
    client.close()
