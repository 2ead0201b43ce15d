// Whether a stream is wanted now, and whether anything comes by it.

import { tabs } from './tabs.js';
import { event } from './wire.js';

export function watch(page) {
  const { open, close, reconnect } = page;
  const tab = tabs(page);
  const life = new AbortController();
  let interval = 20000;
  let due = 0;
  let timer;
  let hiding;
  let polls;

  page.open = () => {
    open();
    expect(10000);
  };

  page.close = () => {
    close();
    expect();
    polls = polls?.abort();
  };

  page.reconnect = (pause) => {
    if (!tab.isLeading()) return tab.greet(3000);
    expect();
    reconnect(pause);
    if (page.failures > 2) poll();
  };

  page.say = (word) => {
    const isLive = word.state === 'live';
    if (word.type === event.beat) interval = word.ops;
    if (isLive) {
      polls = polls?.abort();
      expect(2.5 * interval);
      due = Date.now() + 2.5 * interval;
    }
    if (isLive || !polls) tab.pass(word);
  };

  // A dead connection is silent, and so is a proxy that collects before it sends.
  function expect(pause) {
    due = 0;
    clearTimeout(timer);
    if (pause) timer = setTimeout(() => page.reconnect(), pause);
  }

  // Where plain requests get through and streams do not.
  async function poll() {
    if (polls) return;
    const { signal } = (polls = new AbortController());
    const isAnswered = await page.missed().then(Array.isArray, () => false);
    if (isAnswered) await import('./poll.js').then(({ poll }) => poll(page, tab.pass, signal)).catch(() => {});
    if (signal.aborted) return;
    polls = undefined;
    if (isAnswered) expect(500);
  }

  // Hidden tabs let go: HTTP/1.1 has six connections for all.
  function wake({ persisted }) {
    if (persisted === false) return;
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(tab.leave, 5000);
    else if (!tab.isLeading()) tab.join();
    else if (Date.now() > due) page.open();
  }

  function on(types, handle) {
    for (const type of types) addEventListener(type, handle, { capture: true, signal: life.signal });
  }

  on(['visibilitychange', 'online', 'pageshow', 'resume'], wake);
  on(['pagehide', 'freeze'], tab.end);
  on(['offline'], () => page.reconnect());
  if (!document.hidden) tab.join();

  return () => {
    life.abort();
    clearTimeout(hiding);
    tab.end();
  };
}
