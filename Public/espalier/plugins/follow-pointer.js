// Makes a carried row follow the pointer, and moves the row in the list to the place under the pointer.

const edge = 56;
const rect = (/** @type {any} */ element) => element.getBoundingClientRect();

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {Carried} carried
 * @param {Point} start
 * @param {() => number} pace
 */
export function followPointer(carried, start, pace) {
  const { row } = carried;
  const { left, top } = rect(row);
  /** @type {Point} */
  let point = start;
  let shift = { x: 0, y: 0 };
  let frame = requestAnimationFrame(scroll);

  /** @param {Point} to */
  function go(to) {
    point = to;
    const target = aim(carried, point);
    if (target) carried.to(...target);
    const now = rect(row);
    shift = {
      x: shift.x + point.x - start.x + left - now.left,
      y: shift.y + point.y - start.y + top - now.top,
    };
    row.style.translate = `${shift.x}px ${shift.y}px`;
  }

  // Near an edge of the window the page scrolls.
  function scroll() {
    const { y } = point;
    const speed = Math.min(0, y - edge) + Math.max(0, y - innerHeight + edge);
    frame = requestAnimationFrame(scroll);
    if (!speed) return;
    scrollBy(0, speed / 4);
    go(point);
  }

  function end() {
    cancelAnimationFrame(frame);
    const { translate } = row.style;
    row.style.translate = '';
    if (!row.getAttribute('style')) row.removeAttribute('style');
    row.animate({ translate: [translate, '0px 0px'] }, { duration: pace(), easing: 'ease-out' });
  }

  return { go, end };
}

/**
 * The list under the pointer, and the row before which the carried row belongs there. Undefined if it should not move.
 * @param {Carried} carried
 * @param {Point} point
 * @returns {[Element, Node | null] | undefined}
 */
function aim({ lists, row }, { x, y }) {
  const under = document.elementsFromPoint(x, y);
  const list = lists.find((list) => under.includes(/** @type {Element} */ (list.parentElement)));
  if (!list) return;
  const rows = new Set(list.children);
  const other = under.find((element) => element !== row && rows.has(element));
  if (!other) return isBehindAll(list, row, x, y) ? [list, null] : undefined;
  // This row is still moving to make room.
  if (other.getAnimations().length) return;
  const { top, width, height } = rect(other);
  const follows = row.parentNode === list && row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isColumn = rect(list).width < 1.5 * width;
  // Rows differ in height, so the carried row changes sides only when the pointer passes the middle of the other row.
  const isBehind = isColumn ? y > top + height / 2 : Boolean(follows);
  return [list, isBehind ? other.nextSibling : other];
}

/** @type {(list: Element, row: Element, x: number, y: number) => boolean} */
function isBehindAll(list, row, x, y) {
  const last = list.lastChild === row ? row.previousSibling : list.lastChild;
  if (!last) return true;
  const { top, bottom, right } = rect(last);
  return y >= bottom || (y >= top && x >= right);
}

/**
 * Stops the click of a pointer that has moved something: it has not pressed what is below it. Call it when the pointer
 * goes up. The click of a finger can come a while later, but it comes before the next press.
 */
export function stopClick() {
  const life = new AbortController();
  const options = { capture: true, signal: life.signal };
  addEventListener('pointerdown', () => life.abort(), options);
  addEventListener('click', stop, options);

  /** @param {Event} event */
  function stop(event) {
    // Keys and scripts click without a pointer, and that counts.
    if (!(/** @type {MouseEvent} */ (event).detail)) return;
    life.abort();
    event.preventDefault();
    event.stopPropagation();
  }
}
