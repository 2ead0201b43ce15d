// Presents patches. A patch shows at once unless a presenter takes over, such as the one for animations.

/** @returns {Presenting} */
export function patchPresenters() {
  /** @type {Set<Presenter>} */
  const presenters = new Set([(_, show) => show()]);
  /** @type {Parameters<Perform>[]} */
  const waiting = [];
  let need = () => {};
  /** @type {Perform} */
  let performer = (...effects) => {
    waiting.push(effects);
    need();
  };

  return {
    present: (ops, show) => [...presenters].pop()?.(ops, show),
    presentBy(presenter) {
      presenters.add(presenter);
      return () => presenters.delete(presenter);
    },
    perform: (...effects) => performer(...effects),
    performLater(load) {
      need = load;
      if (waiting.length) need();
    },
    performBy(perform) {
      performer = perform;
      for (const effects of waiting.splice(0)) perform(...effects);
    },
    // A reply may arrive when its page is gone.
    stop: () => presenters.clear(),
  };
}
