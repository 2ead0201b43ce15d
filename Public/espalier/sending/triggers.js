// Sends events that nobody submits or presses: at keys, when the focus comes or goes, after a pause in editing, at a
// press elsewhere, and again and again.

import { cell } from '../copy/find-element.js';
import { attribute } from '../page/wire-names.js';

const all = `[${attribute.when}]`;
const fields = 'textarea, select, input:not([type=button], [type=checkbox], [type=radio], [type=submit])';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  /** @type {Map<Element, number>} the timers of pauses and of controls that are pressed again and again */
  const timers = new Map();
  /** @type {any} the form with this trigger that has the focus */
  let inside;
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
    const { key = '', target, shiftKey, ctrlKey, altKey, metaKey } = event;
    const own = of(target).closest?.(cell);
    const isOther = ctrlKey || altKey || metaKey || (shiftKey && key.length > 1);
    if (!own || isOther || event.repeat || event.isComposing || event.defaultPrevented) return;
    for (const control of of(own).querySelectorAll(all)) {
      const [kind, ...keys] = words(control);
      if (kind !== 'keys' || !keys.includes(key === ' ' ? 'Space' : key) || of(control).closest(cell) !== own) continue;
      if (of(control).disabled || !isSeen(control) || belongsTo(target, key, control)) continue;
      event.preventDefault();
      send(control);
    }
  }

  /** @type {(target: any, key: string, control: Element) => boolean} whether the key does something there */
  function belongsTo(target, key, control) {
    const element = of(target);
    if (element.matches(fields) || element.isContentEditable) {
      return key !== 'Escape' && (key !== 'Enter' || element.localName !== 'input');
    }
    return /^( |Enter)$/.test(key) && target !== control && element.matches('a, button, summary, input');
  }

  /** @type {(control: any) => boolean} */
  const isSeen = (control) => /** @type {any} */ (of(control)).checkVisibility();

  /** @param {any} event */
  function enter({ target }) {
    const form = formOf(target, 'focus');
    if (form && form !== inside) send(form);
    inside = form ?? undefined;
  }

  /** @param {any} event */
  function leave({ target }) {
    const form = formOf(target, 'blur');
    setTimeout(() => {
      // The focus stays in a window that people leave.
      if (!document.hasFocus()) return;
      if (inside && !of(inside).contains(document.activeElement)) inside = undefined;
      if (form && of(form).isConnected && !of(form).contains(document.activeElement)) send(form);
    });
  }

  /** @param {Element} control */
  function stop(control) {
    clearTimeout(timers.get(control));
    return timers.delete(control);
  }

  /** @param {any} event */
  function edit({ target }) {
    const form = formOf(target, 'pause');
    if (!form) return;
    stop(form);
    timers.set(form, setTimeout(() => stop(form) && send(form), Number(words(form)[1])));
  }

  // A submitted form waits for no pause any more.
  /** @param {any} event */
  const submit = ({ target }) => words(target)[0] === 'pause' && stop(target);

  // Other forms that wait are sent before a press.
  /** @param {any} event */
  function hurry({ target }) {
    const isPress = of(target).closest?.('button');
    for (const form of [...timers.keys()]) {
      if (isPress && words(form)[0] === 'pause' && !of(form).contains(target) && stop(form)) send(form);
    }
  }

  /** @param {any} event */
  function look({ target, isTrusted }) {
    const label = of(target).closest?.('label');
    // Scripts press buttons, too, and a press of a label is followed by one of its field.
    if (!isTrusted || (label?.control && label.control !== target)) return;
    for (const control of document.querySelectorAll(`[${attribute.when}="outside"]`)) {
      const own = of(control).closest(cell) ?? control;
      if (!of(own).contains(target) && isSeen(control)) send(control);
    }
  }

  /** @type {(control: any, isInView: boolean) => void} */
  function repeat(control, isInView) {
    const [kind, time] = words(control);
    stop(control);
    if (!isInView || kind !== 'every' || !of(control).isConnected) return;
    const go = () => {
      // The server may have given it another time, or none.
      if (`${words(control)}` !== `${kind},${time}` || !of(control).isConnected) repeat(control, true);
      else if (!document.hidden && navigator.onLine && !of(control).closest('[aria-busy]')) send(control);
    };
    timers.set(control, setInterval(go, Number(time)));
  }

  const listeners = { keydown: press, focusin: enter, focusout: leave, input: edit, click: look, submit };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, life);
  document.addEventListener('click', hurry, { capture: true, signal: life.signal });
  return {
    update() {
      for (const control of document.querySelectorAll(`[${attribute.when}^="every"]`)) view.observe(control);
    },
    uninstall() {
      life.abort();
      view.disconnect();
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
