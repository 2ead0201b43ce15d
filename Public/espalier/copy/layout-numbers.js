// Adds the style rules of layout numbers that a patch brings. The page's own sheet has only the rules for the numbers
// that the page was loaded with. A rule for a word that only looks like a number matters to no element.

import { singleNumbers } from '../page/wire-names.js';

const known = new Set();
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** @param {Operation[]} ops */
export function addNumbers(ops) {
  for (const [name, property, part] of `${ops}`.matchAll(/\be-([a-z]+)-(\d+)\b/g)) {
    if (known.has(name)) continue;
    known.add(name);
    // The number 345 is written `e-h-300 e-h-45`.
    const which = singleNumbers.includes(property) ? '' : part[2] ? '-100' : '-1';
    sheet.insertRule(`.${name} { --e-${property}${which}: ${part}; }`);
  }
}
