// Loads the module of each plugin when the page has elements of the plugin, or when a patch brings them. Loads the
// module of effects when the first effect comes, and the one for the focus when the first key is pressed.

import { play } from './rows.js';
import { isScrolledByHand, scroller } from './scrolling.js';
import { pace } from './timing.js';
import { attribute, className, modal } from './wire.js';

const { arrows, handle, sticky, visibility } = className;
// The class or attribute of the elements of each plugin.
const plugins = {
  'arrow-keys': arrows,
  reordering: handle,
  growing: attribute.grow,
  sticky,
  visibility,
  modal,
};

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function lazy(client) {
  const needs = { ...client, pace, play, scroller, isScrolledByHand };
  const life = new AbortController();
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
    if (life.signal.aborted) return;
    if (module) return module.install({ ...needs, focused });
    setTimeout(() => life.signal.aborted || (delete installed[name] && need(name, `?${Date.now()}`)), 3000);
  }

  for (const [name, word] of Object.entries(plugins)) {
    /** @param {any} event */
    const look = ({ detail }) => `${detail.ops}`.includes(word) && need(name);
    document.addEventListener('espalier:applied', look, life);
    if (document.querySelector(`.${word}, [${word}]`)) need(name);
  }
  client.presenting.performLater(() => need('effects'));
  document.addEventListener('keydown', () => need('uncover'), life);
  return () => {
    life.abort();
    for (const name in installed) installed[name].then((it) => it?.uninstall());
  };
}
