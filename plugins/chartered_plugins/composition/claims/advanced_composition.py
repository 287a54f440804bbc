"""Claims about two older bounds on composition, which those of Kairouz, Oh and Viswanath beat, and about the order of
all."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.cases import every
from chartered.proving.registered import bound
from chartered.proving.steps import Formula, chain, same, sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import subgaussian_tail as advanced
from .kairouz2015 import BOOK as KOV, mean_loss
from .optimal_composition import answers

DWORK, MIRONOV = Book("dwork2010", "Dwork, Rothblum, Vadhan 2010"), Book("mironov2017", "Mironov 2017")
OPTIMAL = Book("optimal", "Kairouz, Oh, Viswanath 2015")
claims = claims_of(DWORK, MIRONOV, OPTIMAL)
SIZE = (Fraction(1, 20), 20)


@DWORK.soundness(
    "advanced.sound",
    "It is Theorem 3.5's bound on the tail with a larger mean loss: eps (e^eps - 1) exceeds eps tanh(eps/2).",
    "Theorem III.3",
    "all eps > 0 (e^eps = 1 + y), all mean losses",
)
def _dwork(effort: Effort) -> Verdict:
    def gap(xp: Any, y: Any) -> Any:
        """(1/eps) times the difference of the mean losses."""
        return y - y / (2 + y)

    return chain(
        "The tail rises with the mean loss, and so does its eps.",
        ("the tail's bound", KOV.verdict("T35.sound", effort)),
        ("the difference of the mean losses", sign_of(gap, "y", {"y": SIZE}, effort)),
        mean_loss(effort),
        (
            "the shipped profile",
            every(_shipped_dwork, list(product((1, 7, 50), ("1/5", "2"), ("1/10", "1e-9"))), "balls overlap"),
        ),
    )


def _shipped_dwork(k: int, epsilon0: str, delta: str) -> bool:
    profile: ch.Profile = bound("advanced", "dwork2010.advanced")(answers((Fraction(epsilon0), k)))
    inverse = profile.epsilon
    assert inverse is not None
    with balls(192) as xp:
        e = xp.number(Fraction(epsilon0))
        wanted = e * xp.sqrt(2 * k * -xp.log(xp.number(Fraction(delta)))) + k * e * (xp.exp(e) - 1)
        return bool(inverse(xp, xp.number(Fraction(delta)), {}).overlaps(wanted))


@MIRONOV.soundness(
    "C1.sound",
    "For L = log(1/delta) >= V, 4 sqrt(2VL) exceeds V/2 + sqrt(2VL), which exceeds the bound on the tail, as eps "
    "tanh(eps/2) <= eps^2/2; "
    "for a larger delta the eps at L = V is taken.",
    "Corollary 1",
    "all V = v^2 > 0, L = (v + y)^2, y >= 0",
)
def _mironov(effort: Effort) -> Verdict:
    def shipped(xp: Any, v: Any, y: Any) -> Any:
        return advanced.tail_epsilon(xp, 0 * v, 16 * v**2, xp.exp(-((v + y) ** 2)))

    def gap(xp: Any, v: Any, y: Any) -> Any:
        return shipped(xp, v, y) - v**2 / 2 - xp.sqrt(xp.number(2)) * v * (v + y)

    def parts(xp: Any, v: Any, y: Any) -> Any:
        root = xp.sqrt(xp.number(2))
        return v * ((3 * root - xp.number(Fraction(1, 2))) * v + 3 * root * y)

    def lower_mean_loss(xp: Any, x: Any) -> Any:
        """The derivative of x - tanh x, by e^(2x) = 1 + x."""
        return 1 - 4 * (1 + x) / (2 + x) ** 2

    point = {"v": SIZE, "y": SIZE}
    return chain(
        "1 - tanh^2 is 4 e^(2x)/(1 + e^(2x))^2, so x - tanh x rises from 0. A profile does not rise, so the eps at a "
        "smaller delta holds.",
        ("the tail's bound", KOV.verdict("T35.sound", effort)),
        ("the shipped eps is 4 sqrt(2VL)", same(shipped, "4*sqrt(2*v^2*(v + y)^2)", "v y", point, effort)),
        ("its difference from V/2 + sqrt(2VL)", same(gap, parts, "v y", point, effort)),
        ("is positive", sign_of(parts, "v y", point, effort, zero=("y",))),
        ("tanh x <= x", sign_of(lower_mean_loss, "x", {"x": SIZE}, effort)),
        ("where it begins", same(_start, lambda xp, v: advanced.quadruple_start(xp, v**2), "v", {"v": SIZE}, effort)),
        (
            "the shipped profile",
            every(_shipped_mironov, list(product((1, 7, 50), ("1/5", "2"), ("9/10", "1/10", "1e-90"))), "balls"),
        ),
    )


def _start(xp: Any, v: Any) -> Any:
    return advanced.tail_epsilon(xp, 0 * v, 16 * v**2, xp.exp(-(v**2)))


def _shipped_mironov(k: int, epsilon0: str, delta: str) -> bool:
    """The eps is 4 eps0 sqrt(2 k log(1/delta)), or that at log(1/delta) = k eps0^2; and just above it the delta is no
    larger."""
    profile: ch.Profile = bound("advanced", "mironov2017.C1")(answers((Fraction(epsilon0), k)))
    inverse = profile.epsilon
    assert inverse is not None
    with balls(192) as xp:
        e, aim = xp.number(Fraction(epsilon0)), xp.number(Fraction(delta))
        found = inverse(xp, aim, {})
        wanted = 4 * e * xp.sqrt(2 * k * xp.maximum(-xp.log(aim), k * e * e))
        back = profile.delta(xp, found * (1 + xp.number(Fraction(1, 10**20))), {})
        return bool(found.overlaps(wanted)) and bool(back <= aim)


@OPTIMAL.inequality(
    "composition.order",
    "The exact eps is at most that of Theorem 3.5, which is at most that of Dwork, Rothblum and Vadhan; it is at "
    "most the sum of all, and "
    "rises with k and with eps0.",
    "Theorems 3.3 to 3.5",
    "k in {1, 2, 5, 50, 200}, eps0 in {1/100, 1/10, 1/5, 1}, delta in {1/10, 1e-3, 1e-5, 1e-12}",
)
def _order(effort: Effort) -> Verdict:
    grid = list(product((1, 2, 5, 50, 200), ("1/100", "1/10", "1/5", "1"), ("1/10", "1e-3", "1e-5", "1e-12")))
    return chain(
        "All run on this grid; the first is proved in general, since the other bounds are sound.",
        ("in order", every(_ordered, grid, "balls")),
        ("rising with k and eps0", every(_rises, grid, "balls")),
    )


def _eps(name: str, k: int, epsilon0: Fraction, delta: str) -> Formula:
    plugin = "composition" if name.startswith("responses.") else "advanced"
    profile: ch.Profile = bound(plugin, name)(answers((epsilon0, k)))
    inverse = profile.epsilon
    assert inverse is not None
    return lambda xp: xp.positive(inverse(xp, xp.number(Fraction(delta)), {}))


def _ordered(k: int, epsilon0: str, delta: str) -> bool:
    names = ("responses.profile", "kairouz2015.T35", "dwork2010.advanced")
    with balls(256) as xp:
        exact, least, first = (_eps(name, k, Fraction(epsilon0), delta)(xp) for name in names)
        return bool(exact <= least) and bool(least <= first) and bool(exact <= k * xp.number(Fraction(epsilon0)))


def _rises(k: int, epsilon0: str, delta: str) -> bool:
    with balls(256) as xp:
        here, more, larger = (
            _eps("responses.profile", *at, delta)(xp)
            for at in (
                (k, Fraction(epsilon0)),
                (k + 1, Fraction(epsilon0)),
                (k, Fraction(epsilon0) * Fraction(101, 100)),
            )
        )
        return bool(here <= more) and bool(here <= larger)
