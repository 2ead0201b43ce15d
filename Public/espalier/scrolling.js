// Finds the box in which an element scrolls, and records which boxes a person scrolled last.


/** @param {Element} element @returns {Element | null} */
const around = (element) => Reflect.get(Node.prototype, 'parentElement', element);
/** @type {WeakSet<Element>} */
export const isScrolledByHand = new WeakSet();

/**
 * @param {Element} element
 * @returns {Element} the box in which it scrolls
 */
export function scroller(element) {
  for (let box = around(element); box; box = around(box)) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}
