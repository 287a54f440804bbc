"""Claims about the Gaussian DP of the Laplace mechanism: its mu is that of eps = 0, for every scale."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, derivative_is, same, sign_of, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.gdp import profile
from ...basics.claims.mills import LINE, below_upper, ratio, upper
from .laplace import below

BOOK = Book("laplace", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 5)
ALL = "all Delta/b > 0, eps >= 0"


def mu_of(xp: Any, epsilon0: Any) -> Any:
    """The shipped mu of the mechanism with Delta/b = eps0."""
    return xp.sqrt(xp.number(bound("laplace", "laplace.gdp")(Said({"epsilon": epsilon0})).mu_squared))


@BOOK.soundness(
    "gdp.sound",
    "The profile of that mu is never below 1 - e^((eps - eps0)/2): they agree at eps = 0, and in L = e^eps the one "
    "falls by "
    "Phi(-mu/2 - eps/mu) <= Phi(-mu/2) e^(-eps/2), the rate of the other, since Mills' ratio at t is below 1/t.",
    "the table of 50-fold composition, in numbers",
    ALL,
)
def _sound(effort: Effort) -> Verdict:
    def lead(xp: Any, mu: Any, e: Any) -> Any:
        """log Phi(-mu/2 - eps/mu) + eps/2: at most its value at 0."""
        return xp.log(xp.ndtr(-mu / 2 - e / mu)) + e / 2

    def rate(xp: Any, mu: Any, e: Any) -> Any:
        return xp.number(Fraction(1, 2)) - 1 / (mu * ratio(xp, mu / 2 + e / mu))

    def own(xp: Any, y: Any, x: Any) -> Any:
        """The slope in L of 1 - sqrt(L)/(1 + y), which is -Phi(-mu/2) e^(-eps/2)."""
        return -1 / (2 * (1 + y) * xp.sqrt(1 + x))

    def plain(xp: Any, y: Any, x: Any) -> Any:
        return 1 - xp.sqrt(1 + x) / (1 + y)

    def room(xp: Any, mu: Any, e: Any) -> Any:
        """1/m(t) > t at t = mu/2 + eps/mu, of which mu/2 is a part: what is left of the rate's bound."""
        return (mu / 2 + e / mu) / mu - xp.number(Fraction(1, 2))

    line, both, levels, within = {"y": SIZE}, {"mu": SIZE, "x": SIZE}, {"y": SIZE, "x": SIZE}, {"x": SIZE, "t": SIZE}
    return chain(
        "So 1/m > t, log Phi + eps/2 falls from eps = 0, and the gap rises in L from 0; beyond eps0 the Laplace "
        "profile is 0.",
        ("they agree at eps = 0", same_parts(_start, zero, "y", line, effort)),
        ("Phi(-mu/2) = e^(-eps0/2)/2", same(_half, "1/(2*(1 + y))", "y", line, effort)),
        (
            "the Gaussian slope in L",
            derivative_is(
                lambda xp, mu, x: profile(xp, mu, xp.log1p(x)),
                1,
                "-Phi(-mu/2 - log(1 + x)/mu)",
                "mu x",
                both,
                effort=effort,
            ),
        ),
        ("the Laplace slope in L", derivative_is("1 - sqrt(1 + x)/(1 + y)", 1, own, "y x", levels, effort=effort)),
        (
            "1 - sqrt(L/e^eps0) is the shipped profile",
            same_parts(below, lambda xp, x, t: plain(xp, x + t, 2 * x + x * x), "x t", within, effort),
        ),
        ("the rate of log Phi + eps/2", derivative_is(lead, 1, rate, "mu e", {"mu": SIZE, "e": SIZE}, effort=effort)),
        ("t m < (t^2 + 2)/(t^2 + 3) < 1", sign_of(lambda xp, t: 1 - t * upper(xp, t), "t", LINE, effort)),
        (
            "the rate is at most 1/2 - t/mu, not above 0",
            sign_of(room, "mu e", {"mu": SIZE, "e": SIZE}, effort, strict=False, zero=("e",)),
        ),
        *below_upper(effort),
    )


def _start(xp: Any, y: Any) -> Any:
    """The difference of both profiles at eps = 0, for e^(eps0/2) = 1 + y."""
    return profile(xp, mu_of(xp, 2 * xp.log1p(y)), 0 * y) - below(xp, 0 * y, y)


def _half(xp: Any, y: Any) -> Any:
    return xp.ndtr(-mu_of(xp, 2 * xp.log1p(y)) / 2)


@BOOK.optimum(
    "gdp.least",
    "No smaller mu holds: at eps = 0 the Laplace mechanism's delta is that of this mu, and the profile rises with mu.",
    "the table of 50-fold composition, in numbers",
    "all Delta/b > 0",
)
def _least(effort: Effort) -> Verdict:
    return chain(
        "So a smaller mu allows less delta at eps = 0 than the mechanism has.",
        ("delta(0) is that of mu", same_parts(_start, zero, "y", {"y": SIZE}, effort)),
        (
            "it rises with mu",
            derivative_is(
                lambda xp, mu: profile(xp, mu, 0 * mu), 0, "exp(-mu^2/8)/sqrt(2*pi)", "mu", {"mu": SIZE}, effort=effort
            ),
        ),
    )
