"""Effects: a window scrolls to a row or focuses it, once, when it shows the version of the effect."""

import threading

import pytest
from mock import at, button, cell, container, root, until
from windows import answered, idle

TALL = '<svg width="10" height="300"></svg>'
BOX = "<style>#box { height: 400px; overflow-y: auto; position: relative; } #box ul { margin: 0; padding: 0; }</style>"
ROW = BOX + "<style>#box li { height: 300px; }</style>"


@pytest.fixture
def long(mock, live):
    """A button that stays in view, and ten rows of 300 pixels."""
    fixed = "<style>#press { position: fixed; top: 0; right: 0; }</style>"
    mock.body = fixed + root(cell("press", button("press")), *(cell(f"r{n}", TALL) for n in range(10)))
    page = live(body=True)
    idle(page)
    return page


def rect(page, selector):
    return page.eval_on_selector(selector, "element => element.getBoundingClientRect().toJSON()")


def press(page):
    page.get_by_role("button", name="Like").first.click()


@pytest.mark.parametrize(("alignment", "side", "place"), [("start", "top", 0), ("end", "bottom", 720), ("nearest", "bottom", 720)])
def test_the_reply_scrolls_to_a_row(mock, long, alignment, side, place):
    mock.reply = lambda post: mock.patch("e.2", ["=", "r5", "@class", "New"], ["@", "r5", "scroll", alignment])
    press(long)
    long.wait_for_selector(at("e.2", "#r5.New"))
    until(lambda: abs(rect(long, "#r5")[side] - place) < 2)


@pytest.mark.parametrize("speed", ["instant", "smooth"])
@pytest.mark.parametrize(("alignment", "offset", "side", "place"), [("start", 40, "top", 40), ("start", -120, "top", -120), ("end", 40, "bottom", 680)])
def test_the_reply_scrolls_a_row_to_a_distance_from_the_edge(mock, long, alignment, offset, side, place, speed):
    mock.reply = lambda post: mock.patch("e.1", ["@", "r5", "scroll", alignment, speed, str(offset)])
    press(long)
    until(lambda: abs(rect(long, "#r5")[side] - place) < 2)
    assert long.locator("#r5").get_attribute("style") is None


