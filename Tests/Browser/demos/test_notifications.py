"""The notification explorer: a person posts, and the page shows which nodes receive the post; with JavaScript and without."""

import pytest
from live import cell, difference
from playwright.sync_api import expect

FACES = {"root": "root/header", "F": "root/F/header", "S": "root/F/S/header", "I1": "root/F/S/I1",
         "I2": "root/F/S/I2", "G": "root/G/header", "J": "root/G/J"}
NAMES = {"root": "Nursery", "F": "Greenhouse", "S": "Potting bench", "I1": "Ada", "I2": "Ben", "G": "Orchard", "J": "Cleo"}
# The scopes global, reusable, children, childrenAndSelf and parents.
SCOPES = [("Everybody", "I2", ["root", "F", "S", "I1", "I2", "G", "J"]), ("Own team", "I1", ["F", "S", "I1", "I2"]),
          ("Own team", "J", ["G", "J"]), ("Own team", "root", ["root", "F", "S", "I1", "I2", "G", "J"]),
          ("All inside", "S", ["I1", "I2"]), ("Itself and all inside", "S", ["S", "I1", "I2"]),
          ("All around it", "I1", ["S", "F", "root"])]


def post(page, node, scope, expected):
    page.get_by_role("button", name=scope, exact=True).click()
    expect(page.get_by_role("button", name=scope, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=f"Call from {NAMES[node]}", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="called")).to_have_text(
        f"{NAMES[node]} called {scope}: {len(expected)} of 7 heard it.")
    for name, address in FACES.items():
        order = str(expected.index(name) + 1) if name in expected else ""
        expect(cell(page, address).locator(".order")).to_have_text(order)


@pytest.mark.parametrize("javascript", [True, False])
def test_each_scope_shows_which_nodes_received_the_post_and_in_which_order(visit, javascript):
    page = visit("/notifications", javascript=javascript)
    for scope, node, expected in SCOPES:
        post(page, node, scope, expected)
    page.get_by_role("button", name="Cleo listens to Ada").click()
    expect(page.get_by_role("button", name="Cleo listens to Ada")).to_have_attribute("aria-pressed", "true")
    post(page, "I1", "Those who asked", ["J"])
    if javascript:
        assert difference(page) is None


def test_a_post_keeps_the_focus_and_every_element(visit):
    page = visit("/notifications")
    button = page.get_by_role("button", name="Call from Potting bench", exact=True)
    button.evaluate("button => { window.pressed = button }")
    button.press("Enter")
    expect(cell(page, "root/G/J").locator(".order")).to_have_text("7")
    assert page.evaluate("document.activeElement === pressed")
