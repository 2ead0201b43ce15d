// What a page can do without while it starts.

import { motion } from './motion.js';

export function later(page, life) {
  if (life.signal.aborted) return;
  motion(page);
  effects(page);
  parts(page, life);
  import('./focus.js').then(({ focus }) => focus(life), () => {});
}

// What a part of the page needs may come with a patch.
function parts(page, life) {
  const needs = {
    'data-grow': () => import('./grow.js').then(({ grow }) => grow(life), () => {}),
    'data-move': () => import('./drag.js').then(({ drag }) => drag(page, life), () => {}),
    'e-sight': () => import('./sight.js').then(({ sight }) => sight(page, life), () => {}),
  };
  function look({ detail }) {
    const text = `${detail.ops}`;
    for (const word in needs) if (text.includes(word)) needs[word]();
  }
  document.addEventListener('espalier:applied', look, life);
  for (const word in needs) if (document.querySelector(`[${word}], .${word}`)) needs[word]();
}

// They happen when the page is at their version, whether the reply or the stream brought it there.
function effects(page) {
  const push = ([text, ops]) => import('./effects.js').then(({ perform }) => perform(page, text, ops), () => {});
  page.effects.forEach(push);
  page.effects = { push };
}
