// How long what changes takes, and along which curve: as the page has it, or as the change says.

import { operation, root } from './wire.js';

const { relocate, replace, set } = operation;
const marks = new WeakMap();
const names = { time: '--espalier-time', curve: '--espalier-curve' };

// Milliseconds; 0 where movement is not wanted, or not to be seen.
export function pace() {
  const time = getComputedStyle(document.documentElement).getPropertyValue('--espalier-motion');
  return document.hidden ? 0 : parseFloat(time) || 0;
}

// `fade 300 ease-out`: a style, milliseconds, a curve; the last two only where they are said.
export function transition(words) {
  const [, style, time, curve] = /^(\S+)(?: (\d+))?(?: (.+))?$/.exec(words);
  return { style, time: style === 'none' ? 0 : time && +time, curve };
}

// The transitions that a cell's own style sheet has start within: what is said of the change holds while they do.
export function paced(changes, show, isMoving) {
  const rows = new Set();
  const moved = [];
  for (const { letter, address, html, time, curve } of changes) {
    if (letter === relocate) moved.unshift({ from: address, to: html });
    const isSaid = curve || time !== undefined;
    const row = isSaid && (letter === set || letter === replace) && find(address, moved);
    if (!row) continue;
    rows.add(row);
    if (time !== undefined || !isMoving) row.style.setProperty(names.time, `${isMoving ? time : 0}ms`);
    if (curve) row.style.setProperty(names.curve, curve);
  }
  show();
  // Asked for them, the browser starts them.
  if (rows.size) document.getAnimations();
  for (const row of rows) {
    for (const name of Object.values(names)) row.style.removeProperty(name);
    bare(row);
  }
}

// Where it is now what will have the address when rows have moved, the last of them named first.
function find(address, moved) {
  for (const { from, to } of moved) {
    if (`${address}/`.startsWith(`${to}/`)) address = from + address.slice(to.length);
  }
  return document.getElementById(address || root);
}

// A row says for a while how it came, or that it changed; the page's style sheet moves it.
export function mark(row, words, { time, curve }, duration) {
  clearTimeout(marks.get(row));
  row.setAttribute('data-motion', words);
  animate(time ? `${time}ms` : '', curve ?? '');
  const end = () => {
    row.removeAttribute('data-motion');
    animate('', '');
    bare(row);
  };
  marks.set(row, setTimeout(end, duration + 100));

  function animate(animationDuration, animationTimingFunction) {
    Object.assign(row.style, { animationDuration, animationTimingFunction });
  }
}

// The pictures of what goes: they play the style's frames from back to front.
export function timePictures(pictures) {
  const said = pictures.filter(({ time, curve }) => time || curve);
  if (!said.length) return;
  for (const { effect } of document.getAnimations()) {
    const picture = said.find(({ name }) => effect.pseudoElement === `::view-transition-old(${name})`);
    if (picture?.time) effect.updateTiming({ duration: picture.time });
    if (picture?.curve) turn(effect, picture.curve);
  }
}

// A curve that is said is one from the start to the end.
function turn(effect, easing) {
  const frames = effect.getKeyframes().reverse();
  effect.setKeyframes(frames.map(({ computedOffset, ...frame }) => ({ ...frame, offset: 1 - computedOffset, easing })));
  effect.updateTiming({ direction: 'normal' });
}

// Leaves nothing of what was said of its style.
export function bare(element) {
  if (!element.getAttribute('style')) element.removeAttribute('style');
}
