"""The demos of ready-made contents: stacks, the carousel, the chat, and the appearances of a list."""

import itertools
import re

import pytest
from harness import IS_LONG
from live import difference
from playwright.sync_api import expect
from windows import idle

ROWS = "[...document.querySelectorAll('.MessageBubble .e-said')].map(e => e.textContent)"
AT_END = "document.querySelector('.ChatPage').getBoundingClientRect().bottom <= innerHeight + 40"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("javascript", [True, False])
def test_stacks_are_filtered_filled_and_unrolled(visit, javascript):
    """Items F80 and F82, case STK-01."""
    page = visit("/stacks", javascript=javascript)
    plants = page.locator("[id='plants'] .Stack")
    assert plants.count() == 5 and page.locator("[id='plants'] hr").count() == 4
    button(page, "Fruit").click()
    page.wait_for_function("() => document.querySelectorAll('[id=\"plants\"] .Stack').length === 2")
    assert page.locator("[id='plants'] hr").count() == 1 and button(page, "Fruit").get_attribute("aria-pressed") == "true"
    button(page, "Insert four after Two").click()
    page.get_by_text("8 labels", exact=True).wait_for()
    four = [f"After two, {number}" for number in range(1, 5)]
    assert page.locator(".Tag").all_inner_texts() == ["One", "Two", *four, "Three", "Four"]
    button(page, "More").click()
    button(page, "Less").wait_for()
    button(page, "Read on").click()
    page.get_by_text("You chose: Read on", exact=True).wait_for()
    if javascript:
        assert difference(page) is None


def test_a_carousel_snaps_where_its_chips_say(visit):
    """Items F81 and E29."""
    page = visit("/carousel")
    strip = page.locator("[id='slides'] > ul")
    for name, style in (("Start", "start"), ("End", "end"), ("Middle", "center")):
        button(page, name).click()
        page.locator(f"[id='slides'].e-snap-{style}").wait_for()
        assert page.locator(".Slide").first.evaluate("e => getComputedStyle(e).scrollSnapAlign") == style
    assert strip.evaluate("e => getComputedStyle(e).scrollSnapType") == "x mandatory"
    page.get_by_role("link", name="5", exact=True).click()
    middle = """number => {
      const [list, slide] = [document.querySelector('[id="slides"] > ul'), document.getElementById(`slides/${number}`)];
      const [a, b] = [list.getBoundingClientRect(), slide.getBoundingClientRect()];
      return Math.abs(a.left + a.width / 2 - b.left - b.width / 2) < 2;
    }"""
    page.wait_for_function(middle, arg=5)
    # Somebody scrolls a little, and the next picture comes to the middle.
    strip.evaluate("e => e.scrollBy(40, 0)")
    page.wait_for_function(middle, arg=6)
    assert difference(page) is None


def test_pictures_of_a_carousel_are_reached_without_javascript(visit):
    page = visit("/carousel", javascript=False)
    page.get_by_role("link", name="7", exact=True).click()
    assert page.locator("[id='slides/7']").evaluate("e => e.matches(':target')")
    button(page, "Start").click()
    assert page.locator("[id='slides'].e-snap-start").count() == 1


def say(page, text):
    page.locator("#message").fill(text)
    page.keyboard.press("Enter")


def same(pages, count):
    """Waits until both windows show as many new messages, and returns these."""
    said = []
    for page in pages:
        page.wait_for_function(f"count => {ROWS}.filter(text => /^[AB]\\d+$/.test(text)).length >= count", arg=count, timeout=60_000)
        said.append(page.evaluate(f"{ROWS}.filter(text => /^[AB]\\d+$/.test(text))"))
    return said


