// Performs effects, which happen once: scrolls to an element, focuses it, sets the title, shows a notice or a dialog,
// or leads to another page.

import { navigator } from './navigate.js';
import { showNotice } from '../page/notice.js';
import { addSheet } from '../page/style-sheet.js';
import { attribute, effect, operation } from '../page/wire-names.js';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install(needs) {
  const { address, presenting, reached, scroller, isScrolledByHand } = needs;
  const { copy, restart, need, of, give } = needs;
  let isStopped = false;
  /** @param {string} html */
  const parse = (html) => new DOMParser().parseFromString(copy.policy.createHTML(html), 'text/html');
  const navigation = navigator({ copy, restart, parse });
  // Effects wait until the page shows their version, which the reply or the stream may bring.
  presenting.performBy(async (text, ops) => {
    await reached(text);
    if (!isStopped) perform(ops.filter(([letter]) => letter === operation.effect));
  });

  /** @param {Operation[]} ops */
  function perform(ops) {
    const isScrolled = ops.some(([, , word]) => word === effect.scroll);
    if (ops.filter(showsDialog).length) need('reading/modal-dialogs');
    for (const [, address, word, to, speed, offset = '0'] of ops) {
      if (word === effect.title) setTitle(to);
      if (word === effect.language) Object.assign(document.documentElement, { lang: to, dir: speed });
      if (word === effect.notice) showNotice(to);
      if (word === effect.navigate) navigation.go(to);
      if (word === effect.report) reportEnd(to).catch(() => {});
      const element = copy.find(address);
      if (element && word === effect.scroll) scroll(element, to, speed, parseInt(offset));
      if (element && word === effect.message) need('receiving/own-modules', '', { received: [element, to, speed] });
      if (element && word === effect.focus) give(element, { preventScroll: isScrolled });
    }
  }

  /** @param {string} name */
  async function reportEnd(name) {
    const { report } = await import('./animation-reports.js');
    await report(name, needs);
  }

  /**
   * Adds a dialog to the page, or removes one. The module of modal dialogs does the rest.
   * @param {Operation} op
   * @returns {boolean} whether the effect is about a dialog
   */
  function showsDialog([, , word, to]) {
    if (word === effect.dismiss) document.getElementById(to)?.remove();
    if (word === effect.dialog) {
      addSheet(new URL('dialog.css', import.meta.url).href);
      document.body.append(...parse(to).body.children);
    }
    return word === effect.dismiss || word === effect.dialog;
  }

  /**
   * Keeps what the template of the page writes around the title.
   * @param {string} title
   */
  function setTitle(title) {
    const old = address.read(attribute.title);
    document.title = old && document.title.includes(old) ? document.title.replace(old, () => title) : title;
    of(address.form).setAttribute(attribute.title, title);
  }

  /**
   * Scrolls the box that holds the element, and the boxes around it only if this box is out of view.
   * @param {HTMLElement} element
   * @param {ScrollLogicalPosition} to
   * @param {ScrollBehavior | undefined} speed
   * @param {number} offset pixels between the element and the edge
   */
  function scroll(element, to, speed, offset) {
    const box = scroller(element);
    const isStill = !speed || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const behavior = /** @type {ScrollBehavior} */ (isStill ? 'instant' : speed);
    isScrolledByHand.delete(box);
    if (box === document.documentElement) {
      // A style sheet may give a row a margin of its own.
      if (offset) element.style.scrollMarginBlock = `${offset}px`;
      element.scrollIntoView({ block: to, inline: to, behavior });
      element.style.scrollMarginBlock = '';
      if (!element.getAttribute('style')) element.removeAttribute('style');
      return;
    }
    const { top, bottom } = of(box).getBoundingClientRect();
    const edge = { start: top, center: (top + bottom) / 2, end: bottom, nearest: Math.max(0, top) }[to];
    const isAway = bottom < 0 || edge < 0 || edge > 0.8 * innerHeight;
    if (isAway) of(box).scrollIntoView({ block: 'nearest', inline: 'nearest', behavior });
    const [row, room] = [element, of(box)].map((each) => each.getBoundingClientRect());
    const style = getComputedStyle(box);
    /** @param {string} side */
    const pad = (side) => parseFloat(style.getPropertyValue(`scroll-padding-${side}`)) || 0;
    of(box).scrollBy({
      left: distance(to, row.left - offset, row.right + offset, room.left + pad('left'), room.right - pad('right')),
      top: distance(to, row.top - offset, row.bottom + offset, room.top + pad('top'), room.bottom - pad('bottom')),
      behavior,
    });
  }

  return {
    uninstall() {
      isStopped = true;
      navigation.stop();
    },
  };
}

/**
 * How far to scroll so that the range from a to b gets its place in the range from c to d.
 * @type {(to: ScrollLogicalPosition, a: number, b: number, c: number, d: number) => number}
 */
function distance(to, a, b, c, d) {
  const ways = { start: a - c, end: b - d, center: (a + b - c - d) / 2, nearest: 0 };
  const isInside = (a >= c && b <= d) || (a <= c && b >= d);
  if (to === 'nearest' && !isInside) return Math.abs(a - c) < Math.abs(b - d) ? a - c : b - d;
  return ways[to];
}
