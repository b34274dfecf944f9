"""
Where tasks run: processes of this machine or the workers of a Dask cluster, by the same few calls.

A task is a function of its arguments alone, and an argument may be an earlier task, which stands for
its result. So a task that was lost with its worker is simply run again, and gives the same: a worker
that is killed costs time, never a result. Results of finished tasks are kept until nobody asks for them
any more: by Dask in the memory of its workers, which pass them on among themselves; here in files, which
survive the whole pool. (``ProcessPoolExecutor`` ends every worker when one dies.)
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
import uuid
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from ..errors import InputError, KempeError
from .board import Board, DaskBoard, FolderBoard

if TYPE_CHECKING:
    import distributed

#: How often a task is begun before its workers' deaths are taken for its fault.
ATTEMPTS = 4
#: Seconds between two looks at tasks under way.
POLL_SECONDS = 0.02
CONNECT_SECONDS = 10


class Task(Protocol):
    """A task under way, or done."""

    def done(self) -> bool:
        """Whether :meth:`result` would return, or raise, at once."""

    def result(self) -> Any:
        """What the function returned; waits for it, and raises what the function raised."""


class Executor(Protocol):
    """
    Where tasks run.

    Attributes
    ----------
    workers
        Tasks that can run side by side.
    """

    @property
    def workers(self) -> int: ...

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Begin a task; arguments that are tasks of this executor stand for their results."""

    def share(self, value: Any) -> Task:
        """A task done that stands for a value, sent once, however many tasks take it."""

    def board(self) -> Board:
        """A new place where running tasks and their caller leave each other messages."""


Where: TypeAlias = "Executor | distributed.Client | str | None"


@contextlib.contextmanager
def opened(where: Where, workers: int | None = None) -> Iterator[Executor]:
    """
    The executor that a caller means, closed at the end unless it is the caller's.

    Parameters
    ----------
    where
        None for processes of this machine; the address of a Dask scheduler, or a ``Client`` of one; or
        an executor.
    workers
        Number of processes; all CPUs that this process may use if omitted. Only without ``where``.

    Raises
    ------
    InputError
        If there is no scheduler at the address, Dask is not installed, or ``where`` is something else.
    """
    if where is not None and workers is not None:
        raise InputError(f"workers = {workers}: an executor has its own, expected None")
    dask = sys.modules.get("distributed")
    if where is None:
        with Processes(cpus() if workers is None else workers) as processes:
            yield processes
    elif isinstance(where, str):
        with _connected(where) as client:
            yield Dask(client)
    elif dask is not None and isinstance(where, dask.Client):
        yield Dask(where)
    elif callable(getattr(where, "board", None)):
        yield cast(Executor, where)
    else:
        raise InputError(f"executor: {where!r}, expected None, an address, a Dask client or an executor")


def cpus() -> int:
    """CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each(
    where: Executor, calls: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]]
) -> Iterator[tuple[int, Task]]:
    """Make calls, no more at a time than there are workers; each one's place and task as it ends."""
    waiting = enumerate(calls)
    under_way: dict[int, Task] = {}
    while True:
        for place, (function, arguments) in itertools.islice(waiting, where.workers - len(under_way)):
            under_way[place] = where.submit(function, *arguments)
        if not under_way:
            return
        for place in [place for place, task in under_way.items() if task.done()]:
            yield place, under_way.pop(place)
        time.sleep(POLL_SECONDS)


# ---------------------------------------------------------------------------------------- this machine


class _File(NamedTuple):
    """Stands for a value where a worker is told to read it."""

    path: str


class _Shared:
    """A value in a file."""

    def __init__(self, path: str, value: Any) -> None:
        self.path = path
        _write(path, value)
        weakref.finalize(self, _remove, path)

    def done(self) -> bool:
        return True

    def stored(self) -> str:
        return self.path

    def result(self) -> Any:
        return _read(self.path)


