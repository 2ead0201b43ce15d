// Sends one event to the server, once, and reads the reply.

import { media, press, query } from '../page/wire-names.js';

/**
 * @param {Post} post
 * @param {boolean} [isLeaving] whether the page is about to go
 * @returns {Promise<Reply>}
 */
export async function postEvent(post, isLeaving = false) {
  const { url, body } = post;
  // A try without a network reaches nobody. The server does not remember ids for ever.
  if (navigator.onLine) post.begun ??= Date.now();
  const age = Date.now() - /** @type {number} */ (post.begun) || 0;
  try {
    const response = await fetch(`${url}&${query.id}=${post.id}&${query.age}=${age}`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { Accept: media.patch, [press.header]: '1' },
      // The browser then completes the request without the page. It allows 64 KiB. Other requests would only be slower.
      keepalive: isLeaving && body.length < 60000,
      // A lost request is soon sent again. A long one gets more time then.
      // TypeScript 4.8 does not know it.
      signal: /** @type {any} */ (AbortSignal).timeout(age > 5000 ? 30000 : 5000),
    });
    return await (response.ok ? read : refusal)(response);
  } catch {
    // No reply, or only a part of one.
    return { trouble: { reason: 'no connection' } };
  }
}

/** @param {Response} response */
export async function read(response) {
  const type = /** @type {any} */ (response.headers.get('Content-Type'));
  if (/html/.test(type)) location.assign(response.url);
  if (!/patch/.test(type)) return {};
  return { version: response.headers.get('ETag'), ops: await response.json() };
}

/** @param {Response} response */
export async function refusal(response) {
  const status = /** @type {any} */ (response.status);
  const problem = await response.json().catch(() => ({}));
  const title = `The server answered ${status}.`;
  // By these statuses, a proxy or the server asks for another try (RFC 9110 15.6, RFC 6585 4). With `wait`, a person
  // has to wait, and may want to send something else then.
  if (problem.wait || !/429|50[2-4]/.test(status)) return { refusal: { title, detail: '', ...problem } };
  const reason = problem.title ? `the server says “${problem.title}”` : 'no connection';
  // Seconds or a date (RFC 9110 10.2.3).
  const time = /** @type {any} */ (response.headers.get('Retry-After'));
  return { trouble: { reason, least: time * 1000 || Date.parse(time) - Date.now() || 0 } };
}
