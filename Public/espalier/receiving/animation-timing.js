// The duration and the curve of a change: its own, or those of the page.

import { operation } from '../page/wire-names.js';

/** @type {WeakMap<Element, number>} */
const marks = new WeakMap();
const names = { time: '--espalier-time', curve: '--espalier-curve' };

// The page's duration in milliseconds; 0 if the person wants no motion or the page is hidden.
export function pace() {
  const time = getComputedStyle(document.documentElement).getPropertyValue('--espalier-motion');
  return document.hidden ? 0 : parseFloat(time) || 0;
}

/**
 * Parses a transition such as `fade 300 ease-out`: a style, milliseconds and a curve. The last two are optional.
 * @param {string} words
 * @returns {Transition}
 */
export function transition(words) {
  const [, style, time, curve] = /** @type {any} */ (/^(\S+)(?: (\d+))?(?: (.+))?$/.exec(words));
  return { style, time: style === 'none' ? 0 : time && Number(time), curve };
}

/**
 * Shows changes. Transitions of a cell's own style sheet start during this call, with the change's duration and curve.
 * @param {Change[]} changes
 * @param {() => void} show
 * @param {boolean | number} isMoving
 * @param {Find} find
 */
export function paced(changes, show, isMoving, find) {
  const rows = new Set();
  /** @type {{ from: string, to: string }[]} */
  const moved = [];
  for (const { letter, address, html, time, curve } of changes) {
    if (letter === operation.relocate) moved.unshift({ from: address, to: html });
    const isSaid = curve || time !== undefined;
    const row = isSaid && (letter === operation.set || letter === operation.replace) && find(before(address, moved));
    if (!row) continue;
    rows.add(row);
    if (time !== undefined || !isMoving) row.style.setProperty(names.time, `${isMoving ? time : 0}ms`);
    if (curve) row.style.setProperty(names.curve, curve);
  }
  show();
  // This call makes the browser start the transitions.
  if (rows.size) document.getAnimations();
  for (const row of rows) {
    for (const name of Object.values(names)) row.style.removeProperty(name);
    tidy(row);
  }
}

/**
 * The address of the node that will have the given one after the rows have moved. `moved` begins with the last move.
 * @param {string} address
 * @param {{ from: string, to: string }[]} moved
 */
function before(address, moved) {
  for (const { from, to } of moved) {
    if (`${address}/`.startsWith(`${to}/`)) address = from + address.slice(to.length);
  }
  return address;
}

/**
 * Marks a row until its animation ends: how it was inserted, or that it changed. The page's style sheet animates it.
 * @param {HTMLElement} row
 * @param {string} words
 * @param {Pick<Change, 'time' | 'curve'>} change
 * @param {number} duration milliseconds
 */
export function mark(row, words, { time, curve }, duration) {
  clearTimeout(marks.get(row));
  row.setAttribute('data-motion', words);
  animate(time ? `${time}ms` : '', curve ?? '');
  const end = () => {
    row.removeAttribute('data-motion');
    animate('', '');
    tidy(row);
  };
  marks.set(row, setTimeout(end, duration + 100));

  /** @type {(animationDuration: string, animationTimingFunction: string) => void} */
  function animate(animationDuration, animationTimingFunction) {
    Object.assign(row.style, { animationDuration, animationTimingFunction });
  }
}

/**
 * Sets the duration and curve of the pictures of removed rows. They play the style's frames backwards.
 * @param {Picture[]} pictures
 */
export function timePictures(pictures) {
  const said = pictures.filter(({ time, curve }) => time || curve);
  if (!said.length) return;
  for (const animation of document.getAnimations()) {
    const effect = /** @type {KeyframeEffect} */ (animation.effect);
    const picture = said.find(({ name }) => effect.pseudoElement === `::view-transition-old(${name})`);
    if (picture?.time) effect.updateTiming({ duration: picture.time });
    if (picture?.curve) turn(effect, picture.curve);
  }
}

/**
 * Reverses the frames instead of the direction, so that the change's curve runs from the start to the end.
 * @param {KeyframeEffect} effect
 * @param {string} easing
 */
function turn(effect, easing) {
  const frames = effect.getKeyframes().reverse();
  const turned = frames.map(({ computedOffset: at, ...frame }) => ({ ...frame, offset: 1 - Number(at), easing }));
  effect.setKeyframes(turned);
  effect.updateTiming({ direction: 'normal' });
}

/**
 * Removes a `style` attribute that has become empty.
 * @param {Element} element
 */
export function tidy(element) {
  if (!element.getAttribute('style')) element.removeAttribute('style');
}
