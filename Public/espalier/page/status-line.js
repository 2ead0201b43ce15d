// The page's status line. It shows errors, events that are not saved yet, and whether the page is connected.

import { dispatch } from './dispatch.js';
import { translate } from './translate.js';
import { attribute } from './wire-names.js';

/**
 * @param {string} text
 * @param {string} [kind] for style sheets
 * @param {[name: string, act: () => void]} [action] a button beside the text
 */
export function showStatus(text, kind = '', action) {
  for (const line of document.querySelectorAll(`[${attribute.status}]`)) {
    line.setAttribute(attribute.status, kind);
    line.textContent = translate(text);
    if (!action) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = translate(action[0]);
    button.addEventListener('click', action[1]);
    line.append(' ', button);
  }
}

/** @returns {StatusLine} */
export function statusLine() {
  const { dataset } = document.documentElement;
  /** @type {{ text: string, of: unknown } | undefined} */
  let error;
  /** @type {{ text: string, again: () => void } | undefined} */
  let unsaved;
  let said = '';
  let isOffline = false;
  let sending = 0;
  let shown = '';
  /** @type {number | undefined} */
  let waiting;

  // Shows the most important state. An error stays until somebody closes it or sends the same form again.
  function show() {
    const line = isOffline ? 'Offline. Changes appear later.' : sending ? 'Sending…' : '';
    const text = error?.text ?? unsaved?.text ?? (said || line);
    if (text === shown) return;
    shown = text;
    if (error) showStatus(text, 'error', ['Close', () => clear(error?.of)]);
    else if (unsaved) showStatus(text, 'unsaved', ['Try again', unsaved.again]);
    else showStatus(text, said ? '' : isOffline ? 'offline' : sending ? 'sending' : '');
  }

  /** @param {unknown} source */
  function clear(source) {
    if (error?.of !== source) return;
    error = undefined;
    show();
  }

  /** @type {StatusLine['fail']} */
  function fail({ title = 'This page failed.', detail = 'Reload it.' }, source, cause) {
    if (!dispatch('error', { title, detail, error: cause })) return;
    error = { text: `${sentence(title)} ${sentence(detail)}`.trim(), of: source };
    show();
  }

  /** @type {StatusLine['keepUnsaved']} */
  function keepUnsaved(reason, again) {
    unsaved = { text: `Not saved: ${reason}.`, again };
    show();
  }

  function allSaved() {
    unsaved = undefined;
    show();
  }

  /** @param {string} text */
  function say(text) {
    said = text;
    show();
  }

  function startSending() {
    sending++;
    show();
    return () => {
      sending--;
      show();
    };
  }

  /** @param {string} state */
  function connection(state) {
    if (state === dataset.espalier) return;
    if (state === 'live') waiting = void clearTimeout(waiting);
    else waiting ??= setTimeout(connection, 3000, 'offline');
    if (state === 'connecting' && isOffline) return;
    isOffline = state === 'offline';
    dataset.espalier = state;
    show();
  }

  function stop() {
    connection('live');
    error = unsaved = undefined;
    say('');
    delete dataset.espalier;
  }

  return { clear, fail, keepUnsaved, allSaved, say, startSending, connection, stop };
}

/**
 * A text that ends like a sentence, so that another sentence can follow it.
 * @param {string} text
 */
const sentence = (text) => (/[\p{L}\p{N}”"’')\]]$/u.test(text) ? `${text}.` : text);
