"""How parallel workers divide the tests.

The tests of a module form a group: one worker runs them in order, with their own server. In `test_every_page`, whose tests share the windows
of a page, each page forms a group; in `test_behind_proxies`, each proxy. Long groups run first and these short groups last, so that all workers end at about the same time."""

import re

from xdist.scheduler import LoadScopeScheduling

# Modules that take ten seconds and more, the longest first.
LONG = [
    "test_memory", "test_tabs", "test_layout_demos", "test_touching", "test_faults", "test_tables", "test_operations", "test_features", "test_picture",
    "test_events", "test_animations", "test_motion", "test_markup", "test_visibility", "test_cuts", "test_json_api", "test_effects",
    "test_pages", "test_surroundings", "test_visibility_reports", "test_growing", "test_order", "test_crash", "test_store", "test_process",
    "test_walk", "test_field_names", "test_firefox", "test_announcements", "test_behind_proxies", "test_forced_colours", "test_in_place",
    "test_earlier_rows", "test_development", "test_selected_text", "test_foreign", "test_refused", "test_under_the_pointer",
    "test_unchanged", "test_rights",
]  # fmt: skip
BY_PROXY = re.compile(r"test_behind_proxies\.py::.*\[(nginx|haproxy|caddy|none)\b")
BY_PAGE = re.compile(r"test_every_page\.py::.*\[(/[^\]]*?)(-(desk|phone|\d))?\]$")


def group(nodeid):
    special = BY_PAGE.search(nodeid) or BY_PROXY.search(nodeid)
    return special[1] if special else nodeid.partition("::")[0]


def order(nodeid):
    """The sort key of a test. The tests of a module keep their order."""
    if BY_PAGE.search(nodeid):
        return len(LONG) + 1
    module = nodeid.partition(".py::")[0].rpartition("/")[2]
    return LONG.index(module) if module in LONG else len(LONG)


class Groups(LoadScopeScheduling):
    def __init__(self, config, log):
        config.option.loadscopereorder = False  # This option would put groups with many tests first.
        super().__init__(config, log)

    def _split_scope(self, nodeid):
        return group(nodeid)
