/**
 * A signal that aborts a request after 30 seconds. TypeScript 4.8 does not know the function.
 * @returns {AbortSignal}
 */
export const requestTimeout = () => /** @type {any} */ (AbortSignal).timeout(30000);
