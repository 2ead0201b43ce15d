// Changes elements into others. An element with the same tag, id and name stays the same element.

import { all, of } from '../page/own-properties.js';
import { insert, live, move, remove, setAttribute, setText } from './server-dom.js';

/**
 * Gives an element the content of another one, both in the copy of the page and in the page.
 * @param {any} old
 * @param {any} fresh
 */
export function morph(old, fresh) {
  /** @type {Set<any>} */
  const stale = new Set();
  /** @type {any[]} */
  const added = [];
  children(old, fresh);
  const gone = all(stale).find((node) => node[live] === document.activeElement);
  const [same] = gone ? match(all(added), [gone]).values() : [];
  if (same) {
    move(of(same).parentNode, gone, same);
    update(gone, same);
    stale.delete(gone);
    stale.add(same);
  }
  stale.forEach(remove);

  /** @type {(old: any, fresh: any) => void} */
  function children(old, fresh) {
    let cursor = of(old).firstChild;
    const own = [...of(old).childNodes];
    const pairs = match(own, [...of(fresh).childNodes]);
    const kept = new Set(pairs.values());
    for (const node of own) if (!kept.has(node)) stale.add(node);
    for (const [node, mine] of pairs) {
      while (stale.has(cursor)) cursor = of(cursor).nextSibling;
      if (mine) {
        if (mine !== cursor) move(old, mine, cursor);
        cursor = of(mine).nextSibling;
        if (!of(mine).isEqualNode(node)) update(mine, node);
      } else {
        insert(old, node, cursor);
        added.push(node);
      }
    }
  }

  /** @type {(old: any, fresh: any) => void} */
  function update(old, fresh) {
    if (!of(old).attributes) return setText(old, fresh.data);
    for (const { name } of [...of(old).attributes, ...of(fresh).attributes]) {
      const value = of(fresh).getAttribute(name);
      if (of(old).getAttribute(name) !== value) setAttribute(old, name, value);
    }
    children(old, fresh);
  }
}

/**
 * Pairs each wanted node with an old one: an equal one, otherwise a similar one that no other wanted node equals. The
 * cost is linear in the length of their markup.
 * @param {any[]} old
 * @param {any[]} wanted
 * @returns {Map<any, any>}
 */
function match(old, wanted) {
  const equal = Map.groupBy(old, markup);
  /** @type {Map<any, any>} */
  const found = new Map(wanted.map((node) => [node, equal.get(markup(node))?.shift()]));
  const taken = new Set(found.values());
  const similar = Map.groupBy(old.filter((node) => !taken.has(node)).reverse(), signature);
  for (const node of wanted) if (!found.get(node)) found.set(node, similar.get(signature(node))?.pop());
  return found;
}

const markup = (/** @type {any} */ node) => of(node).outerHTML ?? `${node.nodeName} ${node.data}`;
const signature = (/** @type {any} */ node) => `${of(node).nodeName} ${of(node).id} ${of(node).name}`;
