// Presents patches. A patch shows at once unless a presenter takes over, such as the one for animations.

/** @returns {Presenting} */
export function present() {
  /** @type {Presenter[]} */
  const presenters = [(_, show) => show()];
  /** @type {Parameters<Perform>[]} */
  const waiting = [];
  /** @type {Perform | undefined} */
  let performer;
  let need = () => {};

  return {
    present: (ops, show) => presenters[presenters.length - 1](ops, show),
    presentBy(presenter) {
      presenters.push(presenter);
      return () => presenters.splice(presenters.indexOf(presenter), 1);
    },
    perform(text, ops) {
      if (performer) return performer(text, ops);
      waiting.push([text, ops]);
      need();
    },
    performLater(load) {
      need = load;
      if (waiting.length) need();
    },
    performBy(perform) {
      performer = perform;
      for (const effects of waiting.splice(0)) perform(...effects);
    },
    stop: () => presenters.splice(1),
  };
}
