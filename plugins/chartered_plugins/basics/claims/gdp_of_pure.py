"""Claims about the Gaussian DP of pure DP: Liu et al. 2022, Theorem 5.1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import bound, held
from chartered.proving.steps import chain, derivative_is, same, sign_of, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .gdp import profile
from .pure import below

BOOK = Book("pure", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 5)


def mu_of(xp: Any, epsilon0: Any) -> Any:
    """The shipped mu of an eps0-DP guarantee."""
    return xp.sqrt(xp.number(bound("gdp", "pure.gdp")(ch.Pure(epsilon=held(epsilon0))).mu_squared))


@BOOK.soundness(
    "gdp.sound",
    "The profile of that mu is never below the worst case of eps0-DP: they agree at eps = 0, and in L = e^eps the "
    "one falls by "
    "Phi(-mu/2 - eps/mu) <= Phi(-mu/2) = 1/(1+e^eps0), at which rate the other falls to 0.",
    "Theorem 5.1",
    "all eps0 > 0, eps >= 0",
)
def _sound(effort: Effort) -> Verdict:
    def start(xp: Any, y: Any) -> Any:
        return profile(xp, mu_of(xp, xp.log1p(y)), 0 * y) - below(xp, 0 * y, y)

    line, both, levels = {"y": SIZE}, {"mu": SIZE, "x": SIZE}, {"x": SIZE, "y": SIZE}
    return chain(
        "So the gap starts at 0 and does not fall up to eps0; beyond, the worst case is 0 and the profile of mu "
        "positive.",
        ("they agree at eps = 0", same(start, zero, "y", line, effort)),
        (
            "Phi(-mu/2) = 1/(1+e^eps0)",
            same(lambda xp, y: xp.ndtr(-mu_of(xp, xp.log1p(y)) / 2), "1/(2 + y)", "y", line, effort),
        ),
        (
            "the slope in L",
            derivative_is(
                lambda xp, mu, x: profile(xp, mu, xp.log1p(x)),
                1,
                "-Phi(-mu/2 - log(1 + x)/mu)",
                "mu x",
                both,
                effort=effort,
            ),
        ),
        ("Phi rises", derivative_is("Phi(z)", 0, "exp(-z^2/2)/sqrt(2*pi)", "z", {"z": SIZE}, effort=effort)),
        ("its density is positive", sign_of("exp(-z^2/2)/sqrt(2*pi)", "z", {"z": SIZE}, effort)),
        ("the worst case is (e^eps0 - L)/(1 + e^eps0)", same_parts(below, "y/(2 + x + y)", "x y", levels, effort)),
    )


@BOOK.optimum(
    "gdp.least",
    "No smaller mu holds for randomized response: at eps = 0 its delta is that of this mu, and the profile rises "
    "with mu.",
    "Theorem 5.1",
    "all eps0 > 0",
)
def _least(effort: Effort) -> Verdict:
    def at_zero(xp: Any, mu: Any) -> Any:
        return profile(xp, mu, 0 * mu)

    def start(xp: Any, y: Any) -> Any:
        return profile(xp, mu_of(xp, xp.log1p(y)), 0 * y)

    return chain(
        "tanh(eps0/2) is randomized response's delta at eps = 0 (pure.worst-case.attained).",
        ("delta(0) = (e^eps0 - 1)/(e^eps0 + 1)", same(start, "y/(2 + y)", "y", {"y": SIZE}, effort)),
        ("it rises with mu", derivative_is(at_zero, 0, "exp(-mu^2/8)/sqrt(2*pi)", "mu", {"mu": SIZE}, effort=effort)),
    )
