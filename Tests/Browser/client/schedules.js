// Runs the client's own modules against a simulated server, network and clock, which a seed drives. At the end of each schedule
// the network works without faults for a while; then the page must show the state of the server.
async ({ seed, schedules }) => {
  const real = { fetch, setTimeout, clearTimeout, EventSource, BroadcastChannel, random: Math.random };
  const locksBefore = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks');
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const pick = (list) => list[random(list.length)];
  const { start } = await import('/espalier/espalier.js');
  Math.random = () => random(1000) / 1000;
  let world;

  // The server: rows, versions and a journal of four patches.

  class Server {
    epoch = 0; number = 0; journal = []; rows = [['a', '1'], ['b', '2']]; count = 0;
    get version() { return `e${this.epoch}.${this.number}`; }
    html() { return `<ul role="list">${this.rows.map(([key, text]) => `<li id="${key}">${text}</li>`).join('')}</ul>`; }
    change() {
      const { rows } = this;
      const text = `${++this.count}`;
      const [at, to] = [random(rows.length), random(rows.length + 1)];
      const ops = pick([
        () => rows.length && [['=', rows[at][0], ':0', (rows[at][1] = text)]],
        () => {
          const op = ['+', '', `<li id="k${text}">${text}</li>`, ...(rows[to] ? [rows[to][0]] : [])];
          rows.splice(to, 0, [`k${text}`, text]);
          return [op];
        },
        () => rows.length > 1 && [['-', rows.splice(at, 1)[0][0]]],
        () => {
          if (!rows.length) return;
          const [row] = rows.splice(at, 1);
          const next = rows[to % (rows.length + 1)];
          rows.splice(next ? rows.indexOf(next) : rows.length, 0, row);
          return [['>', row[0], ...(next ? [next[0]] : [])]];
        },
      ])() || [];
      this.number++;
      const patch = { version: this.version, event: 'patch', patch: ops };
      this.journal = [...this.journal, patch].slice(-4);
      for (const stream of world.attached) stream.frames.push(patch);
      return patch;
    }
    since(text) {
      const [epoch, number] = /^e(\d+)\.(\d+)$/.exec(text ?? '')?.slice(1).map(Number) ?? [];
      const missing = this.number - number;
      if (epoch === this.epoch && missing <= this.journal.length) return missing ? this.journal.slice(-missing) : [];
      return [{ version: this.version, event: 'snapshot', patch: [['!', this.html()]] }];
    }
    restart() {
      this.epoch++;
      this.number = 0;
      this.journal = [];
      for (const stream of [...world.attached]) stream.cut();
    }
  }

  // The network: a stream's frames wait until they are delivered.

  class Stream {
    static OPEN = 1;
    readyState = 1; frames = []; listeners = {};
    constructor(url) {
      world.attached.add(this);
      this.frames.push(...world.server.since(new URL(url).searchParams.get('since')), { event: 'beat', patch: 20000 });
    }
    addEventListener(type, listener) { this.listeners[type] = listener; }
    close() { world.attached.delete(this); }
    cut() { this.close(); this.onerror(); }
    deliver(frame) {
      if (frame.version) this.last = frame.version;
      this.listeners[frame.event]({ type: frame.event, data: JSON.stringify(frame.patch), lastEventId: this.last ?? '' });
    }
  }

  // Another tab that leads until it dies. It passes on the events of its stream, but not the replies to its own posts.
  class Leader {
    frames = []; state = 'live';
    constructor() { this.open(world.server.version); }
    open(version) {
      this.version = version;
      this.frames.push(...world.server.since(version), { event: 'beat' });
      world.attached.add(this);
    }
    cut() {
      this.frames = [];
      this.say({ state: 'connecting' });
      this.open(this.version);
    }
    deliver({ event, version, patch }) {
      if (event === 'beat') return this.say(this.standing());
      const [a, b] = [version, this.version].map((text) => text.split('.'));
      if (a[0] !== b[0] || +a[1] > +b[1] || event === 'snapshot') this.version = version;
      this.say({ state: 'live', type: event, id: version, ops: patch });
    }
    hear(word) {
      if (word.epoch === this.version.split('.')[0]) this.say(this.standing());
      else this.cut();
    }
    standing() { return { state: 'live', id: this.version, ops: [] }; }
    say(word) { for (const channel of world.channels) channel.words.push(structuredClone(word)); }
    post() { this.version = world.server.change().version; }
    die() {
      world.attached.delete(this);
      world.leader = undefined;
      world.waiting.splice(0).forEach((lead) => lead());
    }
  }

  class Channel {
    words = [];
    constructor() { world.channels.add(this); }
    postMessage(word) { world.leader?.hear(word); }
    close() { world.channels.delete(this); }
  }

  const locks = {
    request(name, { steal }, lead) {
      if (steal) world.leader?.die();
      if (world.leader) return new Promise(() => world.waiting.push(lead));
      return Promise.resolve(lead());
    },
    query: async () => ({ held: [] }),
  };

  function fetching(url, { method, signal }) {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      const { server } = world;
      const { version, patch } = method ? server.change() : server;
      const type = method ? 'application/vnd.espalier.patch+json' : 'application/json';
      const headers = new Map([['Content-Type', type], ['ETag', `"${version}"`]]);
      // A reply may lack the patch: then the page waits for the push.
      const json = method ? pick([patch, patch, []]) : { version, patches: server.since(url.searchParams.get('since')) };
      const answer = () => resolve({ ok: true, headers, json: async () => structuredClone(json) });
      world.answers.push({ answer, fail: () => reject(new TypeError('network')) });
    });
  }

  // The schedule.

  const streams = () => [...world.attached].filter((stream) => stream.frames.length);
  const take = (list, at = 0) => list.splice(at, 1)[0];
  const actions = {
    change: () => world.server.change(),
    post: () => {
      const form = document.getElementById('post');
      form.firstChild.value = random(1e6);
      form.requestSubmit();
    },
    deliver: () => { const stream = pick(streams()); stream?.deliver(take(stream.frames)); },
    deliverAll: () => { for (const stream of streams()) while (stream.frames.length) stream.deliver(take(stream.frames)); },
    reorder: () => { const stream = pick(streams()); stream?.deliver(take(stream.frames, random(stream.frames.length))); },
    twice: () => { const stream = pick(streams()); stream?.deliver(stream.frames[0]); },
    lose: () => { const stream = pick(streams()); stream && take(stream.frames); },
    hear: () => { for (const { words, onmessage } of world.channels) if (words.length) onmessage({ data: take(words) }); },
    answer: () => take(world.answers, random(world.answers.length))?.answer(),
    fail: () => take(world.answers, random(world.answers.length))?.fail(),
    cut: () => pick([...world.attached])?.cut(),
    restart: () => world.server.restart(),
    wait: () => advance(pick([50, 300, 3000])),
    otherPost: () => world.leader?.post(),
    otherDies: () => random(3) || world.leader?.die(),
    sleep: () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    wake: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  };
  const often = ['change', 'change', 'deliver', 'deliver', 'deliver', 'hear', 'hear', 'answer', 'answer', 'post', 'wait'];
  const words = [...often, ...often, ...Object.keys(actions)];

  function advance(milliseconds) {
    const end = world.now + milliseconds;
    for (;;) {
      const [id, timer] = [...world.timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!timer || timer.at > end) break;
      world.now = timer.at;
      world.timers.delete(id);
      timer.run();
    }
    world.now = end;
  }

  const settle = async () => { for (let i = 0; i < 12; i++) await null; };
  // Modules load in separate tasks.
  const { port1, port2 } = new MessageChannel();
  const hop = async () => {
    await import('/espalier/rest.js');
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  };

  async function converge(isComplete) {
    const { server } = world;
    actions.wake();
    // The page notices a lost event only at the next change. Real streams lose no events.
    if (!isComplete) server.change();
    for (let round = 0; round < 60; round++) {
      actions.deliverAll();
      for (const { words, onmessage } of world.channels) while (words.length) onmessage({ data: take(words) });
      while (world.answers.length) take(world.answers).answer();
      await settle();
      if (!world.answers.length && document.getElementById('~form').dataset.version === server.version) return true;
      advance(1000);
      await settle();
    }
    return false;
  }

  async function run() {
    world = { timers: new Map(), attached: new Set(), channels: new Set(), waiting: [], answers: [], now: 0 };
    world.server = new Server();
    const { server } = world;
    if (random(2)) world.leader = new Leader();
    document.body.innerHTML = `<form id="~form" data-patches="/p/patches" data-version="${server.version}"></form>
      <form id="post" action="/p/events?node=a"><input name="data"></form><div id="~root">${server.html()}</div>`;
    const trace = [];
    const act = async (word) => {
      trace.push(word);
      actions[word]();
      await settle();
    };
    // Changes between the rendering of the page and its first request.
    for (let count = random(4); count; count--) server.change();
    const stop = start();
    await hop();
    for (let count = 6 + random(24); count; count--) await act(pick(words));
    const isCurrent = await converge(!trace.includes('lose'));
    const is = document.querySelector('[id="~root"]').innerHTML;
    const version = document.getElementById('~form').dataset.version;
    stop();
    await hop();
    if (!isCurrent || is !== server.html()) return { trace, is, version, wanted: server.html(), at: server.version };
  }

  window.setTimeout = (run, pause = 0, ...rest) => {
    const id = ++count;
    world.timers.set(id, { at: world.now + (pause || 0), run: () => run(...rest) });
    return id;
  };
  window.clearTimeout = (id) => { world.timers.delete(id); };
  let count = 0;
  Object.assign(window, { fetch: fetching, EventSource: Stream, BroadcastChannel: Channel });
  Object.defineProperty(Navigator.prototype, 'locks', { value: locks, configurable: true });
  try {
    for (let schedule = 0; schedule < schedules; schedule++) {
      const began = seed;
      const wrong = await run();
      if (wrong) return { schedule, began, ...wrong };
    }
    return 'holds';
  } finally {
    Math.random = real.random;
    Object.assign(window, { fetch: real.fetch, EventSource: real.EventSource, BroadcastChannel: real.BroadcastChannel });
    Object.assign(window, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
    Object.defineProperty(Navigator.prototype, 'locks', locksBefore);
  }
}
