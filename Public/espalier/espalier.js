// Starts the client. A page whose client does not load says so, and is loaded whole by each press.

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));

// A file that did not arrive may arrive the next time. Some browsers remember a failure under its URL.
const again = () => pause().then(() => import('./start.js?again'));

function tell() {
  for (const line of document.querySelectorAll('[data-espalier-status]')) {
    line.textContent = 'Live updates did not load. Reload the page.';
  }
  return { start: () => () => {} };
}

export const { start } = await import('./start.js').catch(again).catch(tell);
export const stop = start();
