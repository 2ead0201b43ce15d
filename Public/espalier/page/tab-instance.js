// Keeps the tree of a page that each tab has for itself. The URL does not name the tab, so that it can be shared. A tab
// that loads the page again names itself by a cookie, which lives for some seconds.

import { historyEntry, query, tabCookie } from './wire-names.js';

/** Seconds. The browser asks for the next page right after `beforeunload`; at `pagehide` it already has. */
const life = 3;

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address: { url: { searchParams } } }) {
  const tab = searchParams.get(query.tab) ?? '';
  if (!navigator.cookieEnabled) return { uninstall() {} };
  const state = history.state?.[historyEntry] ?? {};
  const [load] = performance.getEntriesByType('navigation');
  // The tab came back to this page after the cookie had ended.
  const isLost = state.tab && state.tab !== tab && /** @type {any} */ (load)?.type === 'back_forward';
  if (isLost && !state.isLost) {
    keep({ ...state, isLost: true });
    remember(state.tab);
    location.reload();
    return { uninstall() {} };
  }
  const url = new URL(location.href);
  url.searchParams.delete(query.tab);
  keep({ ...state, tab, isLost: false }, url.href);
  const leave = () => remember(tab);
  addEventListener('beforeunload', leave);
  return { uninstall: () => removeEventListener('beforeunload', leave) };
}

/** @type {(state: object, url?: string) => void} */
const keep = (state, url) => history.replaceState({ ...history.state, [historyEntry]: state }, '', url);

/** @param {string} tab */
function remember(tab) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${tabCookie}=${tab}; path=${location.pathname}; max-age=${life}; samesite=lax${secure}`;
}
