// Decides when events that could not be sent are sent again.

/** For this long the page tries by itself. Then it waits for the person or for the connection. Milliseconds. */
const longest = 60000;

/**
 * @param {ConnectionStatus} status
 * @returns {Retries}
 */
export function retries(status) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const life = new AbortController();
  let begun = 0;

  function now() {
    begun = waiting.size ? Date.now() : 0;
    for (const go of [...waiting]) go();
  }

  /** @type {Retries['pause']} */
  function pause(tries, reason, least = 0) {
    if (!begun) begun = Date.now();
    // A short failure is not worth a word.
    if (tries > 0 || !navigator.onLine) status.keepUnsaved(reason, now);
    return new Promise((resolve) => {
      const time = Math.max(least, Math.min(3000, 500 * 2 ** tries));
      const timer = Date.now() - begun < longest ? setTimeout(go, time) : undefined;
      waiting.add(go);

      function go() {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      }
    });
  }

  /** Call it when an event has arrived. */
  function arrived() {
    begun = 0;
    if (waiting.size) now();
    else status.allSaved();
  }

  addEventListener('online', now, life);
  return { pause, arrived, now, stop: () => life.abort() };
}