def test_the_margin_that_a_style_sheet_gives_a_row_counts(mock, long):
    long.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.insertRule('#r5 { scroll-margin-top: 30px }');
      document.adoptedStyleSheets.push(sheet);
    }""")
    mock.reply = lambda post: mock.patch("e.1", ["@", "r5", "scroll", "start"])
    press(long)
    until(lambda: abs(rect(long, "#r5")["top"] - 30) < 2)
    assert long.locator("#r5").get_attribute("style") is None


def test_the_reply_scrolls_a_row_of_a_box_to_a_distance_from_its_edge(mock, live):
    mock.body = ROW + root(cell("press", button("press")), container("box", *(cell(f"box/r{n}", TALL) for n in range(5))))
    mock.reply = lambda post: mock.patch("e.1", ["@", "box/r3", "scroll", "start", "instant", "30"])
    page = live(body=True)
    press(page)
    until(lambda: abs(rect(page, "[id='box/r3']")["top"] - rect(page, "#box")["top"] - 30) < 2)


def test_the_reply_scrolls_a_row_to_the_middle(mock, long):
    mock.reply = lambda post: mock.patch("e.1", ["@", "r5", "scroll", "center"])
    press(long)
    until(lambda: abs(rect(long, "#r5")["top"] + rect(long, "#r5")["height"] / 2 - 360) < 3)


def test_the_effect_happens_even_if_the_stream_is_faster_than_the_reply(mock, long):
    def reply(post):
        mock.push("e.2", ["=", "r5", "@class", "New"])
        long_enough = mock.patch("e.2", ["=", "r5", "@class", "New"], ["@", "r5", "scroll", "start"])
        return long_enough

    mock.reply = reply
    press(long)
    until(lambda: abs(rect(long, "#r5")["top"]) < 2)
    assert long.get_attribute("form", "data-version") == "e.2"


def test_the_effect_waits_for_the_version_that_has_the_row(mock, long):
    mock.reply = lambda post: mock.patch("e.3", ["+", "", cell("new", TALL)], ["@", "new", "scroll", "start"])
    mock.catch_up = lambda since: {"version": "e.1", "patches": []}
    with answered(long):
        press(long)
    assert long.evaluate("scrollY") == 0
    mock.push("e.2", ["=", "r1", "@class", "New"])
    long.wait_for_selector("#new")
    until(lambda: rect(long, "#new")["bottom"] <= 721)


def test_the_window_scrolls_smoothly_unless_the_person_prefers_reduced_motion(mock, live, open_page):
    for preference, is_smooth in (("no-preference", True), ("reduce", False)):
        page = open_page(reduced_motion=preference)
        mock.body = root(cell("press", button("press")), *(cell(f"r{n}", TALL) for n in range(10)))
        live(body=True, page=page)
        idle(page)
        page.evaluate("""() => {
          window.places = new Set();
          addEventListener('scroll', () => places.add(scrollY));
        }""")
        mock.reply = lambda post: mock.patch("e.1", ["@", "r8", "scroll", "start", "smooth"])
        press(page)
        until(lambda: page.evaluate("scrollY") > 1800)
        idle(page)
        assert (page.evaluate("places.size") > 3) == is_smooth


@pytest.mark.parametrize(("alignment", "place"), [("start", 900), ("end", 800), ("center", 850), ("nearest", 800)])
def test_only_the_box_scrolls_if_it_is_in_view(mock, live, alignment, place):
    rows = [cell(f"box/r{n}", button(f"box/r{n}")) for n in range(8)]
    mock.body = ROW + root(container("box", *rows), cell("below", TALL * 9))
    page = live(body=True)
    idle(page)
    mock.reply = lambda post: mock.patch("e.1", ["@", "box/r3", "scroll", alignment])
    press(page)
    until(lambda: abs(page.evaluate("document.querySelector('#box').scrollTop") - place) < 2)
    assert page.evaluate("scrollY") == 0


def test_the_focus_goes_to_the_first_control_or_to_the_row(mock, long):
    mock.reply = lambda post: mock.patch("e.1", ["@", "r2", "focus"])
    press(long)
    long.wait_for_function("() => document.activeElement.id === 'r2'")
    assert long.get_attribute("#r2", "tabindex") == "-1"
    mock.reply = lambda post: mock.patch("e.1", ["@", "press", "focus"])
    long.evaluate("document.querySelector('#press button').click()")
    long.wait_for_function("() => document.activeElement.localName === 'button'")
    assert long.get_attribute("#r2", "tabindex") is None


def test_the_window_performs_effects_of_the_stream_and_ignores_those_on_missing_rows(mock, long):
    mock.push("e.2", ["@", "gone", "focus"], ["@", "r6", "scroll", "start"])
    until(lambda: abs(rect(long, "#r6")["top"]) < 2)
    assert long.get_attribute("form", "data-version") == "e.2"


def test_an_effect_waits_until_the_module_that_performs_it_is_loaded(mock, live):
    mock.body = root(cell("press", button("press")), *(cell(f"r{n}", TALL) for n in range(10)))
    mock.reply = lambda post: mock.patch("e.2", ["=", "r5", "@class", "New"], ["@", "r5", "scroll", "start"])
    page = live(body=True, wait=False)
    page.wait_for_selector("html[data-espalier]")
    page.evaluate("document.querySelector('button').click()")
    page.wait_for_selector(at("e.2"))
    until(lambda: abs(rect(page, "#r5")["top"]) < 2)
    assert mock.catch_ups() == []


def removable(*addresses):
    return [cell(address, button(address, "like") + button(address, "remove", "Remove")) for address in addresses]


def focused(page):
    return page.evaluate("""() => {
      const { activeElement: element } = document;
      return [element.closest('[id]')?.id, element.textContent];
    }""")


def take_away(mock, page, *ops, row="b"):
    """Presses Remove in a row by keyboard; the reply has these operations."""
    idle(page)
    page.locator(f"[id='{row}']").get_by_role("button", name="Remove").focus()
    mock.reply = lambda post: mock.patch("e.2", *ops)
    page.keyboard.press("Enter")
    page.wait_for_selector(at("e.2"), state="attached")


@pytest.mark.parametrize(("row", "neighbour"), [("a", "b"), ("b", "c"), ("c", "b")])
def test_the_focus_goes_to_the_neighbour_of_a_row_that_removes_itself(mock, live, row, neighbour):
    mock.body = root(*removable("a", "b", "c"))
    page = live(body=True)
    take_away(mock, page, ["-", row], row=row)
    page.wait_for_function("row => document.activeElement.closest('li')?.id === row", arg=neighbour)
    assert focused(page) == [neighbour, "Remove"]


def test_the_focus_goes_to_the_header_when_the_last_row_is_removed(mock, live):
    box = container("box", *removable("box/b"), header=f'<header id="box/header">{button("box/header")}</header>')
    mock.body = root(box)
    page = live(body=True)
    take_away(mock, page, ["-", "box/b"], row="box/b")
    assert focused(page) == ["box/header", "Like"]


def test_the_focus_goes_to_the_list_when_all_rows_are_removed(mock, live):
    mock.body = root(*removable("a", "b"))
    page = live(body=True)
    take_away(mock, page, ["-", "a"], ["-", "b"])
    assert focused(page)[0] == "~root"


def test_focus_that_is_elsewhere_stays(mock, live):
    mock.body = root(*removable("a", "b"))
    page = live(body=True)
    idle(page)
    page.locator("#a").get_by_role("button", name="Like").focus()
    mock.push("e.2", ["-", "b"])
    page.wait_for_selector(at("e.2"))
    assert focused(page) == ["a", "Like"]
    page.evaluate("document.activeElement.blur()")
    mock.push("e.3", ["-", "a"])
    page.wait_for_selector(at("e.3"), state="attached")
    assert page.evaluate("document.activeElement === document.body")


def test_a_reply_with_only_effects_does_not_change_the_version_of_the_page(mock, live):
    """Another viewer's change makes version e.2, which the stream has not delivered yet when the reply arrives."""
    mock.body = root(cell("press", button("press")), *(cell(f"r{n}", TALL) for n in range(10)))
    mock.reply = lambda post: mock.patch("e.2", ["@", "r5", "scroll", "start"])
    page = live(body=True)
    with answered(page):
        press(page)
    assert page.get_attribute("form", "data-version") == "e.1" and page.evaluate("scrollY") == 0
    mock.push("e.2", ["=", "r5", "@class", "New"])
    page.wait_for_selector(at("e.2", "#r5.New"))
    until(lambda: abs(rect(page, "#r5")["top"]) < 2)


