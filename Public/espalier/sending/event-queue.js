// Sends events: those of one row one after another, those of different rows side by side.

import { deliverer } from './deliver-event.js';
import { editCount, submitsItself } from '../page/form-edits.js';
import { randomID } from '../page/random-id.js';
import { of } from '../page/own-properties.js';
import { pressFilter } from './press-filter.js';
import { cell } from '../copy/find-element.js';

/**
 * @param {{ take: Take, reached: Reached, status: StatusLine, arrived(): void }} needs `arrived` is called when a
 * reply has shown that the server can be reached
 * @returns {Sender}
 */
export function sender({ take, reached, status, arrived }) {
  /** @type {Map<string, Post[] & { due?: number }>} `due` are those that are under way, if these are more than one */
  const rows = new Map();
  const presses = pressFilter();
  const delivery = deliverer({ take, reached, status, arrived, refused: presses.forget });
  /** @type {Post | undefined} */
  let edit;
  /** @type {{ send(posts: Post[], delivery: Delivery): Promise<void> }} sends the posts of a row */
  let way = delivery;

  /** @type {Send} */
  function send(url, form, submitter) {
    const post = made(url, form, submitter);
    const { row, source, settled } = post;
    const isField = submitsItself(form);
    const posts = rows.get(row) ?? [];
    status.clear(source);
    if (isField && posts[posts.due ?? 1] && posts.at(-1)?.form === form) posts.pop();
    if (presses.isRepeat(post, posts)) return settled;
    const before = isField ? undefined : edit;
    if (isField) {
      edit = post;
      setTimeout(() => edit === post && (edit = undefined), 100);
    }
    rows.set(row, posts);
    if (posts.push(post) === 1) run(row, posts, before);
    else import('./send-together.js').then((module) => (way = module), () => {});
    return settled;
  }

  /** @type {(row: string, posts: Post[], before?: Post) => Promise<void>} */
  async function run(row, posts, before) {
    if (before && before.row !== row) {
      // A press waits a second for an edit that it ended.
      await Promise.race([before.settled, new Promise((go) => setTimeout(go, 1000))]);
    }
    for (; posts.length; posts.shift()) await way.send(posts, delivery);
    rows.delete(row);
  }

  function stop() {
    rows.forEach((posts) => posts.splice(1));
    delivery.stop();
  }

  return { ...delivery, send, leave: () => rows.forEach((posts) => posts.forEach(delivery.leave)), stop };
}

/** @type {(url: string, form: HTMLFormElement, submitter?: HTMLButtonElement | null) => Post} */
function made(url, form, submitter) {
  const source = submitter ?? form;
  // TypeScript 4.8 does not know it.
  const { promise: settled, resolve: settle } = /** @type {any} */ (Promise).withResolvers();
  const isOwn = submitter?.form === form;
  // TypeScript 4.8 does not know the submitter of FormData.
  const data = new /** @type {any} */ (FormData)(form, isOwn ? submitter : null);
  if (submitter?.name && !isOwn) data.append(submitter.name, submitter.value);
  const body = `${new URLSearchParams(data)}`;
  const element = of(source).closest(cell);
  const row = element?.id ?? url;
  return { id: randomID(), url, form, source, body, element, row, edits: editCount(form), settled, settle };
}
