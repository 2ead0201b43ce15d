// Opens one stream at a time. A supervisor may decide when it is open and who receives its events.

import { event } from '../page/wire-names.js';

/**
 * @param {{ url(): URL, hear: Hear }} needs
 * @returns {Stream}
 */
export function eventStream({ url, hear }) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  let failures = 0;
  const connection = { open, reconnect, close, failures: () => failures };
  /** @type {Supervisor} */
  let supervisor = { ...connection, say: hear };

  function open() {
    close();
    supervisor.say({ state: 'connecting' });
    source = new EventSource(url());
    source.onerror = () => supervisor.reconnect();
    for (const type of [event.patch, event.snapshot, event.beat, event.bye]) source.addEventListener(type, listen);
  }

  function reconnect(pause = backoff() * (0.5 + Math.random() / 2)) {
    close();
    supervisor.say({ state: 'connecting' });
    timer = setTimeout(() => supervisor.open(), pause);
  }

  // Shorter while somebody looks at the page.
  function backoff() {
    return Math.min(document.hidden ? 15000 : 3000, 500 * 2 ** failures++);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  /** @param {MessageEvent} message */
  function listen({ type, data, lastEventId: id }) {
    const ops = JSON.parse(data);
    failures = 0;
    if (type === event.bye) supervisor.reconnect(ops.retry);
    else supervisor.say({ state: 'live', type, id, ops });
  }

  return {
    connection,
    superviseBy: (other) => (supervisor = other),
    reconnect: (pause) => supervisor.reconnect(pause),
    close: () => supervisor.close(),
  };
}
