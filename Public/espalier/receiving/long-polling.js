// Gets patches by requests, where streams do not get through, or where other pages of the browser have enough of them.

import { requestTimeout } from '../page/request-timeout.js';
import { mostStreams, pollsCookie } from '../page/stream-limit.js';
import { attribute, event, query } from '../page/wire-names.js';

/** @typedef {Client & { pass: Hear, isCrowded?: boolean }} Needs */

/** The name of a lock begins so whose page leads without a stream. */
const mark = 'polls ';

/**
 * @param {Needs} needs
 * @param {AbortSignal} signal its reason is true if a stream has got through
 * @returns {Promise<boolean>} false if nothing gets through. A page without a stream because others have enough goes on
 * until there is room for it.
 */
export async function poll(needs, signal) {
  if (!needs.isCrowded) return ask(needs, signal);
  const name = mark + needs.address.read(attribute.patches);
  return navigator.locks.request(name, () => ask(needs, signal)).catch(() => false);
}

/** @type {typeof poll} */
async function ask({ address, version, missed, pass, isCrowded }, signal) {
  // In quotes, because the bundles have another name for `reason`.
  const forget = () => signal['reason'] === true && (document.cookie = `${pollsCookie}=; Path=/; Max-Age=0`);
  if (signal.aborted) forget();
  signal.addEventListener('abort', forget);
  for (let count = 0; ; count++) {
    if (isCrowded && (await hasRoom())) return true;
    const next = address.patches(version());
    // The connections that are left are for presses.
    if (count && !isCrowded) next.searchParams.set(query.wait, '20');
    // TypeScript 4.8 does not know this function.
    const either = /** @type {any} */ (AbortSignal).any([signal, requestTimeout()]);
    const patches = await missed(next, either).catch(() => undefined);
    if (signal.aborted) return false;
    if (!patches && !isCrowded) return count > 0;
    for (const { version: id, event: type, patch: ops } of patches ?? []) pass({ state: 'live', type, id, ops });
    pass(patches ? { state: 'live', type: event.beat } : { state: 'connecting' });
    // The next pages of the browser need not wait for a stream first, until one gets through.
    if (!isCrowded) document.cookie = `${pollsCookie}=1; Path=/; SameSite=Lax`;
    // Pause, in case the server answers without waiting.
    if (isCrowded || (count && !patches?.length)) await new Promise((go) => setTimeout(go, isCrowded ? 2000 : 500));
  }
}

/** Over HTTP/2 and 3, all requests share a connection. */
async function hasRoom() {
  const [page] = /** @type {any} */ (performance.getEntriesByType('navigation'));
  if (/^h[23]/.test(page?.nextHopProtocol)) return true;
  const { held = [] } = await navigator.locks.query().catch(() => /** @type {LockManagerSnapshot} */ ({}));
  const names = held.map(({ name = '' }) => name).filter((name) => name.includes('/patches'));
  const others = names.filter((name) => name.startsWith(mark)).length;
  // Each page that leads has a lock, and each of those without a stream a second one.
  return names.length - 2 * others < mostStreams;
}
