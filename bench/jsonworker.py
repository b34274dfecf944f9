"""
A child process that answers one JSON line with one JSON line.

The gate and the peer comparison take turns between processes, call by call: whatever slows the machine
down slows down both sides of a ratio.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any


class WorkerError(Exception):
    """The child refused, or died; the message ends with what it wrote to standard error."""


class JsonWorker:
    """
    One child process; use as a context manager.

    Parameters
    ----------
    command
        What to run. It must read requests from standard input until that ends, as :func:`serve` does.
    cwd, env
        As for :class:`subprocess.Popen`.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed in close()
        self._child = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )

    def __enter__(self) -> JsonWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, **request: Any) -> None:
        """Send a request without waiting for its answer."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(request) + "\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(self._last_words()) from None

    def receive(self) -> Any:
        """The answer to the oldest request that has none yet."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise WorkerError(self._last_words())
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer["result"]

    def ask(self, **request: Any) -> Any:
        """Send a request and wait for its answer."""
        self.send(**request)
        return self.receive()

    def close(self) -> None:
        """End the child: politely, then not."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.close()
        try:
            self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._child.stdout.close()
        self._complaints.close()

    def _last_words(self) -> str:
        code = self._child.wait()
        self._complaints.seek(0)
        return f"the process ended with status {code}: {self._complaints.read()[-2000:].strip()}"


def serve(answer: Callable[..., Any]) -> None:
    """In the child: answer requests until there are no more; ``answer`` gets each as keywords."""
    out = sys.stdout
    sys.stdout = sys.stderr  # what a library prints must not be taken for an answer
    for line in sys.stdin:
        try:
            reply = {"result": answer(**json.loads(line))}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(reply) + "\n")
        out.flush()
