// The rows in view before and after a patch, and the difference as animations.

import { id, operation } from './wire.js';

const { insert, move, relocate, remove, replace, set, snapshot } = operation;
const places = { [insert]: 4, [remove]: 2, [move]: 3, [relocate]: 4, [replace]: 3 };
const find = (address) => document.getElementById(address || id.root);
const rect = (element) => element.getBoundingClientRect();
const isList = (row) => row.querySelector(':scope > ul[role=list]');

export function read(op) {
  const [letter] = op;
  // Texts and attributes are still unless they say otherwise.
  const quiet = op.length % 2 ? op.at(-1) : 'none';
  const [address = '', html = ''] = letter === snapshot ? [op[2], op[1]] : op.slice(1);
  return { letter, address, html, style: (letter === set ? quiet : op[places[letter]]) ?? 'automatic' };
}

export const isStill = ({ style }) => style === 'none';

export function goes(row, { letter, address, html, style }) {
  if (style === 'none') return false;
  const isSelf = row.id === address;
  if (letter === remove) return isSelf;
  if (letter !== replace && letter !== snapshot) return false;
  return isSelf ? !isList(row) : find(address)?.contains(row) && !html.includes(`id="${row.id}"`);
}

export function play(changes, show, time) {
  const before = look(changes);
  show();
  const after = look(changes);
  for (const row of before.keys()) if (row.isConnected) after.set(row, rect(row));
  const fresh = new Map();
  const known = new Map();
  for (const { letter, address, html, style } of changes) {
    for (const [, id] of html.matchAll(/ id="([^"]+)"/g)) fresh.set(id, style);
    if (letter === relocate) known.set(html, style);
    else if (letter !== insert && (letter !== set || style !== 'none')) known.set(address, style);
  }
  const shifts = new Map();
  for (const [row, { x, y }] of after) {
    const outer = shifts.get(row.parentElement.closest('li')) ?? { x: 0, y: 0 };
    const style = known.get(row.id) ?? 'automatic';
    const old = style !== 'none' && before.get(row);
    const shift = old ? { x: old.x - x, y: old.y - y } : outer;
    shifts.set(row, shift);
    const kind = before.has(row) || !fresh.has(row.id) ? known.has(row.id) && 'reload' : 'insert';
    if (!before.has(row)) { if (fresh.has(row.id)) mark(row, `insert ${fresh.get(row.id)}`, time) }
    else if (known.has(row.id) && !isList(row)) mark(row, `reload ${style}`, time);
    const translate = `${shift.x - outer.x}px ${shift.y - outer.y}px`;
    if (translate !== '0px 0px') row.animate({ translate: [translate, '0px 0px'] }, { duration: time, easing: 'ease-out', composite: 'add' });
  }

// The rows in and near the window, outer ones first; in a long list the first of them is found by halves.
export function look(changes) {
  const found = new Map();
  for (const word of new Set(['', ...changes.flatMap(({ address, html }) => [address, html])])) {
    const region = find(word.split('/', 1)[0]);
    if (region) visit(region);
  }
  return found;

  function visit(container) {
    for (const part of container.children) {
      if (part.matches('header[id], footer[id]')) found.set(part, rect(part));
      if (part.matches('ul[role=list]')) visitRows(part.children);
    }
  }

  function visitRows(rows) {
    let [start, end] = [0, rows.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (rect(rows[middle]).bottom < -innerHeight / 2) start = middle + 1;
      else end = middle;
    }
    for (let row; found.size < 60 && (row = rows[start++]) && rect(row).top < innerHeight * 1.5; visit(row)) {
      found.set(row, rect(row));
    }
  }
}

function mark(row, words, time) {
  row.setAttribute('data-motion', words);
  setTimeout(() => row.getAttribute('data-motion') === words && row.removeAttribute('data-motion'), time + 100);
}
