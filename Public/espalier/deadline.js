// TypeScript 4.8 does not know these functions.
const signals = /** @type {{ any(all: AbortSignal[]): AbortSignal, timeout(time: number): AbortSignal }} */ (
  /** @type {unknown} */ (AbortSignal)
);

/**
 * A signal that aborts a request after 30 seconds, or earlier when another signal aborts.
 * @param {AbortSignal[]} others
 */
export const deadline = (...others) => signals.any([...others, signals.timeout(30000)]);
