// When a control gets the focus behind a sticky or fixed element, scrolls until it can be seen.

const gap = 8;
const instant = /** @type {ScrollBehavior} */ ('instant');
const rect = (/** @type {Element} */ element) => Element.prototype.getBoundingClientRect.call(element);

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ scroller, of }) {
  const life = new AbortController();
  let frame = 0;

  /** @param {any} event */
  function enter({ target = document.activeElement }) {
    if (of(target)?.matches(':focus-visible')) wait(target);
  }

  /**
   * @param {Element} target
   * @param {number} [last]
   * @param {number} [turns]
   */
  function wait(target, last, turns = 60) {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (target !== document.activeElement || !turns) return;
      const { top } = rect(target);
      // Something still scrolls or moves.
      if (top !== last) return wait(target, top, turns - 1);
      const by = hidden(target, of);
      if (by) of(scroller(target)).scrollBy({ top: by, behavior: instant });
      // Another sticky element may be there now.
      if (rect(target).top !== top) wait(target, undefined, Math.min(turns, 8) - 2);
    });
  }

  document.addEventListener('focusin', enter, life);
  enter({});
  return {
    uninstall() {
      life.abort();
      cancelAnimationFrame(frame);
    },
  };
}

/**
 * @param {Element} target
 * @param {Of} of
 * @returns {number} how far to scroll until nothing covers its upper or lower edge
 */
function hidden(target, of) {
  const { left, width, top, bottom, height } = rect(target);
  if (height > innerHeight / 2) return 0;
  let [up, down] = [0, 0];
  for (const y of [top + 1, bottom - 1]) {
    const all = document.elementsFromPoint(left + width / 2, y);
    const index = all.findIndex((element) => of(target).contains(element));
    for (const box of all.slice(0, Math.max(0, index)).map((element) => layer(element, of))) {
      if (!box || of(box).contains(target)) continue;
      const cover = rect(box);
      if (cover.top + cover.bottom < innerHeight) up = Math.max(up, cover.bottom - top + gap);
      else down = Math.max(down, bottom - cover.top + gap);
    }
  }
  return up ? -up : down;
}

/**
 * @param {Element} element
 * @param {Of} of
 * @returns {Element | undefined} the sticky or fixed element that it is in
 */
function layer(element, of) {
  for (let box = /** @type {Element | null} */ (element); box; box = of(box).parentElement) {
    if (/sticky|fixed/.test(getComputedStyle(box).position)) return box;
  }
}
