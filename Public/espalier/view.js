// Which rows are in view, of those that ask for it.

import { byHand, scroller } from './effects.js';

export const inView = new Set();
const observers = new Map();
// How much of a row is in view, in percent, of those that ask for that.
export const share = new WeakMap();
// For each row what its observer is known by: the box that scrolls it, or how many screens away it may be.
const keys = new WeakMap();

export function watch(row, changed) {
  const [, way = '0'] = /e-sight-(\w+)/.exec(row.className) ?? [];
  const key = way === 'top' ? scroller(row) : way;
  const old = keys.get(row);
  if (old === key) return;
  observers.get(old)?.unobserve(row);
  keys.set(row, key);
  if (!observers.has(key)) observers.set(key, observer(key, changed));
  observers.get(key).observe(row);
}

export function watchNothing() {
  observers.forEach((observer) => observer.disconnect());
  observers.clear();
}

// One for all rows that ask for the same.
function observer(key, changed) {
  const look = (entries) => {
    for (const { isIntersecting, target, intersectionRatio } of entries) {
      isIntersecting ? inView.add(target) : inView.delete(target);
      if (key === 'quarters') share.set(target, 25 * Math.floor(4 * intersectionRatio));
    }
    changed();
  };
  if (key === 'quarters') return new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] });
  if (!key.scrollTo) return new IntersectionObserver(look, { rootMargin: key === '0' ? '-1px' : `${key}00%` });
  // What was scrolled to begins at this edge, and what stands above it ends there.
  const edge = parseFloat(getComputedStyle(key).scrollPaddingTop) || 0;
  const root = key === document.documentElement ? document : key;
  return new IntersectionObserver(look, { root, rootMargin: `-${edge + 8}px 0px 0px` });
}

// Whether a viewer sees a row; `wasSeen` is what stands while nobody scrolls by hand.
export function isSeen(row, wasSeen) {
  if (!row.isConnected) return false;
  const key = keys.get(row);
  if (!key.scrollTo) return inView.has(row);
  return byHand.has(key) ? inView.has(row) && isFirst(row, key) : wasSeen;
}

// Of the rows of one list, the first that reaches below the edge stands at it.
function isFirst(row, key) {
  const isAbove = (other) => row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
  const isBeside = (other) => row.parentElement === other.parentElement && keys.get(other) === key;
  return ![...inView].some((other) => isBeside(other) && isAbove(other));
}

// A person scrolls what is under the finger or the wheel; a key may scroll anything.
export function listen(changed, options) {
  const begin = ({ type, target }) => {
    const isMeant = (key) => key.scrollTo && (type === 'keydown' || key.contains(target));
    for (const key of observers.keys()) if (isMeant(key)) byHand.add(key);
    // What is scrolled before this is heard is over by now.
    if (type === 'wheel') changed();
  };
  const go = ({ target }) => byHand.has(target.documentElement ?? target) && changed();
  const types = { wheel: begin, touchstart: begin, pointerdown: begin, keydown: begin, scroll: go };
  for (const type in types) document.addEventListener(type, types[type], { ...options, capture: true, passive: true });
}
