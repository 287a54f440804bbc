"""A mechanism of which the Renyi divergences of several orders are known, as accountants for Renyi DP list them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import chartered as ch
from chartered.model.parameters import Setting
from chartered_verify.arithmetic import Arithmetic, Value

from . import number_file
from .formulas import convex_through_points as hull

NAME = "rdp-curve"
MOST_ORDERS = 500


def curve_of(points: list[hull.Point]) -> ch.Renyi:
    """The Renyi curve that is known by divergences gamma at orders alpha, as pairs: the largest of straight lines in
    alpha, divided by alpha - 1."""
    corners = hull.vertices(
        [(Fraction(0), Fraction(0)), *((alpha - 1, (alpha - 1) * gamma) for alpha, gamma in points)]
    )
    slopes = hull.slopes(corners)
    starts = [y - slope * x for slope, (x, y) in zip(slopes, corners, strict=False)]

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        first, *others = (
            xp.number(slope) + xp.number(start) / (alpha - 1) for slope, start in zip(slopes, starts, strict=True)
        )
        for other in others:
            first = xp.maximum(first, other)
        return first

    return ch.Renyi(curve=curve, top=corners[-1][0] + 1)


def _conflict(settings: Mapping[str, Setting]) -> str | None:
    return number_file.of_different_length(settings, "orders", "gammas")


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The curve at its orders."""
    orders = ch.Parameter(
        "orders", "the orders", low=1, many=True, most_numbers=MOST_ORDERS, also=("alphas", "alpha", "order")
    )
    gammas = ch.Parameter(
        "gammas",
        "the Renyi divergence of each order, in nats, for the ledger's own relation",
        open_low=False,
        many=True,
        most_numbers=MOST_ORDERS,
        also=("gamma", "rdp"),
    )
    return [
        ch.Mechanism(
            NAME,
            "any mechanism whose Renyi divergences of several orders are at most the gammas; file=NAME.csv reads both "
            "columns from a file",
            (orders, gammas),
            conflict=_conflict,
            reads=lambda path: number_file.columns(path, NAME, orders, gammas, "8, 0.25"),
            also_called=("renyi-curve", "rdp-orders"),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The curve between the orders."""
    return [
        ch.Theorem(
            name=f"{NAME}.renyi",
            takes=ch.OnStep(NAME),
            gives=ch.Renyi,
            bound=lambda case: curve_of(list(zip(case.numbers("orders"), case.numbers("gammas"), strict=True))),
            statement="(alpha - 1) times the Renyi divergence of the order alpha is convex in alpha, and 0 at alpha = "
            "1: between two orders it is below its chord, and a divergence does not decrease with its order.",
            source="van Erven, Harremoes 2014, Corollary 2",
            latex=r"(\alpha-1)\,\gamma(\alpha)\le(1-t)(\alpha_i-1)\gamma_i+t\,(\alpha_j-1)\gamma_j,\quad"
            r"\alpha=(1-t)\,\alpha_i+t\,\alpha_j",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".rdp_curve")
