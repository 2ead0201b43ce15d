// Keeps the text of the field that has the focus when another window changes it. The newer text waits in a note beside
// the field. When the person leaves the field, it gets the newer text, unless it has edits that were not sent.

import { noteFor } from './newer-text-note.js';
import { operation } from '../page/wire-names.js';

const kinds = /^(text|textarea|search|tel|url|email|number|date|datetime-local|month|time|week)$/;
/** The stream may bring a change of this window this much earlier than the reply says whose it is. Milliseconds. */
const patience = 300;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  /** The versions of this window's own events. */
  const own = new Set();
  /** The version that is being applied; otherwise empty. */
  let version = '';
  let before = '';
  /** @type {(Overwrite & { before: string, version: string }) | undefined} */
  let held;
  /** @type {Note | undefined} */
  let note;
  /** @type {number | undefined} */
  let timer;

  /** @param {any} event */
  function patch({ detail }) {
    version = detail.version;
    const field = /** @type {any} */ (document.activeElement);
    before = of(field)?.defaultValue;
    // A text that nobody has edited would change with the markup.
    if (kinds.test(of(field)?.type) && field.value === before && !field.validity.badInput) field.value = `${before}`;
  }

  /** @param {any} event */
  function overwrite(event) {
    const { field } = event.detail;
    const isBehind = !document.hasFocus() && field.value === before;
    if (!kinds.test(field.type) || field.readOnly || own.has(version) || isBehind) return;
    event.preventDefault();
    held = { before, ...held, ...event.detail, version };
    if (!note) timer ??= setTimeout(show, patience);
  }

  /** @param {any} event */
  function reply({ detail: { version, ops = [] } }) {
    const text = `${version}`.replaceAll('"', '');
    // The reply to an event that changed nothing names the version of another one.
    if (!ops.some((/** @type {Operation} */ [letter]) => letter !== operation.effect)) return;
    if (own.size > 99) own.clear();
    own.add(text);
    if (held?.version !== text) return;
    held.write();
    end();
  }

  // After each patch: the newest text may be another one, or the same as in the field.
  function look() {
    version = '';
    if (!held) return;
    const { field } = held;
    const isLeft = field !== document.activeElement && !note?.has(document.activeElement);
    if (isLeft || field.value === field.defaultValue) end();
    else note?.say(field.defaultValue);
  }

  function show() {
    if (held) note = noteFor(held.field, use);
    look();
  }

  function use() {
    const { field } = /** @type {Overwrite} */ (held);
    const isChanged = isEdited();
    field.value = field.defaultValue;
    field.focus();
    end();
    // A form that sends itself counts its edits as sent.
    if (isChanged) field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  const isEdited = () => held?.hasEdits() && held.field.value !== held.before;

  /** @param {any} event */
  function leave({ relatedTarget: next }) {
    // A patch that moves the field may take the focus for a moment.
    if (!held || version || next === held.field || note?.has(next)) return;
    if (!isEdited()) held.field.value = held.field.defaultValue;
    end();
  }

  // After an event the client resets a form, in which the server's text may be another window's by now.
  /** @param {any} event */
  function reset({ target }) {
    if (held?.field.form !== target) return;
    const { field } = /** @type {Overwrite} */ (held);
    const { value } = field;
    queueMicrotask(() => (field.value = value));
  }

  function end() {
    held = undefined;
    timer = void clearTimeout(timer);
    note = void note?.remove();
  }

  const listeners = { patch, overwrite, reply, applied: look };
  for (const [type, listen] of Object.entries(listeners)) document.addEventListener(`espalier:${type}`, listen, life);
  document.addEventListener('focusout', leave, life);
  document.addEventListener('reset', reset, life);
  return {
    uninstall() {
      life.abort();
      end();
    },
  };
}
