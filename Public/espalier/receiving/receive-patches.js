// Applies each patch once and in order, and requests missing patches.

import { dispatch } from '../page/dispatch.js';
import { missedPatches } from './missed-patches.js';
import { of } from '../page/own-properties.js';
import { outline } from '../copy/outline.js';
import { pageCopy } from '../copy/page-copy.js';
import { patchPresenters } from './patch-presenters.js';
import { reachedBy, shownBy } from './shown-version.js';
import { decide, parse } from './patch-version.js';
import { attribute, operation } from '../page/wire-names.js';

/**
 * @param {{ address: Address, lost(): void }} needs `lost` is called when the page could not catch up
 * @returns {Receiver}
 */
export function receiver({ address, lost }) {
  const shown = shownBy(address);
  const missed = missedPatches(address, () => version);
  const presenting = patchPresenters();
  const copy = pageCopy();
  /** @type {Map<number, Parameters<Take>>} */
  const held = new Map();
  /** @type {{ ops: Operation[], version: string }[]} */
  const due = [];
  let version = shown();
  let wanted = 0;
  let isCancelled = false;
  /** @type {Promise<void> | undefined} */
  let asking;
  /** @type {Promise<void> | undefined} */
  let proof;
  /** @type {number | undefined} */
  let timer;

  /** @type {Take} */
  const take = (...patch) => (proof ? void proof.then(() => receive(...patch)) : receive(...patch));

  /** @type {Take} */
  function receive(text, all, kind) {
    const ops = all.filter(([letter]) => letter !== operation.effect);
    const next = parse(text);
    const decision = decide(version, next, ops, kind);
    // A stream and a poll may bring the same patch.
    if (ops.length < all.length && (!kind || decision === 'apply')) presenting.perform(text, all);
    if (decision === 'apply') step(next, ops);
    // A patch that arrives while the page asks for a snapshot may follow the snapshot.
    const isNext = decision === 'wait' || (decision === 'ask' && !version.text && next.text);
    if (isNext && ops.length) held.set(next.number, [text, all, kind]);
    if (isNext) wanted = Math.max(wanted, next.number);
    else if (decision === 'ask') wanted = Infinity;
    if (decision === 'ask') ask();
    if (decision === 'wait') timer ??= setTimeout(ask, 300);
  }

  /** @type {(next: Version, ops: Operation[]) => void} */
  function step(next, ops) {
    if (version.text && next.epoch !== version.epoch) forget();
    version = next;
    due.push({ ops, version: next.text ?? '' });
    presenting.present(ops, show);
    if (!isBehind()) forget();
    const following = held.get(version.number + 1);
    if (following) receive(...following);
  }

  function show() {
    for (let detail; (detail = due.shift()); ) {
      // If a listener cancels a patch, the page stays at its version. The next patch makes it request what is missing.
      if (!dispatch('patch', detail)) {
        isCancelled = true;
        return goBack(shown());
      }
      copy.apply(detail.ops);
      of(address.form).setAttribute(attribute.version, detail.version);
      dispatch('applied', detail);
      // The rest shows afterwards.
      if (copy.refusals.length && !proof) return prove();
    }
  }

  // Others have changed the page, or the browser refused a change. Patches wait until the page is the server's again.
  function prove() {
    proof = import('../copy/repair-page.js')
      .then((module) => module.prove({ address, missed, presenting, copy, lose, receive }))
      .catch(lose)
      .finally(() => {
        proof = undefined;
        show();
      });
  }

  /** @param {Version} to */
  function goBack(to) {
    version = to;
    due.length = 0;
  }

  // Also if the page has no version: then the number is NaN.
  const isBehind = () => !(wanted <= version.number);

  function forget() {
    held.clear();
    wanted = 0;
    timer = void clearTimeout(timer);
  }

  function ask() {
    if (asking) return;
    asking = load()
      .catch((error) => {
        dispatch('error', { error });
        lost();
      })
      .finally(() => (asking = void forget()));
  }

  async function load(turns = 1) {
    const { epoch } = version;
    isCancelled = false;
    const patches = await missed();
    if (epoch !== version.epoch) return;
    for (const { version, event, patch } of patches) receive(version, patch, event);
    if (!turns || !isBehind() || isCancelled) return;
    lose();
    await load(turns - 1);
  }

  const stop = () => [presenting.stop, show, forget].forEach((end) => end());
  const lose = () => goBack({ number: NaN });
  if ((address.read(attribute.outline) ?? outline()) !== outline()) prove();
  return { take, missed, reached: reachedBy(shown), presenting, copy, lose, stop, version: () => version };
}
