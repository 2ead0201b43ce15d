// What a page can do without while it starts.

import { motion } from './motion.js';

// For pages with such elements, which may come with a patch.
const modules = { drag: '[data-move]', grow: '[data-grow]', hover: '.e-hover', sight: '.e-sight' };

export function later(page, life) {
  if (life.signal.aborted) return;
  const load = (name) => import(`./${name}.js`).then((module) => module[name](page, life), () => {});
  if (page.patches().hash) load('bare');
  motion(page);
  effects(page);
  load('focus');
  for (const [name, selector] of Object.entries(modules)) {
    const [word] = /[\w-]+/.exec(selector);
    const look = ({ detail }) => `${detail.ops}`.includes(word) && load(name);
    document.addEventListener('espalier:applied', look, life);
    if (document.querySelector(selector)) load(name);
  }
}

// They happen when the page is at their version, whoever brought it there.
function effects(page) {
  const push = ([text, ops]) => import('./effects.js').then(({ perform }) => perform(page, text, ops), () => {});
  page.effects.forEach(push);
  page.effects = { push };
}
