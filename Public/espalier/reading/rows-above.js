// Keeps the row that somebody reads at its place while rows arrive before the first one of a list. If the first row is
// above the window, a browser does so itself (CSS Scroll Anchoring 1) unless somebody scrolls meanwhile. If the first
// row is in the window, a browser would keep the place of what stands above the list, such as the page's title.

import { edge, place } from './scroll-anchors.js';
import { attribute, grow } from '../page/wire-names.js';

/** The buttons that load earlier rows, in all of their states. */
const buttons = `header[id] [${attribute.grow}]:not([${attribute.grow}=${grow.pull}])`;

/** @typedef {{ button: HTMLButtonElement, value: string, box: HTMLElement, rows: [Element, number][] }} Place */

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ scroller, of }) {
  const life = new AbortController();
  /** @type {Place[]} */
  let places = [];

  /** @param {any} event */
  function remember({ detail }) {
    const ops = `${detail.ops}`;
    const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(buttons)]);
    places = all.flatMap((button) => {
      const header = /** @type {Element} */ (button.closest('header[id]'));
      const list = header.nextElementSibling;
      const box = /** @type {HTMLElement} */ (scroller(button));
      const start = edge(box);
      if (!list) return [];
      if (place(header).bottom > start) of(box).style.overflowAnchor = 'none';
      else if (!ops.includes(header.id)) return [];
      return [{ button, value: button.value, box, rows: rows(list, start) }];
    });
  }

  // The value of such a button names the state of its list, and is another one when its rows have arrived.
  function restore() {
    for (const { button, value, box, rows } of places) {
      const [row, top] = rows.find(([row]) => row.isConnected) ?? [];
      const way = row && button.value !== value && place(row).top - /** @type {number} */ (top);
      if (way) of(box).scrollBy({ top: way, behavior: /** @type {any} */ ('instant') });
      // The browser adjusts the place when it draws the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => allow(box)));
    }
    places = [];
  }

  /** @param {HTMLElement} box */
  function allow(box) {
    const own = of(box);
    own.style.overflowAnchor = '';
    if (!own.getAttribute('style')) own.removeAttribute('style');
  }

  document.addEventListener('espalier:patch', remember, life);
  document.addEventListener('espalier:applied', restore, life);
  return { uninstall: () => life.abort() };
}

/**
 * The first rows of a list that are in view and no lists themselves, with their places.
 * @param {Element} list
 * @param {number} start
 */
function rows(list, start) {
  /** @type {[Element, number][]} */
  const found = [];
  for (const row of list.querySelectorAll(':is(li, tr):not(:has(li, tr))')) {
    const { top, bottom, height } = place(row);
    if (height && bottom > start && found.push([row, top]) === 5) break;
  }
  return found;
}
