// Decides whether the page needs a stream now, and notices when a stream has become silent.

import { pollsCookie } from '../page/stream-limit.js';
import { tabLeader } from './tab-leader.js';
import { attribute, event } from '../page/wire-names.js';

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function superviseStream(client) {
  const { address, hear, source, version } = client;
  const { connection } = source;
  const life = new AbortController();
  let interval = 20000;
  /** @type {boolean | undefined} */
  let isCrowded;
  let due = 0;
  /** @type {number | undefined} */
  let timer;
  /** @type {number | undefined} */
  let hiding;
  /** @type {AbortController | undefined} */
  let polls;
  const tab = tabLeader({ name: /** @type {string} */ (address.read(attribute.patches)), version, hear, open, close });
  source.superviseBy({ open, close, reconnect, say });

  /** @param {boolean} [crowds] whether other pages of this browser have enough streams */
  function open(crowds = isCrowded) {
    isCrowded = crowds;
    if (crowds || document.cookie.includes(pollsCookie)) pollInstead();
    if (crowds) return;
    // First, because a browser without streams throws an error.
    expect(4000);
    connection.open();
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
      polls = void polls?.abort(true);
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
    if (!pause) return;
    timer = setTimeout(() => {
      reconnect();
      pollInstead();
    }, pause);
  }

  // Plain requests may get through where streams do not.
  async function pollInstead() {
    if (polls || !tab.isLeading()) return;
    const { signal } = (polls = new AbortController());
    // Few pages need this module.
    const module = await import('./long-polling.js').catch(() => {});
    const isAnswered = await module?.poll({ ...client, pass: tab.pass, isCrowded }, signal);
    if (signal.aborted) return;
    polls = undefined;
    if (isCrowded) open(false);
    else if (isAnswered) expect(500);
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
