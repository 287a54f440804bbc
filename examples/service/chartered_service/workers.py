"""Processes that answer, each ended when its time is over. `seconds=` of Chartered is processor time, which a search
keeps to between two operations; it ends neither the reading of a step, nor one long call, nor a wait for a database. A
process that is killed ends them all."""

from __future__ import annotations

import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from .settings import Settings
from .work import Told, after, answered, refusal

_SPAWN = get_context("spawn")  # a fork would copy locks that other threads hold
_STARTING = 60.0
"""Seconds within which a process must be ready: it imports, and answers a question of its own."""


class Workers:
    """A fixed number of processes. `ask` may be called from any thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle = SimpleQueue[_Worker]()
        self._all = [_Worker(settings) for _ in range(settings.workers)]
        for worker in self._all:
            worker.wait(monotonic() + _STARTING)
            self._idle.put(worker)

    def ask(self, name: str, given: dict[str, Any]) -> Told:
        """The status and the JSON of a request, within the patience of the service."""
        until = monotonic() + self._settings.patience
        try:
            worker = self._idle.get(timeout=self._settings.patience)
        except Empty:
            return refusal(503, "Busy", "no process was free in time", "ask again later")
        try:
            return worker.ask(name, given, until)
        finally:
            self._idle.put(worker)

    @property
    def alive(self) -> int:
        """How many processes run."""
        return sum(worker.alive for worker in self._all)

    def close(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            worker.kill()


class _Worker:
    """One process, which is started again after it was ended."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start()

    def _start(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process: BaseProcess = _SPAWN.Process(target=serve, args=(theirs, self._settings), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def wait(self, until: float) -> bool:
        """Whether the process is ready before `until`. Raises RuntimeError with what it said if it cannot be."""
        if not self._ready and self._pipe.poll(max(until - monotonic(), 0)):
            why = self._pipe.recv()
            if why:
                raise RuntimeError(why)
            self._ready = True
        return self._ready

    def ask(self, name: str, given: dict[str, Any], until: float) -> Told:
        """The answer of the process; it is ended if it has none before `until`."""
        try:
            if not self.wait(until):
                return refusal(503, "Starting", "the process is not ready yet", "ask again later")
            self._pipe.send((name, given))
            if self._pipe.poll(max(until - monotonic(), 0)):
                found: Told = self._pipe.recv()
                return found
        except (EOFError, OSError, RuntimeError) as error:
            self._restart()
            why = str(error) or "too much memory, perhaps"
            said = f"the process that answered has ended: {why}"
            return refusal(500, "WorkerEnded", said, after(name, "ask for less"))
        self._restart()
        said = f"no answer within {self._settings.patience:g} s"
        return refusal(504, "OutOfTime", said, after(name, "ask for less"))

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _restart(self) -> None:
        self.kill()
        self._start()


def serve(pipe: Connection, settings: Settings) -> None:
    """What a process does: it says an empty text when it is ready, or why it cannot be, and then answers."""
    import chartered as ch

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: the service ends its processes itself
    _limit_memory(settings.megabytes)
    try:
        book = ch.Book(settings.book) if settings.book else None
    except ch.CharteredError as error:
        pipe.send(str(error))
        return
    ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=100").epsilon("1e-5")  # plugins and libraries are loaded
    pipe.send("")
    with suppress(EOFError, OSError):  # the service has ended
        while True:
            name, given = pipe.recv()
            pipe.send(answered(settings, book, name, given))


def _limit_memory(megabytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # where there is no such limit, or a lower one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
