"""The law: a live page always equals a fresh render of the same instance; so does the first page with all patches."""

import random

import pytest
from harness import PAGES, WORKING, patches_path, senders, until
from live import REGION, at_version, difference, instance_of, watch

EVENTS = 120


def send(client, at, path, choice):
    reply = client.send(at, *choice)
    # Work that a page has started may take the sender away after the page was read.
    assert reply.status == 200 or reply.status == 410 and path in WORKING, reply
    return reply


def drive(page, client, path, chance, count, check):
    """Posts random events as another client does, at the instance that the page shows."""
    instance = instance_of(page, client)
    at = f"{path}?instance={instance}"
    for turn in range(count):
        choices = senders(client.tree(at)[0])
        if not choices:
            return check()
        reply = send(client, at, path, chance.choice(choices))
        if chance.random() < 0.1 or turn == count - 1:
            if reply.status == 200:
                at_version(page, reply.version)
            check()


@pytest.mark.parametrize("path", PAGES)
def test_a_live_page_equals_a_fresh_render(visit, client, path):
    page = visit(path)
    watch(page)
    assert difference(page) is None

    def check():
        # Work that a page has started may end between the two.
        until(lambda: difference(page) is None, what=f"{path} being as fresh")

    drive(page, client, path, random.Random(path), EVENTS, check)
    assert page.evaluate("window.marker") == "never reloaded"
    assert page.evaluate("patches.some(({ ops }) => ops[0]?.[0] === '!')") is False, "a snapshot was needed"


def test_the_comparison_sees_a_difference(visit):
    page = visit("/posts")
    page.evaluate("document.querySelector('figcaption').textContent = 'Tampered'")
    assert "Tampered" in difference(page)[0]


# WEB-07: replays in the page, over markup that is not the page's own.
REPLAY = """
async ([before, patches, path, selector]) => {
  const { apply } = await import('/espalier/apply.js');
  const { serverDOM, parse: fragment } = await import('/espalier/server-dom.js');
  const parse = (html) => {
    const page = document.implementation.createHTMLDocument();
    page.body.append(fragment(html));
    return page;
  };
  const regions = (page) => {
    page.normalize();
    const all = page.createElement('main');
    all.append(...page.querySelectorAll(selector));
    // Each load of a page has a number of its own.
    for (const form of all.querySelectorAll('form')) form.setAttribute('action', form.getAttribute('action').replace(/~load=[^&]*&/, ''));
    return all;
  };
  const live = parse(before);
  const tree = serverDOM({ body: live.body });
  for (const patch of patches) apply(tree, patch);
  const fresh = parse(await (await fetch(path, { headers: { Accept: 'text/html' } })).text());
  const [is, wanted] = [live, fresh].map(regions);
  return [is.isEqualNode(wanted), is.outerHTML, wanted.outerHTML];
}"""


@pytest.mark.parametrize("path", PAGES)
def test_the_first_page_with_all_patches_equals_a_fresh_render(visit, client, path):
    page = visit(path)
    instance = instance_of(page, client)
    at = f"{path}?instance={instance}"
    before = client.get(at, "text/html")
    chance = random.Random(f"WEB-07 {path}")
    patches, seen = [], before.version

    def gather():
        # Often, for the page takes the place of patches that are longer.
        nonlocal seen
        document = client.get(f"{patches_path(path)}?instance={instance}&since={seen}&dialect=dom", "application/json").json
        assert all(patch["event"] == "patch" for patch in document["patches"])
        patches.extend(document["patches"])
        seen = document["version"]

    for _ in range(EVENTS):
        if choices := senders(client.tree(at)[0]):
            send(client, at, path, chance.choice(choices))
            gather()

    # A page without scripts, for its policy allows one copy of the client only.
    bench = page.context.new_page()
    bench.goto(page.evaluate("location.origin") + "/layout?view=full")

    def replay():
        until(lambda: "running" not in client.get(at, "application/json").text, what="The end of all work")
        gather()
        # What loads is busy for most of the time, and then a press changes nothing.
        assert len(patches) > (5 if path in WORKING else 20) or not senders(client.tree(at)[0])
        return bench.evaluate(REPLAY, [before.text, [patch["patch"] for patch in patches], at, REGION])

    same, live, fresh = replay()
    if path in WORKING:
        # What the page itself presses, as rows go and its end comes near, may end between the two.
        until(lambda: replay()[0], what=f"{path} being as fresh")
    else:
        assert same, f"\n{live[:3000]}\n{fresh[:3000]}"
