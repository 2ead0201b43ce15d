"""Helpers for tests of live pages."""

import json
import re
from pathlib import Path

# The requests of a page for the module that compares its elements with those of the server.
FETCHED_TO_PROVE = "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /foreign.js|repair-page.js/.test(name))"
# The whole list, or the regions of a page that has several lists. The page's form has the version.
REGION = "[id='~root'], body:not(:has([id='~root'])) div[id]:has(> ul[role=list])"

# The boxes of all rows of the page of layout cases: x, y, width and height by address. They were computed once, without a browser, from the
# declared sizes and the rules of each layout.
LAYOUT_BOXES = json.loads((Path(__file__).parent / "layout-boxes.json").read_text())


def wait_live(page):
    page.wait_for_selector("html[data-espalier=live]")


def at_version(page, version):
    """Waits until the page shows that version, or a later one of the same epoch."""
    epoch, number = version.split(".")
    page.wait_for_function("""([epoch, number]) => {
      const now = document.querySelector('[data-version]').dataset.version.split('.');
      return now[0] === epoch && +now[1] >= +number;
    }""", arg=[epoch, number])


def cell(page, address):
    return page.locator(f'[id="{address}"]')


# Remembers every element of the list, and records every change that is not the client's own bookkeeping.
WATCH = """
(selector) => {
  const regions = [...document.querySelectorAll(selector)];
  window.marker = 'never reloaded';
  window.elements = new Map(regions.flatMap((region) => [...region.querySelectorAll('*')]).map((element, index) => [index, element]));
  window.patches = [];
  window.changes = [];
  document.addEventListener('espalier:applied', ({ detail }) => patches.push(detail));
  const place = (node) => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    return `${element?.closest('li')?.id ?? ''} ${element?.localName}`;
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      // A busy machine answers late, and a control that waits shows it.
      if (attributeName === 'aria-busy' || attributeName === 'data-waiting') continue;
      changes.push({ type, place: place(target), attribute: attributeName, figure: !!target.parentElement?.closest('figure') || target.localName === 'figure' });
    }
  });
  for (const region of regions) {
    observer.observe(region, { attributes: true, childList: true, characterData: true, subtree: true });
  }
}"""


def watch(page):
    page.evaluate(WATCH, REGION)


def same_elements(page):
    """Whether the list still has the same elements in the same order."""
    return page.evaluate("""(selector) => {
      const now = [...document.querySelectorAll(selector)].flatMap((region) => [...region.querySelectorAll('*')]);
      return now.length === elements.size && now.every((element, index) => element === elements.get(index));
    }""", REGION)


# The URL of the page's own tree. The URL of the window does not name its tab, and follows the row that somebody reads.
OWN_URL = """
const form = document.querySelector('[data-patches]');
const own = new URL(form?.dataset.espalier ?? location.href, location);
own.search = form ? new URL(form.dataset.patches, location).search : location.search;
"""

# Compares the live list with a fresh render of the same instance. Returns null, or the first difference. The page's policy
# forbids scripts to parse HTML, so the browser parses a reply.
EQUALS_FRESH = "async (selector) => {" + OWN_URL + """
  const request = new XMLHttpRequest();
  request.open('GET', own);
  request.setRequestHeader('Accept', 'text/html');
  request.responseType = 'document';
  const parsed = await new Promise((resolve) => {
    request.onload = () => resolve(request.response);
    request.send();
  });
  const [fresh, live] = [parsed, document].map((page) => {
    const all = document.createElement('main');
    for (const region of page.querySelectorAll(selector)) all.append(document.importNode(region, true));
    for (const element of all.querySelectorAll('[aria-busy]')) element.removeAttribute('aria-busy');
    for (const element of all.querySelectorAll('[data-waiting]')) element.removeAttribute('data-waiting');
    // A cell without a control is focusable until it loses the focus.
    for (const element of all.querySelectorAll('[id][tabindex="-1"]')) {
      if (element.id === document.activeElement.id) element.removeAttribute('tabindex');
    }
    // Only the first buttons of a new page name its form, and none in a patch.
    for (const button of all.querySelectorAll('[form="~form"]')) button.removeAttribute('form');
    // Tab skips the other rows of a list with arrow keys.
    for (const control of all.querySelectorAll('.e-arrows [tabindex="-1"]')) control.removeAttribute('tabindex');
    // With JavaScript, a list with rows that fold is a tree.
    for (const list of all.querySelectorAll('.e-tree > ul')) list.setAttribute('role', 'list');
    for (const row of all.querySelectorAll('.e-tree > ul > li, .e-fold')) {
      for (const name of ['role', 'tabindex', 'aria-labelledby']) row.removeAttribute(name);
      if (row.localName === 'li') row.removeAttribute('aria-expanded');
    }
    // Only a browser knows which row of a long list a row is.
    for (const name of ['aria-setsize', 'aria-posinset', 'aria-rowindex', 'aria-rowcount']) {
      for (const row of all.querySelectorAll(`[${name}]`)) row.removeAttribute(name);
    }
    // Each load of a page has its own number.
    for (const form of all.querySelectorAll('form')) form.setAttribute('action', form.getAttribute('action').replace(/~load=[^&]*&/, ''));
    all.dataset.version = page.querySelector('[data-version]').dataset.version;
    // What the site's own modules have drawn.
    for (const canvas of all.querySelectorAll('[data-module] canvas')) canvas.remove();
    all.normalize();
    return all;
  });
  if (live.isEqualNode(fresh)) return null;
  const walk = (a, b) => {
    for (let i = 0; i < Math.max(a.childNodes.length, b.childNodes.length); i++) {
      const [c, d] = [a.childNodes[i], b.childNodes[i]];
      if (!c || !d || !c.isEqualNode(d)) return c && d && c.childNodes.length ? walk(c, d) ?? [c.outerHTML, d.outerHTML] : [c?.outerHTML ?? c?.data, d?.outerHTML ?? d?.data];
    }
  };
  return walk(live, fresh) ?? [live.cloneNode().outerHTML, fresh.cloneNode().outerHTML];
}"""


def instance_of(page, client):
    """Returns the instance that a page shows, and gives the client the browser's cookies."""
    client.cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return page.evaluate("async () => {" + OWN_URL + "return (await fetch(own)).headers.get('Espalier-Instance'); }")


def difference(page):
    return page.evaluate(EQUALS_FRESH, REGION)


def colour(page, selector):
    red, green, blue = map(int, re.findall(r"\d+", page.eval_on_selector(selector, "e => getComputedStyle(e).color"))[:3])
    if red > 1.5 * max(green, blue):
        return "red"
    if blue > 1.3 * max(red, green):
        return "blue"
    if min(red, green) > 1.5 * blue:
        return "yellow"
    return "plain"
