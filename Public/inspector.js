// Shows the last patch that the page applied.
const panel = document.querySelector('[data-inspector]');

if (panel) {
  const patch = panel.querySelector('[data-inspector-patch]');
  const size = panel.querySelector('[data-inspector-size]');
  panel.hidden = false;
  document.addEventListener('espalier:applied', ({detail}) => {
    const lines = detail.ops.map((operation) => JSON.stringify(operation));
    const bytes = new TextEncoder().encode(`[${lines.join(',')}]`).length;
    size.textContent = `version ${detail.version} · ${bytes} bytes`;
    patch.textContent = lines.slice(0, 40).join('\n') + (lines.length > 40 ? `\n… and ${lines.length - 40} more` : '');
  });
}

// The address of a page with scope `tab` has a `tab` parameter: add it to the inspector's links.
const tab = new URLSearchParams(location.search).get('tab');
for (const link of tab ? document.querySelectorAll('.inspector .links a') : []) link.search += `&tab=${tab}`;
