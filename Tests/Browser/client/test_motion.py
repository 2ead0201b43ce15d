"""Inserted, removed and moved rows are animated. The page is correct and usable during the animations."""

import random

import pytest
from mock import at, button, cell, container, header, listed, until
from test_operations import push, rows
from windows import idle

STYLES = ["fade", "left", "right", "top", "bottom", "middle"]
ANIMATIONS = """() => document.getAnimations().map(({ animationName, effect }) =>
  [effect.pseudoElement?.replace(/\\d+/, '') ?? effect.target.id, animationName ?? 'glide']).sort()"""


def animations(page):
    return page.evaluate(ANIMATIONS)


def rest(page):
    """Waits until no animation runs and none has left a trace."""
    page.wait_for_function("() => !document.getAnimations().length && !document.querySelector('body [style], [data-motion]')")


THREE = cell("a", "A") + cell("b", "B") + cell("c", "C")


@pytest.mark.parametrize("style", [None, *STYLES])
def test_a_row_is_inserted_removed_and_replaced_with_its_style(mock, moving, style):
    page = moving(THREE)
    name = f"e-{style or 'automatic'}"
    words = [style] if style else []
    push(mock, page, ["+", "", cell("x", "X"), "b", *words])
    assert animations(page) == [["b", "glide"], ["c", "glide"], ["x", name]]
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    push(mock, page, ["<", "a", "<b>A</b>", *words], number=3)
    ghost = "e-fade" if style is None else name
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.pseudoElement)")
    assert animations(page) == [["::view-transition-old(e-)", ghost], ["a", ghost]]
    push(mock, page, ["-", "x", *words], number=4)
    page.wait_for_function("() => document.getAnimations().filter(({ effect }) => effect.target.id === 'c').length")
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.pseudoElement)")
    assert ["::view-transition-old(e-)", ghost] in animations(page)
    assert page.locator("li").all_inner_texts() == ["A", "B", "C"]


def test_changes_with_the_style_none_are_not_animated(mock, moving):
    page = moving(THREE)
    push(mock, page, ["+", "", cell("x", "X"), "b", "none"], [">", "c", "a", "none"], ["-", "b", "none"], ["<", "a", "N", "none"])
    assert animations(page) == [] and page.locator("[data-motion], [style*=transition]").count() == 0
    push(mock, page, ["+", "", cell("y", "Y"), "a"], [">", "c", None, "none"], number=3)
    assert animations(page) == [["y", "e-automatic"]]


def test_texts_and_attributes_apply_at_once(mock, moving):
    page = moving(THREE)
    push(mock, page, ["=", "a", ":0", "new"])
    assert animations(page) == []
    push(mock, page, ["=", "a", ":0", "newer", "left"], number=3)
    assert animations(page) == [["a", "e-left"]]


def test_headers_footers_and_their_neighbours_move(mock, moving):
    page = moving(container("1", cell("1/a", "A"), header=header("1/header", "H")) + container("2", cell("2/b", "B")))
    push(mock, page, ["+", "", header("header", "Top"), None, "top"], ["-", "1/header", "left"])
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.pseudoElement)")
    assert ["header", "e-top"] in animations(page) and ["::view-transition-old(e-)", "e-left"] in animations(page)


def test_a_snapshot_animates_the_differences(mock, moving):
    page = moving(THREE)
    mock.push("e.5", ["!", listed(cell("x", "X"), cell("c", "C"), cell("a", "A"))], event="snapshot")
    page.wait_for_selector(at("e.5", "#x"))
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.pseudoElement)")
    assert animations(page) == [["::view-transition-old(e-)", "e-fade"], ["a", "glide"], ["c", "glide"], ["x", "e-automatic"]]


def test_a_row_slides_to_another_list_and_a_row_in_a_moving_list_moves_once(mock, moving):
    page = moving(container("1", cell("1/a", "A")) + container("2", cell("2/b", "B")) + container("3"))
    push(mock, page, ["^", "2/b", "3/b"], [">", "1"])
    page.evaluate("document.getAnimations().forEach((animation) => (animation.currentTime = 0))")
    tops = "['1', '1/a', '3/b'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
    start = page.evaluate(tops)
    page.evaluate("document.getAnimations().forEach((animation) => animation.cancel())")
    assert start != page.evaluate(tops) and [target for target, _ in animations(page)] == []
    assert page.evaluate("start => start[1] - start[0]", start) == pytest.approx(page.evaluate(f"({tops})[1] - ({tops})[0]"))


