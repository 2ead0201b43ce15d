import { listen } from './listen.js';
import { receive } from './receive.js';
import { send } from './send.js';
import { status } from './status.js';
import { stream } from './stream.js';
import { parse } from './version.js';
import { attribute, query } from './wire.js';

export function start() {
  const form = document.querySelector(`[${attribute.patches}]`);
  if (!form) return () => {};
  const base = new URL(form.getAttribute(attribute.patches), location);
  const page = {
    form,
    version: parse(form.getAttribute(attribute.version)),
    events: (base.origin + base.pathname).replace(/patches$/, 'events'),
    patches() {
      const url = new URL(base);
      if (page.version.text) url.searchParams.set(query.since, page.version.text);
      url.searchParams.set(query.dialect, 'dom');
      return url;
    },
  };
  const uninstallers = [status, receive, send, listen, stream].map((install) => install(page));
  return () => uninstallers.reverse().forEach((uninstall) => uninstall());
}
