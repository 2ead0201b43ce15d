// What a page can do without while it starts.

import { motion } from './motion.js';

export function later(page, life) {
  if (life.signal.aborted) return;
  motion(page);
  when('data-grow', () => import('./grow.js').then(({ grow }) => () => grow(life)), life);
  when('data-move', () => import('./drag.js').then(({ drag }) => () => drag(page, life)), life);
}

// Lists that need a module may come with a patch.
function when(word, load, life) {
  const begin = () => load().then((start) => start(), () => {});
  const look = ({ detail }) => `${detail.ops}`.includes(word) && begin();
  document.addEventListener('espalier:applied', look, life);
  if (document.querySelector(`[${word}]`)) begin();
}
