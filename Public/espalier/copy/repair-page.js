// Makes the page the server's again where others have changed it, or where the browser refused a change.

import { dispatch } from '../page/dispatch.js';
import { leaveOut } from './leave-out-foreign.js';
import { of } from '../page/own-properties.js';
import { attribute, operation } from '../page/wire-names.js';

/** What the browser has refused twice. */
const hopeless = new Set();

/** @param {Proving} needs */
export async function prove({ address, missed, presenting, copy, lose, receive }) {
  const { refusals, live, move } = copy;
  /** @type {(refusal: Refusal) => string} the address of what a change was about */
  const place = ([about]) =>
    Array.isArray(about) ? about[about[0] === operation.snapshot ? 2 : 1] ?? '' : cell(about)?.id;
  const fresh = refusals.filter((refusal) => !hopeless.has(place(refusal)));
  if (refusals.length && !fresh.length) return;
  if (fresh.length) dispatch('error', { error: fresh[0][1] });
  const [snapshot] = await missed(address.patches({ number: NaN }));
  // Meanwhile somebody has gone to another page of the site.
  if (!snapshot) return;
  const emptied = fresh.flatMap(([about]) => (Array.isArray(about) ? [] : empty(about, live)));
  // Without the same version nobody knows which nodes are foreign. Then all go that the server does not write.
  if (!fresh.length && snapshot.version === address.read(attribute.version)) {
    for (const [letter, html, list] of snapshot.patch) {
      if (letter === operation.snapshot) leaveOut(copy.own(list), copy.parse(html), move);
    }
  }
  lose();
  refusals.length = 0;
  const restore = presenting.presentBy((_, show) => show());
  receive(snapshot.version, snapshot.patch, snapshot.event);
  restore();
  // Old content is better than none.
  for (const { element, nodes } of emptied) if (!of(element).hasChildNodes()) of(element).append(...nodes);
  for (const refusal of refusals) {
    const [about, error] = refusal;
    const name = place(refusal);
    hopeless.add(name);
    const detail = `The browser refused a change of “${name}”.`;
    dispatch('error', { title: 'A part of the page is not up to date.', detail, error });
    const shown = Array.isArray(about) ? copy.find(name) : cell(about)?.[live];
    try {
      of(shown)?.setAttribute(attribute.stale, '');
    } catch {
      // The browser refuses this, too.
    }
  }
}

/**
 * The element of the cell, the container or the list that holds a node of the copy.
 * @param {any} node
 * @returns {any}
 */
const cell = (node) => (node instanceof Element ? of(node).closest('[id]') : node && cell(node.parentNode));

/**
 * Removes the content of the cell that holds a node, so that the snapshot writes it again.
 * @param {any} node
 * @param {any} live
 * @returns {{ element: any, nodes: Node[] }[]} the element of the page and what was in it
 */
function empty(node, live) {
  let around = cell(node);
  while (around && !of(around[live])?.isConnected) around = cell(of(around).parentNode);
  if (!around) return [];
  const element = around[live];
  const nodes = [...of(element).childNodes];
  for (const each of [around, element]) of(each).replaceChildren();
  return [{ element, nodes }];
}