class _Kept:
    """A task of :class:`Processes`: its call until it is done, and the file that its result is in."""

    def __init__(
        self, pool: Processes, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        self._pool, self._call = pool, (function, arguments)
        self.path = str(pool.new_path())
        self._attempts = 0
        self._future: Future[None]
        weakref.finalize(self, _remove, self.path)
        self._begin()

    def _begin(self) -> None:
        function, arguments = self._call
        sent = [_File(a.stored()) if isinstance(a, (_Kept, _Shared)) else a for a in arguments]
        while True:
            self._attempts += 1
            if self._attempts > ATTEMPTS:
                raise KempeError(
                    f"{ATTEMPTS} processes died in {function.__name__}: not enough memory? or a script "
                    "whose calls do not stand below `if __name__ == '__main__':`"
                )
            self._generation = self._pool.generation
            try:
                self._future = self._pool.start(_perform, self.path, function, sent)
                return
            except BrokenProcessPool:
                self._pool.restart(self._generation)

    def _lost(self) -> bool:
        """Whether the pool broke down before the result was there."""
        broken = self._future.cancelled() or isinstance(self._future.exception(), BrokenProcessPool)
        return broken and not os.path.exists(self.path)

    def done(self) -> bool:
        if self._future.done() and self._lost():
            self._pool.restart(self._generation)
            self._begin()
        return self._future.done()

    def stored(self) -> str:
        """The file of the result, once it is there."""
        while True:
            with contextlib.suppress(BrokenProcessPool):
                self._future.result()
            if self.done():
                self._call = (self._call[0], ())  # what it was made of may go
                return self.path

    def result(self) -> Any:
        return _read(self.stored())


class Processes:
    """
    Processes of this machine, and a folder for their results.

    Parameters
    ----------
    workers
        Number of processes.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise InputError(f"workers = {workers}, expected at least 1")
        self.workers = workers
        self.generation = 0
        self._folder = Path(tempfile.mkdtemp(prefix="kempe-"))
        self._names = iter(range(sys.maxsize))
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: numba and its threads do not survive a fork.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, _ignore_interrupts)

    def start(self, function: Callable[..., None], *arguments: Any) -> Future[None]:
        """Hand a call to a process."""
        return self._pool.submit(function, *arguments)

    def restart(self, generation: int) -> None:
        """Replace a pool that broke down, unless that has been done since."""
        if generation == self.generation:
            self._pool.shutdown(wait=True)
            self._pool = self._new_pool()
            self.generation += 1

    def new_path(self) -> Path:
        """A file that does not exist yet."""
        return self._folder / str(next(self._names))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Begin a task."""
        return _Kept(self, function, arguments)

    def share(self, value: Any) -> Task:
        """Write a value to a file."""
        return _Shared(str(self.new_path()), value)

    def board(self) -> Board:
        """A folder that all processes see."""
        return FolderBoard(self.new_path())

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)

    def close(self, *, wait: bool = True) -> None:
        """End the processes, with what they are at unless ``wait``, and remove the results."""
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=wait, cancel_futures=True)
        if not wait:
            for worker in workers:
                worker.terminate()
                worker.join()
        shutil.rmtree(self._folder, ignore_errors=True)


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the caller decides what becomes of its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _perform(path: str, function: Callable[..., Any], arguments: list[Any]) -> None:
    """Call a function in a worker, and store its result."""
    _write(path, function(*(_read(a.path) if isinstance(a, _File) else a for a in arguments)))


def _write(path: str, value: Any) -> None:
    """Store a value; the file is complete when it is there at all."""
    unfinished = Path(f"{path}.{os.getpid()}")
    with unfinished.open("wb") as file:
        pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
    unfinished.rename(path)


def _read(path: str) -> Any:
    with open(path, "rb") as file:
        return pickle.load(file)


def _itself(value: Any) -> Any:
    return value


def _remove(path: str) -> None:
    Path(path).unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ Dask


class _Remote:
    """A task of :class:`Dask`."""

    def __init__(self, future: distributed.Future, name: str) -> None:
        self.future, self._name = future, name

    def done(self) -> bool:
        return bool(self.future.done())

    def result(self) -> Any:
        from distributed import KilledWorker

        try:
            return self.future.result()
        except KilledWorker as error:
            raise KempeError(f"workers died in {self._name}: not enough memory? ({error})") from error


class Dask:
    """
    The workers of a Dask cluster.

    Dask runs the tasks of a worker that died on others, and computes anew what was in its memory.

    Parameters
    ----------
    client
        Of the cluster.
    """

    def __init__(self, client: distributed.Client) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        """Threads of all workers: kernels run side by side in them."""
        threads: int = sum(self.client.nthreads().values())
        return max(1, threads)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Begin a task."""
        sent = [a.future if isinstance(a, _Remote) else a for a in arguments]
        return _Remote(self.client.submit(function, *sent, pure=False), function.__name__)

    def share(self, value: Any) -> Task:
        """
        Hand a value to the scheduler.

        Scattered to workers, it would be gone with the last of them.
        """
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            return self.submit(_itself, value)

    def board(self) -> Board:
        """Two variables and a queue of the scheduler."""
        return DaskBoard(f"kempe-{uuid.uuid4().hex}", self.client)


def _connected(address: str) -> distributed.Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError("Dask is not installed: pip install 'kempe[dask]'") from error
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler at {address}: {error}") from error
