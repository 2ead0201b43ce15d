// Holds patches while a pointer is down, so that what is under it stays there until the press has counted.

/** A longer press holds patches no more. Milliseconds. */
const patience = 2000;
/** A finger that goes up becomes a click a moment later. Milliseconds. */
const moment = 50;

/**
 * @param {Presenter} present
 * @param {AbortController} life
 * @returns {Presenter}
 */
export function holding(present, life) {
  /** @type {Operation[]} */
  const waiting = [];
  /** @type {(() => void) | undefined} */
  let show;
  /** @type {number | undefined} */
  let timer;

  /** @param {Event} event */
  function press({ type }) {
    clearTimeout(timer);
    timer = setTimeout(release, type === 'pointerdown' ? patience : moment);
  }

  function release() {
    timer = void clearTimeout(timer);
    if (show) present(waiting.splice(0), show);
    show = undefined;
  }

  const options = { capture: true, signal: life.signal };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, press, options);
  document.addEventListener('espalier:send', release, life);
  return (ops, next) => {
    if (!timer) return present(ops, next);
    waiting.push(...ops);
    show = next;
  };
}
