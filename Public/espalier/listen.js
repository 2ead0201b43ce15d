import { ahead } from './keep.js';
import { attribute } from './wire.js';

export function listen(page) {
  const life = new AbortController();
  const timers = new Map();

  function submit(event) {
    const { target: form, submitter } = event;
    const url = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location);
    if (event.defaultPrevented || url.origin + url.pathname !== page.events) return;
    event.preventDefault();
    quiet(form);
    // An edit leaves before the press.
    [...timers.keys()].forEach(ask);
    page.send(url.href, form, submitter);
  }

  function edit({ type, target: { form } }) {
    const on = form?.getAttribute(attribute.on);
    if (!on) return;
    if (type === 'input') ahead.add(form);
    if (quiet(form) || on === type) timers.set(form, setTimeout(ask, type === 'input' ? 60 : 0, form));
  }

  function ask(form) {
    quiet(form);
    if (form.checkValidity()) form.requestSubmit();
  }

  function quiet(form) {
    clearTimeout(timers.get(form));
    return timers.delete(form);
  }

  for (const type of ['input', 'change']) document.addEventListener(type, edit, life);
  document.addEventListener('submit', submit, life);
  return () => {
    life.abort();
    [...timers.keys()].forEach(quiet);
  };
}
