"""Claims about approximate DP: the exact partial order of its guarantees (Liu et al. 2022, Theorem 2.1), and its
composition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain as joined, combinations
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound, held
from chartered.proving.steps import Step, chain, same, sign_of, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

BOOK = Book("approximate", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
LEVELS = {"x": (0, 20), "y": SIZE, "t": (0, 9)}
ALL = "all 0 <= eps < eps0, 0 <= delta0 < 1 (e^eps = 1 + x, e^eps0 = 1 + x + y, delta0 = t/(1+t))"


def guarantee(xp: Any, level: Any, t: Any) -> ch.Approximate:
    """(log(1 + level), t/(1+t))-DP."""
    return ch.Approximate(epsilon=held(xp.log1p(level)), delta=held(t / (1 + t)))


def shipped(xp: Any, x: Any, y: Any, t: Any) -> Any:
    """The shipped profile at eps < eps0."""
    return bound("approximate", "approximate.profile")(guarantee(xp, x + y, t)).delta(xp, xp.log1p(x), {})


def plain(x: Any, y: Any, t: Any) -> Any:
    """delta0 + (1-delta0) (A-L)/(1+A) without positive parts."""
    return (t + y / (2 + x + y)) / (1 + t)


def outcomes(x: Any, y: Any, t: Any) -> list[tuple[Any, Any]]:
    """The four-outcome mechanism: the probabilities of each outcome from the inputs 0 and 1, with A = 1 + x + y."""
    fails, truth, lie = t / (1 + t), (1 + x + y) / (2 + x + y) / (1 + t), 1 / (2 + x + y) / (1 + t)
    return [(fails, 0 * t), (0 * t, fails), (truth, lie), (lie, truth)]


def events(x: Any, y: Any, t: Any) -> Iterator[tuple[Any, Any]]:
    """The probabilities of all 16 events from both inputs, and with the inputs exchanged: 32 cases."""
    four = outcomes(x, y, t)
    for event in joined.from_iterable(combinations(four, size) for size in range(5)):
        p, q = (sum((chances[side] for chances in event), 0 * t) for side in (0, 1))
        yield p, q
        yield q, p


@BOOK.identity(
    "approximate.definition",
    "The step's guarantee is the pair that it states.",
    "definition of (eps, delta)-DP",
    "all eps, delta > 0",
)
def _definition(effort: Effort) -> Verdict:
    def stated(xp: Any, e: Any, d: Any) -> Any:
        found = bound("approximate", "approximate.approximate")(Said({"epsilon": e, "delta": d}))
        return found.epsilon + found.delta**2

    return same(stated, "e + d^2", "e d", {"e": SIZE, "d": SIZE}, effort)


@BOOK.soundness(
    "worst-case.cases",
    "In all 64 cases (16 events, both inputs, at eps0 and at eps) the four-outcome mechanism is (eps0, delta0)-DP "
    "and within the profile.",
    "Theorem 2.1, 'only if'",
    ALL,
)
def _cases(effort: Effort) -> Verdict:
    def at_eps0(number: int) -> Any:
        def gap(xp: Any, x: Any, y: Any, t: Any) -> Any:
            p, q = list(events(x, y, t))[number]
            return (1 + x + y) * q + t / (1 + t) - p

        return gap

    def at_eps(number: int) -> Any:
        def gap(xp: Any, x: Any, y: Any, t: Any) -> Any:
            p, q = list(events(x, y, t))[number]
            return plain(x, y, t) - (p - (1 + x) * q)

        return gap

    def decided(label: str, gap: Any) -> Step:
        return label, sign_of(gap, "x y t", LEVELS, effort, strict=False, zero=("x", "t"), points=3)

    return chain(
        "Every event from either input is covered.",
        (
            "the shipped profile without positive parts",
            same_parts(shipped, lambda xp, *v: plain(*v), "x y t", LEVELS, effort),
        ),
        *(decided(f"eps0, case {number}", at_eps0(number)) for number in range(32)),
        *(decided(f"eps, case {number}", at_eps(number)) for number in range(32)),
    )


@BOOK.identity(
    "worst-case.attained",
    "The hockey-stick divergence of the four-outcome mechanism is the stated delta at every eps: no smaller delta "
    "holds.",
    "Theorem 2.1, 'only if'",
    "all eps0 > 0, eps >= 0, 0 <= delta0 < 1",
)
def _attained(effort: Effort) -> Verdict:
    def stick(xp: Any, x: Any, y: Any, t: Any, level: Any) -> Any:
        total = xp.number(0)
        for p, q in outcomes(x, y, t):
            total = total + xp.positive(p - level * q)
        return total

    def worst(xp: Any, x: Any, y: Any, t: Any, epsilon: Any) -> Any:
        said = Said({"epsilon": held(xp.log1p(x + y)), "delta": held(t / (1 + t))})
        return bound("approximate", "approximate.worst-case")(said).delta(xp, epsilon, {})

    def within(xp: Any, x: Any, y: Any, t: Any) -> Any:
        return worst(xp, x, y, t, xp.log1p(x)) - stick(xp, x, y, t, 1 + x)

    def above(xp: Any, x: Any, y: Any, t: Any) -> Any:
        return worst(xp, 0 * x, y, t, xp.log1p(x + y)) - stick(xp, 0 * x, y, t, 1 + x + y)

    return chain(
        "By the 64 cases (approximate.worst-case.cases) the mechanism is (eps0, delta0)-DP.",
        ("for eps < eps0", same_parts(within, zero, "x y t", LEVELS, effort)),
        ("for eps >= eps0", same_parts(above, zero, "x y t", LEVELS, effort)),
    )


@BOOK.soundness(
    "profile.sound",
    "For probabilities p, q of an event with p <= A q + delta0 and 1-q <= A (1-p) + delta0, p - L q is at most the "
    "stated delta: the "
    "difference is a sum of both constraints with nonnegative weights.",
    "Theorem 2.1, 'if'",
    ALL,
)
def _sound(effort: Effort) -> Verdict:
    def spare(xp: Any, x: Any, y: Any, t: Any, p: Any, q: Any) -> Any:
        return shipped(xp, x, y, t) - (p - (1 + x) * q)

    def weighted(xp: Any, x: Any, y: Any, t: Any, p: Any, q: Any) -> Any:
        most, fails = 1 + x + y, t / (1 + t)
        return first_weight(xp, x, y) * (most * q + fails - p) + second_weight(xp, x, y) * (
            most * (1 - p) + fails - (1 - q)
        )

    levels = {name: LEVELS[name] for name in ("x", "y")}
    return chain(
        "A = e^eps0, L = e^eps; the constraints are those of the event and of its complement. For L >= A, p - L q <= "
        "p - A q <= delta0.",
        (
            "delta - (p - L q) is the weighted sum",
            same_parts(spare, weighted, "x y t p q", {**LEVELS, "p": (0, 1), "q": (0, 1)}, effort),
        ),
        ("u = (A L - 1)/(A^2 - 1) > 0", sign_of(first_weight, "x y", levels, effort, zero=("x",))),
        ("v = (A - L)/(A^2 - 1) > 0", sign_of(second_weight, "x y", levels, effort, zero=("x",))),
    )


def first_weight(xp: Any, x: Any, y: Any) -> Any:
    """u = (A L - 1)/(A^2 - 1), the weight of p <= A q + delta0."""
    return ((1 + x + y) * (1 + x) - 1) / ((1 + x + y) ** 2 - 1)


def second_weight(xp: Any, x: Any, y: Any) -> Any:
    """v = (A - L)/(A^2 - 1), the weight of the complement's constraint."""
    return y / ((1 + x + y) ** 2 - 1)


@BOOK.soundness(
    "monotone",
    "What is (eps, delta)-DP is (eps', delta')-DP for every eps' >= eps and delta' >= delta: so less of either "
    "states no less, "
    "inside every wrapper.",
    "definition of (eps, delta)-DP",
    "all eps' > eps >= 0, delta' > delta and events (e^eps' = e^eps (1 + y), delta' = delta + d, a chance q > 0)",
)
def _monotone(effort: Effort) -> Verdict:
    domain = {"x": LEVELS["x"], "y": SIZE, "q": (Fraction(1, 100), 1), "d": (Fraction(1, 100), 1)}
    spare = sign_of(lambda xp, x, y, q, d: (1 + x) * y * q + d, "x y q d", domain, effort, zero=("x",))
    return chain("P <= e^eps Q + delta <= e^eps' Q + delta' for every event.", ("what is more", spare))
