// Makes each sticky row push the sticky rows before it out of their places. Without this, they only cover each other.

import { className } from '../page/wire-names.js';

/** @returns {ClientPlugin} */
export function install() {
  const life = new AbortController();
  const { signal } = life;
  const rows = /** @type {HTMLCollectionOf<HTMLElement>} */ (document.getElementsByClassName(className.sticky));
  /** @type {Map<HTMLElement, number>} */
  const shifts = new Map();
  const seen = new WeakSet();
  const sizes = new ResizeObserver(() => renew());
  // For each row the row that pushes it. Undefined until the next measurement.
  /** @type {Map<HTMLElement, HTMLElement | undefined> | undefined} */
  let pushers;
  /** @type {number | undefined} */
  let frame;

  const isAcross = (/** @type {HTMLElement} */ row) => list(row).matches(`.${className.strip} > ul`);
  const isBackward = (/** @type {HTMLElement} */ row) => getComputedStyle(list(row)).direction === 'rtl';

  /**
   * The start and end of a row in the direction of its list.
   * @type {(row: HTMLElement, x: number, y: number, width: number, height: number) => [number, number]}
   */
  function extent(row, x, y, width, height) {
    if (!isAcross(row)) return [y, y + height];
    return isBackward(row) ? [-x - width, -x] : [x, x + width];
  }

  // The first row that begins at a row's end or later pushes it. A row beside it does not.
  function pair() {
    const all = [...rows].filter((row) => row.localName === 'li');
    for (const row of shifts.keys()) if (!all.includes(row)) move(row, 0);
    for (const row of all) row.style.position = 'static';
    const places = all.map((row) => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = row;
      return /** @type {const} */ ([row, ...extent(row, offsetLeft, offsetTop, offsetWidth, offsetHeight)]);
    });
    for (const row of all) style(row, 'position', '');
    places.sort(([, one], [, other]) => one - other);
    pushers = new Map();
    for (const [index, [row, , end]] of places.entries()) {
      if (!seen.has(list(row))) sizes.observe(list(row));
      seen.add(list(row));
      const next = places.find(([other, start], at) => at > index && start > end - 2 && list(other) === list(row));
      pushers.set(row, next?.[0]);
    }
  }

  function push() {
    frame = undefined;
    if (!pushers) pair();
    /** @type {Map<HTMLElement | undefined, number[]>} */
    const places = new Map();
    for (const row of pushers?.keys() ?? []) {
      if (!row.isConnected) continue;
      const { x, y, width, height } = row.getBoundingClientRect();
      places.set(row, extent(row, x, y, width, height).map((place) => place - (shifts.get(row) ?? 0)));
    }
    for (const [row, [, end]] of places) {
      if (row) move(row, Math.min(0, (places.get(pushers?.get(row))?.[0] ?? end) - end));
    }
  }

  /** @type {(row: HTMLElement, shift: number) => void} */
  function move(row, shift) {
    if (shift === (shifts.get(row) ?? 0)) return;
    if (shift) shifts.set(row, shift);
    else shifts.delete(row);
    style(row, 'translate', !shift ? '' : !isAcross(row) ? `0 ${shift}px` : `${isBackward(row) ? -shift : shift}px`);
  }

  /** @type {(row: HTMLElement, name: 'position' | 'translate', value: string) => void} */
  function style(row, name, value) {
    row.style[name] = value;
    if (!row.getAttribute('style')) row.removeAttribute('style');
  }

  function renew() {
    pushers = undefined;
    look();
  }

  const look = () => (frame ??= requestAnimationFrame(push));
  addEventListener('scroll', look, { signal, passive: true, capture: true });
  addEventListener('resize', renew, { signal });
  document.addEventListener('espalier:applied', renew, { signal });
  renew();
  return {
    uninstall() {
      life.abort();
      sizes.disconnect();
    },
  };
}

/** @param {Element} row */
const list = (row) => /** @type {Element} */ (row.parentElement);
