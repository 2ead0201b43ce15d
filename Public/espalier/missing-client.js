// A page whose client did not load says so. Its forms still work: each press loads the whole page.

import { translate } from './page/translate.js';
import { attribute } from './page/wire-names.js';

// A file that did not arrive may arrive the next time. The URL differs because some browsers remember a failed URL.
const again = () =>
  new Promise((resolve) => setTimeout(resolve, 1000)).then(() => import(/** @type {any} */ ('./espalier.js?again')));

function tell() {
  for (const line of document.querySelectorAll(`[${attribute.status}]`)) {
    line.textContent ||= translate('Updates did not load. Reload the page.');
  }
}

/** Loads the client if its own script element could not. */
export const findClient = () => import('./espalier.js').catch(again).catch(tell);
