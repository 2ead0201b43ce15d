// Shows, on a control that a person pressed, that its event is on its way.

import { of } from '../page/own-properties.js';
import { press } from '../page/wire-names.js';

/** @type {WeakMap<Element, number>} */
const counts = new WeakMap();

/**
 * @param {Element} control
 * @param {StatusLine} status
 * @returns {() => void} ends it
 */
export function showPending(control, status) {
  /** @type {(() => void) | undefined} */
  let hide;
  // Shorter waits are not shown, because they would only flicker.
  const timer = setTimeout(() => {
    const endSending = status.startSending();
    count(control, 1);
    hide = () => {
      count(control, -1);
      endSending();
    };
  }, 150);
  return () => {
    clearTimeout(timer);
    hide?.();
  };
}

/**
 * @param {Element} control
 * @param {number} by
 */
function count(control, by) {
  const now = (counts.get(control) ?? 0) + by;
  counts.set(control, now);
  of(control).toggleAttribute(press.waiting, now > 0);
}
