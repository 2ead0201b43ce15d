"""The benchmarks run, the article's table has their rows, and failures are reported."""

import json
import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from harness import binary

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/bench"
ARTICLE = ROOT / "Sources/EspalierServer/EspalierServer.docc/Performance.md"


def bench(program, *options):
    return subprocess.run(
        [SCRIPT, *options], env={**os.environ, "ESPALIER_BENCHMARKS": str(program)}, capture_output=True, text=True, timeout=300)


def written_table(command):
    """The table of the article that a command writes."""
    return ARTICLE.read_text().partition(f"<!-- The table below is written by {command}. -->")[2].partition("<!-- End of the table. -->")[0]


@pytest.fixture(scope="module")
def short_run(tmp_path_factory):
    file = tmp_path_factory.mktemp("bench") / "rows.json"
    article = ARTICLE.read_text()
    done = bench(binary("ESPALIER_BENCHMARKS"), "--short", "--json", file)
    assert done.returncode == 0, done.stderr
    assert ARTICLE.read_text() == article
    return done, json.loads(file.read_text())


def test_every_part_measures_something(short_run):
    done, document = short_run
    parts = subprocess.run([binary("ESPALIER_BENCHMARKS"), "--parts"], capture_output=True, text=True).stdout.split()
    assert len(parts) >= 8
    assert list(dict.fromkeys(row["part"] for row in document["rows"])) == parts
    assert document["short"] and document["failures"] == []
    assert all(row["baseline"] and row["ratio"] > 0 for row in document["rows"])
    assert "× " in done.stdout


def test_the_article_has_exactly_the_rows_and_baselines_that_the_program_prints(short_run):
    _, document = short_run
    lines = re.findall(r"^\| (.+) \|$", written_table("scripts/bench"), re.MULTILINE)
    table = [tuple(cell.strip() for cell in line.split("|")[:2]) for line in lines[2:]]
    printed = [(f"{row['group']}: {row['name']}", row["baseline"]) for row in document["rows"]]
    assert len(set(printed)) == len(printed)
    assert table == printed, "run scripts/bench, which writes the table"


def fake(folder, parts):
    """A program whose parts are shell lines; `rows NAME NUMBER` writes one row."""
    cases = "\n".join(f"{name}) {line} ;;" for name, line in parts.items())
    program = folder / "program"
    program.write_text(
        f"""#!/bin/sh
if [ "$1" = --parts ]; then printf '%s\\n' {' '.join(parts)}; exit; fi
while [ $# -gt 1 ]; do [ "$1" = --json ] && file=$2; shift; done
part=$1
rows() {{ printf '{{"rows": [{{"group": "g", "name": "%s", "baseline": "b", "unit": "", "value": %s, "against": 1, "ratio": 1}}]}}' "$1" "$2" >"$file"; }}
case $part in
{cases}
esac
""")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_a_part_that_fails_is_named_with_the_reason_and_the_others_are_measured(tmp_path):
    program = fake(tmp_path, {
        "first": 'rows first 1', "second": 'echo partly; echo "the cause" >&2; kill -ABRT $$',
        "third": 'echo seen; rows third 2',
    })
    file = tmp_path / "rows.json"
    article = ARTICLE.read_text()
    done = bench(program, "--short", "--json", file)
    assert done.returncode == 1
    assert "partly" in done.stdout and "seen" in done.stdout
    assert done.stderr.strip() == "failed: second: ended with -6: the cause"
    document = json.loads(file.read_text())
    assert [row["name"] for row in document["rows"]] == ["first", "third"]
    assert document["failures"] == ["second: ended with -6: the cause"]
    # A run of all parts does not write the table either.
    assert bench(program, "--no-instructions", "--json", file).returncode == 1
    assert ARTICLE.read_text() == article


@pytest.mark.parametrize("number", ["0", "-1", "NaN", "Infinity", "null"])
def test_an_impossible_number_is_refused_with_the_row(tmp_path, number):
    program = fake(tmp_path, {"only": f'rows renders {number}'})
    done = bench(program, "--short")
    assert done.returncode == 1
    wanted = {"null": "None", "NaN": "nan", "Infinity": "inf"}.get(number, number)
    assert done.stderr.strip() == f'failed: only: "g: renders" has the value {wanted}, which is impossible'


def test_a_part_that_measures_nothing_and_an_unknown_part_are_refused(tmp_path):
    program = fake(tmp_path, {"only": ":"})
    assert bench(program, "--short").stderr.strip() == "failed: only: the part measured nothing"
    done = bench(program, "--short", "other")
    assert done.returncode == 2 and done.stderr.strip() == "unknown part other; the parts are: only"


# The instructions of one request in the build of the tests, in which each flush checks its tree.
BUDGET = ROOT / "Tests/Integration/instructions.json"


def test_no_request_costs_ten_per_cent_more_instructions_than_recorded(tmp_path):
    file = tmp_path / "counts.json"
    done = bench(binary("ESPALIER_BENCHMARKS"), "instructions", "--short", "--json", file)
    assert done.returncode == 0, done.stderr
    counts, budget = json.loads(file.read_text()), json.loads(BUDGET.read_text())
    remedy = f"if the change is worth it, or if it saves instructions, copy these figures to {BUDGET.relative_to(ROOT)}:\n{file.read_text()}"
    assert counts.keys() == budget.keys(), remedy
    costly = {name: (round(number), budget[name]) for name, number in counts.items() if number > 1.1 * budget[name]}
    assert not costly, remedy
    saved = {name: (round(number), budget[name]) for name, number in counts.items() if number < 0.8 * budget[name]}
    assert not saved, remedy
    # The article names the same requests.
    named = re.findall(r"^\| (.+?) \|", written_table("scripts/bench instructions"), re.MULTILINE)[2:]
    assert named == list(counts), "run scripts/bench instructions, which writes the table"


def test_a_program_that_does_not_start_its_servers_is_reported(tmp_path):
    done = bench("/bin/true", "instructions", "--short")
    assert done.returncode == 1 and done.stderr.startswith("failed: the servers did not start: ")
