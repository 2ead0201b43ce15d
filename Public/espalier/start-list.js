// Which module starts when. This is the whole list, and its order matters.
//
// 1. `espalier.js` starts what the first press needs. `start-client.js` makes these parts one after another, because
//    each needs some of those before it: address, status line, receiver of patches, event queue, form listener, event
//    stream.
// 2. `rest.js` follows at once. It starts `afterStart`, in this order, and stops it in the reverse order.
// 3. `load-later.js`, the last of these, loads the modules of the other lists when the page needs them.
// 4. Eight modules start when another module needs them. `sending/event-queue.js` starts `sending/send-together.js`,
//    `receiving/receive-patches.js` starts `copy/repair-page.js`, `load-later.js` and `receiving/effects.js` start
//    `receiving/own-modules.js` for the site's own modules,
//    `receiving/stream-supervisor.js` starts `receiving/long-polling.js`, `receiving/effects.js` starts
//    `reading/modal-dialogs.js` and `receiving/animation-reports.js`, `plugins/growing.js` starts
//    `reading/rows-above.js`, and `plugins/tools.js` starts `plugins/index-scrubber.js`.

import { loadLater } from './load-later.js';
import { attribute, className, historyEntry, modal, query } from './page/wire-names.js';
import { keepFocus } from './reading/keep-focus.js';
import { animatePatches } from './receiving/patch-animation.js';
import { superviseStream } from './receiving/stream-supervisor.js';

/**
 * Each module with the class or attribute of its elements. It starts with the page if the page has such an element, or
 * with the first patch that brings one.
 */
const withElement = {
  'plugins/arrow-keys': className.arrows,
  'plugins/folding': className.fold,
  'plugins/reordering': className.handle,
  'plugins/swipes': className.swipe,
  'plugins/growing': attribute.grow,
  'sending/uploads': attribute.multipart,
  'sending/triggers': attribute.when,
  'reading/modal-dialogs': modal,
  'plugins/parts': className.part,
  'plugins/windows': className.windows,
  'sending/visibility': className.visibility,
  'reading/sticky-rows': className.sticky,
  'reading/stay-at-end': className.stays,
  'sending/scroll-reports': className.scrolls,
  'plugins/highlight': className.highlight,
  'plugins/tools': className.tools,
  'plugins/table': className.table,
  'reading/fade-in': className.fades,
};

/**
 * A module of `withElement` that waits until somebody scrolls, unless the page has an element that this selector finds.
 * Before that, no sticky row pushes another, unless rows keep a distance from the edge.
 * @type {StartByText}
 */
const withScroll = ['reading/sticky-rows', `.${className.pinned}, [class*=" e-offset-"]`];

/**
 * A module that starts with the first patch that contains this. A page that has this from the start links its sheet.
 * @type {StartByText<RegExp>}
 */
const withPatch = ['plugins/arrangements', /e-(flow|grid|strip|waterfall)/];

/**
 * Each module with a function that starts it when its time has come.
 * @type {StartRule[]}
 */
const withCondition = [
  ['receiving/effects', (start, { presenting }) => presenting.performLater(start)],
  // The module of effects also leads back and forward between pages that it has shown.
  ['receiving/effects', (start) => history.state?.[historyEntry]?.isPassed && start()],
  ['page/tab-instance', (start, { address }) => address.url.searchParams.has(query.tab) && start()],
  ['reading/newer-text', whenTextIsEdited],
  ['reading/scroll-anchoring', (start) => pageStyle().overflowAnchor !== 'auto' && start()],
  ['copy/compare-snapshot', afterFirstPatch],
  ['reading/hold-while-pressed', whenPointing],
  ['reading/uncover-focus', (start, _, life) => document.addEventListener('keydown', start, life)],
  ['reading/text-selection', (start, _, life) => document.addEventListener('selectstart', start, life)],
];

/** @type {((client: Client) => () => void)[]} */
export const afterStart = [
  superviseStream,
  animatePatches,
  keepFocus,
  (client) => loadLater(client, Object.entries(withElement), withScroll, withPatch, withCondition),
];

const pageStyle = () => /** @type {any} */ (getComputedStyle(document.documentElement));

/** @type {StartRule[1]} */
function whenTextIsEdited(start, { of }, life) {
  const enter = () => of(document.activeElement)?.matches('input, textarea') && start();
  document.addEventListener('focusin', enter, life);
  enter();
}

/**
 * At different times, because many pages may get a patch at the same time.
 * @type {StartRule[1]}
 */
function afterFirstPatch(start, { address }, { signal }) {
  const pause = 1000 * Number(address.read(attribute.check) ?? 600) * (1 + Math.random());
  document.addEventListener('espalier:applied', () => setTimeout(start, pause), { once: true, signal });
}

/** @type {StartRule[1]} */
function whenPointing(start, _, { signal }) {
  for (const type of ['pointermove', 'pointerdown']) document.addEventListener(type, start, { once: true, signal });
}
