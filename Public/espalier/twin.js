// What the server wrote, beside the `live` page, which others change too.

import { place, writeValue } from './keep.js';

export function twin({ body } = document) {
  const tree = document.implementation.createHTMLDocument();
  pair((tree.body = tree.importNode(body, true)), body);
  return tree;
}

function pair(node, live) {
  node.live = live;
  for (let a = node.firstChild, b = live.firstChild; a; a = a.nextSibling, b = b.nextSibling) pair(a, b);
}

// The page's policy knows no other name.
const rules = { createHTML: (html) => html };
const policy = self.trustedTypes?.createPolicy('espalier', rules) ?? rules;

export function parse(html) {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  return template.content;
}

export const all = (nodes) => [...nodes].flatMap((node) => [node, ...(node.querySelectorAll?.('*') ?? [])]);

export function insert(parent, node, before) {
  pair(node, document.importNode(node, true));
  parent.live.insertBefore(node.live, before?.live);
  parent.insertBefore(node, before);
  settle(parent);
}

export function move(parent, node, before) {
  place(parent.live, node.live, before?.live);
  parent.insertBefore(node, before);
}

export function remove(node) {
  const parent = node.parentNode;
  node.live.remove();
  node.remove();
  settle(parent);
}

export function setText(node, text) {
  node.data = node.live.data = text;
  settle(node.parentNode);
}

export function setAttribute(node, name, value) {
  const { live } = node;
  const isOn = value !== null;
  if (name === 'open' && !isOn) live.close?.();
  if (name === 'value' && live.localName === 'input') writeValue(live, value ?? '');
  for (const element of [node, live]) isOn ? element.setAttribute(name, value) : element.removeAttribute(name);
  if (/^(checked|selected|muted)$/.test(name)) live[name] = isOn;
}

function settle(parent) {
  if (parent.localName === 'textarea') writeValue(parent.live, parent.textContent);
}
