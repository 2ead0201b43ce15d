// Reports which rows came into view and which left it. One post reports many rows.

import { deadline } from './deadline.js';
import { viewport } from './viewport.js';
import { reports } from './visibility-reports.js';
import { className, media, query, visibilityEvent } from './wire.js';

const pause = 100;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address: { form }, take, version, scroller, isScrolledByHand }) {
  const life = new AbortController();
  const view = viewport({ scroller, isScrolledByHand, changed: wait });
  const report = reports(view);
  let { epoch } = version();
  /** @type {number | undefined} */
  let timer;
  /** @type {Report | undefined} */
  let pending;
  let isPosting = false;
  let isAway = false;

  // Runs after a patch that brought rows that ask for visibility reports.
  function update() {
    for (const row of document.querySelectorAll(`.${className.visibility}`)) view.watch(row);
    wait();
  }

  // A restarted server, or another instance, knows no earlier reports.
  function begin() {
    const now = version().epoch;
    if (!now || now === epoch) return;
    epoch = now;
    pending = undefined;
    report.forget();
    wait();
  }

  /** @param {Event} event */
  function leave({ type }) {
    isAway = type === 'pagehide';
    if (isAway) send();
    else wait();
  }

  function wait() {
    timer ??= setTimeout(send, pause);
  }

  // A report without an answer is sent again unchanged at the next change. Its id makes it count once.
  async function send() {
    timer = void clearTimeout(timer);
    if (life.signal.aborted || isPosting || !(pending ??= report.compose(form, isAway))) return;
    isPosting = true;
    const isAnswered = await post(pending).catch(() => false);
    isPosting = false;
    if (!isAnswered) return;
    pending = undefined;
    wait();
  }

  /**
   * @param {Report} report
   * @returns {Promise<boolean>} whether the server has accepted the report or will never accept it
   */
  async function post({ id, body }) {
    const url = new URL(form.action);
    const names = { [query.node]: '', [query.event]: visibilityEvent.event, [query.id]: id };
    for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value);
    const signal = deadline();
    const keepalive = `${body}`.length < 60000;
    const response = await fetch(url, { method: 'POST', body, headers: { Accept: media.patch }, keepalive, signal });
    const isPatch = response.headers.get('Content-Type')?.startsWith(media.patch);
    const ops = isPatch && (await response.json().catch(() => {}));
    if (ops && !life.signal.aborted) take(response.headers.get('ETag'), ops);
    return response.status < 500 && response.status !== 429;
  }

  document.addEventListener('espalier:applied', begin, life);
  addEventListener('online', wait, life);
  for (const type of ['pagehide', 'pageshow']) addEventListener(type, leave, life);
  return {
    update,
    uninstall() {
      life.abort();
      view.stop();
      timer = void clearTimeout(timer);
    },
  };
}
