// Keeps the row that somebody reads at its place while rows arrive before the first one of a list. If the first row is
// above the window, the browser does so itself (CSS Scroll Anchoring 1), or else the module `anchoring`. If the first
// row is in the window, both would keep the place of what stands above the list, such as the page's title.

import { edge, place } from './anchors.js';
import { attribute, grow } from './wire.js';

/** So many rows are enough, in case a patch removes the first ones. */
const most = 5;
const instant = /** @type {ScrollBehavior} */ ('instant');

/** @typedef {{ button: HTMLButtonElement, value: string, box: HTMLElement, rows: [Element, number][] }} Place */

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ scroller }) {
  const life = new AbortController();
  /** @type {Set<HTMLButtonElement>} the buttons that load earlier rows: each says so in some states only */
  const known = new Set();
  /** @type {Place[]} */
  let places = [];

  function update() {
    for (const button of document.querySelectorAll(`[${attribute.grow}=${grow.before}]`)) {
      known.add(/** @type {HTMLButtonElement} */ (button));
    }
    for (const button of known) if (!button.isConnected) known.delete(button);
  }

  function remember() {
    places = [...known].flatMap((button) => {
      const header = button.closest('header[id]');
      const list = header?.nextElementSibling;
      const box = /** @type {HTMLElement} */ (scroller(button));
      if (!list || place(header).bottom <= edge(box)) return [];
      box.style.overflowAnchor = 'none';
      return [{ button, value: button.value, box, rows: rows(list) }];
    });
  }

  // The value of such a button names the state of its list, and is another one when its rows have arrived.
  function restore() {
    for (const { button, value, box, rows } of places) {
      const [row, top] = rows.find(([row]) => row.isConnected) ?? [];
      const way = row && button.value !== value ? place(row).top - Number(top) : 0;
      if (way > 0) box.scrollBy({ top: way, behavior: instant });
      // The browser adjusts the place when it draws the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => allow(box)));
    }
    places = [];
    update();
  }

  document.addEventListener('espalier:patch', remember, life);
  document.addEventListener('espalier:applied', restore, life);
  return { update, uninstall: () => life.abort() };
}

/** @param {HTMLElement} box */
function allow(box) {
  box.style.overflowAnchor = '';
  if (!box.getAttribute('style')) box.removeAttribute('style');
}

/**
 * The first rows of a list that are not lists themselves, with their places.
 * @param {Element} list
 */
function rows(list) {
  /** @type {[Element, number][]} */
  const found = [];
  for (const row of list.querySelectorAll('li, tr')) {
    if (found.length === most) break;
    const { top, height } = place(row);
    if (height && !row.querySelector('li, tr')) found.push([row, top]);
  }
  return found;
}
