"""Browser windows that record the complaints of their pages, and helpers that wait until a page is idle."""

import time
from collections import defaultdict
from contextlib import contextmanager
from functools import wraps

from playwright.sync_api import BrowserContext, Error, Locator, Page

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
    """Opens pages, each in its own browser context.

    Adds script errors, errors on the console and patches that do not fit to `complaints`. At the end, cleans the contexts, so that other
    tests can use them again: a new context costs a new process. A context that a test has changed in a way which stays is closed."""
    contexts = []

    def open_page(is_new=False, **options):
        """`options` are those of a browser context, and `script`, which runs at the start of each document. In a page that is not new the
        pointer may be over the document."""
        page = browser.pages.take({"reduced_motion": "reduce", **options}, complaints, is_new)
        contexts.append(page.context)
        return page

    try:
        yield open_page
    finally:
        for context in contexts:
            browser.pages.give_back(context)


class Pages:
    """The clean pages of a browser, each alone in its context."""

    def __init__(self, browser):
        self.browser = browser
        self.clean = defaultdict(list)

    def take(self, options, complaints, is_new):
        clean = self.clean[repr(sorted(options.items()))]
        page = clean.pop() if clean and not is_new else self.open(options)
        page.context.complaints = complaints
        page.context.requests.clear()
        return page

    def open(self, options):
        context = self.browser.new_context(**{name: value for name, value in options.items() if name != "script"})
        context.options = options
        context.requests = set()
        context.add_init_script(SCRIPT + options.get("script", ""))
        context.on("request", lambda request: request.resource_type != "eventsource" and context.requests.add(request))
        for end in ("requestfinished", "requestfailed"):
            context.on(end, lambda request: context.requests.discard(request))
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and context.complaints.append(message.text))
        page.on("pageerror", lambda error: context.complaints.append(str(error)))
        context.first = page
        context.session = context.new_cdp_session(page)
        context.set_default_timeout(30_000)
        context.is_changed = False
        return page

    def give_back(self, context):
        context.complaints = []
        if context.is_changed or not self.cleaned(context):
            context.close()
        else:
            self.clean[repr(sorted(context.options.items()))].append(context.first)

    def cleaned(self, context):
        page, options = context.first, context.options
        try:
            for other in context.pages:
                if other is not page:
                    other.close()
            page.goto("about:blank")
            context.clear_cookies()
            context.session.send("Network.clearBrowserCache")
            context.session.send("Page.resetNavigationHistory")
            page.set_viewport_size(options.get("viewport") or {"width": 1280, "height": 720})
            page.emulate_media(
                media="null", color_scheme=options.get("color_scheme", "light"), reduced_motion=options["reduced_motion"],
                forced_colors=options.get("forced_colors", "none"))
        except Error:
            return False
        return True


def marks(method):
    """The method, which also notes that its context cannot be cleaned."""

    @wraps(method)
    def marked(self, *arguments, **named):
        context = self if isinstance(self, BrowserContext) else self.context
        context.is_changed = True
        return method(self, *arguments, **named)

    return marked


def loads(method):
    """The method, which in a context without scripts also waits until the page that it leads to is there as a whole. The driver itself only
    waits until that page begins."""

    @wraps(method)
    def waiting(self, *arguments, **named):
        result = method(self, *arguments, **named)
        page = self.page if isinstance(self, Locator) else self
        if getattr(page.context, "options", {}).get("java_script_enabled") is False:
            page.wait_for_load_state()
        return result

    return waiting


for kind in (Locator, Page):
    for name in ("click", "dblclick", "press", "tap", "check", "uncheck", "select_option"):
        setattr(kind, name, loads(getattr(kind, name)))

for kind in (BrowserContext, Page):
    for name in (
        "add_init_script", "expose_binding", "expose_function", "on", "once", "route", "new_cdp_session", "set_default_timeout",
        "set_extra_http_headers", "set_offline", "grant_permissions", "set_default_navigation_timeout",
    ):  # fmt: skip
        if hasattr(kind, name):
            setattr(kind, name, marks(getattr(kind, name)))
    kind.clock = property(marks(kind.clock.fget))