def test_an_animation_leaves_no_trace(mock, moving):
    page = moving(THREE, slow=False)
    push(mock, page, ["+", "", cell("x", "X"), "b", "left"], ["-", "c", "right"], [">", "a"])
    rest(page)
    expected = cell("x", "X") + cell("b", "B") + cell("a", "A")
    assert rows(page) == expected
    assert page.evaluate("html => document.querySelector('ul').isEqualNode(Object.assign(document.createElement('ul'),"
                         " { innerHTML: html, role: 'list' }))", expected)


@pytest.mark.parametrize("seed", [1, 2])
def test_patches_during_animations_arrive_once_and_in_order(mock, moving, seed):
    """Pitfall H-A22."""
    page = moving(cell("r0", "0"), slow=False)
    page.evaluate("window.heard = []; document.addEventListener('espalier:applied', ({ detail }) => heard.push("
                  "[detail.version, document.getElementById('~form').dataset.version, document.querySelectorAll('li').length]))")
    chance, keys, count = random.Random(seed), ["r0"], []
    for number in range(2, 22):
        if len(keys) > 1 and chance.random() < 0.5:
            gone = keys.pop(chance.randrange(len(keys)))
            mock.push(f"e.{number}", ["-", gone], ["=", keys[0], ":0", str(number)])
        else:
            before = chance.choice(keys)
            keys.insert(keys.index(before), f"r{number}")
            mock.push(f"e.{number}", ["+", "", cell(f"r{number}", str(number)), before])
        count.append(len(keys))
        page.wait_for_timeout(chance.randrange(60))
    page.wait_for_selector(at("e.21"))
    assert page.evaluate("heard") == [[f"e.{n}", f"e.{n}", many] for n, many in zip(range(2, 22), count, strict=True)]
    assert page.evaluate("[...document.querySelectorAll('li')].map(({ id }) => id)") == keys
    rest(page)
    assert mock.catch_ups() == []


def test_with_reduced_motion_nothing_moves(mock, live):
    page = live(THREE)
    page.wait_for_selector("html[data-espalier=live]")
    page.evaluate("document.addEventListener('espalier:applied', () => (window.still = document.getAnimations().length))")
    push(mock, page, ["-", "a", "left"], ["+", "", cell("x", "X")])
    assert page.evaluate("[still, document.getAnimations().length]") == [0, 0]
    assert rows(page) == cell("b", "B") + cell("c", "C") + cell("x", "X")


BROKEN = {
    "absent": "delete Document.prototype.startViewTransition",
    "throwing": "Document.prototype.startViewTransition = () => { throw new Error('no') }",
    "silent": "Document.prototype.startViewTransition = () => ({ ready: new Promise(() => {}) })",
    "late": "Document.prototype.startViewTransition = ({ update }) => (setTimeout(update, 900), { ready: Promise.reject() })",
}


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
def test_without_view_transitions_the_same_patches_arrive_once(mock, moving, script):
    page = moving(THREE, script=script)
    page.evaluate("window.heard = []; document.addEventListener('espalier:applied', ({ detail }) => heard.push(detail.version))")
    mock.push("e.2", ["-", "a"], ["+", "", cell("x", "X"), None, "left"])
    mock.push("e.3", ["=", "b", ":0", "3"])
    page.wait_for_selector(at("e.3"))
    assert animations(page) == [["b", "glide"], ["c", "glide"], ["x", "e-left"]]
    idle(page)
    assert page.evaluate("heard") == ["e.2", "e.3"]
    assert page.evaluate("[...document.querySelectorAll('li')].map(({ id }) => id)") == ["b", "c", "x"]
    assert page.locator("body [style]").count() == 0


