"""The library's texts in the language of the page, on pages of Tests/EspalierTrials."""

import re
from urllib.parse import quote

import pytest
from audit import violations
from harness import ROOT, Trials
from live import cell, difference, wait_live
from windows import answered, idle

GERMAN = "de-DE"
STATUS = "[data-espalier-status]"
# Texts of the client that no viewer sees: the check announces them to scripts of the page.
UNSEEN = {"The page differed from the server.", "It was wrong at “", "The browser refused a change of “", "No node "}


@pytest.fixture(scope="module")
def trials():
    server = Trials()
    yield server
    server.stop()


@pytest.fixture
def visit(open_page, trials):
    def visit(path, **options):
        page = open_page(**options)
        page.goto(trials.address + quote(path))
        if options.get("java_script_enabled", True):
            wait_live(page)
            idle(page)
        return page

    return visit


def shown(page, text, kind=None):
    name = f"[data-espalier-status={kind}]" if kind else STATUS
    page.locator(name, has_text=text).wait_for()


def rename(page, name):
    # A form counts once until it is edited.
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="OK").click()


def root(page):
    return page.evaluate("[document.documentElement.lang, document.documentElement.dir]")


def english_in(page):
    """The English texts of the library that are on the page, also in labels."""
    texts = page.evaluate("""[...document.querySelectorAll('body *')].flatMap((element) =>
      [element.ariaLabel, element.title, ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)])""")
    pattern = re.compile(r"\b(Move|Load|Loading|Refresh|Try again|Sorted|End of|row added|did not work|Press|Pages)\b")
    return [text for text in texts if text and pattern.search(text)]


@pytest.mark.parametrize(("path", "options"), [("/words", {"locale": GERMAN}), ("/woerter", {})])
def test_a_german_page_is_german(visit, path, options):
    page = visit(path, **options)
    assert root(page) == ["de", "ltr"] and page.get_by_text("Guten Tag").count() == 1
    assert page.get_by_role("button", name="Dill verschieben", exact=True).count() == 1
    page.get_by_text("1 Zeile hinzugefügt. Ende der Liste.").wait_for()
    page.get_by_role("button", name="Aktualisieren").click()
    page.get_by_text("Das hat nicht geklappt.").wait_for()
    page.get_by_role("button", name="Länge").click()
    page.get_by_text("Nach Länge aufsteigend sortiert.").wait_for()
    assert english_in(page) == [] and difference(page) is None


def test_an_english_page_loads_no_words(visit):
    page = visit("/words", locale="en-GB")
    assert root(page) == ["en", "ltr"] and page.get_by_role("button", name="Move Dill", exact=True).count() == 1
    assert page.evaluate("[self.espalierSay, self.espalierTexts]") == [None, None]
    assert "words-" not in page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join()")


def test_the_status_line_is_german(visit, complaints):
    page = visit("/words", locale=GERMAN)
    page.context.set_offline(True)
    shown(page, "Offline. Änderungen erscheinen, sobald die Verbindung wieder da ist.", "offline")
    rename(page, "Beete")
    shown(page, "Nicht gespeichert: keine Verbindung. Erneut versuchen", "unsaved")
    page.context.set_offline(False)
    page.wait_for_selector(f"{STATUS}:empty", state="attached")
    # A proxy that answers instead of the server.
    page.route("**/events?*", lambda route: route.fulfill(status=418, body="no tea"))
    rename(page, "Stauden")
    shown(page, "Der Server hat mit 418 geantwortet. Schließen", "error")
    page.get_by_role("button", name="Schließen").click()
    page.unroute("**/events?*")
    page.route("**/events?*", lambda route: route.fulfill(status=503, json={"title": "Wartung"}, headers={"Retry-After": "9"}))
    rename(page, "Gräser")
    shown(page, "Nicht gespeichert: der Server meldet „Wartung“. Erneut versuchen", "unsaved")
    page.unroute("**/events?*")
    page.get_by_role("button", name="Erneut versuchen").click()
    page.wait_for_selector(f"{STATUS}:empty", state="attached")
    assert all(re.search("ERR_INTERNET_DISCONNECTED|418|503", complaint) for complaint in complaints), complaints
    complaints.clear()


def test_a_row_is_moved_by_keyboard_with_german_announcements(visit):
    page = visit("/words", locale=GERMAN)
    handle = page.get_by_role("button", name="Dill verschieben", exact=True)
    assert handle.get_attribute("title") == "Leertaste drücken, dann mit den Pfeiltasten verschieben"
    handle.focus()
    page.keyboard.press("Space")
    shown(page, "Dill, 2 von 3. Pfeiltasten verschieben, Leertaste legt ab, Escape macht es rückgängig.")
    page.keyboard.press("ArrowUp")
    shown(page, re.compile(r"^Dill, 1 von 3\.$"))
    with answered(page):
        page.keyboard.press("Space")
    shown(page, "Abgelegt: Dill, 1 von 3.")


