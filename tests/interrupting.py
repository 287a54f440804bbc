"""Questions of every kind, what a fresh process answers to them, and interrupts that strike at random points of one."""

from __future__ import annotations

import gc
import json
import pkgutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from importlib import import_module
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

import chartered as ch
import chartered_plugins
import chartered_verify
from chartered.proving import Effort, Inequality, Optimum
from chartered_plugins.characteristic_function.formulas.bounded_cache import Kept
from chartered_verify.arithmetic import precision_lock as precision

Asked = Callable[[], Any]
_OPTIMUM = Optimum(lambda xp, x, a: x + a / x, lambda xp, a: 2 * xp.sqrt(a), (1, 9), [2])
_FARTHEST = 60
"""Lines after the timer rang, at one of which the tracer strikes."""
_LEAST = 1e-5
_SHORT = 0.05
"""Longer questions are struck less often, in proportion."""
_ANEW = 0.02
"""How often the plugins are registered anew."""
_UNHEARD = {precision._turn.__code__}
"""Once it holds anything it calls nothing: no signal is heard there, and a tracer would strike where nothing can."""


class Struck(KeyboardInterrupt):
    """The interrupt of a test."""


class SoftLimit(Exception):
    """A time limit, as a task queue raises it."""


class LimitOfValues(ValueError):
    """Another, of a class that searches expect."""


class LimitOfNumbers(ArithmeticError):
    """Likewise."""


class Stop(BaseException):
    """One that is no Exception."""


FROM_OUTSIDE: tuple[type[BaseException], ...] = (TimeoutError, SoftLimit, LimitOfValues, LimitOfNumbers, Struck, Stop)


def _account(steps: str, **asked: Any) -> Asked:
    accountant = asked.pop("accountant", None)
    ((quantity, at),) = asked.items()
    question = {"epsilon": ch.Question.epsilon, "delta": ch.Question.delta, "mu": ch.Question.mu}[quantity](at)

    def ask() -> Any:
        told = ch.Ledger(steps).account(question, accountant).to_json()
        return told["answers"], told["unavailable"]

    return ask


def _solved(search: str, /, *given: Any, **asked: Any) -> Asked:
    return lambda: getattr(ch, search)(*given, **asked).to_json()


def _verified(*prefixes: str) -> Asked:
    return lambda: [(outcome.claim.name, repr(outcome.verdict)) for outcome in ch.verify(*prefixes, digits=30)]


def _checked(steps: str, accountant: str) -> Asked:
    certificate = cache(lambda: ch.Ledger(steps).epsilon("1e-6", accountant=accountant).certificate())
    return lambda: ch.check(certificate()).to_json()


