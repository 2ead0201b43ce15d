// Makes a page live: starts what the first press needs, then loads the rest.

import { addressOf } from './page/page-address.js';
import { listenToForms } from './sending/form-listener.js';
import { of } from './page/own-properties.js';
import { place } from './copy/preserve-state.js';
import { receiver } from './receiving/receive-patches.js';
import { sender } from './sending/event-queue.js';
import { statusLine } from './page/status-line.js';
import { eventStream } from './receiving/event-stream.js';
import { attribute, event } from './page/wire-names.js';

/** @returns {() => void} stops the client */
export function start() {
  let stop = begin(restart);
  /** @param {() => void} change what happens while the client is stopped */
  function restart(change) {
    stop();
    change();
    stop = begin(restart);
  }
  return () => stop();
}

/**
 * @param {Client['restart']} restart
 * @returns {() => void} stops the client
 */
function begin(restart) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(`[${attribute.patches}]`));
  if (!form) return () => {};
  const address = addressOf(form);
  const status = statusLine();
  const lost = () => source.reconnect();
  const page = receiver({ address, lost });
  const { take, reached, version } = page;
  const { dataset } = document.documentElement;
  const arrived = () => void (dataset.espalier === 'offline' && source.reconnect(0));
  const posts = sender({ take, reached, status, arrived });
  const stopListening = listenToForms({ form, events: address.events, send: posts.send, leave: posts.leave });

  /** @type {Hear} */
  const hear = ({ state, type, id, ops = [] }) => {
    if (state === 'live' && dataset.espalier !== 'live') posts.retry();
    status.connection(state);
    if (id && type !== event.beat) take(id, ops, type);
  };
  const source = eventStream({ url: () => address.patches(version()), hear });
  let isStopped = false;
  const client = { ...page, of, place, address, hear, send: posts.send, say: status.say, source, restart };
  /** @type {Promise<(() => void) | void>} */
  const rest = import('./rest.js').then(
    (module) => (isStopped ? undefined : module.install(client)),
    () => (isStopped ? undefined : source.connection.open()),
  );

  return () => {
    isStopped = true;
    source.close();
    rest.then((uninstall) => uninstall?.());
    stopListening();
    posts.stop();
    page.stop();
    status.stop();
  };
}
