// One row on its way to another place. It stands there at once; the server hears of it when it is dropped, and patches
// wait until then, because they mean the list as it was.

import { place } from './keep.js';
import { pace } from './pace.js';
import { play } from './rows.js';
import { operation } from './wire.js';

const { move, remove, replace, snapshot } = operation;
const key = ({ id }) => id.split('/').pop();
let current;

export function carry(page, handle, ended) {
  if (current) return;
  const row = handle.closest('li');
  const [list, next] = [row.parentNode, row.nextSibling];
  const { render } = page;
  const waiting = [];
  row.setAttribute('data-carried', '');
  page.render = (ops, show) => {
    waiting.push({ ops, show });
    if (ops.some(takesAway)) end();
  };

  // What cannot wait: there is nothing left to carry.
  function takesAway([letter, address]) {
    if (letter === replace && address === row.id) return false;
    const isAround = !address || `${row.id}/`.startsWith(`${address}/`);
    return letter === snapshot || (isAround && (letter === remove || letter === replace));
  }

  function to(list, before) {
    if (before === row || (row.parentNode === list && row.nextSibling === before)) return;
    const change = () => place(list, row, before);
    const time = pace();
    if (time) play([{ letter: move, address: row.id, html: '', style: 'none' }], change, time);
    else change();
  }

  async function drop() {
    if (row.parentNode === list && row.nextSibling === next) return end();
    const { nextElementSibling: before, parentNode: target } = row;
    const button = handle.nextElementSibling;
    const { value } = button;
    // Any control of the row can carry the data; what is undefined is left out.
    button.value = JSON.stringify({
      before: before ? key(before) : undefined,
      into: target === list ? undefined : key(target.parentNode),
    });
    const sent = page.send(new URL(button.getAttribute('formaction'), location).href, button.form, button);
    button.value = value;
    await sent;
    end();
  }

  // What came meanwhile, and the reply to the move, is applied to the list as it was, but shown from where the row is.
  function end() {
    if (current !== carried) return;
    current = undefined;
    page.render = render;
    row.removeAttribute('data-carried');
    if (waiting.length) {
      document.addEventListener('espalier:patch', () => place(list, row, next), { once: true });
      render(waiting.flatMap(({ ops }) => ops), waiting[0].show);
    } else to(list, next);
    ended();
  }

  function cancel() {
    to(list, next);
    end();
  }

  const carried = { handle, row, lists: lists(handle, list), to, drop, cancel };
  return (current = carried);
}

// Its own, and the sections beside it in which such rows stand, or none.
function lists({ dataset: { move } }, list) {
  const section = list.parentNode;
  if (move !== 'sections' || section.localName !== 'li') return [list];
  return [...section.parentNode.querySelectorAll(':scope > li > ul')].filter(
    (other) => !other.firstChild || other.querySelector(`:scope > * [data-move=${move}]`),
  );
}
