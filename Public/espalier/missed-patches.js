// Asks for the patches that the page has not got.

import { deadline } from './deadline.js';
import { media } from './wire.js';

/**
 * @param {Address} address
 * @param {() => Version} version the page's
 * @returns {Missed}
 */
export const missedPatches =
  (address, version) =>
  async (url = address.patches(version()), signal = deadline()) => {
    const response = await fetch(url, { headers: { Accept: media.json }, signal });
    if (response.status === 404) address.wasRefused();
    return (await response.json()).patches;
  };
