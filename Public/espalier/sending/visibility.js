// Reports which rows came into view and which left it. One post reports many rows.

import { reporter } from './post-reports.js';
import { viewport } from './viewport.js';
import { reports } from './visibility-reports.js';
import { className, visibilityEvent } from '../page/wire-names.js';

const pause = 100;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install(needs) {
  const { address, version, scroller, of, isScrolledByHand } = needs;
  const life = new AbortController();
  const view = viewport({ scroller, of, isScrolledByHand, changed: wait });
  const report = reports(view);
  const post = reporter(needs, life.signal);
  let { epoch } = version();
  /** @type {number | undefined} */
  let timer;
  /** @type {Report | undefined} */
  let pending;
  let isPosting = false;
  let isAway = false;
  const { dataset } = document.documentElement;
  let wasLive = dataset.espalier === 'live';

  // A server that was not followed for some seconds has forgotten what is in view here.
  const states = new MutationObserver(() => {
    const isLive = dataset.espalier === 'live';
    if (isLive && wasLive) {
      pending = undefined;
      report.forget();
      wait();
    }
    wasLive ||= isLive;
  });
  states.observe(document.documentElement, { attributeFilter: ['data-espalier'] });

  // Runs after a patch that brought rows that ask for visibility reports.
  function update() {
    for (const row of document.querySelectorAll(`.${className.visibility}`)) view.watch(row);
    wait();
  }

  // A restarted server, or another instance, knows no earlier reports.
  function begin() {
    const now = version().epoch;
    if (!now || now === epoch) return;
    epoch = now;
    pending = undefined;
    report.forget();
    wait();
  }

  /** @param {Event} event */
  function leave({ type }) {
    isAway = type === 'pagehide';
    if (!isAway) return wait();
    // A report that is on its way does not say that the page is left.
    const last = isPosting && report.compose(address.form, true);
    if (last) post('', visibilityEvent.event, last).catch(() => {});
    else send();
  }

  function wait() {
    timer ??= setTimeout(send, pause);
  }

  // A report without an answer is sent again unchanged at the next change. Its id makes it count once.
  async function send() {
    timer = void clearTimeout(timer);
    if (life.signal.aborted || isPosting || !(pending ??= report.compose(address.form, isAway))) return;
    isPosting = true;
    const isAnswered = await post('', visibilityEvent.event, pending).catch(() => false);
    isPosting = false;
    if (!isAnswered) return;
    pending = undefined;
    wait();
  }

  document.addEventListener('espalier:applied', begin, life);
  addEventListener('online', wait, life);
  for (const type of ['pagehide', 'pageshow']) addEventListener(type, leave, life);
  return {
    update,
    uninstall() {
      life.abort();
      states.disconnect();
      view.stop();
      timer = void clearTimeout(timer);
    },
  };
}
