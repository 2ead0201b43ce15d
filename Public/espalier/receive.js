import { apply } from './apply.js';
import { announce } from './status.js';
import { twin } from './twin.js';
import { decide, parse } from './version.js';
import { attribute, media, operation } from './wire.js';

export function receive(page) {
  const held = new Map();
  const due = [];
  let tree = twin();
  let wanted = 0;
  let asking;
  let timer;

  page.take = (text, all, kind) => {
    const ops = all.filter(([letter]) => letter !== operation.effect);
    if (ops.length < all.length) page.effects.push([text, all]);
    const version = parse(text);
    const decision = decide(page.version, version, ops, kind);
    if (decision === 'apply') step(version, ops);
    if (decision === 'ask') {
      wanted = Infinity;
      ask();
    }
    if (decision === 'wait') {
      wanted = Math.max(wanted, version.number);
      if (ops.length) held.set(version.number, [text, ops, kind]);
      timer ??= setTimeout(ask, 300);
    }
  };

  function step(version, ops) {
    if (version.epoch !== page.version.epoch) forget();
    page.version = version;
    due.push({ ops, version: version.text });
    page.render(ops, show);
    if (!isBehind()) forget();
    const next = held.get(version.number + 1);
    if (next) page.take(...next);
  }

  function show() {
    while (due.length) {
      const detail = due.shift();
      try {
        if (announce('patch', detail)) apply(tree, detail.ops);
      } catch (error) {
        announce('error', { error });
        tree = twin();
        page.version = {};
        due.splice(0);
        return ask();
      }
      page.form.setAttribute(attribute.version, detail.version);
      announce('applied', detail);
    }
  }

  const isBehind = () => !page.version.text || wanted > page.version.number;

  function forget() {
    held.clear();
    wanted = 0;
    timer = clearTimeout(timer);
  }

  function ask() {
    asking ??= load()
      .catch((error) => {
        announce('error', { error });
        page.reconnect();
      })
      .finally(() => (asking = forget()));
  }

  async function load() {
    const { text, epoch } = page.version;
    const patches = await page.missed();
    if (epoch !== page.version.epoch) return;
    for (const { version, event, patch } of patches) page.take(version, patch, event);
    if (!text || !isBehind()) return;
    page.version = {};
    await load();
  }

  page.missed = async (url = page.patches(), signal = AbortSignal.timeout(30000)) => {
    const response = (page.reply = await fetch(url, { headers: { Accept: media.json }, signal }));
    return (await response.json()).patches;
  };

  const life = new AbortController();
  setTimeout(() => import('./later.js').then(({ later }) => later(page, life), () => {}), 200);
  page.effects = [];
  page.render = (ops, show) => show();
  return () => {
    life.abort();
    show();
    forget();
  };
}
