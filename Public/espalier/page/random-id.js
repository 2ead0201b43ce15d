/**
 * An id that no other event has: 128 random bits. `crypto.randomUUID` exists on secure origins only.
 * @returns {string}
 */
export const randomID = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
