// Adds the style sheet of tables if the page was loaded without a table, and a patch has brought one.

/** @returns {ClientPlugin} */
export function install() {
  const name = 'table.css';
  if (document.querySelector(`link[href$="/${name}"]`)) return { uninstall() {} };
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: new URL(name, import.meta.url).href });
  // Before the other sheets, so that the page's own rules win.
  document.head.prepend(link);
  return { uninstall: () => link.remove() };
}
