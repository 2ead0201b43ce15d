// Animates what a patch does to rows. Rows that were inserted or moved are animated as live elements, because a browser
// sends no presses to elements in a view transition. Only removed rows use one, which shows their pictures.

import { of } from '../reading/keep-focus.js';
import { goes, look, play, read } from './row-animation.js';
import { pace, paced, tidy, timePictures } from './animation-timing.js';

const { documentElement: root } = document;

/**
 * @param {Client} client
 * @returns {() => void}
 */
export function animatePatches({ presenting, copy: { find } }) {
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
    if (!waiting && (!time || isStill)) return paced(changes, show, time, find);
    if (document.startViewTransition && !isPressed) look(changes, find).forEach((_, row) => frame(row, changes));
    if (waiting) return void waiting.push(...changes);
    if (!framed.length) return play(changes, show, time, find);
    photograph((waiting = changes), show, time);
  });

  /** @type {(changes: Change[], show: () => void, time: number) => void} */
  function photograph(changes, show, time) {
    /** @type {Picture[]} */
    let pictures = [];
    // The browser may call this a frame later, too late, or never.
    const mine = (update = () => {
      document.removeEventListener('espalier:send', mine);
      if (waiting !== changes) return;
      waiting = undefined;
      pictures = framed.splice(0);
      pictures.forEach(unframe);
      play(changes, show, time, find);
    });
    setTimeout(mine, 500);
    // A patch does not overwrite newer text in a field, but only until that text is sent. So show the patch before.
    document.addEventListener('espalier:send', mine);
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
    const change = changes.find((change) => goes(row, change, find));
    if (!change || framed.some((other) => other.row.contains(row))) return;
    const { going } = change;
    const name = `e-${++count}`;
    row.style.viewTransitionName = name;
    row.style.viewTransitionClass = `e-delete e-${going.style}`;
    framed.push({ row, name, ...going });
  }

  /**
   * While the browser takes pictures, it sends every press to the root element. Repeats such a press at its position.
   * @param {any} event
   */
  async function aim(event) {
    const { type, target, clientX, clientY } = event;
    isPressed = type === 'pointerdown';
    if (isPressed) missed = taking;
    if (type !== 'click' || !missed || target !== root) return;
    await missed;
    const hit = document.elementFromPoint(clientX, clientY);
    if (hit !== root) of(hit)?.dispatchEvent(new MouseEvent(type, event));
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
