"""A small driver of Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). Playwright drives only its own build of Firefox."""

import itertools
import json
import re
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from harness import until
from websockets.sync.client import connect
from windows import QUIET, SCRIPT

DOWN, UP = ({"type": way, "button": 0} for way in ("pointerDown", "pointerUp"))
KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
VIOLATIONS = "document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective));"
MIDDLE = """selector => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2].map(Math.round);
}"""


@contextmanager
def launched(program):
    """A headless Firefox with a new profile. It ends with the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
        log = Path(folder, "log")
        options = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
        with log.open("wb") as file:
            process = subprocess.Popen([program, *options], stdout=file, stderr=file)
        try:
            listening = until(lambda: re.search(r"BiDi listening on (\S+)", log.read_text()) or process.poll() is not None, 60)
            assert listening is not True, f"{program} ended with {process.returncode} before it listened: {log.read_text()}"
            with connect(listening[1] + "/session", max_size=None) as socket:
                firefox = Firefox(socket)
                yield firefox
                firefox.ask("browser.close")
                process.wait(30)
        finally:
            process.kill()
            process.wait()


class Firefox:
    """A session with Firefox. `complaints` has the errors and warnings of its pages."""

    def __init__(self, socket):
        self.socket, self.numbers, self.complaints = socket, itertools.count(1), []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {SCRIPT} {VIOLATIONS} }}")

    def ask(self, method, **params):
        """Sends a command and returns its result. Meanwhile, notes what the pages complain about."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (message := json.loads(self.socket.recv(30))).get("id") != number:
            entry = message["params"]
            if entry.get("level") in ("error", "warn"):
                self.complaints.append(entry["text"])
        assert message["type"] == "success", f"{method}: {message}"
        return message["result"]


class Page:
    """A tab with its own cookies, or a window beside another page with the cookies of that one. `evaluate` takes what Playwright's takes, so the helpers in `live` work."""

    def __init__(self, firefox, beside=None):
        self.firefox = firefox
        self.user = beside.user if beside else firefox.ask("browser.createUserContext")["userContext"]
        kind = "window" if beside else "tab"
        self.context = firefox.ask("browsingContext.create", type=kind, userContext=self.user)["context"]
        self.ask("browsingContext.setViewport", viewport={"width": 1280, "height": 900})

    def ask(self, method, **params):
        return self.firefox.ask(method, context=self.context, **params)

    def close(self):
        self.firefox.ask("browser.removeUserContext", userContext=self.user)

    def goto(self, address):
        self.ask("browsingContext.navigate", url=address, wait="complete")
        self.wait("html[data-espalier=live]")

    def reload(self):
        self.ask("browsingContext.reload", wait="complete")
        self.wait("html[data-espalier=live]")

    def evaluate(self, code, argument=None):
        """Returns the value of the JavaScript expression, or of its call if it is a function."""
        whole = f"async () => {{ const it = ({code}); return JSON.stringify(await (it?.call ? it({json.dumps(argument)}) : it)) ?? 'null'; }}"
        target = {"context": self.context}
        answer = self.firefox.ask("script.callFunction", functionDeclaration=whole, target=target, awaitPromise=True)
        assert answer["type"] == "success", f"{answer['exceptionDetails']['text']} in {code}"
        return json.loads(answer["result"]["value"])

    def wait(self, selector, text=None):
        """Waits until the selector finds an element, with exactly this text."""
        what = f"{selector} appeared" if text is None else f"{selector} had the text {text!r}"
        until(lambda: (found := self.text(selector)) is not None and text in (None, found), what=what)

    def text(self, selector):
        return self.evaluate("selector => document.querySelector(selector)?.innerText.trim()", selector)

    def idle(self):
        """Waits until no event waits for its reply, and the page has no short timer and does not scroll."""
        until(lambda: self.evaluate(QUIET) and not self.evaluate("!!document.querySelector('[aria-busy]')"), what="the page became idle")

    def cookies(self):
        partition = {"type": "context", "context": self.context}
        return {each["name"]: each["value"]["value"] for each in self.firefox.ask("storage.getCookies", partition=partition)["cookies"]}

    def set_offline(self, is_offline):
        conditions = {"type": "offline"} if is_offline else None
        self.firefox.ask("emulation.setNetworkConditions", networkConditions=conditions, contexts=[self.context])

    def act(self, kind, actions):
        self.ask("input.performActions", actions=[{"type": kind, "id": kind, "actions": actions}])

    def type(self, *keys):
        """Presses keys: characters, or names in `KEYS`."""
        self.act("key", [{"type": way, "value": KEYS.get(key, key)} for key in keys for way in ("keyDown", "keyUp")])

    def move(self, selector, milliseconds=0):
        self.wait(selector)
        x, y = self.evaluate(MIDDLE, selector)
        return {"type": "pointerMove", "x": x, "y": y, "duration": milliseconds}

    def click(self, selector, times=1):
        self.act("pointer", [self.move(selector), *[DOWN, UP] * times])

    def drag(self, source, target):
        self.act("pointer", [self.move(source), DOWN, self.move(target, 200), UP])
