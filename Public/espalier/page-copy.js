// The copy of the page as the server wrote it. Patches apply to this copy.

import { apply } from './apply.js';
import { find } from './find.js';
import { layoutNumbers } from './layout-numbers.js';
import { morph } from './morph.js';
import { live, policy, serverDOM } from './server-dom.js';

export function pageCopy() {
  const numbers = layoutNumbers();
  let tree = serverDOM();
  return {
    /** @param {Operation[]} ops */
    apply(ops) {
      numbers.add(ops);
      apply(tree, ops);
    },
    /**
     * The element of a node in the page.
     * @param {string} address
     * @returns {any}
     */
    find: (address) => find(tree, address)?.[live],
    /**
     * The copy, and what the operations of a snapshot would make of it.
     * @param {Operation[]} ops
     */
    trial(ops) {
      const fresh = serverDOM(/** @type {HTMLElement} */ (tree.body.cloneNode(true)));
      apply(fresh, ops);
      return [tree.body, fresh.body];
    },
    policy,
    // Shows another page of the site instead of this one.
    /** @param {HTMLElement} body */
    become: (body) => morph(tree.body, body),
    // The page differs from what the server wrote: copy the page as it is now.
    renew: () => void (tree = serverDOM()),
    stop: numbers.remove,
  };
}
