"""scripts/serve: the fast build serves until the optimised one takes over, and open pages go on.

A program that stands in for `swift` says where the programs are, and ends a build when the test lets it. Both programs are the demos.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from harness import ROOT, Client, Stream, binary, senders, until, with_usual_signals

SWIFT = """#!/bin/sh
kind=debug
case "$*" in *"-c release"*) kind=release ;; esac
case "$*" in *--show-bin-path*) echo "$PWD/.build/$kind" && exit ;; esac
echo "$$" >>"$PWD/$kind.begun"
while [ ! -e "$PWD/$kind.may-end" ]; do sleep 0.02; done
exit "$(cat "$PWD/$kind.may-end")"
"""
# Says which program it is, then becomes the demos.
PROGRAM = """#!/bin/sh
echo "$0" >>"$ESPALIER_STARTS"
exec "$ESPALIER_DEMOS" "$@"
"""


class Package:
    """A folder like a clone of the repository, with what scripts/serve uses."""

    def __init__(self, folder):
        self.folder = folder
        self.write("scripts/install", "#!/bin/sh\n")
        self.write("scripts/serve", (ROOT / "scripts/serve").read_text())
        self.write("bin/swift", SWIFT)
        for kind in ("debug", "release"):
            self.write(f".build/{kind}/espalier-demos", PROGRAM)
        self.write("Package.swift", "")
        self.write("Sources/Demo.swift", "")
        for name in ("Public", "Templates", "Sources/EspalierDemos"):
            (folder / name).symlink_to(ROOT / name)
        self.starts = folder / "starts"
        self.starts.touch()
        self.processes = []

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def serve(self, port):
        environment = os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "ESPALIER_DEMOS": binary(),
                                    "ESPALIER_STARTS": str(self.starts)}
        log = (self.folder / "log").open("a")
        process = subprocess.Popen(
            [self.folder / "scripts/serve", "--port", str(port), "--data", str(self.folder / "pages.sqlite"), "--tables", "none"],
            env=environment, stdout=log, stderr=log, preexec_fn=with_usual_signals)
        self.processes.append(process)
        return process

    def log(self):
        return (self.folder / "log").read_text()

    def let(self, kind, status=0):
        """Lets the builds of a kind end."""
        self.write(f"{kind}.may-end", str(status))

    def builders(self, kind):
        return [int(line) for line in (self.folder / f"{kind}.begun").read_text().split()]

    def started(self):
        """The kinds of the programs that were started."""
        return [line.split("/")[-2] for line in self.starts.read_text().splitlines()]

    def serves(self, count):
        """Waits until that many servers have begun to listen, and returns the last one's port."""
        def ports():
            assert self.processes[-1].poll() is None, self.log()
            return re.findall(r"listening on http://127\.0\.0\.1:(\d+)", self.log())[count - 1:]

        return int(until(ports, what=self.log)[-1])


@pytest.fixture
def package(tmp_path):
    package = Package(tmp_path)
    yield package
    package.let("debug")
    package.let("release")
    for process in package.processes:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        process.wait(15)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_the_optimised_build_takes_over_and_open_pages_go_on(package):
    package.let("debug")
    process = package.serve(free_port())
    port = package.serves(1)
    client = Client(port)
    tree, _ = client.tree("/cart")
    node, event, example = senders(tree)[1]
    assert client.send("/cart", node, event, example).status == 200
    changed, _ = client.tree("/cart")
    assert changed != tree
    stream = Stream(port, "/cart/patches", **client.cookie_header())
    assert package.started() == ["debug"]
    package.let("release")
    assert package.serves(2) == port
    assert package.started() == ["debug", "release"]
    stream.close()
    later = Client(port)
    later.cookies = client.cookies
    assert later.tree("/cart")[0] == changed
    assert "takes over" in package.log()
    process.terminate()
    assert process.wait(15) == 0

    # Nothing has changed, so the optimised build serves at once.
    package.serve(port)
    package.serves(3)
    assert package.started() == ["debug", "release", "release"]


def test_a_change_is_served_by_the_fast_build_first(package):
    package.let("debug")
    process = package.serve(free_port())
    package.serves(1)
    package.let("release")
    port = package.serves(2)
    process.terminate()
    assert process.wait(15) == 0
    (package.folder / "release.may-end").unlink()
    package.write("Sources/Demo.swift", "// changed")
    package.serve(port)
    package.serves(3)
    assert package.started() == ["debug", "release", "debug"]


def test_an_end_while_the_optimised_build_takes_over_is_not_lost(package):
    # It ends when the test lets it.
    package.write(".build/debug/espalier-demos", """#!/bin/sh
echo "$0" >>"$ESPALIER_STARTS"
end() {
  touch "$ESPALIER_STARTS.ends"
  while [ ! -e "$ESPALIER_STARTS.may-end" ]; do sleep 0.02; done
  kill "$child"
  wait "$child"
  exit 0
}
trap end TERM
"$ESPALIER_DEMOS" "$@" &
child=$!
wait "$child"
""")
    package.let("debug")
    process = package.serve(free_port())
    package.serves(1)
    package.let("release")
    until(Path(f"{package.starts}.ends").exists, what=package.log)
    process.terminate()
    Path(f"{package.starts}.may-end").touch()
    assert process.wait(15) == 0
    assert package.started() == ["debug"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_an_end_ends_the_server_and_the_build(package, how):
    package.let("debug")
    process = package.serve(free_port())
    package.serves(1)
    (builder,) = until(lambda: (package.folder / "release.begun").exists() and package.builders("release"))
    process.send_signal(how)
    assert process.wait(15) == 0
    until(lambda: not os.path.exists(f"/proc/{builder}"), what="the build ended")


def test_a_failed_optimised_build_leaves_the_server_running(package):
    package.let("debug")
    package.let("release", 1)
    process = package.serve(free_port())
    port = package.serves(1)
    until(lambda: "The optimised build failed" in package.log(), what=package.log)
    assert Client(port).get("/cart").status == 200 and process.poll() is None
    assert package.started() == ["debug"]


def test_a_failed_build_is_told(package):
    package.let("debug", 1)
    process = package.serve(free_port())
    assert process.wait(15) == 1
    assert "The build failed" in package.log() and package.started() == []


def test_a_port_that_the_system_chooses_stays(package):
    package.let("debug")
    package.let("release")
    process = package.serve(0)
    port = package.serves(1)
    until(lambda: "Start again for it" in package.log(), what=package.log)
    assert Client(port).get("/cart").status == 200 and process.poll() is None


def test_a_server_that_cannot_start_ends_everything(package):
    package.let("debug")
    with socket.create_server(("127.0.0.1", 0)) as other:
        process = package.serve(other.getsockname()[1])
        assert process.wait(15) not in (0, None)
    assert package.started() == ["debug"]
    for builder in package.builders("release") if (package.folder / "release.begun").exists() else []:
        until(lambda: not os.path.exists(f"/proc/{builder}"), what="the build ended")
