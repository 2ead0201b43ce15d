// Presses the buttons of lists that grow: the one after the last row when it comes near the window, the one before the
// first row when somebody scrolls up to it, and the one that refreshes when a finger pulls the page down.

import { attribute, grow } from '../page/wire-names.js';

const { documentElement: root } = document;
const before = `[${attribute.grow}=${grow.before}]`;
const near = `[${attribute.grow}=${grow.near}], ${before}`;
const above = `[${attribute.grow}=${grow.pull}]`;
const far = 50;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ need, scroller, of }) {
  const life = new AbortController();
  /** @type {WeakMap<Element, string>} */
  const pressed = new WeakMap();
  /** @type {WeakSet<Element>} the boxes that were scrolled */
  const scrolled = new WeakSet();
  const observer = new IntersectionObserver(come, { rootMargin: '200px 0px' });
  /** @type {NodeListOf<HTMLButtonElement>} */
  let buttons = document.querySelectorAll(near);
  /** @type {Touch} */
  let first;
  /** @type {HTMLButtonElement | null | undefined} */
  let button;

  // Runs after a patch that brought such a button or changed its `data-grow`.
  function update() {
    buttons = document.querySelectorAll(near);
    if (document.querySelector(before)) need('reading/rows-above');
    observe();
    // The browser's own pull gesture would reload the page.
    root.style.overscrollBehaviorY = document.querySelector(above) ? 'contain' : '';
  }

  // Re-observing makes the observer report the current position.
  function observe() {
    for (const button of buttons) {
      if (isPressed(button)) continue;
      observer.unobserve(button);
      observer.observe(button);
    }
  }

  // A button is pressed once for each of its values, because the value names the state of the list.
  const isPressed = (/** @type {any} */ button) => pressed.get(button) === button.value;

  /** @param {IntersectionObserverEntry[]} entries */
  function come(entries) {
    for (const { isIntersecting, target } of entries) {
      const button = /** @type {HTMLButtonElement} */ (target);
      if (!isIntersecting || !button.matches(near) || isPressed(button)) continue;
      // A page begins at the top. Earlier rows are for somebody who scrolls up.
      if (button.matches(before) && !of(scroller(button)).scrollTop && !scrolled.has(scroller(button))) continue;
      pressed.set(button, button.value);
      button.click();
    }
  }

  /**
   * Whether a touch can only mean a pull: no box around the target is scrolled, and none handles drags itself.
   * @param {Element | null} element
   */
  function isFree(element) {
    for (; element; element = of(element).parentElement) {
      if (of(element).scrollTop > 0 || getComputedStyle(element).touchAction === 'none') return false;
    }
    return true;
  }

  /** @param {any} event */
  function begin({ touches, target }) {
    [first] = touches;
    const isPull = touches.length === 1 && isFree(target);
    const free = /** @type {HTMLButtonElement | null} */ (document.querySelector(`${above}:not([aria-disabled=true])`));
    button = isPull ? free : undefined;
  }

  /** @param {any} event */
  function drag({ touches: [touch] }) {
    if (!button) return;
    const [x, y] = [touch.clientX - first.clientX, touch.clientY - first.clientY];
    if (root.scrollTop > 0 || Math.abs(x) > Math.max(10, y)) end({});
    else show(y);
  }

  /** @param {{ type?: string }} event */
  function end({ type }) {
    if (type === 'touchend' && button?.hasAttribute('data-pulled')) button.click();
    show(0);
    button = undefined;
  }

  /** @param {number} distance */
  function show(distance) {
    if (!button) return;
    root.style.setProperty('--espalier-pull', `${Math.min(Math.max(distance, 0), 2 * far)}px`);
    button.toggleAttribute('data-pulled', distance > far);
  }

  const listeners = { touchstart: begin, touchmove: drag, touchend: end, touchcancel: end };
  const options = { signal: life.signal, passive: true };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, options);
  const scroll = (/** @type {any} */ { target }) => scrolled.add(target === document ? root : target);
  document.addEventListener('scroll', scroll, { ...options, capture: true });
  document.addEventListener('espalier:applied', observe, life);
  return {
    update,
    uninstall() {
      life.abort();
      observer.disconnect();
    },
  };
}
