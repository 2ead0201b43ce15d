// Finds the box in which an element scrolls, and records which boxes a person scrolled last.

import { of } from './keep-focus.js';

/** @type {WeakSet<Element>} */
export const isScrolledByHand = new WeakSet();

/**
 * @param {Element} element
 * @returns {Element} the box in which it scrolls
 */
export function scroller(element) {
  for (let box = of(element).parentElement; box; box = of(box).parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}
