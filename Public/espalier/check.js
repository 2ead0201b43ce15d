// Now and then, after patches, compares the page's copy of what the server wrote with a snapshot of the same version.
// If the copy is wrong, the page takes the snapshot and tells the server, which counts it.

import { announce } from './announce.js';
import { attribute, operation, query } from './wire.js';

/** @param {Operation} op */
const isPart = ([letter]) => letter !== operation.effect;
/** Larger pages are not checked. */
const most = 5000;
const title = 'The page differed from the server.';

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
    const [mine, right] = copy.trial(snapshot.patch.filter(isPart)).map((body) => plain(body, of));
    if (mine.isEqualNode(right)) return;
    const detail = `It was wrong at “${difference(mine, right, of)}”.`;
    announce('error', { title, detail, error: new Error(`${title} ${detail}`) });
    lose();
    take(snapshot.version, snapshot.patch, snapshot.event);
    const report = address.patches(version());
    report.searchParams.set(query.repair, '1');
    missed(report).catch(() => {});
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

/**
 * A copy without what may differ: the parts of texts, what a person opened before the page was live, and the number of
 * the page's load in the forms of its first markup.
 * @param {HTMLElement} body
 * @param {Of} of
 */
function plain(body, of) {
  const copy = /** @type {HTMLElement} */ (body.cloneNode(true));
  copy.normalize();
  for (const element of copy.querySelectorAll('[open]')) of(element).removeAttribute('open');
  for (const form of copy.querySelectorAll('form[action*="~load="]')) {
    of(form).setAttribute('action', `${of(form).getAttribute('action')}`.replace(/~load=[^&]*&/, ''));
  }
  return copy;
}

/**
 * The address of the innermost element that differs, as far as the page can tell.
 * @param {HTMLElement} mine
 * @param {HTMLElement} right
 * @param {Of} of
 */
function difference(mine, right, of) {
  const others = new Map([...right.querySelectorAll('[id]')].map((element) => [of(element).id, element]));
  const all = [...mine.querySelectorAll('[id]')].reverse();
  const wrong = all.find((element) => !of(element).isEqualNode(others.get(of(element).id) ?? null));
  return wrong ? of(wrong).id : '';
}
