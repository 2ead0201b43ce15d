// Shows a short notice at the lower edge of the window for some seconds. Screen readers say it politely.

import { noticeClass } from './wire.js';

/** Milliseconds. A notice stays while the pointer or the focus is on it. */
const time = 10000;

/** @param {string} text */
export function showNotice(text) {
  const known = document.querySelector(`body > .${noticeClass}`);
  const element = known ?? document.createElement('p');
  // The id keeps the element when the client puts back texts that a translator has replaced.
  Object.assign(element, { id: 'e:notice', className: noticeClass, role: 'status', textContent: '' });
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
