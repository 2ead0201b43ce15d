// Reveals the actions of a row under a finger that swipes it. Without this module, they are in the menu of the row.

import { stopClick } from './follow-pointer.js';
import { addSheet } from '../page/style-sheet.js';
import { className } from '../page/wire-names.js';

const menus = `:scope > .${className.swipe}`;
// A shorter way is a tap, and a longer one shows the actions. A full swipe runs the first one.
const start = 10;
const enough = 56;
const full = 0.6;

/**
 * @typedef {{ row: HTMLElement, menu: HTMLDetailsElement, pointerId: number, x: number, y: number, way: number,
 *   isOn?: boolean }} Swipe
 */

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  const removeSheet = addSheet(new URL('swipes.css', import.meta.url).href);
  /** @type {Swipe | undefined} */
  let swipe;

  /** @param {any} event */
  function down({ target, isPrimary, pointerId, pointerType, clientX: x, clientY: y }) {
    const row = of(target).closest?.('.e-has-menu');
    const menu = row?.querySelector(menus);
    if (swipe || pointerType === 'mouse' || !isPrimary || !menu || of(target).closest('.e-items')) return;
    swipe = { row, menu, pointerId, x, y, way: 0 };
  }

  /** @param {any} event */
  function go({ pointerId, clientX, clientY }) {
    if (swipe?.pointerId !== pointerId) return;
    const { row, x, y } = /** @type {Swipe} */ (swipe);
    const way = clientX - x;
    if (!swipe?.isOn) {
      if (Math.abs(clientY - y) > start || row.matches('[data-carried]')) return end();
      if (Math.abs(way) < start) return;
    }
    const hasActions = items(/** @type {Swipe} */ (swipe), way).length > 0;
    Object.assign(/** @type {Swipe} */ (swipe), { isOn: true, way: hasActions ? way : 0 });
    row.style.translate = hasActions ? `${way}px` : '';
  }

  /** @param {any} event */
  function up({ type, pointerId }) {
    if (swipe?.pointerId !== pointerId) return;
    const { row, menu, way, isOn } = /** @type {Swipe} */ (swipe);
    const [first] = items(/** @type {Swipe} */ (swipe), way);
    end();
    if (!isOn || type !== 'pointerup') return;
    // What is below the finger may be the button of the menu.
    stopClick();
    if (!first || Math.abs(way) < enough) return;
    if (Math.abs(way) > full * row.offsetWidth) return first.click();
    menu.dataset.side = side(row, way);
    menu.open = true;
  }

  function end() {
    const { row } = /** @type {Swipe} */ (swipe);
    swipe = undefined;
    row.style.translate = '';
    if (!row.getAttribute('style')) row.removeAttribute('style');
  }

  /** @param {any} event */
  function toggled({ target: menu }) {
    if (menu instanceof HTMLDetailsElement && !menu.open) menu.removeAttribute('data-side');
  }

  const options = { signal: life.signal, capture: true };
  const listeners = { pointerdown: down, pointermove: go, pointerup: up, pointercancel: up, toggle: toggled };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, options);
  return {
    uninstall() {
      if (swipe) end();
      life.abort();
      removeSheet();
    },
  };
}

/**
 * The side of the row that a swipe reveals.
 * @param {Element} row
 * @param {number} way
 */
function side(row, way) {
  const isForward = way > 0 !== (getComputedStyle(row).direction === 'rtl');
  return isForward ? 'leading' : 'trailing';
}

/**
 * The actions that a swipe reveals.
 * @param {Swipe} swipe
 * @param {number} way
 * @returns {HTMLElement[]}
 */
function items({ row, menu }, way) {
  const isLeading = side(row, way) === 'leading';
  const all = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll('.e-item')]);
  return all.filter((item) => item.classList.contains('e-lead') === isLeading);
}
