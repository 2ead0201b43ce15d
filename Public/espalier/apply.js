import { morph } from './morph.js';
import { all, insert, move, parse, remove, setAttribute, setText } from './twin.js';
import { operation, query, root } from './wire.js';

export function apply(tree, ops) {
  const list = (address) => find(address).querySelector(':scope > ul');
  const parent = (address) => address.replace(/\/?[^/]*$/, '');
  const sibling = (parent, key) => key && find((parent && `${parent}/`) + key);

  function find(address) {
    const node = tree.getElementById(address || root);
    if (node) return node;
    throw new Error(`No node ${address}`);
  }

  const operations = {
    [operation.set](address, ...parts) {
      while (parts.length > 1) write(find(address), ...parts.splice(0, 2));
    },
    [operation.replace]: (address, html) => morph(find(address), parse(html)),
    [operation.snapshot]: (html, address) => morph(find(address), parse(html)),
    [operation.insert](address, html, key) {
      const rows = list(address);
      for (const node of [...parse(html).children]) {
        if (node.localName === 'li') insert(rows, node, sibling(address, key));
        else insert(rows.parentNode, node, node.localName === 'header' ? rows : rows.nextSibling);
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

// `0.2@class`: an attribute, `0.2:1`: the text after an element.
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
