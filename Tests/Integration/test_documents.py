"""Everything that the tables of the documents name exists: code, tests, cases, demos, and the Swift in the guides."""

import re
import subprocess
from pathlib import Path

import pytest
from harness import ROOT
from modules import runtime

SEEDS = ROOT / "docs" / "SEEDS.md"
GUIDES = sorted((ROOT / "docs" / "coming-from").glob("*.md"))
CASE = re.compile(r"\b[A-Z]{3}-\d\d\b")


def tables(path):
    """The rows of a document's tables, each as a dictionary with the headings of the columns as keys."""
    heads = None
    for line in path.read_text().splitlines():
        if not line.startswith("|"):
            heads = None
            continue
        # A bar within a code span is escaped.
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if heads is None:
            heads = cells
        elif not set(line) <= set("|- "):
            yield dict(zip(heads, cells, strict=True))


def spans(text):
    return re.findall(r"`([^`\n]+)`", text)


def names(*folders):
    """The paths of all files and folders in these folders, with and without the extension."""
    paths = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*")]
    return {f"/{name}" for path in paths for name in (path, path.with_suffix(""))}


def is_named(name, known):
    return any(path.endswith(f"/{name.strip('/')}") for path in known)


def swift(*folders):
    return "\n".join(path.read_text() for folder in folders for path in sorted((ROOT / folder).rglob("*.swift")))


ROWS = list(tables(SEEDS))


def test_code_and_tests_of_the_seeds_exist():
    code, tests = names("Sources", "Public"), names("Tests")
    missing = [span for row in ROWS for span in spans(row.get("code", "")) if not is_named(span, code)]
    missing += [
        span for row in ROWS for span in spans(row.get("tests", "")) if not is_named(span.removesuffix(".py"), tests)]
    assert missing == []


def test_each_case_of_the_seeds_has_a_test():
    tests = swift("Tests") + "\n".join(path.read_text() for path in (ROOT / "Tests").rglob("test_*.py"))
    cases = {case for row in ROWS for case in CASE.findall(row.get("tests", ""))}
    assert len(cases) > 50
    assert sorted(case for case in cases if case not in tests) == []


def test_a_test_contains_the_item_or_case_that_follows_its_name():
    files = [path for path in (ROOT / "Tests").rglob("*") if path.suffix in (".py", ".swift")]
    named = [pair for row in ROWS for pair in re.findall(r"`([^`]+)` ([A-Z]+-?[A-Z]?\d+)\b", row.get("tests", ""))]
    assert len(named) > 30
    assert [(name, case) for name, case in named if not any(
        path.stem == name.removesuffix(".py") and re.search(rf"\b{case}\b", path.read_text()) for path in files)] == []


@pytest.mark.parametrize("document", [SEEDS, *GUIDES], ids=lambda document: document.stem)
def test_demos_that_a_document_names_are_served(document):
    served = swift("Sources/EspalierDemos")
    demos = {span for span in spans(document.read_text()) if re.fullmatch(r"/[a-z-]+(/tree)?", span)}
    assert sorted(path for path in demos if f'"{path.removesuffix("/tree")}"' not in served) == []


@pytest.mark.parametrize("seed, count", [("A", 70), ("B", 17), ("C", 20), ("D", 34)])
def test_each_item_of_a_seed_has_one_row(seed, count):
    ids = [row[""] for row in ROWS if re.fullmatch(rf"{seed}\d+", row.get("", ""))]
    assert ids == [f"{seed}{number}" for number in range(1, count + 1)]


def test_the_guide_from_ddpresenter_is_complete():
    ids = [row[""] for row in tables(ROOT / "docs/coming-from/ddpresenter.md") if "" in row]
    assert ids == [f"C{number}" for number in range(1, 18)] + [f"H-C{number}" for number in range(1, 8)]


def pitfalls(guide):
    return [row for row in tables(ROOT / f"docs/coming-from/{guide}.md") if row.get("", "").startswith("H-")]


GUIDES_OF_PITFALLS = {"dcframe": {"A": 30, "F": 5}, "declarativetvc": {"B": 14}, "viewmodelkit": {"D": 17}}
PITFALLS = [row for guide in GUIDES_OF_PITFALLS for row in pitfalls(guide)]


@pytest.mark.parametrize("guide", GUIDES_OF_PITFALLS)
def test_a_guide_says_what_became_of_each_pitfall(guide):
    wanted = [f"H-{seed}{n}" for seed, count in GUIDES_OF_PITFALLS[guide].items() for n in range(1, count + 1)]
    assert [row[""] for row in pitfalls(guide)] == wanted


@pytest.mark.parametrize("pitfall", PITFALLS, ids=lambda row: row[""])
def test_the_tests_of_a_fixed_pitfall_name_it(pitfall):
    named = spans(pitfall["test"])
    assert named or pitfall["here"].startswith(("not mended yet", "not a behaviour"))
    for name in named:
        (path,) = [path for path in (ROOT / "Tests").rglob(f"{name}.*") if path.suffix in (".py", ".swift")]
        assert re.search(rf"\b{pitfall['']}\b", path.read_text()), path


def test_each_example_of_the_seeds_is_in_the_table():
    listed = {int(number) for row in ROWS for number in re.findall(r"\bF(\d+)\b", row.get("", ""))}
    assert sorted(set(range(1, 63)) - listed) == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_everything_that_a_guide_points_to_exists(guide):
    known = set(re.findall(r"\w+", swift("Sources", "Tests/EspalierDemosTests/Guides")))
    here = [span for row in tables(guide) for span in spans(row.get("here", ""))]
    words = {word for span in here for word in re.findall(r"[A-Za-z_]\w+", re.sub(r'"[^"]*"', "", span))}
    assert sorted(words - known) == []
    for link in re.findall(r"\]\(([^)#]+)", guide.read_text()):
        assert Path(guide.parent / link).exists(), link


ARTICLES = sorted(ROOT.glob("Sources/*/*.docc/*.md"))
MANIFESTS = [(path, block) for path in ARTICLES for block in re.findall(
    r"```swift\n(// swift-tools-version: .*?)```", path.read_text(), re.DOTALL)]


@pytest.mark.parametrize("path, manifest", MANIFESTS, ids=[path.stem for path, _ in MANIFESTS])
def test_a_manifest_in_an_article_compiles(path, manifest, tmp_path):
    """All other Swift of the articles is compiled with the Swift tests, which cannot import the package manager's module."""
    file = tmp_path / "Package.swift"
    file.write_text(manifest)
    version = re.match(r"// swift-tools-version: (\S+)", manifest)[1]
    done = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-package-description-version", f"{version}.0",
         "-I", runtime().parent / "pm/ManifestAPI", file], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"{path}: {done.stderr}"


def test_two_articles_have_a_manifest():
    assert sorted(path.stem for path, _ in MANIFESTS) == ["GettingStarted", "TestingAPage"]


TUTORIAL = ROOT / "Sources/EspalierServer/EspalierServer.docc/BuildATaskBoard.md"


def test_the_code_of_the_tutorial_is_that_of_the_task_board():
    code = swift("Examples/TaskBoard/Sources")
    blocks = re.findall(r"```swift\n(.*?)```", TUTORIAL.read_text(), re.DOTALL)
    assert len(blocks) > 15
    assert [block for block in blocks if block not in code] == []


def test_the_task_board_has_at_most_500_lines_of_code():
    lines = [line.strip() for line in swift("Examples/TaskBoard/Sources").splitlines()]
    assert len([line for line in lines if line and not line.startswith("//")]) <= 500
