// Sends a form when it is submitted or a button pressed, and a form with `data-on` when it is edited.

import { countEdit, isAhead } from '../page/form-edits.js';
import { of } from '../page/own-properties.js';
import { attribute } from '../page/wire-names.js';

/**
 * @param {{ form: HTMLFormElement, events: string, send: Send, leave(): void }} needs `form` is the form of the page
 * @returns {() => void}
 */
export function listenToForms({ form: pageForm, events, send, leave }) {
  const life = new AbortController();
  /** @type {Map<HTMLFormElement, number>} */
  const timers = new Map();

  /** @param {any} event */
  function submit(event) {
    let { target: form, submitter } = event;
    if (event.type === 'click') {
      // Most buttons of the page belong to no form, so that pressing one submits nothing.
      submitter = of(form).closest?.('button[formaction]:not([type=button])');
      if (!submitter || submitter.form) return;
      form = pageForm;
    }
    const url = new URL(submitter?.getAttribute('formaction') ?? of(form).action, location.href);
    // The module of uploads sends these. Without it, the browser does.
    if (/^multi/.test(of(form).enctype)) return;
    if (event.defaultPrevented || url.origin + url.pathname !== events) return;
    event.preventDefault();
    quiet(form);
    // Send waiting edits before the press.
    [...timers.keys()].forEach(ask);
    send(url.href, form, submitter);
  }

  /** @param {Event} event */
  function edit({ type, target }) {
    const { form } = of(/** @type {any} */ (target));
    if (!form) return;
    if (type === 'input') countEdit(form);
    const on = of(form).getAttribute(attribute.on);
    if (!on) return;
    if (quiet(form) || on === type) timers.set(form, setTimeout(ask, type === 'input' ? 60 : 0, form));
  }

  /** @param {HTMLFormElement} form */
  function ask(form) {
    quiet(form);
    if (of(form).checkValidity()) of(form).requestSubmit();
  }

  /** @param {HTMLFormElement} form */
  function quiet(form) {
    clearTimeout(timers.get(form));
    return timers.delete(form);
  }

  // A field that is left by leaving the page causes no `change` event.
  function end() {
    for (const form of document.forms) if (isAhead(form)) ask(form);
    leave();
  }

  addEventListener('pagehide', end, life);
  document.addEventListener('input', edit, life);
  document.addEventListener('change', edit, life);
  document.addEventListener('submit', submit, life);
  document.addEventListener('click', submit, life);
  return () => {
    life.abort();
    [...timers.keys()].forEach(quiet);
  };
}
