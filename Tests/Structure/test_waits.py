"""How the browser tests wait."""

import re
from pathlib import Path

BROWSER = Path(__file__).parents[1] / "Browser"
WAIT = re.compile(r'wait_for_function\(\s*f?(?:"""|"(?!""))\s*(?!(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>)(.{0,60})')


def test_a_condition_is_a_function():
    """Without `=>` the page itself reads the text, which its policy forbids. It is then a failure unless the condition holds at once."""
    assert {file.name: found for file in BROWSER.rglob("*.py") if (found := WAIT.findall(file.read_text()))} == {}
