// Adds the style rules of layout numbers that a patch brings. The page's own sheet has only the rules for the numbers
// that the page was loaded with.

import { layoutNumber } from './wire.js';

const sums = layoutNumber.sum.split(' ');
const word = new RegExp(`\\be-(${sums.join('|')}|${layoutNumber.single.replaceAll(' ', '|')})-(\\d+)\\b`, 'g');

/** @returns {{ add(ops: Operation[]): void, remove(): void }} */
export function layoutNumbers() {
  const known = new Set();
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);

  /** @param {Operation[]} ops */
  function add(ops) {
    for (const [name, property, part] of `${ops}`.matchAll(word)) {
      if (known.has(name)) continue;
      known.add(name);
      // The number 345 is written `e-h-300 e-h-45`.
      const which = !sums.includes(property) ? '' : part[2] ? '-100' : '-1';
      sheet.insertRule(`.${name} { --e-${property}${which}: ${part}; }`);
    }
  }

  function remove() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }

  return { add, remove };
}
