// A row that hovers pushes the one before it out of its place. Sticky rows of one list only cover each other.

let installed;

export function hover(page, { signal }) {
  if (signal.aborted || installed === signal) return;
  installed = signal;
  const rows = document.getElementsByClassName('e-hover');
  const shifts = new Map();
  let frame;

  function push() {
    frame = undefined;
    const places = [...rows].filter((row) => row.localName === 'li').map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const shift = shifts.get(row) ?? 0;
      return { row, list: row.parentNode, top: top - shift, bottom: bottom - shift };
    });
    const ends = new Map();
    for (const { row, list, top, bottom } of places.reverse()) {
      move(row, Math.min(0, (ends.get(list) ?? bottom) - bottom));
      ends.set(list, top);
    }
  }

  function move(row, shift) {
    if (shift === (shifts.get(row) ?? 0)) return;
    shifts.set(row, shift);
    row.style.translate = shift ? `0 ${shift}px` : '';
    if (!shift) {
      shifts.delete(row);
      if (!row.getAttribute('style')) row.removeAttribute('style');
    }
  }

  const look = () => (frame ??= requestAnimationFrame(push));
  addEventListener('scroll', look, { signal, passive: true, capture: true });
  addEventListener('resize', look, { signal });
  document.addEventListener('espalier:applied', look, { signal });
  look();
}
