"""The demos of editing, row actions and chains of questions: by pointer, by keyboard, and without JavaScript."""

import pytest
from live import difference

MENU = "Actions for {}"


def names(page):
    return [text.split("\n")[0] for text in page.locator(".Planting strong").all_inner_texts()]


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def menu(page, row):
    return page.locator(".Planting", has_text=row).locator("summary")


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_are_deleted_moved_and_inserted_while_editing_is_on(visit, javascript):
    """Item F62, cases EDT-02 and ACT-07."""
    page = visit("/edit-mode", javascript=javascript)
    before = names(page)
    assert before[:2] == ["Broad beans", "Asparagus"]
    assert page.locator(".e-remove, .e-insert, .e-handle").count() == 0
    button(page, "Edit").click()
    button(page, "Delete Leeks").click()
    page.locator(".Planting", has_text="Leeks").wait_for(state="detached")
    # What must stay has no button.
    assert button(page, "Delete Asparagus").count() == 0
    button(page, "Add a plant").click()
    page.locator(".Planting", has_text="cold frame").wait_for()
    assert page.locator("footer output").inner_text().endswith("is in the plan. 28 plants in the plan.")
    row = page.locator(".Planting", has_text="Rhubarb")
    if javascript:
        row.get_by_role("button", name="Move Rhubarb", exact=True).click()
    row.get_by_role("button", name="Move Rhubarb up").click()
    page.wait_for_function("() => document.querySelectorAll('.Planting strong')[2].textContent === 'Rhubarb'")
    assert page.locator("ul[role=list] > li").last.inner_text() == "Add a plant"
    button(page, "Done").click()
    page.locator(".InsertRow").wait_for(state="detached")
    assert page.locator(".e-remove, .e-insert, .e-handle").count() == 0
    if javascript:
        assert difference(page) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_an_action_of_a_row_runs_and_its_menu_closes(visit, javascript):
    """Case ACT-03."""
    page = visit("/edit-mode", javascript=javascript)
    button(page, "Edit").click()
    button(page, "Done").wait_for()
    menu(page, "Rhubarb").click()
    items = page.locator(".Planting", has_text="Rhubarb").locator(".e-item")
    assert items.all_inner_texts() == ["Water", "Plant one more", "Remove…"]
    page.get_by_role("button", name="Water: Rhubarb").click()
    page.get_by_text("north corner, watered", exact=True).wait_for()
    # Editing ends after an action.
    button(page, "Edit").wait_for()
    page.locator(".e-menu[open]").wait_for(state="detached")
    if javascript:
        assert page.evaluate("document.activeElement.ariaLabel").startswith("Actions for")
        assert difference(page) is None


@pytest.mark.parametrize("javascript", [True, False])
def test_a_question_comes_before_a_destructive_action(visit, javascript):
    """Case ACT-03."""
    page = visit("/edit-mode", javascript=javascript)
    question = page.get_by_role("alertdialog")
    for answer in ("Keep", "Remove"):
        menu(page, "Sweet peas").click()
        page.get_by_role("button", name="Remove…: Sweet peas").click()
        question.wait_for()
        assert question.inner_text().startswith("Remove Sweet peas?")
        question.get_by_role("button", name=answer, exact=True).click()
        question.wait_for(state="detached")
        if answer == "Keep":
            assert "Sweet peas" in names(page)
    page.locator(".Planting", has_text="Sweet peas").wait_for(state="detached")


def test_a_menu_works_by_keyboard_and_closes_when_somebody_goes_elsewhere(visit):
    page = visit("/edit-mode")
    is_open = page.locator(".e-menu[open]")
    page.wait_for_load_state("networkidle")
    menu(page, "Leeks").focus()
    page.keyboard.press("Enter")
    is_open.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    is_open.wait_for(state="detached")
    assert "Leeks" in page.evaluate("document.activeElement.ariaLabel")
    menu(page, "Leeks").click()
    menu(page, "Asparagus").click()
    page.locator(".Planting", has_text="Leeks").locator(".e-menu:not([open])").wait_for()
    assert is_open.count() == 1
    page.locator("h1").first.click()
    is_open.wait_for(state="detached")
    page.keyboard.press("Tab")


def test_a_menu_fits_a_narrow_window_from_both_sides(visit):
    page = visit("/edit-mode", viewport={"width": 320, "height": 640})
    for direction in ("ltr", "rtl"):
        page.evaluate("direction => document.documentElement.dir = direction", direction)
        menu(page, "Broad beans").click()
        box = page.locator(".e-menu[open] .e-items").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320
        menu(page, "Broad beans").click()


@pytest.mark.parametrize("javascript", [True, False])
def test_questions_follow_each_other_and_the_last_answer_is_noted(visit, javascript):
    """Item F62: the alert chain."""
    page = visit("/questions", javascript=javascript)

    def answer(title, *choices):
        dialog = page.locator("dialog", has_text=title)
        dialog.wait_for()
        dialog.get_by_role("button", name=choices[0], exact=True).click()
        dialog.wait_for(state="detached")

    button(page, "Find my apple").click()
    answer("What is the apple for?", "To bake")
    answer("How should the cake taste?", "Back")
    answer("What is the apple for?", "To eat")
    answer("How should it taste?", "Sharp")
    answer("Winter Calville", "Note it")
    page.locator(".AppleAdvice", has_text="Winter Calville").wait_for()
    assert page.locator("dialog").count() == 0
    button(page, "Forget all notes").click()
    answer("Forget all notes?", "Forget")
    page.locator(".AppleAdvice").wait_for(state="detached")
    page.get_by_text("No apple noted yet", exact=True).wait_for()
    if javascript:
        assert difference(page) is None
