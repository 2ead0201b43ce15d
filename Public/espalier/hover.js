// A row that hovers pushes those before it out of their places. Sticky rows of one list only cover each other.

let installed;

export function hover(page, { signal }) {
  if (signal.aborted || installed === signal) return;
  installed = signal;
  const rows = document.getElementsByClassName('e-hover');
  const shifts = new Map();
  const seen = new WeakSet();
  const sizes = new ResizeObserver(() => renew());
  let pushers; // By row, the one that pushes it; unknown until the next look.
  let frame;

  const isAcross = (row) => row.parentNode.matches('.e-strip > ul');
  const isBackward = (row) => getComputedStyle(row.parentNode).direction === 'rtl';

  // Where a row begins and ends in the direction in which rows follow each other.
  function extent(row, x, y, width, height) {
    if (!isAcross(row)) return [y, y + height];
    return isBackward(row) ? [-x - width, -x] : [x, x + width];
  }

  // A row is pushed by the first that begins where it ends, or behind: by none that stands beside it.
  function pair() {
    const all = [...rows].filter((row) => row.localName === 'li');
    for (const row of shifts.keys()) if (!all.includes(row)) move(row, 0);
    for (const row of all) row.style.position = 'static';
    const places = all.map((row) => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = row;
      return [row, ...extent(row, offsetLeft, offsetTop, offsetWidth, offsetHeight)];
    });
    for (const row of all) style(row, 'position', '');
    places.sort(([, one], [, other]) => one - other);
    pushers = new Map(places.map(([row, , end], index) => {
      const list = row.parentNode;
      if (!seen.has(list)) sizes.observe(list);
      seen.add(list);
      const isNext = ([other, start], place) => place > index && start > end - 2 && other.parentNode === list;
      return [row, places.find(isNext)?.[0]];
    }));
  }

  function push() {
    frame = undefined;
    if (!pushers) pair();
    const places = new Map([...pushers.keys()].filter((row) => row.isConnected).map((row) => {
      const { x, y, width, height } = row.getBoundingClientRect();
      return [row, extent(row, x, y, width, height).map((place) => place - (shifts.get(row) ?? 0))];
    }));
    for (const [row, [, end]] of places) move(row, Math.min(0, (places.get(pushers.get(row))?.[0] ?? end) - end));
  }

  function move(row, shift) {
    if (shift === (shifts.get(row) ?? 0)) return;
    shift ? shifts.set(row, shift) : shifts.delete(row);
    style(row, 'translate', !shift ? '' : !isAcross(row) ? `0 ${shift}px` : `${isBackward(row) ? -shift : shift}px`);
  }

  function style(row, name, value) {
    row.style[name] = value;
    if (!row.getAttribute('style')) row.removeAttribute('style');
  }

  function renew() {
    pushers = undefined;
    look();
  }

  const look = () => (frame ??= requestAnimationFrame(push));
  addEventListener('scroll', look, { signal, passive: true, capture: true });
  addEventListener('resize', renew, { signal });
  document.addEventListener('espalier:applied', renew, { signal });
  signal.addEventListener('abort', () => sizes.disconnect());
  renew();
}
