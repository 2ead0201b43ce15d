// Which parts of a list are in view, along the way in which it scrolls.

const { prototype } = Element;

/** @typedef {{ start: number, end: number }} Span */

/**
 * How far a list has been scrolled from its start.
 * @param {ScrolledList} list
 */
export function position({ box, isStrip, sign }) {
  return isStrip ? sign * Reflect.get(prototype, 'scrollLeft', box) : Reflect.get(prototype, 'scrollTop', box);
}

/**
 * What somebody sees of the list in a container's element.
 * @type {(element: Element, list: ScrolledList) => ScrolledList['seen']}
 */
export function seen(element, list) {
  const view = list.box === document.documentElement ? page() : span(list, list.box);
  const [first, last] = [list.rows.firstElementChild, list.rows.lastElementChild].map((row) => row && span(list, row));
  const header = element.querySelector(':scope > header');
  return {
    start: !!first && first.start >= view.start - 1 && first.start < view.end,
    end: !!last && last.end <= view.end + 1 && last.end > view.start,
    last: !!last && isIn(view, last),
    header: !!header && isIn(view, span(list, header)),
  };
}

/** @type {(list: ScrolledList, element: Element) => Span} */
function span({ isStrip, sign }, element) {
  const { top, bottom, left, right } = prototype.getBoundingClientRect.call(element);
  if (!isStrip) return { start: top, end: bottom };
  return sign < 0 ? { start: -right, end: -left } : { start: left, end: right };
}

/** @returns {Span} */
const page = () => ({ start: 0, end: innerHeight });

/** @type {(view: Span, part: Span) => boolean} */
const isIn = (view, part) => part.end > view.start && part.start < view.end && part.end > part.start;
