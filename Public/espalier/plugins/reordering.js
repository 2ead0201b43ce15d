// The plugin that moves rows by pointer and by keyboard.

import { reorderByPointer } from './pointer-reordering.js';
import { reorderByKeyboard } from './keyboard-reordering.js';
import { addSheet } from '../page/style-sheet.js';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address, presenting, send, say, pace, play, place, of }) {
  /** @type {Carried | undefined} */
  let current;
  // Pointer and keyboard together carry only one row at a time.
  const carrying = {
    address,
    presenting,
    send,
    say,
    pace,
    play,
    place,
    of,
    current: () => current,
    begin: (/** @type {Carried} */ carried) => (current = carried),
    end: () => void (current = undefined),
  };
  const sheet = new URL('reordering.css', import.meta.url).href;
  const uninstallers = [reorderByPointer(carrying), reorderByKeyboard(carrying), addSheet(sheet)];
  return { uninstall: () => uninstallers.forEach((uninstall) => uninstall()) };
}
