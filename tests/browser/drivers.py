"""Firefox and WebKit, each driven by the W3C's own protocol, on a screen that nobody sees.

Playwright drives builds of its own only, not those that people use. Debian's Firefox speaks
WebDriver BiDi over a socket, WebKitGTK's driver WebDriver over HTTP; both take input as a person
gives it, and a page's script as text.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE_SECONDS
from ports import free_port

SIZE = (1280, 800)
FIREFOX = ("firefox-esr", "firefox")
MINI_BROWSER = "lib/*/webkit2gtk-*/MiniBrowser"
PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowRight": "\ue014"}
"""The keys that are no letters, as WebDriver numbers them."""
CALL = "(async () => JSON.stringify(await ({function})({argument})))()"


class Driver(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None:
        """Go to an address, until it is loaded."""

    def run(self, script: str) -> str | None:
        """The text that a script promises."""

    def act(self, *sources: dict[str, Any]) -> None:
        """What fingers do, as WebDriver writes it."""

    def complaints(self) -> list[str]:
        """The errors and warnings that the console has shown since this was last asked."""


def call(driver: Driver, function: str, argument: Any = None) -> Any:
    """What a function of JavaScript returns for an argument; both are JSON."""
    script = CALL.replace("{function}", function).replace("{argument}", json.dumps(argument))
    found = driver.run(script)
    return None if found is None else json.loads(found)


def click(driver: Driver, x: float, y: float) -> None:
    """Press the mouse's button at a place of the page."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
    press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    driver.act({"type": "pointer", "id": "mouse", "actions": [move, *press]})


def press_key(driver: Driver, key: str) -> None:
    """Press a key and let it go."""
    value = KEYS.get(key, key)
    steps = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
    driver.act({"type": "key", "id": "keyboard", "actions": steps})


