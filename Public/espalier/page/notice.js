// Shows a short notice at the lower edge of the window for some seconds. Screen readers say it politely.

import { noticeClass } from './wire-names.js';

// Not in the library's style sheet, because few visits need it. The page's own rules win.
const style = new CSSStyleSheet();
style.replaceSync(`
  :where(body > .${noticeClass}) { position: fixed; inset: auto 16px 16px; z-index: 4; width: fit-content;
    max-width: 32rem; margin: 0 auto; padding: 12px 16px; border: 1px solid; border-radius: 10px;
    background: var(--e-ground, Canvas); }`);

// The id keeps the element when the client puts back texts that a translator has replaced. No key can equal it.
export const noticeID = '~notice';
/** Milliseconds. A notice stays while the pointer or the focus is on it. */
const time = 10000;

/** @param {string} text */
export function showNotice(text) {
  const known = document.querySelector(`body > .${noticeClass}`);
  const element = known ?? document.createElement('p');
  Object.assign(element, { id: noticeID, className: noticeClass, role: 'status', textContent: '' });
  if (!document.adoptedStyleSheets.includes(style)) document.adoptedStyleSheets.push(style);
  if (!known) document.body.append(element);
  // Screen readers say what changes in an element that they know, so the words come a little later.
  setTimeout(() => (element.textContent = text), 100);
  setTimeout(leave, time);

  function leave() {
    if (element.textContent !== text) return;
    if (element.matches(':hover')) setTimeout(leave, time);
    else element.remove();
  }
}
