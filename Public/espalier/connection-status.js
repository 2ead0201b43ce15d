// The page's status line. It shows errors and whether the page is connected.

import { announce } from './announce.js';
import { attribute } from './wire.js';

/** @param {string} text */
export function showStatus(text) {
  for (const line of document.querySelectorAll(`[${attribute.status}]`)) line.textContent = text;
}

/** @returns {ConnectionStatus} */
export function connectionStatus() {
  const { dataset } = document.documentElement;
  let standing = '';
  /** @type {number | undefined} */
  let waiting;
  /** @type {number | undefined} */
  let passing;

  const clear = () => showStatus(standing);

  /** @param {{ title?: string, detail?: string }} error */
  function fail(error) {
    const { title = 'Offline.', detail = 'Your last change may not have arrived.' } = error;
    if (!announce('error', { title, detail, error })) return;
    showStatus(`${title} ${detail}`);
    clearTimeout(passing);
    passing = setTimeout(clear, 6000);
  }

  /** @param {string} state */
  function connection(state) {
    if (state === dataset.espalier) return;
    if (state === 'live') waiting = void clearTimeout(waiting);
    else waiting ??= setTimeout(connection, 3000, 'offline');
    if (state === 'connecting' && standing) return;
    const text = state === 'offline' ? 'Offline. Changes appear when the connection returns.' : '';
    if (text !== standing) showStatus((standing = text));
    dataset.espalier = state;
  }

  function stop() {
    connection('live');
    clearTimeout(passing);
    delete dataset.espalier;
  }

  return { clear, fail, connection, stop };
}
