"""
Executors of tasks: processes of this machine, or the workers of a Dask cluster, with one interface.

A task is a function of its arguments alone, and an argument may be an earlier task, which stands for
its result. A task that is lost with its worker is run again and gives the same result: a worker that is
killed costs time, never a result. Results of finished tasks are kept until nothing refers to them: by
Dask in the memory of its workers, which exchange them; here in files, which survive the pool of
processes. (``ProcessPoolExecutor`` ends every worker when one dies.)
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

from ..arguments import integer
from ..errors import InputError, KempeError, expected
from ..threads import cpus
from .board import Board, DaskBoard, FolderBoard
from .parent import end_with_parent

if TYPE_CHECKING:
    import distributed

#: Attempts at a task before the deaths of its workers are taken for its fault.
ATTEMPTS = 4
#: Seconds between two checks of running tasks.
POLL_SECONDS = 0.02
CONNECT_SECONDS = 10


class Task(Protocol):
    """A task that runs or is done."""

    def done(self) -> bool:
        """Return whether :meth:`result` would return, or raise, at once."""

    def result(self) -> Any:
        """Wait for the task; return what its function returned, or raise what it raised."""


class Executor(Protocol):
    """
    The workers that run tasks.

    Attributes
    ----------
    workers
        Number of tasks that can run side by side.
    """

    @property
    def workers(self) -> int: ...

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Start a task; arguments that are tasks of this executor stand for their results."""

    def share(self, value: Any) -> Task:
        """Return a task that stands for a value, which is sent once for all tasks that take it."""

    def board(self) -> Board:
        """Return a new board for messages between running tasks and their caller."""


Where: TypeAlias = "Executor | distributed.Client | str | None"


@contextlib.contextmanager
def opened(where: Where, workers: int | None = None) -> Iterator[Executor]:
    """
    Open an executor, and close it at the end unless it was given.

    Parameters
    ----------
    where
        None for processes of this machine; the address of a Dask scheduler, or a ``Client``; or an
        executor.
    workers
        Number of processes, by default all CPUs that this process may use. Only without ``where``.

    Raises
    ------
    InputError
        If there is no scheduler at the address, Dask is not installed, or ``where`` is of another type.
    """
    if where is not None and workers is not None:
        raise expected("workers", workers, "None with an executor, which has its own workers")
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
        raise expected("executor", where, "None, an address, a Dask client or an executor")


def each(
    where: Executor, calls: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]]
) -> Iterator[tuple[int, Task]]:
    """Make calls, at most one per worker at a time; yield the place and the task of each as it ends."""
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
    """Path from which a worker reads a value."""

    path: str


class _Shared:
    """A task done whose value is in a file."""

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
    """A task of :class:`Processes`: its call until it is done, and the file of its result."""

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
                    f"{ATTEMPTS} processes died in {function.__name__}: not enough memory, or a script "
                    "without `if __name__ == '__main__':` around its calls"
                )
            self._generation = self._pool.generation
            try:
                self._future = self._pool.start(_perform, self.path, function, sent)
                return
            except BrokenProcessPool:
                self._pool.restart(self._generation)

    def _lost(self) -> bool:
        """Return whether the pool broke down before there was a result."""
        broken = self._future.cancelled() or isinstance(self._future.exception(), BrokenProcessPool)
        return broken and not os.path.exists(self.path)

    def done(self) -> bool:
        if self._future.done() and self._lost():
            self._pool.restart(self._generation)
            self._begin()
        return self._future.done()

    def stored(self) -> str:
        """Wait for the result and return its file."""
        while True:
            with contextlib.suppress(BrokenProcessPool):
                self._future.result()
            if self.done():
                self._call = (self._call[0], ())  # its arguments are no longer needed
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
        self.workers = integer("workers", workers, 1)
        self.generation = 0
        self._folder = Path(tempfile.mkdtemp(prefix="kempe-"))
        self._names = iter(range(sys.maxsize))
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the threads of numba do not survive a fork.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, _begin_worker)

    def start(self, function: Callable[..., None], *arguments: Any) -> Future[None]:
        """Give a call to a process."""
        return self._pool.submit(function, *arguments)

    def restart(self, generation: int) -> None:
        """Replace a pool that broke down, unless it was replaced since."""
        if generation == self.generation:
            self._pool.shutdown(wait=True)
            self._pool = self._new_pool()
            self.generation += 1

    def new_path(self) -> Path:
        """Return the path of a file that does not exist yet."""
        return self._folder / str(next(self._names))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Start a task."""
        return _Kept(self, function, arguments)

    def share(self, value: Any) -> Task:
        """Write a value to a file and return a task that stands for it."""
        return _Shared(str(self.new_path()), value)

    def board(self) -> Board:
        """Return a board in a folder."""
        return FolderBoard(self.new_path())

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)

    def close(self, *, wait: bool = True) -> None:
        """End the processes, after their tasks if ``wait``, and remove the results."""
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=wait, cancel_futures=True)
        if not wait:
            for worker in workers:
                worker.terminate()
                worker.join()
        shutil.rmtree(self._folder, ignore_errors=True)


def _begin_worker() -> None:
    end_with_parent()
    # Ctrl-C reaches every process of the terminal; the caller decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _perform(path: str, function: Callable[..., Any], arguments: list[Any]) -> None:
    """Call a function in a worker, and store its result."""
    _write(path, function(*(_read(a.path) if isinstance(a, _File) else a for a in arguments)))


def _write(path: str, value: Any) -> None:
    """Store a value; the file gets its name when it is complete."""
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
            raise KempeError(
                f"workers died in {self._name}, perhaps for lack of memory: {error}"
            ) from error


class Dask:
    """
    The workers of a Dask cluster.

    Dask runs the tasks of a worker that died on other workers, and recomputes what was in its memory.

    Parameters
    ----------
    client
        Client of the cluster.
    """

    def __init__(self, client: distributed.Client) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        """Number of threads of all workers, in which kernels run side by side."""
        threads: int = sum(self.client.nthreads().values())
        return max(1, threads)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Task:
        """Start a task."""
        sent = [a.future if isinstance(a, _Remote) else a for a in arguments]
        return _Remote(self.client.submit(function, *sent, pure=False), function.__name__)

    def share(self, value: Any) -> Task:
        """
        Give a value to the scheduler and return a task that stands for it.

        A value scattered to workers would be lost with the last of them.
        """
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            return self.submit(_itself, value)

    def board(self) -> Board:
        """Return a board of two variables and a queue of the scheduler."""
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
