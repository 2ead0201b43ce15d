"""A server is killed while a form is half filled, and started again. The page continues, and nothing is lost."""

import pytest
from cluster import Cluster, Database
from harness import Server, until
from live import cell, difference, wait_live
from windows import idle

LIVE = "html[data-espalier=live]"
AFTER = ["reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"]


def fill_in(page, address):
    """Changes to autumn, fills a field that posts, fills half of another field that does not, and remembers both fields."""
    page.clock.install()
    page.goto(address + "/editing")
    wait_live(page)
    cell(page, "apply").get_by_role("button").click()
    cell(page, "reset").wait_for()
    cell(page, "TF1").locator("input").fill("acknowledged")
    cell(page, "TF1").locator("output").get_by_text("“acknowledged”").wait_for()
    cell(page, "TF2").locator("input").click()
    page.keyboard.type("half a sent")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.evaluate("""() => {
      window.marker = 'never reloaded';
      window.fields = ['TF1', 'TF2'].map((id) => document.getElementById(id).querySelector('input'));
    }""")


SEEN = """() => {
  const now = ['TF1', 'TF2'].map((id) => document.getElementById(id).querySelector('input'));
  return [marker, now.every((field, index) => field === fields[index]), fields.map((field) => field.value),
    document.activeElement === fields[1], fields[1].selectionStart];
}"""


def check_survival(page, version):
    """The page is live at a version, has lost nothing, and still works."""
    page.wait_for_selector(f"[data-version='{version}']", state="attached")
    assert page.locator(LIVE).count() == 1
    assert page.evaluate(SEEN) == ["never reloaded", True, ["acknowledged", "half a sent"], True, 7]
    assert page.evaluate("[...document.querySelectorAll('[id=\"~root\"] > ul > li')].map((row) => row.id)") == AFTER
    assert difference(page) is None
    cell(page, "reset").get_by_role("button").click()
    cell(page, "apply").wait_for()
    page.close()


def pass_second(page):
    """Advances the page's clock by a second, and gives the network some time."""
    page.clock.run_for(1_000)
    page.wait_for_timeout(20)


@pytest.mark.parametrize("seconds", [0, 1, 5, 20])
def test_a_half_filled_form_survives_whenever_the_server_comes_back(page, complaints, tmp_path, seconds):
    data = tmp_path / "pages.sqlite"
    server = Server(data=data)
    fill_in(page, server.address)
    idle(page)  # The next start reports a request that the kill interrupts.
    server.kill()
    for _ in range(seconds):
        pass_second(page)
    if seconds >= 5:
        # A busy machine refuses a connection late.
        until(lambda: page.locator("html[data-espalier=offline]").count() == 1 or pass_second(page))
    server = Server(data=data, port=server.port)
    for _ in range(20):
        if page.locator(LIVE).count() == 0:
            pass_second(page)
    page.wait_for_selector(LIVE)
    # The snapshot of the new epoch has been applied when the versions agree.
    version = server_version(page)
    check_survival(page, version)
    assert server.stop() == 0 and server.complaints() == []
    assert all("ERR_" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_a_half_filled_form_survives_when_another_server_of_the_site_takes_over(page):
    """The page is at a third server, whose stream goes on."""
    database = Database()
    cluster = Cluster(database, "--pace", "100", program="ESPALIER_DEMOS")
    try:
        holder = cluster.holder()
        fill_in(page, cluster.servers[cluster.others_than(holder)[0]].address)
        idle(page)
        term = cluster.term()
        cluster.kill(holder)
        cluster.until_held(term)
        version = until(lambda: server_version(page))
        assert version.startswith(f"{cluster.term():x}g"), version
        # One snapshot, which comes over the old stream.
        check_survival(page, version)
    finally:
        cluster.end()
        database.stop()


def server_version(page):
    return page.evaluate("""async () => {
      const { headers } = await fetch(location.pathname, { headers: { Accept: 'application/json' } });
      return headers.get('ETag').match(/"([^"-]*)/)[1];
    }""")
