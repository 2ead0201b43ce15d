"""An index beside a list: of sections, of some of them, and of single rows. Demos F67, F68 and F81."""

import pytest
from harness import until
from live import difference
from windows import idle

BOTH = pytest.mark.parametrize("javascript", [True, False])


def titles(page):
    return page.locator(".e-index a").all_inner_texts()


def leads(page, title, address):
    page.locator(".e-index").get_by_role("link", name=title, exact=True).click()
    page.wait_for_function("address => Math.abs(document.getElementById(address).getBoundingClientRect().top) < innerHeight", arg=address)
    assert page.url.endswith(f"#{page.evaluate('encodeURI', address)}"), page.url


@BOTH
def test_the_index_leads_to_sections_to_some_of_them_and_to_rows(visit, javascript):
    page = visit("/alphabet", javascript=javascript)
    assert titles(page) == ["A", "B", "C", "D"]
    assert page.locator(".IndexedSeed").count() == 20
    leads(page, "C", "CCC")
    page.get_by_role("button", name="Four of twelve").click()
    until(lambda: titles(page) == ["1", "4", "6", "11"])
    assert page.locator(".IndexedSeed").count() == 36, "pitfall H-E14"
    leads(page, "11", "11")
    page.get_by_role("button", name="Every second row").click()
    until(lambda: titles(page) == [f"{number}" for number in range(2, 51, 2)])
    leads(page, "50", "50")
    if javascript:
        idle(page)
        assert difference(page) is None
