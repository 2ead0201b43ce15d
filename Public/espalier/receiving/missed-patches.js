// Requests the patches that the page does not have yet.

import { requestTimeout } from '../page/request-timeout.js';
import { attribute, media } from '../page/wire-names.js';

/**
 * @param {Address} address
 * @param {() => Version} version the page's version
 * @returns {Missed}
 */
export const missedPatches = (address, version) => {
  const page = address.read(attribute.patches);
  return async (url = address.patches(version()), signal = requestTimeout()) => {
    const response = await fetch(url, { headers: { Accept: media.json }, signal });
    // Meanwhile somebody has gone to another page of the site.
    if (address.read(attribute.patches) !== page) return [];
    if (response.status === 404) address.wasRefused();
    // 401 or 403: somebody signed out in another window, or may not see the page any more. The server says what to do.
    if ((response.status | 2) === 403) location.reload();
    return (await response.json()).patches;
  };
};
