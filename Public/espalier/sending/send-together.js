// Sends several events of one row in one request, in their order. Each has its own id and its own outcome.

import { postEvent, read, refusal } from './post-event.js';
import { media, press, query } from '../page/wire-names.js';

/** At most this many events travel in one request. */
const most = 32;

/**
 * Sends the first posts of a row. The queue takes the last of them away itself.
 * @param {Post[] & { due?: number }} posts
 * @param {Delivery} delivery
 */
export async function send(posts, delivery) {
  if (!posts[1]) return delivery.send(posts);
  const due = posts.slice(0, most);
  posts.due = due.length;
  const collected = collector(due);
  for (const post of due) post.send = collected;
  // The row waits until the last one is answered.
  for (const post of due.slice(0, -1)) post.element = null;
  await Promise.all(due.map((post) => delivery.send([post])));
  posts.splice(0, due.length - 1);
  posts.due = undefined;
}

/**
 * Makes of the posts that are sent in one moment one request, also when they are sent again.
 * @param {Post[]} due all of them, in order
 * @returns {NonNullable<Post['send']>}
 */
function collector(due) {
  /** @type {Map<Post, (reply: Reply) => void>} */
  let waiting = new Map();
  /** @type {Promise<void> | undefined} */
  let last;

  async function flush() {
    const answers = waiting;
    if (!answers.size) return;
    waiting = new Map();
    const posts = due.filter((post) => answers.has(post));
    const replies = await ask(posts);
    const last = replies.at(-1);
    // An event that has to be sent again holds up those after it.
    const held = last?.trouble ? last : { trouble: { reason: 'no connection' } };
    posts.forEach((post, index) => answers.get(post)?.(replies[index] ?? held));
  }

  return (post) =>
    new Promise((resolve) => {
      // The pauses before another try end in one moment, but one after another.
      const wait = last ? setTimeout : queueMicrotask;
      // One request after the other, so that no event overtakes another.
      const go = () => (last = (last ?? Promise.resolve()).then(flush));
      if (!waiting.size) wait(go);
      waiting.set(post, resolve);
    });
}

/**
 * @param {Post[]} posts
 * @returns {Promise<Reply[]>} the replies to the first of them: all, or up to the first that has to be sent again
 */
async function ask(posts) {
  const now = Date.now();
  let oldest = 0;
  const events = posts.map((post) => {
    if (navigator.onLine) post.begun ??= now;
    const age = now - (post.begun ?? now);
    oldest = Math.max(oldest, age);
    const [, own] = post.url.split('?');
    return { query: `${own}&${query.id}=${post.id}&${query.age}=${age}`, body: post.body };
  });
  try {
    // The page is the same for all.
    const response = await fetch(posts[0].url, {
      method: 'POST',
      body: JSON.stringify(events),
      headers: { Accept: media.patch, 'Content-Type': media.json, [press.header]: '1' },
      signal: /** @type {any} */ (AbortSignal).timeout(oldest > 5000 ? 30000 : 5000),
    });
    if (response.ok && response.headers.get('Content-Type') === media.json) {
      return await Promise.all((await response.json()).map(one));
    }
    const whole = /** @type {Reply} */ (await (response.ok ? read : refusal)(response));
    if (!whole.refusal) return [whole];
  } catch {
    return [{ trouble: { reason: 'no connection' } }];
  }
  // Somebody on the way knows no such requests.
  const replies = [];
  for (const post of posts) {
    const reply = await postEvent(post);
    replies.push(reply);
    if (reply.trouble) break;
  }
  return replies;
}

/** @type {(reply: { status: number, headers: Record<string, string>, body?: unknown }) => Promise<Reply>} */
function one({ status, headers, body }) {
  const response = new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  return (response.ok ? read : refusal)(response);
}
