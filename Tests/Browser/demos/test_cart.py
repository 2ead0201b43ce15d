"""The cart: its arithmetic, its owner, and its second tab (CON-17)."""

import pytest
from live import cell, same_elements, watch


def step(page, name, product="Topsounds/id1"):
    return cell(page, product).get_by_role("button", name=name)


def total(page, text):
    page.wait_for_selector(f'.sum:text-is("{text}")')


def quantity(page, product="Topsounds/id1"):
    return cell(page, product).locator("output").inner_text().split()[-1]


@pytest.mark.parametrize("javascript", [True, False])
def test_the_cart_adds_up(visit, javascript):
    page = visit("/cart", javascript=javascript)
    total(page, "$16.02")
    assert (quantity(page), quantity(page, "Topsounds/id2")) == ("1", "2")
    assert step(page, "One less").is_disabled() and step(page, "One less", "Topsounds/id2").is_enabled()
    step(page, "One more").click()
    total(page, "$18.18")
    assert quantity(page) == "2" and step(page, "One less").is_enabled()
    step(page, "One less").click()
    total(page, "$16.02")
    assert quantity(page) == "1" and step(page, "One less").is_disabled()
    step(page, "One less").click(force=True)
    step(page, "One more", "instudio/id3").click()
    total(page, "$26.06")
    assert quantity(page) == "1"


def test_a_double_click_and_a_resubmitted_form_count_once_without_javascript(visit):
    page = visit("/cart", javascript=False)
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    step(page, "One more").dblclick(no_wait_after=True)
    total(page, "$18.18")
    step(page, "One more").click()
    total(page, "$20.34")
    # Go back to a page whose forms are used. The browser shows its old copy or loads the page again.
    page.go_back()
    before = len(posts)
    used = quantity(page) == "2"
    step(page, "One more").click()
    total(page, "$20.34" if used else "$22.50")
    assert len(posts) == before + 1


def test_a_step_below_one_that_is_posted_anyway_changes_nothing(visit):
    page = visit("/cart")
    reply = page.evaluate("""async () => {
      const data = { product: 'id1', by: -1 };
      const body = JSON.stringify({ node: 'Topsounds/id1', event: 'step', data });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const response = await fetch(`${location.pathname}/events`, { method: 'POST', headers, body });
      return [response.status, (await response.json()).patch];
    }""")
    assert reply == [200, []]
    total(page, "$16.02")
    assert quantity(page) == "1"


def test_a_step_changes_only_its_row_and_the_total(visit):
    page = visit("/cart")
    watch(page)
    button = step(page, "One more")
    button.focus()
    page.keyboard.press("Enter")
    total(page, "$18.18")
    (patch,) = page.evaluate("patches")
    assert patch["ops"] == [["=", "Topsounds/id1", "1.0@disabled", None, "1.1:1", "2"], ["=", "total", "0.1:0", "$18.18"]]
    assert same_elements(page)
    assert button.evaluate("button => button === document.activeElement")


def test_every_browser_has_its_own_cart_and_a_second_tab_is_live(visit):
    mine, theirs = visit("/cart"), visit("/cart")
    tab = visit("/cart", beside=mine)
    watch(theirs)
    step(mine, "One more").click()
    for page in (mine, tab):
        total(page, "$18.18")
    step(tab, "One more", "Topsounds/id2").click()
    for page in (tab, mine):
        total(page, "$20.09")
    total(theirs, "$16.02")
    step(theirs, "One more", "instudio/id3").click()
    total(theirs, "$26.06")
    assert theirs.evaluate("patches.length") == 1
    mine.reload()
    total(mine, "$20.09")


def test_quick_presses_all_count(visit):
    page = visit("/cart")
    page.evaluate("""async () => {
      const cell = document.getElementById('Topsounds/id1');
      const button = cell.querySelector('[aria-label="One more"]');
      for (let i = 0; i < 20; i++) {
        button.click();
        button.click();
        while (cell.matches('[aria-busy]')) await new Promise((resolve) => setTimeout(resolve));
      }
    }""")
    total(page, "$102.42")
    assert quantity(page) == "41"
