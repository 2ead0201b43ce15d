// Adds the style rules of layout numbers that a patch brings. The page's own sheet has only the rules for the numbers
// that the page was loaded with.

import { layoutNumber } from './wire.js';

const sums = layoutNumber.sum.split(' ');
const word = new RegExp(`\\be-(${sums.join('|')}|${layoutNumber.single.replaceAll(' ', '|')})-(\\d+)\\b`, 'g');

/** @returns {{ add(ops: Operation[]): void, remove(): void }} */
export function layoutNumbers() {
  const known = new Set();
  /** @type {CSSStyleSheet | undefined} */
  let sheet;

  /** @param {Operation[]} ops */
  function add(ops) {
    for (const text of ops.flat()) {
      if (typeof text !== 'string') continue;
      for (const [name, property, part] of text.matchAll(word)) {
        if (known.has(name)) continue;
        known.add(name);
        // The number 345 is written `e-h-300 e-h-45`.
        const which = !sums.includes(property) ? '' : Number(part) < 100 ? '-1' : '-100';
        own().insertRule(`.${name} { --e-${property}${which}: ${part}; }`);
      }
    }
  }

  function own() {
    if (!sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, (sheet = new CSSStyleSheet())];
    return sheet;
  }

  function remove() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }

  return { add, remove };
}
