// Loads the module of each plugin when the page has elements of the plugin, or when a patch brings them. Loads other
// modules when something happens for the first time: an effect comes, or somebody points, scrolls, enters a text field
// or presses a key. Loads the module of scroll anchoring where the browser has none, and the check of the page some
// time after the first patch. Passes patches to the site's own modules.

import { give, of } from './focus.js';
import { play } from './rows.js';
import { isScrolledByHand, scroller } from './scrolling.js';
import { pace } from './timing.js';
import { attribute, className, historyEntry, modal, query } from './wire.js';

const { arrows, fold, handle, part, pinned, swipe, windows } = className;
// The class or attribute of the elements of each plugin. Some classes are named like their plugin.
const plugins = Object.entries({
  'arrow-keys': arrows,
  folding: fold,
  reordering: handle,
  swipes: swipe,
  growing: attribute.grow,
  uploads: attribute.multipart,
  modal,
  parts: part,
  windows,
}).concat(
  ['visibility', 'sticky', 'stays', 'scrolls', 'highlight', 'tools', 'table'].map((name) => [name, `e-${name}`]),
);
// A page that has one from the start links their style sheet.
const arrangement = /e-(flow|grid|strip|waterfall)/;

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function lazy(client) {
  const { address, copy } = client;
  /** @type {PluginNeeds['play']} */
  const animate = (changes, show, time) => play(changes, show, time, copy.find);
  const needs = { ...client, pace, play: animate, give, scroller, isScrolledByHand, need };
  const life = new AbortController();
  const { signal } = life;
  /** @type {Record<string, Promise<ClientPlugin | undefined>>} */
  const installed = {};

  /** @param {string} name */
  async function need(name, again = '') {
    (await (installed[name] ??= load(name, again)))?.update?.();
  }

  /**
   * @param {string} name
   * @param {string} again another URL for another try, because browsers remember a URL that failed
   * @returns {Promise<ClientPlugin | undefined>}
   */
  async function load(name, again) {
    const { activeElement: focused } = document;
    const module = await import(`./${name}.js${again}`).catch(() => {});
    if (signal.aborted) return;
    if (module) return module.install({ ...needs, focused });
    setTimeout(() => signal.aborted || (delete installed[name] && need(name, `?${Date.now()}`)), 3000);
  }

  // Until somebody scrolls, no sticky row pushes another, unless rows keep a distance from the edge.
  const scrolled = () => need('sticky');
  const isApart = `.${pinned}, [class*=" e-offset-"]`;

  /** @param {string} name */
  function want(name) {
    if (name !== 'sticky' || scrollX || scrollY || document.querySelector(isApart)) need(name);
    else document.addEventListener('scroll', scrolled, { capture: true, once: true, signal });
  }

  // Runs after each patch. Browsers load a module of the site once, with the first patch.
  /** @param {any} event */
  function look({ detail }) {
    const ops = `${detail.ops}`;
    for (const [name, word] of plugins) if (ops.includes(word)) want(name);
    if (arrangement.test(ops)) need('arrangements');
    for (const element of document.querySelectorAll(`[${attribute.module}]`)) {
      import(`${of(element).getAttribute(attribute.module)}`).then(
        ({ applied }) => applied(detail),
        () => {},
      );
    }
  }

  for (const [name, word] of plugins) if (document.querySelector(`.${word}, [${word}]`)) want(name);
  document.addEventListener('espalier:applied', look, life);
  client.presenting.performLater(() => need('effects'));
  // The module of effects also leads back and forward between pages that it has shown.
  if (history.state?.[historyEntry]?.isPassed) need('effects');
  if (address.url.searchParams.has(query.tab)) need('own-tab');
  const enter = () => of(document.activeElement)?.matches('input, textarea') && need('newer');
  document.addEventListener('focusin', enter, life);
  enter();
  if (/** @type {any} */ (getComputedStyle(document.documentElement)).overflowAnchor !== 'auto') need('anchoring');
  // At different times, because many pages may get a patch at the same time.
  const pause = 1000 * Number(address.read(attribute.check) ?? 600) * (1 + Math.random());
  const check = () => signal.aborted || need('check');
  document.addEventListener('espalier:applied', () => setTimeout(check, pause), { once: true, signal });
  const hold = () => need('hold');
  for (const type of ['pointermove', 'pointerdown']) document.addEventListener(type, hold, { once: true, signal });
  document.addEventListener('keydown', () => need('uncover'), life);
  document.addEventListener('selectstart', () => need('selection'), life);
  return () => {
    life.abort();
    for (const name in installed) installed[name].then((it) => it?.uninstall());
  };
}
