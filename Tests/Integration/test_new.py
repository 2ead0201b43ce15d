"""scripts/new makes a package that builds, serves its page and passes its test."""

import http.client
import json
import os
import re
import subprocess

import pytest

from harness import ROOT, until
from modules import link_options, objects, swiftc

NEW = ROOT / "scripts/new"
LEFT = re.compile(r"starter|\.\./espalier")


def run(*arguments, cwd=None):
    return subprocess.run([str(NEW), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages") / "my-garden"
    made = run(folder)
    assert made.returncode == 0, made.stderr
    return folder


def test_the_package_has_its_own_name_everywhere(package):
    names = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    assert {"Package.swift", "README.md", "Dockerfile", ".gitignore", "Public/site.css", "Sources/my-garden/Main.swift",
            "Tests/my-gardenTests/ToDoListTests.swift"} <= names
    left = [name for name in names if LEFT.search(name) or LEFT.search((package / name).read_text())]
    assert left == []
    assert "@testable import my_garden" in (package / "Tests/my-gardenTests/ToDoListTests.swift").read_text()


def test_the_manifest_names_the_products_of_the_library(package):
    path = re.search(r'\?\? "([^"]+)"', (package / "Package.swift").read_text())[1]
    assert (package / path).resolve() == ROOT.resolve(), "the path of the library is relative to the package"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ESPALIER")}
    done = subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=package, env=environment, capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    described = json.loads(done.stdout[done.stdout.index("{"):])
    assert {target["name"] for target in described["targets"]} == {"my-garden", "my-gardenTests"}


@pytest.fixture(scope="module")
def program(package, tmp_path_factory):
    """The program, compiled like a debug build of the package, but with the libraries that the tests' build has made."""
    folder = tmp_path_factory.mktemp("build")
    sources = sorted((package / "Sources/my-garden").glob("*.swift"))
    code, messages = swiftc(
        "-parse-as-library", "-enable-testing", "-warnings-as-errors", "-module-name", "my_garden", "-wmo", "-c", *sources,
        "-emit-module", "-emit-module-path", folder / "my_garden.swiftmodule", "-o", folder / "my_garden.o",
        "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "my_garden_main")
    assert code == 0, messages
    return folder


def linked(program, name, *sources):
    """Links the package's code with another entry point."""
    target = program / name
    code, messages = swiftc("-parse-as-library", "-module-name", name, "-I", program, *sources, program / "my_garden.o",
                            *objects(), *link_options(), "-o", target)
    assert code == 0, messages[-4000:]
    return target


@pytest.mark.parametrize("development", ["", "1"])
def test_the_new_package_serves_its_page_with_its_style(program, package, development):
    main = program / "Serve.swift"
    main.write_text("@_silgen_name(\"my_garden_main\") func garden(_: Int32, _: UnsafeMutableRawPointer?) -> Int32\n"
                    "@main enum Serve { static func main() { exit(garden(CommandLine.argc, CommandLine.unsafeArgv)) } }\n"
                    "import Glibc\n")
    process = subprocess.Popen([linked(program, "serve", main), "127.0.0.1", "0"], cwd=package, stdout=subprocess.PIPE, text=True,
                               env={**os.environ, **({"DEVELOPMENT": development} if development else {})})
    try:
        line = process.stdout.readline()
        connection = http.client.HTTPConnection("127.0.0.1", int(re.search(r":(\d+)$", line.strip())[1]), timeout=20)
        pages = []
        for path in ["/", "/site.css"]:
            connection.request("GET", path, headers={"Accept": "text/html, */*"})
            reply = connection.getresponse()
            pages.append((reply.status, reply.read().decode()))
        assert [status for status, _ in pages] == [200, 200]
        assert '<link rel="stylesheet" href="/site.css' in pages[0][1] and "Open this page in a second window" in pages[0][1]
        assert ".ToDoRow" in pages[1][1]
        # In development a page compares itself with the server every two seconds.
        assert ('data-check="2"' in pages[0][1]) == bool(development)
    finally:
        process.terminate()
        until(lambda: process.poll() is not None, what="the server of the new package ended")


def test_the_new_package_passes_its_test(program, package):
    runner = program / "Runner.swift"
    runner.write_text("import Testing\n@main enum Runner { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }\n")
    tests = linked(program, "tests", runner, *sorted((package / "Tests/my-gardenTests").glob("*.swift")))
    done = subprocess.run([tests, "--testing-library", "swift-testing"], cwd=package, capture_output=True, text=True, timeout=120,
                          check=False)
    assert done.returncode == 0 and "with 3 tests" in done.stdout + done.stderr, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "reason"), [
    ("9lives", "cannot be a package"), ("a b", "cannot be a package"), ("a.b", "cannot be a package"), ("ü", "cannot be a package"),
    ("Espalier", "belongs to a module"), ("testing", "belongs to a module"), ("class", "is a word of the language"),
    ("starter", "belongs to a module"), ("missing/garden", "There is no folder"), ("--name", "cannot be a package"),
])
def test_a_bad_name_is_refused_with_the_remedy(tmp_path, name, reason):
    made = run(name, cwd=tmp_path)
    assert made.returncode == 2 and reason in made.stderr, made.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_touched(tmp_path):
    (tmp_path / "garden").mkdir()
    made = run("garden", cwd=tmp_path)
    assert made.returncode == 2 and "exists already" in made.stderr
    assert list((tmp_path / "garden").iterdir()) == []


def test_without_a_name_it_says_how_to_use_it(tmp_path):
    made = run(cwd=tmp_path)
    assert made.returncode == 2 and "usage: scripts/new NAME" in made.stderr
    assert run("a", "b", cwd=tmp_path).returncode == 2
    assert "usage: scripts/new NAME" in run("--help").stdout


def test_the_task_board_uses_only_what_is_public():
    """Its code is part of the test build, which would let it use more."""
    sources = sorted((ROOT / "Examples/TaskBoard/Sources/TaskBoard").glob("*.swift"))
    assert len(sources) > 5
    status, messages = swiftc("-typecheck", "-parse-as-library", *sources)
    assert status == 0, messages
