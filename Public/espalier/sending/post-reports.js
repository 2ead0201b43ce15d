// Posts reports of what somebody sees or does, and takes the patch that answers.

import { requestTimeout } from '../page/request-timeout.js';
import { media, query } from '../page/wire-names.js';

/**
 * @param {Pick<PluginNeeds, 'address' | 'take'>} needs
 * @param {AbortSignal} life
 */
export function reporter({ address, take }, life) {
  /**
   * @param {string} node the address of the node that the report is about
   * @param {string} event
   * @param {Report} report
   * @returns {Promise<boolean>} whether the server has accepted the report or will never accept it
   */
  return async (node, event, { id, body }) => {
    const url = new URL(address.read('action') ?? '', location.href);
    const names = { [query.node]: node, [query.event]: event, [query.id]: id };
    for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value);
    const signal = requestTimeout();
    const keepalive = `${body}`.length < 60000;
    const response = await fetch(url, { method: 'POST', body, headers: { Accept: media.patch }, keepalive, signal });
    const isPatch = response.headers.get('Content-Type')?.startsWith(media.patch);
    const ops = isPatch && (await response.json().catch(() => {}));
    if (ops && !life.aborted) take(response.headers.get('ETag'), ops);
    return response.status < 500 && response.status !== 429;
  };
}
