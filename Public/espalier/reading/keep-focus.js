// When a patch removes or disables the focused control, the focus goes to its replacement.

import { cell as cells } from '../copy/find-element.js';
import { operation } from '../page/wire-names.js';

const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';

/**
 * A cell around a control, the list that contains the cell, and the neighbours that stay in this list.
 * @typedef {{ cell: Element, list: Element, before: Element | null, after: Element | null }} Place
 */

/** @type {Of} the one of the first bundle; there is none before the client has started */
export let of;

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function keepFocus(client) {
  ({ of } = client);
  const life = new AbortController();
  /** @type {{ control: any, places: Place[] } | undefined} */
  let held;

  /** @param {any} event */
  function hold({ detail: { ops } }) {
    const { activeElement: control } = document;
    /** @type {(op: Operation) => string | false} */
    const removed = ([letter, address]) => letter === operation.remove && address;
    const gone = new Set(ops.map(removed));
    held = { control, places: places(control, gone) };
  }

  function moveFocus() {
    const { control, places } = held ?? {};
    const { activeElement: now, body } = document;
    const isLost = places?.length && (of(control).disabled || !of(control).isConnected);
    if (!isLost || (now !== body && now !== control)) return;
    const replacements = places.map(candidates).find(([first]) => first) ?? [];
    /** @param {any} other */
    const isSame = (other) => name(other) === name(control) && isUsable(other);
    const same = replacements.flatMap((element) => [...element.querySelectorAll(of(control).localName)]).find(isSame);
    if (replacements.length) give(same ?? replacements[0]);
  }

  document.addEventListener('espalier:patch', hold, life);
  document.addEventListener('espalier:applied', moveFocus, life);
  return () => life.abort();
}

/**
 * Focuses the element, or the first visible control in it. An element without controls is focusable until it is left.
 * @param {any} element
 * @param {FocusOptions} [options]
 */
export function give(element, options = { preventScroll: true }) {
  const all = [element, ...element.querySelectorAll(controls)];
  const control = all.find((each) => of(each).matches(controls) && isUsable(each));
  if (!control) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  of(control ?? element).focus(options);
}

/** @param {any} control */
const isUsable = (control) => !of(control).disabled && of(control).checkVisibility();

/**
 * The name of a control: that of its event, or that of a field.
 * @param {any} control
 */
const name = (control) => /[?&]event=([^&]*)/.exec(of(control).getAttribute('formaction'))?.[1] ?? of(control).name;

/**
 * The cells around a control, the innermost first.
 * @param {Element | null} control
 * @param {Set<string>} gone
 */
function places(control, gone) {
  const found = [];
  for (let cell = of(control)?.closest(cells); cell; cell = of(cell.parentElement)?.closest(cells)) {
    // Not one of ours.
    if (cell.parentElement instanceof HTMLFormElement) continue;
    const parent = /** @type {Element} */ (cell.parentElement);
    const stays = (/** @type {'previousElementSibling' | 'nextElementSibling'} */ way) => {
      let other = /** @type {Element} */ (cell)[way];
      while (other && gone.has(other.id)) other = other[way];
      return other;
    };
    const list = parent.querySelector(':scope > ul, :scope > tbody') ?? parent;
    found.push({ cell, list, before: stays('previousElementSibling'), after: stays('nextElementSibling') });
  }
  return found;
}

/**
 * Candidates for the focus, in order of preference: the row that came between the neighbours, the neighbours, the list.
 * @param {Place} place
 * @returns {any[]}
 */
function candidates({ cell, list, before, after }) {
  if (cell.isConnected) return [cell];
  if (!list.isConnected) return [];
  const isHere = (/** @type {Element | null} */ row) => row?.parentElement === list;
  const between = (isHere(after) && after?.previousElementSibling) || (isHere(before) && before?.nextElementSibling);
  const at = { header: list.firstElementChild, footer: list.lastElementChild, li: between, tr: between };
  const came = at[/** @type {'header' | 'footer' | 'li' | 'tr'} */ (cell.localName)];
  const rows = came && came !== before ? [came] : [after, before].filter(isHere);
  return rows.length ? rows : [list.firstElementChild ?? list.parentElement];
}
