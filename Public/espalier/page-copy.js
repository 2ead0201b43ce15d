// The copy of the page as the server wrote it. Patches apply to this copy.

import { apply } from './apply.js';
import { layoutNumbers } from './layout-numbers.js';
import { morph } from './morph.js';
import { parseDocument, serverDOM } from './server-dom.js';

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
     * The copy, and what the operations of a snapshot would make of it.
     * @param {Operation[]} ops
     */
    trial(ops) {
      const fresh = serverDOM(/** @type {HTMLElement} */ (tree.body.cloneNode(true)));
      apply(fresh, ops);
      return [tree.body, fresh.body];
    },
    // Another page of the site, and the way to show it instead of this one.
    read: parseDocument,
    /** @param {HTMLElement} body */
    become: (body) => morph(tree.body, body),
    // The page differs from what the server wrote: copy the page as it is now.
    renew: () => void (tree = serverDOM()),
    stop: numbers.remove,
  };
}
