// Shows the last patch that the page applied.

/**
 * @param {HTMLElement} panel
 * @param {unknown} _
 * @param {{ ops: unknown[], version: string }} patch
 */
export function updated(panel, _, {ops, version}) {
  const lines = ops.map((operation) => JSON.stringify(operation));
  const bytes = new TextEncoder().encode(`[${lines.join(',')}]`).length;
  panel.hidden = false;
  panel.querySelector('[data-inspector-first]').textContent = lines[0] ?? '';
  panel.querySelector('[data-inspector-size]').textContent = `${bytes} bytes to each window · version ${version}`;
  panel.querySelector('[data-inspector-patch]').textContent =
    lines.slice(0, 40).join('\n') + (lines.length > 40 ? `\n… and ${lines.length - 40} more` : '');
}
