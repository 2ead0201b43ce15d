"""Pictures of the gallery are there before somebody comes to them. Case F63."""

from live import cell, difference, watch
from windows import idle

# How many pictures are loaded that are not in view, below the window.
AHEAD = "[...document.querySelectorAll('.GalleryPicture figure')].filter(it => it.getBoundingClientRect().top > innerHeight).length"
EMPTY = """[...document.querySelectorAll('.GalleryPicture')].filter(it => {
  const { top, bottom } = it.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && !it.querySelector('figure');
}).length"""


def until_shown(page, condition):
    page.wait_for_function(f"() => {condition}")


def choose(page, name):
    page.get_by_role("button", name=name).click()
    page.get_by_role("button", name=name, pressed=True).wait_for()
    idle(page)


def test_pictures_are_loaded_two_screens_ahead_or_when_they_come_into_view(visit):
    page = visit("/gallery")
    watch(page)
    until_shown(page, f"{EMPTY} === 0")
    until_shown(page, f"{AHEAD} > 12")
    loaded = page.locator(".GalleryPicture figure").count()
    assert 12 < loaded < 200, "the pictures far below are not loaded"
    choose(page, "When in view")
    page.evaluate("document.querySelector('.GalleryPicture:nth-child(240)').scrollIntoView({ block: 'end' })")
    until_shown(page, f"{EMPTY} === 0")
    idle(page)
    # A sheet has six pictures, and its others may be below the window.
    assert page.evaluate(AHEAD) <= 5
    choose(page, "Two screens ahead")
    page.evaluate("document.querySelector('.GalleryPicture:nth-child(200)').scrollIntoView({ block: 'end' })")
    until_shown(page, f"{AHEAD} > 12")
    idle(page)
    assert difference(page) is None


def test_without_scripts_a_button_loads_the_six_pictures_of_a_sheet(visit):
    page = visit("/gallery", javascript=False)
    assert page.locator(".GalleryPicture figure").count() == 0
    page.get_by_role("button", name="Load picture 8", exact=True).click()
    assert page.locator(".GalleryPicture figure").count() == 6
    assert "6 of 300 pictures are here." in cell(page, "header").inner_text()
