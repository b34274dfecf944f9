"""
Child process that answers each line of JSON with one line of JSON.

``bench.ab`` and ``bench.peers`` alternate between processes after each call, so that other load on the
machine affects both sides of a ratio.
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
    """Raised if the child fails; the message ends with its standard error."""


class JsonWorker:
    """
    One child process, a context manager.

    Parameters
    ----------
    command
        Command of the child, which reads requests from standard input until its end, as :func:`serve`
        does.
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
        """Return the answer to the oldest pending request."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise WorkerError(self._last_words())
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer["result"]

    def ask(self, **request: Any) -> Any:
        """Send a request and return its answer."""
        self.send(**request)
        return self.receive()

    def close(self) -> None:
        """End the child, by force if it does not end by itself."""
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
    """Answer requests in the child until standard input ends; ``answer`` takes each as keywords."""
    out = sys.stdout
    sys.stdout = sys.stderr  # output of libraries must not be read as an answer
    for line in sys.stdin:
        try:
            reply = {"result": answer(**json.loads(line))}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(reply) + "\n")
        out.flush()
