// Reports which rows came into view and which went out of it: many at once, in one post.

import { asking, compose, forget, sighting } from './told.js';
import { listen, watch, watchNothing } from './view.js';
import { media, query } from './wire.js';

const pause = 100;
let page;
let epoch;
let timer;
let letter;
let isPosting = false;
let isAway = false;

// Called again when a patch brings rows that ask for it.
export function sight(ofPage, life) {
  if (life.signal.aborted) return;
  if (!page) install(ofPage, life);
  for (const row of document.querySelectorAll(asking)) watch(row, wait);
  wait();
}

function install(ofPage, { signal }) {
  page = ofPage;
  ({ epoch } = page.version);
  listen(wait, { signal });
  document.addEventListener('espalier:applied', begin, { signal });
  addEventListener('online', wait, { signal });
  for (const type of ['pagehide', 'pageshow']) addEventListener(type, leave, { signal });
  signal.addEventListener('abort', () => {
    watchNothing();
    page = timer = clearTimeout(timer);
  });
}

// A server that was started anew, or another instance, has heard of nothing.
function begin() {
  if (!page.version.epoch || page.version.epoch === epoch) return;
  ({ epoch } = page.version);
  letter = undefined;
  forget();
  wait();
}

function leave({ type }) {
  isAway = type === 'pagehide';
  isAway ? report() : wait();
}

function wait() {
  timer ??= setTimeout(report, pause);
}

// A letter without an answer is sent again, as it was, with the next change: its id makes it count once.
async function report() {
  timer = clearTimeout(timer);
  if (!page || isPosting || !(letter ??= compose(page.form, isAway))) return;
  isPosting = true;
  const isAnswered = await post(letter).catch(() => false);
  isPosting = false;
  if (!isAnswered) return;
  letter = undefined;
  wait();
}

// Whether the server took it up, or never will.
async function post({ id, body }) {
  const url = new URL(page.form.action);
  const names = { [query.node]: '', event: sighting.event, id };
  for (const name in names) url.searchParams.set(name, names[name]);
  const signal = AbortSignal.timeout(30000);
  const keepalive = `${body}`.length < 60000;
  const response = await fetch(url, { method: 'POST', body, headers: { Accept: media.patch }, keepalive, signal });
  const isPatch = response.headers.get('Content-Type')?.startsWith(media.patch);
  const ops = isPatch && (await response.json().catch(() => {}));
  if (ops) page?.take(response.headers.get('ETag'), ops);
  return response.status < 500 && response.status !== 429;
}
