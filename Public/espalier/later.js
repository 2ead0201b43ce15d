// What a page can do without while it starts.

import { motion } from './motion.js';

export function later(page, life) {
  if (life.signal.aborted) return;
  motion(page);
  growth(life);
}

// Lists that grow may come with a patch.
function growth(life) {
  const load = () => import('./grow.js').then(({ grow }) => grow(life), () => {});
  const look = ({ detail }) => /data-grow/.test(detail.ops) && load();
  document.addEventListener('espalier:applied', look, life);
  if (document.querySelector('[data-grow]')) load();
}
