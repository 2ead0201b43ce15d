// Decides whether a press is a new event. Each press of a button is one. A form that a person fills in counts once,
// however often it is sent, until it is edited. The server may say otherwise for an event.

import { editCount, submitsItself } from '../page/form-edits.js';
import { of } from '../page/own-properties.js';
import { press } from '../page/wire-names.js';


export function pressFilter() {
  /** @type {WeakMap<Element, { time: number, edits: number }>} */
  const last = new WeakMap();

  /** @type {(post: Post, waiting: Post[]) => boolean} whether a post repeats an event that was already sent */
  function isRepeat(post, waiting) {
    if (!countsOnce(post)) return false;
    const before = last.get(post.source);
    const edits = editCount(post.form);
    last.set(post.source, { time: Date.now(), edits });
    // Presses of one control that follow each other within half a second are one.
    if (before?.edits === edits && Date.now() - before.time < 500) return true;
    return waiting.some(({ url, body }) => url === post.url && body === post.body);
  }

  // An event that was refused may be sent again at once.
  return { isRepeat, forget: (/** @type {Post} */ { source }) => last.delete(source) };
}

/** @type {(post: Post, name: string) => string | null} what the pressed control or its form says */
export const pressSetting = ({ source, form }, name) => of(source).getAttribute(name) ?? of(form).getAttribute(name);

/** @param {Post} post */
function countsOnce(post) {
  const { form } = post;
  const word = pressSetting(post, press.once);
  if (word) return word === 'true';
  const fields = [...of(form).elements];
  return !submitsItself(form) && fields.some((field) => field.matches('input:not([type=hidden]), select, textarea'));
}
