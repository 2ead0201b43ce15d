// What happens in the window once: it scrolls to an element, or gives it the focus.

import { give } from './focus.js';
import { parse } from './version.js';
import { attribute, operation, root } from './wire.js';

// What was last scrolled by a person, and not from here.
export const byHand = new WeakSet();

// The box in which an element scrolls.
export function scroller(element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}

// The words of an effect, for the element that it is about.
export const effect = {
  scroll: 'scroll',
  smooth: 'smooth',
  focus: 'focus',
};

// When the page is at their version, whether the reply or the stream brought it there.
export function perform(page, text, ops) {
  const { epoch, number } = parse(text);
  const effects = ops.filter(([letter]) => letter === operation.effect);
  const isScrolled = effects.some(([, , word]) => word === effect.scroll);
  document.addEventListener('espalier:applied', run);
  run();

  function run() {
    const shown = parse(page.form.getAttribute(attribute.version));
    if (shown.epoch === epoch && shown.number < number) return;
    document.removeEventListener('espalier:applied', run);
    for (const [, address, word, ...how] of effects) {
      const element = document.getElementById(address || root);
      if (element && word === effect.scroll) scroll(element, ...how);
      if (element && word === effect.focus) give(element, { preventScroll: isScrolled });
    }
  }
}

// The box that holds the element is scrolled; what is around it only where the box is not to be seen.
function scroll(element, to, speed) {
  const box = scroller(element);
  const isStill = !speed || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'instant' : speed;
  byHand.delete(box);
  if (box === document.documentElement) return element.scrollIntoView({ block: to, inline: to, behavior });
  const { top, bottom } = box.getBoundingClientRect();
  const edge = { start: top, center: (top + bottom) / 2, end: bottom, nearest: Math.max(0, top) }[to];
  const isAway = bottom < 0 || edge < 0 || edge > 0.8 * innerHeight;
  if (isAway) box.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior });
  const [row, room, style] = [element.getBoundingClientRect(), box.getBoundingClientRect(), getComputedStyle(box)];
  const pad = (side) => parseFloat(style[`scrollPadding${side}`]) || 0;
  box.scrollBy({
    left: way(to, row.left, row.right, room.left + pad('Left'), room.right - pad('Right')),
    top: way(to, row.top, row.bottom, room.top + pad('Top'), room.bottom - pad('Bottom')),
    behavior,
  });
}

// How far what lies from a to b is from its place in what reaches from c to d.
function way(to, a, b, c, d) {
  const ways = { start: a - c, end: b - d, center: (a + b - c - d) / 2, nearest: 0 };
  const isInside = (a >= c && b <= d) || (a <= c && b >= d);
  if (to === 'nearest' && !isInside) return Math.abs(a - c) < Math.abs(b - d) ? a - c : b - d;
  return ways[to];
}
