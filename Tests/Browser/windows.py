"""Browser windows that record the complaints of their pages, and helpers that wait until a page is idle."""

import time
from contextlib import contextmanager

# Writes errors of the client to the console. Counts timers of up to a second and the messages of streams.
SCRIPT = """
document.addEventListener('espalier:error', ({ detail }) =>
  console.error(`espalier:error ${detail.title ?? ''} ${detail.detail ?? ''} ${detail.error ?? ''}`));
window.timers = new Set();
window.heard = { patch: 0, snapshot: 0, beat: 0 };
window.scrolled = 0;
{
  const { setTimeout: begin, clearTimeout: end } = window;
  window.setTimeout = (run, pause = 0, ...rest) => {
    const id = begin(() => {
      timers.delete(id);
      run(...rest);
    }, pause);
    if (pause <= 1000) timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => {
    timers.delete(id);
    end(id);
  };
  const count = ({ type }) => heard[type]++;
  window.EventSource = class extends EventSource {
    constructor(...rest) {
      super(...rest);
      for (const type in heard) this.addEventListener(type, count);
    }
  };
  addEventListener('scroll', () => scrolled++, { capture: true, passive: true });
}
"""
# Returns whether four frames in a row have no waiting timer and no scrolling.
QUIET = """async () => {
  for (let quiet = 0, frame = 0; quiet < 4; frame++) {
    if (frame === 300) return false;
    const before = scrolled;
    await new Promise(requestAnimationFrame);
    quiet = timers.size || scrolled !== before ? 0 : quiet + 1;
  }
  return true;
}"""


def idle(page, seconds=30):
    """Waits until the page has nothing left to do: no short timer, no request except its stream, no scrolling."""
    end, rounds = time.monotonic() + seconds, 0
    while rounds < 2:
        assert time.monotonic() < end, "The page did not become idle."
        is_quiet = page.evaluate(QUIET)
        rounds = rounds + 1 if is_quiet and not page.context.requests else 0


def two_frames(page):
    page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")


@contextmanager
def answered(page):
    """After its body, waits until the page has processed the reply to its next post."""
    with page.expect_response(lambda response: response.request.method == "POST") as reply:
        yield
    reply.value.finished()
    two_frames(page)


@contextmanager
def hearing(page, kind):
    """After its body, waits until one more message of this kind has arrived on the page's stream, and for two more frames."""
    before = page.evaluate("kind => heard[kind]", kind)
    yield
    page.wait_for_function("([kind, before]) => heard[kind] > before", arg=[kind, before])
    two_frames(page)


@contextmanager
def opener(browser, complaints):
    """Opens pages, each in its own browser context, and closes them at the end.

    Adds script errors, errors on the console and patches that do not fit to `complaints`."""
    contexts = []

    def open_page(**options):
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        context.set_default_timeout(30_000)
        context.add_init_script(SCRIPT)
        context.requests = set()
        context.on("request", lambda request: request.resource_type != "eventsource" and context.requests.add(request))
        for end in ("requestfinished", "requestfailed"):
            context.on(end, lambda request: context.requests.discard(request))
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()
