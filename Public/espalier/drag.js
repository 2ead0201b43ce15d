// Rows that are moved by their handles, by a mouse that pulls them, or after a long press of a pen or finger.

import { carry } from './carry.js';
import { follow } from './follow.js';
import { keys } from './keys.js';

const controls = 'a, button:not(.e-select), input, select, textarea, summary, label';
const long = 400;
let isInstalled;

export function drag(page, { signal }) {
  if (signal.aborted || isInstalled) return;
  isInstalled = true;
  // What is held down: the handle, where, and what follows.
  let press;

  function down({ target, button, isPrimary, pointerId, pointerType, clientX: x, clientY: y }) {
    const own = target.closest('.e-handle');
    const handle = own ?? handleAround(target);
    if (press || button || !isPrimary || !handle) return;
    press = { handle, pointerId, x, y };
    if (own) return;
    press.timer = setTimeout(lift, long);
    // A finger that moves scrolls.
    press.isPulled = pointerType === 'mouse';
  }

  function go({ pointerId, clientX: x, clientY: y }) {
    if (press?.pointerId !== pointerId) return;
    const isFar = Math.hypot(x - press.x, y - press.y) > 5;
    if (!press.dragged && isFar) press.timer && !press.isPulled ? release() : lift();
    press?.dragged?.go({ x, y });
  }

  function lift() {
    const mine = press;
    clearTimeout(mine.timer);
    const carried = carry(page, mine.handle, () => press === mine && release());
    if (!carried) return release();
    // The row's own element leaves its place, so it cannot hold the pointer.
    document.documentElement.setPointerCapture(mine.pointerId);
    getSelection().removeAllRanges();
    Object.assign(mine, { carried, dragged: follow(carried, mine) });
  }

  function release() {
    clearTimeout(press.timer);
    press.dragged?.end();
    press = undefined;
  }

  function up({ type, pointerId }) {
    if (press?.pointerId !== pointerId) return;
    const { carried, timer, handle } = press;
    release();
    // Some browsers give no focus to a button that is pressed, and with it come the buttons for one step.
    if (!carried) return timer || handle.focus();
    addEventListener('click', stop, true);
    setTimeout(() => removeEventListener('click', stop, true));
    if (type === 'pointerup') carried.drop();
    else carried.cancel();
  }

  function stop(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  const hold = (event) => (press?.carried || press?.isPulled) && event.preventDefault();
  const escape = ({ key }) => key === 'Escape' && press?.carried?.cancel();
  const listeners = { pointerdown: down, pointermove: go, pointerup: up, pointercancel: up, keydown: escape };
  for (const type of ['touchmove', 'contextmenu', 'selectstart', 'dragstart']) listeners[type] = hold;
  for (const type in listeners) document.addEventListener(type, listeners[type], { signal, passive: false });
  keys(page, signal);
  signal.addEventListener('abort', () => press?.carried?.cancel());
}

function handleAround(target) {
  return target.closest(controls) ? undefined : target.closest('.e-movable')?.querySelector('.e-handle');
}
