// Closes the menus of rows: after a press of an action, by Escape, and when somebody goes elsewhere. Adds their style
// sheet if the page was loaded without such rows. Without this module, only the button of a menu closes it.

import { addSheet } from './sheet.js';

const menu = '.e-menu[open]';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ need, of }) {
  const life = new AbortController();
  const removeSheet = addSheet(new URL('tools.css', import.meta.url).href);

  /** @param {any} target what somebody presses or focuses; the menu around it stays open */
  function closeOthers({ target }) {
    if (target.closest('.e-index')) need('scrub');
    for (const open of document.querySelectorAll(menu)) if (!open.contains(target)) open.removeAttribute('open');
  }

  // The button of the menu gets the focus, so that it is in its row when the menu is gone.
  /** @param {any} target */
  function close(target) {
    const open = of(target).closest?.(menu);
    open?.querySelector('summary').focus();
    open?.removeAttribute('open');
    return open;
  }

  const listeners = {
    pointerdown: closeOthers,
    focusin: closeOthers,
    click: (/** @type {any} */ { target }) => of(target).closest?.('button') && close(target),
    keydown: (/** @type {any} */ event) => event.key === 'Escape' && close(event.target) && event.preventDefault(),
  };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, life);
  return {
    uninstall() {
      life.abort();
      removeSheet();
    },
  };
}
