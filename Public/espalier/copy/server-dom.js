// A copy of the page as the server wrote it. Each node has a counterpart in the page, which other scripts and the
// person may change too.

import { of } from '../page/own-properties.js';
import { place, writeValue } from './preserve-state.js';
import { formID } from '../page/wire-names.js';

/** The counterpart of a node. No field of a form can hide a symbol. */
export const live = Symbol('live');

/**
 * What failed in the last patch: a node of the copy or an operation, and the error.
 * @type {Refusal[]}
 */
export const refusals = [];

/** @type {(node: any, change: () => void) => void} a node of the copy or an operation, and what may fail */
export function attempt(node, change) {
  try {
    change();
  } catch (error) {
    refusals.push([node, error]);
  }
}

/** @returns {Document} */
export function serverDOM() {
  const tree = document.implementation.createHTMLDocument();
  const copy = tree.importNode(document.body, true);
  pair(copy, document.body);
  // Only the page's first buttons name its form; those in patches do not. Chromium walks a whole document for each.
  for (const button of copy.querySelectorAll(`[form="${formID}"]:not(form *)`)) button.removeAttribute('form');
  // The server does not know what the client has added: notices and notes at fields.
  for (const own of copy.querySelectorAll('[id^="~n"]')) own.remove();
  tree.body = copy;
  return tree;
}

/** @type {(node: any) => boolean} */
export const isText = (node) => node instanceof Text;

/** @type {(node: Node, twin: Node) => void} */
function pair(node, twin) {
  const mine = document.createTreeWalker(node);
  const others = document.createTreeWalker(twin);
  do /** @type {any} */ (mine.currentNode)[live] = others.currentNode;
  while (mine.nextNode() && others.nextNode());
}

// The page's content security policy allows only this name.
const rules = { createHTML: (/** @type {string} */ html) => html };
export const policy = self.trustedTypes?.createPolicy('espalier', rules) ?? rules;

/** @param {string} html */
export function parse(html) {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  return template.content;
}

/**
 * If a translator has replaced a text, puts the texts of its parent back. The translator then translates them again.
 * @param {any} parent
 * @param {any} [node] the node that is about to change
 */
function mend(parent, node) {
  const page = parent[live];
  if (!isText(node) || of(node[live]).parentNode === page) return;
  const own = new Set([...of(parent).childNodes].map((child) => child[live]));
  for (const other of [...of(page).childNodes]) if (!own.has(other) && !of(other).id) document.adoptNode(other);
  let next = null;
  for (const mine of [...own].reverse()) {
    if (of(mine).parentNode !== page) of(page).insertBefore(mine, next);
    next = mine;
  }
}

/**
 * @param {any} parent
 * @param {any} node
 * @param {any} before
 */
export function insert(parent, node, before) {
  attempt(parent, () => {
    pair(node, document.importNode(node, true));
    mend(parent, before);
    of(parent[live]).insertBefore(node[live], before?.[live]);
  });
  of(parent).insertBefore(node, before);
  settle(parent);
}

/**
 * @param {any} parent
 * @param {any} node
 * @param {any} before
 */
export function move(parent, node, before) {
  attempt(parent, () => {
    mend(of(node).parentNode, node);
    mend(parent, before);
    place(parent[live], node[live], before?.[live]);
  });
  of(parent).insertBefore(node, before);
}

/** @param {any} node */
export function remove(node) {
  const parent = of(node).parentNode;
  attempt(parent, () => {
    mend(parent, node);
    // This removes a node from its parent.
    document.adoptNode(node[live]);
  });
  document.adoptNode(node);
  settle(parent);
}

/**
 * @param {any} node
 * @param {string} text
 */
export function setText(node, text) {
  node.data = text;
  attempt(node, () => {
    mend(node.parentNode, node);
    node[live].data = text;
  });
  settle(node.parentNode);
}

/**
 * @param {any} node
 * @param {string} name
 * @param {string | null} value null removes the attribute
 */
export function setAttribute(node, name, value) {
  const shown = node[live];
  const isOn = value !== null;
  const write = (/** @type {any} */ element) => of(element)[isOn ? 'setAttribute' : 'removeAttribute'](name, value);
  attempt(node, () => write(node));
  attempt(node, () => {
    if (name === 'open' && !isOn && shown instanceof HTMLDialogElement) shown.close();
    if (name === 'value' && shown instanceof HTMLInputElement) writeValue(shown, value ?? '');
    write(shown);
    if (/^(checked|selected|muted)$/.test(name)) shown[name] = isOn;
  });
}

/** @param {any} parent */
function settle(parent) {
  if (of(parent).localName === 'textarea') attempt(parent, () => writeValue(parent[live], parent.textContent));
}
