"""The page applies a patch to version n+1 once, to version n, in whatever way and order the patches arrive."""

import threading

from mock import at, cell, heard_all, listed, text, until
from windows import answered, idle

ROW = cell("a", "1")


def shows(page, value, version):
    page.wait_for_selector(at(version, f"#a:text-is('{value}')"))


def settle(mock, page):
    heard_all(mock, page)
    return page.locator("#a").inner_text()


def test_the_decision_about_a_patch_is_a_pure_function(live):
    page = live()
    cases = [
        # version, number of operations, kind -> decision at e.5
        ("e.6", 1, "patch", "apply"), ("e.6", 1, None, "apply"), ('"e.6"', 1, None, "apply"),
        ("e.5", 1, "patch", "ignore"), ("e.4", 1, None, "ignore"), ("e.5", 0, None, "ignore"),
        ("e.7", 1, "patch", "wait"), ("e.6", 0, None, "wait"), ("e.6", 0, "patch", "apply"),
        ("f.6", 1, "patch", "ask"), ("f.1", 0, None, "ask"), (None, 1, None, "ask"), ("nonsense", 1, None, "ask"),
        ("e.2", "!", "snapshot", "ignore"), ("f.2", "!", "snapshot", "apply"), ("e.9", "!", "snapshot", "apply"),
        ("e.5", "!", None, "ignore"), ("f.1", "!", None, "apply"), ("e.10", 1, "patch", "wait"),
    ]
    decide = """async (cases) => {
      const { decide, parse } = await import('/espalier/receiving/patch-version.js');
      const ops = (many) => many === '!' ? [['!', '']] : Array(many).fill(['-', 'a']);
      return cases.map(([version, many, kind]) => decide(parse('e.5'), parse(version), ops(many), kind ?? undefined));
    }"""
    assert page.evaluate(decide, [case[:3] for case in cases]) == [case[3] for case in cases]


def test_versions_already_shown_are_ignored(mock, live):
    page = live(ROW)
    mock.push("e.2", text("2"))
    shows(page, "2", "e.2")
    mock.push("e.2", text("again"))
    mock.push("e.1", text("old"))
    assert settle(mock, page) == "2"
    assert mock.catch_ups() == []


def test_a_gap_waits_for_the_stream(mock, live):
    page = live(ROW)
    mock.push("e.4", text("4"))
    mock.push("e.3", text("3"))
    assert settle(mock, page) == "1"
    mock.push("e.2", text("2"))
    shows(page, "4", "e.4")
    idle(page)
    assert mock.catch_ups() == []


def test_the_page_requests_the_patches_of_a_gap_that_stays(mock, live):
    page = live(ROW)
    patches = [{"version": f"e.{n}", "event": "patch", "patch": [text(str(n))]} for n in (2, 3)]
    mock.catch_up = lambda since: {"version": "e.3", "patches": patches}
    mock.push("e.3", text("3"))
    shows(page, "3", "e.3")
    [asked] = mock.catch_ups()
    assert asked["since"] == "e.1" and asked["dialect"] == "dom" and asked["instance"] == "i1"
    mock.push("e.4", text("4"))
    shows(page, "4", "e.4")


def test_a_gap_the_journal_cannot_close_ends_in_one_snapshot(mock, live):
    page = live(ROW)

    def catch_up(since):
        whole = [{"version": "e.7", "event": "snapshot", "patch": [["!", listed(cell("a", "7"))]]}]
        return {"version": "e.7", "patches": [] if since else whole}

    mock.catch_up = catch_up
    mock.push("e.7", text("7"))
    shows(page, "7", "e.7")
    assert [get.get("since") for get in mock.catch_ups()] == ["e.1", None]


def test_after_another_epoch_the_page_gets_a_snapshot(mock, live):
    page = live(ROW)
    snapshot = {"version": "f.3", "event": "snapshot", "patch": [["!", listed(cell("a", "new"))]]}
    mock.catch_up = lambda since: {"version": "f.3", "patches": [snapshot]}
    mock.push("f.3", text("unknown"))
    shows(page, "new", "f.3")
    mock.push("f.4", text("4"))
    shows(page, "4", "f.4")


def test_a_snapshot_on_the_stream_sets_the_version_unless_it_has_been_passed(mock, live):
    page = live(ROW)
    for version in ("f.2", "f.9", "g.1"):
        mock.push(version, ["!", listed(cell("a", version))], event="snapshot")
        shows(page, version, version)
    mock.push("g.0", ["!", listed(cell("a", "old"))], event="snapshot")
    assert settle(mock, page) == "g.1"
    assert mock.catch_ups() == []


def test_a_late_answer_of_a_former_server_is_ignored(mock, live):
    page = live(ROW)
    asked, answered = threading.Event(), threading.Event()

    def late(since):
        asked.set()
        answered.wait(5)
        return {"version": "e.9", "patches": [{"version": "e.9", "event": "snapshot", "patch": [["!", listed(cell("a", "old"))]]}]}

    mock.catch_up = late
    mock.push("e.4", text("4"))
    assert asked.wait(5)
    mock.push("f.1", ["!", listed(cell("a", "new"))], event="snapshot")
    shows(page, "new", "f.1")
    answered.set()
    idle(page)
    assert page.locator("#a").inner_text() == "new"


def test_reply_and_push_of_one_change_apply_once(mock, live):
    page = live(cell("a", "A<button form='~form' formaction='/list/events?node=a&amp;event=x'>Go</button>"))
    first, second = ["+", "", cell("x", "X")], ["+", "", cell("y", "Y")]

    def reply(post):
        mock.push("e.2", first)
        return mock.patch("e.2", first)

    mock.reply = reply
    page.click("button")
    page.wait_for_selector("#x")
    mock.push("e.3", second)
    page.wait_for_selector("#y")
    assert page.locator("li").count() == 3
    assert mock.catch_ups() == []


