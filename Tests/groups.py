"""How parallel workers divide the tests. As a program, it records how long the modules took: `Tests/groups.py JUNIT...`.

The tests of a module form a group: one worker runs them in order, with their own server. In `test_every_page`, whose tests share the window
of a page, each page forms a group; in `test_behind_proxies`, each proxy. Long groups run first and these short groups last, so that all workers end at about the same time."""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

BY_PROXY = re.compile(r"test_behind_proxies\.py::.*\[(nginx|haproxy|caddy|none)\b")
BY_PAGE = re.compile(r"test_every_page\.py::.*\[(/[^\]]*?)(-(desk|phone|\d))?\]$")
# The seconds that each module took in a whole run. Modules that take less than five seconds are not in the file.
FILE = Path(__file__).with_name("durations.json")
SECONDS = json.loads(FILE.read_text())


def group(nodeid):
    special = BY_PAGE.search(nodeid) or BY_PROXY.search(nodeid)
    return special[1] if special else nodeid.partition("::")[0]


def order(nodeid):
    """The sort key of a test. The tests of a module keep their order."""
    return 1 if BY_PAGE.search(nodeid) else -SECONDS.get(nodeid.partition(".py::")[0].rpartition("/")[2], 0)


def record(reports):
    seconds = Counter()
    for report in reports:
        for case in ElementTree.parse(report).iter("testcase"):
            seconds[case.get("classname").rpartition(".")[2]] += float(case.get("time"))
    FILE.write_text(json.dumps({module: round(took) for module, took in seconds.most_common() if took >= 5}, indent=1) + "\n")


if __name__ == "__main__":
    record(sys.argv[1:])
else:
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def __init__(self, config, log):
            config.option.loadscopereorder = False  # This option would put groups with many tests first.
            super().__init__(config, log)

        def _split_scope(self, nodeid):
            return group(nodeid)
