// Closes the menus of rows: after a press of an action, by Escape, and when somebody goes elsewhere. Adds their style
// sheet if the page was loaded without such rows. Without this module, only the button of a menu closes it.

import { addSheet } from '../page/style-sheet.js';

const menu = '.e-menu[open]';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ need, of }) {
  const life = new AbortController();
  const removeSheet = addSheet(new URL('tools.css', import.meta.url).href);

  /** @type {(target: any, selector: string) => any} the document has no elements around it */
  const around = (target, selector) => of(target).closest?.(selector);

  /** @param {any} target what somebody presses or focuses; the menu around it stays open */
  function closeOthers({ target }) {
    if (around(target, '.e-index')) need('plugins/index-scrubber');
    for (const details of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(menu))) {
      details.open = details.contains(target);
    }
  }

  // The button of the menu gets the focus, so that it is in its row when the menu is gone.
  /** @param {any} target */
  function close(target) {
    const details = around(target, menu);
    if (details) {
      details.querySelector('summary').focus();
      details.open = false;
    }
    return details;
  }

  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown: closeOthers,
    focusin: closeOthers,
    click: ({ target }) => around(target, 'button') && close(target),
    keydown: (event) => event.key === 'Escape' && close(event.target) && event.preventDefault(),
  };
  for (const type in listeners) document.addEventListener(type, listeners[type], life);
  return {
    uninstall() {
      life.abort();
      removeSheet();
    },
  };
}
