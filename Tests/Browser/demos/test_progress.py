"""A bar that moves from end to end with the chosen time and curve, or at once: DDP-08, F53."""

import pytest
from harness import DOM_PATCH, JSON_PATCH, until
from live import cell

CURVES = {"Linear": "linear", "Ease": "ease", "Ease in": "ease-in", "Ease out": "ease-out", "Ease in-out": "ease-in-out",
          "Overshoot": "cubic-bezier(.34,1.4,.64,1)"}
# Stops each animation at its start, so that no test depends on the speed of this machine.
STOP = """() => document.addEventListener('espalier:applied', () => {
  for (const animation of document.getAnimations()) animation.pause();
})"""
# How far right the tip of the bar comes while its animations play.
FARTHEST = """() => {
  const tip = document.querySelector('.tip');
  const animations = document.getAnimations();
  let farthest = 0;
  for (let time = 0; time <= 1000; time += 10) {
    for (const animation of animations) animation.currentTime = time;
    farthest = Math.max(farthest, tip.getBoundingClientRect().right);
  }
  for (const animation of animations) animation.finish();
  return farthest;
}"""
MOVING = """() => Object.fromEntries(document.getAnimations().filter(({ effect }) => effect.target?.closest('.growth'))
  .map(({ transitionProperty, effect }) => [transitionProperty, [effect.getTiming().duration, effect.getTiming().easing]]))"""


def press(page, name):
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def shows(page, percent):
    bar = page.get_by_role("progressbar", name="Growth")
    until(lambda: bar.get_attribute("aria-valuenow") == str(percent), what=f"the bar showed {percent} %")
    assert cell(page, "bar").locator(".percent").inner_text() == f"{percent} %"
    assert cell(page, "bar").locator(".stem").get_attribute("width") == f"{percent}%"


def test_a_spring_swings_past_its_end_and_comes_to_rest(client):
    client.send("/progress", "curves", "bend", "Spring")
    (op,) = client.send("/progress", "buttons", "animate", accept=DOM_PATCH).json
    places = [float(place) for place in op[-1].removeprefix("automatic 1000 linear(").removesuffix(")").split(",")]
    assert places[0] == 0 and places[-1] == 1 and 1.1 < max(places) < 1.2


@pytest.fixture
def moving(visit):
    """Opens the page with motion allowed, once its motion module is loaded. Each animation stops at its start."""

    def moving(**options):
        page = visit("/progress", reduced_motion="no-preference", **options)
        page.wait_for_selector("html[data-espalier=live]")
        page.evaluate(STOP)
        return page

    return moving


def test_the_operation_has_the_animation_and_the_json_patch_does_not(client):
    for name, curve in CURVES.items():
        assert client.send("/progress", "curves", "bend", name).status == 200
        (op,) = client.send("/progress", "buttons", "animate", accept=DOM_PATCH).json
        assert op[:2] == ["=", "bar"] and op[-1] == f"automatic 1000 {curve}"
    client.send("/progress", "times", "time", "0.3 s")
    (op,) = client.send("/progress", "buttons", "animate", accept=DOM_PATCH).json
    assert op[-1] == "automatic 300 cubic-bezier(.34,1.4,.64,1)"
    (op,) = client.send("/progress", "buttons", "jump", accept=DOM_PATCH).json
    assert op[-1] == "none"
    patch = client.send("/progress", "buttons", "animate", accept=JSON_PATCH).json
    assert patch == [{"op": "replace", "path": "/children/0/model/percent", "value": 100}]


def test_the_bar_uses_the_chosen_time_and_curve(moving):
    page = moving()
    press(page, "3 s")
    press(page, "Linear")
    page.wait_for_selector("button:text-is('Animate, 3 s')")
    page.wait_for_selector(".bends [aria-pressed=true]:has-text('Linear')")
    press(page, "Animate, 3 s")
    shows(page, 100)
    assert page.evaluate(MOVING) == {"width": [3000, "linear"], "cx": [3000, "linear"]}
    assert page.locator("main [style]").count() == 0
    press(page, "Jump")
    shows(page, 0)
    assert page.evaluate(MOVING) == {}


def test_the_browser_knows_the_curve_of_a_spring(moving):
    page = moving()
    press(page, "Spring")
    page.wait_for_selector(".bends [aria-pressed=true]:has-text('Spring')")
    press(page, "Animate, 1 s")
    shows(page, 100)
    duration, easing = page.evaluate(MOVING)["width"]
    assert duration == 1000 and easing.startswith("linear(0")


def test_the_bar_moves_at_once_if_the_person_prefers_reduced_motion(visit):
    page = visit("/progress")
    press(page, "Animate, 1 s")
    shows(page, 100)
    assert page.evaluate(MOVING) == {}


def test_the_bar_works_without_scripts(visit):
    page = visit("/progress", javascript=False)
    press(page, "Animate, 1 s")
    shows(page, 100)
    press(page, "0.3 s")
    press(page, "Ease in")
    assert page.locator("main [aria-pressed=true]").all_inner_texts() == ["0.3 s", "Ease in"]
    assert "duration: .milliseconds(300), curve: .easeIn" in page.locator("main code").first.inner_text()
    press(page, "Jump")
    shows(page, 0)


def test_a_bar_that_overshoots_stays_in_the_window_of_a_phone(moving):
    page = moving(viewport={"width": 390, "height": 844})
    press(page, "Overshoot")
    page.wait_for_selector(".bends [aria-pressed=true]:has-text('Overshoot')")
    press(page, "Animate, 1 s")
    shows(page, 100)
    farthest = page.evaluate(FARTHEST)
    rest = page.evaluate("document.querySelector('.tip').getBoundingClientRect().right")
    assert rest + 10 < farthest < 390
