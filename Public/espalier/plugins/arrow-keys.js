// Makes the rows of a list one Tab stop: Tab goes to one row, and arrow keys go from row to row.

import { className } from '../page/wire-names.js';

const fields = 'input:not([type=hidden]), select, textarea';
const controls = `a[href], button, summary, ${fields}`;
const chosen = ['pressed', 'selected', 'checked', 'current'].map((word) => `[aria-${word}]:not([aria-${word}=false])`);
const lists = `:is(.${className.arrows} > ul, .${className.arrows} > table > tbody)`;
const rows = `${lists} > *`;
const rect = (/** @type {Element} */ element) => element.getBoundingClientRect();

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  /** @type {WeakMap<Element, Element>} the row of each list that Tab goes to */
  const stops = new WeakMap();
  // The controls that Tab skips. The server does not know their `tabindex`, so patches leave it alone.
  /** @type {WeakSet<Element>} */
  const skipped = new WeakSet();

  /** @param {Iterable<Element>} found */
  function restore(found) {
    for (const control of found) if (skipped.delete(control)) control.removeAttribute('tabindex');
  }

  // After a patch, only controls that came or whose row is the stop have no `tabindex`.
  function look() {
    restore(document.querySelectorAll(`[tabindex="-1"]:not(${rows} *)`));
    for (const list of document.querySelectorAll(lists)) stopAt(stop(list), list);
  }

  /** @type {(row: Element | undefined, list: Element) => void} */
  function stopAt(row, list) {
    if (!row) return;
    stops.set(list, row);
    for (const control of list.querySelectorAll(`:is(${controls}):not([tabindex])`)) {
      if (row.contains(control)) continue;
      control.setAttribute('tabindex', '-1');
      skipped.add(control);
    }
    restore(row.querySelectorAll('[tabindex="-1"]'));
  }

  /** @param {Element} list */
  function stop(list) {
    const old = stops.get(list);
    if (old?.parentElement === list && usable(old)) return old;
    const all = [...list.children].filter(usable);
    const found = chosen.map((state) => all.find((row) => row.querySelector(state)));
    return found.find(Boolean) ?? all[0];
  }

  /** @param {any} event */
  function enter({ target }) {
    const row = of(target).closest(rows);
    if (row) stopAt(row, row.parentElement);
  }

  /** @param {any} event */
  function press(event) {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    const row = of(target).closest?.(rows);
    if (!row || defaultPrevented || altKey || metaKey || shiftKey || of(target).matches(fields)) return;
    if (row.matches('[data-carried]') || (ctrlKey && !/Home|End/.test(key))) return;
    const next = neighbour(key, row, [...row.parentElement.children].filter(usable), ctrlKey);
    if (!next) return;
    event.preventDefault();
    usable(next)?.focus();
  }

  document.addEventListener('espalier:applied', look, life);
  document.addEventListener('focusin', enter, life);
  document.addEventListener('keydown', press, life);
  look();
  return { uninstall: () => life.abort() };
}

/**
 * @param {Element} row
 * @returns {any} its first control that is not disabled
 */
const usable = (row) => row.querySelector(`:is(${controls}):not(:disabled)`);

/**
 * The row to which a key goes. The places of the rows decide, so this holds for every layout.
 * @type {(key: string, row: Element, all: Element[], isWhole: boolean) => Element | undefined}
 */
function neighbour(key, row, all, isWhole) {
  const { top, bottom, left } = rect(row);
  const line = all.filter((other) => rect(other).top < bottom - 1 && rect(other).bottom > top + 1);
  const isAcross = all.some((other, index) => index && rect(other).top < rect(all[index - 1]).bottom - 1);
  const ends = isAcross && !isWhole ? line : all;
  const isLeft = getComputedStyle(row).direction === 'rtl' ? 1 : -1;
  const beside = (/** @type {number} */ by) => (isAcross ? all[all.indexOf(row) + by] : undefined);
  // The nearest line counts more than the nearest column.
  const distance = (/** @type {Element} */ other) =>
    Math.abs(rect(other).top - top) * 1000 + Math.abs(rect(other).left - left);
  const nearest = (/** @type {Element[]} */ some) => some.sort((one, other) => distance(one) - distance(other))[0];
  /** @type {Record<string, () => Element | undefined>} */
  const keys = {
    ArrowLeft: () => beside(isLeft),
    ArrowRight: () => beside(-isLeft),
    ArrowUp: () => nearest(all.filter((other) => rect(other).bottom <= top + 1)),
    ArrowDown: () => nearest(all.filter((other) => rect(other).top >= bottom - 1)),
    Home: () => ends[0],
    End: () => ends.at(-1),
  };
  return keys[key]?.();
}
