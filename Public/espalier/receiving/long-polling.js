// Gets patches by long polling, where streams do not get through.

import { requestTimeout } from '../page/request-timeout.js';
import { event, query } from '../page/wire-names.js';

/**
 * @param {{ url(): URL, missed: Missed, pass: Hear }} needs
 * @param {AbortSignal} signal
 */
export async function poll({ url, missed, pass }, signal) {
  for (let wait = 0; ; wait = 20) {
    const next = url();
    next.searchParams.set(query.wait, `${wait}`);
    // TypeScript 4.8 does not know this function.
    const either = /** @type {any} */ (AbortSignal).any([signal, requestTimeout()]);
    const patches = await missed(next, either);
    for (const { version, event: type, patch } of patches) pass({ state: 'live', type, id: version, ops: patch });
    pass({ state: 'live', type: event.beat });
    // Pause, in case the server answers without waiting.
    if (!patches.length) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
