// Requests the patches that the page does not have yet.

import { deadline } from './deadline.js';
import { media } from './wire.js';

/**
 * @param {Address} address
 * @param {() => Version} version the page's version
 * @returns {Missed}
 */
export const missedPatches =
  (address, version) =>
  async (url = address.patches(version()), signal = deadline()) => {
    const response = await fetch(url, { headers: { Accept: media.json }, signal });
    if (response.status === 404) address.wasRefused();
    // Somebody signed out in another window. The server leads to the page on which people sign in.
    if (response.status === 401) location.reload();
    return (await response.json()).patches;
  };
