// The operations of a patch.

import { morph } from './morph.js';
import { all, insert, move, parse, remove, setAttribute, setText } from './twin.js';
import { operation, query } from './wire.js';

export function apply(tree, ops) {
  const list = (address) => (address ? find(address).querySelector(':scope > ul') : find());
  const parent = (address) => address.replace(/\/?[^/]*$/, '');
  const sibling = (parent, key) => (key ? find(parent ? `${parent}/${key}` : key) : null);

  function find(address) {
    const node = address ? tree.getElementById(address) : tree.body.firstChild;
    if (!node) throw new Error(`No node ${address}`);
    return node;
  }

  const operations = {
    [operation.set](address, ...parts) {
      while (parts.length) write(find(address), ...parts.splice(0, 2));
    },
    [operation.replace]: (address, html) => morph(find(address), parse(html)),
    [operation.snapshot]: (html) => morph(find(), parse(html)),
    [operation.insert](address, html, key) {
      for (const row of [...parse(html).children]) {
        insert(list(address), row, sibling(address, key));
        enter(row.live);
      }
    },
    [operation.remove]: (address) => remove(find(address)),
    [operation.move](address, key) {
      const row = find(address);
      move(row.parentNode, row, sibling(parent(address), key));
    },
    [operation.relocate](address, to, key) {
      const row = find(address);
      move(list(parent(to)), row, sibling(parent(to), key));
      rename(row, address, to);
    },
  };
  for (const [letter, ...operands] of ops) operations[letter](...operands);
}

// `0.2@class`: an attribute, `0.2:1`: the text after the first element.
function write(element, locator, value) {
  const [, steps, attribute, index] = /^([\d.]*)(?:@(.+)|:(\d+))$/.exec(locator);
  for (const step of steps.match(/\d+/g) ?? []) element = element.children[step];
  if (attribute) return setAttribute(element, attribute, value);
  const node = index > 0 ? element.children[index - 1].nextSibling : element.firstChild;
  if (node?.nodeType !== Node.TEXT_NODE) return insert(element, document.createTextNode(value), node);
  while (node.nextSibling?.nodeType === Node.TEXT_NODE) remove(node.nextSibling);
  setText(node, value);
}

function rename(row, from, to) {
  const renamed = (address) => (`${address}/`.startsWith(`${from}/`) ? to + address.slice(from.length) : address);
  const target = new RegExp(`(?<=[?&]${query.node}=)[^&#]*`);
  const retarget = (text) => encodeURIComponent(renamed(decodeURIComponent(text))).replaceAll('%2F', '/');
  for (const node of all([row])) {
    for (const name of ['id', 'action', 'formaction']) {
      const old = node.getAttribute(name) ?? '';
      const value = name === 'id' ? renamed(old) : old.replace(target, retarget);
      if (value !== old) setAttribute(node, name, value);
    }
  }
}

function enter(row) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.classList.add('espalier-enter');
  setTimeout(() => row.classList.remove('espalier-enter'), 1000);
}
