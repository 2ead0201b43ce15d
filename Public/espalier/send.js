// A post without a reply is not repeated: it may have arrived.

import { ahead } from './keep.js';
import { announce, fail, show } from './status.js';
import { attribute, media } from './wire.js';

export function send(page) {
  const posts = [];

  page.send = async (url, form, submitter) => {
    show();
    const isField = form.hasAttribute(attribute.on);
    const fields = () => new URLSearchParams(new FormData(form, submitter));
    const body = fields();
    const last = posts.at(-1);
    if (isField && posts.length > 1 && last.form === form) posts.pop();
    // Pressed again before its reply, it is the same event.
    if (!isField && last?.url === url && `${last.body}` === `${body}`) return;
    if (posts.push({ url, form, source: submitter ?? form, isField, fields, body }) > 1) return;
    for (; posts.length; posts.shift()) await post(page, posts[0]);
  };
  return () => posts.splice(1);
}

async function post(page, { url, form, source, isField, fields, body }) {
  if (!announce('send', { url, body })) return;
  const isCurrent = () => `${fields()}` === `${body}`;
  if (isCurrent()) ahead.delete(form);
  const cell = source.closest('li[id], header[id], footer[id]');
  cell?.setAttribute('aria-busy', 'true');
  try {
    // A browser may repeat a post.
    const response = await fetch(`${url}&id=${Math.random()}${Math.random()}`, {
      method: 'POST',
      body,
      headers: { Accept: media.patch, 'Espalier-Press': 1 },
      keepalive: `${body}`.length < 60000,
      signal: AbortSignal.timeout(30000),
    });
    await read(page, response);
    // As after a whole load.
    if (!isField && form.contains(source) && isCurrent()) form.reset();
  } catch (error) {
    fail(error);
  }
  cell?.removeAttribute('aria-busy');
}

async function read(page, response) {
  const title = `The server answered ${response.status}.`;
  if (!response.ok) throw { title, detail: '', ...(await response.json().catch(() => {})) };
  const type = response.headers.get('Content-Type');
  if (/html/.test(type)) location.assign(response.url);
  else if (type?.startsWith(media.patch)) page.take(response.headers.get('ETag'), await response.json());
}