CHEAP: dict[str, Asked] = {
    f"epsilon {steps} {accountant}": _account(steps, epsilon="1e-6", accountant=accountant)
    for steps, accountant in (
        ("gaussian:sigma=20,times=10", None),
        ("poisson:rate=0.01/gaussian:sigma=0.02,times=50", None),
        ("sample:size=10,of=100/laplace:scale=2,times=10", "renyi"),
        ("poisson:rate=0.01/gaussian:sigma=2,times=10", "asoodeh2020.T1"),
        ("shuffled:n=20/pure:epsilon=1", "zcdp"),
        ("laplace:scale=5,times=3", "loss-distribution"),
        ("discrete-laplace:scale=3,times=3", None),
        ("pure:epsilon=0.2,times=50", None),
        ("poisson:rate=0.01/gaussian:sigma=1,times=1000", "characteristic-function"),
    )
}
OTHERS: dict[str, Asked] = {
    "basic composition": _account("gaussian:sigma=20,times=3", epsilon="1e-6", accountant="basic"),
    "a Poisson sample": _account("poisson:rate=0.01/laplace:scale=3,times=10", epsilon="1e-6", accountant="renyi"),
    "a sampled Gaussian": _account("poisson:rate=0.01/gaussian:sigma=2,times=10", epsilon="1e-6", accountant="renyi"),
    "Laplace noise on a sample": _account(
        "poisson:rate=0.1/laplace:scale=1/2,times=300", epsilon="1e-6", accountant="characteristic-function"
    ),
    "discrete Gaussian noise on a sample": _account(
        "poisson:rate=0.01/discrete-gaussian:sigma=1,times=500", epsilon="1e-6", accountant="characteristic-function"
    ),
    "few runs of noise on samples": _account(
        "poisson:rate=0.001/gaussian:sigma=1,times=3", epsilon="1e-6", accountant="characteristic-function"
    ),
    "few runs of noise on the integers": _account(
        "poisson:rate=0.01/discrete-gaussian:sigma=2,times=2", epsilon="1e-6", accountant="characteristic-function"
    ),
    "replaced records": lambda: repr(
        ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000", neighbours="replace-one").epsilon("1e-6")
    ),
    "Laplace noise of a replaced record": lambda: repr(
        ch.Ledger("poisson:rate=0.1/laplace:scale=1/2,times=300", neighbours="replace-one").epsilon("1e-6")
    ),
    "a sampled guarantee": lambda: repr(
        ch.Ledger("poisson:rate=0.1/approximate:epsilon=1,delta=1e-9,times=30", neighbours="replace-one").epsilon(
            "1e-6"
        )
    ),
    "several steps on one sample": _account(
        "poisson:rate=0.1/(gaussian:sigma=2 + laplace:scale=3):times=10", epsilon="1e-6"
    ),
    "few losses": lambda: repr(
        ch.Ledger(["poisson:rate=0.1/approximate:epsilon=1,delta=1e-9,times=30", "pure:epsilon=0.1"]).epsilon("1e-6")
    ),
    "moments of clones": _account("shuffled:n=60/pure:epsilon=1,times=2", epsilon="1e-6", accountant="renyi"),
    "shuffled responses": _account("shuffled:n=60/randomized-response:epsilon=2", epsilon="1e-6"),
    "responses of three": _account("shuffled:n=60/randomized-response:epsilon=2,k=3", epsilon="1e-6"),
    "mixed pure": lambda: _account_of(["pure:epsilon=0.2,times=9", "pure:epsilon=0.31,times=4"]),
    "pure on no lattice": lambda: _account_of(["pure:epsilon=0.2,times=9", "pure:epsilon=0.31415926535,times=4"]),
    "pure, rounded": lambda: _account_of(["pure:epsilon=0.2,times=400", "pure:epsilon=0.31415926535,times=300"]),
    "very many": _account("pure:epsilon=0.001,times=30000", epsilon="1e-6"),
    "discrete Gaussian": _account("discrete-gaussian:sigma=9,times=3", epsilon="1e-6"),
    "one discrete Gaussian of much noise": _account("discrete-gaussian:sigma=99", delta="1/2"),
    "check-ins": _account("checkin:m=10,p=0.5,n=100,protocol=fixed/randomized-response:epsilon=1", epsilon="1e-6"),
    "clones": _account("shuffled:n=500/pure:epsilon=1,times=3", epsilon="1e-6"),
    "delta": _account("poisson:rate=0.01/gaussian:sigma=2,times=10", delta="1/2"),
    "delta of a sample": _account("sample:size=10,of=100/laplace:scale=2,times=10", delta="1/2"),
    "delta of a shuffle": _account("shuffled:n=200/randomized-response:epsilon=2", delta="1/10"),
    "few runs of Laplace noise on samples": _account("poisson:rate=1/3/laplace:scale=1,times=2", epsilon="1e-5"),
    "a record in one of few steps": _account("allocation:steps=8/gaussian:sigma=2", epsilon="1e-6"),
    "a record in one of many steps": lambda: repr(ch.Ledger("allocation:steps=100/gaussian:sigma=1").epsilon("1e-6")),
    "a record in several steps": lambda: repr(ch.Ledger("allocation:steps=9,uses=2/gaussian:sigma=2").epsilon("1e-6")),
    "a cut sample": _account("truncated-poisson:rate=0.1,of=40,largest=12/gaussian:sigma=3", epsilon="1e-2"),
    "a square root of sums": _account(
        "matrix:sigma=3,family=square-root,steps=9,uses=2,separation=3,participation=fixed", epsilon="1e-6"
    ),
    "correlated noise of few bands": _account(
        "matrix:sigma=3,family=toeplitz,coefficients=4:3,steps=5,uses=2,separation=3,participation=fixed",
        epsilon="1e-6",
    ),
    "a listed matrix": _account(
        "matrix:sigma=3,family=listed,steps=3,entries=1:1/2:2:1/4:1:1,uses=2,separation=2,participation=fixed",
        epsilon="1e-6",
    ),
    "a price": lambda: repr(ch.Filter(gdp=1).may("gaussian:sigma=9")),
    "Skellam noise on a sample": _account("poisson:rate=0.1/skellam:variance=9,times=20", epsilon="1e-6"),
    "sums in a tree": _account("tree-aggregation:steps=7,sigma=3,uses=2,separation=3", epsilon="1e-6"),
    "a curve by smoothing": lambda: repr(ch.Ledger(["laplace:scale=1", "laplace:scale=2"]).tradeoff("1/20")),
    "mu": _account("laplace:scale=5", mu="1e-6"),
    "mu of several": _account("pure:epsilon=0.2,times=5", mu="1e-6"),
    "a family by its best guarantee": _account("power:sigma=2,A=2,B=1/2", epsilon="1e-6"),
    "risk": lambda: repr(ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=100").risk()),
    "tradeoff": lambda: repr(ch.Ledger("laplace:scale=2").tradeoff("1/20")),
    "epsilons": lambda: list(
        ch.Ledger("poisson:rate=0.01/gaussian:sigma=2").epsilons(delta=1e-6, times=[1, 5, 9], accountant="renyi")
    ),
    "epsilons of noisy SGD": lambda: list(
        ch.Ledger("poisson:rate=0.01/gaussian:sigma=1").epsilons(delta="1e-6", times=[400, 500, 1000])
    ),
    "steps": _solved("largest_times", "gaussian:sigma=20", epsilon=1, delta="1e-6"),
    "steps of a sample": _solved(
        "largest_times", "poisson:rate=0.01/laplace:scale=5", epsilon=1, delta="1e-6", accountant="renyi"
    ),
    "calibrate": _solved("calibrate", "gaussian", solve="sigma", epsilon=1, delta="1e-6", times=10),
    "calibrate Laplace": _solved(
        "calibrate", "laplace", solve="scale", epsilon=1, delta="1e-6", times=3, accountant="renyi"
    ),
    "check of a curve": _checked("sample:size=10,of=100/laplace:scale=2,times=10", "renyi"),
    "check of noisy SGD": _checked("poisson:rate=0.01/gaussian:sigma=1,times=1000", "characteristic-function"),
    "check of a loss distribution": _checked("laplace:scale=5,times=3", "loss-distribution"),
    "verify a sum": _verified("sample.renyi.coarse"),
    "verify an inequality": lambda: repr(Inequality(lambda xp, x: xp.exp(x) - x, {"x": (0, 1)})(Effort())),
    "verify more sums": _verified("poisson.renyi.sum"),
    "verify an optimum": lambda: repr(_OPTIMUM(Effort())),
}
EVERY = CHEAP | OTHERS


def _account_of(steps: list[str]) -> Any:
    told = ch.Ledger(steps).account(ch.Question.epsilon("1e-6")).to_json()
    return told["answers"], told["unavailable"]


def load_all() -> None:
    """Every module of ours that what is installed here allows: which caches there are depends on it."""
    for package in (ch, chartered_plugins, chartered_verify):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            with suppress(ch.CharteredError):  # a bridge to a package that is not there
                import_module(module.name)


def fresh(names: Iterable[str]) -> dict[str, str]:
    """What a process of its own answers, as text."""
    program = f"import json, interrupting; print(json.dumps(interrupting.answered({list(names)!r})))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=_environment(), capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def answered(names: Iterable[str]) -> dict[str, str]:
    """What this process answers, as text."""
    return {name: repr(EVERY[name]()) for name in names}


def caches() -> dict[str, Any]:
    """Every cache of a function in what is loaded of ours, by name. The second checker, which another test may have
    loaded, answers no questions. No object is asked for its class: those of other packages may warn, or compute it."""
    ours = ("chartered", "chartered_verify", "chartered_plugins")
    found = (each for each in gc.get_objects() if type(each) is _lru_cache_wrapper)
    return {
        f"{each.__module__}.{each.__qualname__}": each
        for each in found
        if (each.__module__ or "").partition(".")[0] in ours
    }


def forget(*, plugins: bool = False) -> None:
    """As if nothing had been asked yet; with `plugins` they are not registered yet either, which takes longer than most
    questions."""
    for each in caches().values():
        if plugins or each is not ch.registry:
            each.cache_clear()
    for module in [module for name, module in sys.modules.items() if name.startswith("chartered_plugins")]:
        for value in vars(module).values():
            if isinstance(value, Kept):
                value.cache_clear()


@dataclass
class Strikes:
    """Strikes questions at random points, by a timer, or by a tracer that the timer starts; then asks again in the same
    process."""

    names: list[str]
    random: Random = field(default_factory=lambda: Random(13))
    struck: int = 0
    discarded: int = 0
    """Those that Python discarded in a finaliser, or a library in an `except` of its own (`Fraction.__hash__` expects a
    ValueError): nothing of ours was there to leave them alone."""
    wrong: list[str] = field(default_factory=list)
    kept: list[BaseException] = field(default_factory=list)
    """The last interrupts, with their tracebacks: as an interactive session or a future keeps them."""

    def __post_init__(self) -> None:
        self.truth = fresh(self.names)
        self.seconds = {name: _seconds(EVERY[name]) for name in self.names}

    def strike(self, count: int) -> None:
        """So many interrupts; each question begins with empty caches, and its later answer is compared."""
        while self.struck < count and not self.wrong:
            (name,) = self.random.choices(self.names, [1 / (_SHORT + self.seconds[each]) for each in self.names])
            forget(plugins=self.random.random() < _ANEW)
            before = self.struck
            for _ in range(3):  # now and then several hit one after the other, without a whole answer between
                self._strike(name, traced=self.random.random() < 0.5)
                if self.random.random() < 0.7:
                    break
            if self.struck > before:
                self.compare(name)

    def compare(self, name: str) -> None:
        """Whether the answer is that of a fresh process."""
        try:
            found = repr(EVERY[name]())
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if found != self.truth[name]:
            self.wrong.append(f"{name}: {found[:300]} for {self.truth[name][:300]}")

    def _strike(self, name: str, traced: bool) -> None:
        armed, lines = False, self.random.randrange(_FARTHEST)
        raised: list[BaseException] = []

        def ring(_: int, frame: FrameType | None) -> None:
            if armed and not traced:
                strike()
            if armed:
                trace(frame, line)

        def line(at: FrameType, event: str, _: Any) -> Any:
            nonlocal lines
            if at.f_code in _UNHEARD or not armed:
                return None
            if event == "line":
                lines -= 1
                if lines < 0:
                    strike()
            return line

        def strike() -> None:
            raised.append(self.random.choice(FROM_OUTSIDE)("time is up"))
            raise raised[-1]

        def discards(what: Any) -> None:
            self.discarded += what.exc_value in raised

        before, hook, lost = signal.signal(signal.SIGALRM, ring), sys.unraisablehook, self.discarded
        sys.unraisablehook = discards
        try:
            armed = True
            signal.setitimer(signal.ITIMER_REAL, max(_LEAST, self.seconds[name] * self.random.random()))
            found = EVERY[name]()
            armed = False
            self._returned(name, found, raised, self.discarded > lost)
        except BaseException as error:
            armed = False
            self._ended(name, error, raised)
        finally:
            armed = False
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            sys.unraisablehook = hook

    def _returned(self, name: str, found: Any, raised: list[BaseException], discarded: bool) -> None:
        """The question was answered, although a strike may have been raised in it."""
        if raised and _caught_elsewhere(raised[-1]):
            self.discarded += 1
        elif raised and not discarded:
            self.wrong.append(f"{name}: {raised[-1]!r} was swallowed: {found!r:.300}")

    def _ended(self, name: str, error: BaseException, raised: list[BaseException]) -> None:
        """The question was ended, by the strike itself if all is right."""
        if not raised or error is not raised[-1]:
            self.wrong.append(f"{name}: {raised[-1:]} became {error!r:.300}")
        self.struck += 1
        self.kept = [*self.kept[-20:], error]


def _caught_elsewhere(error: BaseException) -> bool:
    """Whether the frame that caught it, with which its traceback begins, is of a library."""
    begin = error.__traceback__
    return begin is not None and not begin.tb_frame.f_globals["__name__"].startswith("chartered")


def trace(frame: FrameType | None, line: Any) -> None:
    """Traces all that runs from here on."""
    while frame is not None and frame.f_code.co_name != "_strike":
        frame.f_trace = line
        frame = frame.f_back
    sys.settrace(line)


def _seconds(ask: Asked) -> float:
    ask()
    forget()
    start = perf_counter()
    ask()
    return perf_counter() - start


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
