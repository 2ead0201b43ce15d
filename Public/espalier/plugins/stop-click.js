// Stops the click of a pointer that has moved something: it has not pressed what is below it.

/**
 * Call it when the pointer goes up. The click of a finger can come a while later, but it comes before the next press.
 */
export function stopClick() {
  const life = new AbortController();
  const options = { capture: true, signal: life.signal };
  addEventListener('pointerdown', () => life.abort(), options);
  addEventListener('click', stop, options);

  /** @param {Event} event */
  function stop(event) {
    // Keys and scripts click without a pointer, and that counts.
    if (!(/** @type {MouseEvent} */ (event).detail)) return;
    life.abort();
    event.preventDefault();
    event.stopPropagation();
  }
}
