"""Counts what one press runs: the functions of the libraries, their files and their folders.

    python3 Tests/Structure/press.py

It runs the demos of the tests' build under callgrind, votes on /lunch until all caches are filled, and counts during one more vote.
With --list it also prints the files. A function that the optimiser has put into its callers does not count.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
sys.path[:0] = [str(PACKAGE / "Tests"), str(PACKAGE / "Tests/Integration")]

from harness import Server, binary, senders  # noqa: E402
from index_store import declarations  # noqa: E402
from preloaded import preloading  # noqa: E402

OURS = re.compile(r"^\$s\d+Espalier(HTTP|Server|SQLite|Text|Locks)?\d")
WARM_UP = 3


class Counted(Server):
    """A server under callgrind, which counts nothing until it is told."""

    def __init__(self, folder):
        self.folder = folder
        super().__init__(env=preloading("sigsuspend", folder))

    def command(self, program):
        # Valgrind cannot read the debug information that Swift writes.
        stripped = self.folder / "program"
        subprocess.run(["strip", "--strip-debug", "-o", stripped, binary(program)], check=True)
        return ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.folder}/count", stripped]

    def control(self, *what):
        subprocess.run(["callgrind_control", *what, str(self.process.pid)], check=True, capture_output=True)


def functions_of_one_press():
    """The symbols of our functions that one vote runs."""
    with tempfile.TemporaryDirectory() as folder:
        server = Counted(Path(folder))
        client = server.client()
        tree, _ = client.tree("/lunch")
        node, event, example = senders(tree)[0]
        for number in range(WARM_UP + 1):
            if number == WARM_UP:
                server.control("-i", "on")
            assert client.send("/lunch", node, event, example).status == 200
        server.control("-i", "off")
        server.stop(seconds=60)
        text = "".join(file.read_text(errors="replace") for file in Path(folder).glob("count*"))
    # Callgrind writes a name once, where the function is called or where it stands, and elsewhere its number.
    names = dict(re.findall(r"^c?fn=\((\d+)\) (\S+)", text, re.MULTILINE))
    ran = {names[number].partition("'")[0] for number in re.findall(r"^fn=\((\d+)\)", text, re.MULTILINE)}
    return {name for name in ran if OURS.match(name)}


def file_of(symbol, files):
    """The file of a function, or of the function around a closure; None for what the compiler makes."""
    usr = "s:" + symbol[2:]
    return next((files[usr[:end]] for end in range(len(usr), 10, -1) if usr[:end] in files), None)


def main(arguments):
    build = Path(binary()).parent
    files = declarations(build / "index/store", PACKAGE)
    symbols = functions_of_one_press()
    named = Counter(file for symbol in symbols if (file := file_of(symbol, files)))
    folders = {str(Path(file).parent) for file in named}
    print(f"One press on /lunch runs {len(symbols)} functions in {len(named)} files of {len(folders)} folders.")
    if "--list" in arguments:
        print("\n".join(f"{count:4} {file}" for file, count in sorted(named.items())))


if __name__ == "__main__":
    main(sys.argv[1:])
