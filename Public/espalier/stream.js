// One stream at a time.

import { connection } from './status.js';
import { event } from './wire.js';

export function stream(page) {
  let source;
  let timer;

  page.failures = 0;
  page.say = page.hear = ({ state, type, id, ops }) => {
    connection(state);
    if (id && type !== event.beat) page.take(id, ops, type);
  };

  page.open = () => {
    close();
    page.say({ state: 'connecting' });
    source = new EventSource(page.patches());
    source.onerror = () => page.reconnect();
    for (const type of Object.values(event)) source.addEventListener(type, listen);
  };

  page.reconnect = (pause = Math.min(15000, 500 * 2 ** page.failures++) * (0.5 + Math.random() / 2)) => {
    close();
    page.say({ state: 'connecting' });
    timer = setTimeout(() => page.open(), pause);
  };

  const close = (page.close = () => {
    clearTimeout(timer);
    source?.close();
  });

  function listen({ type, data, lastEventId: id }) {
    const ops = JSON.parse(data);
    page.failures = 0;
    if (type === event.bye) page.reconnect(ops.retry);
    else page.say({ state: 'live', type, id, ops });
  }

  const watching = import('./watch.js').then(({ watch }) => watch(page), () => page.open());
  return () => {
    page.close();
    watching.then((stop) => stop?.());
  };
}
