// Fades the rows of a list in when they come into view, each once.

import { className } from '../page/wire-names.js';

const rowsOf = `.${className.fades} > ul > li, .${className.fades} > table > tbody > tr`;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ pace }) {
  const life = new AbortController();
  /** The rows that have been in view here, by id. */
  const seen = new Set();
  /** Those that have not: false until it is known whether they come with the page or with a scroll.
   * @type {Map<Element, boolean>} */
  const known = new Map();
  /** Those that are less than a window away, */
  const close = new WeakSet();
  /** and the animation that hides them.
   * @type {Map<Element, Animation>} */
  const waiting = new Map();

  /** @type {(row: Element) => Animation} */
  const fade = (row) => row.animate({ opacity: [0, 1] }, { duration: pace(), fill: 'backwards' });

  const inView = new IntersectionObserver((entries) => {
    for (const { target: row, isIntersecting } of entries) {
      if (!known.has(row)) continue;
      if (isIntersecting) {
        seen.add(row.id);
        show(row, known.get(row) && pace() > 0);
      } else known.set(row, true);
      hide(row);
    }
  });

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target: row, isIntersecting } of entries) {
        if (isIntersecting) close.add(row);
        else close.delete(row);
        hide(row);
      }
    },
    // Rows in a box that scrolls have its edges, too.
    /** @type {any} */ ({ rootMargin: '100%', scrollMargin: '100%' }),
  );

  /** @param {Element} row */
  function hide(row) {
    const isHidden = close.has(row) && known.get(row) && pace() > 0;
    if (!isHidden) forget(row);
    if (!isHidden || waiting.has(row)) return;
    const animation = fade(row);
    // This pauses it: the bundles have other names for `pause` and `play`.
    animation.startTime = null;
    waiting.set(row, animation);
  }

  /** @param {Element} row */
  function forget(row) {
    waiting.get(row)?.cancel();
    waiting.delete(row);
  }

  /** @type {(row: Element, isFading?: boolean) => void} */
  function show(row, isFading = false) {
    for (const observer of [inView, near]) observer.unobserve(row);
    known.delete(row);
    if (isFading) (waiting.get(row) ?? fade(row)).startTime = document.timeline.currentTime;
    else forget(row);
    waiting.delete(row);
  }

  function update() {
    for (const row of known.keys()) if (!row.isConnected || !row.matches(rowsOf)) show(row);
    for (const row of document.querySelectorAll(rowsOf)) {
      if (known.has(row) || seen.has(row.id)) continue;
      known.set(row, false);
      inView.observe(row);
      near.observe(row);
    }
  }

  // Nothing on paper waits for a scroll.
  function end() {
    for (const row of [...known.keys()]) show(row);
  }

  document.addEventListener('espalier:applied', update, life);
  addEventListener('beforeprint', end, life);
  update();
  return {
    uninstall() {
      life.abort();
      end();
    },
  };
}
