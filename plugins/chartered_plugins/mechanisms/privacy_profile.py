"""A mechanism of which the privacy profile is known at several eps, as other accountants print it: the worst one is a
table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import chartered as ch
from chartered.model.parameters import Setting
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import Enclosure, enclose

from ..basics import number_file
from .formulas import largest_profile

NAME = "privacy-profile"
MOST_POINTS = 400
_LARGEST = 700
"""The largest eps, whose e^eps is a double."""


def _worst(case: ch.Case) -> ch.Step:
    """With e^eps rounded up: delta does not rise, so that each is kept at the double above as well."""
    return _table(case, lambda end: end.upper)


def _attained(case: ch.Case) -> ch.Step:
    """With e^eps rounded down: a mechanism that keeps all pairs."""
    return _table(case, lambda end: end.lower)


def _table(case: ch.Case, rounded: Callable[[Enclosure], float]) -> ch.Step:
    ratios = (Fraction(rounded(enclose(partial(_ratio, epsilon)))) for epsilon in case.numbers("epsilons"))
    rows = largest_profile.rows(list(zip(ratios, case.numbers("deltas"), strict=True)))
    p, q = (":".join(map(str, column)) for column in zip(*rows, strict=True))
    return ch.parse(f"table:p={p},q={q}").step


def _ratio(epsilon: Fraction, xp: Arithmetic) -> Value:
    return xp.exp(xp.number(epsilon))


def _conflict(settings: Mapping[str, Setting]) -> str | None:
    return number_file.of_different_length(settings, "epsilons", "deltas")


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The profile at its points."""
    epsilons = ch.Parameter(
        "epsilons",
        "the eps of each pair",
        open_low=False,
        high=_LARGEST,
        many=True,
        most_numbers=MOST_POINTS,
        also=("epsilon",),
    )
    deltas = ch.Parameter(
        "deltas",
        "the delta of each eps, in the same order, for the ledger's own relation",
        open_low=False,
        high=1,
        open_high=True,
        many=True,
        most_numbers=MOST_POINTS,
        also=("delta",),
    )
    return [
        ch.Mechanism(
            NAME,
            "any mechanism that is (eps, delta)-DP for each of several pairs; file=NAME.csv reads both columns from a "
            "file",
            (epsilons, deltas),
            conflict=_conflict,
            reads=lambda path: number_file.columns(path, NAME, epsilons, deltas, "0.5, 1e-6"),
            also_called=("profile", "epsilon-delta-curve"),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The table of the largest profile."""
    return [
        ch.Theorem(
            name=f"{NAME}.table",
            takes=ch.OnStep(NAME),
            gives=ch.Rewrite,
            bound=_worst,
            below=_attained,
            rounds=True,
            inside=lambda case: True,  # of a table, too, nothing is known but what dominates it
            statement="A privacy profile is convex in e^eps, does not rise, and is 1 at e^eps = 0; that of the other "
            "direction is known by the same pairs. The largest such profile is straight between the corners of the "
            "lower convex hull, and that of a table with an output for each.",
            source="Zhu, Dong, Wang 2022, Theorem 10 and Proposition 8; Kairouz, Oh, Viswanath 2015, for one pair",
            latex=r"\delta(x)=\mathrm{hull}\left\{(0,1),\,(x_i,\delta_i),\,"
            r"\left(\tfrac{1}{x_i},1-\tfrac{1-\delta_i}{x_i}\right)\right\},\;x=e^{\varepsilon}",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".privacy_profile")
