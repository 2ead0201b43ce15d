// Moves rows: by their handles, by dragging with a mouse, or after a long press with a pen or finger.

import { carryRow } from './carried-row.js';
import { followPointer, stopClick } from './follow-pointer.js';
import { className } from '../page/wire-names.js';

const handles = `.${className.handle}`;
const controls = `a, button:not(.${className.select}), input, select, textarea, summary, label`;
const long = 400;

/**
 * @typedef {{ handle: HTMLElement, pointerId: number, x: number, y: number, timer?: number, isPulled?: boolean,
 *   carried?: Carried, dragged?: ReturnType<typeof followPointer> }} Press
 */

/**
 * @param {Carrying} carrying
 * @returns {() => void}
 */
export function reorderByPointer(carrying) {
  const { of } = carrying;
  const life = new AbortController();
  /** @param {Element} target */
  const handleAround = (target) =>
    of(target).closest(controls) ? undefined : of(target).closest(`.${className.movable}`)?.querySelector(handles);
  /** @type {Press | undefined} the current press: the handle, the position and what it has started */
  let press;

  /** @param {any} event */
  function down({ target, button, isPrimary, pointerId, pointerType, clientX: x, clientY: y }) {
    const own = of(target).closest(handles);
    const handle = own ?? handleAround(target);
    if (press || button || !isPrimary || !handle) return;
    press = { handle, pointerId, x, y };
    if (own) return;
    press.timer = setTimeout(lift, long);
    // A finger that moves scrolls the page.
    press.isPulled = pointerType === 'mouse';
  }

  /** @param {any} event */
  function go({ pointerId, clientX: x, clientY: y }) {
    if (press?.pointerId !== pointerId) return;
    const held = /** @type {Press} */ (press);
    const isFar = Math.hypot(x - held.x, y - held.y) > 5;
    if (!held.dragged && isFar) {
      if (held.timer && !held.isPulled) release();
      else lift();
    }
    press?.dragged?.go({ x, y });
  }

  function lift() {
    const mine = /** @type {Press} */ (press);
    clearTimeout(mine.timer);
    const carried = carryRow(carrying, mine.handle, () => press === mine && release());
    if (!carried) return release();
    // The row moves in the document, so it cannot keep the pointer capture.
    document.documentElement.setPointerCapture(mine.pointerId);
    getSelection()?.removeAllRanges();
    Object.assign(mine, { carried, dragged: followPointer(carried, mine, carrying.pace) });
  }

  function release() {
    clearTimeout(press?.timer);
    press?.dragged?.end();
    press = undefined;
  }

  /** @param {any} event */
  function up({ type, pointerId }) {
    if (press?.pointerId !== pointerId) return;
    const { carried, timer, handle } = /** @type {Press} */ (press);
    release();
    // Some browsers do not focus a pressed button. The focus shows the buttons that move a row by one step.
    if (!carried) return timer || handle.focus();
    stopClick();
    if (type === 'pointerup') carried.drop();
    else carried.cancel();
  }

  const hold = (/** @type {Event} */ event) => (press?.carried || press?.isPulled) && event.preventDefault();
  const escape = (/** @type {any} */ { key }) => key === 'Escape' && press?.carried?.cancel();
  const held = { touchmove: hold, contextmenu: hold, selectstart: hold, dragstart: hold };
  const listeners = { ...held, pointerdown: down, pointermove: go, pointerup: up, pointercancel: up, keydown: escape };
  for (const [type, listener] of Object.entries(listeners)) {
    document.addEventListener(type, listener, { signal: life.signal, passive: false });
  }
  return () => {
    press?.carried?.cancel();
    if (press) release();
    life.abort();
  };
}
