// Hidden tabs close their stream: HTTP/1.1 has six connections for all.

import { connection } from './status.js';
import { event } from './wire.js';

export function stream(page) {
  const life = new AbortController();
  let source;
  let failures = 0;
  let timer;

  function open() {
    close();
    connection('connecting');
    source = new EventSource(page.patches());
    source.onopen = () => {
      failures = 0;
      connection('live');
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) page.reconnect();
      else connection('connecting');
    };
    for (const type of [event.patch, event.snapshot]) source.addEventListener(type, take);
    source.addEventListener(event.bye, ({ data }) => page.reconnect(JSON.parse(data).retry));
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  const take = ({ type, data, lastEventId }) => page.take(lastEventId, JSON.parse(data), type);

  function wake({ persisted }) {
    if (persisted === false) return;
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, 5000);
    else if (source.readyState !== EventSource.OPEN) open();
  }

  page.reconnect = (pause = Math.min(15000, 500 * 2 ** failures++) * (0.5 + Math.random() / 2)) => {
    close();
    connection('connecting');
    timer = setTimeout(open, pause);
  };

  for (const type of ['visibilitychange', 'online', 'pageshow']) addEventListener(type, wake, life);
  addEventListener('pagehide', close, life);
  open();

  return () => {
    life.abort();
    close();
  };
}
