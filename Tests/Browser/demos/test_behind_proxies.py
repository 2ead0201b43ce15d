"""The tests of a demo again, unchanged, with the demos below a prefix behind each proxy, over TLS. With ESPALIER_LONG=1 also those of
three other demos, and with TLS of the server's own."""

import pytest
import test_cart
import test_checkout
import test_posts
import test_seeds
from harness import IS_LONG
from proxies import HOST, KINDS, Behind, SecureServer, certificate


@pytest.fixture(scope="module", params=KINDS + ["none"] * IS_LONG)
def demos(request, tmp_path_factory):
    folder, options = tmp_path_factory.mktemp(request.param), ["--pace", "100", "--metrics", "127.0.0.1"]
    if request.param == "none":
        certificate(folder)
        server = SecureServer(folder, *options)
        server.address = f"https://{HOST}:{server.port}"
    else:
        server = Behind(request.param, folder, *options)
    yield server
    status = server.stop()
    assert status == 0, f"The demo server ended with {status} on SIGTERM: {server.log()[-2000:]}"
    assert server.complaints() == []


for module in [test_posts, *[test_seeds, test_checkout, test_cart] * IS_LONG]:
    for name, thing in vars(module).items():
        if name.startswith("test_"):
            globals()[f"{module.__name__}_{name.removeprefix('test_')}"] = thing
