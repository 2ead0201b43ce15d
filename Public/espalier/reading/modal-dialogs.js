// Makes the open dialogs with `data-modal` modal: the focus stays inside, and the page behind is inert. Escape presses
// the button with `data-cancel`, so that the server closes the dialog. Then the focus returns to where it was, or to a
// row beside it.

import { preserving } from '../copy/preserve-state.js';
import { cancel as cancelling, modal } from '../page/wire-names.js';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ focused, of, give }) {
  const life = new AbortController();
  /** @type {Map<HTMLDialogElement, any[]>} the modal dialogs, and where the focus goes after each */
  const shown = new Map();
  let held = places(focused);

  /**
   * @param {Element | null} control
   * @returns {any[]} the control, then the rows beside it, in case it is removed
   */
  function places(control) {
    const row = of(control)?.closest('li[id], tr[id]');
    return control === document.body ? [] : [control, row?.nextElementSibling, row?.previousElementSibling];
  }

  /** @param {any} element */
  function isHere(element) {
    return of(element)?.isConnected;
  }

  function hold() {
    held = places(document.activeElement);
    for (const [dialog, [before]] of shown) if (isHere(before)) shown.set(dialog, places(before));
  }

  // Runs in the same task as the patch, so that nobody can focus or press anything behind the dialog.
  function look() {
    const closed = [...shown].filter(([dialog]) => !dialog.isConnected || !dialog.open);
    closed.forEach(([dialog]) => shown.delete(dialog));
    const [, before = held] = closed.find(([, all]) => all.some(isHere)) ?? [];
    const place = closed.length && before.find(isHere);
    if (place) give(place);
    for (const dialog of document.querySelectorAll('dialog')) {
      if (!dialog.matches(`[${modal}][open]:not(:modal)`)) continue;
      if (!shown.has(dialog)) shown.set(dialog, before);
      show(dialog);
    }
  }

  // A dialog of an effect comes and goes without a patch.
  function update() {
    hold();
    look();
  }

  /** @param {HTMLDialogElement} dialog */
  function show(dialog) {
    // The browser makes only a closed dialog modal.
    preserving(dialog, () => {
      dialog.removeAttribute('open');
      dialog.showModal();
    });
  }

  /** @param {Event} event */
  function cancel(event) {
    const dialog = /** @type {HTMLDialogElement} */ (event.target);
    if (!shown.has(dialog)) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (dialog.querySelector(`[${cancelling}]`))?.click();
  }

  /**
   * A browser closes a dialog despite `cancel` if a person insists. The server has not closed it, so show it again.
   * @param {any} event
   */
  function close({ target: dialog }) {
    if (shown.has(dialog) && dialog.isConnected) show(dialog);
  }

  const listeners = { cancel, close };
  const options = { capture: true, signal: life.signal };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, options);
  document.addEventListener('espalier:patch', hold, life);
  document.addEventListener('espalier:applied', look, life);
  look();
  return { update, uninstall: () => life.abort() };
}
