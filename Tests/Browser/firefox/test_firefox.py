"""A part of the browser tests in Firefox: what survives a patch, forms, drag and drop, and lost connections."""

import pytest
from driver import Page
from harness import Server, senders, until
from live import difference, same_elements, watch

PLUS = "[id='Topsounds/id1'] [aria-label='One more']"
QUANTITY = "[id='Topsounds/id1'] output"
STATUS = "[data-espalier-status]"
BEFORE = ["select", "apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"]
AFTER = ["reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"]


def keys(page, address="~root"):
    """The last parts of the rows' addresses."""
    rows = page.evaluate("address => [...document.querySelectorAll(`[id='${address}'] > ul > li`)].map((row) => row.id)", address)
    return [row.split("/")[-1] for row in rows]


def shows(page, rows):
    until(lambda: keys(page) == rows, what=f"the rows were {rows}")


def press(page, client, address):
    """Presses the button of a row of /editing as another window of the page's browser does."""
    client.cookies = page.cookies()
    sender = next(sender for sender in senders(client.tree("/editing")[0]) if sender[0] == address)
    assert client.send("/editing", *sender).status == 200


# What survives a patch

# Whether the field is the same element, is focused and never lost the focus; its text and selection; its place in the window.
SEEN = """() => [mine.isConnected, mine === document.activeElement, lost, mine.value,
  mine.selectionStart, mine.selectionEnd, mine.selectionDirection, Math.round(mine.getBoundingClientRect().top)]"""


def type_into(page, address, text):
    """Types a text and remembers the field."""
    page.click(f"#{address} input")
    page.type(*text)
    page.evaluate("""address => {
      window.mine = document.querySelector(`#${address} input`);
      window.lost = 0;
      mine.addEventListener('blur', () => lost++);
    }""", address)


def test_text_selection_focus_and_place_survive_a_patch_from_another_window(visit, client):
    page = visit("/editing")
    type_into(page, "TF2", "half a sentence")
    page.evaluate("mine.setSelectionRange(5, 7, 'backward')")
    # The rows that come and go are above the visible part of the page.
    page.evaluate("document.body.style.paddingBlock = '100vh', mine.scrollIntoView({ block: 'start' })")
    page.idle()
    before = page.evaluate(SEEN)
    assert before[:7] == [True, True, 0, "half a sentence", 5, 7, "backward"]
    for address, rows in (("apply", AFTER), ("reset", BEFORE)):
        press(page, client, address)
        shows(page, rows)
        page.idle()
        assert page.evaluate(SEEN) == before
    page.type("!")
    assert page.evaluate("mine.value") == "half !sentence"
    assert difference(page) is None


def test_the_next_letter_goes_to_the_caret_and_to_the_server(visit, client):
    page = visit("/editing")
    type_into(page, "TF1", "espalier")
    page.type(*["ArrowLeft"] * 5)
    page.wait("#TF1 output", "“espalier”")
    press(page, client, "apply")
    shows(page, AFTER)
    assert page.evaluate(SEEN)[:6] == [True, True, 0, "espalier", 3, 3]
    page.type("X")
    page.wait("#TF1 output", "“espXalier”")
    assert page.evaluate(SEEN)[:6] == [True, True, 0, "espXalier", 4, 4]


# Forms


def test_five_presses_count_five(visit):
    page = visit("/cart")
    watch(page)
    page.click(PLUS, times=5)
    page.wait(".sum", "$26.82")
    page.idle()
    assert page.text(QUANTITY).split()[-1] == "6" and same_elements(page) and difference(page) is None


def test_a_form_that_is_sent_twice_counts_once_and_is_empty_then(visit):
    page = visit("/feed")
    page.click("#Gil input")
    page.type(*"It was <me>.")
    page.click("#Gil form button", times=2)
    page.wait("#Gil .Remark", "It was <me>.")
    page.idle()
    assert page.text("#Gil output") == "1 comment"
    assert page.evaluate("document.querySelector('#Gil input').value") == ""
    assert difference(page) is None


def test_an_empty_required_field_is_marked_and_nothing_is_sent(visit):
    page = visit("/feed")
    watch(page)
    page.click("#Gil form button")
    page.wait("#Gil input:user-invalid:focus")
    page.idle()
    assert page.text("#Gil output") == "No comments" and page.evaluate("patches") == []


def test_the_reason_of_a_refusal_stays_until_a_person_closes_it(visit, complaints):
    page = visit("/editing")
    page.evaluate("document.querySelector('option:checked').value = 'sideways'")
    page.evaluate("document.querySelector('select').dispatchEvent(new Event('change', { bubbles: true }))")
    page.wait("[data-espalier-status=error]")
    assert "sideways" in page.text(STATUS)
    page.idle()
    page.click(f"{STATUS} button")
    page.wait(STATUS, "")
    assert all("espalier:error" in complaint for complaint in complaints)
    complaints.clear()


