// TypeScript 4.8 does not know these functions.
const signals = /** @type {{ any(all: AbortSignal[]): AbortSignal, timeout(time: number): AbortSignal }} */ (
  /** @type {unknown} */ (AbortSignal)
);

/**
 * Ends a request that has no answer within 30 seconds, or by another signal.
 * @param {AbortSignal[]} others
 */
export const deadline = (...others) => signals.any([...others, signals.timeout(30000)]);
