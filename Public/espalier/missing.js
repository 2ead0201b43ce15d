// A page whose client did not load says so. Its forms still work: each press loads the whole page.

import { showStatus } from './status-line.js';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));
// A file that did not arrive may arrive the next time. The URL differs because some browsers remember a failed URL.
const again = () => pause().then(() => import(/** @type {any} */ ('./espalier.js?again')));

/** Loads the client if its own script element could not. */
export const findClient = () =>
  import('./espalier.js').catch(again).catch(() => showStatus('Live updates did not load. Reload the page.'));
