// A patch to n+1 applies only to n.

import { operation } from './wire.js';

export function parse(version) {
  const [text, epoch, number] = /([^".]+)\.(\d+)/.exec(version) ?? [];
  return { text, epoch, number: +number };
}

export function decide(current, version, ops, kind) {
  const isKnown = version.text && version.epoch === current.epoch;
  if (isKnown && version.number <= current.number) return 'ignore';
  if (ops[0]?.[0] === operation.snapshot) return 'apply';
  if (!isKnown) return 'ask';
  // An empty reply tells a version.
  return version.number === current.number + 1 && (ops.length || kind) ? 'apply' : 'wait';
}
