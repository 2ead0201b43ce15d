// Draws the heights of the demo /chart. The server writes them into the attributes of the element.

import { add, begin } from './canvas.js';

export { removed, updated } from './canvas.js';

/** @type {(element: HTMLElement, page: any) => void} */
export function mounted(element, page) {
  let ring = 0;
  const canvas = add(element, page, (canvas) => draw(element, canvas, ring));
  page.on('ring', () => {
    ring = 1;
    const step = () => {
      ring = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.max(0, ring - 0.03);
      page.draw();
      if (ring) requestAnimationFrame(step);
    };
    step();
  });
  canvas.addEventListener('click', ({ offsetX }) => {
    const places = points(element).map(({ x }) => Math.abs(x - offsetX));
    const day = points(element)[places.indexOf(Math.min(...places))]?.day;
    if (day) page.send('mark', day);
  });
}

/** @param {HTMLElement} element */
const heightsOf = ({ dataset: { heights = '' } }) => heights.split(' ').filter(Boolean).map(Number);

/** @param {number[]} heights */
const most = (heights) => Math.max(40, ...heights);

/** @param {HTMLElement} element */
function points(element) {
  const { days = '' } = element.dataset;
  const all = heightsOf(element);
  const { clientWidth: width, clientHeight: height } = element;
  const [left, right, top, bottom] = [40, 20, 16, 28];
  return days.split(' ').filter(Boolean).map((day, index) => ({
    day: Number(day),
    x: left + ((width - left - right) * index) / Math.max(1, all.length - 1),
    y: top + (height - top - bottom) * (1 - all[index] / most(all)),
  }));
}

/** @type {(element: HTMLElement, canvas: HTMLCanvasElement, ring: number) => void} */
function draw(element, canvas, ring) {
  const { context, width, height, font, color } = begin(element, canvas);
  context.font = `13px ${font}`;
  const all = points(element);
  context.strokeStyle = color('--line');
  context.fillStyle = color('--soft');
  context.beginPath();
  for (let part = 0; part <= 4; part++) {
    const y = 16 + ((height - 44) * part) / 4;
    context.moveTo(40, y);
    context.lineTo(width - 20, y);
    context.textAlign = 'end';
    context.fillText(`${Math.round(most(heightsOf(element)) * (1 - part / 4))}`, 32, y + 4);
  }
  context.stroke();
  context.textAlign = 'center';
  for (const { day, x } of all) context.fillText(`${day}`, x, height - 8);
  context.strokeStyle = color('--leaf');
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.beginPath();
  for (const { x, y } of all) context.lineTo(x, y);
  context.stroke();
  for (const { day, x, y } of all) {
    const isMarked = `${day}` === element.dataset.marked;
    context.fillStyle = color(isMarked ? '--red' : '--leaf');
    context.beginPath();
    context.arc(x, y, isMarked ? 8 : 5, 0, 7);
    context.fill();
  }
  const last = all.at(-1);
  if (!ring || !last) return;
  context.globalAlpha = ring;
  context.beginPath();
  context.arc(last.x, last.y, 6 + 24 * (1 - ring), 0, 7);
  context.stroke();
}
