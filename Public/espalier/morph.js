// Changes elements into others. An element with the same tag, id and name stays the same element.

import { all, insert, move, remove, setAttribute, setText } from './server-dom.js';

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
  const gone = all(stale).find((node) => node.live === document.activeElement);
  const replacement = gone && choose(all(added), gone, (node) => signature(node) === signature(gone));
  if (replacement) {
    move(replacement.parentNode, gone, replacement);
    update(gone, replacement);
    stale.delete(gone);
    stale.add(replacement);
  }
  stale.forEach(remove);

  /** @type {(old: any, fresh: any) => void} */
  function children(old, fresh) {
    const pool = Map.groupBy(old.childNodes, signature);
    const wanted = [...fresh.childNodes];
    let cursor = old.firstChild;
    for (const node of old.childNodes) stale.add(node);
    for (const node of wanted) {
      const free = pool.get(signature(node))?.filter((other) => stale.has(other)) ?? [];
      const mine = choose(free, node, (other) => other.id || !wanted.some((next) => next.isEqualNode(other)));
      stale.delete(mine);
      while (stale.has(cursor)) cursor = cursor.nextSibling;
      if (mine) {
        if (mine !== cursor) move(old, mine, cursor);
        cursor = mine.nextSibling;
        if (!mine.isEqualNode(node)) update(mine, node);
      } else {
        insert(old, node, cursor);
        added.push(node);
      }
    }
  }

  /** @type {(old: any, fresh: any) => void} */
  function update(old, fresh) {
    if (!old.attributes) return setText(old, fresh.data);
    for (const { name } of [...old.attributes, ...fresh.attributes]) {
      const value = fresh.getAttribute(name);
      if (old.getAttribute(name) !== value) setAttribute(old, name, value);
    }
    children(old, fresh);
  }
}

/** @type {(nodes: any[], node: any, fits: (other: any) => boolean) => any} */
const choose = (nodes, node, fits) => nodes.find((other) => other.isEqualNode(node)) ?? nodes.find(fits);
const signature = (/** @type {any} */ node) => `${node.nodeName} ${node.id} ${node.name}`;
