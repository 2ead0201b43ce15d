"""Every command of the readme and of the article on the JSON API prints what they say, in order, against a fresh server.

Run as a script with a document and the port of a fresh server, it prints the document with the outputs of that server. The readme's
commands need espalier-trials, those of the article espalier-demos.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
ARTICLE = ROOT / "Sources/EspalierServer/EspalierServer.docc/JSONAPI.md"
MARK = "@@@ end of output @@@"
BLOCK = re.compile(r"```console\n(.*?)```", re.S)


def commands(block):
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def outputs(all_commands, port):
    """Runs the commands in one shell, so that variables carry over; returns the output of each."""
    script = "".join(f"{command}\necho; echo '{MARK}'\n" for command in all_commands)
    script = script.replace("localhost:8080", f"127.0.0.1:{port}")
    done = subprocess.run(["bash"], input=script, capture_output=True, text=True, timeout=60, check=False)
    parts = done.stdout.split(MARK + "\n")
    return [part.strip("\n").replace(f"127.0.0.1:{port}", "localhost:8080") for part in parts[: len(all_commands)]]


def rewritten(text, port):
    """The text with each command followed by its current output."""
    blocks = BLOCK.findall(text)
    printed = iter(outputs([c for block in blocks for c in commands(block)], port))

    def block(match):
        lines = []
        for command in commands(match.group(1)):
            lines.append(f"$ {command}")
            output = next(printed)
            if output:
                lines.append(output)
        return "```console\n" + "\n".join(lines) + "\n```"

    return BLOCK.sub(block, text)


def masked(text):
    """The text without the parts that differ from run to run: instance ids, request ids, epochs."""
    text = re.sub(r"\b[0-9a-f]{32}\b", "INSTANCE", text)
    text = re.sub(r'"instance":( ?)"[0-9a-z]{4,12}"', r'"instance":\1"REQUEST"', text)
    return re.sub(r"\b[0-9a-f]{6}\.(\d+)", r"EPOCH.\1", text)


def check(document, address, blocks):
    text = document.read_text()
    assert len(BLOCK.findall(text)) >= blocks
    assert masked(rewritten(text, address.rsplit(":", 1)[1].strip("/"))) == masked(text)


def test_each_command_of_the_article_prints_what_it_says(server):
    check(ARTICLE, server, 8)


def test_each_command_of_the_readme_prints_what_it_says(trials):
    check(README, trials().address, 1)


if __name__ == "__main__":
    sys.stdout.write(rewritten(Path(sys.argv[1]).read_text(), os.fspath(sys.argv[2])))
