"""The duration and curve of a change apply to everything that it moves, and to nothing after it: DDP-08."""

import pytest
from mock import cell, container, listed
from test_motion import THREE, animations, rest
from test_operations import push, rows

# A cell whose own style sheet animates its content.
SHEET = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('rect { transition: width var(--espalier-time, 200ms) var(--espalier-curve, ease) }');
  document.adoptedStyleSheets = [sheet];
}"""
# The duration and curve of each animation, by the id of the row that it moves.
TIMES = """() => Object.fromEntries(document.getAnimations().map(({ animationName, transitionProperty, effect }) => {
  const [{ easing }] = effect.getKeyframes();
  const { duration, easing: whole } = effect.getTiming();
  const target = effect.pseudoElement ? 'picture' : effect.target.closest('li').id;
  return [target, [transitionProperty ?? animationName ?? 'glide', duration, whole === 'linear' ? easing : whole]];
}))"""


def bar(address, width):
    return cell(address, f'<svg><rect width="{width}%" height="9"></rect></svg>')


def to(address, width, *words):
    return ["=", address, "0.0@width", f"{width}%", *words]


def times(page):
    return page.evaluate(TIMES)


def is_bare(page):
    return page.locator("body [style]").count() == 0


@pytest.fixture
def barred(moving):
    """Opens a page with a bar at `a` and two rows, or with the given rows."""

    def barred(before="", **options):
        page = moving(before or bar("a", 0) + cell("b", "B") + cell("c", "C"), **options)
        page.evaluate(SHEET)
        return page

    return barred


def test_a_new_row_and_the_rows_that_make_room_use_the_given_time_and_curve(mock, moving):
    page = moving(THREE)
    push(mock, page, ["+", "", cell("x", "X"), "b", "left 1000 linear"])
    glide = ["glide", 1000, "linear"]
    assert times(page) == {"x": ["e-left", 1000, "linear"], "b": glide, "c": glide}
    push(mock, page, ["+", "", cell("y", "Y"), "b", "fade 5000"], number=3)
    assert times(page)["y"] == ["e-fade", 5000, "ease-out"]


def test_a_change_may_give_only_a_curve_which_may_be_any_bezier(mock, moving):
    page = moving(THREE)
    curve = "cubic-bezier(0.34, 1.56, 0.64, -0.5)"
    push(mock, page, ["=", "a", ":0", "new", "fade cubic-bezier(.34,1.56,.64,-.5)"], [">", "c", "b", "automatic 500"])
    assert times(page) == {"a": ["e-fade", 3000, curve], "b": ["glide", 500, "ease-out"], "c": ["glide", 500, "ease-out"]}


def test_a_removed_row_uses_the_given_time_and_curve_from_start_to_end(mock, moving):
    page = moving(THREE)
    push(mock, page, ["-", "b", "left 1000 ease-in"])
    page.wait_for_function("() => document.getAnimations().some(({ effect }) => effect.getTiming().direction === 'normal' && effect.pseudoElement)")
    assert times(page) == {"picture": ["e-left", 1000, "ease-in"], "c": ["glide", 1000, "ease-in"]}
    frames = page.evaluate("""document.getAnimations().find(({ effect }) => effect.pseudoElement).effect.getKeyframes()
      .map(({ offset, opacity, translate }) => [offset, opacity, translate])""")
    assert frames == [[0, "1", "none"], [1, "0", "-20px"]]


def test_a_bar_uses_the_given_time_and_curve(mock, barred):
    page = barred()
    push(mock, page, to("a", 100, "automatic 1000 linear"))
    assert times(page) == {"a": ["width", 1000, "linear"]} and is_bare(page)
    page.evaluate("document.getAnimations()[0].finish()")
    push(mock, page, to("a", 0), number=3)
    assert times(page) == {"a": ["width", 200, "ease"]}


def test_a_still_change_has_no_transition(mock, barred):
    page = barred()
    push(mock, page, to("a", 100, "none"))
    assert times(page) == {} and is_bare(page)
    assert rows(page) == bar("a", 100) + cell("b", "B") + cell("c", "C")


def test_a_second_change_reverses_the_bar_and_one_without_animation_ends_it(mock, barred):
    page = barred()
    push(mock, page, to("a", 100, "automatic 60000 linear"))
    # So the position of the bar does not depend on the speed of this machine.
    page.evaluate("document.getAnimations()[0].currentTime = 30000")
    push(mock, page, to("a", 0, "automatic 40000 ease-in"), number=3)
    ((kind, duration, curve),) = times(page).values()
    # Half the way takes half the time.
    assert (kind, curve) == ("width", "ease-in") and duration == pytest.approx(20000, rel=0.1)
    assert is_bare(page)
    push(mock, page, to("a", 100, "none"), number=4)
    assert times(page) == {} and is_bare(page)


def test_a_bar_does_not_move_if_the_person_prefers_reduced_motion(mock, live):
    page = live(bar("a", 0))
    page.evaluate(SHEET)
    for number, words in enumerate([["automatic 1000 linear"], ["automatic linear"], []], start=2):
        push(mock, page, to("a", number, *words), number=number)
        assert times(page) == {} and is_bare(page)


def test_a_bar_that_is_replaced_alone_or_with_its_list_uses_the_given_time_and_curve(mock, barred):
    page = barred()
    push(mock, page, ["<", "a", '<svg><rect width="50%" height="9"></rect></svg>', "none"])
    assert times(page) == {} and is_bare(page)
    whole = listed(bar("a", 100) + cell("b", "B"))
    push(mock, page, ["<", "", whole, "automatic 1000 linear"], number=3)
    assert times(page)["a"] == ["width", 1000, "linear"]
    rest_of = page.evaluate("document.querySelector('rect').getAttribute('width')")
    assert rest_of == "100%"


def test_a_bar_that_changes_while_it_moves_to_another_list_is_animated(mock, barred):
    page = barred(container("1", container("1/x", bar("1/x/a", 0))) + container("2"))
    if not page.evaluate("'moveBefore' in Element.prototype"):
        pytest.skip("This browser restarts the animations of elements that move.")
    push(mock, page, ["^", "1/x", "2/y"], to("2/y/a", 100, "automatic 1000 linear"))
    found = page.evaluate("""document.querySelector('rect').getAnimations()
      .map(({ transitionProperty, effect }) => [transitionProperty, effect.getTiming().duration])""")
    assert found == [["width", 1000]]


def test_a_bar_is_animated_next_to_a_removed_row(mock, barred):
    page = barred()
    push(mock, page, ["-", "b", "fade 700"], to("a", 100, "automatic 1000 linear"))
    page.wait_for_function("() => document.querySelector('rect').getAnimations().length")
    assert times(page)["a"] == ["width", 1000, "linear"]
    assert times(page)["c"] == ["glide", 700, "ease-out"]


def test_changes_that_overlap_leave_no_trace(mock, barred):
    page = barred(slow=False)
    words = ["fade 400 linear", "automatic 300", "fade 100", "left 200 ease-in", "none"]
    for number, word in enumerate(words, start=2):
        mock.push(f"e.{number}", to("a", number, word), ["=", "b", ":0", str(number), word])
        page.wait_for_timeout(30)
    page.wait_for_selector(":root:has([data-version='e.6']) #b:text-is('6')")
    rest(page)
    assert animations(page) == []
    assert rows(page) == bar("a", 6) + cell("b", "6") + cell("c", "C")
