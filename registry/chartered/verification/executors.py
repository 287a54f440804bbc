"""Executors of claims: processes on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from chartered_verify.catching import ours

from ..errors import BadValue, PluginWarning

P = ParamSpec("P")
T = TypeVar("T")
_MOST_DEATHS = 8
"""After this many processes have died in a row, no further task is tried."""


class Processes(Executor):
    """An executor with processes that each run one task at a time: if a process dies, only its own task fails, and a
    new process replaces it. One that is not done after `patience` seconds is ended: a call into C hears no alarm.

    Processes are spawned, because a forked one would inherit the threads of a progress bar."""

    def __init__(self, count: int, patience: float | None = None) -> None:
        self._patience = patience
        self._threads = ThreadPoolExecutor(count)
        self._idle: SimpleQueue[ProcessPoolExecutor] = SimpleQueue()
        self._deaths = 0
        for _ in range(count):
            self._idle.put(_process())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As in `Executor`. The future raises BrokenProcessPool if the process dies or is ended during the task, or if
        too many processes have died in a row."""
        return self._threads.submit(self._run, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As in `Executor`."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        while not self._idle.empty():
            self._idle.get().shutdown(wait, cancel_futures=cancel_futures)

    def _run(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._deaths >= _MOST_DEATHS:
            raise BrokenProcessPool(f"{self._deaths} processes in a row died")
        pool = self._idle.get()
        try:
            found = self._within_patience(pool.submit(os.getpid), pool.submit(fn, *args, **kwargs))
            self._deaths = 0
            return found
        except BrokenProcessPool:
            self._deaths += 1
            pool.shutdown(wait=False)
            pool = _process()
            raise
        finally:
            self._idle.put(pool)

    def _within_patience(self, process: Future[int], task: Future[T]) -> T:
        """The result of a task. Raises what the task raises, and BrokenProcessPool."""
        if not wait([task], self._patience).done:
            os.kill(process.result(), signal.SIGTERM)
            raise BrokenProcessPool(f"it was not done after {self._patience:g} s, and was ended")
        return task.result()


def _process() -> ProcessPoolExecutor:
    """A pool of one process, which is started at once, so that a script without the guard of a main module fails here
    and not in a thread."""
    pool = ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=_serve_the_parent, initargs=gc.get_threshold()
    )
    pool.submit(int)
    return pool


@contextmanager
def processes(count: int, patience: float | None = None) -> Iterator[Executor]:
    """An executor with `count` processes. An interrupt terminates them, with their current tasks, and so does a task
    that takes more than `patience` seconds with its own."""
    before = set(multiprocessing.active_children())
    executor = Processes(count, patience)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    executor.shutdown()


@contextmanager
def dask(address: str | None = None, count: int = 1) -> Iterator[Executor]:
    """The Dask cluster whose scheduler is at the address, or a cluster of `count` processes on this machine.

    If a worker dies, its task is given to another worker; a task that has killed several workers fails. Raises BadValue
    if Dask is not installed, or if no scheduler answers."""
    try:
        from distributed import Client, LocalCluster
    except ours(ModuleNotFoundError):
        raise BadValue("the executor dask needs the package distributed", 'pip install "chartered[dask]"') from None
    if address is None:
        with (
            LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor(pure=False)
        return
    try:
        client = Client(address)
    except ours(OSError, ValueError) as error:
        raise BadValue(
            f"no Dask scheduler answers at {address!r}: {error}", "an address is, for example, tcp://10.0.0.1:8786"
        ) from None
    with client:
        yield client.get_executor(pure=False)


def _serve_the_parent(*threshold: int) -> None:
    """Initializes a worker: it ignores interrupts, which its parent process handles, is silent about plugins that fail,
    as the parent tells of them, searches its memory for cycles as seldom as the parent does, and exits when the parent
    ends, even if the parent was killed."""
    gc.set_threshold(*threshold)
    warnings.simplefilter("ignore", PluginWarning)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_the_parent, daemon=True).start()


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
