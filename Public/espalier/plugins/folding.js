// Makes lists with rows that fold a tree, for screen readers and for arrow keys. Without this module, each row has its
// button.

import { addSheet } from '../page/style-sheet.js';
import { className } from '../page/wire-names.js';

const lists = `.${className.tree} > ul`;
const rows = `${lists} > li`;
const button = `:scope > header > .${className.fold}`;
const fields = 'input, select, textarea';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  const removeSheet = addSheet(new URL('folding.css', import.meta.url).href);

  // The server does not know these attributes, so patches leave them alone.
  function look() {
    for (const list of document.querySelectorAll(lists)) {
      list.setAttribute('role', list.parentElement?.matches(rows) ? 'group' : 'tree');
    }
    for (const row of document.querySelectorAll(rows)) show(row);
    for (const list of document.querySelectorAll(lists)) {
      if (list.getAttribute('role') === 'tree' && list.firstElementChild && !list.querySelector('[tabindex="0"]')) {
        list.firstElementChild.setAttribute('tabindex', '0');
      }
    }
  }

  /** @param {Element} row */
  function show(row) {
    const control = row.querySelector(button);
    row.setAttribute('role', 'treeitem');
    if (!row.hasAttribute('tabindex')) row.setAttribute('tabindex', '-1');
    if (control) row.setAttribute('aria-expanded', `${control.getAttribute('aria-expanded')}`);
    else row.removeAttribute('aria-expanded');
    // Otherwise the name of a row would have the texts of all rows below it.
    const header = row.querySelector(':scope > header');
    if (header) row.setAttribute('aria-labelledby', header.id);
    // The keys of the row do what the button does.
    control?.setAttribute('tabindex', '-1');
  }

  /** @param {any} event */
  function enter({ target }) {
    const row = of(target).closest?.(rows);
    if (!row) return;
    for (const other of whole(row)) other.setAttribute('tabindex', other === row ? '0' : '-1');
  }

  /** @param {any} event */
  function press(event) {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    const row = of(target).closest?.(rows);
    // The keys of a row that somebody carries move it.
    if (!row || row.matches('[data-carried]') || of(target).matches(fields)) return;
    if (defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) return;
    const action = keys(row, target)[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  document.addEventListener('espalier:applied', look, life);
  document.addEventListener('focusin', enter, life);
  document.addEventListener('keydown', press, life);
  look();
  return {
    uninstall() {
      life.abort();
      removeSheet();
    },
  };
}

/**
 * All rows of the tree around a row, in the order in which people see them.
 * @param {Element} row
 * @returns {HTMLElement[]}
 */
function whole(row) {
  const root = row.closest('[role=tree]');
  return root ? [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[role=treeitem]'))] : [];
}

/**
 * @param {Element} row
 * @param {Element} target what has the focus
 * @returns {Record<string, (() => void) | undefined>}
 */
function keys(row, target) {
  const all = whole(row);
  const index = all.indexOf(/** @type {HTMLElement} */ (row));
  const control = /** @type {HTMLElement | null} */ (row.querySelector(button));
  const isOpen = control?.getAttribute('aria-expanded') === 'true';
  const around = /** @type {HTMLElement | null} */ (row.parentElement?.closest('[role=treeitem]'));
  const isBackward = getComputedStyle(row).direction === 'rtl';
  const open = isOpen ? () => all[index + 1]?.focus() : control && (() => control.click());
  const close = isOpen ? () => control?.click() : around && (() => around.focus());
  const isRow = target === row;
  return {
    ArrowUp: () => all[index - 1]?.focus(),
    ArrowDown: () => all[index + 1]?.focus(),
    Home: () => all[0].focus(),
    End: () => all.at(-1)?.focus(),
    [isBackward ? 'ArrowLeft' : 'ArrowRight']: open ?? undefined,
    [isBackward ? 'ArrowRight' : 'ArrowLeft']: close ?? undefined,
    Enter: isRow && control ? () => control.click() : undefined,
    ' ': isRow && control ? () => control.click() : undefined,
  };
}
