"""The picture of a page's tree shows the events of the page in their order and correctly."""

import pytest
from audit import violations
from harness import DEMOS, HTML, JSON, Server, until
from live import cell, difference, wait_live


@pytest.fixture(scope="module")
def demos():
    server = Server("--development")
    yield server
    assert server.stop() == 0
    assert server.complaints() == []


def newest(picture):
    return picture.evaluate("document.querySelector('[id=moments] > ul > li')?.id")


def see(picture, button):
    """Presses a button of the page, and waits until the picture shows the result."""
    before = newest(picture)
    button.click()
    until(lambda: newest(picture) != before, what="the picture showed a new moment")
    picture.locator("[id=moments] > ul > li").first.locator(".moment.shown").wait_for()


def button(page, name, post="B"):
    return cell(page, f"{post}/actions").get_by_role("button", name=name)


def card(picture, address):
    return cell(picture, "picture/site/." + "".join(f"/.{key}" for key in address.split("/")))


def notes(place):
    return place.locator(".notes > li").all_inner_texts()


def head(picture, address):
    """The card of a container. A cell's card is the cell's element."""
    return cell(picture, "picture/site/." + "".join(f"/.{key}" for key in address.split("/") if key) + "/header")


@pytest.fixture
def posts(visit):
    """The posts in one window, and their tree in another."""
    page = visit("/posts")
    picture = visit("/posts/tree", beside=page)
    return page, picture


def test_a_press_highlights_its_way_and_the_value_that_comes_back(posts):
    page, picture = posts
    see(picture, button(page, "Like"))
    assert notes(card(picture, "B/actions")) == ["1 sent like"]
    assert [note.split(" = ")[0] for note in notes(head(picture, "B"))] == ["2 answered like", "3 shared shown"]
    assert notes(card(picture, "B/photo")) == ['4 heard shown = {"text":"Like","tone":"red"}', "7 rendered: content changed"]
    assert notes(head(picture, "")) == ["5 passed like on"]
    assert notes(cell(picture, "picture/site/header")) == ["6 heard like"]
    lit = picture.locator("[id=picture] .up").count(), picture.locator("[id=picture] .down").count()
    assert lit == (3, 1), "the way is not from the sender, its post and the root down to one photo"
    assert difference(picture) is None


def test_the_line_of_a_patch_describes_the_patch(posts, client):
    page, picture = posts
    see(picture, button(page, "Comment"))
    moment = picture.locator(".moment.shown")
    reply = client.get("/posts/patches?format=json&last=1")
    patch = reply.text.split('"patch":', 1)[1].removesuffix("}]}\n")
    assert moment.locator(".name").inner_text() == "comment from B/actions"
    assert f"version {reply.json['version']}, in " in moment.inner_text()
    assert moment.locator(".tallies").first.inner_text() == "1 update"
    assert f"{len(patch)} bytes json-patch" in moment.inner_text()
    assert "7 steps" not in moment.inner_text() and "6 steps" in moment.inner_text()
    moment.locator("summary").click()
    steps = moment.locator("ol li").all_inner_texts()
    assert steps[0] == "comment, sent by B/actions" and steps[-1] == "B/photo rendered: content changed"


def test_the_notes_are_animated_in_order_and_slowly_on_request(visit):
    page = visit("/posts", reduced_motion="no-preference")
    picture = visit("/posts/tree", beside=page)
    see(picture, button(page, "Share", "C"))

    def delays():
        return picture.eval_on_selector_all(".notes > li", """(all) => all.map((note) => {
          const style = getComputedStyle(note);
          return [+note.querySelector('b').textContent, parseFloat(style.animationDelay), style.animationName];
        }).sort(([a], [b]) => a - b)""")

    quick = delays()
    assert [step for step, _, _ in quick] == list(range(1, 8))
    assert all(abs(delay - 0.26 * (step - 1)) < 0.001 for step, delay, _ in quick)
    picture.get_by_label("Slow motion").check()
    assert all(abs(delay - 1.4 * (step - 1)) < 0.001 for step, delay, _ in delays())
    # If the moment is shown again, everything is animated again: the animation has another name.
    picture.locator(".moment.shown").get_by_role("button", name="Play again").click()
    picture.wait_for_function("(name) => getComputedStyle(document.querySelector('.notes > li')).animationName !== name",
                              arg=quick[0][2])


def test_without_motion_the_picture_is_a_still_diagram(posts):
    page, picture = posts
    see(picture, button(page, "Like", "D"))
    assert picture.evaluate("document.getAnimations().length") == 0
    assert card(picture, "D/photo").locator(".notes").is_visible()


def test_an_earlier_moment_can_be_shown_again_by_keyboard(posts):
    page, picture = posts
    see(picture, button(page, "Like", "C"))
    see(picture, button(page, "Like", "A"))
    assert notes(card(picture, "C/actions")) == []
    picture.locator(".moment:not(.shown)").first.get_by_role("button", name="Show").focus()
    picture.keyboard.press("Enter")
    picture.wait_for_selector("[id='picture/site/./.C/.actions'] .notes")
    assert picture.locator(".moment.shown .name").inner_text() == "like from C/actions"


