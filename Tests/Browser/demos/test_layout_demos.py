"""The layout demos as a person uses them: the shop, the album and the week, with JavaScript and without."""

import pytest
from harness import until
from live import cell, same_elements, watch
from windows import idle

PLACES = """(selector) => [...document.querySelectorAll(selector)].map((row) => {
  const { x, y, width, height } = row.getBoundingClientRect();
  return { id: row.id, x, y: y + scrollY, width, height };
})"""


def falls(rows, gap=12):
    """Checks that each row continues the shortest column, the first one if several are equal; returns the bottom edge."""
    left = sorted({row["x"] for row in rows})
    assert len(left) == 2
    ends = dict.fromkeys(left, rows[0]["y"])
    for row in rows:
        shortest = min(left, key=lambda x: (ends[x], x))
        assert (row["x"], row["y"]) == (shortest, pytest.approx(ends[shortest], abs=0.1)), row["id"]
        ends[shortest] = row["y"] + row["height"] + gap
    return max(ends.values()) - gap


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("width", [390, 1280])
def test_products_form_two_columns_and_close_the_gap_when_one_is_dropped(visit, javascript, width):
    page = visit("/products", javascript=javascript, viewport={"width": width, "height": 900})
    tiles = "[id='picked'] > ul > li"
    rows = page.evaluate(PLACES, tiles)
    assert len(rows) == 50 and len({row["height"] for row in rows}) > 5
    end = falls(rows)
    bottom = page.evaluate("document.getElementById('picked').getBoundingClientRect().bottom + scrollY")
    assert bottom == pytest.approx(end, abs=0.1), "the container does not end with its longest column"
    cell(page, "picked/3").get_by_role("button").click()
    cell(page, "picked/3").wait_for(state="detached")
    assert len(page.evaluate(PLACES, tiles)) == 49
    falls(page.evaluate(PLACES, tiles))
    cell(page, "picked/footer").get_by_role("button").click()
    cell(page, "picked/3").wait_for()
    assert page.evaluate(PLACES, tiles) == rows


def test_a_dropped_product_is_a_small_patch_and_changes_no_other_product(visit):
    page = visit("/products")
    watch(page)
    cell(page, "picked/9").get_by_role("button").click()
    cell(page, "picked/9").wait_for(state="detached")
    page.wait_for_function("() => patches.length > 0")
    [patch] = page.evaluate("patches")
    assert [op[:2] for op in patch["ops"]] == [["-", "picked/9"], ["+", "picked"], ["=", "picked/header"]]
    assert page.evaluate("changes.filter(({ place }) => place.startsWith('picked/') && !place.startsWith('picked/footer')).length") == 0


def test_the_strip_snaps_and_the_grid_has_four_columns(visit):
    page = visit("/products", viewport={"width": 390, "height": 844})
    strip = page.locator("[id='rewards'] > ul")
    strip.evaluate("list => list.scrollBy({ left: 150, behavior: 'instant' })")
    idle(page)
    edges = page.evaluate("""() => {
      const list = document.querySelector("[id='rewards'] > ul");
      const start = list.getBoundingClientRect().x + parseFloat(getComputedStyle(list).scrollPaddingLeft);
      return [...list.children].map((row) => Math.abs(row.getBoundingClientRect().x - start));
    }""")
    assert min(edges) <= 1, "no card is at the edge"
    assert len({row["x"] for row in page.evaluate(PLACES, "[id='trending'] > ul > li")}) == 4
    cell(page, "rewards/post").get_by_role("button").click()
    cell(page, "rewards/post").get_by_role("button", name="Taken").wait_for()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_month_shows_six_photos_and_all_after_a_press(visit, javascript):
    page = visit("/album", javascript=javascript, viewport={"width": 390, "height": 844})
    month = page.locator(".MonthModel", has=page.locator(".Unfold")).first
    photos, button = month.locator(".Photograph"), month.get_by_role("button")
    count = int(button.inner_text().split()[2])
    assert photos.count() == 6 < count
    label = month.locator(".MonthLabel").bounding_box()
    first = photos.first.bounding_box()
    assert label["y"] == first["y"] and label["x"] + label["width"] <= first["x"], "the month is not in the margin"
    assert button.bounding_box()["y"] >= photos.last.bounding_box()["y"] + photos.last.bounding_box()["height"]
    button.click()
    month.get_by_role("button", name="Show 6").wait_for()
    assert photos.count() == count
    month.get_by_role("button").click()
    month.get_by_role("button", name="Show all").wait_for()
    assert photos.count() == 6


@pytest.mark.parametrize("javascript", [True, False])
def test_a_years_title_sticks_below_the_bar_until_the_next_pushes_it(visit, javascript):
    page = visit("/album", javascript=javascript, viewport={"width": 390, "height": 844})
    top = lambda year: cell(page, f"{year}/header").bounding_box()["y"]
    start = {year: top(year) for year in (2025, 2024)}

    def scroll(to):
        page.mouse.move(200, 400)
        way = to - round(start[2025] - top_of_year(2025))
        goal = page.evaluate("way => Math.max(0, Math.min(scrollY + way, document.documentElement.scrollHeight - innerHeight))", way)
        page.mouse.wheel(0, way)
        until(lambda: abs(page.evaluate("scrollY") - goal) < 1, what=f"the page scrolled to {goal}")

    def top_of_year(year):
        return page.locator(f"[id='{year}']").bounding_box()["y"]

    scroll(600)
    assert top(2025) == 57
    # The next year's title is 30 pixels below the bar, so it has pushed this title and the gap between them.
    scroll(start[2024] - 87)
    assert top(2024) == pytest.approx(87, abs=1)
    assert top(2025) < 57 - 20
    scroll(start[2024] + 100)
    assert top(2024) == 57 and top(2025) < -56


