// Finds what a person reads: the boxes that are scrolled, and the elements at their top.


const { documentElement: page } = document;
/** So many anchors are enough. Longer lists are searched by halves. */
const most = 30;
export const place = (/** @type {Element} */ element) => Element.prototype.getBoundingClientRect.call(element);
export const edge = (/** @type {Element} */ box) => (box === page ? 0 : place(box).top);

/**
 * The boxes that are scrolled and hold changed elements, inner ones first.
 * @param {Operation[]} ops
 * @param {Pick<PluginNeeds, 'copy' | 'of'>} needs
 */
export function boxes(ops, { copy, of }) {
  const found = new Set();
  for (const [, ...words] of ops) {
    for (const word of [words[0], words[1]]) {
      const changed = copy.find(word);
      let box = changed?.querySelector(':scope > ul, :scope > table') ?? changed;
      for (; box; box = of(box).parentElement) if (of(box).scrollTop > 0) found.add(box);
    }
  }
  const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
  return [...found].sort((one, other) => (of(one).compareDocumentPosition(other) & after ? 1 : -1));
}

/**
 * The elements at the top of a box that a person sees: the first one that is in view as a whole, and others in case
 * that a patch removes it.
 * @param {Element} box
 * @param {Of} of
 * @returns {[Element, number][]}
 */
export function anchors(box, of) {
  const isPage = box === page;
  const end = isPage ? innerHeight : place(box).bottom;
  const start = edge(box) + (parseFloat(getComputedStyle(box).scrollPaddingTop) || 0);
  /** @type {[Element, number][]} */
  const found = [];
  visit(isPage ? document.body : box);
  return found;

  /** @param {Element} parent */
  function visit(parent) {
    const { children } = of(parent);
    for (let i = first(children); i < children.length && found.length < most; i++) {
      const child = children[i];
      const { top, bottom, height } = place(child);
      const isBelow = top >= end;
      if (isBelow && children.length > most) break;
      const { display, position } = getComputedStyle(child);
      if (display === 'contents') visit(child);
      if (isBelow || bottom <= start || !height || /fixed|sticky|absolute/.test(position)) continue;
      if (top < start && of(child).scrollTop === 0) visit(child);
      found.push([child, top - edge(box)]);
    }
  }

  /**
   * The index of the first child that ends in the box or below it. Long lists are searched by halves.
   * @param {HTMLCollection} children
   */
  function first(children) {
    let [low, high] = [0, children.length];
    while (high - low > most) {
      const middle = (low + high) >> 1;
      if (place(children[middle]).bottom <= start) low = middle;
      else high = middle;
    }
    return low;
  }
}
