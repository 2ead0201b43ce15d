// Shows what travelled last, beside the demo that caused it.
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

// A tab's own tree is told by the page's address.
const tab = new URLSearchParams(location.search).get('tab');
for (const link of tab ? document.querySelectorAll('.inspector .links a') : []) link.search += `&tab=${tab}`;
