// Shows what became of the rows. What came or moved is animated live, for a browser aims no press at what a view
// transition holds; only what goes is left to one, as a picture.

import { bare, pace, paced, timePictures } from './pace.js';
import { goes, look, play, read } from './rows.js';

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
    const isStill = changes.every(({ style, going }) => style === 'none' && going.style === style);
    if (!waiting && (!time || isStill)) return paced(changes, show, time);
    if (document.startViewTransition && !isPressed) look(changes).forEach((_, row) => frame(row, changes));
    if (waiting) return waiting.push(...changes);
    if (!framed.length) return play(changes, show, time);
    waiting = changes;
    let pictures = [];
    // Called a frame later, or too late, or not at all.
    const update = () => {
      if (waiting !== changes) return;
      waiting = undefined;
      pictures = framed.splice(0);
      pictures.forEach(unframe);
      play(changes, show, time);
    };
    setTimeout(update, 500);
    // Echoes yield to newer text until that leaves.
    document.addEventListener('espalier:send', update, { once: true });
    try {
      const { ready } = document.startViewTransition({ update, types: ['espalier'] });
      const timed = ready.then(() => timePictures(pictures)).catch(() => {});
      const mine = timed.then(() => taking === mine && (taking = undefined));
      taking = mine;
    } catch {
      update();
    }
  };
}

function frame(row, changes) {
  const change = changes.find((change) => goes(row, change));
  if (!change || framed.some((other) => other.row.contains(row))) return;
  const { going } = change;
  const name = `e-${++count}`;
  row.style.viewTransitionName = name;
  row.style.viewTransitionClass = `e-delete e-${going.style}`;
  framed.push({ row, name, ...going });
}

function unframe({ row }) {
  row.style.viewTransitionName = row.style.viewTransitionClass = '';
  bare(row);
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
