import { all } from './twin.js';

// Forms newer than what left: no echo overwrites them.
export const ahead = new WeakSet();

export function writeValue(field, text) {
  if (field.value === text || ahead.has(field.form)) return;
  keeping(field, () => (field.value = text));
}

export function place(parent, node, before) {
  if (parent.moveBefore) return parent.moveBefore(node, before);
  const scrolled = all([node]).map((element) => [element, element.scrollLeft, element.scrollTop]);
  keeping(node, () => parent.insertBefore(node, before));
  for (const [element, left, top] of scrolled) element.scrollTo?.(left, top);
}

function keeping(node, change) {
  const field = document.activeElement;
  const { selectionStart: start, selectionEnd: end } = field;
  const isInside = node.contains(field);
  change();
  if (!isInside) return;
  field.focus({ preventScroll: true });
  if (start != null) field.setSelectionRange(start, end);
}
