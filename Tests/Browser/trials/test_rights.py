"""People sign in by a check that takes time, and what they see ends with their rights: in a browser, with and without scripts."""

import pytest
from harness import Trials
from live import wait_live


@pytest.fixture
def vault():
    server = Trials("--people", "--heartbeat", "1")
    yield server
    server.stop()


def sign_in(page, vault, name, password="secret"):
    page.goto(vault.address + "/vault")
    assert "/door?back=%2Fvault" in page.url
    try_once(page, name, password)
    page.wait_for_url("**/vault")


def try_once(page, name, password):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def cookie(page):
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "espalier")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_check_that_takes_time_signs_in_with_a_new_cookie(open_page, vault, javascript):
    page = open_page(java_script_enabled=javascript)
    page.goto(vault.address + "/vault")
    before = cookie(page)
    try_once(page, "Ada", "guess")
    page.get_by_text("Wrong.").wait_for()
    assert cookie(page) == before
    try_once(page, "Ada", "secret")
    page.wait_for_url("**/vault")
    page.get_by_text("1 bars").wait_for()
    assert cookie(page) != before


@pytest.mark.parametrize("javascript", [True, False])
def test_whoever_guesses_reads_how_long_to_wait(open_page, vault, complaints, javascript):
    page = open_page(java_script_enabled=javascript)
    page.goto(vault.address + "/door")
    for number in range(3):
        with page.expect_response(lambda reply: reply.request.method == "POST"):
            try_once(page, f"Name {number}", "guess")
        page.get_by_text("Wrong.").wait_for()
        if javascript:
            page.wait_for_selector("body:not(:has([aria-busy]))")
    with page.expect_response(lambda reply: reply.request.method == "POST") as refused:
        try_once(page, "Eve", "guess")
    assert refused.value.status == 429 and 1 <= int(refused.value.headers["retry-after"]) <= 20
    page.get_by_text("Send it again in").wait_for()
    complaints.clear()


@pytest.mark.parametrize(("end", "url", "text"), [("/empty", "**/door?back=%2Fvault", "Sign in"), ("/dismiss?name=Ada", "**/vault", "permission")])
def test_an_open_page_follows_a_right_that_has_ended(open_page, vault, complaints, end, url, text):
    """Emptied by hand in another window, or dismissed by somebody else: nobody presses anything in this window."""
    page = open_page()
    sign_in(page, vault, "Ada")
    wait_live(page)
    page.get_by_role("button", name="Ask").click()
    page.locator("dialog").wait_for()
    other = page.context.new_page()
    other.goto(vault.address + end)
    page.get_by_text(text).first.wait_for(timeout=20_000)
    page.wait_for_url(url)
    assert page.locator("dialog").count() == 0 and page.get_by_text("bars").count() == 0
    other.close()
    complaints.clear()


def test_nothing_reaches_a_page_whose_right_has_ended(open_page, vault, complaints):
    ada, ben = open_page(), open_page()
    sign_in(ada, vault, "Ada")
    sign_in(ben, vault, "Ben")
    for page in (ada, ben):
        wait_live(page)
    ada.evaluate("""() => new MutationObserver(() => sessionStorage.seen = `${sessionStorage.seen} ${document.body.innerText}`)
      .observe(document.body, { subtree: true, childList: true, characterData: true })""")
    client = vault.client()
    assert client.get("/dismiss?name=Ada").status == 200
    ben.get_by_role("button", name="Add").click()
    ben.get_by_text("2 bars").wait_for()
    ada.get_by_text("permission").first.wait_for(timeout=20_000)
    assert "2 bars" not in f"{ada.evaluate('sessionStorage.seen')} {ada.content()}"
    complaints.clear()
