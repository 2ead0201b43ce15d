// Keeps the place in a list that is shown in windows. The row that somebody reads stands in the page's URL, so that
// a reload, Back and a shared link lead to it. Screen readers hear which row of the whole list each row is.

import { addSheet } from '../page/style-sheet.js';
import { anyKey, attribute, className, historyEntry as entry, urlKey } from '../page/wire-names.js';

/** The place is written when nobody has scrolled for this time. Milliseconds. */
const pause = 200;
/** For this time after a load, patches do not move the row to which the page has returned. Milliseconds. */
const patience = 5000;
const anchored = `[class*="${urlKey}"]`;
const place = (/** @type {Element} */ element) => element.getBoundingClientRect();

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ scroller, copy, of }) {
  const life = new AbortController();
  const removeSheet = addSheet(new URL('tools.css', import.meta.url).href);
  /** @type {number | undefined} */
  let timer;
  /** @type {[id: string, top: number] | undefined} the row to which the page returns, and its place in the window */
  let aim = history.state?.[entry]?.row;

  const notes = () =>
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`.${className.windows}[${attribute.rowQuery}]`)]);
  const rows = (/** @type {Element} */ note) => [
    ...(note.closest('footer')?.parentElement?.querySelectorAll(anchored) ?? []),
  ];

  function update() {
    for (const note of notes()) number(note);
    goBack();
  }

  // While the rows are counted, their number is -1 (WAI-ARIA 1.2, aria-setsize).
  /** @param {Element} note */
  function number(note) {
    const first = note.getAttribute(attribute.firstRow);
    const count = note.getAttribute(attribute.rowCount) || '-1';
    rows(note).forEach((row, index) => {
      const isInTable = row.localName === 'tr';
      const position = first && `${Number(first) + index + (isInTable ? 2 : 1)}`;
      if (isInTable) return set(row, 'aria-rowindex', position);
      set(row, 'aria-setsize', count);
      set(row, 'aria-posinset', position);
    });
    // The heads of the columns are a row, too.
    const table = note.closest('footer')?.parentElement?.querySelector('table');
    if (table) set(table, 'aria-rowcount', count === '-1' ? count : `${Number(count) + 1}`);
  }

  function goBack() {
    if (!aim) return;
    const [id, top] = aim;
    // If the row is gone, another one took its place: the first.
    const row = copy.find(id) ?? notes().flatMap(rows)[0];
    if (row) {
      of(scroller(row)).scrollBy({
        top: place(row).top - top,
        behavior: /** @type {ScrollBehavior} */ ('instant'),
      });
    }
  }

  const leaveAim = () => (aim = undefined);

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(write, pause);
  }

  // Writes the first row in view of each list into the URL, and where exactly the first of them is into the entry of
  // the browser's history. Nobody reads a list that is wholly below the window.
  function write() {
    timer = undefined;
    if (aim) return;
    const url = new URL(location.href);
    let seen;
    for (const note of notes()) {
      const all = rows(note);
      if (!all.length) continue;
      const box = scroller(all[0]);
      const edge = box === document.documentElement ? 0 : place(of(box)).top;
      const start = edge + (parseFloat(getComputedStyle(box).scrollPaddingTop) || 0);
      const row = /** @type {any} */ (all.find((row) => place(row).bottom > start + 1));
      const [, key] = new RegExp(`${urlKey}(\\S+)`).exec(row?.className) ?? [];
      const query = new URLSearchParams(/** @type {any} */ (note.getAttribute(attribute.rowQuery)));
      const [name] = [...query].find(([, value]) => value === anyKey) ?? [];
      if (!key || !name) continue;
      if (place(row).top <= innerHeight) {
        url.searchParams.set(name, decodeURIComponent(key));
        seen ??= [row.id, place(row).top];
      }
      if (row === all[0] && note.getAttribute(attribute.firstRow) === '0') url.searchParams.delete(name);
    }
    if (!seen) return;
    // The browser knows a distance from the top of the page, and other rows may be above next time.
    history.scrollRestoration = 'manual';
    history.replaceState({ ...history.state, [entry]: { ...history.state?.[entry], row: seen } }, '', url);
  }


  const options = { capture: true, passive: true, signal: life.signal };
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(type, leaveAim, options);
  setTimeout(leaveAim, patience);
  document.addEventListener('espalier:applied', update, life);
  document.addEventListener('scroll', wait, options);
  // Somebody has scrolled before this module was there.
  if (scrollY) wait();
  addEventListener('pagehide', () => timer && write(), life);
  return {
    update,
    uninstall() {
      life.abort();
      removeSheet();
      clearTimeout(timer);
    },
  };
}

/** @type {(element: Element, name: string, value: string | null) => void} */
function set(element, name, value) {
  if (!value) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
