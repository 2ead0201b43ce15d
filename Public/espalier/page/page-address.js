// The URLs to which the page posts events and from which it gets patches.

import { of } from './own-properties.js';
import { attribute, domDialect, query } from './wire-names.js';

/**
 * @param {HTMLFormElement} form the page's own empty form
 * @returns {Address}
 */
export function addressOf(form) {
  const base = new URL(/** @type {string} */ (of(form).getAttribute(attribute.patches)), location.href);
  // Without cookies the server needs the name of the browser's own tree, which is the part of the URL after the #.
  let hasCookies = navigator.cookieEnabled;
  return {
    form,
    url: base,
    read: (name) => of(form).getAttribute(name),
    events: (base.origin + base.pathname).replace(/patches$/, 'events'),
    patches({ text }) {
      const url = new URL(base);
      if (text) url.searchParams.set(query.since, text);
      url.searchParams.set(query.dialect, domDialect);
      if (!hasCookies && url.hash) url.searchParams.set(query.instance, url.hash.slice(1));
      return url;
    },
    // The server did not find the tree: the browser stores no cookies although it claims to.
    wasRefused() {
      hasCookies = false;
    },
  };
}
