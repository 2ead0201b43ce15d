// The front page: Ada votes, the page shows the patch that the two live lists received, and people search the index of the demos.

const patch = document.querySelector('[data-patch]');
const size = document.querySelector('[data-patch-size]');
const frames = [...document.querySelectorAll('iframe[data-live]')];

/** @param {any} event */
function show({ detail }) {
  const text = JSON.stringify(detail.ops);
  patch.textContent = text.length > 160 ? `${text.slice(0, 160)} …` : text;
  size.textContent = `${new TextEncoder().encode(text).length} bytes to ${frames.length} windows`;
}

// A frame that loads gets a new document. Adding the same listener to a document twice changes nothing.
for (const frame of frames) {
  const listen = () => frame.contentDocument.addEventListener('espalier:applied', show);
  frame.addEventListener('load', listen);
  listen();
}

// Ada votes in her window, until somebody touches the page or she has had enough. She stands still for people who want no motion.
const ada = document.querySelector('iframe[data-ada]');
let left = 8;
let timer = 0;

function stand() {
  clearTimeout(timer);
  ada.dataset.ada = 'still';
}

function vote() {
  const list = ada.contentDocument;
  const buttons = [...list.querySelectorAll('.Dish button')];
  if (!document.hidden && list.documentElement.dataset.espalier === 'live' && buttons.length) {
    left--;
    // Mostly the last dish, so that rows change their places.
    buttons[Math.floor(buttons.length * Math.sqrt(Math.random()))].click();
  }
  if (left) timer = setTimeout(vote, 2500);
  else stand();
}

/** @param {Event} event */
function touched({ isTrusted }) {
  if (isTrusted) stand();
}

/** @param {Document} part */
function heed(part) {
  for (const touch of ['pointerdown', 'keydown', 'focusin']) part.addEventListener(touch, touched);
}

heed(document);
for (const frame of frames) {
  frame.addEventListener('load', () => heed(frame.contentDocument));
  heed(frame.contentDocument);
}
if (matchMedia('(prefers-reduced-motion: reduce)').matches) stand();
else timer = setTimeout(vote, 2500);

// The line to copy.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
  });
}

// The search. The query is in the page's address, so that people can keep and share it.
const form = document.querySelector('[data-search]');
const field = form.elements.q;
const found = form.querySelector('[data-found]');
const entries = [...document.querySelectorAll('.index a[data-words]')];
const index = document.querySelector('.index');
const groups = [...document.querySelectorAll('.index li:has(> ul)')];
const fillers = ['a', 'an', 'and', 'in', 'of', 'or', 'the', 'to', 'with'];

/** @param {string} query */
function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word && !fillers.includes(word));
  let count = 0;
  for (const entry of entries) {
    const text = `${entry.textContent.toLowerCase()} ${entry.dataset.words}`;
    const matches = words.every((word) => text.includes(word));
    entry.parentElement.hidden = !matches;
    if (matches) count++;
  }
  for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])');
  index.toggleAttribute('data-searched', words.length > 0);
  found.textContent = !words.length ? '' : count ? `${count} of ${entries.length} demos` : `Nothing matches “${query}”.`;
}

function keep() {
  const url = new URL(location.href);
  if (field.value) url.searchParams.set('q', field.value);
  else url.searchParams.delete('q');
  history.replaceState(history.state, '', url);
}

form.hidden = false;
field.value = new URLSearchParams(location.search).get('q') ?? '';
search(field.value);
if (field.value) document.querySelector('#demos').scrollIntoView();
form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', () => {
  search(field.value);
  keep();
});
