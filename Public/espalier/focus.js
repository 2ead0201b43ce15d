// Who takes away what has the focus, or can press it no more, goes on at what stands in its place.

import { operation } from './wire.js';

const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
const cells = 'li[id], header[id], footer[id]';

export function focus(page, life) {
  let held;

  function hold({ detail: { ops } }) {
    const { activeElement: control } = document;
    const gone = new Set(ops.map(([letter, address]) => letter === operation.remove && address));
    held = { control, places: places(control, gone) };
  }

  function mend() {
    const { control, places } = held ?? {};
    const { activeElement: now, body } = document;
    const isLost = places?.length && (control.disabled || !control.isConnected);
    if (!isLost || (now !== body && now !== control)) return;
    const heirs = places.map(heirsAt).find(([heir]) => heir) ?? [];
    const isTwin = (other) => name(other) === name(control) && isUsable(other);
    const twin = heirs.flatMap((heir) => [...heir.querySelectorAll(control.localName)]).find(isTwin);
    if (heirs.length) give(twin ?? heirs[0]);
  }

  document.addEventListener('espalier:patch', hold, life);
  document.addEventListener('espalier:applied', mend, life);
}

// The element, else the first control in it that can be seen; what has none takes the focus for once.
export function give(element, options = { preventScroll: true }) {
  const all = [element, ...element.querySelectorAll(controls)];
  const control = all.find((each) => each.matches(controls) && isUsable(each));
  if (!control) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  (control ?? element).focus(options);
}

const isUsable = (control) => !control.disabled && control.checkVisibility();

// What a control is called: by its event, or as a field.
const name = (control) => /[?&]event=([^&]*)/.exec(control.getAttribute('formaction'))?.[1] ?? control.name;

// The cell of a control, then what is around it: each with the list that it is in, and what stays beside it there.
function places(control, gone) {
  const found = [];
  for (let cell = control?.closest(cells); cell; cell = cell.parentElement.closest(cells)) {
    const list = cell.parentElement.querySelector(':scope > ul') ?? cell.parentElement;
    const stays = (way) => {
      let other = cell[way];
      while (gone.has(other?.id)) other = other[way];
      return other;
    };
    found.push({ cell, list, before: stays('previousElementSibling'), after: stays('nextElementSibling') });
  }
  return found;
}

// Who goes on for what stood there, the first choice first: what came between its neighbours, or these; else the list.
function heirsAt({ cell, list, before, after }) {
  if (cell.isConnected) return [cell];
  if (!list.isConnected) return [];
  const isHere = (row) => row?.parentElement === list;
  const between = (isHere(after) && after.previousElementSibling) || (isHere(before) && before.nextElementSibling);
  const at = { header: list.firstElementChild, footer: list.lastElementChild, li: between };
  const came = at[cell.localName];
  const rows = came && came !== before ? [came] : [after, before].filter(isHere);
  return rows.length ? rows : [list.firstElementChild ?? list.parentElement];
}