# Drag and drop


def moves(page):
    """Waits for the module that moves rows, which loads a moment after the page."""
    until(lambda: page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/reordering.js'))"))
    page.idle()
    page.evaluate("window.mine = document.getElementById('tiles/3')")


def dropped(page):
    until(lambda: not page.evaluate("!!document.querySelector('[data-carried]')"), what="the row was dropped")
    page.idle()
    assert page.evaluate("mine.isConnected") and difference(page) is None


def stands(page, *order):
    """Whether the tiles are in this order, and still are after a reload."""
    assert keys(page, "tiles") == list(order)
    page.reload()
    assert keys(page, "tiles") == list(order)


@pytest.mark.parametrize("grip", [" [data-move]", ""])
def test_a_tile_is_dragged_by_its_handle_or_by_its_middle(visit, grip):
    page = visit("/reorder")
    moves(page)
    page.drag(f"[id='tiles/3']{grip}", "[id='tiles/6']")
    dropped(page)
    assert page.evaluate("getSelection().toString()") == ""
    assert not grip or page.evaluate("mine.contains(document.activeElement)")
    stands(page, "1", "2", "4", "5", "6", "3", *map(str, range(7, 21)))


def test_a_tile_moves_by_keyboard(visit):
    page = visit("/reorder")
    moves(page)
    page.evaluate("mine.querySelector('[data-move]').focus()")
    page.type(" ", "ArrowRight", "ArrowRight", "ArrowLeft")
    page.wait(STATUS, "Basil, 4 of 20.")
    page.type("Enter")
    page.wait(STATUS, "Dropped: Basil, 4 of 20.")
    dropped(page)
    assert page.evaluate("mine.contains(document.activeElement)")
    stands(page, "1", "2", "4", "3", *map(str, range(5, 21)))


# Lost connections


def test_a_killed_server_costs_no_reload_and_no_press(visit, tmp_path):
    server = Server(data=tmp_path / "pages.sqlite")
    page = visit("/cart", server)
    watch(page)
    page.click(PLUS)
    page.wait(".sum", "$18.18")
    page.idle()  # The next start reports a request that the kill interrupts.
    server.kill()
    page.click(PLUS)
    page.wait("html:not([data-espalier=live])")
    server = Server(data=tmp_path / "pages.sqlite", port=server.port)
    page.wait(".sum", "$20.34")
    page.wait("html[data-espalier=live]")
    page.idle()
    assert page.text(QUANTITY).split()[-1] == "3" and page.text(STATUS) == ""
    assert page.evaluate("marker") == "never reloaded" and same_elements(page) and difference(page) is None
    assert server.stop() == 0 and server.complaints() == []


def test_presses_without_a_network_wait_and_changes_are_caught_up(visit, client, complaints):
    page = visit("/cart")
    watch(page)
    page.set_offline(True)
    page.click(PLUS, times=2)
    page.wait("[data-espalier-status=unsaved]")
    client.cookies = page.cookies()
    assert client.send("/cart", "instudio/id3", "step", {"product": "id3", "by": 1}).status == 200
    assert page.text(QUANTITY).split()[-1] == "1" and page.text(".sum") == "$16.02"
    page.set_offline(False)
    page.wait(".sum", "$30.38")
    page.wait("html[data-espalier=live]")
    page.idle()
    assert page.text(QUANTITY).split()[-1] == "3" and page.text(STATUS) == ""
    assert page.evaluate("marker") == "never reloaded" and same_elements(page) and difference(page) is None
    # If the page tried to open its stream meanwhile, Firefox says that it could not.
    assert all("establish a connection" in complaint and "/cart/patches" in complaint for complaint in complaints)
    complaints.clear()


def test_a_reload_shows_the_servers_state(visit):
    page = visit("/cart")
    # As a patch does that the server has taken back since.
    page.evaluate("document.querySelector('main button[disabled]').removeAttribute('disabled')")
    page.reload()
    assert difference(page) is None


# Many windows

def test_seven_pages_of_one_browser_are_in_sight_and_all_work(visit, firefox):
    cart = visit("/cart")
    others = []
    for path in ("/feed", "/posts", "/counter", "/search", "/growing", "/share"):
        others.append(Page(firefox, beside=cart))
        others[-1].goto(cart.evaluate("location.origin") + path)
    assert all(page.evaluate("!document.hidden") for page in others)
    for page, button in ((cart, PLUS), (others[-1], "#sharer .primary")):
        before = page.text("[id='~root']")
        page.click(button)
        until(lambda: page.text("[id='~root']") != before, what="the press showed")
