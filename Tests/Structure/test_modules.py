"""The folders of the browser's modules: which folder may use which, and that each module that pages load later has a bundle.

A folder may use itself and the folders before it. The modules in `Public/espalier` itself start the others, so none of the
folders uses them.
"""

import re
from collections import defaultdict

import pytest
from public_api import PACKAGE

MODULES = PACKAGE / "Public/espalier"
FOLDERS = ["page", "copy", "sending", "reading", "receiving", "plugins", "."]
MOST_MODULES = 16
# `from './x.js'`, `import('./x.js')` and `import('./x.js?again')`.
IMPORT = re.compile(r"(?:from |import\((?:/\*.*?\*/ \()?)'(\.[^'?]+)(?:\?\w+)?'")
# `need('reading/rows-above')` and, in lists, `'reading/rows-above'`: the path of a module without its ending.
LOADED = re.compile(rf"'((?:{'|'.join(FOLDERS[:-1])})/[a-z-]+)'")


@pytest.fixture(scope="module")
def uses():
    """For each module the modules that it imports or loads."""
    return {path(file): used(file.read_text(), file.parent) for file in MODULES.rglob("*.js")}


def path(file):
    return str(file.relative_to(MODULES))


def used(text, folder):
    code = re.sub(r"^\s*(//|/?\*).*$", "", text, flags=re.MULTILINE)
    imported = [path((folder / found).resolve()) for found in IMPORT.findall(code)]
    return sorted({*imported, *(f"{found}.js" for found in LOADED.findall(code))})


def folder(module):
    return module.rpartition("/")[0] or "."


def backward(uses):
    """The uses from one folder to a later one."""
    return [
        f"{module} uses {other}"
        for module, others in uses.items()
        for other in others
        if FOLDERS.index(folder(module)) < FOLDERS.index(folder(other))
    ]


def entries():
    """The first module of each bundle, by the path without its ending."""
    words = re.search(r"^entries=\((.*?)\)", (PACKAGE / "scripts/bundle").read_text(), re.MULTILINE | re.DOTALL)[1].split()
    return {word.rpartition("=")[2] for word in words}


def test_no_folder_uses_a_later_one(uses):
    assert backward(uses) == []


def test_every_module_is_in_a_known_folder_and_every_use_leads_to_a_module(uses):
    assert {folder(module) for module in uses} == set(FOLDERS)
    assert {other for others in uses.values() for other in others} <= uses.keys()


def test_every_module_is_used(uses):
    used = {other for others in uses.values() for other in others}
    # Pages load these two themselves: the first in development, the second in other languages than English.
    assert uses.keys() - used == {"development.js", "page/translations.js"}


def test_no_folder_is_large(uses):
    modules = defaultdict(list)
    for module in uses:
        modules[folder(module)].append(module)
    assert {name: len(found) for name, found in modules.items() if len(found) > MOST_MODULES} == {}


def test_no_two_modules_have_the_same_name(uses):
    """Bundles lie in one folder, so `scripts/bundle` copies the modules into one."""
    assert len({module.rpartition("/")[2] for module in uses}) == len(uses) > 80


def test_every_module_that_pages_load_later_has_a_bundle():
    loaded = {found for file in MODULES.rglob("*.js") for found in LOADED.findall(file.read_text())}
    assert len(loaded) > 20 and loaded <= entries()
    assert all((MODULES / f"{entry}.js").is_file() for entry in entries())


def test_a_wrong_use_is_found():
    folder_of_copy = MODULES / "copy"
    assert used("import { a } from './morph.js';", folder_of_copy) == ["copy/morph.js"]
    assert used("const later = import('../espalier.js?again');", folder_of_copy) == ["espalier.js"]
    assert used("import(/** @type {any} */ ('./espalier.js?again'))", MODULES) == ["espalier.js"]
    assert used("  // import { a } from './morph.js';\n  need('reading/sticky-rows');", folder_of_copy) == ["reading/sticky-rows.js"]
    assert backward({"copy/morph.js": ["reading/sticky-rows.js", "page/dispatch.js"]}) == ["copy/morph.js uses reading/sticky-rows.js"]
    assert backward({"plugins/tools.js": ["espalier.js", "page/dispatch.js"]}) == ["plugins/tools.js uses espalier.js"]
