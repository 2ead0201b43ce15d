"""Programs under valgrind, which reports each access to memory that is free or that was never allocated.

The programs are optimised as in a release: builds without optimisation do not have the defects of the optimiser."""

import re
import subprocess
from pathlib import Path

from harness import Server, binary
from preloaded import preloading

# What valgrind's exit code is if it has reported anything.
REPORTED = 99


def checked(program, folder):
    """The command that runs a program under valgrind, which writes its report to the folder."""
    # valgrind 3.19 cannot read Swift's debug information.
    stripped = Path(folder) / Path(program).name
    if not stripped.exists():
        subprocess.run(["objcopy", "--strip-debug", program, stripped], check=True)
    # valgrind runs one thread at a time. This makes the turns fair, so that a busy thread does not keep the others waiting.
    return ["valgrind", "--undef-value-errors=no", "--fair-sched=yes", f"--error-exitcode={REPORTED}", f"--log-file={folder}/report", stripped]


def report(folder):
    """What valgrind has reported; empty if it found nothing."""
    text = re.sub(r"^==\d+== ?", "", (Path(folder) / "report").read_text(), flags=re.MULTILINE)
    assert "ERROR SUMMARY: " in text, f"valgrind did not end: {text}"
    return "" if "ERROR SUMMARY: 0 errors" in text else text[:4000]


class CheckedServer(Server):
    """A server of the demos under valgrind. It is about thirty times slower than without."""

    def __init__(self, folder, *options):
        self.folder = folder
        super().__init__(*options, env=preloading("sigsuspend", folder))

    def command(self, program):
        return checked(binary(program), self.folder)

    def end(self):
        """Ends the server, and returns what valgrind has reported."""
        status = self.stop(seconds=120)
        found = report(self.folder)
        assert found or status == 0, f"The server ended with {status}: {self.log()[-2000:]}"
        return found
