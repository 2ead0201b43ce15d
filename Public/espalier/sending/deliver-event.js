// Sends one event until the server has answered it. The event has one id, so it counts once however often it is sent.

import { dispatch } from '../page/dispatch.js';
import { editCount, fieldsLeft } from '../page/form-edits.js';
import { of } from '../page/own-properties.js';
import { postEvent } from './post-event.js';
import { preserving } from '../copy/preserve-state.js';
import { pressSetting } from './press-filter.js';
import { retries } from './retries.js';
import { showPending } from './pending-control.js';
import { press } from '../page/wire-names.js';

/**
 * @param {{ take: Take, reached: Reached, status: StatusLine, arrived(): void, refused(post: Post): void }} needs
 * @returns {Delivery}
 */
export function deliverer({ take, reached, status, arrived, refused }) {
  const again = retries(status);

  /** @param {Post[]} posts the first is sent */
  async function send([post]) {
    const { url, form, source, body, element, edits } = post;
    if (!dispatch('send', { url, body: new URLSearchParams(body) })) return post.settle();
    fieldsLeft(form, edits);
    element?.setAttribute('aria-busy', 'true');
    const endWaiting = showPending(source, status);
    try {
      for (let tries = 0; ; tries++) {
        if (isUnwanted(post)) {
          throw tries
            ? { title: 'No connection.', detail: 'Your press may have arrived. It is not sent again.' }
            : { title: 'Not sent: no connection.', detail: 'Press again later.' };
        }
        const reply = await (post.send ?? postEvent)(post);
        const { trouble } = reply;
        if (!trouble) show(post, reply);
        post.settle();
        if (!trouble || (!isUnwanted(post) && !(await again.pause(tries, trouble.reason, trouble.least)))) break;
      }
    } catch (error) {
      refused(post);
      status.fail(/** @type {object} */ (error), source, error);
    }
    again.done();
    endWaiting();
    post.settle();
    element?.removeAttribute('aria-busy');
  }

  /** @type {(post: Post, reply: Reply) => void} shows what the server has answered; throws a refusal */
  function show({ form, source, edits }, { refusal, version = null, ops }) {
    again.now();
    arrived();
    if (refusal) throw refusal;
    dispatch('reply', { version, ops });
    if (ops) take(version, ops);
    // Reset the fields to the markup, as a full load of the page does, unless a person has edited them since.
    const reset = () => {
      if (of(form).contains(source) && editCount(form) === edits) preserving(form, () => of(form).reset());
    };
    // No `await`: the next post need not wait until this version is shown.
    if (version) reached(version).then(reset);
    else reset();
  }

  /**
   * Sends an event because the page is about to go, also if its request is on the way: the browser ends such requests
   * with the page. It completes the new ones without the page, in any order. Each event counts once, by its id. If the
   * page comes back, it sends the events again.
   * @param {Post} post
   */
  function leave(post) {
    if (!isUnwanted(post)) postEvent(post, true);
  }

  return { send, leave, retry: again.now, stop: again.stop };
}

/**
 * Whether the server wants this event to be refused because the browser has no network.
 * @param {Post} post
 */
const isUnwanted = (post) => !navigator.onLine && pressSetting(post, press.offline) === press.notLater;
