"""Proofs to try: of which answers, and what their expressions come to in a third arithmetic, that of mpmath."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import chartered as ch
import mpmath
from chartered.proof.export import proof_of
from chartered_check.command import check
from chartered_check.reading import Malformed, proof_of as read

NOISE = "gaussian:sigma=20,times=1000"
EXPORTED: dict[str, Callable[[], Any]] = {
    "the Gaussian mechanism, epsilon": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="gdp"),
    "the Gaussian mechanism, delta": lambda: ch.Ledger([NOISE]).delta("8", accountant="gdp"),
    "stated gdp": lambda: ch.Ledger(["gdp:mu=1,times=2"]).epsilon("1e-6", accountant="gdp"),
    "zCDP, Theorem 3": lambda: ch.Ledger(["zcdp:rho=0.1,times=2"]).epsilon("1e-6", accountant="asoodeh2020.T3"),
    "Theorem 3": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="asoodeh2020.T3"),
    "Theorem 3, delta": lambda: ch.Ledger([NOISE]).delta("8", accountant="asoodeh2020.T3"),
    "Lemma 1": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="asoodeh2020.L1"),
    "Lemma 2": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="asoodeh2020.L2"),
    "Theorem 1": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="asoodeh2020.T1"),
    "the moments accountant": lambda: ch.Ledger([NOISE]).epsilon("1e-5", accountant="asoodeh2020.E23"),
    "pure": lambda: ch.Ledger(["pure:epsilon=0.2,times=50"]).epsilon("1e-5", accountant="pure"),
    "pure, one run": lambda: ch.Ledger(["pure:epsilon=1"]).delta("0.5"),
    "pure to zCDP": lambda: ch.Ledger(["pure:epsilon=0.2,times=50"]).epsilon("1e-5", accountant="zcdp"),
    "approximate": lambda: ch.Ledger(["approximate:epsilon=1,delta=1e-6"]).epsilon("1e-5"),
    "optimal composition": lambda: ch.Ledger(["pure:epsilon=0.2,times=50"]).epsilon("1e-5", accountant="optimal"),
    "optimal composition, delta": lambda: ch.Ledger(["pure:epsilon=0.2,times=9"]).delta("1", accountant="optimal"),
    "with failures": lambda: ch.Ledger(["approximate:epsilon=1,delta=1e-6,times=3"]).epsilon("1e-5"),
    "different eps": lambda: ch.Ledger(["pure:epsilon=0.2,times=3", "pure:epsilon=0.5"]).epsilon(
        "1e-3", accountant="optimal"
    ),
    "Laplace, delta": lambda: ch.Ledger(["laplace:scale=2"]).delta("0.2"),
    "Laplace, an order without end": lambda: ch.Ledger(["laplace:scale=2"]).epsilon(
        "1e-5", accountant="asoodeh2020.T1"
    ),
    "randomized response": lambda: ch.Ledger(["randomized-response:epsilon=0.5,k=3"]).epsilon("1e-2"),
    "a Renyi point": lambda: ch.Ledger(["rdp:alpha=8,gamma=0.5"]).epsilon("1e-6"),
    "a sampled Gaussian": lambda: ch.Ledger(["poisson:rate=0.01/gaussian:sigma=1"]).epsilon("1e-5"),
    "check-ins": lambda: ch.Ledger(["checkin:m=20,n=30/gaussian:sigma=2"]).epsilon("1e-5", accountant="gdp"),
    "largest times": lambda: ch.largest_times("gaussian:sigma=20", epsilon=8, delta=1e-5, accountant="gdp"),
    "a budget": lambda: ch.largest_times("pure:epsilon=0.1", epsilon="0.3", delta=0),
    "calibrated noise": lambda: ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", times=10),
    "a calibrated scale": lambda: ch.calibrate("laplace", solve="scale", epsilon=1, delta="1e-2"),
    "Laplace, mu": lambda: ch.Ledger(["laplace:scale=1"]).mu(),
    "Laplace, mu for small eps": lambda: ch.Ledger(["laplace:scale=2"]).mu(head="0.3"),
    "many answers, mu": lambda: ch.Ledger(["pure:epsilon=0.2,times=5"]).mu(),
    "the Gaussian mechanism, mu": lambda: ch.Ledger([NOISE]).mu(),
    "a scale for a mu": lambda: ch.calibrate("laplace", solve="scale", mu=1),
    "runs for a mu": lambda: ch.largest_times("gaussian:sigma=20", mu=1),
}
"""Answers whose certificates are proofs, of numbers alone."""
SGD = "poisson:rate=0.01/gaussian:sigma=1,times=100"
WITH_REMAINDERS: dict[str, Callable[[], Any]] = {
    "noisy SGD, by quadrature": lambda: ch.Ledger([SGD]).epsilon("1e-5", accountant="renyi"),
    "whole noise, term by term": lambda: ch.Ledger(["discrete-gaussian:sigma=2"]).delta("0.5"),
    "whole noise, by Euler and Maclaurin": lambda: ch.Ledger(["discrete-gaussian:sigma=9"]).delta("0.5"),
    "sampled pure DP": lambda: ch.Ledger(["poisson:rate=0.01/pure:epsilon=1,times=10"]).epsilon(
        "1e-5", accountant="renyi"
    ),
    "the mu of Laplace noise": lambda: ch.Ledger(["laplace:scale=2,times=3"]).epsilon("1e-5", accountant="gdp"),
    "the mu of pure DP": lambda: ch.Ledger(["pure:epsilon=0.2,times=50"]).delta("5", accountant="gdp"),
    "a thousand answers": lambda: ch.Ledger(["pure:epsilon=0.05,times=1000"]).epsilon("1e-5", accountant="optimal"),
}
"""Answers whose expressions are long, or have remainders that are only enclosed."""


@cache
def exported(name: str) -> tuple[str, dict[str, Any]]:
    """The text of a proof, and its document. Not to be changed in place."""
    proof = proof_of((EXPORTED | WITH_REMAINDERS)[name]().certificate())
    return proof.text, dict(proof.document)


def accepted(document: dict[str, Any]) -> bool:
    """Whether the checker accepts it; one that breaks the format is refused."""
    try:
        return check(read(json.dumps(document).encode())).accepted
    except Malformed:
        return False


def in_mpmath(nodes: list[list[Any]]) -> list[Any]:
    """What every node comes to, to 120 digits and far more than a double; None where it is not a number there."""
    values: list[Any] = []
    with mpmath.workdps(120):
        for operation, *parts in nodes:
            try:
                values.append(_value(operation, parts, values))
            except (ArithmeticError, ValueError, TypeError):
                values.append(None)
    return values


def number(text: str) -> Any:
    """A rational in mpmath."""
    exact = Fraction(text)
    with mpmath.workdps(120):
        return mpmath.mpf(exact.numerator) / exact.denominator


def _value(operation: str, parts: list[Any], values: list[Any]) -> Any:
    if operation == "number":
        return number(parts[0])
    if operation == "pi":
        return +mpmath.pi
    if operation == "power":
        return values[parts[0]] ** parts[1]
    if operation == "hull":  # no single number
        return None
    x = [values[part] for part in parts]
    found = _OPERATIONS[operation](*x)
    return found if isinstance(found, mpmath.mpf) and mpmath.isfinite(found) else None


def _ndtr(x: Any) -> Any:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "max": max,
    "min": min,
    "exp": lambda x: mpmath.exp(x) if abs(x) < 10**9 else mpmath.mpf(0) if x < 0 else None,
    "log": lambda x: mpmath.log(x) if x > 0 else None,
    "sqrt": mpmath.sqrt,
    "ndtr": _ndtr,
}
