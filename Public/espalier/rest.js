// The second script of a page: starts the part of the client that the first press does not need.

import { findClient } from './missing-client.js';
import { afterStart } from './start-list.js';

findClient();

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function install(client) {
  const uninstallers = afterStart.map((start) => start(client));
  return () => uninstallers.reverse().forEach((uninstall) => uninstall());
}
