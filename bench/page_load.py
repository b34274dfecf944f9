"""
Load on one server of the page: ``python -m bench.page_load [--seats 50] [--minutes 10]``.

Each seat is a client of the page's websocket with a game of its own, in one of the modes. It does what a
browser would send: it clicks a node, then a color, waits until the board shows it, and takes the turn
after some of these; between two clicks it thinks for some seconds. Requests are so bounded that a seat
waits for one answer before it sends the next.

The latency of a click is the time until the client has the changed board; that of a turn, until the turn
is played and the agents have answered. At the end the traces are verified, and each turn that the page
took is looked for in its trace: a step is lost if it is not there. One JSON object is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import socketio

from agents.coloring.setup import TeamSettings, make_domain
from agents.page.play.table import TURN, Table
from agents.world import TraceDb, verify

ROOT = Path(__file__).resolve().parents[1]
MODES = ("RB", "LLM_U", "LLM_C", "LLM_F")
#: Seconds after which an answer counts as lost.
PATIENCE = 120
#: Changes of colors before each turn, at most.
MOST_CHANGES = 4
#: Times that a seat tries to load its page.
MOST_ATTEMPTS = 20
_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_QUERY = re.compile(r"'client_id': '([^']+)'")
_STEP = re.compile(r"Step (\d+) of")


class _Gone(Exception):
    """The connection broke: a browser would load the page again."""


class Seat:
    """A client at one game: mirrors the elements of the page, and sends clicks."""

    def __init__(self, base: str, name: str, cookie: str, pause: float, seed: int) -> None:
        self.base, self.name, self.cookie, self.pause = base, name, cookie, pause
        self.elements: dict[int, dict[str, Any]] = {}
        self.clicks: list[float] = []
        self.turns: list[float] = []
        self.lost: list[str] = []
        self.reloads = 0
        self._random = random.Random(seed)
        self._changed = asyncio.Event()
        self._next = 0
        self._socket: Any = None

    async def play(self, end: float) -> None:
        """Open the page, and play until a time; open it again if the connection breaks."""
        await self._open()
        while time.monotonic() < end:
            try:
                for _ in range(self._random.randint(1, MOST_CHANGES)):
                    await self._recolor()
                await self._take_turn()
            except (_Gone, socketio.exceptions.SocketIOError):
                self.reloads += 1
                await self._open()
        await self._socket.disconnect()

    async def _open(self) -> None:
        """Load the page; as a browser does, load it again if its socket is refused or broken."""
        for _ in range(MOST_ATTEMPTS):
            try:
                await self._load()
                return
            except (OSError, TimeoutError, aiohttp.ClientError, socketio.exceptions.ConnectionError):
                self.reloads += 1
                await asyncio.sleep(self._random.uniform(1, 3))
        raise RuntimeError(f"{self.name}: no connection in {MOST_ATTEMPTS} attempts")

    async def _load(self) -> None:
        session = aiohttp.ClientSession(headers={"Cookie": self.cookie})
        async with session, session.get(f"{self.base}/play/{self.name}") as response:
            text = await response.text()
        elements, query = _ELEMENTS.search(text), _QUERY.search(text)
        if elements is None or query is None:
            raise RuntimeError(f"{self.name}: no page: {text[:200]}")
        self.elements, self._next = {}, 0
        # Raw JSON, in which the characters that end a script are written as entities.
        self._update(json.loads(html.unescape(elements[1])))
        self._client = query[1]
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("update", self._on_update)
        self._socket.on("*", self._on_other)
        self._socket.on("disconnect", self._changed.set)
        tab = f"00000000-0000-4000-8000-{self._random.randrange(16**12):012x}"
        known = f"client_id={self._client}&next_message_id=0&tab_id={tab}&document_id={tab}"
        await self._socket.connect(
            f"{self.base}?{known}&implicit_handshake=true",
            headers={"Cookie": self.cookie},
            transports=["websocket"],
            socketio_path="/_nicegui_ws/socket.io",
        )

    def _update(self, elements: dict[str, Any]) -> None:
        for number, element in elements.items():
            if element is None:
                self.elements.pop(int(number), None)
            else:
                self.elements[int(number)] = element

    async def _on_update(self, elements: dict[str, Any]) -> None:
        await self._acknowledge(elements.pop("_id", None))
        self._update(elements)
        self._changed.set()

    async def _on_other(self, _: str, data: Any = None) -> None:
        if isinstance(data, dict):
            await self._acknowledge(data.get("_id"))

    async def _acknowledge(self, number: int | None) -> None:
        if number is not None and number >= self._next:
            self._next = number + 1
            if self._next % 50 == 0 and self._socket.connected:
                await self._socket.emit(
                    "ack", {"client_id": self._client, "next_message_id": self._next}
                )

    # -------------------------------------------------------------------------------------- looking

    def _find(self, test: Callable[[dict[str, Any]], bool]) -> tuple[int, dict[str, Any]] | None:
        return next(((n, one) for n, one in self.elements.items() if test(one)), None)

    def _labeled(self, beginning: str) -> tuple[int, dict[str, Any]] | None:
        return self._find(lambda one: str(_props(one).get("aria-label", "")).startswith(beginning))

    def _button(self, label: str) -> tuple[int, dict[str, Any]] | None:
        return self._find(lambda one: str(_props(one).get("label", "")).startswith(label))

    def _step(self) -> int:
        found = self._find(lambda one: bool(_STEP.search(str(one.get("text", "")))))
        match = None if found is None else _STEP.search(found[1]["text"])
        return -1 if match is None else int(match[1])

    # --------------------------------------------------------------------------------------- acting

    async def _click(self, found: tuple[int, dict[str, Any]] | None) -> None:
        if found is None:
            raise RuntimeError(f"{self.name}: an element is missing")
        number, element = found
        listener = next(one for one in element["events"] if one["type"] == "click")
        event = {"id": number, "client_id": self._client, "listener_id": listener["listener_id"]}
        if not self._socket.connected:
            raise _Gone
        await self._socket.emit("event", {**event, "args": []})

    async def _until(self, what: str, test: Callable[[], bool]) -> float | None:
        """Wait until the page shows something; return the seconds, None if it did not."""
        start = time.perf_counter()
        while not test():
            if not self._socket.connected:
                raise _Gone
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), PATIENCE - (time.perf_counter() - start))
            except TimeoutError:
                self.lost.append(what)
                return None
        return time.perf_counter() - start

    async def _recolor(self) -> None:
        await asyncio.sleep(self._random.uniform(0.5, 1.5) * self.pause)
        node = self._random.choice(["h1", "h2", "h4", "h5"])
        if (shown := self._labeled(f"{node}, ")) is None:
            raise RuntimeError(f"{self.name}: no node {node}")
        now = _props(shown[1])["aria-label"].split(", ")[1]
        color = self._random.choice([c for c in ("red", "green", "blue") if c != now])
        for wanted, test in (
            (shown, lambda: self._find(lambda one: one.get("text") == f"Color {node}:") is not None),
            (self._labeled(f"Color {color}"), lambda: self._labeled(f"{node}, {color}") is not None),
        ):
            await self._click(wanted)
            if (seconds := await self._until(f"{node} {color}", test)) is not None:
                self.clicks.append(seconds)

    async def _take_turn(self) -> None:
        await asyncio.sleep(self._random.uniform(0.5, 1.5) * self.pause)
        before = self._step()
        button = self._button("Take the turn")
        if button is None or _props(button[1]).get("disable"):
            button = self._button("Wait")
        await self._click(button)

        def is_free() -> bool:
            wait = self._button("Wait")
            return self._step() > before and wait is not None and not _props(wait[1]).get("disable")

        if (seconds := await self._until(f"the turn of step {before}", is_free)) is not None:
            self.turns.append(seconds)

    def shown(self) -> tuple[int, int]:
        """Return the step that the page shows, and the number of turns that it took."""
        return self._step(), len(self.turns)


def _props(element: dict[str, Any]) -> dict[str, Any]:
    props: dict[str, Any] = element.get("props", {})
    return props


def lost_steps(path: Path, step: int, turns: int) -> int:
    """Return how many turns that the page confirmed are not in a verified trace."""
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        settings = TeamSettings.of(trace.get_run_metadata(run_id))
        verify(trace, run_id, domains=[make_domain(settings, trace)])
        noted = int(trace.query("SELECT count(*) FROM annotations WHERE kind = ?", (TURN,))[0][0])
        return max(0, step - trace.steps(run_id)) + max(0, turns - noted)


async def play(base: str, cookie: str, names: Sequence[str], options: argparse.Namespace) -> list[Seat]:
    """Play all games at once."""
    seats = [Seat(base, name, cookie, options.pause, i) for i, name in enumerate(names)]
    end = time.monotonic() + 60 * options.minutes
    await asyncio.gather(*(seat.play(end) for seat in seats))
    return seats


def started(folder: Path) -> tuple[subprocess.Popen[str], str, str]:
    """Start the server; return the process, its address and the cookie of its owner."""
    command = [sys.executable, "-m", "agents.page.cli", "--folder", str(folder), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    link = re.search(r"Open (\S+)", process.stdout.readline())
    if link is None:
        raise RuntimeError("the server did not start")
    return process, link[1].partition("/?")[0], link[1]


async def admitted(link: str) -> str:
    """Exchange a link for the cookie."""
    async with aiohttp.ClientSession() as session, session.get(link) as response:
        return response.headers["Set-Cookie"].partition(";")[0]


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the load and print the figures; 1 if a step was lost."""
    parser = argparse.ArgumentParser(description="Load on one server of the page.")
    parser.add_argument("--seats", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--pause", type=float, default=3.0, help="mean seconds between two clicks")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        names = [f"load-{i}" for i in range(options.seats)]
        for i, name in enumerate(names):
            mode = MODES[i % len(MODES)]
            settings = TeamSettings(mode=mode, human="page", seed=i, max_steps=100_000).complete()
            Table(folder / f"{name}.db", settings).close()
        process, base, link = started(folder)
        try:
            seats = asyncio.run(_played(base, link, names, options))
            cpu = cpu_seconds(process)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
        lost = sum(lost_steps(folder / f"{seat.name}.db", *seat.shown()) for seat in seats)
    clicks = [seconds for seat in seats for seconds in seat.clicks]
    turns = [seconds for seat in seats for seconds in seat.turns]
    unanswered = [f"{seat.name}: {what}" for seat in seats for what in seat.lost]
    figures = {
        "seats": options.seats,
        "minutes": options.minutes,
        "pause_seconds": options.pause,
        "clicks": len(clicks),
        "click_ms": _summary(clicks),
        "turns": len(turns),
        "turn_ms": _summary(turns),
        "steps": sum(seat.shown()[0] for seat in seats),
        "lost_steps": lost,
        "unanswered": unanswered,
        "pages_loaded_again": sum(seat.reloads for seat in seats),
        "server_cpu_seconds": round(cpu, 1),
    }
    print(json.dumps(figures))
    return int(bool(lost or unanswered))


async def _played(base: str, link: str, names: Sequence[str], options: argparse.Namespace) -> list[Seat]:
    return await play(base, await admitted(link), names, options)


def _summary(seconds: Sequence[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    parts = {"median": statistics.median(seconds), "p95": cuts[94], "worst": max(seconds)}
    return {name: round(1000 * value, 1) for name, value in parts.items()}


if __name__ == "__main__":
    sys.exit(main())
