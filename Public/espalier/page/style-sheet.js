// Adds a style sheet that the page was loaded without, because a patch has brought elements that need it.

/**
 * @param {string} url
 * @returns {() => void} removes the sheet
 */
export function addSheet(url) {
  const name = url.slice(url.lastIndexOf('/'));
  if (document.querySelector(`link[href$="${name}"]`)) return () => {};
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: url });
  // Before the other sheets, so that the page's own rules win.
  document.head.prepend(link);
  return () => link.remove();
}
