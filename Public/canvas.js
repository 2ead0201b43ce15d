// A canvas that fills an element, for the modules of the demos.

/**
 * Adds a canvas that is drawn again when its size or the colours of the page change.
 * @param {HTMLElement} element
 * @param {any} page
 * @param {(canvas: HTMLCanvasElement) => void} draw
 * @returns {HTMLCanvasElement}
 */
export function add(element, page, draw) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  element.append(canvas);
  page.canvas = canvas;
  page.draw = () => draw(canvas);
  page.sizes = new ResizeObserver(page.draw);
  page.sizes.observe(element);
  page.colors = matchMedia('(prefers-color-scheme: dark)');
  page.colors.addEventListener('change', page.draw);
  return canvas;
}

/** @type {(element: HTMLElement, page: any) => void} */
export function updated(_, page) {
  page.draw();
}

/** @type {(element: HTMLElement, page: any) => void} */
export function removed(_, page) {
  page.canvas.remove();
  page.sizes.disconnect();
  page.colors.removeEventListener('change', page.draw);
}

/**
 * Empties the canvas and gives it the size of its element, in the pixels of the screen.
 * @type {(element: HTMLElement, canvas: HTMLCanvasElement) => {
 *   context: CanvasRenderingContext2D, width: number, height: number, font: string, color: (name: string) => string }}
 */
export function begin(element, canvas) {
  const { clientWidth: width, clientHeight: height } = element;
  const scale = devicePixelRatio;
  Object.assign(canvas, { width: width * scale, height: height * scale });
  const style = getComputedStyle(element);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  return { context, width, height, font: style.fontFamily, color: (name) => style.getPropertyValue(name) };
}
