// The copy of the page as the server wrote it. Patches apply to this copy.

import { apply } from './apply-patch.js';
import { find } from './find-element.js';
import { addNumbers } from './layout-numbers.js';
import { morph } from './morph.js';
import { live, move, parse, policy, refusals, serverDOM } from './server-dom.js';

export function pageCopy() {
  const tree = serverDOM();
  return {
    /** @param {Operation[]} ops */
    apply(ops) {
      addNumbers(ops);
      refusals.length = 0;
      apply(tree, ops);
    },
    /**
     * The element of a node in the page.
     * @param {string} address
     * @returns {any}
     */
    find: (address) => find(tree, address)?.[live],
    /** @type {(address: string) => any} the element of a node in the copy */
    own: (address) => find(tree, address),
    policy,
    parse,
    // For the module that proves the copy.
    live,
    move,
    refusals,
    // Shows another page of the site instead of this one.
    /** @param {HTMLElement} body */
    become: (body) => morph(tree.body, body),
  };
}
