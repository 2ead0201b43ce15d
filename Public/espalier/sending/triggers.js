// Sends events that nobody submits or presses: at keys, when the focus comes or goes, after a pause in editing, at a
// press elsewhere, and again and again.

import { cell } from '../copy/find-element.js';
import { attribute } from '../page/wire-names.js';

const all = `[${attribute.when}]`;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  /** @type {Map<Element, number>} the timers of pauses and of controls that are pressed again and again */
  const timers = new Map();
  const view = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) repeat(target, isIntersecting);
  });

  /** @param {any} element */
  const words = (element) => (of(element).getAttribute(attribute.when) ?? '').split(' ');

  /** @param {any} control */
  function send(control) {
    if (of(control).localName === 'button') control.click();
    else if (of(control).checkValidity()) of(control).requestSubmit();
  }

  /** @type {(element: any, kind: string) => any} the form around an element that has a trigger of this kind */
  const formOf = (element, kind) => of(element).closest?.(`form[${attribute.when}^="${kind}"]`);

  /** @param {any} event */
  function press(event) {
    const { key, target, shiftKey, ctrlKey, altKey, metaKey } = event;
    const own = of(target).closest?.(cell);
    // A key that types something belongs to the field.
    const types = key.length === 1 && (of(target).matches('input, textarea, select') || of(target).isContentEditable);
    const isOther = ctrlKey || altKey || metaKey || (shiftKey && key.length > 1);
    if (!own || types || isOther || event.isComposing || event.defaultPrevented) return;
    for (const control of of(own).querySelectorAll(all)) {
      const [kind, ...keys] = words(control);
      if (kind !== 'keys' || !keys.includes(key === ' ' ? 'Space' : key) || of(control).closest(cell) !== own) continue;
      event.preventDefault();
      send(control);
    }
  }

  /** @param {any} event */
  function enter({ target, relatedTarget }) {
    const form = formOf(target, 'focus');
    if (form && !of(form).contains(relatedTarget)) send(form);
  }

  /** @param {any} event */
  function leave({ target }) {
    const form = formOf(target, 'blur');
    // The focus stays in a window that people leave.
    const hasLeft = () => of(form).isConnected && document.hasFocus() && !of(form).contains(document.activeElement);
    if (form) setTimeout(() => hasLeft() && send(form));
  }

  /** @param {any} event */
  function edit({ target }) {
    const form = formOf(target, 'pause');
    if (!form) return;
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(() => timers.delete(form) && send(form), Number(words(form)[1])));
  }

  /** @param {any} event */
  function look({ target }) {
    for (const control of document.querySelectorAll(`[${attribute.when}="outside"]`)) {
      const own = of(control).closest(cell) ?? control;
      if (!of(own).contains(target) && /** @type {any} */ (of(control)).checkVisibility()) send(control);
    }
  }

  /** @type {(control: any, isInView: boolean) => void} */
  function repeat(control, isInView) {
    const [kind, time] = words(control);
    clearInterval(timers.get(control));
    timers.delete(control);
    if (!isInView || kind !== 'every') return;
    const mayGo = () => !document.hidden && navigator.onLine && !of(control).closest('[aria-busy]');
    timers.set(control, setInterval(() => mayGo() && send(control), Number(time)));
  }

  const listeners = { keydown: press, focusin: enter, focusout: leave, input: edit, click: look };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, life);
  return {
    update() {
      for (const [control] of timers) if (!control.isConnected) repeat(control, false);
      for (const control of document.querySelectorAll(`[${attribute.when}^="every"]`)) view.observe(control);
    },
    uninstall() {
      life.abort();
      view.disconnect();
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
