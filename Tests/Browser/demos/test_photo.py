"""Photos: chosen, pasted, refused and deleted, with and without JavaScript."""

import base64
import sys
from pathlib import Path

import pytest
from harness import until
from windows import idle

sys.path.insert(0, str(Path(__file__).parents[2] / "Integration"))
from test_uploads import MEGABYTE, png  # noqa: E402

NAMED = {"name": "rose.png", "mimeType": "image/png", "buffer": png(300, 200)}


def send(page, file, javascript=True):
    if javascript:
        # Before its module is there, the browser sends the form by itself.
        until(lambda: loaded(page))
        idle(page)
    page.get_by_label("Choose a picture").set_input_files(file)
    if not javascript:
        page.get_by_role("button", name="Send the picture").click()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_chosen_picture_is_shown_and_can_be_deleted(visit, javascript):
    page = visit("/picture", javascript=javascript)
    page.get_by_role("button", name="Add a photo").click()
    sheet = page.get_by_role("dialog")
    assert sheet.get_by_role("button", name="Delete the photo").count() == 0
    send(page, NAMED, javascript)
    picture = page.get_by_role("img", name="Your photo, rose.png")
    picture.wait_for()
    sheet.wait_for(state="detached")
    assert picture.evaluate("image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [300, 200]
    assert (picture.get_attribute("width"), picture.get_attribute("height")) == ("300", "200")
    page.get_by_role("button", name="Edit the photo").click()
    page.get_by_role("button", name="Delete the photo").click()
    page.get_by_text("No photo yet", exact=True).wait_for()


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize(("size", "reason"), [
    (None, "must be one of these kinds"), (11 * MEGABYTE, "is larger than 10 MB"), (14 * MEGABYTE, "is larger than"),
])  # fmt: skip
def test_a_refused_file_gets_its_reason(visit, complaints, tmp_path, javascript, size, reason):
    # The browser reads a path by itself; bytes would go through two other programs.
    file = tmp_path / "rose.png"
    file.write_bytes(png(size=size) if size else b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    page = visit("/picture", javascript=javascript)
    page.get_by_role("button", name="Add a photo").click()
    send(page, file, javascript)
    page.get_by_text(reason).first.wait_for()
    # The browser's console reports the status.
    assert all("415" in complaint or "413" in complaint for complaint in complaints)
    complaints.clear()
    if javascript:
        # The field has the focus, and takes another file at once.
        assert page.evaluate("document.activeElement.name") == "photo"
        send(page, NAMED)
        page.get_by_role("img", name="Your photo, rose.png").wait_for()


def test_a_picture_can_be_pasted(visit):
    page = visit("/picture")
    page.get_by_role("button", name="Add a photo").click()
    page.get_by_role("dialog").wait_for()
    until(lambda: loaded(page))
    page.evaluate("""data => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }""", base64.b64encode(NAMED["buffer"]).decode())
    page.get_by_role("img", name="Your photo, pasted.png").wait_for()


def loaded(page):
    return page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('uploads.js'))")


def test_a_lost_connection_sends_the_picture_again_and_counts_once(visit, complaints):
    page = visit("/picture")
    page.get_by_role("button", name="Add a photo").click()
    page.get_by_role("dialog").wait_for()
    sent = []

    def lose(route):
        sent.append(route.request.url)
        route.abort() if len(sent) < 3 else route.continue_()

    page.route("**/picture/events?*event=send*", lose)
    send(page, NAMED)
    page.get_by_role("img", name="Your photo, rose.png").wait_for()
    assert len(sent) == 3 and len({url.split("&age=")[0] for url in sent}) == 1
    assert all("ERR_FAILED" in complaint for complaint in complaints)
    complaints.clear()


def test_a_wide_picture_fits_a_phone_and_moves_nothing_when_it_loads(visit):
    page = visit("/picture", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Add a photo").click()
    send(page, {"name": "wide.png", "mimeType": "image/png", "buffer": png(3000, 1500)})
    picture = page.get_by_role("img", name="Your photo, wide.png")
    picture.wait_for()
    before = picture.bounding_box()
    picture.evaluate("image => image.decode()")
    assert picture.bounding_box() == before
    assert before["width"] <= 390 and abs(before["width"] / before["height"] - 2) < 0.05
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
