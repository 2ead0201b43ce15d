// Now and then, after patches, compares the page's copy of what the server wrote with a snapshot of the same version.
// If the copy is wrong, the page takes the snapshot and tells the server, which counts it.

import { dispatch } from '../page/dispatch.js';
import { attribute, operation, query } from '../page/wire-names.js';

/** Larger pages are not checked. */
const most = 5000;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address, missed, take, copy, lose, version, of }) {
  const life = new AbortController();
  const pause = 1000 * Number(address.read(attribute.check) ?? 600);
  /** @type {number | undefined} */
  let timer;

  const wait = () => (timer ??= setTimeout(check, pause * (1 + Math.random())));

  async function check() {
    timer = undefined;
    if (document.getElementsByTagName('*').length > most) return;
    const begun = version().text;
    // Without a version the server sends a snapshot.
    const patches = document.hidden ? [] : await missed(address.patches({ number: NaN })).catch(() => []);
    const [snapshot] = patches ?? [];
    if (life.signal.aborted) return;
    const shown = address.read(attribute.version);
    const versions = [begun, version().text, snapshot?.version];
    // A patch came in between, or somebody carries a row.
    if (versions.some((text) => text !== shown)) return wait();
    let place;
    for (const [letter, html, list] of snapshot.patch) {
      if (letter === operation.snapshot) place ??= difference(copy.own(list), copy.parse(html));
    }
    if (place == null) return;
    const detail = `It was wrong at “${place}”.`;
    dispatch('error', { title: 'The page differed from the server.', detail, error: new Error(detail) });
    lose();
    take(snapshot.version, snapshot.patch, snapshot.event);
    const report = address.patches(version());
    report.searchParams.set(query.repair, '1');
    missed(report).catch(() => {});
  }

  /**
   * A copy without what may differ: the parts of texts, what a person opened before the page was live, and the number
   * of the page's load in the forms of its first markup.
   * @param {HTMLElement} list
   */
  function plain(list) {
    const copy = /** @type {HTMLElement} */ (list.cloneNode(true));
    copy.normalize();
    for (const element of copy.querySelectorAll('[open]')) of(element).removeAttribute('open');
    for (const form of copy.querySelectorAll('form[action*="~load="]')) {
      of(form).setAttribute('action', `${of(form).getAttribute('action')}`.replace(/~load=[^&]*&/, ''));
    }
    return copy;
  }

  /**
   * The address of the innermost element that differs, as far as the page can tell; nothing if none does.
   * @param {HTMLElement} list
   * @param {DocumentFragment} content
   */
  function difference(list, content) {
    const fresh = /** @type {HTMLElement} */ (list.cloneNode());
    fresh.append(content);
    const [mine, right] = [list, fresh].map(plain);
    if (mine.isEqualNode(right)) return;
    const other = (/** @type {string} */ id) => right.querySelector(`[id="${CSS.escape(id)}"]`);
    const all = [...mine.querySelectorAll('[id]')].reverse();
    const wrong = all.find((element) => !of(element).isEqualNode(other(of(element).id)));
    return of(wrong)?.id ?? '';
  }

  document.addEventListener('espalier:applied', wait, life);
  check();
  return {
    uninstall() {
      life.abort();
      clearTimeout(timer);
    },
  };
}
