// Where the page's events are posted and its patches come from.

import { attribute, dialect, query } from './wire.js';

/**
 * @param {HTMLFormElement} form the page's own empty form
 * @returns {Address}
 */
export function addressOf(form) {
  const base = new URL(form.getAttribute(attribute.patches) ?? '', location.href);
  // Without a cookie the server finds a browser's own tree by its name only, which stands behind the #.
  let hasCookies = navigator.cookieEnabled;
  return {
    form,
    events: (base.origin + base.pathname).replace(/patches$/, 'events'),
    patches({ text }) {
      const url = new URL(base);
      if (text) url.searchParams.set(query.since, text);
      url.searchParams.set(query.dialect, dialect.dom);
      if (!hasCookies && url.hash) url.searchParams.set(query.instance, url.hash.slice(1));
      return url;
    },
    // The tree was not found: the browser keeps no cookies although it says so.
    wasRefused() {
      hasCookies = false;
    },
  };
}
