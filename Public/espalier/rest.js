// The part of the client that the first press does not need.

import { focus } from './focus.js';
import { lazy } from './lazy.js';
import { findClient } from './missing.js';
import { motion } from './motion.js';
import { watch } from './watch.js';

findClient();

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function install(client) {
  const uninstallers = [watch, motion, focus, lazy].map((begin) => begin(client));
  return () => uninstallers.reverse().forEach((uninstall) => uninstall());
}
