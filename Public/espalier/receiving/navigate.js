// Leads to another page of the site without loading its scripts again: fetches the page and changes this one into it,
// so that equal elements stay, with their focus and their text. Back and forward work in the same way. A page that is
// different in kind is loaded by the browser.

import { noticeID } from '../page/notice.js';
import { attribute, formID, historyEntry as entry, query } from '../page/wire-names.js';

/** @type {(() => void) | undefined} */
let goBack;
let isLate = false;

// Somebody may go back before the client has started again for the page that it shows now.
addEventListener('popstate', () => {
  if (!passed()) return;
  if (goBack) goBack();
  else isLate = true;
});

/**
 * @param {Pick<PluginNeeds, 'copy' | 'restart'> & { parse(html: string): Document }} needs
 * @returns {{ go(url: string): void, stop(): void }}
 */
export function navigator({ copy, restart, parse }) {
  const life = new AbortController();

  /** @param {string} url */
  function go(url) {
    show(url, () => {
      remember();
      history.pushState({ [entry]: { isPassed: true, at: [0, 0] } }, '', url);
    });
  }

  /** @param {string} url @param {() => void} moved changes the history */
  async function show(url, moved) {
    const from = location.href;
    // Somebody may go on before the page has arrived.
    const isOver = () => life.signal.aborted || location.href !== from;
    const next = await load(url);
    if (isOver()) return;
    if (!next) return location.assign(url);
    const isElsewhere = new URL(url, location.href).pathname !== location.pathname;
    await styles(next);
    if (isOver()) return;
    moved();
    // A notice belongs to neither page.
    const notice = document.getElementById(noticeID);
    restart(() => {
      document.title = next.title;
      const { lang, dir } = next.documentElement;
      Object.assign(document.documentElement, { lang, dir });
      document.body.className = next.body.className;
      // The copy has no such attributes, so a button that stays would keep its own.
      for (const button of document.querySelectorAll(`[form="${formID}"]`)) button.removeAttribute('form');
      copy.become(next.body);
    });
    if (notice) document.body.append(notice);
    if (isElsewhere) begin();
    scrollTo(...(passed()?.at ?? [0, 0]));
  }

  /** @param {string} address @returns {Promise<Document | undefined>} nothing if the browser must load the page */
  async function load(address) {
    const url = new URL(address, location.href);
    const tab = url.href === location.href && passed()?.tab;
    if (tab) url.searchParams.set(query.tab, tab);
    try {
      const response = await fetch(url, { headers: { Accept: 'text/html' }, signal: life.signal });
      const next = parse(await response.text());
      const isSame = scripts(next) === scripts(document) && next.querySelector(`[${attribute.patches}]`);
      return isSame && !response.redirected ? next : undefined;
    } catch {
      return undefined;
    }
  }

  function stop() {
    life.abort();
    goBack = undefined;
  }

  goBack = () => show(location.href, () => {});
  if (isLate) goBack();
  isLate = false;
  return { go, stop };
}

/** What this module knows of the entry of the history. */
const passed = () => (history.state?.[entry]?.isPassed ? history.state[entry] : undefined);

// Where the page is scrolled to.
function remember() {
  const state = { ...history.state?.[entry], isPassed: true, at: [scrollX, scrollY] };
  history.replaceState({ ...history.state, [entry]: state }, '');
}

/** @param {Document} page */
const scripts = (page) => Array.from(page.scripts, (script) => script.getAttribute('src')).join();

/**
 * Adds the style sheets of another page, waits until they are there, and removes those that it does not have.
 * @param {Document} next
 */
async function styles(next) {
  const links = (/** @type {Document} */ page) =>
    /** @type {HTMLLinkElement[]} */ ([...page.head.querySelectorAll('link[rel=stylesheet]')]);
  const wanted = links(next).map((link) => link.getAttribute('href'));
  const known = links(document).map((link) => link.getAttribute('href'));
  const loading = links(next)
    .filter((link) => !known.includes(link.getAttribute('href')))
    .map((link) => {
      const mine = document.importNode(link);
      document.head.append(mine);
      return new Promise((resolve) => (mine.onload = mine.onerror = resolve));
    });
  await Promise.all(loading);
  for (const link of links(document)) if (!wanted.includes(link.getAttribute('href'))) link.remove();
}

/** A screen reader begins with the heading of the page, as after a full load. */
function begin() {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector('main h1') ?? document.querySelector('h1'));
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
