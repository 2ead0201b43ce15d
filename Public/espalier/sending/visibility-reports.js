// Reports the visibility of rows that ask for it, and records what the server knows already.

import { randomID } from '../page/random-id.js';
import { className, root, visibilityEvent } from '../page/wire-names.js';

const asking = `.${className.visibility}`;

/** @param {Viewport} view */
export function reports({ inView, isSeen, share }) {
  /** @type {Map<Element, number | undefined>} the rows reported in view, with the percentage in view if it is known */
  const reported = new Map();
  // The tabs of one browser have different rows in view.
  const viewer = randomID();

  /**
   * Builds a report of changes since the last one; undefined if there are none.
   * @param {HTMLFormElement} form
   * @param {boolean} isAway nobody looks at the page now
   * @returns {Report | undefined}
   */
  function compose(form, isAway) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const before = `${body}`;
    for (const row of new Set([...reported.keys(), ...inView])) {
      const [was, last, now] = [reported.has(row), reported.get(row), share.get(row)];
      const is = row.matches(asking) && !isAway && isSeen(row, was);
      const address = row.id === root ? '' : row.id;
      if (is) reported.set(row, now);
      else reported.delete(row);
      if (!row.isConnected) inView.delete(row);
      if (!row.matches(asking)) continue;
      if (was !== is) body.append(is ? visibilityEvent.appeared : visibilityEvent.disappeared, address);
      if (!is || now === last) continue;
      body.append(visibilityEvent.progressed, address);
      body.append(visibilityEvent.percent, `${now}`);
    }
    if (`${body}` === before) return;
    body.append(visibilityEvent.viewer, viewer);
    return { id: randomID(), body };
  }

  return { compose, forget: () => reported.clear() };
}
