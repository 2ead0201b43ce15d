// Tracks which rows are in view, among those that ask for visibility reports.

import { className, visibilityKind } from '../page/wire-names.js';

const way = new RegExp(`${className.visibility}-(\\w+)`);

/**
 * @param {{ scroller(row: Element): Element, of: Of, isScrolledByHand: WeakSet<Element>, changed(): void }} needs
 * @returns {Viewport}
 */
export function viewport({ scroller, of, isScrolledByHand, changed }) {
  const life = new AbortController();
  /** @type {Set<Element>} */
  const inView = new Set();
  /** @type {Map<Element | string, IntersectionObserver>} */
  const observers = new Map();
  /** @type {WeakMap<Element, number>} how much of a row is in view, in percent, if it asks for that */
  const share = new WeakMap();
  /** @type {WeakMap<Element, any>} for each row the box that scrolls it, or how many screens away it may be */
  const keys = new WeakMap();

  /** @param {Element} row */
  function watch(row) {
    const [, how = '0'] = way.exec(row.className) ?? [];
    const key = how === visibilityKind.top ? scroller(row) : how;
    const old = keys.get(row);
    if (old === key) return;
    observers.get(old)?.unobserve(row);
    keys.set(row, key);
    const own = observers.get(key) ?? observer(key);
    observers.set(key, own);
    own.observe(row);
  }

  /**
   * Makes one observer for all rows with the same key.
   * @param {Element | string} key
   */
  function observer(key) {
    /** @param {IntersectionObserverEntry[]} entries */
    const look = (entries) => {
      for (const { isIntersecting, target, intersectionRatio } of entries) {
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
        if (key === visibilityKind.quarters) share.set(target, 25 * Math.floor(4 * intersectionRatio));
      }
      changed();
    };
    if (key === visibilityKind.quarters) return new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    const rootMargin = key === '0' ? '-1px' : `${key}00%`;
    if (typeof key === 'string') return new IntersectionObserver(look, { rootMargin });
    // The row to which the page scrolled begins at this edge, and the row above it ends there.
    const edge = parseFloat(getComputedStyle(key).scrollPaddingTop) || 0;
    const root = key === document.documentElement ? document : key;
    return new IntersectionObserver(look, { root, rootMargin: `-${edge + 8}px 0px 0px` });
  }

  /** @type {Viewport['isSeen']} */
  function isSeen(row, wasSeen) {
    if (!row.isConnected) return false;
    const key = keys.get(row);
    if (typeof key === 'string') return inView.has(row);
    return isScrolledByHand.has(key) ? inView.has(row) && isFirst(row, key) : wasSeen;
  }

  /** @type {(row: Element, key: any) => boolean} whether no row before it in its list reaches below the edge */
  function isFirst(row, key) {
    const { DOCUMENT_POSITION_PRECEDING: above } = Node;
    /** @param {Element} other */
    const isAbove = (other) => row.compareDocumentPosition(other) & above;
    /** @param {Element} other */
    const isBeside = (other) => row.parentElement === other.parentElement && keys.get(other) === key;
    return ![...inView].some((other) => isBeside(other) && isAbove(other));
  }

  /**
   * A person scrolls the boxes under the finger or the wheel; a key may scroll any box.
   * @param {Event} event
   */
  function begin({ type, target }) {
    for (const key of observers.keys()) {
      if (typeof key === 'string') continue;
      if (type === 'keydown' || of(key).contains(/** @type {Node} */ (target))) isScrolledByHand.add(key);
    }
    // The box may have scrolled before this passive listener runs.
    if (type === 'wheel') changed();
  }

  /** @param {any} event */
  const go = ({ target }) => isScrolledByHand.has(target === document ? document.documentElement : target) && changed();

  const types = { wheel: begin, touchstart: begin, pointerdown: begin, keydown: begin, scroll: go };
  const options = { signal: life.signal, capture: true, passive: true };
  for (const [type, listener] of Object.entries(types)) document.addEventListener(type, listener, options);

  function stop() {
    life.abort();
    observers.forEach((observer) => observer.disconnect());
    observers.clear();
  }

  return { watch, stop, isSeen, inView, share };
}
