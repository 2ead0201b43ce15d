// Loads the module of each plugin when the page has elements of the plugin, or when a patch brings them.

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
  async function need(name) {
    if (!installed.has(name)) installed.set(name, load(name));
    (await installed.get(name))?.update?.();
  }

  /**
   * @param {string} name
   * @returns {Promise<ClientPlugin | undefined>}
   */
  async function load(name) {
    const module = await import(`./${name}.js`).catch(() => {});
    return life.signal.aborted ? undefined : module?.install(needs);
  }

  for (const [name, selector] of Object.entries(plugins)) {
    const [word] = /[\w-]+/.exec(selector) ?? [];
    /** @param {any} event */
    const look = ({ detail }) => `${detail.ops}`.includes(word ?? '') && need(name);
    document.addEventListener('espalier:applied', look, life);
    if (document.querySelector(selector)) need(name);
  }
  return () => {
    life.abort();
    for (const plugin of installed.values()) plugin.then((it) => it?.uninstall());
  };
}
