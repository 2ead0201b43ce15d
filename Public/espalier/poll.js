// The same patches by requests that wait for the next one, where streams do not get through.

import { event, query } from './wire.js';

export async function poll(page, pass, signal) {
  for (let wait = 0; ; wait = 20) {
    const url = page.patches();
    url.searchParams.set(query.wait, wait);
    const patches = await page.missed(url, AbortSignal.any([signal, AbortSignal.timeout(30000)]));
    for (const { version, event, patch } of patches) pass({ state: 'live', type: event, id: version, ops: patch });
    pass({ state: 'live', type: event.beat });
    // Whoever does not wait is not asked all the time.
    if (!patches.length) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
