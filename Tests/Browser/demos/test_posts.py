"""Like, Comment, Share: one photo changes in all windows, and nothing else on the page changes."""

import time

import pytest
from live import at_version, cell, colour, same_elements, watch

TONES = [("Like", "red"), ("Comment", "yellow"), ("Share", "blue")]


def press(page, post, name):
    cell(page, f"{post}/actions").get_by_role("button", name=name).click()


def photo(post):
    return f'[id="{post}/photo"] figure'


def shows(page, post, word, tone):
    page.wait_for_selector(f'{photo(post)}.{tone} figcaption:has-text("{word}")')
    return colour(page, photo(post)) == tone


def settle(client):
    """Brings all photos into a known state."""
    for post in "ABCD":
        client.send("/posts", f"{post}/actions", "comment", "Reset")
    return client.tree("/posts")[1]


@pytest.mark.parametrize(("word", "tone"), TONES)
def test_a_press_changes_one_photo_by_one_operation_in_one_patch(visit, client, word, tone):
    settle(client)
    if tone == "yellow":
        client.send("/posts", "B/actions", "like", "Like")
    page = visit("/posts")
    others = [page.inner_html(photo(post)) for post in "ACD"]
    watch(page)
    press(page, "B", word)
    assert shows(page, "B", word, tone)
    # When the patch of the next event has arrived, the stream has also delivered this event's patch.
    reply = client.send("/posts", "D/actions", "like", "Marker")
    at_version(page, reply.version)
    patches = page.evaluate("patches")
    assert len(patches) == 2
    (operation,) = patches[0]["ops"]
    assert operation[:2] == ["=", "B/photo"] and set(operation[3::2]) == {f"photo {tone}", word}
    changes = page.evaluate("changes")
    # The style of a sticky row says how far the row has been pushed.
    ours = [change for change in changes if not change["place"].startswith("D/photo") and change.get("attribute") != "style"]
    assert ours and len(ours) <= 3
    assert all(change["place"].startswith("B/photo ") and change["figure"] for change in ours), changes
    assert {change["place"] for change in ours} == {"B/photo figure", "B/photo output"}
    assert same_elements(page)
    assert [page.inner_html(photo(post)) for post in "AC"] == others[:2]
    assert colour(page, photo("A")) == colour(page, photo("C")) == "yellow"


def test_another_window_shows_the_change_at_once(visit, client):
    settle(client)
    one, two = visit("/posts"), visit("/posts")
    watch(two)
    press(one, "C", "Share")
    start = time.monotonic()
    assert shows(two, "C", "Share", "blue")
    # The machine may be busy.
    assert time.monotonic() - start < 10
    assert same_elements(two) and two.evaluate("patches.length") == 1


def test_two_windows_that_press_at_once_end_in_the_same_state(visit, client):
    settle(client)
    pages = [visit("/posts"), visit("/posts")]
    for turn in range(12):
        press(pages[turn % 2], "ABCD"[turn % 4], TONES[turn % 3][0])
    version = client.send("/posts", "A/actions", "like", "End").version
    for page in pages:
        at_version(page, version)
    lists = [page.inner_html(".PostList") for page in pages]
    assert lists[0].replace(' aria-busy="true"', "") == lists[1].replace(' aria-busy="true"', "")


def test_without_javascript_a_press_loads_the_page_and_ends_at_the_row(visit, server, client):
    settle(client)
    page = visit("/posts", javascript=False)
    replies = []
    page.on("response", lambda response: replies.append((response.status, response.request.method, response.request.resource_type)))
    for post, (word, tone) in zip("BCD", TONES, strict=True):
        replies.clear()
        press(page, post, word)
        page.wait_for_url(f"{server}/posts#{post}/actions")
        assert shows(page, post, word, tone)
        documents = [reply[:2] for reply in replies if reply[2] == "document"]
        assert documents == [(303, "POST"), (200, "GET")]
    assert cell(page, "D/actions").evaluate("row => row.matches(':target')")
    top = cell(page, "D/actions").bounding_box()["y"]
    assert 0 <= top < page.viewport_size["height"]


def test_the_keyboard_presses_and_keeps_its_place(visit, client):
    settle(client)
    page = visit("/posts")
    button = cell(page, "A/actions").get_by_role("button", name="Share")
    button.focus()
    page.keyboard.press("Enter")
    assert shows(page, "A", "Share", "blue")
    assert button.evaluate("button => button === document.activeElement")


INJECT = """([address, id]) => {
  const input = document.createElement('input');
  input.id = id;
  (address ? document.getElementById(address) : document.querySelector('main')).prepend(input);
}"""


@pytest.mark.parametrize("place", ["", "A/user", "B/actions", "B/photo"])
def test_typed_text_its_caret_and_the_scroll_position_survive(visit, client, place):
    settle(client)
    page = visit("/posts")
    page.evaluate(INJECT, [place, "mine"])
    field = page.locator("#mine")
    field.click()
    page.keyboard.type("half a sentence")
    field.evaluate("field => { window.field = field; field.setSelectionRange(4, 8, 'backward'); }")
    page.evaluate("window.scrollTo(0, 333)")
    for word, tone in TONES[::-1]:
        reply = client.send("/posts", "B/actions", word.lower(), word)
        at_version(page, reply.version)
        assert shows(page, "B", word, tone)
        assert page.evaluate("""[
          field === document.activeElement, field === document.getElementById('mine'), field.value,
          field.selectionStart, field.selectionEnd, field.selectionDirection, scrollY]""") == [
            True, True, "half a sentence", 4, 8, "backward", 333]
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.type("-")
    assert page.evaluate("field.value") == "hal-entence"


def test_an_open_panel_and_its_scroll_position_survive(visit, client):
    settle(client)
    page = visit("/posts")
    panel = page.locator(".inspector details", has_text="PostCells.swift")
    panel.locator("summary").click()
    pre = panel.locator("pre")
    pre.evaluate("pre => { pre.scrollTop = 123; }")
    reply = client.send("/posts", "B/actions", "like", "Like")
    at_version(page, reply.version)
    assert pre.evaluate("pre => pre.scrollTop") == 123


def test_the_inspector_shows_the_last_patch(visit, client):
    settle(client)
    page = visit("/posts")
    press(page, "B", "Like")
    shows(page, "B", "Like", "red")
    page.locator("[data-inspector] summary").click()
    version = client.tree("/posts")[1]
    assert page.locator("[data-inspector-patch]").inner_text() == '["=","B/photo","0@class","photo red","0.1.0:1","Like"]'
    size = len('[["=","B/photo","0@class","photo red","0.1.0:1","Like"]]')
    assert page.locator("[data-inspector-size]").inner_text() == f"{size} bytes to each window · version {version}"
    reply = client.send("/posts", "C/actions", "share", "Share")
    at_version(page, reply.version)
    assert '"C/photo"' in page.locator("[data-inspector-patch]").inner_text()


def test_the_user_row_sticks_while_its_post_is_in_view(visit):
    """Item F19."""
    page = visit("/posts", viewport={"width": 390, "height": 844})
    user = cell(page, "B/user")
    cell(page, "B/photo").evaluate("photo => scrollTo(0, scrollY + photo.getBoundingClientRect().top)")
    assert abs(user.bounding_box()["y"] - 57) < 1
    assert page.evaluate("document.elementFromPoint(195, 80).closest('li').id") == "B/user", "the row has no background"
    cell(page, "C/photo").evaluate("photo => scrollTo(0, scrollY + photo.getBoundingClientRect().top)")
    assert user.bounding_box()["y"] < 57 and abs(cell(page, "C/user").bounding_box()["y"] - 57) < 1
