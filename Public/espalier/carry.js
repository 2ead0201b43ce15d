// Carries one row to another place. The page shows the row there at once, and the server learns of the move when the
// row is dropped. Patches wait until then, because they refer to the old order of the list.

import { place } from './preserve.js';
import { attribute, operation, reach } from './wire.js';

const { move, remove, replace, snapshot } = operation;
const key = (/** @type {Element} */ { id }) => id.split('/').pop();

/**
 * @param {Carrying} carrying
 * @param {HTMLElement} handle
 * @param {() => void} ended
 * @returns {Carried | undefined}
 */
export function carry(carrying, handle, ended) {
  const { address, presenting, send, pace, play } = carrying;
  if (carrying.current()) return;
  const row = /** @type {HTMLElement} */ (handle.closest('li, tr'));
  const [list, next] = [/** @type {Element} */ (row.parentElement), row.nextSibling];
  /** @type {{ ops: Operation[], show(): void }[]} */
  const waiting = [];
  const { documentElement: root } = document;
  row.setAttribute('data-carried', '');
  root.style.cursor = 'grabbing';
  const letPatchesGo = presenting.presentBy((ops, show) => {
    waiting.push({ ops, show });
    if (ops.some(takesAway)) end();
  });

  /**
   * Whether a patch removes the carried row. Such a patch cannot wait.
   * @param {Operation} operation
   */
  function takesAway([letter, address]) {
    if (letter === replace && address === row.id) return false;
    const isAround = !address || `${row.id}/`.startsWith(`${address}/`);
    return letter === snapshot || (isAround && (letter === remove || letter === replace));
  }

  /** @type {Carried['to']} */
  function to(list, before) {
    if (before === row || (row.parentNode === list && row.nextSibling === before)) return;
    const change = () => place(list, row, before);
    const time = pace();
    if (time) play([/** @type {Change} */ ({ letter: move, address: row.id, html: '', style: 'none' })], change, time);
    else change();
  }

  async function drop() {
    if (row.parentNode === list && row.nextSibling === next) return end();
    const { nextElementSibling: before, parentElement: target } = row;
    const button = /** @type {HTMLButtonElement} */ (handle.nextElementSibling);
    const { value } = button;
    // Any control of the row can hold the data. The JSON leaves out undefined values.
    button.value = JSON.stringify({
      before: before ? key(before) : undefined,
      into: target === list || !target?.parentElement ? undefined : key(target.parentElement),
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
  const carried = { handle, row, lists: lists(handle, list), to, drop, cancel };
  carrying.begin(carried);
  return carried;
}

/**
 * The lists to which the row may move: its own, and the neighbouring sections that are empty or have such rows.
 * @param {HTMLElement} handle
 * @param {Element} list
 */
function lists(handle, list) {
  const section = list.parentElement;
  if (handle.getAttribute(attribute.move) !== reach.sections || section?.localName !== 'li') return [list];
  const others = [.../** @type {Element} */ (section.parentElement).querySelectorAll(':scope > li > ul')];
  return others.filter((ul) => !ul.firstChild || ul.querySelector(`:scope > * [${attribute.move}=${reach.sections}]`));
}
