// Finds the element of a node of the tree. Other elements of the page may have the same id: a row may have any key.

import { of } from '../page/own-properties.js';
import { attribute, root } from '../page/wire-names.js';

// The elements of rows, headers and footers, in a list or a table.
export const cell = ':is(li,tr,header,footer,thead,tfoot)[id]';

/** @param {string} address */
export const parent = (address) => address.replace(/\/?[^/]*$/, '');

/**
 * @param {Document} tree the page's copy of what the server wrote, in which a row stands in the list of its parent
 * @param {string} address
 * @returns {any} nothing if there is no such node
 */
export function find(tree, address) {
  const first = tree.getElementById(address || root);
  if (!first || !address) return first;
  const around = find(tree, parent(address));
  /** @param {any} element */
  const isIt = (element) =>
    around ? of(of(element).parentNode).closest('[id]') === around : of(element).matches(`[${attribute.region}]`);
  return isIt(first) ? first : [...tree.querySelectorAll(`[id="${CSS.escape(address)}"]`)].find(isIt);
}
