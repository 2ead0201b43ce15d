/**
 * A signal that aborts a request after 30 seconds. TypeScript 4.8 does not know the function.
 * @returns {AbortSignal}
 */
export const deadline = () => /** @type {any} */ (AbortSignal).timeout(30000);
