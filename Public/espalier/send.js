// Posts events, one after another. A post without a reply is not repeated: it may have arrived.

import { announce } from './announce.js';
import { deadline } from './deadline.js';
import { editCount, fieldsLeft } from './edits.js';
import { randomID } from './ids.js';
import { preserving } from './preserve.js';
import { attribute, header, media, query } from './wire.js';

/**
 * @param {{ take: Take, reached: Reached, status: ConnectionStatus }} needs
 * @returns {{ send: Send, stop(): void }}
 */
export function sender({ take, reached, status }) {
  /** @type {Post[]} */
  const posts = [];

  /** @type {Send} */
  async function send(url, form, submitter) {
    status.clear();
    const isField = form.hasAttribute(attribute.on);
    // TypeScript 4.8 does not know the submitter of FormData.
    const body = `${new URLSearchParams(/** @type {any} */ (new /** @type {any} */ (FormData)(form, submitter)))}`;
    const last = posts.at(-1);
    if (isField && posts.length > 1 && last?.form === form) posts.pop();
    // A press that is repeated before its reply is the same event.
    if (!isField && last?.url === url && last.body === body) return;
    if (posts.push({ url, form, source: submitter ?? form, body, edits: editCount(form) }) > 1) return;
    for (; posts.length; posts.shift()) await post(posts[0]);
  }

  /** @param {Post} post */
  async function post({ url, form, source, body, edits }) {
    if (!announce('send', { url, body: new URLSearchParams(body) })) return;
    fieldsLeft(form, edits);
    const cell = source.closest('li[id], header[id], footer[id]');
    cell?.setAttribute('aria-busy', 'true');
    try {
      // A browser may repeat a post. The id makes it count once.
      const response = await fetch(`${url}&${query.id}=${randomID()}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { Accept: media.patch, [header.press]: '1' },
        keepalive: body.length < 60000,
        signal: deadline(),
      });
      const version = await read(response);
      // Reset the fields to the markup, as a full load of the page does, unless a person has edited them since.
      const reset = () => {
        if (form.contains(source) && editCount(form) === edits) preserving(form, () => form.reset());
      };
      // No `await`: the next post need not wait until this version is shown.
      if (version) reached(version).then(reset);
      else reset();
    } catch (error) {
      status.fail(/** @type {object} */ (error));
    }
    cell?.removeAttribute('aria-busy');
  }

  /** @param {Response} response */
  async function read(response) {
    const title = `The server answered ${response.status}.`;
    if (!response.ok) throw { title, detail: '', ...(await response.json().catch(() => ({}))) };
    const type = response.headers.get('Content-Type');
    if (/html/.test(type ?? '')) location.assign(response.url);
    if (!type?.startsWith(media.patch)) return;
    const version = response.headers.get('ETag');
    take(version, await response.json());
    return version;
  }

  return { send, stop: () => void posts.splice(1) };
}