def test_two_windows_chat_and_one_is_cut_off_again_and_again(visit, complaints):
    """Items F78 and F83: both end with the same messages in the same order, none twice."""
    one, two = visit("/chat"), visit("/chat")
    session = two.context.new_cdp_session(two)
    session.send("Network.enable")
    line = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    rounds = 60 if IS_LONG else 8
    weather = itertools.cycle([{"latency": 300}, {"offline": True}, {}, {"latency": 900}, {"offline": True}])
    sent = []
    for number in range(rounds):
        conditions = line | next(weather)
        session.send("Network.emulateNetworkConditions", conditions)
        # Somebody who writes sees the field empty before the next message. While the line is cut, nobody writes there.
        for name, page in [("A", one)] if conditions["offline"] else [("A", one), ("B", two)]:
            say(page, f"{name}{number}")
            page.wait_for_function("() => document.querySelector('#message').value === ''")
            sent.append(f"{name}{number}")
        one.wait_for_timeout(1000 if IS_LONG else 50)
    session.send("Network.emulateNetworkConditions", line)
    first, second = same((one, two), len(sent))
    assert first == second == sent
    assert difference(one) is None
    # A lost connection is not a complaint here.
    complaints.clear()


def test_a_chat_knows_who_is_here(visit, complaints):
    """A window without a network goes, and one whose connection begins again stays all the time."""
    one, two, three = (visit("/chat") for _ in range(3))
    here = one.locator(".here")

    def names(*pages):
        return [page.locator("#name").input_value() for page in pages]

    expect(here).to_have_text(f"Here: {', '.join(names(two, three))}.")
    three.locator("#name").fill("Zed <b>")
    button(three, "Use it").click()
    expect(here).to_have_text(f"Here: {names(two)[0]}, Zed <b>.")
    one.evaluate("""() => {
      window.notes = [];
      const note = () => notes.push(document.querySelector('.here').textContent);
      new MutationObserver(note).observe(document.querySelector('.ChatPage > footer'), { subtree: true, childList: true, characterData: true });
    }""")
    session = three.context.new_cdp_session(three)
    session.send("Network.enable")
    line = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", line | {"offline": True})
    three.wait_for_timeout(500)
    session.send("Network.emulateNetworkConditions", line | {"offline": False})
    say(three, "I am back")
    one.locator(".MessageBubble", has_text="I am back").last.wait_for()
    assert all("Zed <b>" in note for note in one.evaluate("notes"))
    # Its network is gone, so it says nothing.
    other = two.context.new_cdp_session(two)
    other.send("Network.enable")
    other.send("Network.emulateNetworkConditions", line | {"offline": True})
    expect(here).to_have_text("Here: Zed <b>.", timeout=30_000)
    two.close()
    # What was cut is not a complaint here.
    complaints.clear()


def test_a_chat_says_who_is_writing_and_stays_at_its_end(visit):
    """Items F78 and F83."""
    one, two = visit("/chat"), visit("/chat")
    one.wait_for_function(f"() => {AT_END}")
    # The note is there for a tenth of a second.
    one.evaluate("""() => {
      window.notes = [];
      const note = () => notes.push(document.querySelector('.writing').textContent);
      new MutationObserver(note).observe(document.querySelector('.ChatPage > footer'), { subtree: true, childList: true, characterData: true });
    }""")
    two.locator("#message").fill("Hello <b>you</b>, see https://example.org/a?b=1&c=2.")
    one.wait_for_function("() => notes.some((note) => note.includes('is writing…'))")
    two.keyboard.press("Enter")
    bubble = one.locator(".MessageBubble").last
    one.locator(".MessageBubble", has_text="Hello <b>you</b>").last.wait_for()
    assert bubble.locator("a").last.get_attribute("href") == "https://example.org/a?b=1&c=2"
    one.wait_for_function("() => document.querySelector('.writing').textContent === ''")
    one.wait_for_function(f"() => {AT_END}")
    assert two.locator(".MessageBubble .e-own .e-said").last.inner_text().endswith("see https://example.org/a?b=1&c=2.")
    assert bubble.locator(".e-own").count() == 0
    # Somebody who has scrolled up stays where they read.
    read = one.locator(".MessageBubble", has_text="The first tomatoes are red.")
    read.evaluate("row => row.scrollIntoView({ block: 'start', behavior: 'instant' })")
    idle(one)
    place = read.bounding_box()["y"]
    say(two, "Are you there?")
    one.locator(".MessageBubble", has_text="Are you there?").last.wait_for()
    assert abs(read.bounding_box()["y"] - place) < 1


