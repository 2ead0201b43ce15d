// Loads modules when the page needs them, as the lists in `start-list.js` say, and passes patches to the site's own
// modules.

import { attribute } from './page/wire-names.js';
import { give } from './reading/keep-focus.js';
import { isScrolledByHand, scroller } from './reading/scroll-boxes.js';
import { pace } from './receiving/animation-timing.js';
import { play } from './receiving/row-animation.js';

const own = 'receiving/own-modules';
const ownModule = `[${attribute.module}]`;

/**
 * @param {Client} client
 * @param {StartByText[]} withElement
 * @param {StartByText} withScroll
 * @param {StartByText<RegExp>} withPatch
 * @param {StartRule[]} withCondition
 * @returns {() => void}
 */
export function loadLater(client, withElement, [sticky, atOnce], [arrangements, pattern], withCondition) {
  const { copy } = client;
  /** @type {PluginNeeds['play']} */
  const animate = (changes, show, time) => play(changes, show, time, copy.find);
  const needs = { ...client, pace, play: animate, give, scroller, isScrolledByHand, need };
  const life = new AbortController();
  const { signal } = life;
  /** @type {Record<string, Promise<ClientPlugin | undefined>>} */
  const installed = {};

  /**
   * @param {string} path
   * @param {string} [again]
   * @param {object} [detail] what `update` needs to know
   */
  async function need(path, again, detail) {
    (await (installed[path] ??= load(path, again)))?.update?.(detail);
  }

  /**
   * @param {string} path
   * @param {string} [again] another URL for another try, because browsers remember a URL that failed
   * @returns {Promise<ClientPlugin | undefined>}
   */
  async function load(path, again = '') {
    const { activeElement: focused } = document;
    const module = await import(`./${path}.js${again}`).catch(() => {});
    if (signal.aborted) return;
    if (module) return module.install({ ...needs, focused });
    setTimeout(() => signal.aborted || (delete installed[path] && need(path, `?${Date.now()}`)), 3000);
  }

  const scrolled = () => need(sticky);

  /** @param {string} path */
  function want(path) {
    if (path !== sticky || scrollX || scrollY || document.querySelector(atOnce)) need(path);
    else document.addEventListener('scroll', scrolled, { capture: true, once: true, signal });
  }

  // Runs after each patch.
  /** @param {any} event */
  function look({ detail }) {
    const ops = `${detail.ops}`;
    for (const [path, word] of withElement) if (ops.includes(word)) want(path);
    if (pattern.test(ops)) need(arrangements);
    // A hidden element may be shown by the first patch.
    if (document.querySelector(ownModule)) need(own, '', detail);
  }

  for (const [path, word] of withElement) if (document.querySelector(`.${word}, [${word}]`)) want(path);
  if (document.querySelector(`${ownModule}:not([hidden])`)) need(own);
  document.addEventListener('espalier:applied', look, life);
  for (const [path, wait] of withCondition) wait(() => signal.aborted || need(path), client, life);
  return () => {
    life.abort();
    for (const path in installed) installed[path].then((it) => it?.uninstall());
  };
}
