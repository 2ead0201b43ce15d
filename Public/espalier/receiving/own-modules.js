// Runs the site's own modules: each element names one in `data-module`.

import { cell } from '../copy/find-element.js';
import { attribute, press, query, root } from '../page/wire-names.js';

/**
 * @param {PluginNeeds} needs
 * @returns {ClientPlugin}
 */
export function install({ address, of, send }) {
  /** @type {Map<Element, OwnModule>} */
  const all = new Map();
  const life = new AbortController();
  const pathOf = (/** @type {Element} */ element) => of(element).getAttribute(attribute.module);

  /** @param {{ received?: [node: Element, name: string, json: string] }} [detail] a patch, or a message */
  function update(detail) {
    clean();
    for (const element of document.querySelectorAll(`[${attribute.module}]`)) if (!all.has(element)) begin(element);
    if (detail?.received) receive(...detail.received);
    else if (detail) for (const own of all.values()) own.run('updated', detail);
  }

  // Runs after each patch, also if no element is left.
  function clean() {
    for (const [element, own] of all) if (!element.isConnected || pathOf(element) !== own.path) end(element);
  }

  /** @param {Element} element */
  function begin(element) {
    const path = /** @type {string} */ (pathOf(element));
    /** @type {OwnModule['handlers']} */
    const handlers = new Map();
    const page = {
      send: (/** @type {string} */ event, /** @type {unknown} */ data = '') => post(element, event, data),
      on: (/** @type {string} */ name, /** @type {(value: unknown) => void} */ act) => void handlers.set(name, act),
    };
    // What comes while the module loads waits for it, in order.
    let last = import(path);
    // The browser itself reports a module that it cannot load, if nobody leaves the page meanwhile.
    last.catch((error) => /import/i.test(`${error}`) || reportError(error));

    /** @type {OwnModule['run']} */
    function run(name, ...more) {
      last = last.then(async (module) => {
        try {
          await (name ? module[name]?.(element, page, ...more) : more[0]());
        } catch (error) {
          reportError(error);
        }
        return module;
      });
      last.catch(() => {});
    }

    all.set(element, { path, handlers, run });
    run('mounted');
  }

  /** @param {Element} element */
  function end(element) {
    all.get(element)?.run('removed');
    all.delete(element);
  }

  /** @type {(node: Element, name: string, json: string) => void} */
  function receive(node, name, json) {
    for (const [element, { run, handlers }] of all) {
      if (node.id === root || node.contains(element)) run('', () => handlers.get(name)?.(JSON.parse(json)));
    }
  }

  /**
   * Sends an event of the row as one of its controls would.
   * @type {(element: Element, event: string, data: unknown) => Promise<void>}
   */
  async function post(element, event, data) {
    const row = of(element).closest(cell);
    const urlOf = (/** @type {any} */ control) => new URL(of(control).formAction ?? of(control).action, location.href);
    const control = [...of(row ?? document).querySelectorAll('form, button[formaction]')].find((control) => {
      const { href, searchParams: names } = urlOf(control);
      const isOfRow = !row || `${names.get(query.node)}/`.startsWith(`${row.id}/`);
      return isOfRow && names.get(query.event) === event && href.startsWith(address.events);
    });
    if (!control) throw new Error(`no control here sends the event “${event}”, so the server would refuse it`);
    const sent = document.createElement('form');
    const fields = Object(data) === data && !Array.isArray(data) ? /** @type {object} */ (data) : { data };
    for (const [name, value] of [...new FormData(address.form), ...Object.entries(fields)]) {
      for (const one of Array.isArray(value) ? value : [value]) {
        sent.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value: one }));
      }
    }
    // Each call is an event of its own.
    const word = of(control).getAttribute(press.offline);
    if (word) of(sent).setAttribute(press.offline, word);
    return send(urlOf(control).href, sent, /** @type {any} */ (element));
  }

  document.addEventListener('espalier:applied', clean, life);
  return {
    update,
    uninstall() {
      life.abort();
      [...all.keys()].forEach(end);
    },
  };
}
