"""Claims about losses that are rounded up to a grid, where an exact sum would be too long."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.steps import chain, sign_of
from chartered_verify.arithmetic import Arithmetic, balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import binomial, finite_loss as losses, randomized_response_products as responses
from .responses import SEVERAL

BOOK = Book("responses", "Kairouz, Oh, Viswanath 2015")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)


@BOOK.soundness(
    "rounded.sound",
    "A larger loss has the larger delta: w (1 - e^(eps - loss))_+ does not fall with the loss. Every group's loss "
    "goes up by less than a "
    "step, and the mass outside its window is at most the stated rest, and goes to infinity or up to the window.",
    "Theorem 3.3",
    "all losses and eps; the grid in six cases of up to 10^5 answers at one eps, four eps each",
)
def _rounded(effort: Effort) -> Verdict:
    def gain(xp: Any, x: Any, t: Any) -> Any:
        """e^(eps - loss) = 1/(1 + x) becomes 1/((1 + x)(1 + t))."""
        return (1 - 1 / ((1 + x) * (1 + t))) - (1 - 1 / (1 + x))

    def above(counts: responses.Counts, share: Fraction) -> bool:
        return _rounds_up(counts, share * sum(k * e for e, k in counts))

    counts = [
        *SEVERAL,
        ((Fraction(1, 5), 300), (Fraction(1, 7), 20)),
        ((Fraction(1, 100), 10**5), (Fraction(1, 2), 2)),
        ((Fraction(3), 400),),
    ]
    shares = tuple(map(Fraction, ("1/50", "1/7", "1/2", "9/10")))
    return chain(
        "At losses below eps the term is 0. The rest of a binomial tail is at most a geometric series, since its "
        "ratios fall.",
        ("the term rises", sign_of(gain, "x t", {"x": SIZE, "t": SIZE}, effort, strict=False, zero=("x", "t"))),
        ("the ratios fall", sign_of(_ratio_falls, "l r t", {"l": SIZE, "r": SIZE, "t": SIZE}, effort)),
        (
            "the shipped grid is above the exact profile, and below it one interval a group earlier",
            every(above, _cases(counts, shares), "balls"),
        ),
    )


def _ratio_falls(xp: Any, flips: Any, rest: Any, t: Any) -> Any:
    """l/(k-l+1) less (l-1)/(k-l+2) for 1 <= l = 1 + flips <= k = l + rest, times t > 0."""
    return t * ((1 + flips) / (rest + 1) - flips / (rest + 2))


def _cases(counts: list[responses.Counts], shares: tuple[Fraction, ...]) -> list[tuple[responses.Counts, Fraction]]:
    return list(product(counts, shares))


def _rounds_up(counts: responses.Counts, epsilon: Fraction) -> bool:
    """Whether the rounded profile at eps is at least the exact one, and at most that one at eps less an interval for
    each group."""
    rounded = responses.rounded(counts)
    step = (rounded.negated[1] - rounded.negated[0]) * rounded.unit
    with balls(256) as xp:
        found = losses.delta(xp, rounded, xp.number(epsilon))
        exact = [_exact(xp, counts, epsilon - back) for back in (Fraction(0), len(counts) * step)]
        room = 1 + xp.number(Fraction(1, 10**60))
        return bool(exact[0] <= found * room) and bool(found <= exact[1] * room + xp.number(Fraction(1, 10**300)))


def _exact(xp: Arithmetic, counts: responses.Counts, epsilon: Fraction) -> Any:
    """The exact profile, as a mean over the flips of all but the first group."""
    if len(counts) == 1:
        return losses.delta(xp, responses.summed(counts), xp.number(epsilon))
    (e, k), total = counts[-1], xp.number(0)
    for flips, weight in enumerate(binomial.weights(xp, xp.number(e), k, 0, k)):
        total = total + weight * _exact(xp, counts[:-1], epsilon - (k - 2 * flips) * e)
    return total