def test_a_reply_that_arrives_after_a_navigation_changes_nothing(mock, moving):
    arrived = threading.Event()

    def reply(post):
        if post["node"] != "a":
            return mock.patch("e.1", ["@", "", "navigate", "/list?instance=i2"])
        arrived.wait()
        return mock.patch("e.2", ["=", "a", "@class", "Late"])

    mock.reply = reply
    page = moving(body=root(cell("a", button("a")), cell("b", button("b"))))
    with page.expect_request(lambda request: "node=a" in request.url):
        page.locator("#a").get_by_role("button").click()
    page.locator("#b").get_by_role("button").click()
    page.wait_for_url("**/list?instance=i2")
    with answered(page):
        arrived.set()
    assert page.locator(".Late").count() == 0
    mock.push("e.2", ["=", "b", "@class", "New"])
    page.wait_for_selector(at("e.2", "#b.New"))


def test_a_button_that_stays_in_another_page_belongs_to_its_form_there(mock, moving):
    """The button that has the focus becomes that of a form, and must send the form."""
    mock.reply = lambda post: mock.patch("e.1", ["@", "", "navigate", "/list?instance=i2"]) if post["node"] == "a" else (204, {}, b"")
    page = moving(body=root(cell("a", button("a").replace(' name="data" value="Like"', ""))))
    mock.body = root(cell("f", '<form method="post" action="/list/events?node=f&amp;event=save"><input name="text" value="Ada"><button>Save</button></form>'))
    page.locator("#a button").click()
    page.wait_for_url("**/list?instance=i2")
    page.locator("#f button").click()
    until(lambda: len(mock.posts) == 2)
    assert mock.posts[1]["node"] == "f" and mock.posts[1]["event"] == "save" and mock.posts[1]["body"] == "text=Ada"


