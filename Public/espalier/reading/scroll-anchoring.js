// Keeps what a person reads at its place while patches change the rows above it, in browsers that do not do so
// themselves (CSS Scroll Anchoring 1). It does nothing where a box is at its top, or while somebody scrolls it.

import { anchors, boxes, edge, place } from './scroll-anchors.js';

const { documentElement: page } = document;
/** Someone scrolls for as long as scroll events follow each other this quickly. Milliseconds. */
const patience = 150;

const instant = /** @type {ScrollBehavior} */ ('instant');
const isGrowing = (/** @type {any} */ { transitionProperty: name }) => /height|padding|margin|font|flex/.test(name);

/** @typedef {{ box: Element, anchors: [Element, number][] }} Place */

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install(needs) {
  const { of } = needs;
  const life = new AbortController();
  // Elements that a patch moves or removes are no anchors.
  const moves = new MutationObserver(() => {});
  /** @type {Place[]} */
  let places = [];
  /** @type {WeakMap<Element, number>} for each box where this module has scrolled it */
  const put = new WeakMap();
  /** @type {WeakMap<Element, number>} for each box when somebody scrolled it */
  const times = new WeakMap();
  let touches = 0;
  let frame = 0;

  /** @param {any} event */
  function remember({ detail }) {
    places = touches ? [] : boxes(detail.ops, needs).filter(isStill).map((box) => ({ box, anchors: anchors(box, of) }));
    if (places.length) moves.observe(page, { childList: true, subtree: true });
  }

  const isStill = (/** @type {Element} */ box) => performance.now() - (times.get(box) ?? -patience) >= patience;

  function restore() {
    const gone = moves.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
    moves.disconnect();
    for (const place of places) {
      place.anchors = place.anchors.filter(([element]) => !gone.some((node) => of(node).contains(element)));
    }
    adjust();
    cancelAnimationFrame(frame);
    follow();
  }

  function adjust() {
    for (const { box, anchors } of places) {
      const [element, top] = anchors.find(([element]) => of(element).isConnected && place(element).height) ?? [];
      const way = element && place(element).top - edge(box) - Number(top);
      if (!way) continue;
      of(box).scrollBy({ top: way, behavior: instant });
      put.set(box, of(box).scrollTop);
    }
  }

  // Rows may grow or shrink over some time, by transitions of their own.
  function follow() {
    if (!places.length || !document.getAnimations().some(isGrowing)) return;
    frame = requestAnimationFrame(() => {
      adjust();
      follow();
    });
  }

  /** @param {any} event */
  function scroll({ type, target }) {
    const box = target === document ? page : target;
    if (put.get(box) === of(box).scrollTop) return;
    if (type === 'scroll') times.set(box, performance.now());
    else times.delete(box);
    places = places.filter((place) => place.box !== box);
  }

  /** @param {any} event */
  const touch = (event) => (touches = event.touches.length);

  document.addEventListener('espalier:patch', remember, life);
  document.addEventListener('espalier:applied', restore, life);
  const options = { capture: true, passive: true, signal: life.signal };
  for (const type of ['scroll', 'scrollend']) document.addEventListener(type, scroll, options);
  for (const type of ['touchstart', 'touchend', 'touchcancel']) document.addEventListener(type, touch, options);
  return {
    uninstall() {
      life.abort();
      cancelAnimationFrame(frame);
    },
  };
}
