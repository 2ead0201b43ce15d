import { attribute } from './wire.js';

const { dataset } = document.documentElement;
let standing = '';
let waiting;
let passing;

export const announce = (type, detail) =>
  document.dispatchEvent(new CustomEvent(`espalier:${type}`, { detail, cancelable: true }));

export function fail(error) {
  const { title = 'Offline.', detail = 'Your last change may not have arrived.' } = error;
  if (!announce('error', { title, detail, error })) return;
  show(`${title} ${detail}`);
  clearTimeout(passing);
  passing = setTimeout(show, 6000);
}

export function connection(state) {
  if (state === dataset.espalier) return;
  if (state === 'live') waiting = clearTimeout(waiting);
  else waiting ??= setTimeout(connection, 3000, 'offline');
  if (state === 'connecting' && standing) return;
  const text = state === 'offline' ? 'Offline. Changes appear when the connection returns.' : '';
  if (text !== standing) show((standing = text));
  dataset.espalier = state;
}

export function show(text = standing) {
  for (const line of document.querySelectorAll(`[${attribute.status}]`)) line.textContent = text;
}

export const status = () => () => {
  connection('live');
  clearTimeout(passing);
  delete dataset.espalier;
};
