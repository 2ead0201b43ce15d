// Changes elements and keeps the focus, the caret and the scroll position.

import { dispatch } from '../page/dispatch.js';
import { isAhead, isEdited } from '../page/form-edits.js';
import { all, of } from '../page/own-properties.js';

/**
 * Writes the server's text into a field. A listener may keep the text of the field that has the focus.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} text
 */
export function writeValue(field, text) {
  if (field.value === text) return;
  const write = () => isAhead(field.form) || preserving(field, () => (field.value = text));
  const hasEdits = () => isEdited(field.form);
  if (field !== document.activeElement || dispatch('overwrite', { field, write, hasEdits })) write();
}

/**
 * Moves a node and keeps the state of what is in it.
 * @param {any} parent
 * @param {any} node
 * @param {Node | null | undefined} before
 */
export function place(parent, node, before) {
  // Chromium 156 crashes if an element becomes a size container in the frame in which a node moves into it. So it
  // computes the styles before and after.
  const isNew = of(node).parentNode !== parent;
  if (isNew) of(parent).checkVisibility();
  if (of(parent).moveBefore) of(parent).moveBefore(node, before);
  else {
    const scrolled = all([node]).map((element) => [element, of(element).scrollLeft, of(element).scrollTop]);
    preserving(node, () => of(parent).insertBefore(node, before));
    for (const [element, left, top] of scrolled) of(element).scrollTo?.(left, top);
  }
  if (isNew) of(parent).checkVisibility();
}

/**
 * @param {Node} node the node that changes, or one around it
 * @param {() => void} change
 */
export function preserving(node, change) {
  const field = /** @type {any} */ (document.activeElement);
  const { selectionStart: start, selectionEnd: end } = of(field) ?? {};
  const isInside = of(node).contains(field);
  change();
  if (!isInside) return;
  of(field).focus({ preventScroll: true });
  if (start != null) field.setSelectionRange(start, end);
}
