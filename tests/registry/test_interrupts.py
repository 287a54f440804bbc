"""An interrupt or a time limit of any class, at any point, ends the call unchanged and leaves nothing behind: later
answers of the process are those of a fresh one."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable
from threading import Thread
from typing import Any

import chartered as ch
import flint
import interrupting
import pytest
from chartered_verify.algebra.sympy_time_budget import budget
from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import Budget, charge, limited
from interrupting import CHEAP, EVERY, Strikes

UNHEARD = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""What strikes in a finaliser is swallowed by the interpreter: nothing to do with the answer."""


def precision_is_free() -> bool:
    """Whether another thread has its turn at the precision, and this one finds nobody's."""

    def enter() -> None:
        with balls(64):
            pass

    thread = Thread(target=enter, daemon=True)
    thread.start()
    thread.join(20)
    return not thread.is_alive()


class Touchy:
    """An object that minds being asked for its class, as some of torch's do."""

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """Warns."""
        warnings.warn("somebody asks for the class", FutureWarning, stacklevel=2)
        return object


def test_the_caches_are_found_without_asking_other_objects() -> None:
    """An environment with other packages has objects that warn, and warnings are errors here."""
    kept = [Touchy() for _ in range(3)]
    ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=10").epsilon(1e-5)  # which loads most of them
    assert len(interrupting.caches()) > 20
    assert len(kept) == 3


@UNHEARD
def test_later_answers_are_those_of_a_fresh_process() -> None:
    """Hundreds of exceptions from outside, of six classes, by a timer and by a tracer: none is swallowed, not one
    number changes, no error, and the precision is nobody's."""
    strikes = Strikes(list(CHEAP))
    before = flint.ctx.prec
    strikes.strike(200)
    assert not strikes.wrong
    assert strikes.struck >= 200
    assert flint.ctx.prec == before
    assert precision_is_free()


@UNHEARD
@pytest.mark.parametrize("limit", [lambda: limited(Budget(60)), budget], ids=["work", "SymPy"])
def test_a_limit_ends_with_its_statement(limit: Callable[[], Any]) -> None:
    """Struck a thousand times on its way in, inside and on its way out, it holds nothing afterwards."""
    before, struck = signal.getsignal(signal.SIGVTALRM), 0
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for turn in range(1000):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-5 * (1 + turn % 7))
                for _ in range(2000):  # not for ever: what strikes in a finaliser is swallowed by the interpreter
                    with limit():
                        charge(1)
            except KeyboardInterrupt:
                struck += 1
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert struck > 500
    charge(10**15)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) == before


@UNHEARD
@pytest.mark.full
def test_thousands_of_interrupts_in_questions_of_every_kind() -> None:
    """Also in checks, counts, parameters, mu, risk, trade-offs and claims."""
    strikes = Strikes(list(EVERY))
    strikes.strike(2000)
    assert not strikes.wrong
    assert strikes.discarded <= 60  # by Python itself; more of them where a machine is slow
    assert strikes.struck >= 2000
    for name in EVERY:
        strikes.compare(name)
    assert not strikes.wrong
    charge(10**15)  # no check's budget is left
    assert precision_is_free()


@pytest.mark.full
def test_the_questions_reach_every_cache() -> None:
    """No cache is left out of what is interrupted, but those that only claims or the command have."""
    interrupting.load_all()
    interrupting.forget()
    interrupting.answered(interrupting.EVERY)
    asked = {name for name, cache in interrupting.caches().items() if cache.cache_info().misses}
    others = {name for name in interrupting.caches() if name not in asked and not _of_claims(name)}
    assert others <= ELSEWHERE, sorted(others - ELSEWHERE)


def _of_claims(cache: str) -> bool:
    """Whether only claims have it: those of a subject, or what they are written with."""
    return ".claims." in cache or cache.startswith("chartered.proving.")


ELSEWHERE = {
    "chartered_verify.runs.provenance.source_digest",
    "chartered_verify.runs.provenance._imported",
    "chartered_verify.runs.results._tools",
    "chartered.host.plugin_sources._from_file",
    "chartered.spending.plugin_versions._own",
}
"""What books and `verify --results` remember of files and versions, and plugins that a command loads from a file."""
