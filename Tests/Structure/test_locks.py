"""No lock holds a function itself: without optimisation, each access would wrap the function once more, until a call of it ends the
program with a stack overflow."""

import re

from public_api import PACKAGE

# The type of a lock's value, up to its closing bracket. The arrow of a function type has a bracket too.
LOCK = re.compile(r"\bLock<((?:->|[^<>]|<(?:->|[^<>])*>)*)>")
FUNCTION = re.compile(r"^\(?\s*(?:@\w+\s*)*\(.*\)\s*(?:async\s*)?(?:throws(?:\([^)]*\))?\s*)?->.*$", re.DOTALL)


def holders(text):
    return [value for value in LOCK.findall(text) if FUNCTION.match(value)]


def test_no_lock_holds_a_function():
    files = sorted((PACKAGE / "Sources").rglob("*.swift"))
    assert {file.name: found for file in files if (found := holders(file.read_text()))} == {}


def test_a_lock_with_a_function_is_found():
    assert holders("Lock<(@Sendable (Request) -> String?)?>(nil)") and holders("Lock<@Sendable (Int) throws -> Void>")
    assert not holders("Lock<[String: (Int) -> Void]>") and not holders("Lock<(done: Bool, count: Int)>") and not holders("Lock<State>")