@pytest.mark.parametrize("javascript", [True, False])
def test_a_person_can_use_the_six_layouts_of_a_week(visit, javascript):
    page = visit("/compositional", javascript=javascript, viewport={"width": 390, "height": 844})
    fold = page.locator(".Story button")
    closed = fold.bounding_box()["height"]
    fold.click()
    page.locator(".Story button[aria-expanded=true]").wait_for()
    assert fold.bounding_box()["height"] > closed
    tags = page.evaluate(PLACES, "[id='tags'] > ul > li")
    assert len({tag["y"] for tag in tags}) > 1 and len({tag["width"] for tag in tags}) > 4, "the tags do not wrap, or are not as wide as their words"
    page.locator(".JobTag").get_by_role("button", name="Water").click()
    page.locator(".JobTag button[aria-pressed=true]", has_text="Water").wait_for()
    assert page.locator(".Job").count() == 2
    cell(page, "jobs/fig").get_by_role("button", name="Done").first.click()
    page.get_by_text("4 of 9 jobs are done", exact=True).wait_for()
    for id in ("fig", "beds"):
        cell(page, f"jobs/{id}").locator("summary").click()
        cell(page, f"jobs/{id}").get_by_role("button", name="Remove").click()
        cell(page, f"jobs/{id}").wait_for(state="detached")
    page.get_by_role("button", name="Reset the week").click()
    cell(page, "jobs/pears").wait_for()
    assert page.locator(".Job").count() == 9


def test_the_tiles_of_a_week_have_the_names_below_the_numbers(visit):
    for tile in visit("/compositional", viewport={"width": 390, "height": 844}).locator(".figure").all():
        number, name = tile.locator("strong").bounding_box(), tile.locator(".note").bounding_box()
        assert name["y"] >= number["y"] + number["height"] - 1 and name["height"] < 40


def test_a_finished_job_changes_only_its_row_and_the_circle(visit):
    page = visit("/compositional")
    watch(page)
    cell(page, "jobs/plums").get_by_role("button", name="Done").first.click()
    page.get_by_text("4 of 9 jobs are done", exact=True).wait_for()
    assert same_elements(page)
    assert page.evaluate("[...new Set(changes.map(({ place }) => place.split(' ')[0]))]") == ["activity/activity", "jobs/plums"]


# Three kinds of cells that are as large as their text.


def width(page, address):
    return cell(page, address).bounding_box()["width"]


@pytest.mark.parametrize(("size", "javascript"), [(390, True), (390, False), (1280, True)])
def test_a_growing_text_takes_its_declared_width_or_the_width_it_needs_or_the_line(visit, javascript, size):
    """Item F31."""
    page = visit("/sizes", javascript=javascript, viewport={"width": size, "height": 900})
    line = width(page, "full")
    for kind in ("measured", "file", "full"):
        before = [width(page, f"{kind}/{n}") for n in range(4)]
        heights = [cell(page, f"{kind}/3").bounding_box()["height"]]
        if kind == "full":
            assert before == [line] * 4
        else:
            assert before == sorted(before) and len(set(before)) == 4
        for words in range(6, 14):
            cell(page, f"{kind}/3").get_by_role("button").click()
            page.wait_for_function(
                "([id, words]) => document.getElementById(id).innerText.split(' ').length === words", arg=[f"{kind}/3", words])
            text = cell(page, f"{kind}/3").inner_text()
            now = width(page, f"{kind}/3")
            heights.append(cell(page, f"{kind}/3").bounding_box()["height"])
            if kind == "measured":
                assert now == line or abs(now - (40 + 10 * len(text))) < 1
            elif kind == "file":
                assert before[3] < now <= line
            else:
                assert now == line
        assert heights == sorted(heights) and (heights[-1] > heights[0]) == (size == 390)
        assert [width(page, f"{kind}/{n}") for n in range(3)] == before[:3]
    cell(page, "full/3").get_by_role("button").click()
    page.wait_for_function("() => document.getElementById('full/3').innerText === 'Pears'")


def test_the_figures_of_the_week_can_be_read(visit):
    page = visit("/compositional", viewport={"width": 390, "height": 844})
    sizes = page.evaluate("[...document.querySelectorAll('.figure')].map((one) => getComputedStyle(one).fontSize)")
    assert sizes == ["16px"] * 4
    assert page.evaluate("""[...document.querySelectorAll('.figure > *')].every((word) => {
      const [inner, outer] = [word.getBoundingClientRect(), word.parentElement.getBoundingClientRect()];
      return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
    })""")


def test_a_month_that_is_unfolded_without_scripts_is_below_its_year(visit):
    page = visit("/album", javascript=False, viewport={"width": 390, "height": 844})
    page.locator(".Unfold button").nth(1).click()
    place = page.locator(":target").bounding_box()["y"]
    year = page.locator(".YearTitle").first.bounding_box()
    assert year["y"] + year["height"] <= place < 844
