// What the server was told of the rows that ask for their visibility.

import { randomID } from './ids.js';
import { className, root, visibilityEvent } from './wire.js';

const asking = `.${className.visibility}`;

/** @param {Viewport} view */
export function reports({ inView, isSeen, share }) {
  /** @type {Map<Element, number | undefined>} with the part of them that is in view, in percent, if it is known */
  const told = new Map();

  /**
   * Builds a report of changes since the last one; undefined if there are none.
   * @param {HTMLFormElement} form
   * @param {boolean} isAway nobody looks at the page now
   * @returns {Report | undefined}
   */
  function compose(form, isAway) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const before = `${body}`;
    for (const row of new Set([...told.keys(), ...inView])) {
      const [was, last, now] = [told.has(row), told.get(row), share.get(row)];
      const is = row.matches(asking) && !isAway && isSeen(row, was);
      const address = row.id === root ? '' : row.id;
      if (is) told.set(row, now);
      else told.delete(row);
      if (!row.isConnected) inView.delete(row);
      if (!row.matches(asking)) continue;
      if (was !== is) body.append(is ? visibilityEvent.appeared : visibilityEvent.disappeared, address);
      if (!is || now === last) continue;
      body.append(visibilityEvent.progressed, address);
      body.append(visibilityEvent.percent, `${now}`);
    }
    return `${body}` === before ? undefined : { id: randomID(), body };
  }

  return { compose, forget: () => told.clear() };
}
