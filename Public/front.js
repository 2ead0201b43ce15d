// The front page: shows the patch that the two live lists received, and searches the index of the demos.

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

// The search. The query is in the page's address, so that people can keep and share it.
const form = document.querySelector('[data-search]');
const field = form.elements.q;
const found = form.querySelector('[data-found]');
const entries = [...document.querySelectorAll('.index a[data-words]')];
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
