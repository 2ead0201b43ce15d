// Carries one row to another place. The page shows the row there at once, and the server learns of the move when the
// row is dropped. Patches wait until then, because they refer to the old order of the list.

import { allSections, attribute, className, operation } from '../page/wire-names.js';

const key = (/** @type {Element} */ { id }) => id.split('/').pop();

/**
 * @param {Carrying} carrying
 * @param {HTMLElement} handle
 * @param {() => void} ended
 * @returns {Carried | undefined}
 */
export function carryRow(carrying, handle, ended) {
  const { address, presenting, send, pace, play, place } = carrying;
  if (carrying.current()) return;
  const row = /** @type {HTMLElement} */ (handle.closest('li, tr'));
  const [list, next] = [/** @type {Element} */ (row.parentElement), row.nextSibling];
  /** @type {{ ops: Operation[], show(): void }[]} */
  const waiting = [];
  const { documentElement: root } = document;
  const targets = lists(handle, list);
  // Selected rows move together. The server moves the others when the row is dropped.
  const others = row.classList.contains(className.selected) ? companions(row, targets) : [];
  row.setAttribute('data-carried', others.length ? `${others.length + 1}` : '');
  for (const other of others) other.setAttribute('data-follows', '');
  root.style.cursor = 'grabbing';
  const letPatchesGo = presenting.presentBy((ops, show) => {
    waiting.push({ ops, show });
    if (ops.some(takesAway)) end();
  });

  /**
   * Whether a patch removes the carried row. Such a patch cannot wait.
   * @param {Operation} op
   */
  function takesAway([letter, address]) {
    if (letter === operation.replace && address === row.id) return false;
    const isAround = !address || `${row.id}/`.startsWith(`${address}/`);
    return letter === operation.snapshot || (isAround && (letter === operation.remove || letter === operation.replace));
  }

  /** @type {Carried['to']} */
  function to(list, before) {
    if (before === row || (row.parentNode === list && row.nextSibling === before)) return;
    const change = () => place(list, row, before);
    const time = pace();
    const moved = /** @type {Change} */ ({ letter: operation.move, address: row.id, html: '', style: 'none' });
    if (time) play([moved], change, time);
    else change();
  }

  async function drop() {
    if (row.parentNode === list && row.nextSibling === next) return end();
    const now = row.parentElement;
    let before = row.nextElementSibling;
    while (before && others.includes(before)) before = before.nextElementSibling;
    const button = /** @type {HTMLButtonElement} */ (handle.nextElementSibling);
    const { value } = button;
    // Any control of the row can hold the data. The JSON leaves out undefined values.
    button.value = JSON.stringify({
      before: before ? key(before) : undefined,
      into: now === list || !now?.parentElement ? undefined : key(now.parentElement),
      together: others.length ? true : undefined,
    });
    const url = new URL(button.getAttribute('formaction') ?? '', location.href).href;
    const sent = send(url, address.form, button);
    button.value = value;
    await sent;
    end();
  }

  // The waiting patches and the reply to the move apply to the old order, but are animated from where the row is now.
  function end() {
    if (carrying.current() !== carried) return;
    carrying.end();
    letPatchesGo();
    row.removeAttribute('data-carried');
    for (const other of others) other.removeAttribute('data-follows');
    root.style.cursor = '';
    if (!root.style.length) root.removeAttribute('style');
    if (waiting.length) {
      document.addEventListener('espalier:patch', () => place(list, row, next), { once: true });
      presenting.present(waiting.flatMap(({ ops }) => ops), waiting[0].show);
    } else to(list, next);
    ended();
  }

  function cancel() {
    to(list, next);
    end();
  }

  /** @type {Carried} */
  const carried = { handle, row, lists: targets, to, drop, cancel };
  carrying.begin(carried);
  return carried;
}

/**
 * The lists to which the row may move: its own, and the neighbouring sections that accept rows.
 * @param {HTMLElement} handle
 * @param {Element} list
 */
function lists(handle, list) {
  const section = list.parentElement;
  if (handle.getAttribute(attribute.move) !== allSections || section?.localName !== 'li') return [list];
  return [.../** @type {Element} */ (section.parentElement).querySelectorAll(`:scope > .${className.drop} > ul`)];
}

/**
 * The other selected rows that people may move to these lists.
 * @param {Element} row
 * @param {Element[]} lists
 */
function companions(row, lists) {
  const selected = `:scope > .${className.selected}.${className.movable}`;
  return lists.flatMap((list) => [...list.querySelectorAll(selected)]).filter((other) => other !== row);
}