def test_an_empty_reply_does_not_replace_the_patch_of_another_viewer(mock, live):
    page = live(ROW + cell("b", "<button form='~form' formaction='/list/events?node=b&amp;event=x'>Go</button>"))
    mock.reply = lambda post: mock.patch("e.2")
    with answered(page):
        page.click("button")
    mock.push("e.2", text("theirs"))
    shows(page, "theirs", "e.2")


def test_an_empty_patch_on_the_stream_is_a_step(mock, live):
    page = live(ROW)
    mock.push("e.2")
    mock.push("e.3", text("3"))
    shows(page, "3", "e.3")


def test_a_patch_that_does_not_fit_is_reported_and_repaired_by_a_snapshot(mock, live, complaints):
    page = live(ROW + cell("b", "B"))
    page.evaluate("window.kept = document.getElementById('a')")
    misfits = (["-", "nobody"], ["=", "a", "5@x", "y"], ["+", "", cell("d", "D"), "nobody"], ["?", "a"], ["=", "a", "?", ""])
    for epoch, following, bad in zip("efghi", "fghij", misfits):
        mock.catch_up = lambda since: {
            "version": f"{epoch}.3",
            "patches": [{"version": f"{epoch}.3", "event": "snapshot", "patch": [["!", listed(ROW + cell("c", "C"))]]}],
        }
        mock.push(f"{epoch}.2", bad)
        page.wait_for_selector(at(f"{epoch}.3", "#c"))
        assert page.evaluate("kept === document.getElementById('a')")
        assert "espalier:error" in complaints.pop() and not complaints
        mock.push(f"{following}.1", ["!", listed(ROW + cell("b", "B"))], event="snapshot")
        page.wait_for_selector(at(f"{following}.1", "#b"))
    assert {get.get("since") for get in mock.catch_ups()} == {None}


def test_a_page_that_a_script_broke_is_repaired(mock, live, complaints):
    page = live(ROW + cell("b", "B"))
    mock.catch_up = lambda since: {
        "version": "e.2",
        "patches": [{"version": "e.2", "event": "snapshot", "patch": [["!", listed(cell("c", "C") + ROW)]]}],
    }
    page.evaluate("document.getElementById('b').remove(); document.body.append(document.getElementById('a'))")
    mock.push("e.2", ["+", "", cell("c", "C"), "a"])
    page.wait_for_selector(at("e.2", "#c + #a"))
    assert len(complaints) == 1 and complaints.pop()


def test_a_failed_request_for_patches_opens_the_stream_again(mock, live, complaints):
    page = live(ROW)
    mock.catch_up = lambda since: None
    mock.push("e.9", text("9"))
    until(lambda: len([get for get in mock.gets if get["accept"] != "application/json"]) == 2)
    page.wait_for_selector("html[data-espalier=live]")
    mock.push("e.2", text("2"))
    shows(page, "2", "e.2")
    assert len(complaints) == 1 and complaints.pop()


HEAR = """() => {
  window.heard = [];
  for (const type of ['espalier:patch', 'espalier:applied']) document.addEventListener(type, (event) => {
    heard.push([type, event.detail.version, event.detail.ops.length, document.getElementById('a').innerText]);
    if (window.prevents && type === 'espalier:patch') event.preventDefault();
  });
}"""


def test_listeners_see_patches_before_and_after_they_are_shown(mock, live):
    page = live(ROW)
    page.evaluate(HEAR)
    mock.push("e.2", text("2"))
    page.wait_for_selector(at("e.2"))
    assert page.evaluate("heard") == [["espalier:patch", "e.2", 1, "1"], ["espalier:applied", "e.2", 1, "2"]]


def test_a_patch_that_a_listener_cancels_leaves_the_page_at_its_version(mock, live):
    """The page catches up with the next patch that nobody cancels."""
    page = live(ROW + cell("b", "1"))
    page.evaluate(HEAR)
    page.evaluate("window.prevents = true")
    patches = [{"version": f"e.{n}", "event": "patch", "patch": [["=", key, ":0", str(n)]]} for n, key in ((2, "a"), (3, "b"))]
    mock.catch_up = lambda since: {"version": "e.3", "patches": patches}
    mock.push("e.2", *patches[0]["patch"])
    until(lambda: page.evaluate("heard.length") == 1)
    assert page.locator("[id='~form']").get_attribute("data-version") == "e.1" and page.locator("#a").inner_text() == "1"
    page.evaluate("window.prevents = false")
    mock.push("e.3", *patches[1]["patch"])
    page.wait_for_selector(at("e.3"))
    assert [page.locator(name).inner_text() for name in ("#a", "#b")] == ["2", "3"]
    [asked] = mock.catch_ups()
    assert asked["since"] == "e.1"


def test_a_listener_that_cancels_every_patch_does_not_make_the_page_ask_all_the_time(mock, live):
    page = live(ROW, clock=True)
    page.evaluate(HEAR)
    page.evaluate("window.prevents = true")
    mock.first_words = lambda since: []
    mock.catch_up = lambda since: {"version": "e.3", "patches": [{"version": "e.2", "event": "patch", "patch": [text("2")]}]}
    mock.push("e.2", text("2"))
    mock.push("e.3", text("3"))
    for _ in range(5):
        idle(page)
        page.clock.run_for(1000)
    assert len(mock.catch_ups()) <= 2 and page.locator("#a").inner_text() == "1"
