// What the server wrote, to which patches apply.

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
    // The page is not what the server wrote: what it is now counts.
    renew: () => void (tree = serverDOM()),
    stop: numbers.remove,
  };
}
