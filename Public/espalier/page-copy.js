// The copy of the page as the server wrote it. Patches apply to this copy.

import { apply } from './apply.js';
import { layoutNumbers } from './layout-numbers.js';
import { serverDOM } from './server-dom.js';

export function pageCopy() {
  const numbers = layoutNumbers();
  let tree = serverDOM();
  return {
    /** @param {Operation[]} ops */
    apply(ops) {
      numbers.add(ops);
      apply(tree, ops);
    },
    // The page differs from what the server wrote: copy the page as it is now.
    renew: () => void (tree = serverDOM()),
    stop: numbers.remove,
  };
}
