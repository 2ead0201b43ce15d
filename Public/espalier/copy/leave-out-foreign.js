// Leaves the nodes of others out of the copy of the page, so that they stay in the page and patches do not see them.

import { of } from '../page/own-properties.js';

/** How many nodes are compared with one that the server wrote. */
const reach = 100;

/**
 * Compares an element of the copy, which is as others have left it, with that of the server, or with its content. What
 * stands in the place of the server's nodes stays in the copy, so that the server's nodes replace it.
 * @param {any} mine
 * @param {any} right
 * @param {(parent: any, node: any, before: any) => void} move moves a node in the copy and in the page
 */
export function leaveOut(mine, right, move) {
  if (!mine || of(mine).isEqualNode(right)) return;
  // The content of a list comes without its element.
  const extra = [...of(mine).attributes].filter(({ name }) => of(right).hasAttribute?.(name) === false);
  for (const { name } of extra) of(mine).removeAttribute(name);
  const [old, wanted] = [mine, right].map((node) => [...of(node).childNodes]);
  const found = pairs(old, wanted);
  /** @type {any[]} */
  let missing = [];
  let at = 0;
  for (const node of [...wanted, undefined]) {
    const twin = node && found.get(node);
    if (node && !twin) {
      if (of(node).attributes || node.data.trim()) missing.push(node);
      continue;
    }
    const end = twin ? old.indexOf(twin, at) : old.length;
    sort(old.slice(at, end), missing);
    if (twin && of(twin).attributes) leaveOut(twin, node, move);
    [at, missing] = [end + 1, []];
  }

  /**
   * Leaves out the nodes between two of the server's, unless the server has others there.
   * @param {any[]} others
   * @param {any[]} missing
   */
  function sort(others, missing) {
    for (const other of others) missing = missing.filter((node) => !unwrap(other, node));
    if (!missing.length) for (const other of others) of(other).remove();
  }

  /** @type {(wrapper: any, node: any) => boolean} takes a node of the server out of what others put around it */
  function unwrap(wrapper, node) {
    const walker = document.createTreeWalker(wrapper);
    while (walker.nextNode()) {
      const inner = walker.currentNode;
      if (!isSame(inner, node) || !holds(inner, node)) continue;
      move(mine, inner, wrapper);
      if (of(/** @type {any} */ (inner)).attributes) leaveOut(inner, node, move);
      return true;
    }
    return false;
  }
}

/**
 * Finds for the nodes that the server wrote those of the page, in order.
 * @param {any[]} old
 * @param {any[]} wanted
 * @returns {Map<any, any>}
 */
function pairs(old, wanted) {
  /** @type {Map<any, any>} */
  const found = new Map();
  const places = new Map(old.map((node, index) => [node, index]));
  /** @type {((node: any, right: any) => boolean)[]} */
  const rounds = [
    (node, right) => of(node).isEqualNode(right),
    (node, right) => isSame(node, right) && holds(node, right),
    (node, right) => of(right).id && of(node).id === of(right).id,
  ];
  for (const fits of rounds) {
    const ends = /** @type {number[]} */ ([]);
    let end = old.length;
    for (let index = wanted.length; index--; ) {
      ends[index] = end;
      end = places.get(found.get(wanted[index])) ?? end;
    }
    let start = 0;
    wanted.forEach((right, index) => {
      const known = found.get(right);
      const twin = known ?? old.slice(start, Math.min(ends[index], start + reach)).find((node) => fits(node, right));
      if (!twin) return;
      found.set(right, twin);
      start = /** @type {number} */ (places.get(twin)) + 1;
    });
  }
  return found;
}

/** Proxies change URLs, and only the first markup of a form names the load of the page. */
const urls = ['action', 'formaction', 'href', 'src'];

/** @type {(node: any, right: any) => boolean} whether it has the kind and the attributes of the server's node */
const isSame = (node, right) =>
  of(right).attributes
    ? of(node).localName === of(right).localName &&
      [...of(right).attributes].every(({ name, value }) => urls.includes(name) || of(node).getAttribute(name) === value)
    : of(node).isEqualNode(right);

/** @type {(node: any, right: any) => boolean} whether the text of the server's node is in it, with others between */
function holds(node, right) {
  const text = `${right.textContent}`;
  let length = 0;
  for (const letter of `${node.textContent}`) if (text.startsWith(letter, length)) length += letter.length;
  return length === text.length;
}
