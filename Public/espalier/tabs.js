// Of all tabs with one page, one leads: it has the stream, by a lock, and passes on what it hears.

import { attribute, event } from './wire.js';

export function tabs(page) {
  const { locks } = navigator;
  const name = page.form.getAttribute(attribute.patches);
  const standing = () => ({ state, id: state === 'live' && page.version.text, ops: [] });
  let state = 'connecting';
  let channel;
  let turn;
  let release;
  let timer;

  function listen() {
    if (!locks || channel) return;
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (!data.state) answer(data);
      else if (!release) hear(data);
    };
  }

  function hear(word) {
    expect(30000, greet);
    page.hear(word);
  }

  // Another epoch: the server was started anew, or the browser has got another instance.
  function answer({ epoch }) {
    if (!release) return;
    if (epoch === page.version.epoch) channel.postMessage(standing());
    else page.open();
  }

  // A tab that leads answers, unless it is frozen.
  function greet() {
    channel.postMessage(page.version);
    expect(5000, queue, { steal: true });
  }

  function expect(pause, then, ...rest) {
    clearTimeout(timer);
    if (turn && !release) timer = setTimeout(then, pause, ...rest);
  }

  function queue(options) {
    turn?.abort();
    const mine = (turn = new AbortController());
    const lead = () => turn === mine && new Promise(take);
    if (!locks) return lead();
    greet();
    locks.request(name, options ?? { signal: mine.signal }, lead).catch((error) => {
      if (turn !== mine) return;
      if (error.name !== 'AbortError') return lead();
      leave();
      queue();
    });
  }

  function take(resolve) {
    clearTimeout(timer);
    release = resolve;
    page.open();
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
    page.close();
  }

  function end() {
    leave();
    channel = channel?.close();
  }

  function pass(word) {
    state = word.state;
    if (word.type === event.beat) word = standing();
    channel?.postMessage(word);
    page.hear(word);
  }

  listen();
  return { join, leave, end, pass, greet: (pause) => expect(pause, greet), isLeading: () => release };
}
