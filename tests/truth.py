"""What is true of a ledger, decided apart from the registry where a formula of a few lines says it: hockey-stick
divergences by mpmath.

Where none does, by every path of the registry that proves something from below, and by another question than the
certificate's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import chartered as ch
import mpmath
from chartered.model.exact_numbers import plain
from mpmath import mp, mpf

mp.dps = 60
_TINY = mpf(10) ** -40
_FAR = 10**5
"""Powers of ten beyond which a number is 0 or infinite here: far below any tolerance."""


def number(x: object) -> Any:
    """An exact number, or its text, as mpmath has it."""
    if isinstance(x, str) and x in ("inf", "-inf"):
        return mpf(x)
    _, power, exponent = str(x).partition("e") if isinstance(x, str) else ("", "", "")
    if power and abs(int(exponent)) > _FAR:  # a rational would have all its digits
        return mpf(0) if int(exponent) < 0 else mpf("inf")
    value = Fraction(x) if isinstance(x, int | float | Fraction) else Fraction(str(x))
    return mpf(value.numerator) / mpf(value.denominator)


def still_true(document: Mapping[str, Any]) -> bool:
    """Whether what a certificate claims is not contradicted: its upper end is not below the truth, its lower end not
    above.

    What cannot even be read as a claim is not true.
    """
    try:
        return _still_true(document)
    except (KeyError, TypeError, ValueError):
        return False


def _still_true(document: Mapping[str, Any]) -> bool:
    ledger, neighbours, answer, at = document["ledger"], document["neighbours"], document["answer"], document["at"]
    if "asked" in document:
        if "mu" in at:
            return _mu_holds(ledger, neighbours, number(at["mu"]), 0, None)
        return bool(least_delta(ledger, neighbours, at["epsilon"]) <= number(at["delta"]) + _TINY) and _fails(document)
    if document["quantity"] == "mu":
        return _mu_holds(ledger, neighbours, number(answer["upper_exact"]), at.get("tail", 0), at.get("head"))
    upper, lower = number(answer["upper_exact"]), answer["lower_exact"]
    if document["quantity"] == "delta":
        low, high = least_delta(ledger, neighbours, at["epsilon"]), most_delta(ledger, neighbours, at["epsilon"])
        return bool(low <= upper + _TINY) and (lower is None or bool(number(lower) <= high + _TINY))
    holds = upper == mpf("inf") or least_delta(ledger, neighbours, answer["upper_exact"]) <= number(at["delta"]) * (
        1 + _TINY
    )
    if lower is None or number(lower) == 0:
        return bool(holds)
    if number(lower) == mpf("inf"):
        return bool(holds and most_delta(ledger, neighbours, "1000") > number(at["delta"]))
    return bool(holds) and bool(most_delta(ledger, neighbours, lower) >= number(at["delta"]) * (1 - mpf(10) ** -15))


def least_delta(ledger: Sequence[Mapping[str, Any]], neighbours: str, epsilon: str) -> Any:
    """Delta at an eps, or the most that is known from below."""
    exact = _exact(ledger, neighbours)
    if exact is not None:
        return exact(number(epsilon))
    lowers = [a.lower_exact for a in _answers(ledger, neighbours, epsilon) if a.lower_exact is not None]
    return max(map(number, lowers), default=mpf(0))


def most_delta(ledger: Sequence[Mapping[str, Any]], neighbours: str, epsilon: str) -> Any:
    """Delta at an eps, or the least that is known from above."""
    exact = _exact(ledger, neighbours)
    if exact is not None:
        return exact(number(epsilon))
    return min(number(a.upper_exact) for a in _answers(ledger, neighbours, epsilon))


def _answers(ledger: Sequence[Mapping[str, Any]], neighbours: str, epsilon: str) -> Sequence[ch.Answer]:
    return _asked(json.dumps(ledger), neighbours, epsilon)


@cache
def _asked(ledger: str, neighbours: str, epsilon: str) -> Sequence[ch.Answer]:
    return ch.Ledger(json.loads(ledger), neighbours).account(ch.Question.delta(Fraction(epsilon))).answers


def _fails(document: Mapping[str, Any]) -> bool:
    """Whether the next value misses the target, if that is claimed: one run more, or noise less, or a rate more, by one
    part in 1e9."""
    answer, at = document["answer"], document["at"]
    if not answer["fails_beyond"]:
        return True
    entry = document["ledger"][0]
    value = Fraction(answer["exact"])
    if document["quantity"] == "times":
        after = {**entry, "times": entry["times"] // int(value) * (int(value) + 1)}
    else:
        key = document["quantity"]
        there = value * (1 + Fraction(1 if key == "rate" else -1, 10**9))
        after = {**entry, "step": re.sub(rf"\b{key}=[^,/]*", f"{key}={plain(there)}", entry["step"])}
    return bool(most_delta([after], document["neighbours"], at["epsilon"]) > number(at["delta"]))


def gaussian(mu: Any, epsilon: Any) -> Any:
    """delta_mu(eps), Balle and Wang 2018."""
    mu, epsilon = mp.convert(mu), mp.convert(epsilon)
    if mu == 0:
        return mpf(0)
    middle = mu / 2 - epsilon / mu
    if abs(middle) > 10**9:  # mpmath has no erfc so far out; both terms are within e^(-10^18/2) of this, and above 0
        return mpf(1) if middle > 0 else mpmath.ldexp(1, -(10**18))
    return mpmath.ncdf(middle) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - epsilon / mu)


def gaussian_mu(delta: Any, epsilon: Any) -> Any:
    """The mu whose Gaussian profile meets delta at eps, by bisection."""
    low, high, least = mpf(0), mpf(64), mp.convert(delta)
    for _ in range(150):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian(middle, epsilon) < least else (low, middle)
    return high


def _exact(ledger: Sequence[Mapping[str, Any]], neighbours: str) -> Callable[[Any], Any] | None:
    """The profile of a ledger of one step that is Gaussian, one Laplace, or pure, or a Gaussian on one Poisson
    sample."""
    if len(ledger) != 1:
        return None
    step, times = ch.parse(ledger[0]["step"]).step, ledger[0]["times"]
    span = 2 if neighbours == "replace-one" else 1
    settings: dict[str, Any] = step.settings
    if step.name == "gaussian":
        mu = span * number(settings["sensitivity"]) / number(settings["sigma"]) * mpmath.sqrt(times)
        return lambda eps: gaussian(mu, eps)
    if step.name == "poisson" and step.inner is not None and step.inner.name == "gaussian" and (span, times) == (1, 1):
        rate, inner = number(settings["rate"]), step.inner.settings
        if rate == 0:
            return lambda eps: mpf(0)
        alone: Any = number(inner["sensitivity"]) / number(inner["sigma"])
        return lambda eps: rate * gaussian(alone, mpmath.log1p(mpmath.expm1(eps) / rate))
    if step.name == "laplace" and times == 1 and "scale" in settings:
        whole = span * number(settings["sensitivity"]) / number(settings["scale"])
        return lambda eps: max(mpf(0), -mpmath.expm1((eps - whole) / 2))
    if step.name == "pure" and times <= 100:
        return lambda eps: _responses(number(settings["epsilon"]), times, eps)
    return None


def _responses(eps0: Any, n: int, epsilon: Any) -> Any:
    """The binary response run n times, summed over the number of honest answers (Kairouz, Oh, Viswanath 2015)."""
    p = 1 / (1 + mpmath.exp(-eps0))
    terms = (
        mpmath.binomial(n, k) * p**k * (1 - p) ** (n - k) * max(0, -mpmath.expm1(epsilon - (2 * k - n) * eps0))
        for k in range(n + 1)
    )
    return mpmath.fsum(terms)


def _mu_holds(ledger: Sequence[Mapping[str, Any]], neighbours: str, mu: Any, start: object, stop: object) -> bool:
    """Whether the profile is nowhere above that of a mu, at forty eps of a stretch: a hunt for a counterexample."""
    low, exact = number(start), _exact(ledger, neighbours)
    if exact is None or mu == mpf("inf"):
        return True
    high = low + 8 if stop is None else number(stop)
    return all(exact(eps) <= gaussian(mu, eps) + _TINY for eps in (low + (high - low) * k / 40 for k in range(41)))
