// Compares the rows in view before and after a patch, and animates the difference.

import { of } from '../reading/keep-focus.js';
import { mark, paced, transition } from './animation-timing.js';
import { operation } from '../page/wire-names.js';

/** @type {Record<string, number>} */
const places = {
  [operation.insert]: 4,
  [operation.remove]: 2,
  [operation.move]: 3,
  [operation.relocate]: 4,
  [operation.replace]: 3,
};
const rect = (/** @type {Element} */ element) => element.getBoundingClientRect();
const isList = (/** @type {Element} */ row) => row.querySelector(':scope > ul[role=list], :scope > table');

/**
 * @param {Operation} op
 * @returns {Change}
 */
export function read(op) {
  const [letter, first = '', second] = op;
  const word = letter === operation.set ? op.length % 2 && op.at(-1) : op[places[letter]];
  const coming = transition(word || 'automatic');
  // Changes of text and attributes are not animated unless the operation names a style.
  if (letter === operation.set && coming.style === 'automatic') coming.style = 'none';
  const [address, html] = letter === operation.snapshot ? [second, first] : [first, second];
  const going = letter === operation.replace && op[4] ? transition(op[4]) : coming;
  return { letter, address: address ?? '', html: html ?? '', ...coming, going };
}

/** @type {(row: Element, change: Change, find: Find) => boolean | undefined} whether the change removes the row */
export function goes(row, { letter, address, html, going }, find) {
  if (going.style === 'none') return false;
  const isSelf = row.id === address;
  if (letter === operation.remove) return isSelf;
  if (letter !== operation.replace && letter !== operation.snapshot) return false;
  return isSelf ? !isList(row) : find(address)?.contains(row) && !html.includes(`id="${row.id}"`);
}

/**
 * Shows changes and animates the difference.
 * @param {Change[]} changes
 * @param {() => void} show
 * @param {number} pace milliseconds
 * @param {Find} find
 */
export function play(changes, show, pace, find) {
  const before = look(changes, find);
  paced(changes, show, true, find);
  const after = look(changes, find);
  for (const row of before.keys()) if (row.isConnected) after.set(row, rect(row));
  /** @type {Map<string, [string, Change]>} */
  const words = new Map();
  for (const change of changes) {
    const { letter, address, html, style } = change;
    for (const [, id] of html.matchAll(/ id="([^"]+)"/g)) words.set(id, ['insert', change]);
    const isReload = letter === operation.replace || (letter === operation.set && style !== 'none');
    if (isReload) words.set(address, ['reload', change]);
    if (letter === operation.move) words.set(address, ['move', change]);
    if (letter === operation.relocate) words.set(html, ['move', change]);
  }
  // Rows that make room move for as long as the change for which they make room.
  const said = changes.find(({ letter, time, curve }) => letter !== operation.set && (time || curve));
  const around = said ?? /** @type {Change} */ ({});
  const shifts = new Map();
  for (const [row, { x, y }] of after) {
    const outer = shifts.get(row.parentElement?.closest('li, tr')) ?? { x: 0, y: 0 };
    const [kind, change] = words.get(row.id) ?? [undefined, around];
    const { style, time = pace, curve } = change;
    // A list that begins above the window may have grown there. Only its rows are animated, and most do not move.
    const old = style !== 'none' && !(y < 0 && isList(row)) && before.get(row);
    const isNew = outer.isNew || (kind === 'insert' && !before.has(row));
    const shift = old ? { x: old.x - x, y: old.y - y } : { ...outer, isNew };
    shifts.set(row, shift);
    const isShown = kind === 'insert' ? isNew && !outer.isNew : kind === 'reload' && !isList(row);
    if (isShown && style !== 'none') mark(row, `${kind} ${style}`, change, time);
    const translate = `${shift.x - outer.x}px ${shift.y - outer.y}px`;
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: time, easing: curve ?? 'ease-out', composite: 'add' };
    if (translate !== '0px 0px') row.animate({ translate: [translate, '0px 0px'] }, timing);
  }
}

/**
 * The rows in the window, then those near it, outer rows first. A binary search finds the first such row of a list.
 * @param {Change[]} changes
 * @param {Find} find
 * @returns {Map<HTMLElement, DOMRect>}
 */
export function look(changes, find) {
  /** @type {Map<any, DOMRect>} */
  const found = new Map();
  const words = ['', ...changes.flatMap(({ address, html }) => [address, html])];
  const regions = new Set(words.map((word) => find(word.split('/', 1)[0])));
  for (const margin of [0, innerHeight / 2]) for (const region of regions) if (region) visit(region, margin);
  return found;

  /** @type {(container: Element, margin: number) => void} */
  function visit(container, margin) {
    for (const part of container.children) {
      if (of(part).matches('header[id], footer[id]')) found.set(part, rect(part));
      if (of(part).matches('ul[role=list], tbody')) visitRows(part.children, margin);
      if (of(part).matches('table')) visit(part, margin);
    }
  }

  /** @type {(rows: HTMLCollection, margin: number) => void} */
  function visitRows(rows, margin) {
    let [start, end] = [0, rows.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (rect(rows[middle]).bottom < -margin) start = middle + 1;
      else end = middle;
    }
    const isNear = (/** @type {Element} */ row) => row && rect(row).top < innerHeight + margin;
    // At most this many rows are animated.
    for (let row; found.size < 100 && isNear((row = rows[start++])); visit(row, margin)) found.set(row, rect(row));
  }
}
