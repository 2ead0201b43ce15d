// The elements and comments in the lists of the page as one number. If it is not the number that the server wrote,
// somebody else has changed the lists since: an extension, a proxy, or an element that has built itself.

import { of } from '../page/own-properties.js';
import { attribute, root } from '../page/wire-names.js';

export function outline() {
  let sum = 0;
  for (const list of document.querySelectorAll(`[id="${root}"], [${attribute.region}]`)) {
    // Elements and comments.
    const walker = document.createTreeWalker(list, 129);
    // The first letter in lower case, or `#`.
    while (walker.nextNode()) sum = (31 * sum + (of(walker.currentNode).nodeName.charCodeAt(0) | 32)) | 0;
  }
  return `${sum}`;
}
