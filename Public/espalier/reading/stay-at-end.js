// Keeps viewers at the end of a log or a chat while it grows. Those who have scrolled up stay where they are.

import { place } from './scroll-anchors.js';
import { className } from '../page/wire-names.js';

/** So near is at the end. CSS pixels. */
const near = 40;
const instant = /** @type {ScrollBehavior} */ ('instant');

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ scroller, of }) {
  const life = new AbortController();
  /** @type {Map<Element, boolean>} the lists, and whether the viewer is at the end of each */
  const lists = new Map();
  // Pictures arrive after the rows that show them.
  const growth = new ResizeObserver(() => lists.forEach(go));

  function update() {
    for (const list of document.querySelectorAll(`.${className.stays}`)) {
      if (lists.has(list)) continue;
      growth.observe(list);
      // After a reload the viewer is where they were.
      lists.set(list, !of(scroller(list)).scrollTop);
    }
    follow();
  }

  function follow() {
    for (const list of lists.keys()) if (!list.isConnected) forget(list);
    lists.forEach(go);
  }

  /** @param {Element} list */
  function forget(list) {
    lists.delete(list);
    growth.unobserve(list);
  }

  /** @type {(isAtEnd: boolean, list: Element) => void} */
  function go(isAtEnd, list) {
    const way = distance(list);
    if (isAtEnd && way > 0) of(scroller(list)).scrollBy({ top: way, behavior: instant });
  }

  function look() {
    for (const list of lists.keys()) lists.set(list, distance(list) < near);
  }

  /** @param {Element} list how far its end is below the window */
  function distance(list) {
    const box = scroller(list);
    const end = box === document.documentElement ? innerHeight : place(box).bottom;
    return place(list).bottom - end + (parseFloat(getComputedStyle(box).scrollPaddingBottom) || 0);
  }

  document.addEventListener('scroll', look, { capture: true, passive: true, signal: life.signal });
  document.addEventListener('espalier:applied', follow, life);
  return {
    update,
    uninstall() {
      life.abort();
      growth.disconnect();
    },
  };
}
