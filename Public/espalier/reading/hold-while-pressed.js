// Holds patches while a pointer is down, so that what is under it stays there until the press has counted.

/** A longer press holds patches no more. Milliseconds. */
const patience = 2000;
/** A finger that goes up becomes a click a moment later. Milliseconds. */
const moment = 50;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ presenting }) {
  const life = new AbortController();
  /** @type {{ ops: Operation[], show(): void }[]} */
  let waiting = [];
  /** @type {(() => void) | undefined} */
  let letPatchesGo;
  /** @type {number | undefined} */
  let timer;

  function hold() {
    clearTimeout(timer);
    timer = setTimeout(release, patience);
    letPatchesGo ??= presenting.presentBy((ops, show) => waiting.push({ ops, show }));
  }

  function end() {
    clearTimeout(timer);
    timer = setTimeout(release, moment);
  }

  function release() {
    clearTimeout(timer);
    letPatchesGo = void letPatchesGo?.();
    const held = waiting;
    waiting = [];
    // A row may be carried now. Then its module holds them.
    if (held.length) presenting.present(held.flatMap(({ ops }) => ops), held[0].show);
  }

  const options = { capture: true, signal: life.signal };
  addEventListener('pointerdown', hold, options);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, options);
  // The window's own event: those of elements do not bubble.
  addEventListener('blur', end, life);
  document.addEventListener('espalier:send', release, life);
  return {
    uninstall() {
      life.abort();
      release();
    },
  };
}
