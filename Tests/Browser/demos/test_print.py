"""A page on paper: `?view=full`, and the elements that the style sheets hide in print."""


def shown(page, selector):
    return [element.is_visible() for element in page.query_selector_all(selector)]


def test_the_full_view_is_unfolded_and_folds_nothing_for_others(visit):
    live = visit("/mixed")
    assert live.locator("[aria-expanded=true]").count() == 0
    full = live.context.new_page()
    full.goto(live.url + "?view=full")
    assert full.locator("[aria-expanded=true]").count() == full.locator(".fold").count() > 0
    assert full.locator(".switch").count() == 0
    live.reload()
    assert live.locator("[aria-expanded=true]").count() == 0
    full.close()


def test_paper_has_the_list_and_nothing_to_press_around_it(visit):
    page = visit("/growing")
    page.emulate_media(media="print")
    assert shown(page, ".bar, .inspector, .foot, .wire, .chip, .e-load") and not any(shown(page, ".bar, .inspector, .foot, .wire, .chip, .e-load"))
    assert page.locator("main li").first.is_visible()


def test_paper_is_white_in_the_dark_scheme(visit):
    page = visit("/simple")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
