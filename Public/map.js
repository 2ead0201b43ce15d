// Draws the garden of the demo /map. People drag it, and press a free place to plant something.

import { add, begin } from './canvas.js';

export { removed, updated } from './canvas.js';

const size = 900;

/** @type {(element: HTMLElement, page: any) => void} */
export function mounted(element, page) {
  // The place of the garden in the middle of the element, in hundredths.
  const view = { x: 48, y: 45 };
  /** @type {{ x: number, y: number, isMoved: boolean } | undefined} */
  let drag;

  const canvas = add(element, page, (canvas) => draw(element, canvas, view));
  page.on('show', (/** @type {{ x: number, y: number }} */ { x, y }) => {
    Object.assign(view, { x, y });
    page.draw();
  });

  canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y, pointerId, button }) => {
    if (button) return;
    drag = { x, y, isMoved: false };
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
    if (!drag || (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < 4)) return;
    view.x = within(view.x - ((x - drag.x) * 100) / size);
    view.y = within(view.y - ((y - drag.y) * 100) / size);
    drag = { x, y, isMoved: true };
    page.draw();
  });
  canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
    if (drag && !drag.isMoved) {
      const x = Math.round(view.x + ((offsetX - element.clientWidth / 2) * 100) / size);
      const y = Math.round(view.y + ((offsetY - element.clientHeight / 2) * 100) / size);
      if (x === within(x) && y === within(y)) page.send('plant', { name: '', x, y });
    }
    drag = undefined;
  });
  canvas.addEventListener('pointercancel', () => (drag = undefined));
}

const within = (/** @type {number} */ place) => Math.min(100, Math.max(0, place));

/** @type {(element: HTMLElement, canvas: HTMLCanvasElement, view: { x: number, y: number }) => void} */
function draw(element, canvas, view) {
  const { context, width, height, font, color } = begin(element, canvas);
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {const} */ ([width / 2 + ((x - view.x) * size) / 100, height / 2 + ((y - view.y) * size) / 100]);
  context.fillStyle = color('--sheet');
  context.fillRect(...at(0, 0), size, size);
  context.strokeStyle = color('--line');
  context.beginPath();
  for (let line = 0; line <= 100; line += 10) {
    for (const [from, to] of [[at(line, 0), at(line, 100)], [at(0, line), at(100, line)]]) {
      context.moveTo(...from);
      context.lineTo(...to);
    }
  }
  context.stroke();
  context.font = `600 14px ${font}`;
  context.textAlign = 'center';
  for (const plant of (element.dataset.plants ?? '').split('\n').filter(Boolean)) {
    const [x, y, ...words] = plant.split(' ');
    const place = at(Number(x), Number(y));
    context.fillStyle = color('--leaf');
    context.beginPath();
    context.arc(...place, 10, 0, 7);
    context.fill();
    context.fillStyle = color('--ink');
    context.fillText(words.join(' '), place[0], place[1] + 28);
  }
}
