// Animates what a patch does to rows. What came or moved is animated live, for a browser aims no press at what a view
// transition holds; only what goes is left to one, as a picture.

import { goes, look, play, read } from './rows.js';
import { pace, paced, tidy, timePictures } from './timing.js';

const { documentElement: root } = document;

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function motion({ presenting }) {
  const life = new AbortController();
  /** @type {Picture[]} */
  const framed = [];
  let count = 0;
  let isPressed = false;
  /** @type {Promise<unknown> | undefined} */
  let taking;
  /** @type {Promise<unknown> | undefined} */
  let missed;
  /** @type {Change[] | undefined} */
  let waiting;
  /** @type {(() => void) | undefined} */
  let update;

  const restore = presenting.presentBy((ops, show) => {
    const time = pace();
    const changes = ops.map(read);
    const isStill = changes.every(({ style, going }) => style === 'none' && going.style === style);
    if (!waiting && (!time || isStill)) return paced(changes, show, time);
    if (document.startViewTransition && !isPressed) look(changes).forEach((_, row) => frame(row, changes));
    if (waiting) return void waiting.push(...changes);
    if (!framed.length) return play(changes, show, time);
    photograph((waiting = changes), show, time);
  });

  /** @type {(changes: Change[], show: () => void, time: number) => void} */
  function photograph(changes, show, time) {
    /** @type {Picture[]} */
    let pictures = [];
    // Called a frame later, or too late, or not at all.
    const mine = (update = () => {
      if (waiting !== changes) return;
      waiting = undefined;
      pictures = framed.splice(0);
      pictures.forEach(unframe);
      play(changes, show, time);
    });
    setTimeout(mine, 500);
    // Echoes yield to newer text until that leaves.
    document.addEventListener('espalier:send', mine, { once: true });
    try {
      const { ready } = /** @type {any} */ (document).startViewTransition({ update: mine, types: ['espalier'] });
      const timed = ready.then(() => timePictures(pictures)).catch(() => {});
      const own = timed.then(() => taking === own && (taking = undefined));
      taking = own;
    } catch {
      mine();
    }
  }

  /** @type {(row: any, changes: Change[]) => void} */
  function frame(row, changes) {
    const change = changes.find((change) => goes(row, change));
    if (!change || framed.some((other) => other.row.contains(row))) return;
    const { going } = change;
    const name = `e-${++count}`;
    row.style.viewTransitionName = name;
    row.style.viewTransitionClass = `e-delete e-${going.style}`;
    framed.push({ row, name, ...going });
  }

  /**
   * While the browser takes pictures, it aims every press at the root element.
   * @param {any} event
   */
  async function aim(event) {
    const { type, target, clientX, clientY } = event;
    isPressed = type === 'pointerdown';
    if (isPressed) missed = taking;
    if (type !== 'click' || !missed || target !== root) return;
    await missed;
    const hit = document.elementFromPoint(clientX, clientY);
    if (hit !== root) hit?.dispatchEvent(new MouseEvent(type, event));
  }

  const options = { capture: true, signal: life.signal };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click']) addEventListener(type, aim, options);
  return () => {
    life.abort();
    update?.();
    restore();
  };
}

/** @param {Picture} picture */
function unframe({ row }) {
  row.style.viewTransitionName = row.style.viewTransitionClass = '';
  tidy(row);
}
