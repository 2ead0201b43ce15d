import { find as search, parent } from './find-element.js';
import { morph } from './morph.js';
import { all, of } from '../page/own-properties.js';
import { attempt, insert, isText, move, parse, remove, setAttribute, setText } from './server-dom.js';
import { operation, query } from '../page/wire-names.js';

/**
 * Applies a patch to the copy of the page and to the page itself.
 * @param {Document} tree
 * @param {Operation[]} ops
 */
export function apply(tree, ops) {
  // A row of a table holds its cells itself.
  const list = (/** @type {string} */ address) =>
    find(address).querySelector(':scope > ul, :scope > table > tbody') ?? find(address);
  /** @type {(parent: string, key: string) => any} */
  const sibling = (parent, key) => key && find((parent && `${parent}/`) + key);

  /** @param {string} address @returns {any} */
  function find(address) {
    const node = search(tree, address);
    if (!node) throw new Error(`No node ${address}`);
    return node;
  }

  /** @type {Record<string, (...operands: any[]) => void>} */
  const operations = {
    [operation.set](address, ...parts) {
      for (let i = 0; i + 1 < parts.length; i += 2) write(find(address), parts[i], parts[i + 1]);
    },
    [operation.replace]: (address, html) => morph(find(address), parse(html)),
    [operation.snapshot]: (html, address) => morph(find(address), parse(html)),
    [operation.insert](address, html, key) {
      const rows = list(address);
      for (const node of [...parse(html).children]) {
        // A row is `li` or `tr`, a cell of a row `td`; the others are `header`, `thead`, `footer` and `tfoot`.
        if (/^(li|t.)$/.test(node.localName)) insert(rows, node, sibling(address, key));
        else insert(rows.parentNode, node, /head/.test(node.localName) ? rows : rows.nextSibling);
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
  for (const op of ops) attempt(op, () => operations[op[0]](...op.slice(1)));
}

/**
 * Writes an attribute or a text. `0.2@class` names an attribute, `0.2:1` the text after the first child of an element.
 * @param {any} element
 * @param {string} locator
 * @param {string} value
 */
function write(element, locator, value) {
  const [, steps, attribute, index] = /** @type {any} */ (/^([\d.]*)(?:@(.+)|:(\d+))$/.exec(locator));
  for (const step of steps.match(/\d+/g) ?? []) element = of(element).children[step];
  if (attribute) return setAttribute(element, attribute, value);
  const node = index > 0 ? of(of(element).children[index - 1]).nextSibling : of(element).firstChild;
  if (!isText(node)) return insert(element, document.createTextNode(value), node);
  while (isText(node.nextSibling)) remove(node.nextSibling);
  setText(node, value);
}

/** @type {(row: any, from: string, to: string) => void} */
function rename(row, from, to) {
  /** @param {string} address */
  const renamed = (address) => (`${address}/`.startsWith(`${from}/`) ? to + address.slice(from.length) : address);
  const target = new RegExp(`(?<=[?&]${query.node}=)[^&#]*`);
  /** @param {string} text */
  const retarget = (text) => encodeURIComponent(renamed(decodeURIComponent(text))).replaceAll('%2F', '/');
  for (const node of all([row])) {
    for (const name of ['id', 'action', 'formaction']) {
      const old = of(node).getAttribute(name) ?? '';
      // The content of a row may have its key as an id.
      const isAddress = name === 'id' && (node === row || old !== from);
      const value = isAddress ? renamed(old) : old.replace(target, retarget);
      if (value !== old) setAttribute(node, name, value);
    }
  }
}
