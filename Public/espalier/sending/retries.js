// Decides when events that could not be sent are sent again.

/** For this long the page tries by itself. Then it waits for the person or for the connection. Milliseconds. */
const longest = 60000;
/** The longest pause that the page chooses itself. Milliseconds. */
const slowest = 3000;

/**
 * @param {StatusLine} status
 * @returns {Retries}
 */
export function retries(status) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const life = new AbortController();
  /** When the first of the failures in a row was; 0 if there was none. */
  let begun = 0;

  function now() {
    begun = 0;
    for (const go of [...waiting]) go();
  }

  /** @type {Retries['pause']} */
  async function pause(tries, reason, least = 0) {
    if (life.signal.aborted) return false;
    begun ||= Date.now();
    const time = Math.max(least, Math.min(slowest, 500 * 2 ** tries));
    // A short failure is not worth a word.
    if (tries > 0 || time > slowest || !navigator.onLine) status.keepUnsaved(reason, now);
    return new Promise((resolve) => {
      const timer = Date.now() + time - begun < longest ? setTimeout(go, time) : undefined;
      waiting.add(go);

      function go() {
        clearTimeout(timer);
        waiting.delete(go);
        resolve(!life.signal.aborted);
      }
    });
  }

  function done() {
    if (!waiting.size) status.allSaved();
  }

  function stop() {
    life.abort();
    now();
  }

  addEventListener('online', now, life);
  return { pause, now, done, stop };
}
