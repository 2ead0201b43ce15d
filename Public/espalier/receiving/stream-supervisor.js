// Decides whether the page needs a stream now, and notices when a stream has become silent.

import { tabLeader } from './tab-leader.js';
import { attribute, event } from '../page/wire-names.js';

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function superviseStream({ address, hear, missed, source, version }) {
  const { connection } = source;
  const life = new AbortController();
  let interval = 20000;
  let due = 0;
  /** @type {number | undefined} */
  let timer;
  /** @type {number | undefined} */
  let hiding;
  /** @type {AbortController | undefined} */
  let polls;
  const tab = tabLeader({ name: /** @type {string} */ (address.read(attribute.patches)), version, hear, open, close });
  source.superviseBy({ open, close, reconnect, say });

  function open() {
    connection.open();
    expect(10000);
  }

  function close() {
    connection.close();
    expect();
    polls = void polls?.abort();
  }

  /** @param {number} [pause] */
  function reconnect(pause) {
    if (!tab.isLeading()) return tab.greet(3000);
    expect();
    connection.reconnect(pause);
    if (connection.failures() > 2) pollInstead();
  }

  /** @type {Hear} */
  function say(word) {
    const isLive = word.state === 'live';
    if (word.type === event.beat && word.ops !== undefined) interval = Number(word.ops);
    if (isLive) {
      polls = void polls?.abort();
      expect(2.5 * interval);
      due = Date.now() + 2.5 * interval;
    }
    if (isLive || !polls) tab.pass(word);
  }

  /**
   * Reconnects when the stream is silent for this time: the connection may be dead, or a proxy may buffer.
   * @param {number} [pause]
   */
  function expect(pause) {
    due = 0;
    clearTimeout(timer);
    if (pause) timer = setTimeout(() => reconnect(), pause);
  }

  // Plain requests may get through where streams do not.
  async function pollInstead() {
    if (polls) return;
    const { signal } = (polls = new AbortController());
    const isAnswered = await missed().then(Array.isArray, () => false);
    const url = () => address.patches(version());
    // Few pages need this module.
    const begin = () => import('./long-polling.js').then(({ poll }) => poll({ url, missed, pass: tab.pass }, signal));
    if (isAnswered) await begin().catch(() => {});
    if (signal.aborted) return;
    polls = undefined;
    if (isAnswered) expect(500);
  }

  /**
   * A hidden tab closes its stream, because all tabs share the six connections that browsers open over HTTP/1.1.
   * @param {any} event
   */
  function wake({ persisted }) {
    if (persisted === false) return;
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(tab.leave, 5000);
    else if (!tab.isLeading()) tab.join();
    else if (Date.now() > due) open();
  }

  /** @type {(types: string[], handle: (event: any) => void) => void} */
  function on(types, handle) {
    for (const type of types) addEventListener(type, handle, { capture: true, signal: life.signal });
  }

  on(['visibilitychange', 'online', 'pageshow', 'resume'], wake);
  on(['pagehide', 'freeze'], tab.end);
  on(['offline'], () => reconnect());
  if (!document.hidden) tab.join();

  return () => {
    life.abort();
    clearTimeout(hiding);
    tab.end();
  };
}
