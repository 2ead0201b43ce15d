// Reports how somebody scrolls the lists that ask for it. One post has what has happened in a list since the last one.

import { randomID } from '../page/random-id.js';
import { position, seen } from './scroll-position.js';
import { reporter } from './post-reports.js';
import { className, root, scrollEvent } from '../page/wire-names.js';

const asking = `.${className.scrolls}`;
// Milliseconds between two reports, and without movement until scrolling has ended.
const pause = 250;
const rest = 150;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install(needs) {
  const { address, scroller } = needs;
  const life = new AbortController();
  const post = reporter(needs, life.signal);
  /** @type {Map<Element, ScrolledList>} by the container's element */
  const lists = new Map();
  /** @type {number | undefined} */
  let timer;

  // What a patch brings into view was not scrolled there.
  function update() {
    for (const element of lists.keys()) if (!element.isConnected || !element.matches(asking)) forget(element);
    for (const element of document.querySelectorAll(asking)) {
      const rows = element.querySelector(':scope > ul, :scope > table > tbody');
      if (!rows) continue;
      const isStrip = element.classList.contains(className.strip);
      const isBox = /auto|scroll/.test(getComputedStyle(rows).overflowY);
      const box = isBox ? rows : scroller(rows);
      const sign = isStrip && getComputedStyle(rows).direction === 'rtl' ? -1 : 1;
      const old = lists.get(element) ?? { position: 0, moments: [] };
      const list = /** @type {ScrolledList} */ (Object.assign(old, { rows, box, isStrip, sign }));
      if (!list.isMoving) list.position = position(list);
      list.seen = seen(element, list);
      lists.set(element, list);
    }
  }

  /** @param {Element} element */
  function forget(element) {
    clearTimeout(lists.get(element)?.idle);
    lists.delete(element);
  }

  /** @param {Event} event */
  function scrolled({ target }) {
    const box = target === document ? document.documentElement : target;
    for (const [element, list] of lists) if (list.box === box) move(element, list);
  }

  /** @type {(element: Element, list: ScrolledList) => void} */
  function move(element, list) {
    const now = position(list);
    const way = now - list.position;
    if (!way) return;
    const direction = way > 0 ? 'forward' : 'backward';
    if (!list.isMoving) note(list, 'began');
    if (!list.isMoving || direction !== list.direction) note(list, direction);
    const [before, after] = [list.seen, seen(element, list)];
    if (after.start && !before.start) note(list, 'startReached');
    if (after.end && !before.end) note(list, 'endReached');
    if (after.last && !before.last) note(list, 'lastRowInView');
    if (after.header !== before.header) note(list, after.header ? 'headerInView' : 'headerOutOfView');
    clearTimeout(list.idle);
    const idle = setTimeout(() => stop(list), rest);
    Object.assign(list, { isMoving: true, position: now, direction, seen: after, idle });
  }

  /** @param {ScrolledList} list */
  function stop(list) {
    list.isMoving = false;
    note(list, 'ended');
  }

  /** @type {(list: ScrolledList, word: string) => void} */
  function note(list, word) {
    list.moments = list.moments.filter((other) => other !== word).concat(word);
    timer ??= setTimeout(send, pause);
  }

  // A report that does not arrive is lost: later it would not be true any more.
  async function send() {
    const sent = [...lists].filter(([, list]) => list.moments.length > 0);
    for (const [element, list] of sent) {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(address.form)));
      for (const word of list.moments) body.append(scrollEvent.moments, word);
      list.moments = [];
      const node = element.id === root ? '' : element.id;
      await post(node, scrollEvent.event, { id: randomID(), body }).catch(() => {});
    }
    timer = undefined;
    if (life.signal.aborted || ![...lists.values()].some((list) => list.moments.length > 0)) return;
    timer = setTimeout(send, pause);
  }

  document.addEventListener('scroll', scrolled, { capture: true, passive: true, signal: life.signal });
  document.addEventListener('espalier:applied', update, life);
  update();
  return {
    uninstall() {
      life.abort();
      timer = void clearTimeout(timer);
      for (const element of [...lists.keys()]) forget(element);
    },
  };
}
