// Rows that people move: by pointer and by keyboard.

import { drag } from './drag.js';
import { keys } from './keys.js';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ presenting, send, pace, play }) {
  /** @type {Carried | undefined} */
  let current;
  // One row at a time is carried, whether by pointer or by keyboard.
  const carrying = {
    presenting,
    send,
    pace,
    play,
    current: () => current,
    begin: (/** @type {Carried} */ carried) => (current = carried),
    end: () => void (current = undefined),
  };
  const uninstallers = [drag(carrying), keys(carrying)];
  return { uninstall: () => uninstallers.forEach((uninstall) => uninstall()) };
}
