"""Threads, tasks, forks and pools: everybody gets the answer of a fresh process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import flint
import interrupting
import numpy
import pytest
from chartered_verify.arithmetic import floats
from interrupting import CHEAP, EVERY, fresh

THREADS, TASKS = 6, 24
NAMES = list(CHEAP)
WIDELY = [*NAMES, "mu", "mu of several", "shuffled responses"]
"""With those that once computed at anybody's precision."""
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@pytest.fixture(scope="module")
def truth() -> dict[str, str]:
    """What a fresh process answers."""
    return fresh(NAMES)


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns after a microsecond."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def shuffled(names: list[str], seed: int) -> list[str]:
    """The names in another order."""
    return Random(seed).sample(names, len(names))


def from_nothing_at_once(names: list[str], rounds: int) -> Iterator[dict[str, str]]:
    """What threads answer that begin together with empty caches."""
    with ThreadPoolExecutor(THREADS) as pool:
        for turn in range(rounds):
            interrupting.forget()
            begin = Barrier(THREADS)

            def ask(seed: int, begin: Barrier = begin) -> dict[str, str]:
                begin.wait()
                return interrupting.answered(shuffled(names, seed) if seed % 2 else names)

            yield from pool.map(ask, range(turn, turn + THREADS))


@pytest.mark.usefixtures("hasty")
def test_threads_that_take_turns_often_answer_alike(truth: dict[str, str]) -> None:
    """All at once, from empty caches, in the same order and in others."""
    for found in from_nothing_at_once(NAMES, 2):
        assert found == truth


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_threads_answer_questions_of_every_kind_alike() -> None:
    """Also checks, counts, parameters, mu, trade-offs and claims."""
    truth = fresh(EVERY)
    for found in from_nothing_at_once(list(EVERY), 1):  # by six threads, half of them in another order each
        assert found == truth


@pytest.fixture(params=[12, 200])
def precision_of_others(request: pytest.FixtureRequest) -> Iterator[None]:
    """The bits that another thread has set: they are seen by whoever computes outside a precision of its own."""
    before, flint.ctx.prec = flint.ctx.prec, request.param
    yield
    flint.ctx.prec = before


@pytest.mark.usefixtures("precision_of_others")
def test_nothing_is_computed_at_the_precision_of_another_thread() -> None:
    """Neither coarser nor finer bits change a digit."""
    interrupting.forget()
    assert interrupting.answered(WIDELY) == fresh(WIDELY)


@pytest.mark.full
@pytest.mark.usefixtures("precision_of_others")
def test_nothing_of_any_kind_is_computed_at_the_precision_of_another_thread() -> None:
    """Also checks, counts, parameters, trade-offs and claims."""
    interrupting.forget()
    assert interrupting.answered(EVERY) == fresh(EVERY)


def test_tasks_answer_alike(truth: dict[str, str]) -> None:
    """asyncio.to_thread and run_in_executor."""

    async def ask() -> list[dict[str, str]]:
        interrupting.forget()
        loop = asyncio.get_running_loop()
        names = [[NAMES[i % len(NAMES)]] for i in range(TASKS)]
        threads = (asyncio.to_thread(interrupting.answered, name) for name in names)
        executed = (loop.run_in_executor(None, interrupting.answered, name) for name in names)
        return await asyncio.gather(*threads, *executed)

    for found in asyncio.run(ask()):
        assert found.items() <= truth.items()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pools_of_processes_answer_alike(method: str, truth: dict[str, str]) -> None:
    """Forked, spawned, or forked by a server."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of a fork beside threads
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            halves = list(pool.map(interrupting.answered, [NAMES[::2], NAMES[1::2]]))
    assert halves[0] | halves[1] == truth


@needs_fork
@pytest.mark.parametrize("times", [5, pytest.param(40, marks=pytest.mark.full)])
def test_a_fork_while_another_thread_asks_answers(times: int) -> None:
    """No child waits for a thread that it does not have, and none begins at another thread's precision."""
    program = Path(interrupting.__file__).with_name("forking.py")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, program, str(times)], env=environment, capture_output=True, text=True)
    assert done.stdout == "all answered\n", done.stderr


def test_a_thread_that_is_quiet_leaves_the_others_warnings_alone() -> None:
    """NumPy's warnings are off inside the floats of a thread, and on again outside, whoever leaves first."""
    entered, left = Barrier(2), Barrier(2)

    def work(first: bool) -> bool:
        before = numpy.geterr()
        with floats:
            entered.wait()
            if not first:
                left.wait()
            quiet = set(numpy.geterr().values()) == {"ignore"}
        if first:
            left.wait()
        return quiet and numpy.geterr() == before

    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(work, [True, False]))
