/**
 * Dispatches an `espalier:` event for the page's own scripts, or for a part of the client that is loaded later.
 * @param {'send' | 'reply' | 'patch' | 'overwrite' | 'applied' | 'error'} type
 * @param {object} detail
 * @returns {boolean} false if a listener cancelled it
 */
export const dispatch = (type, detail) =>
  document.dispatchEvent(new CustomEvent(`espalier:${type}`, { detail, cancelable: true }));