def test_a_late_refusal_of_the_page_before_leaves_what_somebody_types(mock, moving, complaints):
    """Somebody's session ends: a press leads to the sign-in page, while the page before still asks for what it missed."""
    came = threading.Event()

    def refuse(query):
        if mock.gets[-1]["accept"] != "application/json" or query["instance"] != "i1":
            return None
        came.wait()
        return 401, {"Content-Type": "application/problem+json"}, b"{}"

    mock.refusal = refuse
    mock.reply = lambda post: mock.patch("e.1", ["@", "", "navigate", "/list?instance=i2"])
    page = moving(body=root(cell("a", button("a")), cell("b", "<input>")))
    mock.push("e.9", ["=", "b", "@class", "New"])
    until(lambda: mock.catch_ups())
    page.locator("#a").get_by_role("button").click()
    page.wait_for_url("**/list?instance=i2")
    page.locator("input").fill("Ada")
    with page.expect_response(lambda response: response.status == 401):
        came.set()
    idle(page)
    assert page.locator("input").input_value() == "Ada"
    complaints.clear()  # The browser names the refusal.


def reported(mock):
    return [post for post in mock.posts if post.get("event") == "~report"]


def test_a_window_reports_when_its_animations_have_ended(mock, moving):
    mock.reply = lambda post: (204, {}, b"") if post["event"] == "~report" else mock.patch(
        "e.2", ["+", "", cell("new", "New"), None, "left 700"], ["@", "", "report", "7"])
    page = moving(body=root(cell("a", button("a"))))
    page.evaluate("window.began = 0; document.addEventListener('espalier:applied', () => (began = performance.now()))")
    with page.expect_request(lambda request: "%7Ereport" in request.url or "~report" in request.url):
        page.locator("#a").get_by_role("button").click()
    assert page.evaluate("performance.now() - began") > 600
    until(lambda: reported(mock))
    [post] = reported(mock)
    assert post["body"] == "data=7"


def test_a_window_without_animations_reports_at_once(mock, live):
    mock.reply = lambda post: (204, {}, b"") if post["event"] == "~report" else mock.patch(
        "e.2", ["+", "", cell("new", "New"), None, "left 60000"], ["@", "", "report", "8"])
    page = live(cell("a", button("a")))
    page.locator("#a").get_by_role("button").click()
    until(lambda: reported(mock))
    assert [post["body"] for post in reported(mock)] == ["data=8"]


def test_an_animation_without_an_end_holds_up_no_report(mock, moving):
    mock.reply = lambda post: (204, {}, b"") if post["event"] == "~report" else mock.patch("e.1", ["@", "", "report", "9"])
    page = moving(body=root(cell("a", button("a"))))
    page.evaluate("document.body.animate([{ opacity: 1 }, { opacity: 0.9 }], { duration: 500, iterations: Infinity })")
    page.locator("#a").get_by_role("button").click()
    until(lambda: reported(mock))
