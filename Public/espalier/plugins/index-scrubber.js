// Leads to the sections of an index while a finger moves along it. Without this module, each title is a link.

const titles = '.e-index a';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ of }) {
  const life = new AbortController();
  /** @type {HTMLAnchorElement | null | undefined} the title beside the finger, if it is not the first one */
  let link;

  // The browser sends all events of a finger to the title where it has begun. It may leave the index sideways.
  /** @param {any} event */
  function go({ target, pointerType, clientY }) {
    const first = pointerType !== 'mouse' && of(target).closest?.(titles);
    if (!first) return;
    const { left, width } = first.getBoundingClientRect();
    const next = document.elementFromPoint(left + width / 2, clientY)?.closest(titles);
    if (!next || next === (link ?? first)) return;
    mark(/** @type {HTMLAnchorElement} */ (next));
    const id = next.getAttribute('href')?.replace(/^#/, '') ?? '';
    document.getElementById(decodeURIComponent(id))?.scrollIntoView({ behavior: /** @type {any} */ ('instant') });
  }

  // Only the last title becomes an entry of the browser's history, and may lead to another page.
  /** @param {Event} event */
  function end({ type }) {
    const last = link;
    mark(undefined);
    if (type === 'pointerup') last?.click();
  }

  /** @param {HTMLAnchorElement | undefined} next */
  function mark(next) {
    link?.removeAttribute('data-under');
    next?.setAttribute('data-under', '');
    link = next;
  }

  for (const [type, listener] of Object.entries({ pointermove: go, pointerup: end, pointercancel: end })) {
    document.addEventListener(type, listener, life);
  }
  return { uninstall: () => life.abort() };
}
