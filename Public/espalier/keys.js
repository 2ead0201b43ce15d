// Rows that are moved by the keyboard: picked up and dropped at their handle, and told of by the page's status.

import { carry } from './carry.js';
import { attribute } from './wire.js';

export function keys(page, signal) {
  let carried;
  let timer;

  function press(event) {
    const handle = event.target.closest?.('.e-handle');
    const action = handle && (carried ? carrying : resting)[event.key];
    if (!action) return;
    event.preventDefault();
    action(handle);
  }

  const resting = { ' ': lift, Enter: lift };
  const carrying = {
    ' ': () => carried.drop(),
    Enter: () => carried.drop(),
    Escape: () => carried.cancel(),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: () => step(-columns()),
    ArrowDown: () => step(columns()),
  };

  function lift(handle) {
    carried = carry(page, handle, ended);
    if (!carried) return;
    handle.setAttribute('aria-pressed', 'true');
    say(`${where()} Arrow keys move it, Space drops it, Escape puts it back.`);
  }

  function step(by) {
    const { row, lists, to } = carried;
    const list = row.parentNode;
    const rows = [...list.children];
    const index = rows.indexOf(row) + by;
    const next = lists[lists.indexOf(list) + Math.sign(by)];
    const others = rows.filter((other) => other !== row);
    if (index >= 0 && index < rows.length) to(list, others[index] ?? null);
    else if (next) to(next, by > 0 ? next.firstChild : null);
    row.scrollIntoView({ block: 'nearest' });
    say(where());
  }

  function ended() {
    const { handle, row } = carried;
    handle.removeAttribute('aria-pressed');
    carried = undefined;
    // What the reply says may be shown a frame later.
    requestAnimationFrame(() => {
      say(handle.isConnected ? `Dropped: ${where({ handle, row })}` : '');
      timer = setTimeout(say, 5000, '');
    });
  }

  // How many rows stand side by side.
  function columns() {
    const rows = [...carried.row.parentNode.children];
    const top = (row) => row.getBoundingClientRect().top;
    const next = rows.findIndex((row) => top(row) !== top(rows[0]));
    return next < 0 ? rows.length : next;
  }

  function where({ handle, row } = carried) {
    const rows = [...row.parentNode.children];
    return `${handle.getAttribute('aria-label').replace(/^Move /, '')}, ${rows.indexOf(row) + 1} of ${rows.length}.`;
  }

  function say(text) {
    timer = clearTimeout(timer);
    for (const line of document.querySelectorAll(`[${attribute.status}]`)) line.textContent = text;
  }

  // A row that is moved may lose the focus for a moment.
  function leave() {
    setTimeout(() => carried && document.activeElement !== carried.handle && carried.cancel());
  }

  document.addEventListener('keydown', press, { signal });
  document.addEventListener('focusout', leave, { signal });
  signal.addEventListener('abort', () => carried?.cancel());
}