def test_a_chat_brings_what_was_said_before_and_what_is_read_stays(visit):
    """Item F78: the history."""
    page = visit("/chat")
    page.wait_for_function(f"() => {AT_END}")
    rows = page.locator(".MessageBubble")
    assert rows.count() >= 30
    first = rows.first.get_attribute("id")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("first => document.querySelector('.MessageBubble').id !== first", arg=first)
    idle(page)
    assert page.locator(f"[id='{first}']").bounding_box()["y"] > 0, "the row that was read is where it was"
    while rows.first.get_attribute("id") != "history/1":
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        idle(page)
    assert rows.first.inner_text().startswith("Ada")
    assert difference(page) is None


def test_a_message_is_sent_without_javascript(visit):
    page = visit("/chat", javascript=False)
    page.locator("#message").fill("By form")
    button(page, "Send").click()
    assert page.locator(".MessageBubble .e-own .e-said").last.inner_text() == "By form"
    assert page.locator("#message").input_value() == ""


@pytest.mark.parametrize("javascript", [True, False])
def test_a_guest_has_a_name_a_layout_and_messages_with_times(visit, javascript):
    """Item F83."""
    page = visit("/chat", javascript=javascript)
    page.get_by_label("Your name").fill("Wilhelmina")
    button(page, "Use it").click()
    page.locator("#name[value=Wilhelmina]").wait_for()
    page.locator("#message").fill("By name")
    button(page, "Send").click()
    own = page.locator(".MessageBubble:has(.e-own)", has_text="By name").last
    own.wait_for()
    assert own.locator(".e-author").inner_text() == "Wilhelmina"
    assert re.fullmatch(r"[0-2]\d:[0-5]\d", own.locator(".e-time").inner_text())
    button(page, "grid").click()
    page.locator(".ChatHistory.e-grid").wait_for()
    button(page, "list").click()
    page.locator(".ChatHistory:not(.e-grid)").wait_for()


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_a_chat_opens_with_its_heading_in_view(visit, size):
    page = visit("/chat", viewport={"width": size[0], "height": size[1]})
    page.wait_for_function(f"() => {AT_END}")
    heading = page.locator("h1").bounding_box()
    assert 0 <= heading["y"] < size[1] / 3


@pytest.mark.parametrize("javascript", [True, False])
def test_300_texts_have_five_appearances_and_stand_at_the_right(visit, javascript):
    """Item F81."""
    page = visit("/looks", javascript=javascript)
    assert page.locator(".RandomText").count() == 300
    looks = set()
    for look in page.locator("[data-look] button").all_inner_texts():
        button(page, look.lower()).click()
        page.locator(f"[data-look={look.lower()}]").wait_for()
        looks.add(page.evaluate("""() => {
          const style = (element) => [...getComputedStyle(element)].map((name) => getComputedStyle(element)[name]).join();
          const row = document.querySelector('.RandomText:nth-child(2)');
          return style(row) + style(row.parentElement);
        }"""))
    assert len(looks) == 6
    # The last row of each line ends where the list ends.
    assert page.evaluate("""() => {
      const ends = new Map();
      for (const row of document.querySelectorAll('.RandomText')) {
        const { top, right } = row.getBoundingClientRect();
        ends.set(top, Math.max(right, ends.get(top) ?? 0));
      }
      const { right } = document.querySelector('.Appearances > ul').getBoundingClientRect();
      return [...ends.values()].filter((end) => Math.abs(end - right) > 1).length;
    }""") == 0
    assert page.locator(".RandomText").nth(23).bounding_box()["width"] < 100