def test_the_picture_follows_a_tree_whose_structure_changes(visit):
    page = visit("/sections")
    picture = visit("/sections/tree", beside=page)
    assert cell(picture, "picture/site/./more").inner_text() == "97 more"

    def shown():
        return page.eval_on_selector_all("[id='~root'] > ul > li", "(all) => all.slice(0, 4).map(({ id }) => `picture/site/./.${id}`)")

    def drawn():
        return picture.eval_on_selector_all("[id='picture/site/.'] > ul > li.Section", "(all) => all.map(({ id }) => id)")

    before = drawn()
    see(picture, page.get_by_role("button", name="Shuffle"))
    assert "moves" in picture.locator(".moment .tallies").first.inner_text()
    # By chance, some of the first beds may stay where they were.
    until(lambda: shown() == drawn() != before, what="the picture shows the page's new order")
    # The picture draws only a few of four hundred nodes, and more of them on request.
    assert picture.locator("[id=picture] .card").count() < 40
    cell(picture, "picture/site/./more").get_by_role("button").click()
    picture.wait_for_function("() => document.querySelectorAll('[id=picture] .card').length > 150")
    # It also counts changes of nodes that are not drawn, such as the footer, which says that the beds were shuffled.
    assert cell(picture, "picture/site/./more").inner_text().split("\n")[0] == "47 more"
    assert difference(picture) is None


def test_events_of_nodes_that_are_not_drawn_are_counted(visit):
    page = visit("/share")
    picture = visit("/share/tree", beside=page)
    see(picture, page.get_by_role("button").first)
    more = cell(picture, "picture/site/./.listeners/more")
    assert [note.split(" number")[0] for note in notes(more)] == ["4 95 times heard", "6 95 times rendered: content changed"]


def test_each_browser_sees_its_own_instance(visit):
    mine, other = visit("/cart"), visit("/cart")
    pictures = [visit("/cart/tree", beside=page) for page in (mine, other)]
    see(pictures[0], mine.get_by_role("button", name="One more").first)
    assert pictures[1].locator(".moment").count() == 0


def test_a_tab_sees_its_own_tree(visit):
    page = visit("/scopes/tab")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Tree", exact=True).click(modifiers=["Control"])
    picture = opened.value
    wait_live(picture)
    see(picture, page.get_by_role("button", name="Add a stone"))
    assert picture.locator("[id=picture] .card", has_text="Stone").count() > 0


def test_a_task_that_ends_later_is_named_with_its_node(visit):
    page = visit("/tail")
    picture = visit("/tail/tree", beside=page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    picture.wait_for_selector(".moment .name:has-text('task of')")


def test_without_javascript_the_picture_shows_the_tree_at_that_moment(visit, server):
    page = visit("/posts")
    picture = visit("/posts/tree", javascript=False)
    assert card(picture, "A/actions").locator(".sends").inner_text() == "sends like, comment, share"
    picture.get_by_role("link", name="Load again").click()
    picture.goto(server + "/share/tree")
    picture.get_by_role("button", name="95 more").click()
    assert picture.get_by_role("button", name="45 more").is_visible()
    picture.goto(server + "/posts/tree")
    picture.get_by_role("link", name="Back to Posts").click()
    assert picture.url == server + "/posts"
    assert page.get_by_role("link", name="Tree", exact=True).get_attribute("href") == "/posts/tree"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_picture(visit, width, scheme):
    page = visit("/cart", color_scheme=scheme, viewport={"width": width, "height": 844})
    picture = visit("/cart/tree", beside=page)
    see(picture, page.get_by_role("button", name="One more").first)
    assert violations(picture) == []
    assert picture.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_demo_can_be_drawn_and_read_as_json(client):
    for path in DEMOS:
        assert client.get(f"{path}/tree", HTML).status == 200, path
        tree = client.get(f"{path}/tree", JSON).json
        assert tree["type"] == "TreePicture" and tree["children"][0]["children"], path


def test_in_production_there_is_no_picture():
    server = Server()
    client = server.client()
    for path in ("/posts/tree", "/posts/tree/patches", "/tree"):
        assert client.get(path).status == 404
    assert client.send("/posts/tree", "moments/1", "show", 1).status == 404
    assert "/posts/tree" not in client.get("/posts", HTML).text
    client.close()
    assert server.stop() == 0


@pytest.mark.parametrize("path", ["/merged", "/notifications", "/reorder"])
def test_a_wide_tree_scrolls_beside_the_list_of_moments(visit, path):
    picture = visit(f"{path}/tree", viewport={"width": 1280, "height": 844})
    scroll, client = picture.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    tree, moments = cell(picture, "picture").bounding_box(), cell(picture, "moments").bounding_box()
    assert scroll <= client and tree["x"] + tree["width"] <= moments["x"]
    if path == "/notifications":
        last = picture.locator("[id^='picture/'] .card").last
        last.scroll_into_view_if_needed()
        assert last.bounding_box()["x"] + last.bounding_box()["width"] <= moments["x"]
