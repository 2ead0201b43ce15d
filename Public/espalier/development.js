// In development each module is a file of its own. A page where one of them did not arrive says so, because without it
// the others do not start. This module needs no other.

const text = 'A module of the client did not load. Reload the page; the network panel of the browser shows which one.';

function tell() {
  for (const line of document.querySelectorAll('[data-espalier-status]')) line.textContent = text;
}

Promise.all([import('./espalier.js'), import('./rest.js')]).catch(tell);
