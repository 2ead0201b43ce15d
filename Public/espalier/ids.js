/**
 * An id that no other event has: 128 random bits. `crypto.randomUUID` exists on secure origins only.
 * @returns {string}
 */
export const randomID = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('');
