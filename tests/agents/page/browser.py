"""A server of the page in a process of its own, and a browser that visits it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: Milliseconds that a loaded machine may take for anything.
PATIENCE = 60_000
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def chromium() -> str:
    """Return the browser of this machine, or skip the test."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("KEMPE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.skip("no browser: apt-get install chromium, or set KEMPE_CHROMIUM")
    return found


class Server:
    """
    The command ``kempe page`` in a process.

    Attributes
    ----------
    link
        Link with the token, as printed.
    base
        Address without it.
    seats
        Links of participants of a study.
    """

    def __init__(self, folder: Path, *arguments: object, port: int = 0) -> None:
        self.folder = folder
        self._log = (folder.parent / f"{folder.name}.log").open("a+")
        command = [sys.executable, "-m", "agents.page.cli", "--folder", str(folder)]
        command += ["--port", str(port), *map(str, arguments)]
        path = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
        start = self._log.tell()
        self._process = subprocess.Popen(
            command, stdout=self._log, stderr=self._log, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}
        )
        end = time.monotonic() + 120
        while True:
            text = Path(self._log.name).read_text()[start:]
            if (match := re.search(r"Open (\S+)", text)) and "Ctrl-C" in text:
                break
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start: {text}")
            time.sleep(0.05)
        time.sleep(0.05)
        text = Path(self._log.name).read_text()[start:]
        self.link = match[1]
        self.base = re.sub(r"/(study)?\?.*", "", self.link)
        self.port = int(self.base.rpartition(":")[2])
        self.seats = dict(re.findall(r"^  (p\d+): (\S+)$", text, re.MULTILINE))

    def log(self) -> str:
        """Return what the server printed."""
        return Path(self._log.name).read_text()

    def kill(self) -> None:
        """End the server as a power failure would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """End the server as Ctrl-C does."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self._log.close()


@contextmanager
def served(folder: Path, *arguments: object, port: int = 0) -> Iterator[Server]:
    """Serve the page for the length of a block."""
    server = Server(folder, *arguments, port=port)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def browsing() -> Iterator:
    """Start a browser."""
    path = chromium()
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def expect(found):
    """Return the assertions on what was found in a page; each waits until it holds."""
    from playwright import sync_api

    sync_api.expect.set_options(timeout=PATIENCE)
    return sync_api.expect(found)


class Person:
    """A person with a browser: what they do in a game, by what they see."""

    def __init__(self, browser, server: Server, link: str | None = None) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.server = server
        self.page.goto(link or server.link)
        self.page.wait_for_load_state("networkidle")

    def go(self, path: str) -> None:
        # A page whose server has come back loads itself again, which may abort this.
        for _ in range(5):
            try:
                self.page.goto(self.server.base + path)
                return
            except Exception as error:
                if "ERR_ABORTED" not in str(error):
                    raise
                self.page.wait_for_timeout(500)
        self.page.goto(self.server.base + path)

    def press(self, name: str, *, exact: bool = True) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def see(self, text: str):
        found = self.page.get_by_text(text).first
        found.wait_for()
        return found

    def new_game(self, mode: str = "RB", people: str | None = None) -> str:
        """Start a game of the study and return its name."""
        self.go("/play")
        if mode != "RB":
            self.page.get_by_label("How agents speak").click()
            self.page.get_by_role("option", name=f"{mode}:").click()
        if people is not None:
            self.page.get_by_label("People").click()
            self.page.get_by_role("option", name=people).click()
        self.press("Start")
        self.see("You are Human")
        return self.page.url.rpartition("/")[2]

    def node(self, name: str):
        return self.page.locator(f'svg [aria-label^="{name},"]')

    def color(self, **colors: str) -> None:
        """Click nodes and colors, and wait until the board shows them."""
        for node, color in colors.items():
            self.node(node).click()
            self.press(f"Color {color}")
            self.page.locator(f'svg [aria-label^="{node}, {color}"]').wait_for()

    def status(self) -> str:
        return self.page.get_by_role("status").first.inner_text()

    def take(self, name: str) -> None:
        """Press a button that takes the turn, and wait until the step was carried out."""
        before = re.search(r"Step \d+ of", self.status())
        assert before is not None, "the status names no step"
        self.press(name)
        later = re.compile(rf"(?!{before[0]})Step \d+ of")
        self.page.get_by_role("status").filter(has_text=later).first.wait_for()
        self.page.locator("button:not([disabled])", has_text=re.compile("Wait$")).wait_for()

    def wait_for_status(self, text: str) -> None:
        self.page.get_by_role("status").filter(has_text=text).first.wait_for()