def test_an_echo_that_is_shown_late_does_not_overwrite_newer_text(mock, moving):
    field = '<form method="post" action="/list/events?node=f&amp;event=save" data-on="input"><input name="q"></form>'
    page = moving(cell("a", "A") + cell("f", field), script=BROKEN["silent"])
    page.evaluate("window.texts = []; document.addEventListener('espalier:applied', () => texts.push(document.querySelector('input').value))")

    def reply(post):
        text = post["body"].removeprefix("q=")
        gone = [["-", "a"]] if text == "x" else []
        return mock.patch(f"e.{len(mock.posts) + 1}", *gone, ["=", "f", "0.0@value", text])

    mock.reply = reply
    page.locator("input").press_sequentially("x")
    until(lambda: mock.posts)
    page.locator("input").press_sequentially("yz")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(at("e.3"), state="attached")
    assert page.evaluate("texts") == ["xyz", "xyz"]
    assert [post["body"] for post in mock.posts] == ["q=x", "q=xyz"]
    assert page.evaluate("document.querySelector('input').selectionStart") == 2


def test_a_hidden_page_does_not_wait_for_a_picture(mock, moving):
    page = moving(THREE)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    push(mock, page, ["-", "a"])
    assert animations(page) == []


def test_a_click_reaches_its_button_during_animations(mock, moving):
    page = moving("".join(cell(f"r{n}", "row") for n in range(12)), slow=False)
    page.evaluate("""() => {
      const button = document.body.appendChild(document.createElement('button'));
      button.style.cssText = 'position: fixed; left: 200px; top: 100px; width: 100px; height: 100px';
      window.clicks = 0;
      button.addEventListener('click', () => clicks++);
    }""")
    for turn in range(36):
        if turn % 3 == 0:
            mock.push(f"e.{turn // 3 + 2}", ["-", f"r{turn // 3}"])
        page.mouse.click(250, 150)
    page.wait_for_function("() => window.clicks === 36")


COUNT_LISTENERS = """
  const held = (window.held = new Map());
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const count = (type, change) => held.set(type, (held.get(type) ?? 0) + change);
  // Those of the client, and not those of the test's own driver.
  const isOurs = (target, type) =>
    target === window && /^(pointer|click)/.test(type) && new Error().stack.includes('/espalier/');
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (isOurs(this, type)) {
      count(type, 1);
      options?.signal?.addEventListener('abort', () => count(type, -1));
    }
    return add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (isOurs(this, type)) count(type, -1);
    return remove.call(this, type, listener, options);
  };
"""


def test_a_stopped_client_leaves_no_listener_for_presses(mock, moving):
    page = moving(THREE, script=COUNT_LISTENERS)
    before = page.evaluate("Object.fromEntries(held)")
    # Some modules come later, so there may be more than one.
    assert before["click"] >= 1 and before["pointercancel"] >= 1
    page.evaluate("import('/espalier/espalier.js').then(({ stop }) => stop())")
    until(lambda: set(page.evaluate("Object.fromEntries(held)").values()) == {0})


def test_a_button_in_a_row_that_moves_can_be_pressed(mock, moving):
    page = moving(cell("r", "row") + cell("a", button("a")) + cell("b", "B"))
    push(mock, page, ["-", "r"])
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.target.id === 'a')")
    box = page.locator("#a button").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(lambda: mock.posts)


def test_a_broken_patch_during_a_transition_is_repaired(mock, moving, complaints):
    page = moving(THREE, slow=False)
    whole = {"version": "e.9", "event": "snapshot", "patch": [["!", listed(cell("z", "Z"))]]}
    mock.catch_up = lambda since: {"version": "e.9", "patches": [whole]}
    mock.push("e.2", ["-", "a"])
    mock.push("e.3", ["-", "nobody"], ["-", "b"])
    mock.push("e.4", ["-", "b"])
    page.wait_for_selector(at("e.9", "#z"))
    rest(page)
    assert rows(page) == cell("z", "Z")
    assert [get.get("since") for get in mock.catch_ups()] == [None]
    assert "No node nobody" in complaints.pop() and not complaints


def test_rows_in_the_window_move_however_many_are_near_it(mock, moving):
    page = moving("".join(cell(f"r{n}", str(n)) for n in range(120)))
    page.evaluate("""() => {
      for (const row of [...document.querySelectorAll('li')].slice(0, 100)) row.style.cssText = 'height: 3px; overflow: hidden';
      document.querySelector('[id=r119]').style.height = '2000px';
      document.querySelector('[id=r100]').scrollIntoView();
    }""")
    push(mock, page, ["-", "r102"])
    until(lambda: ["r119", "glide"] in animations(page))
    assert {f"r{n}" for n in range(103, 120)} <= {name for name, kind in animations(page) if kind == "glide"}
