"""Compiles Swift against the modules that the build of the tests has made, as a package outside this one would, but in seconds."""

import os
import subprocess
from pathlib import Path

from harness import ROOT, binary

LIBRARIES = ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierTesting", "EspalierLocks", "EspalierText"]
C_TARGETS = ["CMicroHTTPD", "CZlib", "CBrotli", "CNettle", "CSQLite", "CCrash/include"]


def build():
    """The folder with the modules and the objects of the libraries."""
    return Path(binary()).parent


def swiftc(*arguments, cwd=None):
    """Runs the compiler with the settings of a new package, and returns its exit code and its messages."""
    command = ["swiftc", "-swift-version", "6", "-I", build() / "Modules", "-module-cache-path", build() / "ModuleCache"]
    command += [option for name in C_TARGETS for option in ("-Xcc", f"-I{ROOT / 'Sources' / name}", "-I", ROOT / "Sources" / name)]
    done = subprocess.run([*map(str, command), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


def check(path):
    """Checks the types of a file, and returns the errors, each as one line."""
    _, messages = swiftc("-typecheck", "-parse-as-library", path)
    return [line.split("error: ", 1)[1] for line in messages.splitlines() if "error: " in line]


def objects():
    """The object files of the libraries and of what they need, from the list of the last link: the folders also have old files."""
    paths = (build() / "espalierPackageTests.product/Objects.LinkFileList").read_text().splitlines()
    folders = {f"{name}.build" for name in [*LIBRARIES, "CCrash"]}
    found = [path for path in paths if folders & set(Path(path).parts)]
    assert found, "the build of the tests lists no objects"
    return found


def link_options():
    return ["-lmicrohttpd", "-lz", "-lbrotlienc", "-lnettle", "-Xlinker", "-rpath", "-Xlinker", runtime()]


def runtime():
    """The folder of Swift's libraries, which the program loads."""
    swift = Path(os.path.realpath(subprocess.run(["which", "swiftc"], capture_output=True, text=True, check=True).stdout.strip()))
    return swift.parents[1] / "lib/swift/linux"
