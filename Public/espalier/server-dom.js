// A copy of the page as the server wrote it. Each node has a `live` counterpart in the page, which other scripts and
// the person may change too.

import { place, writeValue } from './preserve.js';
import { formID } from './wire.js';

/** @returns {Document} */
export function serverDOM(body = document.body) {
  const tree = document.implementation.createHTMLDocument();
  const copy = tree.importNode(body, true);
  pair(copy, body);
  // Only the page's first buttons name its form; those in patches do not. Chromium walks a whole document for each.
  for (const button of copy.querySelectorAll(`[form=${formID}]:not(form *)`)) button.removeAttribute('form');
  tree.body = copy;
  return tree;
}

/**
 * @param {any} node
 * @param {any} live
 */
function pair(node, live) {
  node.live = live;
  for (let a = node.firstChild, b = live.firstChild; a; a = a.nextSibling, b = b.nextSibling) pair(a, b);
}

// The page's content security policy allows only this name.
const rules = { createHTML: (/** @type {string} */ html) => html };
const policy = self.trustedTypes?.createPolicy('espalier', rules) ?? rules;

/** @param {string} html */
export function parse(html) {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  return template.content;
}

/** @param {string} html */
export const parseDocument = (html) => new DOMParser().parseFromString(policy.createHTML(html), 'text/html');

/**
 * Nodes with all elements below them.
 * @param {Iterable<any>} nodes
 * @returns {any[]}
 */
export const all = (nodes) => [...nodes].flatMap((node) => [node, ...(node.querySelectorAll?.('*') ?? [])]);

/**
 * If a translator has replaced a text, puts the texts of its parent back. The translator then translates them again.
 * @param {any} parent
 * @param {any} [node] the node that is about to change
 */
function mend(parent, node) {
  const { live } = parent;
  if (node?.nodeType !== Node.TEXT_NODE || node.live.parentNode === live) return;
  const own = new Set([...parent.childNodes].map((child) => child.live));
  for (const other of [...live.childNodes]) if (!own.has(other) && !other.id) other.remove();
  let next = null;
  for (const mine of [...own].reverse()) {
    if (mine.parentNode !== live) live.insertBefore(mine, next);
    next = mine;
  }
}

/**
 * @param {any} parent
 * @param {any} node
 * @param {any} before
 */
export function insert(parent, node, before) {
  mend(parent, before);
  pair(node, document.importNode(node, true));
  parent.live.insertBefore(node.live, before?.live);
  parent.insertBefore(node, before);
  settle(parent);
}

/**
 * @param {any} parent
 * @param {any} node
 * @param {any} before
 */
export function move(parent, node, before) {
  mend(node.parentNode, node);
  mend(parent, before);
  place(parent.live, node.live, before?.live);
  parent.insertBefore(node, before);
}

/** @param {any} node */
export function remove(node) {
  const parent = node.parentNode;
  mend(parent, node);
  node.live.remove();
  node.remove();
  settle(parent);
}

/**
 * @param {any} node
 * @param {string} text
 */
export function setText(node, text) {
  mend(node.parentNode, node);
  node.data = node.live.data = text;
  settle(node.parentNode);
}

/**
 * @param {any} node
 * @param {string} name
 * @param {string | null} value null removes the attribute
 */
export function setAttribute(node, name, value) {
  const { live } = node;
  const isOn = value !== null;
  if (name === 'open' && !isOn) live.close?.();
  if (name === 'value' && live.localName === 'input') writeValue(live, value ?? '');
  for (const element of [node, live]) {
    if (isOn) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  if (/^(checked|selected|muted)$/.test(name)) live[name] = isOn;
}

/** @param {any} parent */
function settle(parent) {
  if (parent.localName === 'textarea') writeValue(parent.live, parent.textContent);
}
