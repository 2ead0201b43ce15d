// A patch to version n+1 applies only to version n.

import { operation } from '../page/wire-names.js';

/**
 * @param {any} version a text as in `"epoch.number"`, or nothing
 * @returns {Version}
 */
export function parse(version) {
  const [text, epoch, number] = /([^".]+)\.(\d+)/.exec(version) ?? [];
  return { text, epoch, number: Number(number) };
}

/**
 * @param {Version} current
 * @param {Version} version
 * @param {Operation[]} ops
 * @param {string} [kind] the name of the stream's event; none for a reply
 * @returns {'apply' | 'ask' | 'ignore' | 'wait'}
 */
export function decide(current, version, ops, kind) {
  const isKnown = version.text !== undefined && version.epoch === current.epoch;
  if (isKnown && version.number <= current.number) return 'ignore';
  if (ops[0]?.[0] === operation.snapshot) return 'apply';
  if (!isKnown) return 'ask';
  // An empty reply only states a version.
  return version.number === current.number + 1 && (ops.length || kind) ? 'apply' : 'wait';
}