def test_the_note_about_a_newer_text_is_german(visit):
    page = visit("/words", locale=GERMAN)
    other = page.context.new_page()
    other.goto(page.url)
    wait_live(other)
    page.bring_to_front()
    page.get_by_role("textbox", name="Name").focus()
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => /newer.js/.test(name))")
    rename(other, "Minzen")
    page.get_by_text("Anderswo geändert: „Minzen“").wait_for()
    page.get_by_role("button", name="Übernehmen").click()
    assert page.get_by_role("textbox", name="Name").input_value() == "Minzen"


def test_an_error_page_is_german(open_page, trials, complaints):
    page = open_page(locale=GERMAN, java_script_enabled=False)
    page.goto(trials.address + "/nowhere")
    assert page.locator("h1").inner_text() == "Nicht gefunden"
    assert page.get_by_text("Unter dieser Adresse gibt es nichts.").count() == 1 and page.get_by_text("Status 404, Anfrage").count() == 1
    assert page.locator("html").get_attribute("lang") == "de"
    assert all("404" in complaint for complaint in complaints)
    complaints.clear()


def test_a_person_chooses_the_language_and_keeps_it(visit, trials):
    page = visit("/words", locale="fr-FR")
    assert root(page) == ["en", "ltr"]
    page.evaluate("window.marker = 'never reloaded'")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_text("Guten Tag").wait_for()
    page.get_by_role("button", name="Dill verschieben", exact=True).wait_for()
    page.wait_for_selector("html[lang=de]")
    assert page.evaluate("window.marker") == "never reloaded" and difference(page) is None
    page.reload()
    wait_live(page)
    assert root(page) == ["de", "ltr"] and page.evaluate("typeof self.espalierSay") == "function"
    page.get_by_role("button", name="English").click()
    page.get_by_text("Good day").wait_for()
    page.wait_for_selector("html[lang=en]")


def test_an_arabic_page_is_laid_out_right_to_left(visit):
    page = visit("/kalimat", viewport={"width": 390, "height": 844})
    assert root(page) == ["ar", "rtl"] and page.get_by_text("مرحبا بكم").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth === document.documentElement.clientWidth")
    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    # The greeting begins on the right; the tools of a row are on its left.
    sides = page.evaluate("""() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('#label p'));
      return [range.getBoundingClientRect().right, document.querySelector('#label').getBoundingClientRect().right];
    }""")
    assert abs(sides[0] - sides[1]) < 40
    row = cell(page, "movable/Dill")
    box, tools = row.bounding_box(), row.locator(".e-mover").bounding_box()
    assert tools["x"] + tools["width"] / 2 < box["x"] + box["width"] / 2


@pytest.mark.parametrize("path", ["/woerter", "/kalimat"])
def test_axe_finds_nothing_serious(visit, path):
    assert violations(visit(path)) == []


@pytest.mark.parametrize(("path", "options"), [("/words", {"locale": GERMAN}), ("/woerter", {})])
def test_without_javascript_the_page_is_german_too(visit, path, options):
    page = visit(path, java_script_enabled=False, **options)
    page.get_by_role("button", name="Mehr laden").click()
    assert page.get_by_text("Ende der Liste.").count() == 2 and english_in(page) == []


def texts_of_the_server():
    """The English texts of the client as the server knows them, from Words+english.swift."""
    folder = ROOT / "Sources/Espalier/Values/Languages"
    names = re.findall(r"\.(\w+)", (folder / "Words+client.swift").read_text().partition("= [")[2].partition("]")[0])
    english = dict(re.findall(r'case \.(\w+): "(.*)"', (folder / "Words+english.swift").read_text()))
    return [english[name] for name in names]


def test_the_client_says_nothing_that_the_server_cannot_translate():
    pieces = set()
    for file in (ROOT / "Public/espalier").rglob("*.js"):
        code = re.sub(r"^\s*(//|/?\*).*$", "", file.read_text(), flags=re.MULTILINE)
        for literal in re.findall(r"'([^'\n]*)'", code) + re.findall(r"`([^`]*)`", code):
            pieces |= {piece.strip() for piece in re.split(r"\$\{[^}]*\}+", literal)}
    # What people read begins with a capital, and has two words or ends like a sentence.
    said = {piece for piece in pieces if re.match(r"[A-Z][a-z]+( [a-z]+|…| .*[.…:“]$|[.:]$)", piece)} - {text.strip() for text in UNSEEN}
    known = texts_of_the_server()
    assert len(said) > 12 and [piece for piece in said if not any(piece in text for text in known)] == []
    # And what the server translates is what the client says.
    code = " ".join(pieces)
    for text in known:
        for part in re.split(r"\{\w+\}|(?<=[.:]) ", text):
            assert part.strip(" .,”") in code, text
