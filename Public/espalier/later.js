// What a page can do without while it starts.

import { motion } from './motion.js';

export function later(page, life) {
  if (life.signal.aborted) return;
  motion(page);
  when('data-grow', '[data-grow]', () => import('./grow.js').then(({ grow }) => grow(life)));
  when('e-hover', '.e-hover', () => import('./hover.js').then(({ hover }) => hover(life)));

  // Such elements may be there, or come with a patch.
  function when(word, selector, load) {
    const start = () => load().catch(() => {});
    document.addEventListener('espalier:applied', ({ detail }) => String(detail.ops).includes(word) && start(), life);
    if (document.querySelector(selector)) start();
  }
}