class _Firefox:
    """WebDriver BiDi: commands and events over one socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()
        self._said: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        width, height = SIZE
        self._tell("browsingContext.setViewport", viewport={"width": width, "height": height})

    def open(self, url: str) -> None:
        self._leave()
        self._tell("browsingContext.navigate", url=url, wait="complete")

    def _leave(self) -> None:
        """A page that is left while it loads something complains, which is no fault of its own."""
        self._drain()
        said = [*self._said]
        self._tell("browsingContext.navigate", url="about:blank", wait="complete")
        self._drain()
        self._said = said

    def run(self, script: str) -> str | None:
        answer = self._ask(
            "script.evaluate", expression=script, target={"context": self._page}, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        value: str | None = answer["result"].get("value")
        return value

    def act(self, *sources: dict[str, Any]) -> None:
        self._tell("input.performActions", actions=list(sources))

    def complaints(self) -> list[str]:
        self._drain()
        said, self._said = self._said, []
        return said

    def _drain(self) -> None:
        """Whatever was said before an answer has arrived with it."""
        self.run("Promise.resolve('')")

    def _tell(self, method: str, **params: Any) -> None:
        self._ask(method, context=self._page, **params)

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(PATIENCE_SECONDS))).get("id") != number:
            self._hear(answer)
        if answer["type"] == "error":
            raise AssertionError(f"{method}: {answer['message']}")
        return answer["result"]

    def _hear(self, event: dict[str, Any]) -> None:
        entry = event.get("params", {})
        if entry.get("level") in ("warn", "error"):
            self._said.append(str(entry.get("text")))


LISTEN = """(() => {
  const said = (window.complaints = []);
  const note = (...what) => said.push(what.map(String).join(' '));
  console.warn = console.error = note;
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
})()"""


class _WebKit:
    """WebDriver over HTTP, without a console: the page itself listens once it is loaded."""

    def __init__(self, api: httpx.Client, program: str) -> None:
        self._api = api
        self._said: list[str] = []
        options = {"binary": program, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self._ask("", capabilities={"alwaysMatch": wanted})["sessionId"]
        api.base_url = api.base_url.join(f"session/{session}/")
        width, height = SIZE
        self._ask("window/rect", x=0, y=0, width=width, height=height)

    def open(self, url: str) -> None:
        self._note()
        self._ask("url", url=url)
        self.run(LISTEN)

    def run(self, script: str) -> str | None:
        found: str | None = self._ask("execute/sync", script=f"return {script}", args=[])
        return found

    def act(self, *sources: dict[str, Any]) -> None:
        self._ask("actions", actions=list(sources))

    def complaints(self) -> list[str]:
        self._note()
        said, self._said = self._said, []
        return said

    def _note(self) -> None:
        found = self.run("JSON.stringify(window.complaints?.splice(0) ?? [])")
        self._said += json.loads(found or "[]")

    def _ask(self, method: str, **params: Any) -> Any:
        answer = self._api.post(method or "session", json=params).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{method}: {answer['message']}")
        return answer


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Firefox with a profile of its own in a folder, on a screen of its own."""
    program = _found("QUARTETT_FIREFOX", *FIREFOX)
    lines = (
        f"user_pref({json.dumps(key)}, {json.dumps(PREFERENCES[key])});" for key in PREFERENCES
    )
    (folder / "user.js").write_text("\n".join(lines))
    command = [program, "--profile", str(folder), "--no-remote", "--remote-debugging-port", "0"]
    with ExitStack() as stack:
        screen = stack.enter_context(_screen())
        browser = stack.enter_context(_running([*command, "about:blank"], screen))
        address = _line(browser.stderr, r"WebDriver BiDi listening on (\S+)")
        yield _Firefox(stack.enter_context(connect(f"{address}/session", max_size=None)))


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """WebKitGTK's own small browser with its files in a folder, on a screen of its own."""
    driver = _found("QUARTETT_WEBKIT_DRIVER", "WebKitWebDriver")
    settings = folder / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-enable-animations=false\n")
    ours = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "GDK_BACKEND": "x11"}
    port = free_port()
    with ExitStack() as stack:
        screen = stack.enter_context(_screen())
        stack.enter_context(_running([driver, f"--port={port}"], {**screen, **ours}))
        transport = httpx.HTTPTransport(retries=10)
        api = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/", transport=transport, timeout=PATIENCE_SECONDS
        )
        yield _WebKit(stack.enter_context(api), _mini_browser(driver))


DRIVERS: dict[str, Callable[[Path], Any]] = {"firefox": firefox, "webkit": webkit}


def _mini_browser(driver: str) -> str:
    """It is beside the libraries, where no PATH leads."""
    usual = Path(driver).resolve().parents[1]
    found = os.environ.get("QUARTETT_WEBKIT") or next(map(str, usual.glob(MINI_BROWSER)), None)
    return found or pytest.skip("no MiniBrowser; QUARTETT_WEBKIT can name it")


def _found(variable: str, *names: str) -> str:
    program = os.environ.get(variable)
    if program is None:
        program = next(filter(None, map(shutil.which, names)), None)
    return program or pytest.skip(f"no {names[0]}; {variable} can name it")


@contextmanager
def _screen() -> Iterator[dict[str, str]]:
    """The environment of a program whose windows nobody sees."""
    width, height = SIZE
    size = f"{width + 100}x{height + 200}x24"
    command = [_found("QUARTETT_XVFB", "Xvfb"), "-displayfd", "2", "-screen", "0", size]
    with _running([*command, "-nolisten", "tcp"], {}) as xvfb:
        number = _line(xvfb.stderr, r"^(\d+)$")
        yield {"DISPLAY": f":{number}"}


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()


def _line(stream: IO[str] | None, pattern: str) -> str:
    """What a program says about itself, once it does; what it says later is read by nobody."""
    assert stream is not None
    for line in stream:
        if found := re.search(pattern, line.strip()):
            threading.Thread(target=stream.read, daemon=True).start()
            return found[1]
    raise AssertionError(f"ended without saying {pattern}")
