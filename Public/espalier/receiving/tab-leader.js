// Of all tabs that show one page, one leads. It holds a lock, opens the stream and passes its events to the others.

import { mostStreams } from '../page/stream-limit.js';
import { event } from '../page/wire-names.js';

/**
 * @param {{ name: string, version(): Version, hear: Hear, open(isCrowded?: boolean): void, close(): void }} needs
 * @returns {Tab}
 */
export function tabLeader({ name, version, hear, open, close }) {
  const { locks } = navigator;
  /** @returns {Word} */
  const standing = () => ({ state, id: state === 'live' ? version().text : undefined, ops: [] });
  let state = 'connecting';
  /** @type {BroadcastChannel | undefined} */
  let channel;
  /** @type {AbortController | undefined} */
  let turn;
  /** @type {((value?: unknown) => void) | undefined} */
  let release;
  /** @type {number | undefined} */
  let timer;

  function listen() {
    if (!locks || channel) return;
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (!data.state) answer(data);
      else if (!release) follow(data);
    };
  }

  /** @param {Word} word */
  function follow(word) {
    expect(30000, greet);
    hear(word);
  }

  /**
   * Answers another tab. Another epoch means that the server was restarted or that the browser has another instance.
   * @param {Version} version
   */
  function answer({ epoch }) {
    if (!release) return;
    if (epoch === version().epoch) channel?.postMessage(standing());
    else open();
  }

  // The leading tab answers, unless it is frozen.
  function greet() {
    channel?.postMessage(version());
    expect(5000, queue, { steal: true });
  }

  /** @type {(pause: number, then: (...rest: any[]) => void, ...rest: any[]) => void} */
  function expect(pause, then, ...rest) {
    clearTimeout(timer);
    if (turn && !release) timer = setTimeout(then, pause, ...rest);
  }

  /** @param {LockOptions} [options] */
  function queue(options) {
    turn?.abort();
    const mine = (turn = new AbortController());
    const lead = () => turn === mine && new Promise(take);
    if (!locks) return void lead();
    greet();
    locks.request(name, options ?? { signal: mine.signal }, lead).catch((error) => {
      if (turn !== mine) return;
      if (error.name !== 'AbortError') return void lead();
      leave();
      queue();
    });
  }

  /** @param {(value?: unknown) => void} resolve */
  function take(resolve) {
    clearTimeout(timer);
    release = resolve;
    // Each page that leads has a lock. A browser may refuse to say how many there are.
    const begin = (/** @type {any} */ { held }) => release === resolve && open(held?.length > mostStreams);
    return locks?.query().then(begin, begin) ?? open();
  }

  function join() {
    listen();
    if (turn) greet();
    else queue();
  }

  function leave() {
    clearTimeout(timer);
    turn?.abort();
    release?.();
    turn = release = undefined;
    close();
  }

  function end() {
    leave();
    channel = void channel?.close();
  }

  /** @type {Hear} */
  function pass(word) {
    state = word.state;
    const said = word.type === event.beat ? standing() : word;
    channel?.postMessage(said);
    hear(said);
  }

  listen();
  return { join, leave, end, pass, greet: (pause) => expect(pause, greet), isLeading: () => release !== undefined };
}
