// A note beside a field, with the text that another window gave the field and a button that takes this text.

import { translate } from '../page/translate.js';

/** A longer text is cut. Characters. */
const most = 200;
// Not in the library's style sheet, because few visits need it. The page's own rules win.
const style = new CSSStyleSheet();
style.replaceSync(`
  :where(.e-newer) { display: flex; align-items: center; position: fixed; inset: auto; width: max-content;
    max-width: min(24rem, 100vw); margin: 0; padding: 4px 4px 4px 12px; border: 1px solid; border-radius: 8px;
    background: var(--e-ground, Canvas); overflow-wrap: anywhere; }
  :where(.e-newer button) { flex: none; text-decoration: underline; }`);

/**
 * @param {HTMLElement} field
 * @param {() => void} use
 * @returns {Note}
 */
export function noteFor(field, use) {
  const life = new AbortController();
  const options = { capture: true, passive: true, signal: life.signal };
  const [element, button] = [document.createElement('div'), document.createElement('button')];
  const text = document.createTextNode('');
  // The id keeps the element when the client puts back texts that a translator has replaced. No key can equal it.
  Object.assign(element, { id: '~newer', className: 'e-newer', popover: 'manual', role: 'status' });
  Object.assign(button, { type: 'button', textContent: translate('Use it') });
  if (!document.adoptedStyleSheets.includes(style)) document.adoptedStyleSheets.push(style);
  button.addEventListener('click', use);
  // A press leaves the focus in the field.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.append(text, ' ', button);
  show();
  for (const type of ['scroll', 'resize']) addEventListener(type, place, options);

  function show() {
    if (field.nextSibling === element) return;
    field.after(element);
    /** @type {any} */ (element).showPopover?.();
  }

  // Below the field, or above it if there is no room below.
  function place() {
    const { left, top, bottom } = field.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const y = bottom + height + 4 > innerHeight ? top - height - 4 : bottom + 4;
    element.style.left = `${Math.max(0, Math.min(left, innerWidth - width))}px`;
    element.style.top = `${Math.max(0, y)}px`;
  }

  /** @param {string} newer */
  function say(newer) {
    show();
    const start = newer.length > most ? `${newer.slice(0, most)}…` : newer;
    const words = translate(newer ? `Changed elsewhere: “${start}”` : 'Emptied elsewhere.');
    // Screen readers say what changes in an element that they know, so the words come a little later.
    if (words !== text.data) setTimeout(() => (text.data = words), 100);
    setTimeout(place, 100);
    place();
  }

  function remove() {
    life.abort();
    if (element.contains(document.activeElement)) field.focus();
    element.remove();
  }

  return { say, remove, has: (node) => element.contains(node) };
}
