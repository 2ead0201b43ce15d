// Loads the module of each plugin when the page has elements of the plugin, or when a patch brings them. Loads other
// modules when something happens for the first time: an effect comes, or a person enters a text field. Loads the module
// of scroll anchoring where the browser has none, and the check of the page some time after the first patch.

import { play } from './rows.js';
import { isScrolledByHand, scroller } from './scrolling.js';
import { pace } from './timing.js';
import { attribute, className } from './wire.js';

const { handle, sticky, visibility } = className;
const plugins = {
  reordering: `.${handle}`,
  growing: `[${attribute.grow}]`,
  sticky: `.${sticky}`,
  visibility: `.${visibility}`,
};

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function lazy(client) {
  const needs = { ...client, pace, play, scroller, isScrolledByHand };
  const life = new AbortController();
  /** @type {Map<string, Promise<ClientPlugin | undefined>>} */
  const installed = new Map();

  /** @param {string} name */
  async function need(name, again = '') {
    if (!installed.has(name)) installed.set(name, load(name, again));
    (await installed.get(name))?.update?.();
  }

  /**
   * @param {string} name
   * @param {string} again another URL for another try, because browsers remember a URL that failed
   * @returns {Promise<ClientPlugin | undefined>}
   */
  async function load(name, again) {
    const module = await import(`./${name}.js${again}`).catch(() => {});
    if (life.signal.aborted) return;
    if (module) return module.install(needs);
    setTimeout(() => life.signal.aborted || (installed.delete(name) && need(name, `?${Date.now()}`)), 3000);
  }

  for (const [name, selector] of Object.entries(plugins)) {
    const [word] = /[\w-]+/.exec(selector) ?? [];
    /** @param {any} event */
    const look = ({ detail }) => `${detail.ops}`.includes(word ?? '') && need(name);
    document.addEventListener('espalier:applied', look, life);
    if (document.querySelector(selector)) need(name);
  }
  client.presenting.performLater(() => need('effects'));
  const enter = () => document.activeElement?.matches('input, textarea') && need('newer');
  document.addEventListener('focusin', enter, life);
  enter();
  if (/** @type {any} */ (getComputedStyle(document.documentElement)).overflowAnchor !== 'auto') need('anchoring');
  // At different times, because many pages may get a patch at the same time.
  const pause = 1000 * Number(client.address.form.getAttribute(attribute.check) ?? 600) * (1 + Math.random());
  const check = () => life.signal.aborted || need('check');
  document.addEventListener('espalier:applied', () => setTimeout(check, pause), { once: true, ...life });
  return () => {
    life.abort();
    for (const plugin of installed.values()) plugin.then((it) => it?.uninstall());
  };
}
