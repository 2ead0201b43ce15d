// Sends forms with files: shows how much has been sent, sends again after a lost connection, and shows an error at its
// field. A form with `data-paste` takes the files that are pasted anywhere on the page.

import { randomID } from '../page/random-id.js';
import { attribute, media, press, query } from '../page/wire-names.js';

/** Statuses by which a proxy or the server asks for another try (RFC 9110 15.6, RFC 6585 4). */
const temporary = [0, 429, 502, 503, 504];

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address, take, say, of }) {
  const life = new AbortController();
  const options = { capture: true, signal: life.signal };
  /** @type {Set<HTMLFormElement>} */
  const busy = new Set();

  /** @param {any} event */
  async function submit(event) {
    const { target: form, submitter } = event;
    const action = submitter?.getAttribute('formaction') ?? of(form).getAttribute('action');
    const { href, origin, pathname } = new URL(action, location.href);
    const isOwn = /^multi/.test(of(form).enctype) && origin + pathname === address.events;
    if (event.defaultPrevented || !isOwn) return;
    event.preventDefault();
    if (busy.has(form)) return;
    busy.add(form);
    const bar = /** @type {HTMLProgressElement | null} */ (of(form).querySelector(`[${attribute.upload}]`));
    await deliver(`${href}&${query.id}=${randomID()}&${query.age}=`, form, new FormData(form), bar);
    busy.delete(form);
    if (bar) bar.hidden = true;
  }

  /** @type {(url: string, form: HTMLFormElement, data: FormData, bar: HTMLProgressElement | null) => Promise<void>} */
  async function deliver(url, form, data, bar) {
    const begun = Date.now();
    for (let tries = 0; !life.signal.aborted; tries++) {
      say('Sending…');
      // The server does not remember ids for ever.
      const { status, version, text, pause } = await attempt(url + (Date.now() - begun), data, bar);
      say('');
      if (status === 200) {
        take(version, JSON.parse(text));
        return of(form).reset();
      }
      if (!temporary.includes(status)) return refuse(form, status, text);
      // The same event: it counts once.
      await new Promise((resolve) => setTimeout(resolve, Math.max(pause, Math.min(30000, 500 * 2 ** tries))));
    }
  }

  /**
   * @param {string} url
   * @param {FormData} data
   * @param {HTMLProgressElement | null} bar
   * @returns {Promise<{ status: number, version: string | null, text: string, pause: number }>} status 0: no reply
   */
  function attempt(url, data, bar) {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', media.patch);
    request.setRequestHeader(press.header, '1');
    request.upload.onprogress = ({ loaded, total }) => {
      if (bar) [bar.hidden, bar.value] = [false, loaded / total];
    };
    life.signal.addEventListener('abort', () => request.abort());
    return new Promise((resolve) => {
      request.onloadend = () => {
        const { status, responseText: text } = request;
        const pause = 1000 * Number(request.getResponseHeader('Retry-After')) || 0;
        resolve({ status, version: request.getResponseHeader('ETag'), text, pause });
      };
      request.send(data);
    });
  }

  /**
   * Shows why the server refused the form, at the field that it names, or else at the first field for a file.
   * @param {HTMLFormElement} form
   * @param {number} status
   * @param {string} text
   */
  function refuse(form, status, text) {
    let problem = { title: `The server answered ${status}.`, detail: '', field: '' };
    try {
      problem = { ...problem, ...JSON.parse(text) };
    } catch {
      // A proxy answered.
    }
    const named = of(form).elements.namedItem(problem.field.replace(/^data\./, ''));
    const field = named instanceof HTMLInputElement ? named : of(form).querySelector('[type=file]');
    const reason = problem.detail || problem.title;
    say(reason);
    if (!(field instanceof HTMLInputElement)) return;
    field.setCustomValidity(reason);
    field.reportValidity();
  }

  /**
   * Another file, or another text, is another try.
   * @param {any} event
   */
  function change({ target }) {
    const { form } = of(target);
    for (const field of form ? of(form).elements : []) if (field.type === 'file') field.setCustomValidity('');
  }

  /** @param {any} event */
  function paste(event) {
    const { files } = event.clipboardData;
    const field = document.querySelector(`[${attribute.paste}] [type=file]`);
    if (!files.length || !(field instanceof HTMLInputElement)) return;
    event.preventDefault();
    field.files = files;
    field.setCustomValidity('');
    if (field.form) of(field.form).requestSubmit();
  }

  document.addEventListener('submit', submit, options);
  document.addEventListener('input', change, options);
  document.addEventListener('paste', paste, options);
  return { uninstall: () => life.abort() };
}
