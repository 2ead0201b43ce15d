// Shows what became of the rows. What came or moved is animated live, for a browser aims no press at what a view
// transition holds; only what goes is left to one, as a picture.

import { goes, look, pace, play, read } from './rows.js';

const { documentElement: root } = document;
const framed = [];
let count = 0;
let taking;
let isPressed;
let missed;

export function motion(page) {
  let waiting;

  page.render = (ops, show) => {
    const time = pace();
    const changes = ops.map(read);
    const isStill = changes.every(({ style, going }) => style === 'none' && going === style);
    if (!waiting && (!time || isStill)) return show();
    if (document.startViewTransition && !isPressed) look(changes).forEach((_, row) => frame(row, changes));
    if (waiting) return waiting.push(...changes);
    if (!framed.length) return play(changes, show, time);
    waiting = changes;
    // Called a frame later, or too late, or not at all.
    const update = () => {
      if (waiting !== changes) return;
      waiting = undefined;
      framed.splice(0).forEach(unframe);
      play(changes, show, time);
    };
    setTimeout(update, 500);
    // Echoes yield to newer text until that leaves.
    document.addEventListener('espalier:send', update, { once: true });
    try {
      const { ready } = document.startViewTransition({ update, types: ['espalier'] });
      const mine = ready.catch(() => {}).then(() => taking === mine && (taking = undefined));
      taking = mine;
    } catch {
      update();
    }
  };
}

function frame(row, changes) {
  const change = changes.find((change) => goes(row, change));
  if (!change || framed.some((other) => other.contains(row))) return;
  row.style.viewTransitionName = `e-${++count}`;
  row.style.viewTransitionClass = `e-delete e-${change.going}`;
  framed.push(row);
}

function unframe(row) {
  row.style.viewTransitionName = row.style.viewTransitionClass = '';
  if (!row.getAttribute('style')) row.removeAttribute('style');
}

// While the browser takes pictures, it aims every press at the root element.
async function aim(event) {
  const { type, target, clientX, clientY } = event;
  isPressed = type === 'pointerdown';
  if (isPressed) missed = taking;
  if (type !== 'click' || !missed || target !== root) return;
  await missed;
  const hit = document.elementFromPoint(clientX, clientY);
  if (hit !== root) hit?.dispatchEvent(new MouseEvent(type, event));
}

for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click']) addEventListener(type, aim, true);
