// What a page can do without while it starts.

import { motion } from './motion.js';

// Each module is for pages with such elements, which may come with a patch.
const modules = { grow: ['data-grow', '[data-grow]'], hover: ['e-hover', '.e-hover'] };

export function later(page, life) {
  if (life.signal.aborted) return;
  motion(page);
  for (const [name, [word, selector]] of Object.entries(modules)) {
    const load = () => import(`./${name}.js`).then((module) => module[name](life), () => {});
    const look = ({ detail }) => String(detail.ops).includes(word) && load();
    document.addEventListener('espalier:applied', look, life);
    if (document.querySelector(selector)) load();
  }
}
