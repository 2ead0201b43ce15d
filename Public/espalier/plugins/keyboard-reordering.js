// Moves rows by keyboard: keys on a row's handle pick it up, move it and drop it. The status line says where it is.

import { carryRow } from './carried-row.js';
import { attribute, className } from '../page/wire-names.js';

/**
 * @param {Carrying} carrying
 * @returns {() => void}
 */
export function reorderByKeyboard(carrying) {
  const life = new AbortController();
  /** @type {Carried | undefined} */
  let carried;
  /** @type {number | undefined} */
  let timer;

  /** @param {any} event */
  function press(event) {
    const handle = carrying.of(event.target).closest?.(`.${className.handle}`);
    const action = handle && (carried ? moves(carried) : resting)[event.key];
    if (!action) return;
    event.preventDefault();
    action(handle);
  }

  /** @type {Record<string, (handle: HTMLElement) => void>} */
  const resting = { ' ': lift, Enter: lift };

  /** @type {(carried: Carried) => Record<string, (handle: HTMLElement) => void>} */
  const moves = (carried) => ({
    ' ': carried.drop,
    Enter: carried.drop,
    Escape: carried.cancel,
    ArrowLeft: () => step(carried, isBackward(carried) ? 1 : -1),
    ArrowRight: () => step(carried, isBackward(carried) ? -1 : 1),
    ArrowUp: () => step(carried, -columns(carried)),
    ArrowDown: () => step(carried, columns(carried)),
  });

  /** @param {HTMLElement} handle */
  function lift(handle) {
    carried = carryRow(carrying, handle, ended);
    if (!carried) return;
    handle.setAttribute('aria-pressed', 'true');
    say(`${where(carried)} Arrow keys move it, Space drops it, Escape puts it back.`);
  }

  /** @type {(carried: Carried, by: number) => void} */
  function step({ handle, row, lists, to }, by) {
    const list = /** @type {Element} */ (row.parentElement);
    const rows = [...list.children];
    const index = rows.indexOf(row) + by;
    const next = lists[lists.indexOf(list) + Math.sign(by)];
    const others = rows.filter((other) => other !== row);
    if (index >= 0 && index < rows.length) to(list, others[index] ?? null);
    else if (next) to(next, by > 0 ? next.firstChild : null);
    row.scrollIntoView({ block: 'nearest' });
    say(where({ handle, row }));
  }

  function ended() {
    const { handle, row } = /** @type {Carried} */ (carried);
    handle.removeAttribute('aria-pressed');
    carried = undefined;
    // The page may show the reply one frame later. By then the person may have picked up another row.
    requestAnimationFrame(() => {
      if (carried) return;
      say(handle.isConnected ? `Dropped: ${where({ handle, row })}` : '');
      timer = setTimeout(say, 5000, '');
    });
  }

  /** @param {string} text */
  function say(text) {
    timer = void clearTimeout(timer);
    carrying.say(text);
  }

  // A row that is moved may lose the focus for a moment.
  function leave() {
    setTimeout(() => carried && document.activeElement !== carried.handle && carried.cancel());
  }

  document.addEventListener('keydown', press, life);
  document.addEventListener('focusout', leave, life);
  return () => {
    carried?.cancel();
    life.abort();
  };
}

/** @param {Carried} carried */
const isBackward = ({ row }) => getComputedStyle(row).direction === 'rtl';

/**
 * The number of rows that are side by side.
 * @param {Carried} carried
 */
function columns({ row }) {
  const rows = [.../** @type {Element} */ (row.parentElement).children];
  const top = (/** @type {Element} */ row) => row.getBoundingClientRect().top;
  const next = rows.findIndex((row) => top(row) !== top(rows[0]));
  return next < 0 ? rows.length : next;
}

/** @param {Pick<Carried, 'handle' | 'row'>} carried */
function where({ handle, row }) {
  const rows = [.../** @type {Element} */ (row.parentElement).children];
  return `${handle.getAttribute(attribute.name)}, ${rows.indexOf(row) + 1} of ${rows.length}.`;
}
