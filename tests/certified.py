"""One certificate of every kind of answer, as data: what `check` must be able to derive again."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import chartered as ch


def _epsilon(delta: str, *steps: str, **more: Any) -> Callable[[], Any]:
    return lambda: ch.Ledger(steps).epsilon(delta, **more)


def _delta(epsilon: str, *steps: str, **more: Any) -> Callable[[], Any]:
    return lambda: ch.Ledger(steps).delta(epsilon, **more)


NOISE, PURE, CROWD = (
    "gaussian:sigma=20,times=1000",
    "pure:epsilon=0.2,times=50",
    "shuffled:n=1000/randomized-response:epsilon=1",
)

KINDS: dict[str, Callable[[], Any]] = {
    "inversion of an exact profile": _epsilon("1e-5", NOISE),
    "an exact delta": _delta("1.5", "gaussian:sigma=2,times=3"),
    "conversion of a Renyi curve": _epsilon("1e-5", NOISE, accountant="asoodeh2020.T3"),
    "conversion by an order alone": _epsilon("1e-3", "laplace:scale=2,times=3"),
    "a closed delta": _delta("0.2", "laplace:scale=2"),
    "optimal composition": _epsilon("1e-5", PURE, accountant="optimal"),
    "optimal composition with failures": _epsilon("1e-5", "approximate:epsilon=1,delta=1e-6,times=3"),
    "the clones pair": _epsilon("1e-5", CROWD, accountant="feldman2021.clones"),
    "exact shuffling": _epsilon("1e-5", CROWD),
    "sums of losses": _epsilon("1e-5", "laplace:scale=1,times=3", accountant="profile.pld"),
    "sums of losses of rounds": _epsilon(
        "1e-6", "shuffled:n=1000/pure:epsilon=1,times=2", accountant="loss-distribution"
    ),
    "noisy SGD": _epsilon("1e-5", "poisson:rate=0.01/gaussian:sigma=1,times=100"),
    "different steps": _epsilon("1e-5", "gaussian:sigma=5", "laplace:scale=5,times=2", "pure:epsilon=0.1"),
    "clipping": _delta("0.5", "rectified:low=-1,high=1,head=1/gaussian:sigma=1"),
    "whole noise": _delta("0.5", "discrete-gaussian:sigma=2,times=3"),
    "check-ins": _epsilon("1e-5", "checkin:m=20,n=30/gaussian:sigma=2", accountant="gdp"),
    "nothing finite": _epsilon("0", "gaussian:sigma=1"),
    "mu": lambda: ch.Ledger("laplace:scale=1").mu(),
    "mu of a head": lambda: ch.Ledger("laplace:scale=1").mu(head=2),
    "mu of a tail": lambda: ch.Ledger("laplace:scale=1").mu(tail="0.5"),
    "mu of a composition": lambda: ch.Ledger("pure:epsilon=0.2,times=5").mu(),
    "largest times": lambda: ch.largest_times("gaussian:sigma=20", epsilon=8, delta=1e-5),
    "largest times by a bound": lambda: ch.largest_times(
        "gaussian:sigma=20", epsilon=8, delta=1e-5, accountant="asoodeh2020.T3"
    ),
    "largest times of a budget": lambda: ch.largest_times("pure:epsilon=0.1", epsilon="0.3", delta=0),
    "calibrated noise": lambda: ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", times=10),
    "calibrated noise of SGD": lambda: ch.calibrate(
        "poisson:rate=0.01/gaussian:times=100", solve="sigma", epsilon=1, delta=1e-6
    ),
    "a calibrated rate": lambda: ch.calibrate("poisson/gaussian:sigma=2", solve="rate", epsilon=1, delta=1e-6),
    "noise calibrated to a mu": lambda: ch.calibrate("laplace:sensitivity=2", solve="scale", mu=1),
}


@cache
def document(kind: str) -> dict[str, Any]:
    """The certificate of a kind of answer. Not to be changed in place."""
    made: dict[str, Any] = json.loads(KINDS[kind]().certificate().text)
    return made
